// TransitionFile: reads a file of the gl-transitions form for its author, its license, and its parameters. Comments contain the defaults of
// the parameters. Not this reader but the compiler checks the file's code.
//
// The forms of a default are `uniform T name; // = value`, `uniform T name /* = value */;` and `uniform T a, b; // = 1.0, 2.0`. In a
// comment with a default, other text may follow the value. The compiler also handles defaults in GLSL's own form `uniform T name = value;`.

import Raster
import Shading

struct TransitionFile {
    let source: ShaderSource
    private(set) var author: String?
    private(set) var license: String?
    /// The parameters, including samplers, in the order of their declarations. If several branches of the preprocessor declare a
    /// name, the array contains the name several times.
    private(set) var parameters: [TransitionParameter] = []
    /// The names of all uniforms that the file declares, including uniforms of the host such as `progress`.
    private(set) var uniforms: Set<String> = []
    private(set) var hasTransition = false

    /// Throws `invalidArgument`, with file and line, if a uniform cannot be a parameter, and if a default is not a value.
    init(_ source: ShaderSource) throws(RasterError) {
        self.source = source
        let tokens = TransitionToken.tokens(of: source.text)
        for token in tokens where token.kind == .comment {
            author = author ?? Self.entry("author", in: token.text)
            license = license ?? Self.entry("license", in: token.text)
        }
        var index = 0
        while index < tokens.count {
            if tokens[index].text == "uniform", tokens[index].kind == .word {
                index = try readUniform(tokens, from: index + 1)
            } else {
                if tokens[index].text == "transition", index + 1 < tokens.count, tokens[index + 1].text == "(" { hasTransition = true }
                index += 1
            }
        }
    }

    /// Returns the text after a key: for `Author`, the comment `// Author: Jane` gives `Jane`. Returns nil if the comment does not contain
    /// the key.
    private static func entry(_ key: String, in comment: String) -> String? {
        for line in comment.split(whereSeparator: \.isNewline) {
            let text = line.drop { $0 == "/" || $0 == "*" || $0.isWhitespace }
            guard text.lowercased().hasPrefix(key) else { continue }
            let rest = text.dropFirst(key.count).drop { $0.isWhitespace }
            guard rest.first == ":" else { continue }
            var value = String(rest.dropFirst())
            if value.hasSuffix("*/") { value.removeLast(2) }
            let words = value.split { $0.isWhitespace }.joined(separator: " ")
            if !words.isEmpty { return words }
        }
        return nil
    }

    private struct Declared {
        var name: String, line: Int, count: Int
        var value: String?
    }

    /// Reads one declaration, and returns the index of the token after the declaration.
    private mutating func readUniform(_ tokens: [TransitionToken], from start: Int) throws(RasterError) -> Int {
        var index = start
        var typeName = "", typeLine = tokens[start - 1].line
        var names: [Declared] = []
        /// Whether the current token is inside an initial value in GLSL's own form.
        var isValue = false
        var depth = 0
        func next() -> TransitionToken? { index < tokens.count ? tokens[index] : nil }
        reading: while let token = next() {
            index += 1
            switch token.kind {
            case .directive: break reading
            case .comment:
                if let value = Self.defaultText(token.text), !names.isEmpty { names[names.count - 1].value = value }
            case .word where typeName.isEmpty:
                if ["lowp", "mediump", "highp"].contains(token.text) { continue }
                typeName = token.text
                typeLine = token.line
            case .word where !isValue && depth == 0:
                names.append(Declared(name: token.text, line: token.line, count: 1))
            default:
                if token.text == ";" { break reading }
                if token.text == "{" || token.text == "}" {
                    throw refusal(line: token.line, "uniform block '\(typeName)'", "is not a parameter", remedy: "declare its members as separate uniforms")
                }
                if token.text == "=" { isValue = true }
                if token.text == "," && depth == 0 { isValue = false }
                if ["(", "["].contains(token.text) { depth += 1 }
                if [")", "]"].contains(token.text) { depth -= 1 }
                if !isValue, token.kind == .number, depth == 1, !names.isEmpty { names[names.count - 1].count = Int(token.text) ?? 0 }
            }
        }
        // The comment that follows the declaration on its last line.
        var trailing: String?
        if let comment = next(), comment.kind == .comment, comment.line == tokens[index - 1].line { trailing = Self.defaultText(comment.text) }
        try add(names, typeName: typeName, line: typeLine, trailing: trailing)
        return index
    }
    /// Returns the default value in a comment: `// = 0.5` gives ` 0.5`. Returns nil if the comment contains no default value.
    private static func defaultText(_ comment: String) -> String? {
        let isBlock = comment.hasPrefix("/*")
        let inside = (isBlock && comment.hasSuffix("*/") ? comment.dropLast(2) : comment[...]).dropFirst(2).drop { $0.isWhitespace }
        return inside.first == "=" ? String(inside.dropFirst()) : nil
    }

    /// The names of the host's uniforms, which are not parameters.
    static let hostNames: Set<String> = ["progress", "ratio", "from", "to"]

