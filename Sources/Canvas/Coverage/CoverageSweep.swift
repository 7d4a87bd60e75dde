/// Walks down the rows of pixels of one shape. In each row, parts of the path that overlap horizontally form a cluster. Between two
/// clusters the winding number is constant. A cluster with a single boundary is added directly; the other clusters are resolved one
/// at a time (`CoverageSweep+Chains`, `CoverageSweep+Crossings`).
///
/// The code skips bounds checks, because the code runs for every row that an edge crosses. All indices come from the counts of the same
/// arrays.
struct CoverageSweep {
    /// The part of a chain within the current row. Levels (y) are counted from the row's top, 0…65536.
    struct Run: BitwiseCopyable {
        var xTop, xBottom: Int32
        var yTop, yBottom: Int32
        var maxX: Int32
        /// The chain's points strictly inside the row: `first` is the index of the first point, and `inner` is the number of points. In
        /// downward order, the indices rise if `winding` is positive and fall if `winding` is negative.
        var first, inner: Int32
        var winding: Int32
        @inline(__always) var height: Int32 { yBottom &- yTop }
    }
    /// The part of an edge that lies within the row. The edge belongs to a run.
    struct Piece: BitwiseCopyable {
        var xTop, xBottom: Int32
        var yTop, yBottom: Int32
        var winding: Int32
        @inline(__always) var height: Int32 { yBottom &- yTop }
    }
    /// The point where a chain crosses a row's top.
    private struct Crossing: BitwiseCopyable {
        /// The index of the point above the row's top; −1 if the chain has ended.
        var above: Int32
        /// The index of the chain's lowest point.
        var last: Int32
        var winding: Int32
        var x: Int32
        /// The slope of the edge that begins at the point `above`.
        var slope: Double
    }
    var table = CoverageChainTable()
    var accumulator = CoverageAccumulator()
    var runs = ScratchArray<Run>("CoverageSweep.runs")
    /// The row's runs in the order of their left ends: x in the upper 32 bits, the run's index in the lower 32 bits.
    var order = ScratchArray<Int64>("CoverageSweep.order")
    var spare = ScratchArray<Int64>("CoverageSweep.spare")
    /// `active`: chains that reach into the row from above, in the order of the previous row. `reached`: for each run, the point
    /// where the chain crosses into the next row.
    private var active = ScratchArray<Crossing>("CoverageSweep.active")
    private var reached = ScratchArray<Crossing>("CoverageSweep.reached")
    /// The edges of a cluster, run by run.
    var pieces = ScratchArray<Piece>("CoverageSweep.pieces")
    var levels = ScratchArray<Int64>("CoverageSweep.levels")
    var entrances = ScratchArray<Int64>("CoverageSweep.entrances")
    var strands = ScratchArray<Strand>("CoverageSweep.strands")
    var chains = ScratchArray<Chain>("CoverageSweep.chains")
    /// A bit mask for winding numbers: a point is inside if its winding number has at least one of these bits.
    var insideBits: Int32 = -1
    /// The winding number to the right of the clusters and boundaries handled so far in this row.
    var winding: Int32 = 0
    /// The row's top in fixed point.
    var rowTop: Int32 = 0

    func free() {
        table.free(); accumulator.free(); runs.free(); order.free(); spare.free(); active.free(); reached.free()
        pieces.free(); levels.free(); entrances.free(); strands.free(); chains.free()
    }

