public import Canvas

/// The fonts of a graph.
public struct GraphFonts: Sendable, Hashable {
    /// For labels.
    public var regular: Font
    /// For titles and numbers that matter.
    public var bold: Font
    /// Fonts.
    public init(regular: Font, bold: Font) { self.regular = regular; self.bold = bold }
    /// DejaVu Sans, found by its name.
    public static func dejaVu() throws(CanvasError) -> GraphFonts {
        GraphFonts(regular: try Font(named: "DejaVu Sans"), bold: try Font(named: "DejaVu Sans", style: .bold))
    }
    /// Text of one look whose digits are all as wide as each other where the font has such.
    func text(_ string: String, size: Double, isBold: Bool = false, color: Color = .white) -> StyledText {
        StyledText(string, style: style(size: size, isBold: isBold, color: color))
    }
    func style(size: Double, isBold: Bool = false, color: Color = .white) -> TextStyle {
        var style = TextStyle(isBold ? bold : regular, size: size, paint: .color(color))
        style.features = ["tnum": 1]
        return style
    }
}

/// The graphs that there are. All are made of `LineChart`.
public enum GraphKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// A day's air and "feels like" temperatures with the chance of rain.
    case today
    /// The same of two days.
    case outlook
    /// A day's tides with the times of high and low water.
    case tides
    /// The same of seven days, to scroll through.
    case week
    /// Tides of all days of the data, to scroll through.
    case tideWeeks
    /// All columns of any table.
    case table

    /// The kinds that data can be drawn as: those whose columns are there, or `table`.
    public static func kinds(of data: GraphData) -> [GraphKind] {
        var kinds: [GraphKind] = []
        if data.axis == .time, data["temperature"] != nil { kinds += [.today, .outlook, .week] }
        if data.axis == .time, data["height"] != nil { kinds += [.tides, .tideWeeks] }
        return kinds.isEmpty ? [.table] : kinds
    }
}

/// How a graph is made.
public struct GraphOptions: Sendable, Hashable {
    /// How temperatures and tables are joined; tides and rain keep their own.
    public var interpolation: GraphCurve.Interpolation
    /// Hours of day; the rest is night.
    public var daylight: ClosedRange<Double>
    /// Options; without arguments smooth lines that do not swing beyond the data, and days from half past six to half past seven.
    public init(interpolation: GraphCurve.Interpolation = .monotone, daylight: ClosedRange<Double> = 6.5...19.5) { self.interpolation = interpolation; self.daylight = daylight }
}

/// A graph laid out for a card of some size: a chart that may be wider than the card, and what stands still before it.
public struct Graph: Sendable {
    /// A value under the dot.
    public struct Readout: Sendable, Hashable {
        /// "feels like", or the column's name.
        public var name: String
        /// "14.2°".
        public var text: String
        /// The line's colour.
        public var color: Color
    }
    /// What is drawn.
    public let kind: GraphKind
    /// The card's heading.
    public let title: String
    /// The card's size in pixels.
    public let width: Double, height: Double
    /// Pixels of a point.
    public let scale: Double
    /// The card's colours, from top to bottom.
    public let backdrop: [Color]
    /// Where the chart is seen in the card, in whole pixels.
    public let viewport: Rectangle
    /// The chart.
    public let chart: LineChart
    /// The numbers of the y axis, left of the viewport where no data lie, in the card's pixels.
    public let axis: LineChart
    /// The days' names, which stay in sight while their day is.
    package let dayNames: DayNames
    /// Units of the tracks: what follows their numbers, how many digits, and their names.
    let units: [(name: String, unit: String, decimals: Int)]
    /// Whether the x axis is time.
    let isTime: Bool

    /// How far the chart can be scrolled, in pixels.
    public var scrollExtent: Double { max(0, chart.width - viewport.width) }
    /// The heading at a place along the chart: the time or number there, and each line's value.
    public func readouts(at x: Double) -> (place: String, values: [Readout]) {
        let value = min(max(chart.valueX(x), chart.x.lowerBound), chart.x.upperBound), time = GraphTime(seconds: (value / 60).rounded() * 60)
        let place = isTime ? (chart.x.upperBound - chart.x.lowerBound > 86_400 * 1.01 ? "\(time.weekday) \(time.date.day) \(time.monthName), " : "") + time.clock : GraphTicks.text(value, decimals: 2)
        let values = zip(chart.tracks, units).compactMap { track, unit in
            track.curve.value(at: value).map { Readout(name: unit.name, text: GraphTicks.text($0, decimals: unit.decimals) + unit.unit, color: track.color) }
        }
        return (place, values)
    }
    /// The part of the chart between two of its pixels on the card's colours, opaque, at the chart's own coordinates: what a tile holds.
    public func drawing(from minX: Double, to maxX: Double) -> Canvas {
        var canvas = Canvas()
        let colors = Gradient.linear(from: Point(0, -viewport.minY), to: Point(0, height - viewport.minY), backdrop)
        canvas.fill(Path(rectangle: Rectangle(x: minX, y: 0, width: maxX - minX, height: viewport.height)), with: .gradient(colors))
        chart.draw(into: &canvas, from: minX, to: maxX)
        return canvas
    }
}
