/// A polyline, the input of dashing and outlining.
struct DashLine {
    /// Neighbouring points differ: their distance, as a rounded Double, is above 0.
    private(set) var points: [Point] = []
    /// For each point: true if the point lies inside a curve, so that the line has no corner at the point.
    private(set) var isSmooth: [Bool] = []

    var count: Int { points.count }
    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        isSmooth.removeAll(keepingCapacity: true)
    }
    /// Adds a point unless the point equals the last point.
    mutating func append(_ point: Point, isSmooth smooth: Bool) {
        if let last = points.last, (point - last).lengthSquared == 0 { return }
        points.append(point)
        isSmooth.append(smooth)
    }
    mutating func append(_ other: DashLine) {
        for i in 0..<other.count { append(other.points[i], isSmooth: other.isSmooth[i]) }
    }
    mutating func makeLastCorner() { isSmooth[isSmooth.count - 1] = false }
    mutating func makeFirstSmooth() { isSmooth[0] = true }
    /// Removes the last point if the last point equals the first point.
    mutating func dropRepeatedEnd() {
        if count > 1, (points[count - 1] - points[0]).lengthSquared == 0 {
            points.removeLast()
            isSmooth.removeLast()
        }
    }
    /// Returns the unit direction from one point to another, and the distance between the points.
    func direction(_ from: Int, _ to: Int) -> (direction: Point, length: Double) {
        let offset = points[to] - points[from], length = offset.length
        return (offset / length, length)
    }
}

/// A dash pattern: alternating lengths of dashes and gaps, and the position in the pattern at which each subpath begins.
struct Dashes {
    /// An even number of lengths; the lengths at even indices are drawn.
    private let lengths: [Double]
    private let total: Double
    /// `first`: the index of the length within which a subpath begins. `firstRest`: the part of this length that remains.
    private let first: Int, firstRest: Double
    /// The maximum number of dashes of a path. Drawing a pattern far finer than its path would take very long and show only grey.
    static let largestCount = 1_000_000

    /// Creates the dash pattern of a style; nil if the style's line is solid.
    init?(_ style: StrokeStyle) {
        let lengths = style.dashes.count.isMultiple(of: 2) ? style.dashes : style.dashes + style.dashes
        let total = lengths.reduce(0, +)
        guard lengths.allSatisfy({ $0 >= 0 }), total > 0, total.isFinite else { return nil }
        self.lengths = lengths
        self.total = total
        var phase = style.dashPhase.isFinite ? style.dashPhase.truncatingRemainder(dividingBy: total) : 0
        if phase < 0 { phase += total }
        var index = 0
        // The loop stops if the phase is 0, so a dash of length 0 at the very start is kept. A dash of length 0 draws a dot.
        while phase > 0, phase >= lengths[index], index < lengths.count - 1 {
            phase -= lengths[index]
            index += 1
        }
        first = index
        firstRest = max(lengths[index] - phase, 0)
    }

    /// Calls `give` for each dash of a line. A dash that is a single point gets the line's direction at this point. A closed
    /// line without gaps is passed to `give` as a whole.
    func cut(_ line: DashLine, isClosed: Bool, _ give: (DashLine, _ isWhole: Bool, _ direction: Point) throws(CanvasError) -> Void) throws(CanvasError) {
        let lineCount = isClosed ? line.count : line.count - 1
        var length = 0.0
        for i in 0..<lineCount { length += line.direction(i, i + 1 < line.count ? i + 1 : 0).length }
        guard length / total * Double(lengths.count) <= Double(Dashes.largestCount) else {
            throw CanvasError(.limitExceeded, "the stroke's dashes", "are more than \(Dashes.largestCount)", remedy: "make them longer, or leave them out")
        }
        var index = first, rest = firstRest, isOn = first.isMultiple(of: 2), dash = DashLine(), start: DashLine?, direction = Point(1, 0)
        if isOn { dash.append(line.points[0], isSmooth: false) }
        let startsOn = isOn
        var isFirst = true, startDirection = direction
        for i in 0..<lineCount {
            let next = i + 1 < line.count ? i + 1 : 0, a = line.points[i]
            let (d, length) = line.direction(i, next)
            var done = 0.0
            while length - done >= rest {
                done += rest
                let point = a + d * done
                if isOn {
                    dash.append(point, isSmooth: false)
                    // The first dash of a closed line is passed to `give` only at the end, because the last dash may continue into the
                    // first dash.
                    if isClosed && startsOn && isFirst { (start, startDirection) = (dash, d) } else { try give(dash, false, d) }
                    dash.removeAll()
                    isFirst = false
                } else {
                    dash.append(point, isSmooth: false)
                }
                isOn.toggle()
                index = index + 1 == lengths.count ? 0 : index + 1
                rest = lengths[index]
            }
            rest -= length - done
            if isOn { dash.append(line.points[next], isSmooth: line.isSmooth[next]) }
            direction = d
        }
        if isOn && startsOn && isFirst && isClosed { return try give(line, true, direction) }
        if let start {
            if isOn { dash.append(start) } else { dash = start }
            try give(dash, false, startDirection)
        } else if isOn, dash.count > 1 {
            try give(dash, false, direction)
        }
    }
}