    /// - Parameter turn: the winding number of the inside; 0 if the path may cross itself.
    mutating func run(_ rule: FillRule, turn: Int32, into coverage: inout Coverage) {
        insideBits = rule == .evenOdd ? 1 : -1
        let (firstRow, lastRow) = (table.firstRow, table.lastRow)
        let width = table.lastColumn - table.firstColumn, height = lastRow - firstRow
        accumulator.begin(firstColumn: table.firstColumn, lastColumn: table.lastColumn, height: height, least: table.leastColumn)
        let isSmall = width <= CoverageAccumulator.smallSize && height <= CoverageAccumulator.smallSize
        active.count = 0
        var bandTop = firstRow
        while bandTop < lastRow {
            let bandEnd = isSmall ? lastRow : min(lastRow, (bandTop / CoverageAccumulator.bandHeight + 1) * CoverageAccumulator.bandHeight)
            // Division rounds towards zero, so if the number of a row is negative, `bandEnd` may be too large. The minimum limits such a
            // band to its usual height.
            let end = bandEnd > bandTop ? min(bandEnd, bandTop + (isSmall ? CoverageAccumulator.smallSize : CoverageAccumulator.bandHeight)) : bandTop + 1
            accumulator.beginBand(firstRow: bandTop)
            for row in bandTop..<end {
                accumulator.beginRow(row)
                if turn == 0 { sweep(row) } else { sum(row, turn) }
            }
            accumulator.endBand(rows: end - bandTop, into: &coverage.pieces, maskStart: coverage.mask.count)
            bandTop = end
        }
        coverage.mask.append(contentsOf: UnsafeBufferPointer(start: accumulator.mask.base, count: accumulator.mask.count))
    }

    // MARK: A row

    private mutating func sweep(_ row: Int) {
        rowTop = Int32(truncatingIfNeeded: row << 16)
        gather(row)
        if runs.count == 0 { return }
        spare.reserve(order.count)
        CoverageSweep.sort(order.base, order.count, spare.base)
        winding = 0
        // Runs to the right of the bounds are invisible, so the loop ends at the first such run.
        let limit = Int32(truncatingIfNeeded: table.lastColumn << 16)
        let count = order.count
        var first = 0
        while first < count {
            let (run, minX) = at(first)
            if minX >= limit { break }
            var maxX = run.maxX, height = run.height, last = first &+ 1
            var isAlike = true
            while last < count {
                let (next, minX) = at(last)
                if minX > maxX { break }
                maxX = max(maxX, next.maxX)
                height = height &+ next.height
                isAlike = isAlike && next.winding == run.winding
                last &+= 1
            }
            if isAlike && height == FixedPoint.one {
                // The cluster is a single boundary, which reaches from the row's top to the row's bottom. The boundary may consist of
                // several runs.
                let sign = step(run.winding)
                if sign != 0 { for index in first..<last { add(at(index).run, sign) } }
            } else {
                addCluster(first, last)
            }
            first = last
        }
        keepActive()
    }
    @inline(__always) private func at(_ index: Int) -> (run: Run, minX: Int32) {
        let key = order.base[index]
        return (runs.base[Int(key & 0xFFFF_FFFF)], Int32(truncatingIfNeeded: key >> 32))
    }
    /// Updates the winding number when a boundary is crossed from left to right. Returns +1 if the inside begins at the boundary, −1 if the
    /// inside ends at the boundary, otherwise 0.
    @inline(__always) mutating func step(_ change: Int32) -> Int32 {
        let before = winding
        winding = winding &+ change
        return Self.sign(from: before, to: winding, insideBits)
    }
    @inline(__always) static func sign(from before: Int32, to after: Int32, _ bits: Int32) -> Int32 {
        (after & bits != 0 ? 1 : 0) &- (before & bits != 0 ? 1 : 0)
    }
    @inline(__always) private mutating func add(_ run: Run, _ sign: Int32) {
        let points = table.points.base
        var x = run.xTop, y = rowTop &+ run.yTop, number = Int(run.first)
        for _ in 0..<run.inner {
            let point = points[number]
            accumulator.add(x, point.x, height: point.y &- y, sign: sign)
            (x, y) = (point.x, point.y)
            number &+= Int(run.winding)
        }
        accumulator.add(x, run.xBottom, height: rowTop &+ run.yBottom &- y, sign: sign)
    }
    @inline(__always) mutating func add(_ piece: Piece, _ sign: Int32) {
        if piece.height > 0 { accumulator.add(piece.xTop, piece.xBottom, height: piece.height, sign: sign) }
    }
    /// Adds a cluster that is not a single boundary: the runs at positions `first`..<`last` of the order.
    @inline(never) private mutating func addCluster(_ first: Int, _ last: Int) {
        pieces.count = 0
        chains.count = 0
        for index in first..<last { appendPieces(at(index).run) }
        if pieces.count == 2, addPair(pieces.base[0], pieces.base[1]) { return }
        if addChains() { return }
        addCrossing()
    }
    private mutating func appendPieces(_ run: Run) {
        let points = table.points.base, from = pieces.count
        var x = run.xTop, y = run.yTop, number = Int(run.first)
        pieces.reserve(from &+ Int(run.inner) &+ 1)
        var to = pieces.base + from
        for _ in 0..<run.inner {
            let point = points[number], level = point.y &- rowTop
            to.pointee = Piece(xTop: x, xBottom: point.x, yTop: y, yBottom: level, winding: run.winding)
            to += 1
            (x, y) = (point.x, level)
            number &+= Int(run.winding)
        }
        to.pointee = Piece(xTop: x, xBottom: run.xBottom, yTop: y, yBottom: run.yBottom, winding: run.winding)
        pieces.count = from &+ Int(run.inner) &+ 1
        // A horizontal edge adds no area. The run of a horizontal edge only puts the chains at the edge's two ends into one cluster.
        if run.height == 0 { return }
        chains.append(Chain(first: Int32(truncatingIfNeeded: from), last: Int32(truncatingIfNeeded: pieces.count &- 1), winding: run.winding, yTop: run.yTop,
                            yBottom: run.yBottom))
    }
    /// Adds two boundaries if they have opposite winding and the same height and do not cross; otherwise returns false.
    @inline(__always) private mutating func addPair(_ a: Piece, _ b: Piece) -> Bool {
        guard a.winding == 0 &- b.winding, a.yTop == b.yTop, a.yBottom == b.yBottom else { return false }
        if a.xTop <= b.xTop && a.xBottom <= b.xBottom {
            add(a, step(a.winding)); add(b, step(b.winding))
        } else if a.xTop >= b.xTop && a.xBottom >= b.xBottom {
            add(b, step(b.winding)); add(a, step(a.winding))
        } else {
            return false
        }
        return true
    }

