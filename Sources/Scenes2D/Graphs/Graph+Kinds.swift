import Canvas

extension Graph {
    /// Lays out a graph.
    /// - Parameters:
    ///   - kind: Which one.
    ///   - data: The table; `GraphKind.kinds(of:)` tells what can be drawn of it.
    ///   - source: What messages call the table, as its file.
    ///   - width: The card's width in pixels, 24 to 16384.
    ///   - height: The card's height in pixels, 16 to 16384.
    ///   - scale: Pixels of a point: type is 11 to 16 points high.
    ///   - fonts: The fonts of its labels.
    ///   - options: How it looks.
    /// - Throws: `GraphDataError` where a column is missing, `CanvasError` as text does.
    public init(_ kind: GraphKind, data: GraphData, source: String = "the data", width: Double, height: Double, scale: Double, fonts: GraphFonts, options: GraphOptions = GraphOptions()) throws {
        guard (24...16384).contains(width), (16...16384).contains(height), (0.05...64).contains(scale) else {
            throw CanvasError(.invalidArgument, "graph '\(kind.rawValue)'", "is \(width) by \(height) pixels at a scale of \(scale)", remedy: "give 24 to 16384, 16 to 16384 and 0.05 to 64")
        }
        var layout = try GraphLayout(kind, data, source, width.rounded(), height.rounded(), scale, fonts, options)
        try layout.fill()
        self.init(kind: kind, title: layout.title, width: layout.width, height: layout.height, scale: scale, backdrop: layout.colors, viewport: layout.viewport, chart: layout.chart,
                  overlay: layout.overlay, units: layout.units, isTime: data.axis == .time)
    }
}

/// Makes the charts of a graph.
struct GraphLayout {
    private static let day = 86_400.0
    let kind: GraphKind, data: GraphData, source: String
    let width: Double, height: Double, u: Double
    let fonts: GraphFonts, options: GraphOptions
    let viewport: Rectangle
    private(set) var chart: LineChart, overlay: LineChart
    private(set) var units: [(name: String, unit: String, decimals: Int)] = []
    private let start: Double, end: Double
    private let values: [(column: GraphData.Column, points: [Point])]
    private let ticks: GraphTicks

