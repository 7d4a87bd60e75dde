// ColorTextParser+Code: colours in lines of Objective-C and Swift, from UIKit, AppKit, SwiftUI and Canvas.

import Canvas

extension ColorTextParser {
    /// The classes whose initialisers can be parsed.
    static let classes = ["UIColor", "NSColor", "Color"]

    private struct Argument {
        var label: String
        var value: Double
        var position: Int
    }

    // MARK: Objective-C

    /// Parses the text after the opening bracket.
    mutating func objectiveC() throws(ColorTextError) -> Color {
        scanner.skipSpace()
        let start = scanner.place, name = scanner.word()
        guard name == "UIColor" || name == "NSColor" else {
            throw scanner.error(.unknownForm, at: start, "sends a message to \(name.isEmpty ? "nothing" : "'\(name)'")",
                                "write UIColor or NSColor after the bracket")
        }
        scanner.skipSpace()
        let selector = scanner.place
        var label = scanner.word(), arguments: [Argument] = []
        if label.hasSuffix("Color"), scanner.next != ":" {
            guard let color = Color.appleNames[String(label.dropLast(5))] else {
                throw scanner.error(.unknownName, at: selector, "has the unknown method '\(label)'",
                                    "use a method such as redColor or colorWithRed:green:blue:alpha:")
            }
            try scanner.expect("]")
            return color
        }
        guard label.hasPrefix("colorWith"), label != "colorWith" else {
            throw scanner.error(.unknownForm, at: selector, "has \(label.isEmpty ? "no method" : "the method '\(label)'") after \(name)",
                                "use colorWithRed:green:blue:alpha: or a similar method")
        }
        label = String(label.dropFirst(9))
        while !label.isEmpty, arguments.count < 8 {
            guard scanner.take(":") else { throw scanner.error(.syntax, "has \(scanner.found) instead of ':'", "write a colon and a number after \(label)") }
            let position = scanner.place
            arguments.append(Argument(label: label, value: try expression(), position: position))
            scanner.skipSpace()
            label = scanner.word()
        }
        try scanner.expect("]")
        return try color(ofClass: name, arguments, selector)
    }

    // MARK: Swift

    /// Parses the text after the point of `UIColor.red`.
    mutating func appleColor(ofClass name: String, _ start: Int) throws(ColorTextError) -> Color {
        guard ColorTextParser.classes.contains(name) else {
            throw scanner.error(.unknownForm, at: start, "has a colour of '\(name)'", "use UIColor or NSColor")
        }
        let position = scanner.place, word = scanner.word()
        // Only SwiftUI's colours black, white and clear have fixed values. SwiftUI's other named colours depend on the light or dark
        // appearance.
        let isKnown = name != "Color" || ["black", "white", "clear"].contains(word)
        guard isKnown, let color = Color.appleNames[word] else {
            throw scanner.error(.unknownName, at: position, "has '\(word)', which is not a named colour of \(name)",
                                "use one such as UIColor.red, or give its components")
        }
        return color
    }
    /// Parses the text after the opening parenthesis.
    mutating func initialiser(ofClass name: String, _ start: Int) throws(ColorTextError) -> Color {
        var arguments: [Argument] = []
        scanner.skipSpace()
        // In SwiftUI, the colour space can be the first argument.
        if name == "Color", scanner.take(".") {
            let position = scanner.place, space = scanner.word()
            guard space == "sRGB" else { throw scanner.error(.unknownForm, at: position, "has the colour space '\(space)'", "use .sRGB") }
            try scanner.expect(",")
        }
        repeat {
            scanner.skipSpace()
            let position = scanner.place, label = scanner.word()
            if !label.isEmpty { try scanner.expect(":") }
            scanner.skipSpace()
            if label == "hex" {
                guard name == "Color", arguments.isEmpty else {
                    throw scanner.error(.unknownForm, at: position, "has hex: in \(name)", "use Color(hex: 0xFF7A18)")
                }
                let hex = try hexNumber()
                arguments.append(Argument(label: label, value: Double(hex & 0xFFFFFF), position: position))
            } else {
                arguments.append(Argument(label: label, value: try expression(), position: position))
            }
            scanner.skipSpace()
        } while scanner.take(",") && arguments.count < 8
        try scanner.expect(")")
        return try color(ofClass: name, arguments, start)
    }

