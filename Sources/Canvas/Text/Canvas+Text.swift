extension Canvas {
    /// Draws laid out text in its own paints, with its underlines and strikethrough lines.
    /// - Parameters:
    ///   - layout: The text.
    ///   - position: The position of the layout's upper left corner in user space.
    public mutating func draw(_ layout: TextLayout, at position: Point) {
        saved { canvas in
            canvas.translate(position.x, position.y)
            for run in layout.lines.lazy.flatMap(\.runs) where !run.glyphs.glyphs.isEmpty {
                canvas.draw(run.glyphs, with: run.paint)
                for line in run.decorations {
                    canvas.fill(Path([.move(to: Point(line.minX, line.minY)), .line(to: Point(line.maxX, line.minY)), .line(to: Point(line.maxX, line.maxY)),
                                      .line(to: Point(line.minX, line.maxY)), .close]), with: run.paint)
                }
            }
        }
    }
    /// Draws text in one style at a point of its baseline.
    ///
    ///     try canvas.draw(text: "12:00", at: Point(100, 40), font: font, size: 13, paint: .color(.white), alignment: .center)
    ///
    /// - Parameters:
    ///   - text: The text. Further lines follow below the first line.
    ///   - position: A point of the first line's baseline in user space: its left end, middle or right end, depending on
    ///     `alignment`.
    ///   - font: The font. (`TextLayout` can combine several fonts.)
    ///   - size: The height of an em in points.
    ///   - paint: The paint of the glyphs. The points of gradients are relative to the upper left corner of the text.
    ///   - alignment: The part of the text that lies at `position`: the left end, the middle or the right end.
    /// - Returns: The text's typographic bounds in user space.
    /// - Throws: The `CanvasError`s of `TextLayout`.
    @discardableResult
    public mutating func draw(text: String, at position: Point, font: Font, size: Double, paint: Paint = .color(.black),
                              alignment: TextLayout.Alignment = .left) throws(CanvasError) -> Rectangle {
        let layout = try TextLayout(text, font: font, size: size, paint: paint, options: TextLayout.Options(alignment: alignment))
        let share = switch alignment {
        case .left, .justified: 0.0
        case .center: 0.5
        case .right: 1.0
        }
        let corner = Point(position.x - layout.bounds.width * share, position.y - (layout.lines.first?.origin.y ?? 0))
        draw(layout, at: corner)
        return Rectangle(x: corner.x, y: corner.y, width: layout.bounds.width, height: layout.bounds.height)
    }
}
