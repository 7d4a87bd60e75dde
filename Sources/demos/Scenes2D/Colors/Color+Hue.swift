// Color+Hue: colour models based on hue: HSB (also called HSV), HSL and HWB, as defined by UIKit and CSS Color Module Level 4 (§7,
// §8).

public import Canvas

extension Color {
    /// Hue, saturation and brightness, as in UIKit and colour pickers.
    public struct HSB: Sendable, Hashable, Codable {
        /// The hue in turns: 0 red, 1/3 green, 2/3 blue. Only the fractional part of the hue counts.
        public var hue: Double
        /// The saturation: 0 grey, 1 pure.
        public var saturation: Double
        /// The brightness: 0 black; 1 as bright as the hue can be.
        public var brightness: Double
        /// Creates a colour of this hue, saturation and brightness.
        public init(hue: Double, saturation: Double, brightness: Double) { self.hue = hue; self.saturation = saturation; self.brightness = brightness }
    }
    /// Hue, saturation and lightness, as in CSS's `hsl()`.
    public struct HSL: Sendable, Hashable, Codable {
        /// The hue in turns: 0 red, 1/3 green, 2/3 blue. Only the fractional part of the hue counts.
        public var hue: Double
        /// The saturation: 0 grey, 1 pure.
        public var saturation: Double
        /// The lightness: 0 black, 0.5 the pure hue, 1 white.
        public var lightness: Double
        /// Creates a colour of this hue, saturation and lightness.
        public init(hue: Double, saturation: Double, lightness: Double) { self.hue = hue; self.saturation = saturation; self.lightness = lightness }
    }
    /// A hue mixed with white and black, as in CSS's `hwb()`.
    public struct HWB: Sendable, Hashable, Codable {
        /// The hue in turns: 0 red, 1/3 green, 2/3 blue. Only the fractional part of the hue counts.
        public var hue: Double
        /// The share of white, 0…1.
        public var whiteness: Double
        /// The share of black, 0…1. If the sum of both shares exceeds 1, the shares are scaled to a sum of 1.
        public var blackness: Double
        /// Creates a colour: a hue with these shares of white and black.
        public init(hue: Double, whiteness: Double, blackness: Double) { self.hue = hue; self.whiteness = whiteness; self.blackness = blackness }
    }

    /// Creates a colour from hue, saturation and brightness. Saturation and brightness are clamped to 0…1.
    public init(_ hsb: HSB, alpha: Double = 1) {
        let brightness = Color.unit(hsb.brightness), saturation = Color.unit(hsb.saturation)
        self = Color.mixed(hue: hsb.hue, low: brightness * (1 - saturation), high: brightness, alpha: alpha)
    }
    /// Creates a colour from hue, saturation and lightness. Saturation and lightness are clamped to 0…1.
    public init(_ hsl: HSL, alpha: Double = 1) {
        let lightness = Color.unit(hsl.lightness), half = Color.unit(hsl.saturation) * min(lightness, 1 - lightness)
        self = Color.mixed(hue: hsl.hue, low: lightness - half, high: lightness + half, alpha: alpha)
    }
    /// Creates a colour from a hue and shares of white and black. The shares are clamped to 0…1.
    public init(_ hwb: HWB, alpha: Double = 1) {
        var white = Color.unit(hwb.whiteness), black = Color.unit(hwb.blackness)
        if white + black > 1 { (white, black) = (white / (white + black), black / (white + black)) }
        self = Color.mixed(hue: hwb.hue, low: white, high: 1 - black, alpha: alpha)
    }

    /// The hue, saturation and brightness of the colour, with components clamped to 0…1. A grey has hue 0; black has saturation 0.
    public var hsb: HSB {
        let (hue, low, high) = hueAndRange
        return HSB(hue: hue, saturation: high > 0 ? (high - low) / high : 0, brightness: high)
    }
    /// The hue, saturation and lightness of the colour, with components clamped to 0…1. A grey has hue and saturation 0.
    public var hsl: HSL {
        let (hue, low, high) = hueAndRange, lightness = (low + high) / 2, room = min(lightness, 1 - lightness)
        return HSL(hue: hue, saturation: room > 0 ? min((high - low) / (2 * room), 1) : 0, lightness: lightness)
    }
    /// The hue, whiteness and blackness of the colour, with components clamped to 0…1. A grey has hue 0.
    public var hwb: HWB {
        let (hue, low, high) = hueAndRange
        return HWB(hue: hue, whiteness: low, blackness: 1 - high)
    }
    /// The components as bytes, rounded to nearest, alpha last. Components are clamped; NaN counts as 0.
    public var nearestBytes: SIMD4<UInt8> {
        func byte(_ value: Double) -> UInt8 { UInt8((Color.unit(value) * 255).rounded()) }
        return SIMD4(byte(red), byte(green), byte(blue), byte(alpha))
    }

    /// Returns the number clamped to 0…1; returns 0 for NaN.
    static func unit(_ value: Double) -> Double { value > 0 ? min(value, 1) : 0 }

    /// Returns a colour of the given hue. The colour's components lie between `low` and `high`. Over a full turn of the hue, a
    /// component rises from `low` to `high` within a sixth of the turn, stays at `high` for a third, falls to `low` within a sixth,
    /// and stays at `low` for a third.
    private static func mixed(hue: Double, low: Double, high: Double, alpha: Double) -> Color {
        let turns = hue.isFinite ? hue - hue.rounded(.down) : 0
        func component(_ ahead: Double) -> Double {
            let sixths = (turns * 6 + ahead).truncatingRemainder(dividingBy: 6)
            let share = min(max(sixths < 3 ? sixths : 6 - sixths, 1), 2) - 1
            return low + (high - low) * share
        }
        // Red has its maximum around hue 0, green a third of a turn later, blue two thirds of a turn later.
        return Color(component(3), component(1), component(5), Color.unit(alpha))
    }
    private var hueAndRange: (hue: Double, low: Double, high: Double) {
        let (r, g, b) = (Color.unit(red), Color.unit(green), Color.unit(blue))
        let high = max(r, g, b), low = min(r, g, b), range = high - low
        guard range > 0 else { return (0, low, high) }
        let sixths = high == r ? (g - b) / range : high == g ? 2 + (b - r) / range : 4 + (r - g) / range
        return ((sixths < 0 ? sixths + 6 : sixths) / 6, low, high)
    }
}
