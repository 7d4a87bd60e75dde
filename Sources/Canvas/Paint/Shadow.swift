/// A blurred copy of a shape in one colour, behind the shape or inside the shape.
public struct Shadow: Sendable, Hashable {
    /// The place of a shadow.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// The shadow lies behind the shape.
        case drop
        /// The shadow lies on top of the shape, along the inside of its edge.
        case inner
    }
    /// The place of the shadow.
    public var kind: Kind
    /// The shift of the shadow, in points of the canvas's base space. Later transforms do not rotate or scale this shift, as in
    /// HTML and Core Graphics.
    public var offset: Point
    /// Twice the standard deviation of the Gaussian, in points of the base space, as HTML's shadowBlur; 0 for a sharp shadow.
    public var blur: Double
    /// The shadow's colour; its alpha is multiplied by the shape's alpha.
    public var color: Color
    /// Creates a shadow.
    public init(_ kind: Kind = .drop, offset: Point = Point(0, 0), blur: Double, color: Color) {
        self.kind = kind; self.offset = offset; self.blur = blur; self.color = color
    }
}
