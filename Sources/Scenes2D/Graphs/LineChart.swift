public import Canvas

/// A chart in pixels: lines, areas, bars, gridlines and labels, each laid out once and drawn as a whole or in tiles. All graphs are made of it.
///
/// A chart is as wide as its time; a graph shows a part of it. Everything lies on 1/256 of a pixel and colours change from top to bottom alone, so that a tile, which is
/// drawn from another origin, has the same bits as the same pixels of the whole.
public struct LineChart: Sendable {
    /// How a line is drawn.
    public struct LineStyle: Sendable, Hashable {
        /// Its colour.
        public var color: Color
        /// Points.
        public var width: Double
        /// Points of dashes and gaps; empty for a solid line.
        public var dashes: [Double]
        /// A style.
        public init(_ color: Color, width: Double = 2.5, dashes: [Double] = []) { self.color = color; self.width = width; self.dashes = dashes }
    }
    /// A line that was added: where a dot on it lies.
    public struct Track: Sendable, Hashable {
        /// The line's heights in pixels, by pixels of x.
        public var lookup: GraphLookup
        /// The line's colour.
        public var color: Color
        /// The data, in their own units.
        public var curve: GraphCurve
        /// Where the dot lies at a place along the chart.
        public func point(at x: Double) -> Point? { lookup.height(at: x).map { Point(x, $0) } }
    }
    /// Text at a point of the chart.
    public struct Label: Sendable {
        /// What it says.
        public var text: StyledText
        /// The point, in pixels.
        public var anchor: Point
        /// Which point of the text lies there: 0 the left side, 0.5 the middle, 1 the right side.
        public var alignment: Double
        /// Labels of higher rank keep their places where two would touch.
        public var rank: Int
        /// A label whose first line's baseline begins, is centred or ends at a point.
        public init(_ text: StyledText, at anchor: Point, alignment: Double = 0.5, rank: Int = 0) { self.text = text; self.anchor = anchor; self.alignment = alignment; self.rank = rank }
    }

    /// Pixels of the whole chart.
    public let width: Double, height: Double
    /// Where values lie, in pixels; labels may stand around.
    public let plot: Rectangle
    /// What the plot's left and right sides stand for.
    public let x: ClosedRange<Double>
    /// What its lower and upper sides stand for.
    public let y: ClosedRange<Double>
    /// Pixels of a point.
    public let scale: Double
    /// The lines that dots can follow, in the order in which they were added.
    public private(set) var tracks: [Track] = []

    /// A thing to draw, and how far it reaches along x.
    package struct Element: Sendable {
        package enum Shape: Sendable {
            case fill(Path, Paint)
            case stroke(Path, Paint, StrokeStyle)
            case text(TextLayout, Point)
            case drawing(Canvas, Point)
        }
        package var shape: Shape
        package var minX: Double, maxX: Double
    }
    package private(set) var elements: [Element] = []

    /// A chart without anything on it.
    /// - Parameters:
    ///   - width: Pixels, whole.
    ///   - height: Pixels, whole.
    ///   - plot: Where values lie, in pixels.
    ///   - x: What the plot's left and right sides stand for.
    ///   - y: What its lower and upper sides stand for.
    ///   - scale: Pixels of a point: by how much line widths are multiplied.
    public init(width: Double, height: Double, plot: Rectangle, x: ClosedRange<Double>, y: ClosedRange<Double>, scale: Double) {
        self.width = width; self.height = height; self.plot = plot; self.x = x; self.y = y; self.scale = scale
    }

    // MARK: Places

