public import Canvas
import Raster

/// A graph on a card: its heading, its tiles, and a dot that follows the line; scrolled with a finger's momentum where the chart is wider than the card.
public final class GraphCard {
    /// The graph.
    public let graph: Graph
    /// The chart's tiles.
    public let tiles: GraphTiles
    /// Where the chart is.
    public private(set) var scroll: MomentumScroll
    /// Whether tiles' edges are drawn, to see them.
    public var showsTiles = false
    private let fonts: GraphFonts
    private let title: TextLayout
    /// Whether a finger has scrolled it; before, the tour does.
    private var isTouched = false

    /// A card.
    public init(_ graph: Graph, fonts: GraphFonts, painter: GraphPainter) throws {
        self.graph = graph; self.fonts = fonts
        tiles = GraphTiles(graph, painter: painter)
        scroll = MomentumScroll(extent: graph.scrollExtent, viewport: graph.viewport.width)
        title = try TextLayout(fonts.text(graph.title, size: 15 * graph.scale, isBold: true))
    }

    // MARK: Fingers. Places are pixels of the card.

    /// Whether the chart can be scrolled.
    public var isScrolling: Bool { graph.scrollExtent > 0 }
    /// A finger takes hold of the chart.
    public func press(at x: Double, time: Double) {
        guard isScrolling else { return }
        takeOver(at: time)
        scroll.press(at: x, time: time)
    }
    /// The finger moves.
    public func drag(to x: Double, time: Double) { scroll.drag(to: x, time: time) }
    /// The finger lets go.
    public func release(at time: Double) { scroll.release(at: time) }
    /// The chart is pushed, in points a second.
    public func push(_ speed: Double, at time: Double) {
        guard isScrolling else { return }
        takeOver(at: time)
        scroll.push(speed * graph.scale, at: time)
    }
    private func takeOver(at time: Double) {
        if !isTouched { scroll.jump(to: tour(time)) }
        isTouched = true
    }
    /// Goes on with the tour.
    public func resumeTour() { isTouched = false }
    /// Slowly to and fro, until somebody takes hold.
    private func tour(_ time: Double) -> Double { graph.scrollExtent * (0.5 - 0.5 * Elementary.cosine(time * 0.11)) }
    /// The chart's offset at a time, in pixels.
    public func offset(at time: Double) -> Double { isTouched ? scroll.offset(at: time) : tour(time) }
    /// Where the dot is without a pointer: it walks along the line.
    private func walked(_ time: Double) -> Double {
        let plot = graph.chart.plot
        let share = 0.5 + 0.36 * Elementary.sine(0.9 + time * 0.31)
        return isScrolling ? graph.viewport.width * share : plot.minX + plot.width * share
    }

    /// Whether the card looks different a moment later though nobody does anything: it is on its tour or glides, or its dot walks because no pointer is over it.
    public func isMoving(at time: Double, hasPointer: Bool) -> Bool { !hasPointer || (isScrolling && !isTouched) || scroll.isMoving(at: time) }

    // MARK: Drawing

