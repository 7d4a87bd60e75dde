import Canvas

extension Graph {
    /// Lays out a graph.
    /// - Parameters:
    ///   - kind: The kind of the graph.
    ///   - data: The table; `GraphKind.kinds(of:)` returns the kinds that the table allows.
    ///   - source: The name of the table in error messages, such as its file.
    ///   - width: The card's width in pixels, 24 to 16384.
    ///   - height: The card's height in pixels, 16 to 16384.
    ///   - scale: Pixels per point; text is 11 to 15 points high. Text whose lines are less than seven pixels high is left out.
    ///   - fonts: The fonts of the graph's labels.
    ///   - options: The options.
    /// - Throws: `GraphDataError` if a column is missing, `CanvasError` if a text cannot be laid out.
    public init(_ kind: GraphKind, data: GraphData, source: String = "the data", width: Double, height: Double, scale: Double, fonts: GraphFonts,
                options: GraphOptions = GraphOptions()) throws {
        guard (24...16384).contains(width), (16...16384).contains(height), (0.05...64).contains(scale) else {
            throw CanvasError(.invalidArgument, "graph '\(kind.rawValue)'", "is \(width) by \(height) pixels at a scale of \(scale)",
                              remedy: "give 24 to 16384, 16 to 16384 and 0.05 to 64")
        }
        var layout = try GraphLayout(kind, data, source, width.rounded(), height.rounded(), scale, fonts, options)
        try layout.fill()
        self.init(kind: kind, title: layout.title, width: layout.width, height: layout.height, scale: scale, backdrop: layout.colors, viewport: layout.viewport,
                  chart: layout.chart,
                  axis: layout.axis, dayNames: layout.dayNames, units: layout.units, isTime: data.axis == .time)
    }
}

/// Builds the chart of a graph: first the lines, bars and areas, then all labels together. Because all labels are placed together,
/// important labels can choose their positions first.
struct GraphLayout {
    static let day = 86_400.0
    static let faint = Color(white: 1, alpha: 0.16), dim = Color(white: 1, alpha: 0.72)
    /// The vertical positions of a chart's rows, from top to bottom, in pixels. A row is nil if the card is too low for the row.
    struct Rows {
        var names: ClosedRange<Double>?, sky: ClosedRange<Double>?, plot: ClosedRange<Double>, hours: ClosedRange<Double>?
    }
    let kind: GraphKind, data: GraphData, source: String
    let width: Double, height: Double, u: Double
    let fonts: GraphFonts, options: GraphOptions
    let viewport: Rectangle
    let rows: Rows
    var chart: LineChart, axis: LineChart
    var dayNames = DayNames()
    var units: [(name: String, unit: String, decimals: Int)] = []
    /// The texts and icons of the chart that are not yet placed.
    var labels: [LineChart.Label] = []
    let start: Double, end: Double
    let values: [(column: GraphData.Column, points: [Point])]
    let ticks: GraphTicks

