public import Canvas
import Raster

/// A graph on a card, with a heading and with dots that follow the lines. The chart is drawn in tiles. A chart that is wider than the card
/// can be scrolled with momentum.
public final class GraphCard {
    /// The graph.
    public let graph: Graph
    /// The chart's tiles.
    public let tiles: GraphTiles
    /// The scroll position of the chart.
    public private(set) var scroll: MomentumScroll
    /// True to draw the edges of tiles, for debugging.
    public var showsTiles = false
    private let fonts: GraphFonts
    /// True after the user has scrolled. Until the user has scrolled, the card scrolls by itself (the tour).
    private var isTouched = false

    /// Creates a card.
    public init(_ graph: Graph, fonts: GraphFonts, painter: GraphPainter) throws {
        self.graph = graph; self.fonts = fonts
        tiles = GraphTiles(graph, painter: painter)
        scroll = MomentumScroll(extent: graph.scrollExtent, viewport: graph.viewport.width)
    }

    // MARK: Pointer events, in pixels of the card

    /// True if the chart can be scrolled.
    public var isScrolling: Bool { graph.scrollExtent > 0 }
    /// Handles a press on the chart.
    public func press(at x: Double, time: Double) {
        guard isScrolling else { return }
        takeOver(at: time)
        scroll.press(at: x, time: time)
    }
    /// Handles a move of the pointer during a press.
    public func drag(to x: Double, time: Double) { scroll.drag(to: x, time: time) }
    /// Handles the release of the pointer.
    public func release(at time: Double) { scroll.release(at: time) }
    /// Adds a speed to the motion of the chart, in points per second, for example for a wheel.
    public func push(_ speed: Double, at time: Double) {
        guard isScrolling else { return }
        takeOver(at: time)
        scroll.push(speed * graph.scale, at: time)
    }
    private func takeOver(at time: Double) {
        if !isTouched { scroll.jump(to: tour(time)) }
        isTouched = true
    }
    /// Resumes the tour.
    public func resumeTour() { isTouched = false }
    /// Returns the scroll offset of the tour at the given time. The offset moves slowly back and forth.
    private func tour(_ time: Double) -> Double { graph.scrollExtent * (0.5 - 0.5 * PortableMath.cosine(time * 0.11)) }
    /// Returns the chart's offset at the given time, in pixels.
    public func offset(at time: Double) -> Double { isTouched ? scroll.offset(at: time) : tour(time) }
    /// Returns the dot's x on the card if there is no pointer: the dot then moves along the lines by itself.
    private func walked(_ time: Double) -> Double {
        let plot = graph.chart.plot
        let share = 0.5 + 0.36 * PortableMath.sine(0.9 + time * 0.31)
        return graph.viewport.minX + (isScrolling ? graph.viewport.width * share : plot.minX + plot.width * share)
    }

    /// Returns true if the card changes by itself: the chart scrolls by itself (the tour) or glides, or the dot moves by itself
    /// because there is no pointer.
    public func isMoving(at time: Double, hasPointer: Bool) -> Bool { !hasPointer || (isScrolling && !isTouched) || scroll.isMoving(at: time) }

    // MARK: Drawing

