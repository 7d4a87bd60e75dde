public import Canvas

/// A chart in pixels: lines, areas, bars, gridlines and labels. The parts of a chart are laid out once; the chart can be drawn as a whole
/// or in tiles. All graphs use `LineChart`.
///
/// A chart is as wide as its time range; a graph shows a part of the chart. A tile's origin differs from the chart's origin, but the tile's
/// pixels have the same bits as in the whole chart, because coordinates are multiples of 1/256 pixel and gradients are vertical.
public struct LineChart: Sendable {
    /// The style of a line.
    public struct LineStyle: Sendable, Hashable {
        /// The colour.
        public var color: Color
        /// The width in points.
        public var width: Double
        /// The lengths of dashes and gaps in points; empty for a solid line.
        public var dashes: [Double]
        /// Creates the style of a line.
        public init(_ color: Color, width: Double = 2.5, dashes: [Double] = []) { self.color = color; self.width = width; self.dashes = dashes }
    }
    /// A line of the chart that a dot can follow.
    public struct Track: Sendable, Hashable {
        /// The line's height in pixels at each pixel of x.
        public var lookup: GraphLookup
        /// The line's colour.
        public var color: Color
        /// The curve through the data, in the units of the data.
        public var curve: GraphCurve
        /// Returns the dot's position at a pixel x of the chart.
        public func point(at x: Double) -> Point? { lookup.height(at: x).map { Point(x, $0) } }
    }
    /// A text or an icon to be placed on the chart.
    public struct Label: Sendable {
        /// The content of a label.
        public enum Content: Sendable {
            /// A text.
            case text(TextLayout)
            /// A drawing with its size. The centre of the drawing is the origin of the canvas.
            case drawing(Canvas, Size)
        }
        /// A possible position of a label: a point of the chart, and the point of the label that is placed at this point of the chart.
        public struct Anchor: Sendable, Hashable {
            /// The point, in pixels.
            public var point: Point
            /// The point of the label: (0, 0) is its upper left corner, (0.5, 1) the middle of its lower side.
            public var share: Point
            /// Creates an anchor.
            public init(_ point: Point, _ shareX: Double, _ shareY: Double) { self.point = point; share = Point(shareX, shareY) }
        }
        /// The label's text or drawing.
        public var content: Content
        /// The possible positions, in order of preference.
        public var anchors: [Anchor]
        /// Labels of higher rank are placed first. Among labels of equal rank, the earlier label is placed first.
        public var rank: Int
        /// The part of the chart in which the label must stay; nil for the whole chart.
        public var area: Rectangle?
        /// The choice if a line crosses the label at every free position: true places the label over the line, false leaves the label
        /// out.
        public var mayBeCrossed: Bool
        /// Creates a label.
        public init(_ content: Content, at anchors: [Anchor], rank: Int = 0, within area: Rectangle? = nil, mayBeCrossed: Bool = true) {
            self.content = content; self.anchors = anchors; self.rank = rank; self.area = area; self.mayBeCrossed = mayBeCrossed
        }
        /// Creates a label from a text.
        /// - Throws: `CanvasError` if the text cannot be laid out.
        public init(_ text: StyledText, at anchors: [Anchor], rank: Int = 0, within area: Rectangle? = nil, mayBeCrossed: Bool = true) throws(CanvasError) {
            let isCentered = anchors.first?.share.x == 0.5
            self.init(.text(try TextLayout(text, options: TextLayout.Options(alignment: isCentered ? .center : .left))), at: anchors, rank: rank, within: area,
                      mayBeCrossed: mayBeCrossed)
        }
    }
    /// A placed label.
    public struct PlacedLabel: Sendable {
        /// The label's text or drawing.
        public let content: Label.Content
        /// The area that the label covers, in pixels of the chart.
        public let frame: Rectangle
        /// The origin of the label's drawing, or the upper left corner of its text.
        let origin: Point
        /// True if a line may cross the label.
        let mayBeCrossed: Bool

