// ColorFormat: the notations for a colour's text. Color(text:) can parse all these notations.

public import Canvas

/// A notation for a colour.
public enum ColorFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// `#FF7A18`; `#FF7A1880` if the colour is not opaque.
    case hex
    /// `#f71`, `#f718`: only for colours in which the two hexadecimal digits of each byte are equal.
    case shortHex
    /// `darkorange`: the 148 colours named by CSS, and `transparent`.
    case cssName
    /// `rgb(255 122 24)`, `rgb(255 122 24 / 0.502)`.
    case rgb
    /// `rgb(255, 122, 24)`, `rgba(255, 122, 24, 0.502)`.
    case rgbWithCommas
    /// `hsl(25.45 100% 54.7%)`, `hsl(25.45 100% 54.7% / 0.502)`.
    case hsl
    /// `hsl(25.45, 100%, 54.7%)`, `hsla(25.45, 100%, 54.7%, 0.502)`.
    case hslWithCommas
    /// `hwb(25.45 9.4% 0%)`, `hwb(25.45 9.4% 0% / 0.502)`.
    case hwb
    /// `[UIColor colorWithRed:1 green:0.478 blue:0.094 alpha:1]`.
    case objectiveCUIColor
    /// `[UIColor colorWithWhite:0.5 alpha:1]`: only for greys.
    case objectiveCUIColorWhite
    /// `[UIColor colorWithHue:0.0707 saturation:0.9059 brightness:1 alpha:1]`.
    case objectiveCUIColorHue
    /// `[NSColor colorWithCalibratedRed:1 green:0.478 blue:0.094 alpha:1]`.
    case objectiveCNSColor
    /// `[NSColor colorWithDeviceHue:0.0707 saturation:0.9059 brightness:1 alpha:1]`.
    case objectiveCNSColorHue
    /// `UIColor(red: 1, green: 0.478, blue: 0.094, alpha: 1)`.
    case swiftUIColor
    /// `UIColor(white: 0.5, alpha: 1)`: only for greys.
    case swiftUIColorWhite
    /// `UIColor(hue: 0.0707, saturation: 0.9059, brightness: 1, alpha: 1)`.
    case swiftUIColorHue
    /// `NSColor(srgbRed: 1, green: 0.478, blue: 0.094, alpha: 1)`.
    case swiftNSColor
    /// `Color(red: 1, green: 0.478, blue: 0.094, opacity: 1)`, for SwiftUI.
    case swiftUI
    /// `Color(hex: 0xFF7A18)`, for Canvas.
    case canvas
    /// `Color(1, 0.478, 0.094)`, for Canvas.
    case canvasComponents

    /// The name of the format, for menus.
    public var title: String {
        switch self {
        case .hex: "Hexadecimal"
        case .shortHex: "Hexadecimal, short"
        case .cssName: "CSS name"
        case .rgb: "CSS rgb()"
        case .rgbWithCommas: "CSS rgb(), commas"
        case .hsl: "CSS hsl()"
        case .hslWithCommas: "CSS hsl(), commas"
        case .hwb: "CSS hwb()"
        case .objectiveCUIColor: "Objective-C UIColor"
        case .objectiveCUIColorWhite: "Objective-C UIColor, white"
        case .objectiveCUIColorHue: "Objective-C UIColor, hue"
        case .objectiveCNSColor: "Objective-C NSColor"
        case .objectiveCNSColorHue: "Objective-C NSColor, hue"
        case .swiftUIColor: "Swift UIColor"
        case .swiftUIColorWhite: "Swift UIColor, white"
        case .swiftUIColorHue: "Swift UIColor, hue"
        case .swiftNSColor: "Swift NSColor"
        case .swiftUI: "SwiftUI Color"
        case .canvas: "Canvas Color(hex:)"
        case .canvasComponents: "Canvas Color"
        }
    }
}

