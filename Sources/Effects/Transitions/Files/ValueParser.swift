/// The reason why a text is not a value. `text` is a sentence without its subject, such as "is not finite".
struct ParsingProblem: Error { var text: String }

/// Reads constants of GLSL: numbers, truth values, constructors, + − · ÷ and parentheses. Operators work on each component; a
/// scalar operand is used for all components.
struct ValueParser {
    private let bytes: [UInt8]
    private var place = 0
    private var depth = 0

    init(_ text: some StringProtocol) { bytes = Array(text.utf8) }

    /// Reads a list of values, such as `1., vec2(2.)`, until the text no longer continues the list. Prose may follow.
    mutating func list() throws(ParsingProblem) -> [[Double]] {
        var values = [try sum()]
        while true {
            let end = place
            guard take(","), !startsProse() else {
                place = end
                return values
            }
            values.append(try sum())
        }
    }
    /// Returns true if no value can begin with the next word, which therefore belongs to prose.
    private mutating func startsProse() -> Bool {
        let start = place
        defer { place = start }
        let word = word()
        return !word.isEmpty && word != "true" && word != "false" && TransitionParameter.shapes[word] == nil
    }
    var rest: String { String(decoding: bytes[min(place, bytes.count)...].prefix(40), as: UTF8.self) }
    var isAtEnd: Bool {
        mutating get { skipSpace(); return place == bytes.count }
    }

    private mutating func sum() throws(ParsingProblem) -> [Double] {
        var value = try product()
        while true {
            if take("+") { value = try combine(value, try product(), +) }
            else if take("-") { value = try combine(value, try product(), -) }
            else { return value }
        }
    }
    private mutating func product() throws(ParsingProblem) -> [Double] {
        var value = try factor()
        while true {
            if take("*") { value = try combine(value, try factor(), *) }
            else if !startsComment, take("/") { value = try combine(value, try factor(), /) }
            else { return value }
        }
    }
    private func combine(_ a: [Double], _ b: [Double], _ operation: (Double, Double) -> Double) throws(ParsingProblem) -> [Double] {
        let values: [Double]
        if a.count == b.count { values = zip(a, b).map(operation) }
        else if a.count == 1 { values = b.map { operation(a[0], $0) } }
        else if b.count == 1 { values = a.map { operation($0, b[0]) } }
        else { throw ParsingProblem(text: "combines \(a.count) and \(b.count) components") }
        guard values.allSatisfy(\.isFinite) else { throw ParsingProblem(text: "is not finite") }
        return values
    }
    private mutating func factor() throws(ParsingProblem) -> [Double] {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 64 else { throw ParsingProblem(text: "is nested more than 64 deep") }
        if take("-") { return try factor().map { -$0 } }
        if take("+") { return try factor() }
        if take("(") {
            let value = try sum()
            guard take(")") else { throw ParsingProblem(text: "has no ')' before '\(rest)'") }
            return value
        }
        let word = word()
        if word.isEmpty { return [try number()] }
        if word == "true" { return [1] }
        if word == "false" { return [0] }
        guard let shape = TransitionParameter.shapes[word], shape.kind != .sampler else { throw ParsingProblem(text: "has '\(word)', which is neither a number nor a constructor") }
        guard take("(") else { throw ParsingProblem(text: "has no '(' after '\(word)'") }
        let arguments = try list().flatMap { $0 }
        guard take(")") else { throw ParsingProblem(text: "has no ')' before '\(rest)'") }
        guard let fitted = TransitionValue(arguments).fitted(to: shape, count: 1) else { throw ParsingProblem(text: "gives \(arguments.count) numbers to \(word)") }
        return switch shape.kind {
        case .float, .sampler: fitted
        case .int, .uint: fitted.map { $0.rounded(.towardZero) }
        case .bool: fitted.map { $0 == 0 ? 0 : 1 }
        }
    }
    private mutating func number() throws(ParsingProblem) -> Double {
        let start = place
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 48 && $0 <= 57 } ?? false }
        while isDigit(byte()) { place += 1 }
        if byte() == UInt8(ascii: ".") { place += 1 }
        while isDigit(byte()) { place += 1 }
        if byte() == UInt8(ascii: "e") || byte() == UInt8(ascii: "E") {
            let sign = byte(1) == UInt8(ascii: "-") || byte(1) == UInt8(ascii: "+") ? 1 : 0
            if isDigit(byte(1 + sign)) {
                place += 1 + sign
                while isDigit(byte()) { place += 1 }
            }
        }
        var text = String(decoding: bytes[start..<place], as: UTF8.self)
        if text.hasSuffix(".") { text += "0" }
        if text.hasPrefix(".") { text = "0" + text }
        guard text != "0.0" || bytes[start..<place].contains(48), let value = Double(text), value.isFinite else {
            place = start
            throw ParsingProblem(text: rest.isEmpty ? "has no value" : "cannot be read from '\(rest)' on")
        }
        // A number may have one of the suffixes of GLSL, as in 1.0f and 3u.
        if let next = byte(), [UInt8(ascii: "f"), UInt8(ascii: "F"), UInt8(ascii: "u"), UInt8(ascii: "U")].contains(next), !isWordByte(byte(1)) { place += 1 }
        return value
    }
    private mutating func word() -> String {
        skipSpace()
        guard let first = byte(), isWordByte(first), !(first >= 48 && first <= 57) else { return "" }
        let start = place
        while isWordByte(byte()) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }
    private func isWordByte(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return byte == 95 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }
    private func byte(_ ahead: Int = 0) -> UInt8? { place + ahead < bytes.count ? bytes[place + ahead] : nil }
    private mutating func skipSpace() { while let byte = byte(), byte == 32 || byte == 9 || byte == 10 || byte == 13 { place += 1 } }
    private var startsComment: Bool {
        mutating get {
            skipSpace()
            return byte() == UInt8(ascii: "/") && (byte(1) == UInt8(ascii: "/") || byte(1) == UInt8(ascii: "*"))
        }
    }
    private mutating func take(_ character: Character) -> Bool {
        skipSpace()
        guard let wanted = character.asciiValue, byte() == wanted else { return false }
        place += 1
        return true
    }
}
