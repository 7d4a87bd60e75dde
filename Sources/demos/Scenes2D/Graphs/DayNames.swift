package import Canvas

/// The names of days in a row above a chart. A name is at the beginning of its day. If the beginning of the day is scrolled out of the
/// viewport, the name stays at the viewport's left side. When the end of the day reaches the end of the name, the name moves out together
/// with the day, so two names never overlap.
package struct DayNames: Sendable {
    package struct Day: Sendable {
        /// The range of the day in pixels of the chart.
        package var range: ClosedRange<Double>
        /// The name; nil if even its shortest form is wider than the day.
        package var name: TextLayout?
    }
    /// The days in order of time.
    package var days: [Day] = []
    /// `top`: the y coordinate of the row's upper side, in pixels of the chart. `scale`: the number of pixels per point.
    var top = 0.0, scale = 1.0

    /// Creates the names of days from their midnights, each in the longest form that fits its day.
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

    /// Returns the names that are visible if the viewport shows the range `window` of the chart, in pixels. For each name, returns
    /// the left side in pixels of the chart, and the opacity.
    package func placed(in window: ClosedRange<Double>) -> [(name: TextLayout, x: Double, alpha: Double)] {
        days.compactMap { day in
            guard let name = day.name else { return nil }
            let width = name.bounds.width
            let x = min(max(day.range.lowerBound, window.lowerBound + 8 * scale), day.range.upperBound - width)
            // Names fade at the sides of the viewport.
            let room = min(x - window.lowerBound, window.upperBound - x - width)
            return room > 0 ? (name, x, min(room / (8 * scale) + 0.01, 1)) : nil
        }
    }
}
