/// A blurred copy of a shape in one colour, behind it or inside of it.
public struct Shadow: Sendable, Hashable {
    /// Where the shadow lies.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// Behind the shape.
        case drop
        /// On the shape, cast by its edge.
        case inner
    }
    /// Where the shadow lies.
    public var kind: Kind
    /// By how much it is shifted, in points of the canvas' base space: later transforms do not turn or scale it, as in HTML and Core Graphics.
    public var offset: Point
    /// Twice the standard deviation of the Gaussian, in points of the base space, as HTML's shadowBlur; 0 for a sharp shadow.
    public var blur: Double
    /// The shadow's colour; its alpha is multiplied by the shape's.
    public var color: Color
    /// A shadow.
    public init(_ kind: Kind = .drop, offset: Point = Point(0, 0), blur: Double, color: Color) {
        self.kind = kind; self.offset = offset; self.blur = blur; self.color = color
    }
}