    private mutating func add(_ names: [Declared], typeName: String, line: Int, trailing: String?) throws(RasterError) {
        let own = names.filter { !Self.hostNames.contains($0.name) }
        uniforms.formUnion(names.map(\.name))
        // If a declaration has several names, the comment gives either one value for each name or one value for all names.
        var shared: [[Double]] = []
        if let trailing, let first = own.first {
            do {
                var parser = ValueParser(trailing)
                shared = try parser.list()
            } catch { throw refusal(line: first.line, "default of parameter '\(first.name)'", error.text, remedy: "write '// = ' and a GLSL constant") }
        }
        for (position, declared) in own.enumerated() {
            let place = declared.line
            guard let shape = TransitionParameter.shapes[typeName] else {
                throw refusal(line: place, "parameter '\(declared.name)'", "is of type '\(typeName)'",
                              remedy: "use a number, a vector, a matrix, a truth value or a sampler2D")
            }
            guard (1...1024).contains(declared.count) else {
                throw refusal(line: place, "parameter '\(declared.name)'", "has \(declared.count) elements", remedy: "use 1 to 1024")
            }
            var parameter = TransitionParameter(name: declared.name, typeName: typeName, count: declared.count, defaultValue: TransitionValue([]), line: place)
            if shape.kind == .sampler {
                parameters.append(parameter)
                continue
            }
            var values: [Double]?
            if let text = declared.value {
                do {
                    var parser = ValueParser(text)
                    values = try parser.list().flatMap { $0 }
                } catch { throw refusal(line: place, "default of parameter '\(declared.name)'", error.text, remedy: "write a GLSL constant") }
            } else if own.count > 1, shared.count == own.count {
                values = shared[position]
            } else if own.count > 1, shared.count > 1 {
                throw refusal(line: place, "default of parameter '\(declared.name)'", "is missing: there are \(shared.count) values for \(own.count) names",
                              remedy: "give one value for each name, or one for all")
            } else if !shared.isEmpty {
                values = shared.flatMap { $0 }
            }
            let value = TransitionValue(values ?? [0])
            guard let fitted = value.spread(over: shape, count: declared.count) else {
                throw refusal(line: place, "default of parameter '\(declared.name)'",
                              "has \(value.components.count) numbers, which \(typeName)\(declared.count > 1 ? "[\(declared.count)]" : "") cannot take",
                              remedy: "give as many as it has")
            }
            parameter.defaultValue = TransitionValue(fitted)
            parameters.append(parameter)
        }
    }
    private func refusal(line: Int, _ subject: String, _ problem: String, remedy: String) -> RasterError {
        RasterError(.invalidArgument, subject, at: "\(source.name):\(line)", problem, remedy: remedy)
    }
}

extension TransitionValue {
    /// Fits values to a parameter, like `TransitionValue.fitted`, but also accepts one scalar for all elements of an array. Returns nil if
    /// the values do not fit.
    fileprivate func spread(over shape: TransitionParameter.Shape, count: Int) -> [Double]? {
        if let fitted = fitted(to: shape, count: count) { return fitted }
        guard components.count == 1, count > 1, let element = fitted(to: shape, count: 1) else { return nil }
        return (0..<count).flatMap { _ in element }
    }
}

/// A word, number, punctuation mark, comment or directive of GLSL, with its line number.
struct TransitionToken: Equatable {
    enum Kind { case word, number, mark, comment, directive }
    var kind: Kind
    var text: String
    /// The line on which the token ends, from 1.
    var line: Int

    static func tokens(of text: String) -> [TransitionToken] {
        let bytes = Array(text.utf8)
        var tokens: [TransitionToken] = []
        var i = 0, line = 1
        func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
        func isNewline(_ index: Int) -> Bool { byte(index) == 10 || byte(index) == 13 }
        func isWord(_ b: UInt8) -> Bool { b == 95 || (48...57).contains(b) || (65...90).contains(b) || (97...122).contains(b) || b >= 128 }
        func add(_ kind: Kind, _ range: Range<Int>) {
            tokens.append(TransitionToken(kind: kind, text: String(decoding: bytes[range], as: UTF8.self), line: line))
        }
        var startsLine = true
        while i < bytes.count {
            let start = i, b = bytes[i]
            if b == 10 || b == 13 {
                i += b == 13 && byte(i + 1) == 10 ? 2 : 1
                line += 1
                startsLine = true
                continue
            }
            if b == 32 || b == 9 { i += 1; continue }
            if b == UInt8(ascii: "/") && byte(i + 1) == UInt8(ascii: "/") {
                while i < bytes.count && !isNewline(i) { i += 1 }
                add(.comment, start..<i)
            } else if b == UInt8(ascii: "/") && byte(i + 1) == UInt8(ascii: "*") {
                i += 2
                while i < bytes.count && !(bytes[i] == UInt8(ascii: "*") && byte(i + 1) == UInt8(ascii: "/")) {
                    if bytes[i] == 10 || bytes[i] == 13 && byte(i + 1) != 10 { line += 1 }
                    i += 1
                }
                i = min(bytes.count, i + 2)
                add(.comment, start..<i)
                continue
            } else if b == UInt8(ascii: "#") && startsLine {
                // The directive extends to the end of the line, including following lines that a backslash joins to this line.
                while i < bytes.count && !isNewline(i) {
                    if bytes[i] == 92 && isNewline(i + 1) {
                        i += byte(i + 1) == 13 && byte(i + 2) == 10 ? 2 : 1
                        line += 1
                    }
                    i += 1
                }
                add(.directive, start..<min(i, bytes.count))
            } else if isWord(b) || b == UInt8(ascii: ".") && (48...57).contains(byte(i + 1)) {
                let isNumber = b < 65
                while i < bytes.count && (isWord(bytes[i]) || isNumber && bytes[i] == UInt8(ascii: ".")) { i += 1 }
                add(isNumber ? .number : .word, start..<i)
            } else {
                i += 1
                add(.mark, start..<i)
            }
            startsLine = false
        }
        return tokens
    }
}