        init(_ content: Label.Content, _ frame: Rectangle, mayBeCrossed: Bool = true) {
            let box = PlacedLabel.box(content)
            self.content = content; self.frame = frame; self.mayBeCrossed = mayBeCrossed
            origin = Point(frame.minX - box.minX, frame.minY - box.minY)
        }
        /// Returns the area that a label's content covers, relative to the content's origin: the bounds and the ink of a text, or
        /// the size of a drawing.
        static func box(_ content: Label.Content) -> Rectangle {
            switch content {
            case .text(let layout): layout.inkBounds.map { layout.bounds.union($0) } ?? layout.bounds
            case .drawing(_, let size): Rectangle(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height)
            }
        }
        /// Returns true if a label's content is readable: lines of text must be at least seven pixels high.
        static func isLegible(_ content: Label.Content) -> Bool {
            if case .text(let layout) = content { return (layout.lines.first?.height ?? 0) >= 7 }
            return true
        }
        /// Draws the label, shifted by a number of pixels.
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

    /// The width and the height of the whole chart in pixels.
    public let width: Double, height: Double
    /// The area of the values, in pixels; labels may lie outside.
    public let plot: Rectangle
    /// The values at the plot's left and right sides.
    public let x: ClosedRange<Double>
    /// The values at the plot's lower and upper sides.
    public let y: ClosedRange<Double>
    /// The number of pixels per point.
    public let scale: Double
    /// The lines that dots can follow, in the order in which they were added.
    public private(set) var tracks: [Track] = []

    /// A shape to draw, and its horizontal extent.
    package struct Element: Sendable {
        package enum Shape: Sendable {
            case fill(Path, Paint)
            case stroke(Path, Paint, StrokeStyle)
        }
        package var shape: Shape
        package var minX: Double, maxX: Double
    }
    package private(set) var elements: [Element] = []
    /// The placed texts and icons. The labels lie over the elements and do not overlap. Labels are not part of tiles: a program
    /// that scrolls the chart shows only the completely visible labels.
    public private(set) var labels: [PlacedLabel] = []
    /// The bars, which labels avoid if possible.
    private var bars: [Rectangle] = []
    private var placement: LabelPlacement

    /// Creates an empty chart.
    /// - Parameters:
    ///   - width: The width in whole pixels.
    ///   - height: The height in whole pixels.
    ///   - plot: The area of the values, in pixels.
    ///   - x: The values at the plot's left and right sides.
    ///   - y: The values at the plot's lower and upper sides.
    ///   - scale: Pixels per point, the factor for line widths.
    public init(width: Double, height: Double, plot: Rectangle, x: ClosedRange<Double>, y: ClosedRange<Double>, scale: Double) {
        self.width = width; self.height = height; self.plot = plot; self.x = x; self.y = y; self.scale = scale
        placement = LabelPlacement(within: Rectangle(x: 0, y: 0, width: width, height: height))
    }

    // MARK: Places

    /// Rounds to 1/256 pixel.
    static func snapped(_ value: Double) -> Double { (value * 256).rounded() / 256 }
    static func snapped(_ point: Point) -> Point { Point(snapped(point.x), snapped(point.y)) }
    /// Returns the pixel coordinate of an x value.
    public func pixelX(_ value: Double) -> Double { plot.minX + (value - x.lowerBound) / max(x.upperBound - x.lowerBound, .leastNonzeroMagnitude) * plot.width }
    /// Returns the pixel coordinate of a y value.
    public func pixelY(_ value: Double) -> Double {
        plot.maxY - (value - y.lowerBound) / max(y.upperBound - y.lowerBound, .leastNonzeroMagnitude) * plot.height
    }
    /// Returns the x value of a pixel coordinate.
    public func valueX(_ pixel: Double) -> Double { x.lowerBound + (pixel - plot.minX) / max(plot.width, 1e-9) * (x.upperBound - x.lowerBound) }
    private func place(_ value: Point) -> Point { LineChart.snapped(Point(pixelX(value.x), pixelY(value.y))) }

    // MARK: Adding

    private mutating func add(_ shape: Element.Shape, from minX: Double, to maxX: Double) {
        elements.append(Element(shape: shape, minX: minX.rounded(.down) - 1, maxX: maxX.rounded(.up) + 1))
    }