    /// A text or an icon on the card, in the card's pixels.
    package struct Item {
        /// The area that the item covers.
        package let frame: Rectangle
        /// True if the item belongs to the chart and scrolls with the chart.
        package let isOfChart: Bool
        fileprivate let label: LineChart.PlacedLabel
        fileprivate let offset: Point
        fileprivate let alpha: Double

        fileprivate init(_ label: LineChart.PlacedLabel, movedBy offset: Point = Point(0, 0), alpha: Double = 1, isOfChart: Bool = false) {
            self.label = label; self.offset = offset; self.alpha = alpha; self.isOfChart = isOfChart
            frame = Rectangle(x: label.frame.x + offset.x, y: label.frame.y + offset.y, width: label.frame.width, height: label.frame.height)
        }
        fileprivate init(_ text: TextLayout, at corner: Point, alpha: Double = 1) {
            let box = LineChart.PlacedLabel.box(.text(text))
            self.init(LineChart.PlacedLabel(.text(text), Rectangle(x: corner.x + box.minX, y: corner.y + box.minY, width: box.width, height: box.height)),
                      alpha: alpha)
        }
    }
    /// Returns all texts and icons of the card at the given time: the heading at the top, the axis's numbers at the left, and the
    /// completely visible texts and icons of the chart. No two items overlap. A text of the chart that would be under the dot is moved to a
    /// free position beside the dot.
    /// - Parameters:
    ///   - pointer: The pointer's x on the card, in pixels.
    ///   - covered: Areas of the card that will be covered, for example by a panel; the heading avoids these areas.
    package func items(at time: Double, pointer: Double? = nil, covered: [Rectangle] = []) throws -> [Item] {
        let u = graph.scale, view = graph.viewport, offset = offset(at: time).rounded()
        let window = offset...offset + view.width, moved = Point(view.minX - offset, view.minY)
        var items = try heading(at: time, pointer: pointer, covered: covered)
        items += graph.axis.labels.map { Item($0) }
        items += graph.dayNames.placed(in: window).map { name in
            Item(name.name, at: Point((name.x + moved.x).rounded(.down), (graph.dayNames.top + moved.y).rounded()), alpha: name.alpha)
        }
        // Labels fade at the sides of the scrolled part, except at the ends of the chart.
        let fades = (left: min(10 * u, offset), right: min(10 * u, graph.scrollExtent - offset))
        let dots = dotFrames(at: time, pointer: pointer), plot = graph.chart.plot
        var placement = LabelPlacement(within: Rectangle(x: view.minX, y: view.minY + plot.minY, width: view.width, height: plot.height)), hidden: [Item] = []
        for place in items.map(\.frame) + dots { placement.block(place) }
        for label in graph.chart.labels {
            let left = label.frame.minX - window.lowerBound, right = window.upperBound - label.frame.maxX
            guard left >= 0, right >= 0 else { continue }
            let alpha = min(fades.left > 0 ? left / fades.left : 1, fades.right > 0 ? right / fades.right : 1, 1)
            guard alpha > 0 else { continue }
            let item = Item(label, movedBy: moved, alpha: alpha, isOfChart: true)
            if dots.contains(where: { GraphCard.touch($0, item.frame) }) {
                hidden.append(item)
            } else {
                items.append(item)
                placement.block(item.frame)
            }
        }
        for item in hidden {
            func isUncrossed(_ place: Rectangle) -> Bool {
                !graph.chart.isCrossed(Rectangle(x: place.x - moved.x, y: place.y - moved.y, width: place.width, height: place.height))
            }
            let places = GraphCard.places(beside: dots, for: item.frame).filter { item.label.mayBeCrossed || isUncrossed($0) }
            guard let chosen = placement.place(places, preferring: isUncrossed) else { continue }
            let way = Point(places[chosen].x - item.frame.x, places[chosen].y - item.frame.y)
            items.append(Item(item.label, movedBy: moved + way, alpha: item.alpha, isOfChart: true))
        }
        return items
    }
    private static func touch(_ a: Rectangle, _ b: Rectangle) -> Bool { a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY }
    /// Returns positions for a label near dots, the nearest position first: positions beside, above and below each single dot, and
    /// positions around all dots together. The label is shifted by whole pixels.
    private static func places(beside dots: [Rectangle], for frame: Rectangle) -> [Rectangle] {
        guard let first = dots.first else { return [] }
        let all = dots.dropFirst().reduce(first) { $0.union($1) }
        let ways = (dots + [all]).flatMap { (dot: Rectangle) -> [Point] in
            [Point((dot.minX - frame.maxX).rounded(.down), 0), Point((dot.maxX - frame.minX).rounded(.up), 0), Point(0, (dot.minY - frame.maxY).rounded(.down)),
             Point(0, (dot.maxY - frame.minY).rounded(.up))]
        }
        return ways.sorted { ($0 * $0).sum() < ($1 * $1).sum() }.map {
            Rectangle(x: frame.x + $0.x, y: frame.y + $0.y, width: frame.width, height: frame.height)
        }
    }
    /// Returns the title and the values at the dot. Values that do not fit beside the title and the covered areas are left out.
    private func heading(at time: Double, pointer: Double?, covered: [Rectangle]) throws -> [Item] {
        let u = graph.scale, middle = graph.viewport.minY / 2
        var placement = LabelPlacement(within: Rectangle(x: 0, y: 0, width: graph.width, height: graph.viewport.minY)), items: [Item] = []
        for area in covered { placement.block(area) }
        /// Adds a text at the left or right end of the free space; returns false if there is no space.
        func add(_ text: StyledText, toLeft: Bool) throws -> Bool {
            let layout = try TextLayout(text), box = LineChart.PlacedLabel.box(.text(layout))
            guard LineChart.PlacedLabel.isLegible(.text(layout)) else { return false }
            let y = (middle - layout.bounds.height / 2).rounded()
            let ends = toLeft ? [14 * u] + covered.map { $0.maxX + 10 * u }
                : ([graph.width - 14 * u] + covered.map { $0.minX - 10 * u }).map { $0 - layout.bounds.width }
            let corners = ends.map { Point($0.rounded(), y) }
            guard let chosen = placement.place(corners.map { Rectangle(x: $0.x + box.minX, y: $0.y + box.minY, width: box.width, height: box.height) },
                                               gap: 8 * u) else { return false }
            items.append(Item(layout, at: corners[chosen]))
            return true
        }
        _ = try add(fonts.text(graph.title, size: 15 * u, isBold: true), toLeft: true)
        let (text, values) = graph.readouts(at: dot(at: time, pointer: pointer).chart), shown = values.reversed().prefix(4)
        // The loop tries four headings, beginning with the longest: all values with the names of their lines, all values without names, one
        // value, and only the time or number at the dots.
        for (count, isNamed) in [(shown.count, true), (shown.count, false), (1, false), (0, false)] where count <= shown.count {
            var heading = fonts.text(text, size: 12 * u, color: Color(white: 1, alpha: 0.75))
            for value in shown.prefix(count) {
                if isNamed { heading.append("   " + value.name, style: fonts.style(size: 11 * u, color: value.color.withAlpha(0.85))) }
                heading.append((isNamed ? " " : "   ") + value.text, style: fonts.style(size: 13 * u, isBold: true, color: value.color))
            }
            if try add(heading, toLeft: false) { break }
        }
        return items
    }
    /// Returns the x coordinate of the dots twice: `card` is in pixels of the card, and `chart` is in pixels of the chart.
    private func dot(at time: Double, pointer: Double?) -> (card: Double, chart: Double) {
        let plot = graph.chart.plot, offset = offset(at: time).rounded()
        let place = min(max((pointer ?? walked(time)) - graph.viewport.minX + offset, plot.minX), plot.maxX)
        return (place - offset + graph.viewport.minX, place)
    }

