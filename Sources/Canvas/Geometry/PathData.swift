// Parsing and writing of SVG path data (SVG 2, section 9.3).

extension Path {
    /// Parses SVG path data: `M 10 10 h 20 a 5 5 0 0 1 5 5 z`. Accepts all commands, absolute and relative, repeated commands
    /// without their letter, and numbers and flags as tightly packed as SVG allows. Arcs become cubics. Blank data give an empty
    /// path.
    /// - Throws: `CanvasError.Code.invalidPathData` with the first character (counted from 1) that is not path data.
    public init(svgPathData text: String) throws(CanvasError) {
        var parser = PathDataParser(text)
        self = try parser.parse()
    }

    /// The path as SVG path data: absolute commands M, L, Q, C and Z, with the fewest decimals that restore the same numbers.
    public var svgPathData: String {
        var text = ""
        for element in elements {
            switch element {
            case .move: text += "M"
            case .line: text += "L"
            case .quadratic: text += "Q"
            case .cubic: text += "C"
            case .close: text += "Z"
            }
            var isFirst = true
            for point in element.points {
                for number in [point.x, point.y] {
                    if !isFirst { text += " " }
                    isFirst = false
                    let decimals = number.description
                    text += decimals.hasSuffix(".0") ? String(decimals.dropLast(2)) : decimals
                }
            }
        }
        return text
    }
}

private struct PathDataParser {
    private let text: [UInt8]
    private var position = 0
    private var path = Path()
    private var current = Point(0, 0)
    /// The control points that the commands `S` and `T` mirror. `cubicControl` is nil unless the last command drew a cubic curve, and
    /// `quadraticControl` is nil unless the last command drew a quadratic curve.
    private var cubicControl: Point?, quadraticControl: Point?

    init(_ text: String) { self.text = Array(text.utf8) }

    mutating func parse() throws(CanvasError) -> Path {
        skipSpace()
        var command: UInt8 = 0
        while position < text.count {
            let byte = text[position], isLetter = byte | 32 >= UInt8(ascii: "a") && byte | 32 <= UInt8(ascii: "z")
            if isLetter {
                position += 1
                command = byte
                if path.isEmpty, command | 32 != UInt8(ascii: "m") {
                    throw error(at: position - 1, "begin with '\(Character(UnicodeScalar(byte)))'", remedy: "begin with M or m")
                }
                skipSpace()
            } else if command == 0 {
                throw error("begin with \(found)", remedy: "begin with M or m")
            } else if command | 32 == UInt8(ascii: "z") {
                throw error("continue with \(found) after 'z'", remedy: "write a command letter")
            } else {
                // If no command letter follows, the last command is repeated. After `M`, the repeated command is a line.
                if command == UInt8(ascii: "M") { command = UInt8(ascii: "L") }
                if command == UInt8(ascii: "m") { command = UInt8(ascii: "l") }
            }
            try add(command)
            guard path.elements.count <= Path.largestElementCount else {
                throw CanvasError(.limitExceeded, "the path data", at: place(position), "have more than \(Path.largestElementCount) elements",
                                  remedy: "split them into several paths")
            }
            let end = position
            skipSpace()
            if position < text.count, text[position] == UInt8(ascii: ","), command | 32 != UInt8(ascii: "z") {
                position += 1
                skipSpace()
                guard position < text.count, !isLetterNext else {
                    throw error(at: end, "have a comma without a number after it", remedy: "leave out the comma")
                }
            }
        }
        return path
    }