    init(_ kind: GraphKind, _ data: GraphData, _ source: String, _ width: Double, _ height: Double, _ u: Double, _ fonts: GraphFonts, _ options: GraphOptions) throws {
        self.kind = kind; self.data = data; self.source = source; self.width = width; self.height = height; self.u = u; self.fonts = fonts; self.options = options
        let first = data.positions.first ?? 0, last = data.positions.last ?? 0, midnight = GraphTime(seconds: first).midnight.seconds
        switch kind {
        case .today, .tides: (start, end) = (midnight, midnight + GraphLayout.day)
        case .outlook: (start, end) = (midnight, midnight + 2 * GraphLayout.day)
        case .week: (start, end) = (midnight, midnight + 7 * GraphLayout.day)
        case .tideWeeks: (start, end) = (midnight, max(midnight + GraphLayout.day, min(last, midnight + 62 * GraphLayout.day)))
        case .table: (start, end) = last > first ? (first, last) : (first - 0.5, first + 0.5)
        }
        let wanted: [GraphData.Column] = switch kind {
        case .today: [try GraphLayout.column("temperature", data, source), data["feels_like"]].compactMap { $0 }
        case .outlook, .week: [try GraphLayout.column("temperature", data, source)]
        case .tides, .tideWeeks: [try GraphLayout.column("height", data, source)]
        case .table: Array(data.columns.prefix(12))
        }
        let seen = start...end
        values = wanted.map { column in (column, data.points(column).filter { seen.contains($0.x) }) }
        let all = values.flatMap(\.points)
        guard let low = all.map(\.y).min(), let high = all.map(\.y).max() else {
            throw GraphDataError(.invalidValue, source, "column '\(wanted[0].name)' has no values for what is to be seen", remedy: "give at least one number")
        }
        ticks = GraphTicks(low...high, count: height / u > 230 ? 6 : 4)

        // Heading, room for the sky's pictures, room for the hours below.
        let head = (42 * u).rounded(), bottom = (kind == .table ? 24 : 22) * u, sky: Double = switch kind {
        case .today: 30
        case .outlook, .week: 46
        case .tides: 26
        case .tideWeeks: 40
        case .table: 8
        }
        viewport = Rectangle(x: 0, y: head, width: width, height: height - head)
        let left = GraphLayout.isScrolling(kind) ? 0 : (34 * u).rounded(), right = GraphLayout.isScrolling(kind) ? 0 : (14 * u).rounded()
        let pointsOfHour = kind == .week ? 9.0 : 5.5
        let long = GraphLayout.isScrolling(kind) ? max(width, ((end - start) / 3600 * pointsOfHour * u).rounded()) : width
        let plot = Rectangle(x: left, y: (sky * u).rounded(), width: max(1, long - left - right), height: max(1, (viewport.height - (sky * u).rounded() - bottom).rounded()))
        let y: ClosedRange<Double> = kind == .tides || kind == .tideWeeks ? min(0, ticks.values[0])...(ticks.values.last ?? 1) : ticks.values[0]...(ticks.values.last ?? 1)
        chart = LineChart(width: long, height: viewport.height, plot: plot, x: start...end, y: y, scale: u)
        overlay = LineChart(width: width, height: height, plot: Rectangle(x: 0, y: head + plot.y, width: width, height: plot.height), x: 0...1, y: y, scale: u)
    }
    private static func column(_ name: String, _ data: GraphData, _ source: String) throws(GraphDataError) -> GraphData.Column {
        if let column = data[name] { return column }
        throw GraphDataError(.missingColumn, source, line: 1, "there is no column '\(name)' but \(data.columns.map { "'\($0.name)'" }.joined(separator: ", "))", remedy: "name one so, or draw the data as a table")
    }
    static func isScrolling(_ kind: GraphKind) -> Bool { kind == .week || kind == .tideWeeks }

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

    // MARK: Layers

    mutating func fill() throws {
        switch kind {
        case .today: try fillToday()
        case .outlook, .week: try fillDays()
        case .tides, .tideWeeks: try fillTides()
        case .table: try fillTable()
        }
    }
    private static let faint = Color(white: 1, alpha: 0.16), dim = Color(white: 1, alpha: 0.72)
    private static let warm = Color(hex: 0xFFC24B), cool = Color(hex: 0x8FE3FF), water = Color(hex: 0x59D8E6)

    /// The nights between two midnights and more.
    private func nights() -> [ClosedRange<Double>] {
        var ranges: [ClosedRange<Double>] = [], midnight = GraphTime(seconds: start).midnight.seconds
        while midnight <= end {
            ranges.append(midnight - (24 - options.daylight.upperBound) * 3600...midnight + options.daylight.lowerBound * 3600)
            midnight += GraphLayout.day
        }
        return ranges
    }
    private func isDay(_ seconds: Double) -> Bool { options.daylight.contains(GraphTime(seconds: seconds).hour) }
    private func midnights() -> [Double] { Array(stride(from: GraphTime(seconds: start).midnight.seconds, through: end, by: GraphLayout.day)) }
    private func nearest(_ name: String, _ seconds: Double) -> Double? {
        guard let column = data[name] else { return nil }
        var low = 0, high = data.positions.count
        while low < high {
            let middle = (low + high) / 2
            if data.positions[middle] < seconds { low = middle + 1 } else { high = middle }
        }
        let candidates = [low - 1, low].filter { data.positions.indices.contains($0) && abs(data.positions[$0] - seconds) <= 5400 && column.values[$0].isFinite }
        return candidates.min { abs(data.positions[$0] - seconds) < abs(data.positions[$1] - seconds) }.map { column.values[$0] }
    }

