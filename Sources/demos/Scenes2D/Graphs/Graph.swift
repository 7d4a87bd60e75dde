public import Canvas

/// The fonts of a graph.
public struct GraphFonts: Sendable, Hashable {
    /// The font of labels.
    public var regular: Font
    /// The font of titles and important numbers.
    public var bold: Font
    /// Creates a pair of fonts.
    public init(regular: Font, bold: Font) { self.regular = regular; self.bold = bold }
    /// Returns the fonts of DejaVu Sans, which are found by name.
    public static func dejaVu() throws(CanvasError) -> GraphFonts {
        GraphFonts(regular: try Font(named: "DejaVu Sans"), bold: try Font(named: "DejaVu Sans", style: .bold))
    }
    /// Returns text in one style, with digits of equal width if the font has them.
    func text(_ string: String, size: Double, isBold: Bool = false, color: Color = .white) -> StyledText {
        StyledText(string, style: style(size: size, isBold: isBold, color: color))
    }
    func style(size: Double, isBold: Bool = false, color: Color = .white) -> TextStyle {
        var style = TextStyle(isBold ? bold : regular, size: size, paint: .color(color))
        style.features = ["tnum": 1]
        return style
    }
}

/// The kinds of graphs. All graphs are drawn with `LineChart`.
public enum GraphKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// The air temperature and the "feels like" temperature of a day, with the chance of rain.
    case today
    /// The same values as `today`, for two days.
    case outlook
    /// The tides of a day, with the times of high and low water.
    case tides
    /// The same values as `today`, for seven days, with scrolling.
    case week
    /// The tides of all days of the data, with scrolling.
    case tideWeeks
    /// All columns of any table.
    case table

    /// Returns the kinds of graphs whose columns the data contain; if no kind fits, returns only `table`.
    public static func kinds(of data: GraphData) -> [GraphKind] {
        var kinds: [GraphKind] = []
        if data.axis == .time, data["temperature"] != nil { kinds += [.today, .outlook, .week] }
        if data.axis == .time, data["height"] != nil { kinds += [.tides, .tideWeeks] }
        return kinds.isEmpty ? [.table] : kinds
    }
}

/// The options of a graph.
public struct GraphOptions: Sendable, Hashable {
    /// The interpolation of temperatures and tables. Tides and rain have a fixed interpolation.
    public var interpolation: GraphCurve.Interpolation
    /// The hours of daylight.
    public var daylight: ClosedRange<Double>
    /// By default, lines are smooth and stay within the data, and daylight is from 6:30 to 19:30.
    public init(interpolation: GraphCurve.Interpolation = .monotone, daylight: ClosedRange<Double> = 6.5...19.5) {
        self.interpolation = interpolation
        self.daylight = daylight
    }
}

/// A graph laid out for a card: a chart, which may be wider than the card, and the parts that do not scroll.
public struct Graph: Sendable {
    /// The value of a line at the dot's position, as text.
    public struct Readout: Sendable, Hashable {
        /// The line's name: "feels like", or the name of the column.
        public var name: String
        /// The value: "14.2°".
        public var text: String
        /// The line's colour.
        public var color: Color
    }
    /// The kind of the graph.
    public let kind: GraphKind
    /// The card's heading.
    public let title: String
    /// The width and the height of the card in pixels.
    public let width: Double, height: Double
    /// The number of pixels per point.
    public let scale: Double
    /// The card's colours, from top to bottom.
    public let backdrop: [Color]
    /// The area of the card that shows the chart, in whole pixels.
    public let viewport: Rectangle
    /// The chart.
    public let chart: LineChart
    /// The numbers of the y axis, to the left of the viewport, in the card's pixels.
    public let axis: LineChart
    /// The names of the days. A name stays visible as long as its day is visible.
    package let dayNames: DayNames
    /// For each track: its name, the unit after its numbers, and the number of decimals.
    let units: [(name: String, unit: String, decimals: Int)]
    /// True if the x axis is time.
    let isTime: Bool

    /// The maximum scroll offset, in pixels.
    public var scrollExtent: Double { max(0, chart.width - viewport.width) }
    /// Returns texts for a pixel x of the chart: `place` is the time or number at this x, and `values` has the value of each line.
    public func readouts(at x: Double) -> (place: String, values: [Readout]) {
        let value = min(max(chart.valueX(x), chart.x.lowerBound), chart.x.upperBound), time = GraphTime(seconds: (value / 60).rounded() * 60)
        let place = isTime ? (chart.x.upperBound - chart.x.lowerBound > 86_400 * 1.01 ? "\(time.weekday) \(time.date.day) \(time.monthName), " : "")
            + time.clock : GraphTicks.text(value, decimals: 2)
        let values = zip(chart.tracks, units).compactMap { track, unit in
            track.curve.value(at: value).map { Readout(name: unit.name, text: GraphTicks.text($0, decimals: unit.decimals) + unit.unit, color: track.color) }
        }
        return (place, values)
    }
    /// Returns the content of a tile: the part of the chart between two pixel columns, on the opaque background of the card, in the
    /// chart's coordinates.
    public func drawing(from minX: Double, to maxX: Double) -> Canvas {
        var canvas = Canvas()
        let colors = Gradient.linear(from: Point(0, -viewport.minY), to: Point(0, height - viewport.minY), backdrop)
        canvas.fill(Path(rectangle: Rectangle(x: minX, y: 0, width: maxX - minX, height: viewport.height)), with: .gradient(colors))
        chart.draw(into: &canvas, from: minX, to: maxX)
        return canvas
    }
}
