/// A colour in sRGB with straight alpha. Components are 0…1; values outside are clamped when the colour is drawn.
public struct Color: Sendable, Hashable, Codable {
    /// The red component, encoded as sRGB.
    public var red: Double
    /// The green component, encoded as sRGB.
    public var green: Double
    /// The blue component, encoded as sRGB.
    public var blue: Double
    /// The opacity: 0 is transparent, 1 is opaque.
    public var alpha: Double
    /// Creates a colour from its components.
    public init(_ red: Double, _ green: Double, _ blue: Double, _ alpha: Double = 1) {
        self.red = red; self.green = green; self.blue = blue; self.alpha = alpha
    }
    /// Creates a grey: red, green and blue are `white`.
    public init(white: Double, alpha: Double = 1) { self.init(white, white, white, alpha) }
    /// Creates a colour from three bytes, in the notation of web pages: `Color(hex: 0xFF7A18)`. Bits above the lower 24 are ignored.
    public init(hex: UInt32, alpha: Double = 1) {
        self.init(Double(hex >> 16 & 255) / 255, Double(hex >> 8 & 255) / 255, Double(hex & 255) / 255, alpha)
    }
    /// Opaque black: (0, 0, 0).
    public static let black = Color(white: 0)
    /// Opaque white: (1, 1, 1).
    public static let white = Color(white: 1)
    /// Fully transparent black.
    public static let clear = Color(white: 0, alpha: 0)
    /// Returns the same colour with another alpha.
    public func withAlpha(_ alpha: Double) -> Color { Color(red, green, blue, alpha) }
}