    /// Gridlines, and their numbers at the left side, where they stay.
    private mutating func addScale(_ unit: String) throws {
        chart.addGridlines(ticks.values, color: GraphLayout.faint)
        let rows = ticks.values.map { (text: ticks.text($0) + unit, y: overlay.plot.maxY - (chart.plot.maxY - chart.pixelY($0))) }
        for row in rows where row.y > overlay.plot.minY - 4 * u {
            // In a chart that scrolls they stand on the lines, else before them.
            let isScrolling = GraphLayout.isScrolling(kind)
            let anchor = isScrolling ? Point(8 * u, row.y - 4 * u) : Point(28 * u, row.y + 4 * u)
            try overlay.addLabels([LineChart.Label(fonts.text(row.text, size: 11 * u, color: GraphLayout.dim), at: anchor, alignment: isScrolling ? 0 : 1)])
        }
    }
    private mutating func addHours(every hours: Double, avoiding midnight: Bool = false) throws {
        var labels: [LineChart.Label] = []
        for seconds in stride(from: start, through: end, by: hours * 3600) {
            let time = GraphTime(seconds: seconds)
            if midnight && time.hour == 0 { continue }
            labels.append(LineChart.Label(fonts.text(time.clock, size: 11 * u, color: GraphLayout.dim), at: Point(chart.pixelX(seconds), chart.height - 7 * u),
                                          rank: time.hour == 12 ? 2 : time.hour.truncatingRemainder(dividingBy: 6) == 0 ? 1 : 0))
        }
        try chart.addLabels(labels, gap: 8)
    }
    private mutating func addSky(every hours: Double, at y: Double, size: Double) {
        guard data["cloud"] != nil || data["rain"] != nil else { return }
        // Not so many that they touch.
        let step = chart.plot.width / (end - start) * 3600
        var every = hours
        while step * every < size * 1.5, every < 24 { every *= 2 }
        for seconds in stride(from: start + every * 1800, to: end, by: every * 3600) where nearest("temperature", seconds) != nil {
            let symbol = WeatherSymbol(cloud: nearest("cloud", seconds) ?? 0, rain: nearest("rain", seconds) ?? 0, isDay: isDay(seconds))
            chart.addDrawing(symbol.drawing(size: size), at: Point(chart.pixelX(seconds), y), reach: size)
        }
    }
    /// The chance of rain as bars in the lower part of the plot, with the highest one's number.
    private mutating func addRain(share: Double) throws {
        guard let rain = data["rain"] else { return }
        let points = data.points(rain).filter { $0.x >= start && $0.x < end }
        guard points.count > 1 else { return }
        let step = (points[points.count - 1].x - points[0].x) / Double(points.count - 1)
        let shifted = points.map { Point($0.x + step / 2, $0.y) }.filter { $0.x < end }
        chart.addBars(shifted, step: step, share: 0.66, top: chart.plot.maxY - chart.plot.height * share, range: 0...100,
                      colors: [Color(hex: 0x6FD0FF, alpha: 0.85), Color(hex: 0x6FD0FF, alpha: 0.25)])
        guard kind == .today, let wettest = shifted.max(by: { $0.y < $1.y }), wettest.y > 0 else { return }
        let top = chart.plot.maxY - chart.plot.height * share * min(wettest.y, 100) / 100
        try chart.addLabels([LineChart.Label(fonts.text("rain " + GraphTicks.text(wettest.y, decimals: 0) + "%", size: 11 * u, color: Color(hex: 0xCDEEFF)), at: Point(chart.pixelX(wettest.x), top - 5 * u))])
    }

