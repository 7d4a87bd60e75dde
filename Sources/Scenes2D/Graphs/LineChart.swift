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
    /// A text or an icon that looks for a place on the chart.
    public struct Label: Sendable {
        /// The text or drawing of a label.
        public enum Content: Sendable {
            /// A text.
            case text(TextLayout)
            /// A drawing about its own origin, this large.
            case drawing(Canvas, Size)
        }
        /// A point of the chart, and which point of the label lies there.
        public struct Anchor: Sendable, Hashable {
            /// The point, in pixels.
            public var point: Point
            /// Which point of the label: (0, 0) its upper left corner, (0.5, 1) the middle of its lower side.
            public var share: Point
            /// An anchor.
            public init(_ point: Point, _ shareX: Double, _ shareY: Double) { self.point = point; share = Point(shareX, shareY) }
        }
        /// The label's text or drawing.
        public var content: Content
        /// Where it may stand, in the order of its liking.
        public var anchors: [Anchor]
        /// Labels of higher rank choose their places first, of equal rank the earlier one.
        public var rank: Int
        /// It stays within this part of the chart; nil for all of it.
        public var area: Rectangle?
        /// Whether it stands where a line runs through it, if there is no other place, or rather not at all.
        public var mayBeCrossed: Bool
        /// A label.
        public init(_ content: Content, at anchors: [Anchor], rank: Int = 0, within area: Rectangle? = nil, mayBeCrossed: Bool = true) {
            self.content = content; self.anchors = anchors; self.rank = rank; self.area = area; self.mayBeCrossed = mayBeCrossed
        }
        /// A text, laid out.
        /// - Throws: `CanvasError` as text does.
        public init(_ text: StyledText, at anchors: [Anchor], rank: Int = 0, within area: Rectangle? = nil, mayBeCrossed: Bool = true) throws(CanvasError) {
            let isCentered = anchors.first?.share.x == 0.5
            self.init(.text(try TextLayout(text, options: TextLayout.Options(alignment: isCentered ? .center : .left))), at: anchors, rank: rank, within: area, mayBeCrossed: mayBeCrossed)
        }
    }
    /// A label that has its place.
    public struct PlacedLabel: Sendable {
        /// The label's text or drawing.
        public let content: Label.Content
        /// The area that it covers, in pixels of the chart.
        public let frame: Rectangle
        /// Where its drawing's origin or its text's corner lies.
        let origin: Point
        /// Whether a line may run through it.
        let mayBeCrossed: Bool

        init(_ content: Label.Content, _ frame: Rectangle, mayBeCrossed: Bool = true) {
            let box = PlacedLabel.box(content)
            self.content = content; self.frame = frame; self.mayBeCrossed = mayBeCrossed
            origin = Point(frame.minX - box.minX, frame.minY - box.minY)
        }
        /// The area that content covers about its origin: for a text the lines and the ink, for a drawing its size.
        static func box(_ content: Label.Content) -> Rectangle {
            switch content {
            case .text(let layout): layout.inkBounds.map { layout.bounds.union($0) } ?? layout.bounds
            case .drawing(_, let size): Rectangle(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            }
        }
        /// Whether it can be read: text whose lines are less than seven pixels high cannot.
        static func isLegible(_ content: Label.Content) -> Bool {
            if case .text(let layout) = content { return (layout.lines.first?.height ?? 0) >= 7 }
            return true
        }
        /// Draws it, moved by a number of pixels.
        func draw(into canvas: inout Canvas, movedBy offset: Point = Point(0, 0), alpha: Double = 1) {
            canvas.saved { canvas in
                if alpha < 1 { canvas.alpha = alpha }
                switch content {
                case .text(let layout): canvas.draw(layout, at: origin + offset)
                case .drawing(let drawing, _):
                    canvas.translate(origin.x + offset.x, origin.y + offset.y)
                    canvas.draw(drawing)
                }
            }
        }
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
        }
        package var shape: Shape
        package var minX: Double, maxX: Double
    }
    package private(set) var elements: [Element] = []
    /// Texts and icons. They lie over the elements, none touching another, and are not part of tiles: a program that scrolls the chart shows the labels that are wholly visible.
    public private(set) var labels: [PlacedLabel] = []
    /// The bars, which labels keep off where they can.
    private var bars: [Rectangle] = []
    private var placement: LabelPlacement

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
        placement = LabelPlacement(within: Rectangle(x: 0, y: 0, width: width, height: height))
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
            bars.append(r)
            addRectangle(r, paint: .gradient(.linear(from: Point(0, high), to: Point(0, low), colors)), cornerRadius: min(wide / 2, tall / 2, 3 * scale))
        }
    }
    /// A filled circle with a ring at a value.
    public mutating func addDot(at value: Point, color: Color, radius: Double, ring: Color? = nil) {
        let center = place(value), r = LineChart.snapped(radius * scale)
        if let ring { add(.fill(Path(circleAt: center, radius: r + LineChart.snapped(1.5 * scale)), .color(ring)), from: center.x - 2 * r, to: center.x + 2 * r) }
        add(.fill(Path(circleAt: center, radius: r), .color(color)), from: center.x - r, to: center.x + r)
    }
    /// Texts and icons, each at the first of its anchors where it touches no other on the chart, no line runs through it and no bar lies under it; else at the first over bars; else, if lines may
    /// run through it, at the first where it touches no other.
    /// Labels that find no place, and texts too small to be read, are left out.
    /// - Parameters:
    ///   - labels: The labels; labels of equal rank choose in this order.
    ///   - gap: Points between two.
    /// - Returns: The indices of the labels that found a place.
    @discardableResult
    public mutating func addLabels(_ labels: [Label], gap: Double = 4) -> [Int] {
        let lines = self.lines, bars = self.bars, around = scale
        var standing: [Int] = []
        for index in labels.indices.sorted(by: { (-labels[$0].rank, $0) < (-labels[$1].rank, $1) }) {
            let label = labels[index], box = PlacedLabel.box(label.content)
            guard PlacedLabel.isLegible(label.content) else { continue }
            let candidates = label.anchors.map { anchor in
                // Whole pixels, so that a text looks the same wherever it stands.
                Rectangle(x: (anchor.point.x - box.width * anchor.share.x - box.minX).rounded() + box.minX, y: (anchor.point.y - box.height * anchor.share.y - box.minY).rounded() + box.minY,
                          width: box.width, height: box.height)
            }.filter { candidate in
                label.area.map { candidate.minX >= $0.minX && candidate.maxX <= $0.maxX && candidate.minY >= $0.minY && candidate.maxY <= $0.maxY } ?? true
            }
            func isUnderLine(_ place: Rectangle) -> Bool { LineChart.isCrossed(place, by: lines, around: around) }
            func isOverBar(_ place: Rectangle) -> Bool { bars.contains { LineChart.touch($0, place) } }
            let uncrossed = candidates.filter { !isUnderLine($0) }, crossed = label.mayBeCrossed ? candidates.filter(isUnderLine) : []
            // Of equally good places the first.
            let best = [uncrossed, crossed].flatMap { places in places.filter { !isOverBar($0) } + places.filter(isOverBar) }
            guard let chosen = placement.place(best, gap: gap * scale) else { continue }
            self.labels.append(PlacedLabel(label.content, best[chosen], mayBeCrossed: label.mayBeCrossed))
            standing.append(index)
        }
        return standing.sorted()
    }
    /// A line, and the pixels of x between which it lies.
    private struct Course {
        let line: GraphLookup
        let from: Double, to: Double
    }
    private var lines: [Course] {
        tracks.compactMap { track in
            guard let first = track.curve.points.first, let last = track.curve.points.last else { return nil }
            return Course(line: track.lookup, from: pixelX(first.x), to: pixelX(last.x))
        }
    }
    /// Whether a line runs through a rectangle, or less than a point beside it.
    func isCrossed(_ place: Rectangle) -> Bool { LineChart.isCrossed(place, by: lines, around: scale) }
    private static func isCrossed(_ place: Rectangle, by lines: [Course], around: Double) -> Bool {
        lines.contains { isCrossed(place.inset(dx: -around, dy: -around), by: $0.line, from: $0.from, to: $0.to) }
    }
    private static func touch(_ a: Rectangle, _ b: Rectangle) -> Bool { a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY }
    /// The uppermost pixel of the lines between two pixels of x; nil where there are no lines.
    func top(from first: Double, to last: Double) -> Double? {
        lines.flatMap { course in stride(from: max(first, course.from), through: min(last, course.to), by: 1).compactMap { course.line.height(at: $0) } }.min()
    }
    /// Whether a line that lies between two pixels of x runs through a rectangle.
    private static func isCrossed(_ rectangle: Rectangle, by line: GraphLookup, from first: Double, to last: Double) -> Bool {
        var before: Double?
        for x in stride(from: max(rectangle.minX, first), through: min(rectangle.maxX, last), by: 1) {
            guard let y = line.height(at: x) else { return false }
            if max(y, before ?? y) >= rectangle.minY, min(y, before ?? y) <= rectangle.maxY { return true }
            before = y
        }
        return false
    }

    // MARK: Drawing

    /// Draws the visible part of the chart between two pixels, all of it by default, without its labels.
    public func draw(into canvas: inout Canvas, from minX: Double = 0, to maxX: Double = .infinity) {
        for element in elements where element.maxX >= minX && element.minX <= maxX {
            switch element.shape {
            case .fill(let path, let paint): canvas.fill(path, with: paint)
            case .stroke(let path, let paint, let style): canvas.stroke(path, with: paint, style: style)
            }
        }
    }
    /// Draws the labels.
    public func drawLabels(into canvas: inout Canvas) { for label in labels { label.draw(into: &canvas) } }
}
