/// A straight edge that runs downwards.
struct CoverageEdge: BitwiseCopyable {
    var x0, y0, x1, y1: Int32
    /// How x changes with y.
    var slope: Double
    /// +1 where the path runs downwards, −1 where it runs upwards, 0 for a level edge, which only ties its ends together.
    var winding: Int32
    /// The next edge that begins in the same row; −1 for none.
    var next: Int32

    /// Where the edge crosses a level between its ends. Computed from the ends, never from row to row, so that it does not matter where a drawing begins.
    @inline(__always) func x(at y: Int32) -> Int32 {
        FixedPoint.rounded(Double(x0) + (Double(y) - Double(y0)) * slope)
    }
}

/// The edges of one shape, sorted into the rows of pixels in which they begin.
struct CoverageEdgeTable {
    var edges = ScratchArray<CoverageEdge>("CoverageEdgeTable.edges")
    /// The first edge of each row, −1 for none.
    var rows = ScratchArray<Int32>("CoverageEdgeTable.rows")
    private var points = ScratchArray<FixedPosition>("CoverageEdgeTable.points")
    /// The pixels that the shape reaches, within the bounds asked for: those from the first up to, not including, the last.
    var firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0
    /// The first column of the bounds asked for.
    var leastColumn = 0

    struct FixedPosition: BitwiseCopyable { var x, y: Int32 }

    func free() {
        edges.free(); rows.free(); points.free()
    }

    /// Takes the edges of `lines`; false where nothing can be seen.
    mutating func build(_ lines: Polylines, _ transform: AffineTransform, _ bounds: CoverageBounds) -> Bool {
        edges.count = 0
        guard !lines.points.isEmpty, transform.isFinite else { return false }
        return lines.points.withUnsafeBufferPointer { source in
            points.count = 0
            points.reserve(source.count)
            var low = SIMD2<Double>(repeating: .infinity), high = -low
            let (i, j, shift) = (SIMD2(transform.a, transform.b), SIMD2(transform.c, transform.d), SIMD2(transform.tx, transform.ty))
            var sum = SIMD2<Double>.zero
            for index in 0..<source.count {
                let point = source[index]
                let moved = i * point.x + j * point.y + shift
                sum += moved
                low = low.replacing(with: moved, where: moved .< low)
                high = high.replacing(with: moved, where: moved .> high)
                points.base[index] = FixedPosition(x: FixedPoint.position(moved.x), y: FixedPoint.position(moved.y))
            }
            points.count = source.count
            let limit = Double(FixedPoint.farthest)
            // The sum is finite where every point is, or the numbers are so large that the careful way is taken anyway.
            let isNear = low.x > -limit && low.y > -limit && high.x < limit && high.y < limit && sum.x.isFinite && sum.y.isFinite
            if !isNear {
                low.replace(with: -limit, where: low .< -limit)
                high.replace(with: limit, where: high .> limit)
                // Not a number compares with nothing; such polylines are left out below.
                if !(low.x <= high.x && low.y <= high.y) { return false }
            }
            // One more than the pixel that the outermost position lies in, as rounding may have moved it.
            let pixels = FixedPoint.held(bounds)
            leastColumn = pixels.columns.lowerBound
            firstColumn = max(pixels.columns.lowerBound, Int(low.x.rounded(.down)))
            lastColumn = min(pixels.columns.upperBound, Int(high.x.rounded(.down)) + 1)
            firstRow = max(pixels.rows.lowerBound, Int(low.y.rounded(.down)))
            lastRow = min(pixels.rows.upperBound, Int(high.y.rounded(.down)) + 1)
            guard firstColumn < lastColumn, firstRow < lastRow else { return false }
            rows.fill(lastRow - firstRow, with: -1)
            for (index, start) in lines.starts.enumerated() {
                let end = index + 1 < lines.starts.count ? lines.starts[index + 1] : source.count
                guard start >= 0, start < end, end <= source.count else { continue }
                if isNear {
                    var previous = points.base[end - 1]
                    for at in start..<end {
                        let point = points.base[at]
                        add(previous, point)
                        previous = point
                    }
                } else {
                    addFar(source[start..<end], transform)
                }
            }
            return edges.count > 0
        }
    }

