// FilterParser: reads chains of filters from text.
//
//     chain   = [ filter { "|" filter } ]
//     filter  = name [ "(" [ value { "," value } ] ")" ]
//     value   = [ name ( ":" | "=" ) ] ( number | "[" { number } "]" | "#rrggbb" | "#rrggbbaa" | name | string )
//
// Values without names are assigned to the parameters in order. Values with names come after values without names. Spaces and line breaks
// are allowed between all parts. `//` begins a comment that ends at the end of the line.

import Raster

extension Filter {
    /// Reads a chain: `sepia(0.8) | blur(radius: 4) | vignette`. An empty text is an empty chain.
    /// - Parameters:
    ///   - text: The chain, of at most 65536 bytes and 256 filters.
    ///   - file: The file that contains the text, for error messages.
    /// - Throws: `FilterError` with line and column of the first mistake.
    public static func chain(_ text: String, file: String = "") throws(FilterError) -> [Filter] {
        var parser = FilterParser(text, file: file)
        return try parser.chain()
    }
}

struct FilterParser {
    static let maximumByteCount = 65536, maximumFilterCount = 256
    private let text: [Character]
    private let byteCount: Int
    private let file: String
    private var index = 0

    init(_ text: String, file: String) {
        byteCount = text.utf8.count
        self.text = byteCount <= FilterParser.maximumByteCount ? Array(text) : []
        self.file = file
    }

    mutating func chain() throws(FilterError) -> [Filter] {
        guard byteCount <= FilterParser.maximumByteCount else {
            throw error(.syntax, "has \(byteCount) bytes", remedy: "use at most \(FilterParser.maximumByteCount)")
        }
        var filters: [Filter] = []
        skipSpace()
        guard index < text.count else { return [] }
        while true {
            guard filters.count < FilterParser.maximumFilterCount else {
                throw error(.syntax, "has more than \(FilterParser.maximumFilterCount) filters", remedy: "use fewer")
            }
            filters.append(try filter())
            skipSpace()
            guard index < text.count else { return filters }
            guard take("|") else { throw error(.syntax, "has \(shown) instead of | or the end", remedy: "put | between filters") }
        }
    }

    private mutating func filter() throws(FilterError) -> Filter {
        skipSpace()
        let start = index
        guard let name = word() else { throw error(.syntax, "has \(shown) instead of a filter's name", remedy: "use one of \(FilterParser.names)") }
        guard let kind = Filter.Kind(rawValue: name) else {
            let nearest = NearestName.of(name, among: Filter.Kind.allCases.map(\.rawValue))
            throw error(.unknownFilter, filter: name, "is not known", remedy: nearest.map { "did you mean '\($0)'?" } ?? "use one of \(FilterParser.names)",
                        at: start)
        }
        var filter = Filter(kind), given: Set<Int> = [], hasNames = false
        let parameters = kind.definition.parameters
        skipSpace()
        if take("(") {
            skipSpace()
            if !take(")") {
                repeat {
                    skipSpace()
                    let start = index
                    let position: Int
                    if let named = parameterName() {
                        hasNames = true
                        guard let known = parameters.firstIndex(where: { $0.name == named }) else {
                            let names = parameters.map(\.name), nearest = NearestName.of(named, among: names)
                            throw error(.unknownParameter, filter: name, parameter: named, "is not known",
                                        remedy: nearest.map { "did you mean '\($0)'?" }
                                        ?? (names.isEmpty ? "it has none" : "use one of \(names.joined(separator: ", "))"), at: start)
                        }
                        position = known
                    } else {
                        position = given.count
                        guard !hasNames else {
                            throw error(.syntax, filter: name, "has a value without a name after a value with a name", remedy: "give its name, or put it first",
                                        at: start)
                        }
                        guard position < parameters.count else {
                            throw error(.unknownParameter, filter: name, "has more values than its \(parameters.count) parameters",
                                        remedy: "leave out the last value", at: start)
                        }
                    }
                    let parameter = parameters[position]
                    guard given.insert(position).inserted else {
                        throw error(.repeatedParameter, filter: name, parameter: parameter.name, "is given twice", remedy: "give it once", at: start)
                    }
                    skipSpace()
                    let valueStart = index
                    let value = try value(of: parameter, filter: name)
                    if let problem = parameter.problem(of: value) {
                        throw error(.invalidValue, filter: name, parameter: parameter.name, problem, remedy: "use \(parameter.rangeDescription)",
                                    at: valueStart)
                    }
                    filter.values[position] = value
                    skipSpace()
                } while take(",")
                guard take(")") else {
                    throw error(.syntax, filter: name, "has \(shown) instead of , or )", remedy: "close the parameters with )")
                }
            }
        }
        for (parameter, value) in zip(parameters, filter.values) where value == nil {
            throw error(.missingValue, filter: name, parameter: parameter.name, "has no value", remedy: "give \(parameter.rangeDescription)", at: start)
        }
        return filter
    }