    /// Adds a rectangle in pixels.
    public mutating func addRectangle(_ rectangle: Rectangle, paint: Paint, cornerRadius: Double = 0) {
        let r = Rectangle(LineChart.snapped(Point(rectangle.minX, rectangle.minY)), LineChart.snapped(Point(rectangle.maxX, rectangle.maxY)))
        add(.fill(cornerRadius > 0 ? Path(roundedRectangle: r, cornerRadius: LineChart.snapped(cornerRadius)) : Path(rectangle: r), paint), from: r.minX,
            to: r.maxX)
    }
    /// Adds a band as high as the plot between two x values, for example for the night.
    public mutating func addBand(_ range: ClosedRange<Double>, paint: Paint) {
        let part = range.clamped(to: x)
        guard part.upperBound > part.lowerBound else { return }
        addRectangle(Rectangle(Point(pixelX(part.lowerBound).rounded(), plot.minY), Point(pixelX(part.upperBound).rounded(), plot.maxY)), paint: paint)
    }
    /// Adds horizontal lines at y values, aligned to pixel rows, so that the lines are sharp.
    public mutating func addGridlines(_ values: [Double], color: Color) {
        for value in values where y.contains(value) {
            let row = min(pixelY(value).rounded(.down), height - 1), thickness = max(1, (scale * 0.75).rounded())
            addRectangle(Rectangle(x: plot.minX, y: row, width: plot.width, height: thickness), paint: .color(color))
        }
    }
    /// Adds vertical lines at x values.
    public mutating func addUprights(_ values: [Double], color: Color, from top: Double? = nil, to bottom: Double? = nil) {
        for value in values where x.contains(value) {
            let column = pixelX(value).rounded(.down), thickness = max(1, (scale * 0.75).rounded())
            addRectangle(Rectangle(Point(column, (top ?? plot.minY).rounded()), Point(column + thickness, (bottom ?? plot.maxY).rounded())),
                         paint: .color(color))
        }
    }
    /// Returns the curve of data in pixels. Missing values are skipped.
    public func curve(_ points: [Point], _ interpolation: GraphCurve.Interpolation) -> GraphCurve {
        GraphCurve(points.map(place), interpolation: interpolation)
    }
    /// Adds the area between a line and the plot's lower side. The area has a vertical gradient, which begins at the plot's upper side,
    /// or at the line's highest point if `fromLine` is true.
    public mutating func addArea(_ points: [Point], _ interpolation: GraphCurve.Interpolation, colors: [Color], fromLine: Bool = false) {
        let curve = curve(points, interpolation)
        guard let first = curve.points.first, let last = curve.points.last, curve.points.count > 1 else { return }
        let top = fromLine ? LineChart.snapped(curve.range?.lowerBound ?? plot.minY) : plot.minY
        // The gradient is vertical, so its colours do not depend on x or on the origin of a tile.
        add(.fill(curve.area(to: plot.maxY), .gradient(.linear(from: Point(0, top), to: Point(0, plot.maxY), colors))), from: first.x, to: last.x)
    }
    /// Adds a line with round ends and corners, which a dot can follow.
    public mutating func addLine(_ points: [Point], _ interpolation: GraphCurve.Interpolation, style: LineStyle) {
        let curve = curve(points, interpolation)
        guard let first = curve.points.first, let last = curve.points.last else { return }
        tracks.append(Track(lookup: GraphLookup(curve), color: style.color, curve: GraphCurve(points, interpolation: interpolation)))
        let width = style.width * scale
        guard curve.points.count > 1 else {
            add(.fill(Path(circleAt: first, radius: LineChart.snapped(width)), .color(style.color)), from: first.x - width, to: first.x + width)
            return
        }
        add(.stroke(curve.path(), .color(style.color),
                    StrokeStyle(width: width, cap: style.dashes.isEmpty ? .round : .butt, join: .round, dashes: style.dashes.map { $0 * scale })),
            from: first.x - width, to: last.x + width)
    }
    /// Adds bars with rounded corners, from the plot's lower side upwards. The width of the bars is a fraction of the step between
    /// two bars.
    public mutating func addBars(_ points: [Point], step: Double, share: Double = 0.6, bottom: Double? = nil, top: Double? = nil, range: ClosedRange<Double>,
                                 colors: [Color]) {
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
    /// Adds a filled circle at a point of the data, with a ring around it.
    public mutating func addDot(at value: Point, color: Color, radius: Double, ring: Color? = nil) {
        let center = place(value), r = LineChart.snapped(radius * scale)
        if let ring {
            add(.fill(Path(circleAt: center, radius: r + LineChart.snapped(1.5 * scale)), .color(ring)), from: center.x - 2 * r, to: center.x + 2 * r)
        }
        add(.fill(Path(circleAt: center, radius: r), .color(color)), from: center.x - r, to: center.x + r)
    }
    /// Places texts and icons. The preferred position is the first anchor at which the label touches no other label, no line and no bar.
    /// The next choice is the first anchor at which the label lies over bars. If lines may cross the label, the last choice is the first
    /// anchor at which the label overlaps no other label. Labels without a position, and texts too small to read, are left out.
    /// - Parameters:
    ///   - labels: The labels; labels of equal rank are placed in this order.
    ///   - gap: The minimum distance between two labels, in points.
    /// - Returns: The indices of the labels that found a position.
    @discardableResult
    public mutating func addLabels(_ labels: [Label], gap: Double = 4) -> [Int] {
        let lines = self.lines, bars = self.bars, around = scale
        var standing: [Int] = []
        for index in labels.indices.sorted(by: { (-labels[$0].rank, $0) < (-labels[$1].rank, $1) }) {
            let label = labels[index], box = PlacedLabel.box(label.content)
            guard PlacedLabel.isLegible(label.content) else { continue }
            let candidates = label.anchors.map { anchor in
                // Labels are placed at whole pixels, so that a text looks the same at every position.
                Rectangle(x: (anchor.point.x - box.width * anchor.share.x - box.minX).rounded() + box.minX,
                          y: (anchor.point.y - box.height * anchor.share.y - box.minY).rounded() + box.minY,
                          width: box.width, height: box.height)
            }.filter { candidate in
                label.area.map { candidate.minX >= $0.minX && candidate.maxX <= $0.maxX && candidate.minY >= $0.minY && candidate.maxY <= $0.maxY } ?? true
            }
            func isUnderLine(_ place: Rectangle) -> Bool { LineChart.isCrossed(place, by: lines, around: around) }
            func isOverBar(_ place: Rectangle) -> Bool { bars.contains { LineChart.touch($0, place) } }
            let uncrossed = candidates.filter { !isUnderLine($0) }, crossed = label.mayBeCrossed ? candidates.filter(isUnderLine) : []
            // The positions, the best positions first. Equally good positions are in the order of the anchors.
            let best = [uncrossed, crossed].flatMap { places in places.filter { !isOverBar($0) } + places.filter(isOverBar) }
            guard let chosen = placement.place(best, gap: gap * scale) else { continue }
            self.labels.append(PlacedLabel(label.content, best[chosen], mayBeCrossed: label.mayBeCrossed))
            standing.append(index)
        }
        return standing.sorted()
    }
    /// A line, and its horizontal range in pixels.
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
    /// Returns true if a line crosses a rectangle or passes within one point of the rectangle.
    func isCrossed(_ place: Rectangle) -> Bool { LineChart.isCrossed(place, by: lines, around: scale) }
    private static func isCrossed(_ place: Rectangle, by lines: [Course], around: Double) -> Bool {
        lines.contains { isCrossed(place.inset(dx: -around, dy: -around), by: $0.line, from: $0.from, to: $0.to) }
    }
    private static func touch(_ a: Rectangle, _ b: Rectangle) -> Bool { a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY }
    /// Returns the smallest y of all lines between two pixel columns; nil if there are no lines.
    func top(from first: Double, to last: Double) -> Double? {
        lines.flatMap { course in stride(from: max(first, course.from), through: min(last, course.to), by: 1).compactMap { course.line.height(at: $0) } }.min()
    }
    /// Returns true if a line between two pixel columns crosses a rectangle.
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

    /// Draws the part of the chart between two pixel columns, by default the whole chart, without labels.
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