    /// Draws the card.
    /// - Parameters:
    ///   - canvas: Where it is drawn; a unit of it is a pixel.
    ///   - corner: Its upper left corner in pixels; whole.
    ///   - time: Seconds.
    ///   - pointer: The pointer's x on the card, in pixels, which the dot follows; nil where there is none.
    ///   - cornerRadius: The radius of the card's corners, in pixels.
    public func draw(into canvas: inout Canvas, at corner: Point, time: Double, pointer: Double? = nil, cornerRadius: Double) throws {
        let u = graph.scale, view = graph.viewport, card = Rectangle(x: 0, y: 0, width: graph.width, height: graph.height)
        let offset = Int(offset(at: time).rounded())
        let seen = try tiles.visible(offset: offset)
        try canvas.saved { canvas in
            canvas.translate(corner.x, corner.y)
            let outline = Path(roundedRectangle: card, cornerRadius: cornerRadius)
            let colors = Paint.gradient(.linear(from: Point(0, 0), to: Point(0, graph.height), graph.backdrop))
            if cornerRadius > 0 {
                canvas.saved { canvas in
                    canvas.shadows = [Shadow(.drop, offset: Point(0, 5 * u), blur: 16 * u, color: Color(white: 0, alpha: 0.45))]
                    canvas.fill(outline, with: colors)
                }
            } else { canvas.fill(outline, with: colors) }
            try canvas.saved { canvas in
                canvas.clip(to: outline)
                canvas.saved { canvas in
                    canvas.clip(to: Path(rectangle: view))
                    for tile in seen {
                        let place = Rectangle(x: view.minX + Double(tile.x), y: view.minY, width: Double(tile.image.width), height: Double(tile.image.height))
                        canvas.draw(tile.image, in: place, isSmooth: false)
                        if showsTiles { canvas.stroke(Path(rectangle: place.inset(dx: 1, dy: 1)), with: .color(Color(hex: 0xFFE066, alpha: 0.7)), style: StrokeStyle(width: 1, dashes: [4, 4])) }
                    }
                }
                graph.overlay.draw(into: &canvas)
                try drawDot(into: &canvas, offset: Double(offset), x: pointer ?? walked(time))
            }
            // A thin light edge, as on glass.
            if cornerRadius > 0 {
                let edge = Path(roundedRectangle: card.inset(dx: 0.5, dy: 0.5), cornerRadius: max(0, cornerRadius - 0.5))
                canvas.stroke(edge, with: .gradient(.linear(from: Point(0, 0), to: Point(0, graph.height), [Color(white: 1, alpha: 0.28), Color(white: 1, alpha: 0.06)])), style: StrokeStyle(width: max(1, 0.8 * u)))
            }
        }
    }
    /// The heading with the values at a place, and a dot on each line.
    private func drawDot(into canvas: inout Canvas, offset: Double, x: Double) throws {
        let u = graph.scale, view = graph.viewport, plot = graph.chart.plot
        let place = min(max(x - view.minX + offset, plot.minX), plot.maxX), onCard = place - offset + view.minX
        canvas.draw(title, at: Point((14 * u).rounded(), (12 * u).rounded()))
        let (text, values) = graph.readouts(at: place)
        var heading = fonts.text(text, size: 12 * u, color: Color(white: 1, alpha: 0.75))
        for value in values.reversed().prefix(4) { heading.append("   " + value.text, style: fonts.style(size: 13 * u, isBold: true, color: value.color)) }
        let layout = try TextLayout(heading)
        // Beside the title, or not at all.
        let left = (graph.width - 14 * u - layout.bounds.width).rounded()
        if left > 14 * u + title.bounds.width + 10 * u { canvas.draw(layout, at: Point(left, (13 * u).rounded())) }

        guard onCard >= view.minX, onCard <= view.maxX else { return }
        let top = view.minY + plot.minY, bottom = view.minY + plot.maxY, column = onCard.rounded()
        canvas.fill(Path(rectangle: Rectangle(x: column, y: top, width: max(1, u.rounded()), height: bottom - top)),
                    with: .gradient(.linear(from: Point(0, top), to: Point(0, bottom), [Color(white: 1, alpha: 0.55), Color(white: 1, alpha: 0.05)])))
        for track in graph.chart.tracks {
            guard let point = track.point(at: place) else { continue }
            let center = Point(onCard, view.minY + point.y)
            canvas.fill(Path(circleAt: center, radius: 11 * u), with: .gradient(.radial(center: center, radius: 11 * u, [track.color.withAlpha(0.55), track.color.withAlpha(0)])))
            canvas.fill(Path(circleAt: center, radius: 5.5 * u), with: .color(.white))
            canvas.fill(Path(circleAt: center, radius: 3.6 * u), with: .color(track.color))
        }
    }
}
