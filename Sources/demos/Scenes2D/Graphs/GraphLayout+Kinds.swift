import Canvas

extension GraphLayout {
    private static let warm = Color(hex: 0xFFC24B), cool = Color(hex: 0x8FE3FF), water = Color(hex: 0x59D8E6)

    // MARK: Weather

    /// Fills a weather graph for one, two or seven days with the temperatures, the chance of rain and pictures of the sky.
    mutating func fillWeather() throws {
        let look: (night: Color, line: Color, area: [Color]) = switch kind {
        case .today: (Color(hex: 0x0A1E46, alpha: 0.28), GraphLayout.warm, [GraphLayout.warm.withAlpha(0.55), GraphLayout.warm.withAlpha(0.02)])
        default: (Color(hex: 0x070B26, alpha: 0.30), Color(hex: 0xFFB36B), [Color(hex: 0xFF8A5C, alpha: 0.6), Color(hex: 0xB06BFF, alpha: 0.05)])
        }
        addNights(look.night)
        if kind != .today { chart.addUprights(midnights(), color: Color(white: 1, alpha: 0.22), from: 0) }
        try addHours()
        let style = options.interpolation
        let wettest = addRain(share: 0.42)
        chart.addArea(values[0].points, style, colors: look.area, fromLine: true)
        if values.count > 1, !values[1].points.isEmpty {
            chart.addLine(values[1].points, style, style: LineChart.LineStyle(GraphLayout.cool, width: 2, dashes: [6, 5]))
            units.append(("feels like", "°", 1))
        }
        chart.addLine(values[0].points, style, style: LineChart.LineStyle(look.line, width: 3))
        units.append(("air", "°", 1))
        try addDayNames()
        addSky()
        try addExtremes(values[0].points)
        for hour in wettest { labels.append(try rainLabel(hour)) }
    }
    /// Adds pictures of the sky in a separate row. The time between two pictures is the shortest step at which the pictures do not
    /// overlap.
    private mutating func addSky() {
        guard let row = rows.sky, data["cloud"] != nil || data["rain"] != nil else { return }
        let size = 22 * u, step = step([1, 2, 3, 4, 6, 12, 24], width: size * 1.7)
        for seconds in stride(from: start + step / 2, to: end, by: step) where nearest("temperature", seconds) != nil {
            let isDay = options.daylight.contains(GraphTime(seconds: seconds).hour)
            let symbol = WeatherSymbol(cloud: nearest("cloud", seconds) ?? 0, rain: nearest("rain", seconds) ?? 0, isDay: isDay)
            labels.append(LineChart.Label(.drawing(symbol.drawing(size: size), Size(width: size, height: size)),
                                          at: [.init(Point(chart.pixelX(seconds), (row.lowerBound + row.upperBound) / 2), 0.5, 0.5)], rank: 9))
        }
    }
    /// Returns a column's value at the nearest time, at most an hour and a half away.
    private func nearest(_ name: String, _ seconds: Double) -> Double? {
        guard let column = data[name] else { return nil }
        var low = 0, high = data.positions.count
        while low < high {
            let middle = (low + high) / 2
            if data.positions[middle] < seconds { low = middle + 1 } else { high = middle }
        }
        let candidates = [low - 1, low].filter {
            data.positions.indices.contains($0) && abs(data.positions[$0] - seconds) <= 5400 && column.values[$0].isFinite
        }
        return candidates.min { abs(data.positions[$0] - seconds) < abs(data.positions[$1] - seconds) }.map { column.values[$0] }
    }
    /// The hour of a day with the highest chance of rain: the percentage, and the middle of the bar's upper side in pixels.
    private struct WetHour {
        let chance: Double
        let place: Point
    }
    /// Adds the chance of rain as bars in the lower part of the plot; returns each day's wettest hour.
    private mutating func addRain(share: Double) -> [WetHour] {
        guard let rain = data["rain"] else { return [] }
        let points = data.points(rain).filter { $0.x >= start && $0.x < end }
        guard points.count > 1 else { return [] }
        let step = (points[points.count - 1].x - points[0].x) / Double(points.count - 1)
        let shifted = points.map { Point($0.x + step / 2, $0.y) }.filter { $0.x < end }
        chart.addBars(shifted, step: step, share: 0.66, top: chart.plot.maxY - chart.plot.height * share, range: 0...100,
                      colors: [Color(hex: 0x6FD0FF, alpha: 0.85), Color(hex: 0x6FD0FF, alpha: 0.25)])
        return midnights().compactMap { midnight in
            let day = shifted.filter { $0.x >= midnight && $0.x < midnight + GraphLayout.day }
            guard let wettest = day.max(by: { $0.y < $1.y }), wettest.y >= 10, isTurning(wettest, in: shifted) else { return nil }
            return WetHour(chance: wettest.y, place: Point(chart.pixelX(wettest.x), chart.plot.maxY - chart.plot.height * share * min(wettest.y, 100) / 100))
        }
    }
    /// Returns the label of a bar. The label's possible positions are, in this order: above the bar, above the lines, and at the bottom
    /// over the bars.
    private func rainLabel(_ hour: WetHour) throws -> LineChart.Label {
        let text = fonts.text("rain " + GraphTicks.text(hour.chance, decimals: 0) + "%", size: 11 * u, color: Color(hex: 0xCDEEFF))
        let x = hour.place.x, half = try TextLayout(text).bounds.width / 2, top = chart.top(from: x - half, to: x + half) ?? hour.place.y
        let above = [0.5, 0, 1].map { LineChart.Label.Anchor(Point(x, hour.place.y - 3 * u), $0, 1) }
        return try LineChart.Label(text, at: above
                                       + [.init(Point(x, min(top, hour.place.y) - 4 * u), 0.5, 1), .init(Point(x, chart.plot.maxY - 4 * u), 0.5, 1)], rank: 2,
                                       within: chart.plot, mayBeCrossed: false)
    }
    /// Marks the highest and the lowest value of each day.
    private mutating func addExtremes(_ points: [Point]) throws {
        for midnight in midnights() where midnight < end {
            let day = points.filter { $0.x >= midnight && $0.x < midnight + GraphLayout.day && $0.x <= end }
            guard day.count > 2, let high = day.max(by: { $0.y < $1.y }), let low = day.min(by: { $0.y < $1.y }), high.y > low.y else { continue }
            for (point, isHigh) in [(high, true), (low, false)] where isTurning(point, in: points) {
                chart.addDot(at: point, color: .white, radius: 3, ring: Color(hex: 0x1E2B52))
                let text = fonts.text(GraphTicks.text(point.y, decimals: 0) + "°", size: 13 * u, isBold: true)
                labels.append(try LineChart.Label(text, at: around(point, isAbove: isHigh), rank: isHigh ? 6 : 5, within: chart.plot, mayBeCrossed: isHigh))
            }
        }
    }
    /// Returns true if the line has an extreme at a point, or begins or ends at the point. A day's highest value is not an extreme if the
    /// value is at midnight and the line rises further on the next day.
    private func isTurning(_ point: Point, in points: [Point]) -> Bool {
        guard let index = points.firstIndex(of: point), index > 0, index < points.count - 1 else { return true }
        return (points[index - 1].y - point.y) * (points[index + 1].y - point.y) >= 0
    }
    /// Returns six positions for a label of a data point, three above and three below the point: centred, shifted to the right, and
    /// shifted to the left. If `isAbove` is true, the positions above come first.
    private func around(_ value: Point, isAbove: Bool) -> [LineChart.Label.Anchor] {
        let place = Point(chart.pixelX(value.x), chart.pixelY(value.y)), far = 6 * u
        let above = [0.5, 0, 1].map { LineChart.Label.Anchor(Point(place.x + (0.5 - $0) * far, place.y - far), $0, 1) }
        let below = [0.5, 0, 1].map { LineChart.Label.Anchor(Point(place.x + (0.5 - $0) * far, place.y + far), $0, 0) }
        return isAbove ? above + below : below + above
    }