    init(_ kind: GraphKind, _ data: GraphData, _ source: String, _ width: Double, _ height: Double, _ u: Double, _ fonts: GraphFonts,
         _ options: GraphOptions) throws {
        self.kind = kind
        self.data = data
        self.source = source
        self.width = width
        self.height = height
        self.u = u
        self.fonts = fonts
        self.options = options
        let first = data.positions.first ?? 0, last = data.positions.last ?? 0, midnight = GraphTime(seconds: first).midnight.seconds
        switch kind {
        case .today, .tides: (start, end) = (midnight, midnight + GraphLayout.day)
        case .outlook: (start, end) = (midnight, midnight + 2 * GraphLayout.day)
        case .week: (start, end) = (midnight, midnight + 7 * GraphLayout.day)
        case .tideWeeks: (start, end) = (midnight, max(midnight + GraphLayout.day, min(last, midnight + 62 * GraphLayout.day)))
        case .table: (start, end) = last > first ? (first, last) : (first - 0.5, first + 0.5)
        }
        let wanted: [GraphData.Column] = switch kind {
        case .today, .outlook, .week: [try GraphLayout.column("temperature", data, source), data["feels_like"]].compactMap { $0 }
        case .tides, .tideWeeks: [try GraphLayout.column("height", data, source)]
        case .table: Array(data.columns.prefix(12))
        }
        let seen = start...end
        values = wanted.map { column in (column, data.points(column).filter { seen.contains($0.x) }) }
        let all = values.flatMap(\.points)
        guard let low = all.map(\.y).min(), let high = all.map(\.y).max() else {
            throw GraphDataError(.invalidValue, source, "column '\(wanted[0].name)' has no values in the visible range", remedy: "give at least one number")
        }

        let head = (height / u >= 150 ? 40 * u : height / u >= 90 ? 30 * u : 24 * u).rounded()
        rows = GraphLayout.rows(kind, height - head, u, hasLegend: wanted.count > 1)
        let tall = rows.plot.upperBound - rows.plot.lowerBound
        ticks = GraphTicks(low...high, count: min(max(Int(tall / u / 30), 4), 6))
        // Leaves space for labels beyond the extremes: for tides, two lines of text above and two below.
        let least = kind == .tides || kind == .tideWeeks ? min(0, ticks.values[0]) : ticks.values[0], most = ticks.values.last ?? 1
        let room: Double = switch kind {
        case .today, .outlook, .week: 24
        case .tides, .tideWeeks: 40
        case .table: 2
        }
        let unit = (most - least) / max(tall, 1) * (tall > 1.5 * room * u ? room * u * 1.2 : 0)
        let y = min(least, low - unit)...max(most, high + unit)

        // The numbers of the y axis get a separate column to the left of the data.
        let unitText = GraphLayout.unit(kind)
        let ticks = ticks
        let widest = try ticks.values.map {
            try TextLayout(fonts.text(ticks.text($0) + unitText, size: 11 * u))
        }.filter { LineChart.PlacedLabel.isLegible(.text($0)) }.map(\.bounds.width).max()
        let gutter = min(widest.map { $0 + 18 * u } ?? 6 * u, width * 0.4).rounded()
        viewport = Rectangle(x: gutter, y: head, width: width - gutter, height: height - head)
        let isScrolling = kind == .week || kind == .tideWeeks
        let pointsOfHour = kind == .week ? 9.0 : 5.5
        let long = isScrolling ? max(viewport.width, ((end - start) / 3600 * pointsOfHour * u).rounded()) : viewport.width
        // Leaves space for half of a label at both ends.
        let side = min(20 * u, long / 8).rounded()
        let plot = Rectangle(x: side, y: rows.plot.lowerBound, width: max(1, long - 2 * side), height: max(1, tall))
        chart = LineChart(width: long, height: viewport.height, plot: plot, x: start...end, y: y, scale: u)
        axis = LineChart(width: gutter, height: height, plot: Rectangle(x: 0, y: head + plot.y, width: gutter, height: plot.height), x: 0...1, y: y, scale: u)
    }
    private static func column(_ name: String, _ data: GraphData, _ source: String) throws(GraphDataError) -> GraphData.Column {
        if let column = data[name] { return column }
        throw GraphDataError(.missingColumn, source, line: 1, "there is no column '\(name)'; the columns are \(data.columns.map { "'\($0.name)'" }.joined(separator: ", "))",
                             remedy: "rename a column, or draw the data as a table")
    }
    private static func rows(_ kind: GraphKind, _ height: Double, _ u: Double, hasLegend: Bool) -> Rows {
        var names = switch kind {
        case .outlook, .week, .tideWeeks: 20 * u
        case .today, .tides: 0.0
        case .table: hasLegend ? 20 * u : 0
        }
        var sky = kind == .today || kind == .outlook || kind == .week ? 30 * u : 0, hours = 20 * u
        let least = 40 * u
        if height - names - sky - hours < least { sky = 0 }
        if height - names - hours < least { names = 0 }
        if height - hours < least { hours = 0 }
        let top = max(names + sky, min(6 * u, height / 4)).rounded(), bottom = max(top + 1, (height - max(hours, min(4 * u, height / 8))).rounded())
        return Rows(names: names > 0 ? 0...names : nil, sky: sky > 0 ? names...names + sky : nil, plot: top...bottom,
                    hours: hours > 0 ? bottom...max(height, bottom) : nil)
    }
    static func unit(_ kind: GraphKind) -> String {
        switch kind {
        case .today, .outlook, .week: "°"
        case .tides, .tideWeeks: " m"
        case .table: ""
        }
    }