    /// Draws the card.
    /// - Parameters:
    ///   - canvas: The canvas; one unit must be one pixel.
    ///   - corner: The card's upper left corner, in whole pixels.
    ///   - time: The time in seconds.
    ///   - pointer: The pointer's x on the card, in pixels, which the dot follows; nil if there is no pointer.
    ///   - cornerRadius: The radius of the card's corners, in pixels.
    ///   - covered: Areas in pixels of the card that will be covered, for example by a panel; the heading avoids these areas.
    public func draw(into canvas: inout Canvas, at corner: Point, time: Double, pointer: Double? = nil, cornerRadius: Double,
                     covered: [Rectangle] = []) throws {
        let u = graph.scale, view = graph.viewport, card = Rectangle(x: 0, y: 0, width: graph.width, height: graph.height)
        let seen = try tiles.visible(offset: Int(offset(at: time).rounded()))
        let items = try items(at: time, pointer: pointer, covered: covered)
        canvas.saved { canvas in
            canvas.translate(corner.x, corner.y)
            let outline = Path(roundedRectangle: card, cornerRadius: cornerRadius)
            let colors = Paint.gradient(.linear(from: Point(0, 0), to: Point(0, graph.height), graph.backdrop))
            if cornerRadius > 0 {
                canvas.saved { canvas in
                    canvas.shadows = [Shadow(.drop, offset: Point(0, 5 * u), blur: 16 * u, color: Color(white: 0, alpha: 0.45))]
                    canvas.fill(outline, with: colors)
                }
            } else { canvas.fill(outline, with: colors) }
            canvas.saved { canvas in
                canvas.clip(to: outline)
                canvas.saved { canvas in
                    canvas.clip(to: Path(rectangle: view))
                    for tile in seen {
                        let place = Rectangle(x: view.minX + Double(tile.x), y: view.minY, width: Double(tile.image.width), height: Double(tile.image.height))
                        canvas.draw(tile.image, in: place, isSmooth: false)
                        if showsTiles {
                            canvas.stroke(Path(rectangle: place.inset(dx: 1, dy: 1)), with: .color(Color(hex: 0xFFE066, alpha: 0.7)),
                                          style: StrokeStyle(width: 1, dashes: [4, 4]))
                        }
                    }
                    drawDot(into: &canvas, at: dot(at: time, pointer: pointer))
                }
                for item in items { item.label.draw(into: &canvas, movedBy: item.offset, alpha: item.alpha) }
            }
            // A thin light edge, as on glass.
            if cornerRadius > 0 {
                let edge = Path(roundedRectangle: card.inset(dx: 0.5, dy: 0.5), cornerRadius: max(0, cornerRadius - 0.5))
                canvas.stroke(edge, with: .gradient(.linear(from: Point(0, 0), to: Point(0, graph.height),
                                                            [Color(white: 1, alpha: 0.28), Color(white: 1, alpha: 0.06)])),
                              style: StrokeStyle(width: max(1, 0.8 * u)))
            }
        }
    }
    /// Draws a vertical line at the dots' position, and a dot where the vertical line crosses each line of the chart.
    private func drawDot(into canvas: inout Canvas, at place: (card: Double, chart: Double)) {
        let u = graph.scale, view = graph.viewport, plot = graph.chart.plot
        guard place.card >= view.minX, place.card <= view.maxX else { return }
        let top = view.minY + plot.minY, bottom = view.minY + plot.maxY
        canvas.fill(Path(rectangle: Rectangle(x: place.card.rounded(), y: top, width: max(1, u.rounded()), height: bottom - top)),
                    with: .gradient(.linear(from: Point(0, top), to: Point(0, bottom), [Color(white: 1, alpha: 0.55), Color(white: 1, alpha: 0.05)])))
        for (center, color) in dots(at: place) {
            canvas.fill(Path(circleAt: center, radius: 11 * u),
                        with: .gradient(.radial(center: center, radius: 11 * u, [color.withAlpha(0.55), color.withAlpha(0)])))
            canvas.fill(Path(circleAt: center, radius: GraphCard.dotRadius * u), with: .color(.white))
            canvas.fill(Path(circleAt: center, radius: 3.6 * u), with: .color(color))
        }
    }
    /// The radius of a dot, in points.
    private static let dotRadius = 5.5
    /// Returns a dot for each line of the chart: the dot's centre in pixels of the card, and the line's colour.
    private func dots(at place: (card: Double, chart: Double)) -> [(center: Point, color: Color)] {
        let view = graph.viewport
        guard place.card >= view.minX, place.card <= view.maxX else { return [] }
        return graph.chart.tracks.compactMap { track in track.point(at: place.chart).map { (center: Point(place.card, view.minY + $0.y), color: track.color) } }
    }
    /// Returns the areas of the card that the dots cover.
    package func dotFrames(at time: Double, pointer: Double? = nil) -> [Rectangle] {
        let radius = GraphCard.dotRadius * graph.scale
        return dots(at: dot(at: time, pointer: pointer)).map {
            Rectangle(x: $0.center.x - radius, y: $0.center.y - radius, width: 2 * radius, height: 2 * radius)
        }
    }
}