    // MARK: Tides

    mutating func fillTides() throws {
        addNights(Color(hex: 0x020B16, alpha: 0.30))
        let points = values[0].points
        if kind == .tideWeeks { chart.addUprights(midnights(), color: Color(white: 1, alpha: 0.18), from: 0) }
        try addDayNames()
        try addHours()
        chart.addArea(points, .catmullRom, colors: [GraphLayout.water.withAlpha(0.75), Color(hex: 0x0B6E9A, alpha: 0.35), Color(hex: 0x063A5C, alpha: 0.25)],
                      fromLine: true)
        chart.addLine(points, .catmullRom, style: LineChart.LineStyle(GraphLayout.water, width: 2.5))
        units = [("height", " m", 2)]
        for extreme in HarmonicTide.extremes(of: points) where extreme.time.seconds >= start && extreme.time.seconds <= end {
            let point = Point(extreme.time.seconds, extreme.height)
            chart.addDot(at: point, color: .white, radius: 3, ring: Color(hex: 0x0A3550))
            var text = fonts.text(extreme.time.clock, size: 12 * u, isBold: true)
            text.append("\n" + GraphTicks.text(extreme.height, decimals: 1) + " m", style: fonts.style(size: 11 * u, color: GraphLayout.dim))
            labels.append(try LineChart.Label(text, at: around(point, isAbove: extreme.isHigh), rank: extreme.isHigh ? 6 : 5, within: chart.plot,
                                              mayBeCrossed: false))
        }
    }