    /// Adds a row of a path that never crosses itself. Every edge is a border of the inside, so the edges need no sorting.
    private mutating func sum(_ row: Int, _ turn: Int32) {
        rowTop = Int32(truncatingIfNeeded: row << 16)
        var kept = 0
        for index in 0..<active.count {
            let crossing = active.base[index]
            let next = sum(crossing, from: rowTop, knows: crossing.above, crossing.winding &* turn)
            active.base[kept] = next
            kept &+= next.above < 0 ? 0 : 1
        }
        active.count = kept
        var next = table.rows.base[row &- table.firstRow]
        while next >= 0 {
            let chain = table.chains.base[Int(next)]
            next = chain.next
            if chain.winding == 0 { continue }
            let (crossing, top, known) = begin(chain), reached = sum(crossing, from: top, knows: known, chain.winding &* turn)
            if reached.above >= 0 { active.append(reached) }
        }
    }
    /// Adds the part of a chain within the row; returns the point at which the chain crosses into the next row.
    /// - Parameter known: the index of the first point of the edge whose slope is `crossing.slope`; −1 if no slope is known yet.
    @inline(__always) private mutating func sum(_ crossing: Crossing, from top: Int32, knows known: Int32, _ sign: Int32) -> Crossing {
        let points = table.points.base, bottom = rowTop &+ FixedPoint.one, step = Int(crossing.winding), last = Int(crossing.last)
        var number = Int(crossing.above) &+ step, point = points[number], x = crossing.x, y = top
        while point.y < bottom && number != last {
            accumulator.add(x, point.x, height: point.y &- y, sign: sign)
            (x, y) = (point.x, point.y)
            number &+= step
            point = points[number]
        }
        let next = end(crossing, at: number, known, bottom)
        if point.y > bottom {
            accumulator.add(x, next.x, height: bottom &- y, sign: sign)
        } else {
            accumulator.add(x, point.x, height: point.y &- y, sign: sign)
        }
        return next
    }

    // MARK: Gathering

