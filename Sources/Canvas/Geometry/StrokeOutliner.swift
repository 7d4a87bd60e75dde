import Raster

// Strokes as outlines. A stroke is the union of rectangles along the lines, wedges at corners and caps at ends. All these shapes have the
// same direction, so the fill rule nonZero gives exactly their union, however they overlap. The outline consists of the borders of these
// shapes without the parts that cancel each other: the outline runs along one side of the path and back along the other side. On the inner
// side of a corner, the outline passes through the corner itself. But if both lines are long enough, the outline passes through the point
// at which the inner sides meet. The outline through this point is shorter, because the outline omits an area that two rectangles would
// cover twice.

extension Path {
    /// Returns the border of a stroke, to be filled with `nonZero`. The distance of the outline from the exact border is at most the larger
    /// of two values: `tolerance`, in the path's units, and 2⁻²⁴ of the width. The outline is empty if the width is not above 0.
    package func strokeOutline(_ style: StrokeStyle, tolerance: Double) throws(CanvasError) -> Polylines {
        guard style.width > 0, style.width.isFinite else { return Polylines() }
        var outliner = try StrokeOutliner(style, tolerance: tolerance)
        outliner.outline.points.reserveCapacity(2 * elements.count + 16)
        try flatten(tolerance: tolerance, isAstride: true, into: &outliner)
        return outliner.outline
    }
    /// Returns the border of a dashed stroke of width 1 in the target space of `transform`, exact to `tolerance` in that space. Dash
    /// lengths are measured in the path's own space. Under a non-uniform scale, a hairline therefore has the same dash lengths as a wide
    /// stroke.
    package func hairlineOutline(_ style: StrokeStyle, _ transform: AffineTransform, tolerance: Double) throws(CanvasError) -> Polylines {
        var hairline = style
        hairline.width = 1
        var outliner = try StrokeOutliner(hairline, tolerance: tolerance)
        outliner.placement = transform
        try flatten(tolerance: tolerance / transform.largestScale, isAstride: true, into: &outliner)
        return outliner.outline
    }
}

struct StrokeOutliner: LineSink {
    var outline = Polylines()
    private let half: Double
    private let cap: StrokeStyle.Cap
    private let join: StrokeStyle.Join
    /// If the cosine of a corner's turn is at least this number, the miter stays within the tolerance. A corner within this limit is almost
    /// straight and needs no join.
    private let flatCosine: Double
    /// If the cosine of a corner's turn is at least this number, the miter is not longer than the miter limit.
    private let miterCosine: Double
    /// `step`: the rotation from one point of a round join to the next. `stepsOfHalf`: the number of such steps in half a circle.
    private let step: Point, stepsOfHalf: Int
    private let dashes: Dashes?
    /// The transform that is applied to dashes after the dashes are cut; nil for no transform.
    fileprivate var placement: AffineTransform?

    /// The current subpath without repeated points.
    private var line = DashLine()
    private var hasLine = false
    /// The points of the stroke's other side, which is appended in reverse.
    private var back: [Point] = []

    init(_ style: StrokeStyle, tolerance: Double) throws(CanvasError) {
        guard style.width <= Path.largestCoordinate else {
            throw CanvasError(.invalidArgument, "the stroke width \(style.width)", "is more than 1e100", remedy: "give a smaller one")
        }
        half = style.width / 2
        cap = style.cap
        join = style.join
        dashes = Dashes(style)
        let relative = max(tolerance / half, 0x1p-24)
        flatCosine = max(2 / ((1 + relative) * (1 + relative)) - 1, 0)
        let limit = min(style.miterLimit, 1000)
        miterCosine = limit >= 1 ? 2 / (limit * limit) - 1 : .infinity
        // A chord of the circle lies up to 1 − cos(step / 2) radii inside the circle. At least four chords make half a circle, so
        // that the circle looks round at any tolerance.
        let cosine = max(1 - relative, 0)
        stepsOfHalf = max(Int((.pi / (2 * PortableMath.arccosine(cosine))).rounded(.up)), 4)
        let angle = .pi / Double(stepsOfHalf)
        step = Point(PortableMath.cosine(angle), PortableMath.sine(angle))
    }

    mutating func begin(at point: Point) {
        line.removeAll()
        line.append(point, isSmooth: false)
        hasLine = false
    }
    mutating func line(to point: Point, isSmooth: Bool) {
        hasLine = true
        if !isSmooth { line.makeLastCorner() }
        line.append(point, isSmooth: true)
    }
    mutating func end(isClosed: Bool, isSmooth: Bool) throws(CanvasError) {
        line.makeLastCorner()
        if isClosed { line.dropRepeatedEnd() }
        if isClosed && isSmooth { line.makeFirstSmooth() }
        guard line.count > 1 else {
            // The subpath is a single point. The stroke is a dot if the subpath has a line or is closed, as in SVG.
            if hasLine || isClosed { try add(line, isClosed: false, direction: Point(1, 0)) }
            return
        }
        guard let dashes else { return try add(line, isClosed: isClosed, direction: Point(1, 0)) }
        try dashes.cut(line, isClosed: isClosed) { (dash, isWhole, direction) throws(CanvasError) in
            try add(dash, isClosed: isWhole, direction: direction)
        }
    }
    private mutating func add(_ line: DashLine, isClosed: Bool, direction: Point) throws(CanvasError) {
        guard let placement else { return isClosed ? try addClosed(line) : try addOpen(line, direction: direction) }
        var placed = DashLine()
        for i in 0..<line.count { placed.append(placement.apply(line.points[i]), isSmooth: line.isSmooth[i]) }
        if isClosed { placed.dropRepeatedEnd() }
        let ahead = placement.applyToOffset(direction), length = ahead.length
        // The transform may have made neighbouring points equal, and the dash a single point. The direction of such a dash is `ahead`.
        if isClosed && placed.count > 1 { try addClosed(placed) } else { try addOpen(placed, direction: length > 0 ? ahead / length : Point(1, 0)) }
    }

