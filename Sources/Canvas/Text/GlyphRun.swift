/// Glyphs of one font at one size, at positions in user space: the form in which a text layout is drawn.
public struct GlyphRun: Sendable {
    /// One glyph.
    public struct Glyph: Sendable, Hashable {
        /// The glyph's index in its font.
        public var id: UInt32
        /// The position of the glyph's origin on the baseline, in points, y down.
        public var position: Point
        /// Creates a glyph at a position.
        public init(id: UInt32, position: Point) { self.id = id; self.position = position }
    }
    /// The font.
    public var font: Font
    /// The height of an em in points.
    public var size: Double
    /// The glyphs in drawing order.
    public var glyphs: [Glyph]
    /// Creates a run.
    public init(font: Font, size: Double, glyphs: [Glyph]) { self.font = font; self.size = size; self.glyphs = glyphs }
}
