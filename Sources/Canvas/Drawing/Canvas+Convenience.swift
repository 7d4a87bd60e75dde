extension Canvas {
    /// Fills a rectangle.
    public mutating func fill(_ rectangle: Rectangle, with paint: Paint) { fill(Path(rectangle: rectangle), with: paint) }
    /// Strokes a rectangle's outline; half of the stroke's width lies outside the rectangle.
    public mutating func stroke(_ rectangle: Rectangle, with paint: Paint, style: StrokeStyle = StrokeStyle()) {
        stroke(Path(rectangle: rectangle), with: paint, style: style)
    }
    /// Strokes a straight line.
    public mutating func line(from start: Point, to end: Point, with paint: Paint, style: StrokeStyle = StrokeStyle()) {
        stroke(Path([.move(to: start), .line(to: end)]), with: paint, style: style)
    }
    /// Limits later drawing to the inside of the rectangle.
    public mutating func clip(to rectangle: Rectangle) { clip(to: Path(rectangle: rectangle)) }
}