    /// Gathers the runs of the row, both of chains that reach into the row from above and of chains that begin in the row.
    private mutating func gather(_ row: Int) {
        runs.count = 0
        reached.count = 0
        order.count = 0
        for index in 0..<active.count {
            let crossing = active.base[index]
            appendRun(crossing, from: rowTop, knows: crossing.above)
        }
        var next = table.rows.base[row &- table.firstRow]
        while next >= 0 {
            let chain = table.chains.base[Int(next)]
            next = chain.next
            if chain.winding == 0 {
                appendLevel(chain)
            } else {
                let (crossing, top, known) = begin(chain)
                appendRun(crossing, from: top, knows: known)
            }
        }
    }
    /// Returns the place at which a chain begins within the bounds. This place is the chain's first point or, if the chain begins above the
    /// bounds, the point at which the chain crosses the top of the first row. `top` is the level of the place. `known` is the index of the
    /// first point of the edge whose slope is in the result; −1 if the result has no slope yet.
    @inline(__always) private func begin(_ chain: CoverageChain) -> (Crossing, top: Int32, known: Int32) {
        let points = table.points.base, start = points[Int(chain.top)]
        var crossing = Crossing(above: chain.top, last: chain.bottom, winding: chain.winding, x: start.x, slope: 0)
        if start.y >= rowTop { return (crossing, start.y, -1) }
        let step = Int(chain.winding)
        var number = Int(chain.top)
        while points[number &+ step].y <= rowTop { number &+= step }
        let edge = CoverageEdge(from: points[number], to: points[number &+ step])
        (crossing.above, crossing.x, crossing.slope) = (Int32(truncatingIfNeeded: number), edge.x(at: rowTop), edge.slope)
        return (crossing, rowTop, crossing.above)
    }
    /// Returns the point at which a chain crosses into the next row. `number` is the index of the chain's first point at or below the row's
    /// bottom; for a chain that ends within the row, the index of its last point.
    @inline(__always) private func end(_ crossing: Crossing, at number: Int, _ known: Int32, _ bottom: Int32) -> Crossing {
        let points = table.points.base, step = Int(crossing.winding), point = points[number]
        var next = crossing
        if point.y > bottom {
            next.above = Int32(truncatingIfNeeded: number &- step)
            let edge = next.above == known ? CoverageEdge(from: points[number &- step], slope: crossing.slope)
                : CoverageEdge(from: points[number &- step], to: point)
            (next.x, next.slope) = (edge.x(at: bottom), edge.slope)
        } else if number != Int(crossing.last) {
            (next.above, next.x, next.slope) = (Int32(truncatingIfNeeded: number), point.x, CoverageEdge(from: point, to: points[number &+ step]).slope)
        } else {
            next.above = -1
        }
        return next
    }
    @inline(__always) private mutating func appendRun(_ crossing: Crossing, from top: Int32, knows known: Int32) {
        let points = table.points.base, bottom = rowTop &+ FixedPoint.one, step = Int(crossing.winding), last = Int(crossing.last),
            first = Int(crossing.above) &+ step
        var number = first, point = points[number], minX = crossing.x, maxX = crossing.x
        while point.y < bottom && number != last {
            minX = min(minX, point.x)
            maxX = max(maxX, point.x)
            number &+= step
            point = points[number]
        }
        let next = end(crossing, at: number, known, bottom), xBottom = point.y > bottom ? next.x : point.x
        order.append(Int64(min(minX, xBottom)) << 32 | Int64(runs.count))
        runs.append(Run(xTop: crossing.x, xBottom: xBottom, yTop: top &- rowTop, yBottom: min(point.y, bottom) &- rowTop, maxX: max(maxX, xBottom),
                        first: Int32(truncatingIfNeeded: first), inner: Int32(truncatingIfNeeded: (number &- first) &* step), winding: crossing.winding))
        reached.append(next)
    }
    private mutating func appendLevel(_ chain: CoverageChain) {
        let a = table.points.base[Int(chain.top)], b = table.points.base[Int(chain.bottom)], level = a.y &- rowTop
        order.append(Int64(min(a.x, b.x)) << 32 | Int64(runs.count))
        runs.append(Run(xTop: min(a.x, b.x), xBottom: max(a.x, b.x), yTop: level, yBottom: level, maxX: max(a.x, b.x), first: 0, inner: 0, winding: 0))
        reached.append(Crossing(above: -1, last: 0, winding: 0, x: 0, slope: 0))
    }
    private mutating func keepActive() {
        active.count = 0
        for index in 0..<order.count {
            let next = reached.base[Int(order.base[index] & 0xFFFF_FFFF)]
            if next.above >= 0 { active.append(next) }
        }
    }
}