    private mutating func fillToday() throws {
        for night in nights() { chart.addBand(night, paint: .color(Color(hex: 0x0A1E46, alpha: 0.28))) }
        try addScale("°")
        try addHours(every: 3)
        try addRain(share: 0.42)
        let style = options.interpolation
        chart.addArea(values[0].points, style, colors: [GraphLayout.warm.withAlpha(0.55), GraphLayout.warm.withAlpha(0.02)], fromLine: true)
        if values.count > 1 { chart.addLine(values[1].points, style, style: LineChart.LineStyle(GraphLayout.cool, width: 2, dashes: [6, 5])) }
        chart.addLine(values[0].points, style, style: LineChart.LineStyle(GraphLayout.warm, width: 3))
        units = values.count > 1 ? [("feels like", "°", 1), ("air", "°", 1)] : [("air", "°", 1)]
        addSky(every: 3, at: 13 * u, size: 22 * u)
        try addExtremes(values[0].points, unit: "°", decimals: 0, perDay: true)
    }
    private mutating func fillDays() throws {
        for night in nights() { chart.addBand(night, paint: .color(Color(hex: 0x070B26, alpha: 0.30))) }
        try addScale("°")
        chart.addUprights(midnights(), color: Color(white: 1, alpha: 0.22), from: 0)
        try addHours(every: kind == .week ? 6 : 3)
        try addRain(share: 0.4)
        let style = options.interpolation
        chart.addArea(values[0].points, style, colors: [Color(hex: 0xFF8A5C, alpha: 0.6), Color(hex: 0xB06BFF, alpha: 0.05)], fromLine: true)
        chart.addLine(values[0].points, style, style: LineChart.LineStyle(Color(hex: 0xFFB36B), width: 3))
        units = [("air", "°", 1)]
        try addDayNames(at: 13 * u)
        addSky(every: kind == .week ? 6 : 4, at: 31 * u, size: 20 * u)
        try addExtremes(values[0].points, unit: "°", decimals: 0, perDay: true)
    }
    private mutating func addDayNames(at y: Double) throws {
        let names = midnights().filter { $0 < end }.map { midnight in
            let time = GraphTime(seconds: midnight)
            return LineChart.Label(fonts.text("\(time.weekday) \(time.date.day) \(time.monthName)", size: 12 * u, isBold: true), at: Point(max(chart.pixelX(midnight) + 8 * u, 8 * u), y), alignment: 0)
        }
        try chart.addLabels(names)
    }
    private mutating func fillTides() throws {
        for night in nights() { chart.addBand(night, paint: .color(Color(hex: 0x020B16, alpha: 0.30))) }
        let points = values[0].points
        try addScale(" m")
        if kind == .tideWeeks {
            chart.addUprights(midnights(), color: Color(white: 1, alpha: 0.18), from: 0)
            try addDayNames(at: 14 * u)
        }
        try addHours(every: kind == .tides ? 3 : 6)
        chart.addArea(points, .catmullRom, colors: [GraphLayout.water.withAlpha(0.75), Color(hex: 0x0B6E9A, alpha: 0.35), Color(hex: 0x063A5C, alpha: 0.25)], fromLine: true)
        chart.addLine(points, .catmullRom, style: LineChart.LineStyle(GraphLayout.water, width: 2.5))
        units = [("height", " m", 2)]
        let extremes = HarmonicTide.extremes(of: points).filter { $0.time.seconds >= start && $0.time.seconds <= end }
        var labels: [LineChart.Label] = []
        for extreme in extremes {
            let x = chart.pixelX(extreme.time.seconds), y = chart.pixelY(extreme.height), above = extreme.isHigh
            chart.addDot(at: Point(extreme.time.seconds, extreme.height), color: .white, radius: 3, ring: Color(hex: 0x0A3550))
            // Below a low, unless the hours stand there.
            var text = fonts.text(extreme.time.clock, size: 12 * u, isBold: true)
            text.append("\n" + GraphTicks.text(extreme.height, decimals: 1) + " m", style: fonts.style(size: 11 * u, color: GraphLayout.dim))
            labels.append(LineChart.Label(text, at: Point(x, above || y + 36 * u > chart.plot.maxY ? y - 22 * u : y + 19 * u), rank: above ? 1 : 0))
        }
        try chart.addLabels(labels, gap: 4)
    }
    /// Marks the highest and the lowest value of each day.
    private mutating func addExtremes(_ points: [Point], unit: String, decimals: Int, perDay: Bool) throws {
        var labels: [LineChart.Label] = []
        for midnight in midnights() where midnight < end {
            let day = points.filter { $0.x >= midnight && $0.x < midnight + GraphLayout.day && $0.x <= end }
            guard day.count > 2, let high = day.max(by: { $0.y < $1.y }), let low = day.min(by: { $0.y < $1.y }), high.y > low.y else { continue }
            for (point, isHigh) in [(high, true), (low, false)] {
                chart.addDot(at: point, color: .white, radius: 3, ring: Color(hex: 0x1E2B52))
                // Below a low, unless the hours stand there.
                let place = chart.pixelY(point.y), y = isHigh || place + 22 * u > chart.plot.maxY ? place - 9 * u : place + 19 * u
                labels.append(LineChart.Label(fonts.text(GraphTicks.text(point.y, decimals: decimals) + unit, size: 13 * u, isBold: true), at: Point(chart.pixelX(point.x), y), rank: isHigh ? 1 : 0))
            }
        }
        try chart.addLabels(labels, gap: 4)
    }
    private static let palette: [UInt32] = [0x5AC8FA, 0xFFB44A, 0xFF6482, 0x7BE08F, 0xBF8CFF, 0xFFE066, 0x4DD0C0, 0xFF8F5A, 0x8FA8FF, 0xD4E157, 0xF48FB1, 0xB0BEC5]
    private mutating func fillTable() throws {
        try addScale("")
        if data.axis == .time {
            let span = end - start, steps: [Double] = [1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2190, 8760]
            let hours = steps.first { span / 3600 / $0 <= 12 } ?? span / 3600 / 12
            let first = (start / (hours * 3600)).rounded(.up) * hours * 3600
            try chart.addLabels(stride(from: first, through: end, by: hours * 3600).map { seconds in
                let time = GraphTime(seconds: seconds)
                let text = hours >= 24 ? "\(time.date.day) \(time.monthName)" : time.clock
                return LineChart.Label(fonts.text(text, size: 11 * u, color: GraphLayout.dim), at: Point(chart.pixelX(seconds), chart.height - 7 * u))
            }, gap: 8)
        } else {
            let numbers = GraphTicks(start...end, count: 10)
            chart.addUprights(numbers.values, color: Color(white: 1, alpha: 0.07))
            try chart.addLabels(numbers.values.filter { $0 >= start && $0 <= end }.map {
                LineChart.Label(fonts.text(numbers.text($0), size: 11 * u, color: GraphLayout.dim), at: Point(chart.pixelX($0), chart.height - 7 * u))
            }, gap: 8)
        }
        var legend: [LineChart.Label] = [], x = 44 * u
        for (i, value) in values.enumerated() where !value.points.isEmpty {
            let color = Color(hex: GraphLayout.palette[i % GraphLayout.palette.count])
            if values.count == 1 { chart.addArea(value.points, options.interpolation, colors: [color.withAlpha(0.5), color.withAlpha(0)], fromLine: true) }
            chart.addLine(value.points, options.interpolation, style: LineChart.LineStyle(color))
            units.append((value.column.name, "", max(ticks.decimals, 1)))
            let text = fonts.text(value.column.name, size: 11 * u, isBold: true, color: color)
            legend.append(LineChart.Label(text, at: Point(x, chart.plot.minY + 4 * u), alignment: 0))
            x += try TextLayout(text).bounds.width + 14 * u
        }
        if values.count > 1 { try chart.addLabels(legend, gap: 2) }
    }
}