    // MARK: Shared by both languages

    /// Returns the colour of labelled arguments.
    private func color(ofClass name: String, _ arguments: [Argument], _ start: Int) throws(ColorTextError) -> Color {
        var labels = arguments.map(\.label)
        let values = arguments.map { Color.unit($0.value) }
        func alpha(_ index: Int) -> Double { index < values.count ? values[index] : 1 }
        if name == "Color", labels.allSatisfy(\.isEmpty), (3...4).contains(labels.count) { return Color(values[0], values[1], values[2], alpha(3)) }
        if labels == ["hex"] || labels == ["hex", "alpha"] { return Color(hex: UInt32(arguments[0].value), alpha: alpha(1)) }
        labels[0] = component(of: labels[0], inClass: name)
        // SwiftUI calls alpha `opacity`. In SwiftUI and Canvas, alpha can be left out.
        if name == "Color", labels.last == "opacity" { labels[labels.count - 1] = "alpha" }
        if name == "Color", labels.last != "alpha" { labels.append("alpha") }
        switch labels {
        case ["red", "green", "blue", "alpha"]: return Color(values[0], values[1], values[2], alpha(3))
        case ["white", "alpha"]: return Color(white: values[0], alpha: alpha(1))
        case ["hue", "saturation", "brightness", "alpha"] where name != "#colorLiteral":
            return Color(Color.HSB(hue: values[0], saturation: values[1], brightness: values[2]), alpha: alpha(3))
        default:
            let given = arguments.map { ($0.label.isEmpty ? "_" : $0.label) + ":" }.joined()
            throw scanner.error(.unknownForm, at: start, "has the components \(given), which do not make a colour of \(name)",
                                "give red:green:blue:alpha:, white:alpha: or hue:saturation:brightness:alpha:")
        }
    }
    /// Returns the component that a label names: `deviceRed`, `SRGBRed` and `Red` all name red, because the prefix names an
    /// AppKit colour space.
    private func component(of label: String, inClass name: String) -> String {
        let lower = label.lowercased()
        guard name == "NSColor", let space = ["device", "calibrated", "srgb"].first(where: { lower.hasPrefix($0) }) else { return lower }
        return String(lower.dropFirst(space.count))
    }

    /// Parses a product or quotient of numbers, as in 122/255.0f. Unlike in C, a quotient of whole numbers is not rounded down,
    /// because 122/255 certainly means the fraction.
    private mutating func expression(depth: Int = 0) throws(ColorTextError) -> Double {
        var value = try operand(depth)
        while true {
            scanner.skipSpace()
            let position = scanner.place
            if scanner.take("*") {
                value *= try operand(depth)
            } else if scanner.take("/") {
                value /= try operand(depth)
            } else { return value }
            guard value.isFinite else {
                throw scanner.error(.invalidNumber, at: position, "has a quotient or product that is not a number", "divide by a number other than 0")
            }
        }
    }
    private mutating func operand(_ depth: Int) throws(ColorTextError) -> Double {
        scanner.skipSpace()
        let position = scanner.place
        if scanner.take("(") {
            guard depth < 8 else { throw scanner.error(.syntax, at: position, "has parentheses more than 8 deep", "write only the number") }
            let value = try expression(depth: depth + 1)
            try scanner.expect(")")
            return value
        }
        guard let value = try scanner.number(isCode: true) else {
            throw scanner.error(.invalidNumber, "has \(scanner.found) instead of a number", "write a number of 0 to 1")
        }
        if scanner.next == "f" || scanner.next == "F" { _ = scanner.word() }
        return value
    }
}