    var title: String {
        switch kind {
        case .today: "Today"
        case .outlook: "Two days"
        case .tides: "Tide times"
        case .week: "Seven days"
        case .tideWeeks: "Tides"
        case .table: values.count == 1 ? values[0].column.name : "\(source.split(separator: "/").last ?? "")"
        }
    }
    var colors: [Color] {
        switch kind {
        case .today: [Color(hex: 0x2B5AA6), Color(hex: 0x4B86CC), Color(hex: 0x7FB4E6)]
        case .outlook: [Color(hex: 0x232B5C), Color(hex: 0x46549A)]
        case .tides: [Color(hex: 0x0A3550), Color(hex: 0x0F6480)]
        case .week: [Color(hex: 0x1F3B73), Color(hex: 0x4A78BE)]
        case .tideWeeks: [Color(hex: 0x082338), Color(hex: 0x0C4763)]
        case .table: [Color(hex: 0x1C1F2C), Color(hex: 0x2B3042)]
        }
    }

    mutating func fill() throws {
        try addScale()
        switch kind {
        case .today, .outlook, .week: try fillWeather()
        case .tides, .tideWeeks: try fillTides()
        case .table: try fillTable()
        }
        chart.addLabels(labels)
    }

    // MARK: Shared by several kinds

    /// Adds dark bands from dusk to dawn.
    mutating func addNights(_ color: Color) {
        for midnight in midnights() {
            chart.addBand(midnight - (24 - options.daylight.upperBound) * 3600...midnight + options.daylight.lowerBound * 3600, paint: .color(color))
        }
        // Adds the night that begins after the last visible midnight.
        if let last = midnights().last { chart.addBand(last + options.daylight.upperBound * 3600...last + GraphLayout.day, paint: .color(color)) }
    }
    func midnights() -> [Double] { Array(stride(from: GraphTime(seconds: start).midnight.seconds, through: end, by: GraphLayout.day)) }

    /// Adds gridlines, and their numbers in the column to the left of the viewport.
    private mutating func addScale() throws {
        chart.addGridlines(ticks.values, color: GraphLayout.faint)
        let unit = GraphLayout.unit(kind)
        axis.addLabels(try ticks.values.map { value in
            let text = fonts.text(ticks.text(value) + unit, size: 11 * u, color: GraphLayout.dim)
            return try LineChart.Label(text, at: [.init(Point(axis.width - 6 * u, viewport.minY + chart.pixelY(value)), 1, 0.5)],
                                       within: Rectangle(x: 0, y: viewport.minY, width: axis.width, height: viewport.height))
        }, gap: 2)
    }
    /// Returns the first step of `hours` at which items of this width do not overlap along the chart; the result is in seconds.
    func step(_ hours: [Double], width: Double) -> Double {
        let pixels = chart.plot.width / (end - start) * 3600
        return (hours.first { $0 * pixels >= width } ?? hours[hours.count - 1]) * 3600
    }
    /// Adds times of day below the chart, at the smallest step for which there is space.
    mutating func addHours() throws {
        guard let row = rows.hours else { return }
        let wide = try TextLayout(fonts.text("00:00", size: 11 * u)).bounds.width
        for seconds in stride(from: start, through: end, by: step([1, 2, 3, 6, 12, 24], width: wide + 14 * u)) {
            let text = fonts.text(GraphTime(seconds: seconds).clock, size: 11 * u, color: GraphLayout.dim)
            labels.append(try LineChart.Label(text, at: [.init(Point(chart.pixelX(seconds), row.upperBound - 4 * u), 0.5, 1)], rank: 10))
        }
    }
    mutating func addDayNames() throws {
        guard let row = rows.names else { return }
        dayNames = try DayNames(midnights(), until: end, on: chart, top: row.lowerBound + 2 * u, fonts: fonts)
    }
}