    // MARK: Tables

    private static let palette: [UInt32] = [0x5AC8FA, 0xFFB44A, 0xFF6482, 0x7BE08F, 0xBF8CFF, 0xFFE066, 0x4DD0C0, 0xFF8F5A, 0x8FA8FF, 0xD4E157, 0xF48FB1,
                                            0xB0BEC5]
    mutating func fillTable() throws {
        try addPositions()
        for (i, value) in values.enumerated() where !value.points.isEmpty {
            let color = Color(hex: GraphLayout.palette[i % GraphLayout.palette.count])
            if values.count == 1 { chart.addArea(value.points, options.interpolation, colors: [color.withAlpha(0.5), color.withAlpha(0)], fromLine: true) }
            chart.addLine(value.points, options.interpolation, style: LineChart.LineStyle(color))
            units.append((value.column.name, "", max(ticks.decimals, 1)))
        }
        guard values.count > 1, let row = rows.names else { return }
        // The legend, from left to right.
        var x = chart.plot.minX
        for (unit, track) in zip(units, chart.tracks) {
            let text = fonts.text(unit.name, size: 11 * u, isBold: true, color: track.color)
            labels.append(try LineChart.Label(text, at: [.init(Point(x, (row.lowerBound + row.upperBound) / 2), 0, 0.5)], rank: 9))
            x += try TextLayout(text).bounds.width + 14 * u
        }
    }
    /// Adds numbers or times below the chart.
    private mutating func addPositions() throws {
        var texts: [(value: Double, text: String)]
        if data.axis == .time {
            let wide = try TextLayout(fonts.text("30 Sep", size: 11 * u)).bounds.width
            let seconds = step([1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2190, 8760, 87_600], width: wide + 14 * u)
            let most = max((end - start) / 2000, seconds)
            texts = stride(from: (start / most).rounded(.up) * most, through: end, by: most).map { value in
                let time = GraphTime(seconds: value)
                return (value, seconds < GraphLayout.day ? time.clock : seconds < 300 * GraphLayout.day ? "\(time.date.day) \(time.monthName)"
                            : "\(time.date.year)")
            }
        } else {
            let numbers = GraphTicks(start...end, count: min(max(Int(chart.plot.width / u / 45), 2), 10))
            chart.addUprights(numbers.values, color: Color(white: 1, alpha: 0.07))
            texts = numbers.values.filter { $0 >= start && $0 <= end }.map { ($0, numbers.text($0)) }
        }
        guard let row = rows.hours else { return }
        for (value, text) in texts {
            labels.append(try LineChart.Label(fonts.text(text, size: 11 * u, color: GraphLayout.dim),
                                              at: [.init(Point(chart.pixelX(value), row.upperBound - 4 * u), 0.5, 1)], rank: 10))
        }
    }
}
