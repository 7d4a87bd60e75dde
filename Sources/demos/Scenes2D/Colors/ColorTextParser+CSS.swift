// ColorTextParser+CSS: parses the functions of CSS Color Module Level 4: rgb() and rgba() (§5.1), hsl() and hsla() (§7), hwb() (§8). All
// functions can have the syntax with spaces. All functions except hwb() can also have the syntax with commas.

import Canvas

enum CSSFunction: String, CaseIterable { case rgb, rgba, hsl, hsla, hwb }

extension ColorTextParser {
    private struct Value {
        enum Kind { case number, percentage, angle, none }
        var kind: Kind
        /// The value as a number. An angle is in turns; a percentage is a fraction.
        var number: Double
        var position: Int
    }

    /// Parses the text after the opening parenthesis.
    mutating func css(_ function: CSSFunction) throws(ColorTextError) -> Color {
        var values = [try value()]
        scanner.skipSpace()
        let hasCommas = scanner.next == ","
        if hasCommas {
            guard function != .hwb else { throw scanner.error(.syntax, "has commas in hwb()", "separate its components by spaces, and alpha by a slash") }
            while scanner.take(",") {
                values.append(try value())
                scanner.skipSpace()
            }
            guard values.count == 3 || values.count == 4 else { throw miscount(values) }
        } else {
            while let sign = scanner.next, sign != ")", sign != "/", sign != ",", values.count < 4 {
                values.append(try value())
                scanner.skipSpace()
            }
            guard values.count == 3 else { throw scanner.next == "," ? mixture() : miscount(values) }
            if scanner.take("/") {
                values.append(try value())
                scanner.skipSpace()
            }
            if scanner.next == "," { throw mixture() }
        }
        guard scanner.take(")") else { throw scanner.error(.syntax, "has \(scanner.found) instead of ')'", "close \(function.rawValue)( with ')'") }
        if hasCommas, let none = values.first(where: { $0.kind == .none }) {
            throw scanner.error(.syntax, at: none.position, "has 'none' between commas", "separate the components by spaces")
        }
        let alpha = values.count == 4 ? try share(values[3], "alpha") : 1
        switch function {
        case .rgb, .rgba:
            let components = try rgb(Array(values[..<3]), hasCommas: hasCommas)
            return Color(components[0], components[1], components[2], alpha)
        case .hsl, .hsla:
            let first = try percentage(values[1], "saturation", hasCommas), second = try percentage(values[2], "lightness", hasCommas)
            return Color(Color.HSL(hue: try hue(values[0]), saturation: first, lightness: second), alpha: alpha)
        case .hwb:
            let first = try percentage(values[1], "whiteness", false), second = try percentage(values[2], "blackness", false)
            return Color(Color.HWB(hue: try hue(values[0]), whiteness: first, blackness: second), alpha: alpha)
        }
    }
    private func miscount(_ values: [Value]) -> ColorTextError {
        scanner.error(.syntax, "has \(values.count) component\(values.count == 1 ? "" : "s")",
                      "give 3, and alpha after a slash, or after a comma if commas separate them")
    }
    private func mixture() -> ColorTextError {
        scanner.error(.syntax, "has a comma after spaces", "separate all components by commas, or all by spaces and alpha by a slash")
    }

    private mutating func value() throws(ColorTextError) -> Value {
        scanner.skipSpace()
        let position = scanner.place
        if let number = try scanner.number() {
            if scanner.take("%") { return Value(kind: .percentage, number: number / 100, position: position) }
            let unitPosition = scanner.place, unit = scanner.word().lowercased()
            switch unit {
            case "": return Value(kind: .number, number: number, position: position)
            case "deg": return Value(kind: .angle, number: number / 360, position: position)
            case "grad": return Value(kind: .angle, number: number / 400, position: position)
            case "rad": return Value(kind: .angle, number: number / (2 * .pi), position: position)
            case "turn": return Value(kind: .angle, number: number, position: position)
            default: throw scanner.error(.invalidNumber, at: unitPosition, "has the unit '\(unit)'", "use %, deg, grad, rad, turn or no unit")
            }
        }
        if scanner.word().lowercased() == "none" { return Value(kind: .none, number: 0, position: position) }
        throw scanner.error(.invalidNumber, at: position, "needs a number here", "write a number, a percentage or none")
    }

    private func rgb(_ values: [Value], hasCommas: Bool) throws(ColorTextError) -> [Double] {
        var components: [Double] = []
        for value in values {
            switch value.kind {
            case .number: components.append(Color.unit(value.number / 255))
            case .percentage: components.append(Color.unit(value.number))
            case .none: components.append(0)
            case .angle:
                throw scanner.error(.invalidNumber, at: value.position, "has an angle for red, green or blue", "use a number of 0 to 255 or a percentage")
            }
            if hasCommas, value.kind != values[0].kind {
                throw scanner.error(.invalidNumber, at: value.position, "mixes numbers and percentages between commas", "use three of one kind, or spaces")
            }
        }
        return components
    }
    /// Returns the hue in turns.
    private func hue(_ value: Value) throws(ColorTextError) -> Double {
        switch value.kind {
        case .number: return value.number / 360
        case .angle, .none: return value.number
        case .percentage: throw scanner.error(.invalidNumber, at: value.position, "has a percentage for the hue", "use degrees, or an angle such as 0.5turn")
        }
    }
    /// Returns a fraction in 0…1 from a percentage; in the syntax with spaces, a plain number is also a percentage.
    private func percentage(_ value: Value, _ name: String, _ hasCommas: Bool) throws(ColorTextError) -> Double {
        switch value.kind {
        case .percentage: return Color.unit(value.number)
        case .none: return 0
        case .number where !hasCommas: return Color.unit(value.number / 100)
        case .number, .angle: throw scanner.error(.invalidNumber, at: value.position, "has no percentage for the \(name)", "write one, such as 50%")
        }
    }
    /// Returns alpha in 0…1 from a number or a percentage.
    private func share(_ value: Value, _ name: String) throws(ColorTextError) -> Double {
        guard value.kind != .angle else {
            throw scanner.error(.invalidNumber, at: value.position, "has an angle for \(name)", "use a number of 0 to 1 or a percentage")
        }
        return Color.unit(value.number)
    }
}
