/// A line of points as dashing and outlining take it.
struct DashLine {
    /// Neighbours differ by more than nothing, as lengths tell.
    private(set) var points: [Point] = []
    /// Whether a point lies inside of a curve: where the line turns there, it does so without a corner.
    private(set) var isSmooth: [Bool] = []

    var count: Int { points.count }
    mutating func removeAll() {
        points.removeAll(keepingCapacity: true)
        isSmooth.removeAll(keepingCapacity: true)
    }
    /// Adds a point unless it is the last one again.
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
    /// Where the end is the start again, it is left out.
    mutating func dropRepeatedEnd() {
        if count > 1, (points[count - 1] - points[0]).lengthSquared == 0 {
            points.removeLast()
            isSmooth.removeLast()
        }
    }
    /// The unit direction from one point to another, and their distance.
    func direction(_ from: Int, _ to: Int) -> (direction: Point, length: Double) {
        let offset = points[to] - points[from], length = offset.length
        return (offset / length, length)
    }
}

/// Lengths by turns of dashes and gaps, and where each subpath begins in them.
struct Dashes {
    /// An even number of lengths; those at even indices are drawn.
    private let lengths: [Double]
    private let total: Double
    /// The length in which a subpath begins, and what is left of it.
    private let first: Int, firstRest: Double
    /// The number of dashes of a path; a pattern that is far finer than its path would take for ever, and shows nothing but grey.
    static let largestCount = 1_000_000

    /// Nil where the style's line is solid.
    init?(_ style: StrokeStyle) {
        let lengths = style.dashes.count.isMultiple(of: 2) ? style.dashes : style.dashes + style.dashes
        let total = lengths.reduce(0, +)
        guard lengths.allSatisfy({ $0 >= 0 }), total > 0, total.isFinite else { return nil }
        self.lengths = lengths
        self.total = total
        var phase = style.dashPhase.isFinite ? style.dashPhase.truncatingRemainder(dividingBy: total) : 0
        if phase < 0 { phase += total }
        var index = 0
        // A dash of no length at the very start is a dot there.
        while phase > 0, phase >= lengths[index], index < lengths.count - 1 {
            phase -= lengths[index]
            index += 1
        }
        first = index
        firstRest = max(lengths[index] - phase, 0)
    }

    /// Gives each dash of a line, with the direction of its end for those that are points; a line without gaps, where it is closed, as a whole.
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
                    // The first dash of a closed line waits for the last one, which may lead into it.
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