    @inline(__always) private mutating func add(_ a: FixedPosition, _ b: FixedPosition) {
        if a.y == b.y {
            // A level edge inside of a row: its ends belong together. On a border between rows nothing depends on it.
            if a.y & 0xFFFF != 0 && a.x != b.x { insert(FixedPosition(x: min(a.x, b.x), y: a.y), FixedPosition(x: max(a.x, b.x), y: a.y), 0) }
        } else if a.y < b.y {
            insert(a, b, 1)
        } else {
            insert(b, a, -1)
        }
    }
    @inline(__always) private mutating func insert(_ top: FixedPosition, _ bottom: FixedPosition, _ winding: Int32) {
        let begin = Int(top.y >> 16), row = max(begin, firstRow)
        guard row < lastRow, Int(bottom.y) > firstRow << 16 else { return }
        let slope = winding == 0 ? 0 : (Double(bottom.x) - Double(top.x)) / (Double(bottom.y) - Double(top.y))
        edges.append(CoverageEdge(x0: top.x, y0: top.y, x1: bottom.x, y1: bottom.y, slope: slope, winding: winding, next: rows.base[row &- firstRow]))
        rows.base[row &- firstRow] = Int32(truncatingIfNeeded: edges.count &- 1)
    }

    // MARK: Chains

    /// The edge that goes on downwards where one ends, on the same path; −1 where there is none, or where the path turns upwards.
    @inline(__always) func next(after number: Int) -> Int32 {
        let edge = edges.base + number, other = number &+ Int(edge.pointee.winding)
        guard edge.pointee.winding != 0, other >= 0, other < edges.count else { return -1 }
        let next = edges.base + other
        return next.pointee.winding == edge.pointee.winding && next.pointee.y0 == edge.pointee.y1 && next.pointee.x0 == edge.pointee.x1 ? Int32(truncatingIfNeeded: other) : -1
    }
    /// Whether an edge is the next after another.
    @inline(__always) func continues(_ number: Int) -> Bool {
        let edge = edges.base + number, other = number &- Int(edge.pointee.winding)
        guard edge.pointee.winding != 0, other >= 0, other < edges.count else { return false }
        let before = edges.base + other
        return before.pointee.winding == edge.pointee.winding && before.pointee.y1 == edge.pointee.y0 && before.pointee.x1 == edge.pointee.x0
    }

    // MARK: Positions that fixed point has no room for

    /// Edges of a polyline, cut at the farthest rows and led along the farthest columns: so far out that only how they wind is seen.
    private mutating func addFar(_ source: Slice<UnsafeBufferPointer<Point>>, _ transform: AffineTransform) {
        /// Beyond this, differences would not be finite.
        let huge = 1e100
        func position(_ point: Point) -> Point {
            let moved = transform.apply(point)
            return Point(min(max(moved.x, -huge), huge), min(max(moved.y, -huge), huge))
        }
        for point in source where !(point.x.isFinite && point.y.isFinite) { return }
        for point in source where position(point).x.isNaN || position(point).y.isNaN { return }
        guard let last = source.last else { return }
        let far = Double(FixedPoint.farthest)
        var previous = position(last)
        for point in source {
            let next = position(point)
            addFar(previous, next, far)
            previous = next
        }
    }
    private mutating func addFar(_ start: Point, _ end: Point, _ far: Double) {
        let isDown = start.y <= end.y
        let (top, bottom) = isDown ? (start, end) : (end, start)
        func fixed(_ point: Point) -> FixedPosition {
            FixedPosition(x: FixedPoint.position(min(max(point.x, -far), far)), y: FixedPoint.position(min(max(point.y, -far), far)))
        }
        if top.y >= far || bottom.y <= -far { return }
        if top.y == bottom.y { return add(fixed(start), fixed(end)) }
        func x(_ y: Double) -> Double { y == top.y ? top.x : y == bottom.y ? bottom.x : top.x + (y - top.y) / (bottom.y - top.y) * (bottom.x - top.x) }
        let (from, to) = (max(top.y, -far), min(bottom.y, far))
        var corners = [fixed(Point(x(from), from))]
        for side in top.x < bottom.x ? [-far, far] : [far, -far] where (top.x < side) != (bottom.x < side) {
            let y = top.y + (side - top.x) / (bottom.x - top.x) * (bottom.y - top.y)
            if y > from && y < to { corners.append(fixed(Point(side, y))) }
        }
        corners.append(fixed(Point(x(to), to)))
        for (a, b) in zip(corners, corners.dropFirst()) {
            if isDown { add(a, b) } else { add(b, a) }
        }
    }
}