    /// Reads a name, and the sign : or = after the name. If the text does not continue with a name and one of these signs, reads nothing
    /// and returns nil.
    private mutating func parameterName() -> String? {
        let start = index
        guard let name = word() else { return nil }
        skipSpace()
        if take(":") || take("=") { return name }
        index = start
        return nil
    }

    private mutating func value(of parameter: FilterParameter, filter: String) throws(FilterError) -> FilterValue {
        let start = index
        func refused(_ what: String) -> FilterError {
            error(.invalidValue, filter: filter, parameter: parameter.name, what, remedy: "use \(parameter.rangeDescription)", at: start)
        }
        guard index < text.count else {
            throw error(.syntax, filter: filter, parameter: parameter.name, "has no value before the end", remedy: "give \(parameter.rangeDescription)")
        }
        if take("[") {
            var numbers: [Float] = []
            while true {
                skipSpace()
                if take("]") { return .numbers(numbers) }
                guard let number = number() else {
                    throw error(.syntax, filter: filter, parameter: parameter.name, "has \(shown) instead of a number or ]",
                                remedy: "close the numbers with ]")
                }
                numbers.append(number)
                skipSpace()
                _ = take(",")
            }
        }
        if take("#") {
            let digits = run { $0.isHexDigit }
            guard digits.count == 6 || digits.count == 8, let code = UInt32(digits, radix: 16) else { throw refused("is #\(digits)") }
            let rgba = digits.count == 6 ? code << 8 | 255 : code
            return .color(SIMD4(Float(rgba >> 24), Float(rgba >> 16 & 255), Float(rgba >> 8 & 255), Float(rgba & 255)) / 255)
        }
        if take("\"") {
            let name = run { $0 != "\"" && !$0.isNewline }
            guard take("\"") else {
                throw error(.syntax, filter: filter, parameter: parameter.name, "begins with \", but does not end", remedy: "close it with \"", at: start)
            }
            return .picture(name)
        }
        if let number = number() { return .number(number) }
        if let name = word() {
            // A parameter for a picture accepts a word, the picture's name. For other parameters, a word such as nan may be meant as a
            // number, so the error reports an invalid value.
            if case .picture = parameter.kind { return .picture(name) }
            throw refused("is '\(name)'")
        }
        throw refused("is \(shown)")
    }

    private mutating func number() -> Float? {
        let start = index
        let digits = run { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
        if !digits.isEmpty, let number = Float(digits) { return number }
        index = start
        return nil
    }
    private mutating func word() -> String? {
        guard index < text.count, text[index].isLetter else { return nil }
        return run { $0.isLetter || $0.isNumber || $0 == "_" }
    }
    private mutating func run(_ belongs: (Character) -> Bool) -> String {
        let start = index
        while index < text.count, belongs(text[index]) { index += 1 }
        return String(text[start..<index])
    }
    private mutating func take(_ character: Character) -> Bool {
        guard index < text.count, text[index] == character else { return false }
        index += 1
        return true
    }
    private mutating func skipSpace() {
        while index < text.count {
            if text[index].isWhitespace { index += 1 }
            else if text[index] == "/", index + 1 < text.count, text[index + 1] == "/" { while index < text.count, !text[index].isNewline { index += 1 } }
            else { return }
        }
    }
    private var shown: String { index < text.count ? "'\(text[index])'" : "the end" }
    private static let names = Filter.Kind.allCases.map(\.rawValue).joined(separator: ", ")

    private func error(_ code: FilterError.Code, filter: String = "", parameter: String = "", _ problem: String, remedy: String,
                       at place: Int? = nil) -> FilterError {
        let before = text[..<min(place ?? index, text.count)]
        let line = before.count { $0.isNewline } + 1
        let column = before.count - (before.lastIndex { $0.isNewline }.map { $0 + 1 } ?? 0) + 1
        return FilterError(code, filter: filter, parameter: parameter, problem, remedy: remedy, file: file, position: (line, column))
    }
}
