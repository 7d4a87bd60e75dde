// Color+Text: parses colours in common notations: hexadecimal digits, names, CSS, and lines of Objective-C and Swift.

public import Canvas
import Effects
import Raster

extension Color {
    /// Parses the description of a colour. White space around the text and a semicolon at its end are ignored.
    ///
    /// - Hexadecimal: `#f71`, `#f718`, `#FF7A18`, `#FF7A1880` (alpha last, as in CSS), `0xFF7A18`.
    /// - Names: the 148 names of CSS, in upper or lower case, and `transparent`.
    /// - CSS functions: `rgb()`, `rgba()`, `hsl()`, `hsla()` with commas, or with spaces and a slash before alpha as in CSS Color
    ///   Module Level 4; `hwb()`. Components can be numbers, percentages, `none`, and angles in `deg`, `grad`, `rad` and `turn`.
    /// - Objective-C: `[UIColor colorWithRed:1 green:0.48 blue:0.09 alpha:1]`, `colorWithWhite:alpha:`,
    ///   `colorWithHue:saturation:brightness:alpha:`; for `NSColor` also with `Device`, `Calibrated` and `SRGB` before the first
    ///   component; `[UIColor redColor]`.
    /// - Swift: `UIColor(red:green:blue:alpha:)` and the other initialisers, `NSColor`, SwiftUI's `Color(red:green:blue:opacity:)`,
    ///   `UIColor.red`, `#colorLiteral(…)`, and Canvas's own `Color(1, 0.48, 0.09)` and `Color(hex: 0xFF7A18)`. A component can be
    ///   a quotient, `122/255.0`.
    ///
    /// Components out of range are clamped, as in CSS and UIKit. The components of every RGB colour space are read as sRGB.
    /// - Throws: `ColorTextError` for anything else.
    public init(text: String) throws(ColorTextError) {
        var parser = ColorTextParser(scanner: try ColorTextScanner(text))
        self = try parser.color()
    }
}

struct ColorTextParser {
    var scanner: ColorTextScanner

    /// Parses the whole text.
    mutating func color() throws(ColorTextError) -> Color {
        scanner.skipSpace()
        guard scanner.next != nil else { throw scanner.error(.empty, "is empty", "write a colour, such as #FF7A18 or orange") }
        let color = try form()
        scanner.skipSpace()
        if scanner.take(";") { scanner.skipSpace() }
        guard scanner.next == nil else { throw scanner.error(.syntax, "has \(scanner.found) after the colour", "leave out the rest") }
        return color
    }

    private mutating func form() throws(ColorTextError) -> Color {
        let start = scanner.place
        if scanner.take("#") { return try hash(start) }
        if scanner.take("[") { return try objectiveC() }
        if scanner.next == "0" { return try literal() }
        let word = scanner.word()
        guard !word.isEmpty else {
            throw scanner.error(.syntax, "begins with \(scanner.found)", "begin with #, a name, a function such as rgb(, or a bracket")
        }
        if scanner.take(".") { return try appleColor(ofClass: word, start) }
        if scanner.take("(") {
            if let function = CSSFunction(rawValue: word.lowercased()) { return try css(function) }
            if ColorTextParser.classes.contains(word) { return try initialiser(ofClass: word, start) }
            let known = CSSFunction.allCases.map(\.rawValue) + ColorTextParser.classes
            let nearest = NearestName.of(word, among: known).map { "did you mean '\($0)'?" }
            throw scanner.error(.unknownForm, at: start, "begins with the unknown function '\(word)'",
                                nearest ?? "use one of \(known.joined(separator: ", "))")
        }
        let name = word.lowercased()
        if let value = Color.cssNames[name] { return Color(hex: value) }
        if name == "transparent" { return .clear }
        let nearest = NearestName.of(name, among: Color.cssNames.keys.sorted()).map { "did you mean '\($0)'?" }
        throw scanner.error(.unknownName, at: start, "is not a colour name", nearest ?? "use a name of CSS, or put # before hexadecimal digits")
    }

    private mutating func hash(_ start: Int) throws(ColorTextError) -> Color {
        var ahead = scanner
        if ahead.word() == "colorLiteral", ahead.take("(") {
            scanner = ahead
            return try initialiser(ofClass: "#colorLiteral", start)
        }
        let digits = scanner.hexDigits()
        guard [3, 4, 6, 8].contains(digits.count) else {
            throw scanner.error(.syntax, "has \(digits.count) hexadecimal digits", "write 3, 4, 6 or 8 of them")
        }
        let pairs = digits.count <= 4 ? digits.map { ($0, $0) } : stride(from: 0, to: digits.count, by: 2).map { (digits[$0], digits[$0 + 1]) }
        let bytes = pairs.map { high, low in high * 16 + low }
        func component(_ index: Int) -> Double { index < bytes.count ? Double(bytes[index]) / 255 : 1 }
        return Color(component(0), component(1), component(2), component(3))
    }
    private mutating func literal() throws(ColorTextError) -> Color {
        let value = try hexNumber(digitCount: 6)
        return Color(hex: value)
    }
    /// Parses `0x` and hexadecimal digits; if `digitCount` is given, exactly this number of digits.
    mutating func hexNumber(digitCount: Int? = nil) throws(ColorTextError) -> UInt32 {
        let start = scanner.place
        guard scanner.take("0"), scanner.take("x") || scanner.take("X") else {
            throw scanner.error(.syntax, at: start, "needs 0x before a number of three bytes", "write it like 0xFF7A18")
        }
        let digits = scanner.hexDigits()
        guard digitCount.map({ $0 == digits.count }) ?? (1...8).contains(digits.count) else {
            throw scanner.error(.syntax, "has \(digits.count) hexadecimal digits after 0x", "write \(digitCount ?? 6) of them")
        }
        return digits.reduce(0) { $0 << 4 | UInt32($1) }
    }
}