    private mutating func add(_ command: UInt8) throws(CanvasError) {
        // For absolute commands the origin is −0, because adding −0 keeps the sign of a zero.
        let isRelative = command >= UInt8(ascii: "a"), origin = isRelative ? current : Point(-0.0, -0.0)
        let lastCubic = cubicControl, lastQuadratic = quadraticControl
        (cubicControl, quadraticControl) = (nil, nil)
        switch UnicodeScalar(command & ~32) {
        case "M": path.move(to: try point(from: origin, isFirst: true))
        case "L": path.line(to: try point(from: origin, isFirst: true))
        case "H": path.line(to: Point(origin.x + (try number(isFirst: true)), current.y))
        case "V": path.line(to: Point(current.x, origin.y + (try number(isFirst: true))))
        case "C":
            let control1 = try point(from: origin, isFirst: true), control2 = try point(from: origin), end = try point(from: origin)
            path.cubic(to: end, control1: control1, control2: control2)
            cubicControl = control2
        case "S":
            let control2 = try point(from: origin, isFirst: true), end = try point(from: origin)
            path.cubic(to: end, control1: lastCubic.map { 2 * current - $0 } ?? current, control2: control2)
            cubicControl = control2
        case "Q":
            let control = try point(from: origin, isFirst: true), end = try point(from: origin)
            path.quadratic(to: end, control: control)
            quadraticControl = control
        case "T":
            let control = lastQuadratic.map { 2 * current - $0 } ?? current
            path.quadratic(to: try point(from: origin, isFirst: true), control: control)
            quadraticControl = control
        case "A":
            let rx = try number(isFirst: true), ry = try number(), degrees = try number()
            let isLarge = try flag(), isClockwise = try flag(), end = try point(from: origin)
            path.svgArc(to: end, radii: Size(width: rx, height: ry), degrees: degrees, isLarge: isLarge, isClockwise: isClockwise)
        case "Z": path.close()
        default:
            throw error(at: position - 1, "have the command '\(Character(UnicodeScalar(command)))'", remedy: "write one of MLHVCSQTAZ, in upper or lower case")
        }
        current = path.currentPoint ?? current
    }

    // MARK: Numbers

    private mutating func point(from origin: Point, isFirst: Bool = false) throws(CanvasError) -> Point {
        let x = try number(isFirst: isFirst), y = try number()
        return origin + Point(x, y)
    }
    /// Parses a number. A separator may precede the number, unless the number is the first number of a command.
    private mutating func number(isFirst: Bool = false) throws(CanvasError) -> Double {
        if !isFirst { skipSeparator() }
        let start = position
        if position < text.count, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") { position += 1 }
        var digits = skipDigits()
        if position < text.count, text[position] == UInt8(ascii: ".") {
            position += 1
            digits += skipDigits()
        }
        guard digits > 0 else {
            position = start
            throw error("have \(found) instead of a number", remedy: "write a number")
        }
        if position < text.count, text[position] | 32 == UInt8(ascii: "e") {
            let mark = position
            position += 1
            if position < text.count, text[position] == UInt8(ascii: "-") || text[position] == UInt8(ascii: "+") { position += 1 }
            if skipDigits() == 0 { position = mark }
        }
        guard let value = Double(String(decoding: text[start..<position], as: UTF8.self)), abs(value) <= Path.largestCoordinate else {
            throw error(at: start, "have a number beyond 1e100", remedy: "write a smaller one")
        }
        return value
    }
    private mutating func flag() throws(CanvasError) -> Bool {
        skipSeparator()
        guard position < text.count, text[position] == UInt8(ascii: "0") || text[position] == UInt8(ascii: "1") else {
            throw error("have \(found) instead of an arc's flag", remedy: "write 0 or 1")
        }
        position += 1
        return text[position - 1] == UInt8(ascii: "1")
    }
    private mutating func skipDigits() -> Int {
        let start = position
        while position < text.count, text[position] >= UInt8(ascii: "0"), text[position] <= UInt8(ascii: "9") { position += 1 }
        return position - start
    }
    private mutating func skipSpace() {
        while position < text.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(text[position]) { position += 1 }
    }
    private mutating func skipSeparator() {
        skipSpace()
        if position < text.count, text[position] == UInt8(ascii: ",") {
            position += 1
            skipSpace()
        }
    }

    // MARK: Mistakes

    private var isLetterNext: Bool { text[position] | 32 >= UInt8(ascii: "a") && text[position] | 32 <= UInt8(ascii: "z") }
    private var found: String {
        guard position < text.count else { return "their end" }
        // Everything before this position is ASCII, so the rest begins with a whole character.
        return "'\(String(decoding: text[position...].prefix(16), as: UTF8.self).first!)'"
    }
    private func place(_ position: Int) -> String { "character \(position + 1)" }
    private func error(at position: Int? = nil, _ problem: String, remedy: String) -> CanvasError {
        CanvasError(.invalidPathData, "the path data", at: place(position ?? self.position), problem, remedy: remedy)
    }
}