extension Color {
    /// Returns the colour as text. Each format has enough digits, so `Color(text:)` restores the same four bytes from this text.
    /// - Returns: The text, or nil if the format cannot express the colour. For example, a name cannot express a colour that has no
    ///   name, three digits cannot express a colour that needs six digits, and a grey format cannot express red.
    public func text(_ format: ColorFormat) -> String? {
        let bytes = nearestBytes, isOpaque = bytes.w == 255, isGrey = bytes.x == bytes.y && bytes.y == bytes.z
        let rgb = UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z)
        // All formats are computed from the components rounded to bytes, so that the texts in all formats describe the same colour.
        let (r, g, b, a) = (Double(bytes.x) / 255, Double(bytes.y) / 255, Double(bytes.z) / 255, Double(bytes.w) / 255)
        let color = Color(r, g, b, a)
        let (red, green, blue, alpha) = (ColorDigits.text(r, 3), ColorDigits.text(g, 3), ColorDigits.text(b, 3), ColorDigits.text(a, 3))
        let slash = isOpaque ? "" : " / \(alpha)", comma = isOpaque ? "" : ", \(alpha)", suffix = isOpaque ? "" : "a"
        switch format {
        case .hex: return "#" + ColorDigits.hex(rgb, 6) + (isOpaque ? "" : ColorDigits.hex(UInt32(bytes.w), 2))
        case .shortHex:
            let all = isOpaque ? [bytes.x, bytes.y, bytes.z] : [bytes.x, bytes.y, bytes.z, bytes.w]
            guard all.allSatisfy({ $0 % 17 == 0 }) else { return nil }
            return "#" + all.map { ColorDigits.hex(UInt32($0 / 17), 1).lowercased() }.joined()
        case .cssName:
            if bytes == .zero { return "transparent" }
            return isOpaque ? Color.cssNamesByValue[rgb] : nil
        case .rgb: return "rgb(\(bytes.x) \(bytes.y) \(bytes.z)\(slash))"
        case .rgbWithCommas: return "rgb\(suffix)(\(bytes.x), \(bytes.y), \(bytes.z)\(comma))"
        case .hsl, .hslWithCommas:
            let hsl = color.hsl
            let parts = [ColorDigits.text(hsl.hue * 360, 2), ColorDigits.text(hsl.saturation * 100, 1) + "%", ColorDigits.text(hsl.lightness * 100, 1) + "%"]
            return format == .hsl ? "hsl(\(parts.joined(separator: " "))\(slash))" : "hsl\(suffix)(\(parts.joined(separator: ", "))\(comma))"
        case .hwb:
            let hwb = color.hwb
            return "hwb(\(ColorDigits.text(hwb.hue * 360, 2)) \(ColorDigits.text(hwb.whiteness * 100, 1))% \(ColorDigits.text(hwb.blackness * 100, 1))%\(slash))"
        case .objectiveCUIColor: return "[UIColor colorWithRed:\(red) green:\(green) blue:\(blue) alpha:\(alpha)]"
        case .objectiveCUIColorWhite: return isGrey ? "[UIColor colorWithWhite:\(red) alpha:\(alpha)]" : nil
        case .objectiveCUIColorHue: return "[UIColor colorWithHue:\(color.hueWords(":", " ")) alpha:\(alpha)]"
        case .objectiveCNSColor: return "[NSColor colorWithCalibratedRed:\(red) green:\(green) blue:\(blue) alpha:\(alpha)]"
        case .objectiveCNSColorHue: return "[NSColor colorWithDeviceHue:\(color.hueWords(":", " ")) alpha:\(alpha)]"
        case .swiftUIColor: return "UIColor(red: \(red), green: \(green), blue: \(blue), alpha: \(alpha))"
        case .swiftUIColorWhite: return isGrey ? "UIColor(white: \(red), alpha: \(alpha))" : nil
        case .swiftUIColorHue: return "UIColor(hue: \(color.hueWords(": ", ", ")), alpha: \(alpha))"
        case .swiftNSColor: return "NSColor(srgbRed: \(red), green: \(green), blue: \(blue), alpha: \(alpha))"
        case .swiftUI: return "Color(red: \(red), green: \(green), blue: \(blue), opacity: \(alpha))"
        case .canvas: return "Color(hex: 0x\(ColorDigits.hex(rgb, 6))\(isOpaque ? "" : ", alpha: \(alpha)"))"
        case .canvasComponents: return "Color(\(red), \(green), \(blue)\(comma))"
        }
    }
    /// Returns the hue's number without a label, then saturation and brightness with labels.
    private func hueWords(_ colon: String, _ separator: String) -> String {
        let hsb = hsb
        return "\(ColorDigits.text(hsb.hue, 4))\(separator)saturation\(colon)\(ColorDigits.text(hsb.saturation, 4))\(separator)brightness\(colon)\(ColorDigits.text(hsb.brightness, 4))"
    }
}

/// Formats numbers, independently of system and language.
enum ColorDigits {
    /// Formats a number in 0…10⁶ with this many decimals, without trailing zeros.
    static func text(_ value: Double, _ digits: Int) -> String {
        let scale = (0..<digits).reduce(1) { product, _ in product * 10 }, whole = Int((value * Double(scale)).rounded())
        var rest = String(whole % scale)
        rest = String(repeating: "0", count: digits - rest.count) + rest
        while rest.last == "0" { rest.removeLast() }
        return rest.isEmpty ? "\(whole / scale)" : "\(whole / scale).\(rest)"
    }
    /// Formats hexadecimal digits in upper case, padded with zeros.
    static func hex(_ value: UInt32, _ count: Int) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.count)) + digits
    }
}