    /// Onto 1/256 of a pixel.
    static func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }
    static func snapped(_ point: Point) -> Point { Point(snapped(point.x), snapped(point.y)) }
    /// The pixel of an x.
    public func pixelX(_ value: Double) -> Double { plot.minX + (value - x.lowerBound) / max(x.upperBound - x.lowerBound, .leastNonzeroMagnitude) * plot.width }
    /// The pixel of a y.
    public func pixelY(_ value: Double) -> Double { plot.maxY - (value - y.lowerBound) / max(y.upperBound - y.lowerBound, .leastNonzeroMagnitude) * plot.height }
    /// The x of a pixel.
    public func valueX(_ pixel: Double) -> Double { x.lowerBound + (pixel - plot.minX) / max(plot.width, 1e-9) * (x.upperBound - x.lowerBound) }
    private func place(_ value: Point) -> Point { LineChart.snapped(Point(pixelX(value.x), pixelY(value.y))) }

    // MARK: Adding

    private mutating func add(_ shape: Element.Shape, from minX: Double, to maxX: Double) { elements.append(Element(shape: shape, minX: minX.rounded(.down) - 1, maxX: maxX.rounded(.up) + 1)) }

    /// A rectangle in pixels.
    public mutating func addRectangle(_ rectangle: Rectangle, paint: Paint, cornerRadius: Double = 0) {
        let r = Rectangle(LineChart.snapped(Point(rectangle.minX, rectangle.minY)), LineChart.snapped(Point(rectangle.maxX, rectangle.maxY)))
        add(.fill(cornerRadius > 0 ? Path(roundedRectangle: r, cornerRadius: LineChart.snapped(cornerRadius)) : Path(rectangle: r), paint), from: r.minX, to: r.maxX)
    }
    /// The plot's height between two x, as for the night.
    public mutating func addBand(_ range: ClosedRange<Double>, paint: Paint) {
        let part = range.clamped(to: x)
        guard part.upperBound > part.lowerBound else { return }
        addRectangle(Rectangle(Point(pixelX(part.lowerBound).rounded(), plot.minY), Point(pixelX(part.upperBound).rounded(), plot.maxY)), paint: paint)
    }
    /// Lines across at values of y, a pixel row each so that they are sharp.
    public mutating func addGridlines(_ values: [Double], color: Color) {
        for value in values where y.contains(value) {
            let row = min(pixelY(value).rounded(.down), height - 1), thickness = max(1, (scale * 0.75).rounded())
            addRectangle(Rectangle(x: plot.minX, y: row, width: plot.width, height: thickness), paint: .color(color))
        }
    }
    /// Upright lines at values of x.
    public mutating func addUprights(_ values: [Double], color: Color, from top: Double? = nil, to bottom: Double? = nil) {
        for value in values where x.contains(value) {
            let column = pixelX(value).rounded(.down), thickness = max(1, (scale * 0.75).rounded())
            addRectangle(Rectangle(Point(column, (top ?? plot.minY).rounded()), Point(column + thickness, (bottom ?? plot.maxY).rounded())), paint: .color(color))
        }
    }
    /// The curve of data in pixels. Missing values are stepped over.
    public func curve(_ points: [Point], _ interpolation: GraphCurve.Interpolation) -> GraphCurve { GraphCurve(points.map(place), interpolation: interpolation) }
    /// The area between a line and the plot's lower side, in colours from the plot's upper side, or from the line's highest point, downwards.
    public mutating func addArea(_ points: [Point], _ interpolation: GraphCurve.Interpolation, colors: [Color], fromLine: Bool = false) {
        let curve = curve(points, interpolation)
        guard let first = curve.points.first, let last = curve.points.last, curve.points.count > 1 else { return }
        let top = fromLine ? LineChart.snapped(curve.range?.lowerBound ?? plot.minY) : plot.minY
        // The gradient runs straight down: its place along x says nothing, wherever a tile begins.
        add(.fill(curve.area(to: plot.maxY), .gradient(.linear(from: Point(0, top), to: Point(0, plot.maxY), colors))), from: first.x, to: last.x)
    }
    /// A line with round ends and corners, which a dot can follow.
    public mutating func addLine(_ points: [Point], _ interpolation: GraphCurve.Interpolation, style: LineStyle) {
        let curve = curve(points, interpolation)
        guard let first = curve.points.first, let last = curve.points.last else { return }
        tracks.append(Track(lookup: GraphLookup(curve), color: style.color, curve: GraphCurve(points, interpolation: interpolation)))
        let width = style.width * scale
        guard curve.points.count > 1 else {
            add(.fill(Path(circleAt: first, radius: LineChart.snapped(width)), .color(style.color)), from: first.x - width, to: first.x + width)
            return
        }
        add(.stroke(curve.path(), .color(style.color), StrokeStyle(width: width, cap: style.dashes.isEmpty ? .round : .butt, join: .round, dashes: style.dashes.map { $0 * scale })),
            from: first.x - width, to: last.x + width)
    }
    /// Bars from the plot's lower side; with rounded heads, as wide as a share of the step between them.
    public mutating func addBars(_ points: [Point], step: Double, share: Double = 0.6, bottom: Double? = nil, top: Double? = nil, range: ClosedRange<Double>, colors: [Color]) {
        let low = bottom ?? plot.maxY, high = top ?? plot.minY
        let wide = max(1, (step / max(x.upperBound - x.lowerBound, .leastNonzeroMagnitude) * plot.width * share).rounded())
        for point in points where point.y.isFinite && x.contains(point.x) {
            let part = min(max((point.y - range.lowerBound) / max(range.upperBound - range.lowerBound, .leastNonzeroMagnitude), 0), 1)
            let tall = LineChart.snapped(part * (low - high))
            guard tall > 0 else { continue }
            let r = Rectangle(x: (pixelX(point.x) - wide / 2).rounded(), y: low - tall, width: wide, height: tall)
            addRectangle(r, paint: .gradient(.linear(from: Point(0, high), to: Point(0, low), colors)), cornerRadius: min(wide / 2, tall / 2, 3 * scale))
        }
    }
    /// A filled circle with a ring at a value.
    public mutating func addDot(at value: Point, color: Color, radius: Double, ring: Color? = nil) {
        let center = place(value), r = LineChart.snapped(radius * scale)
        if let ring { add(.fill(Path(circleAt: center, radius: r + LineChart.snapped(1.5 * scale)), .color(ring)), from: center.x - 2 * r, to: center.x + 2 * r) }
        add(.fill(Path(circleAt: center, radius: r), .color(color)), from: center.x - r, to: center.x + r)
    }
    /// A drawing about a pixel, `reach` pixels to both sides.
    public mutating func addDrawing(_ canvas: Canvas, at pixel: Point, reach: Double) {
        let place = Point(pixel.x.rounded(), pixel.y.rounded())
        add(.drawing(canvas, place), from: place.x - reach, to: place.x + reach)
    }
    /// Labels, leaving out those that would touch another of this call, or stand beyond the chart's sides.
    /// - Parameters:
    ///   - labels: In the order in which they take their places.
    ///   - gap: Points between two.
    /// - Returns: The indices of those that stand.
    @discardableResult
    public mutating func addLabels(_ labels: [Label], gap: Double = 6) throws(CanvasError) -> [Int] {
        var placed: [(layout: TextLayout, corner: Point)] = [], extents: [GraphLabels.Extent] = []
        for label in labels {
            let layout = try TextLayout(label.text, options: TextLayout.Options(alignment: label.alignment == 0.5 ? .center : .left))
            let corner = Point((label.anchor.x - layout.bounds.width * label.alignment).rounded(), (label.anchor.y - (layout.lines.first?.origin.y ?? 0)).rounded())
            placed.append((layout, corner))
            let isInside = corner.x >= 0 && corner.x + layout.bounds.width <= width
            extents.append(GraphLabels.Extent(start: isInside ? corner.x : .nan, end: corner.x + layout.bounds.width, rank: label.rank))
        }
        let fitting = GraphLabels.fitting(extents, gap: gap * scale)
        for i in fitting { add(.text(placed[i].layout, placed[i].corner), from: extents[i].start, to: extents[i].end) }
        return fitting
    }

    // MARK: Drawing

    /// Draws what can be seen of the chart between two pixels, all of it by default.
    public func draw(into canvas: inout Canvas, from minX: Double = 0, to maxX: Double = .infinity) {
        for element in elements where element.maxX >= minX && element.minX <= maxX {
            switch element.shape {
            case .fill(let path, let paint): canvas.fill(path, with: paint)
            case .stroke(let path, let paint, let style): canvas.stroke(path, with: paint, style: style)
            case .text(let layout, let corner): canvas.draw(layout, at: corner)
            case .drawing(let drawing, let place):
                canvas.saved { canvas in
                    canvas.translate(place.x, place.y)
                    canvas.draw(drawing)
                }
            }
        }
    }
}
