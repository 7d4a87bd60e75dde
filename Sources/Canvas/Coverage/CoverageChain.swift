/// A run of consecutive points of a path in one vertical direction, downwards or upwards.
struct CoverageChain: BitwiseCopyable {
    /// `top`: the index of the uppermost point. `bottom`: the index of the lowest point.
    var top, bottom: Int32
    /// +1 if the path runs downwards, so that point indices rise on the way down; −1 if the path runs upwards; 0 for a horizontal edge,
    /// which only puts the chains at its two ends into one cluster (see `CoverageSweep`).
    var winding: Int32
    /// The index of the next chain that begins in the same row; −1 if no other chain begins in this row.
    var next: Int32
}

/// A straight edge that runs downwards.
struct CoverageEdge {
    let x0: Int32, y0: Int32
    /// The change of x per unit of y.
    let slope: Double

    @inline(__always) init(from upper: FixedPosition, slope: Double) {
        (x0, y0, self.slope) = (upper.x, upper.y, slope)
    }
    @inline(__always) init(from upper: FixedPosition, to lower: FixedPosition) {
        self.init(from: upper, slope: (Double(lower.x) - Double(upper.x)) / (Double(lower.y) - Double(upper.y)))
    }
    /// Returns the x coordinate where the edge crosses a level between its ends. The coordinate is computed from the ends of the edge, not
    /// step by step from row to row, so the result does not depend on the first drawn row.
    @inline(__always) func x(at y: Int32) -> Int32 {
        FixedPoint.rounded(Double(x0) + (Double(y) - Double(y0)) * slope)
    }
}

/// The chains of one shape, sorted into the rows of pixels in which they begin.
struct CoverageChainTable {
    /// The points of the polygons, one polygon after the other. Each polygon starts with a copy of its last point; this copy closes the
    /// polygon.
    private(set) var points = ScratchArray<FixedPosition>("CoverageChainTable.points")
    private(set) var chains = ScratchArray<CoverageChain>("CoverageChainTable.chains")
    /// The index of the first chain of each row; −1 if no chain begins in the row.
    private(set) var rows = ScratchArray<Int32>("CoverageChainTable.rows")
    private var positions = ScratchArray<FixedPosition>("CoverageChainTable.positions")
    /// The pixels that the shape reaches within the requested bounds. `lastRow` and `lastColumn` are exclusive.
    private(set) var firstRow = 0, lastRow = 0, firstColumn = 0, lastColumn = 0
    /// The first column of the requested bounds.
    private(set) var leastColumn = 0

    func free() {
        points.free(); chains.free(); rows.free(); positions.free()
    }

