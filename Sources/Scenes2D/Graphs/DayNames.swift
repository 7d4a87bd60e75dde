package import Canvas

/// The names of days in a row of their own above a chart. A name stands where its day begins, stays at the viewport's left side while the day goes on below, and is pushed
/// out by the day's end: so it is always there, whole, and never where the next one is.
package struct DayNames: Sendable {
    package struct Day: Sendable {
        /// Pixels of the chart.
        package var range: ClosedRange<Double>
        /// Nil where even the shortest form is wider than the day.
        package var name: TextLayout?
    }
    /// In the order of time.
    package var days: [Day] = []
    /// The upper side of the row, in pixels of the chart, and pixels of a point.
    var top = 0.0, scale = 1.0

    /// Names of days by their midnights, the longest form that each day is wide enough for.
    init(_ midnights: [Double], until end: Double, on chart: LineChart, top: Double, fonts: GraphFonts) throws(CanvasError) {
        self.top = top
        scale = chart.scale
        for (index, midnight) in midnights.enumerated() where midnight < end {
            let time = GraphTime(seconds: midnight), next = index + 1 < midnights.count ? midnights[index + 1] : end
            let range = chart.pixelX(midnight) + 8 * scale...max(chart.pixelX(min(next, end)) - 8 * scale, chart.pixelX(midnight) + 8 * scale)
            var name: TextLayout?
            for text in ["\(time.weekday) \(time.date.day) \(time.monthName)", "\(time.weekday) \(time.date.day)", time.weekday] where name == nil {
                let layout = try TextLayout(fonts.text(text, size: 12 * scale, isBold: true))
                if layout.bounds.width <= range.upperBound - range.lowerBound, LineChart.PlacedLabel.isLegible(.text(layout)) { name = layout }
            }
            days.append(Day(range: range, name: name))
        }
    }
    init() {}

    /// The names that are seen, with their left sides in pixels of the chart and their opacities, while the viewport shows these pixels.
    package func placed(in window: ClosedRange<Double>) -> [(name: TextLayout, x: Double, alpha: Double)] {
        days.compactMap { day in
            guard let name = day.name else { return nil }
            let width = name.bounds.width
            let x = min(max(day.range.lowerBound, window.lowerBound + 8 * scale), day.range.upperBound - width)
            // They fade where they are pushed out and where they come in.
            let room = min(x - window.lowerBound, window.upperBound - x - width)
            return room > 0 ? (name, x, min(room / (8 * scale) + 0.01, 1)) : nil
        }
    }
}