    // MARK: Lines

    private mutating func addOpen(_ line: DashLine, direction: Point) throws(CanvasError) {
        guard line.count > 1 || cap != .butt else { return }
        beginOutline()
        let last = line.count - 1
        var (d, length) = last > 0 ? line.direction(0, 1) : (direction, 0)
        let first = d, start = line.points[0]
        outline.points.append(start + d.turned * half)
        back.append(start - d.turned * half)
        for i in 1..<max(last, 1) {
            let (next, nextLength) = line.direction(i, i + 1)
            try addCorner(line.points[i], d, length, next, nextLength, isSmooth: line.isSmooth[i])
            (d, length) = (next, nextLength)
        }
        let end = line.points[last], side = d.turned * half
        if last > 0 { outline.points.append(end + side) }
        addCap(end, d)
        outline.points.append(end - side)
        for point in back.reversed() where last > 0 { outline.points.append(point) }
        addCap(start, -first)
        try endOutline()
    }

    private mutating func addClosed(_ line: DashLine) throws(CanvasError) {
        beginOutline()
        let last = line.count - 1
        var (d, length) = line.direction(last, 0)
        for i in 0...last {
            let (next, nextLength) = line.direction(i, i == last ? 0 : i + 1)
            try addCorner(line.points[i], d, length, next, nextLength, isSmooth: line.isSmooth[i])
            (d, length) = (next, nextLength)
        }
        outline.starts.append(outline.points.count)
        outline.isClosed.append(true)
        outline.points.append(contentsOf: back.reversed())
        try endOutline()
    }

    private mutating func beginOutline() {
        outline.starts.append(outline.points.count)
        outline.isClosed.append(true)
        back.removeAll(keepingCapacity: true)
    }
    private func endOutline() throws(CanvasError) {
        guard outline.points.count + back.count <= Path.largestPointCount else { throw Path.pointLimitError() }
    }

    // MARK: Ends and corners

    /// Adds the cap beyond an end of a line, from the left side of the line to the right side.
    private mutating func addCap(_ end: Point, _ direction: Point) {
        let side = direction.turned * half, ahead = direction * half
        switch cap {
        case .butt:
            break
        case .square:
            outline.points.append(end + side + ahead)
            outline.points.append(end - side + ahead)
        case .round:
            var offset = side
            for _ in 1..<stepsOfHalf {
                offset = Point(offset.x * step.x + offset.y * step.y, offset.y * step.x - offset.x * step.y)
                outline.points.append(end + offset)
            }
        }
    }

    /// Adds both sides at a corner between two lines with the given directions and lengths.
    private mutating func addCorner(_ p: Point, _ d: Point, _ length: Double, _ next: Point, _ nextLength: Double, isSmooth: Bool) throws(CanvasError) {
        let cosine = d.dot(next), sine = d.cross(next), isFlat = cosine >= flatCosine
        let from = d.turned * half, to = next.turned * half
        // The offset from the corner to the point where the left sides meet. The right sides meet at the opposite offset.
        let miter = (from + to) / max(1 + cosine, 1e-12)
        // The inner sides may meet at most half of each line's length away from the corner. The corners at both ends of a line then
        // never shorten the same part of the line.
        let fits = half * abs(sine) <= 0.5 * min(length, nextLength) * (1 + cosine) && cosine > -0.999999
        if isFlat && fits {
            outline.points.append(p + miter)
            back.append(p - miter)
            return
        }
        let isLeftInside = sine >= 0
        if isLeftInside {
            addInside(p, from, to, miter, fits, to: &outline.points)
            addOutside(p, -from, -to, -miter, cosine, isFlat, isSmooth, turn: step, to: &back)
        } else {
            addOutside(p, from, to, miter, cosine, isFlat, isSmooth, turn: Point(step.x, -step.y), to: &outline.points)
            addInside(p, -from, -to, -miter, fits, to: &back)
        }
        guard outline.points.count + back.count <= Path.largestPointCount else { throw Path.pointLimitError() }
    }
    private func addInside(_ p: Point, _ from: Point, _ to: Point, _ miter: Point, _ fits: Bool, to side: inout [Point]) {
        if fits {
            side.append(p + miter)
        } else {
            side.append(p + from)
            side.append(p)
            side.append(p + to)
        }
    }
    private func addOutside(_ p: Point, _ from: Point, _ to: Point, _ miter: Point, _ cosine: Double, _ isFlat: Bool, _ isSmooth: Bool,
                            turn: Point, to side: inout [Point]) {
        if isFlat || (!isSmooth && join == .miter && cosine >= miterCosine) {
            side.append(p + miter)
            return
        }
        side.append(p + from)
        if isSmooth || join == .round {
            var offset = from
            for _ in 1..<stepsOfHalf {
                offset = Point(offset.x * turn.x - offset.y * turn.y, offset.y * turn.x + offset.x * turn.y)
                // If the next point would lie beyond the side of the second line, the join is complete.
                guard offset.cross(to) * turn.y > 0 else { break }
                side.append(p + offset)
            }
        }
        side.append(p + to)
    }
}