    /// Builds the chains of `lines`; returns false if nothing is visible.
    mutating func build(_ lines: Polylines, _ transform: AffineTransform, _ bounds: CoverageBounds) -> Bool {
        chains.count = 0
        points.count = 0
        guard !lines.points.isEmpty, transform.isFinite else { return false }
        return lines.points.withUnsafeBufferPointer { source in
            positions.reserve(source.count)
            var low = SIMD2<Double>(repeating: .infinity), high = -low
            let (i, j, shift) = (SIMD2(transform.a, transform.b), SIMD2(transform.c, transform.d), SIMD2(transform.tx, transform.ty))
            var sum = SIMD2<Double>.zero
            for index in 0..<source.count {
                let point = source[index]
                let moved = i * point.x + j * point.y + shift
                sum += moved
                low = low.replacing(with: moved, where: moved .< low)
                high = high.replacing(with: moved, where: moved .> high)
                positions.base[index] = FixedPosition(x: FixedPoint.position(moved.x), y: FixedPoint.position(moved.y))
            }
            positions.count = source.count
            let limit = Double(FixedPoint.farthest)
            // If a coordinate is not finite, the sum of the coordinates is not finite. The sum of finite coordinates may overflow, too;
            // `addFar` also handles this case.
            let isNear = low.x > -limit && low.y > -limit && high.x < limit && high.y < limit && sum.x.isFinite && sum.y.isFinite
            if !isNear {
                low.replace(with: -limit, where: low .< -limit)
                high.replace(with: limit, where: high .> limit)
                // Comparisons with NaN are false, so `low` and `high` are never NaN. If all x or all y coordinates are NaN, `low` stays above
                // `high`, and nothing is visible. Other polylines that contain NaN are skipped below.
                if !(low.x <= high.x && low.y <= high.y) { return false }
            }
            // Rounding may move the outermost position into the next pixel, so the range includes one more pixel.
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
                    addPolygon(start..<end)
                } else {
                    addFar(source[start..<end], transform)
                }
            }
            return chains.count > 0
        }
    }

    /// Copies the positions of a polygon and builds its chains.
    private mutating func addPolygon(_ range: Range<Int>) {
        let first = points.count
        points.reserve(first + range.count + 1)
        let from = positions.base, to = points.base
        to[first] = from[range.upperBound &- 1]
        // A point equal to the previous point is skipped.
        var count = first &+ 1
        for index in range {
            to[count] = from[index]
            count &+= from[index] == to[count &- 1] ? 0 : 1
        }
        points.count = count
        addChains(from: first)
    }
    /// Divides the points into chains, beginning with the point at index `first`.
    private mutating func addChains(from first: Int) {
        let points = points.base, end = self.points.count &- 1
        var begin = first
        while begin < end {
            var last = begin &+ 1
            let start = points[begin].y
            if points[last].y > start {
                while last < end && points[last &+ 1].y > points[last].y { last &+= 1 }
                add(top: begin, bottom: last, 1)
            } else if points[last].y < start {
                while last < end && points[last &+ 1].y < points[last].y { last &+= 1 }
                add(top: last, bottom: begin, -1)
            } else if start & 0xFFFF != 0 {
                // A horizontal edge inside a row puts the chains at its two ends into one cluster (see `CoverageSweep`). A horizontal edge
                // on the border between two rows has no effect.
                add(top: begin, bottom: last, 0)
            }
            begin = last
        }
    }
    @inline(__always) private mutating func add(top: Int, bottom: Int, _ winding: Int32) {
        let row = max(Int(points.base[top].y >> 16), firstRow)
        guard row < lastRow, Int(points.base[bottom].y) > firstRow << 16 else { return }
        chains.append(CoverageChain(top: Int32(truncatingIfNeeded: top), bottom: Int32(truncatingIfNeeded: bottom), winding: winding,
                                    next: rows.base[row &- firstRow]))
        rows.base[row &- firstRow] = Int32(truncatingIfNeeded: chains.count &- 1)
    }

    // MARK: Positions outside the range of fixed point

    /// Adds the edges of a polyline with far points. Edges are cut at the farthest rows and clamped to the farthest columns, because an
    /// edge so far outside affects only the winding number of visible points.
    private mutating func addFar(_ source: Slice<UnsafeBufferPointer<Point>>, _ transform: AffineTransform) {
        /// Beyond this value, differences of coordinates could overflow.
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
        if top.y == bottom.y { return addLine([fixed(start), fixed(end)]) }
        func x(_ y: Double) -> Double { y == top.y ? top.x : y == bottom.y ? bottom.x : top.x + (y - top.y) / (bottom.y - top.y) * (bottom.x - top.x) }
        let (from, to) = (max(top.y, -far), min(bottom.y, far))
        var corners = [fixed(Point(x(from), from))]
        for side in top.x < bottom.x ? [-far, far] : [far, -far] where (top.x < side) != (bottom.x < side) {
            let y = top.y + (side - top.x) / (bottom.x - top.x) * (bottom.y - top.y)
            if y > from && y < to { corners.append(fixed(Point(side, y))) }
        }
        corners.append(fixed(Point(x(to), to)))
        addLine(isDown ? corners : corners.reversed())
    }
    private mutating func addLine(_ corners: [FixedPosition]) {
        let first = points.count
        for corner in corners where points.count == first || corner != points[points.count - 1] { points.append(corner) }
        addChains(from: first)
    }
}
