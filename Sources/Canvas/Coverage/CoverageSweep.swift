/// Walks down the rows of pixels of one shape. In each row, edges that overlap from left to right form a cluster; between clusters the path winds around
/// every point equally often. So a cluster of one boundary needs no further thought, and others are looked at alone (`CoverageSweep+Crossings`).
///
/// Unsafe because this is done for every row that an edge crosses; indices come from the counts of the same arrays.
struct CoverageSweep {
    /// What an edge does in the present row. Levels are counted from the row's top, to 65536.
    struct Piece: BitwiseCopyable {
        var xTop, xBottom: Int32
        var yTop, yBottom: Int32
        var winding: Int32
        var edge: Int32
        @inline(__always) var height: Int32 { yBottom &- yTop }
        @inline(__always) var maxX: Int32 { max(xTop, xBottom) }
    }
    var table = CoverageEdgeTable()
    var accumulator = CoverageAccumulator()
    var pieces = ScratchArray<Piece>("CoverageSweep.pieces")
    /// The order of the row's pieces by their left ends: those in the upper half, the piece's number in the lower.
    var order = ScratchArray<Int64>("CoverageSweep.order")
    var spare = ScratchArray<Int64>("CoverageSweep.spare")
    /// Edges that reach into the next row, in the order of this one, and where they cross its border.
    private var active = ScratchArray<Active>("CoverageSweep.active")
    var levels = ScratchArray<Int64>("CoverageSweep.levels")
    var strands = ScratchArray<Strand>("CoverageSweep.strands")
    var chains = ScratchArray<Chain>("CoverageSweep.chains")
    /// Which bits of a winding number tell the inside.
    var insideBits: Int32 = -1
    /// How often the path winds around what lies between the clusters.
    var winding: Int32 = 0
    /// The row's top in fixed point.
    var rowTop: Int32 = 0

    private struct Active: BitwiseCopyable { var edge, x: Int32 }

    func free() {
        table.free(); accumulator.free(); pieces.free(); order.free(); spare.free(); active.free(); levels.free(); strands.free(); chains.free()
    }

    /// - Parameter turn: how the path winds around its inside; 0 where it may cross itself.
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
            // Division rounds towards zero: the band above row 0 may be two, which only makes it shorter here.
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
        if pieces.count == 0 { return }
        sortPieces()
        winding = 0
        // Nothing to the right of the bounds is seen.
        let limit = Int32(truncatingIfNeeded: table.lastColumn << 16)
        let count = order.count
        var first = 0
        while first < count {
            let (piece, minX) = at(first)
            if minX >= limit { break }
            var maxX = piece.maxX, height = piece.height, last = first &+ 1
            var isAlike = true
            while last < count {
                let (next, minX) = at(last)
                if minX > maxX { break }
                maxX = max(maxX, next.maxX)
                height = height &+ next.height
                isAlike = isAlike && next.winding == piece.winding
                last &+= 1
            }
            if isAlike && height == FixedPoint.one {
                // One boundary from the row's top to its bottom, be it of several edges.
                let sign = step(piece.winding)
                if sign != 0 { for index in first..<last { add(at(index).piece, sign) } }
            } else if last &- first == 2, addPair(piece, at(first &+ 1).piece) {
            } else if addChains(first, last) {
            } else {
                addCrossing(first, last)
            }
            first = last
        }
        keepActive()
    }
    @inline(__always) private func at(_ index: Int) -> (piece: Piece, minX: Int32) {
        let key = order.base[index]
        return (pieces.base[Int(key & 0xFFFF_FFFF)], Int32(truncatingIfNeeded: key >> 32))
    }
    /// Goes over a boundary to the right. +1 where the inside begins, −1 where it ends, 0 where neither.
    @inline(__always) mutating func step(_ change: Int32) -> Int32 {
        let before = winding
        winding = winding &+ change
        return Self.sign(from: before, to: winding, insideBits)
    }
    @inline(__always) static func sign(from before: Int32, to after: Int32, _ bits: Int32) -> Int32 {
        (after & bits != 0 ? 1 : 0) &- (before & bits != 0 ? 1 : 0)
    }
    @inline(__always) mutating func add(_ piece: Piece, _ sign: Int32) {
        if piece.height > 0 { accumulator.add(piece.xTop, piece.xBottom, height: piece.height, sign: sign) }
    }
    /// Two boundaries that wind oppositely, of the same height, and do not cross.
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

    /// A row of a path that never crosses itself: its sums need no order, as each border is one of the inside.
    private mutating func sum(_ row: Int, _ turn: Int32) {
        rowTop = Int32(truncatingIfNeeded: row << 16)
        let bottom = rowTop &+ FixedPoint.one
        var kept = 0
        for index in 0..<active.count {
            let entry = active.base[index], edge = table.edges.base + Int(entry.edge), winding = edge.pointee.winding &* turn
            if edge.pointee.y1 <= bottom {
                accumulator.add(entry.x, edge.pointee.x1, height: edge.pointee.y1 &- rowTop, sign: winding)
            } else {
                let x = edge.pointee.x(at: bottom)
                accumulator.add(entry.x, x, height: FixedPoint.one, sign: winding)
                active.base[kept] = Active(edge: entry.edge, x: x)
                kept &+= 1
            }
        }
        active.count = kept
        var next = table.rows.base[row &- table.firstRow]
        while next >= 0 {
            let edge = table.edges.base + Int(next), winding = edge.pointee.winding &* turn
            // An edge from above the bounds begins at the first row's top.
            let starts = edge.pointee.y0 > rowTop, top = starts ? edge.pointee.y0 : rowTop, x = starts ? edge.pointee.x0 : edge.pointee.x(at: rowTop)
            if winding != 0 {
                if edge.pointee.y1 <= bottom {
                    accumulator.add(x, edge.pointee.x1, height: edge.pointee.y1 &- top, sign: winding)
                } else {
                    let end = edge.pointee.x(at: bottom)
                    accumulator.add(x, end, height: bottom &- top, sign: winding)
                    active.append(Active(edge: next, x: end))
                }
            }
            next = edge.pointee.next
        }
    }

    // MARK: Gathering

    /// The pieces of the row: of edges that reach into it, and of those that begin in it. An edge that goes on where another ends follows it at once: so the pieces of a chain
    /// have numbers that follow one another, from above to below.
    private mutating func gather(_ row: Int) {
        pieces.count = 0
        order.count = 0
        for index in 0..<active.count {
            let entry = active.base[index]
            appendChain(entry.edge, from: 0, x: entry.x)
        }
        var next = table.rows.base[row &- table.firstRow]
        while next >= 0 {
            let edge = table.edges.base + Int(next)
            // An edge from above the bounds begins at the first row's top.
            if edge.pointee.y0 <= rowTop {
                appendChain(next, from: 0, x: edge.pointee.x(at: rowTop))
            } else if !table.continues(Int(next)) {
                appendChain(next, from: edge.pointee.y0 &- rowTop, x: edge.pointee.x0)
            }
            next = edge.pointee.next
        }
    }
    /// An edge, and those that follow it in the row.
    @inline(__always) private mutating func appendChain(_ first: Int32, from top: Int32, x: Int32) {
        let bottom = rowTop &+ FixedPoint.one, begin = order.count
        var number = first, yTop = top, x = x
        while true {
            let edge = table.edges.base[Int(number)]
            append(edge, number, from: yTop, x: x, bottom)
            if edge.y1 >= bottom { break }
            number = table.next(after: Int(number))
            if number < 0 { break }
            yTop = edge.y1 &- rowTop
            x = edge.x1
        }
        // Sorting takes long for what is the wrong way around.
        var left = begin, right = order.count &- 1
        if order.base[right] < order.base[left] {
            while left < right {
                (order.base[left], order.base[right]) = (order.base[right], order.base[left])
                left &+= 1
                right &-= 1
            }
        }
    }
    @inline(__always) private mutating func append(_ edge: CoverageEdge, _ number: Int32, from yTop: Int32, x: Int32, _ bottom: Int32) {
        let ends = edge.y1 <= bottom
        let xBottom = ends ? edge.x1 : edge.x(at: bottom)
        order.append(Int64(min(x, xBottom)) << 32 | Int64(pieces.count))
        pieces.append(Piece(xTop: x, xBottom: xBottom, yTop: yTop, yBottom: ends ? edge.y1 &- rowTop : FixedPoint.one, winding: edge.winding, edge: number))
    }
    private mutating func keepActive() {
        active.count = 0
        let bottom = rowTop &+ FixedPoint.one
        for index in 0..<order.count {
            let piece = at(index).piece
            if piece.yBottom == FixedPoint.one && table.edges.base[Int(piece.edge)].y1 > bottom {
                active.append(Active(edge: piece.edge, x: piece.xBottom))
            }
        }
    }
    private mutating func sortPieces() {
        spare.reserve(order.count)
        CoverageSweep.sort(order.base, order.count, spare.base)
    }

    /// Sorts numbers of which most are in order: by insertion; where that moves too many, runs of them are merged, which is never slower than n·log n.
    static func sort(_ keys: UnsafeMutablePointer<Int64>, _ count: Int, _ spare: UnsafeMutablePointer<Int64>) {
        var patience = 8 &* count &+ 64, sorted = 1
        while sorted < count && patience >= 0 {
            patience &-= insert(sorted, from: 0, keys)
            sorted &+= 1
        }
        if sorted >= count { return }
        let run = 16
        for start in stride(from: 0, to: count, by: run) {
            for index in start &+ 1..<max(min(start &+ run, count), start &+ 1) { _ = insert(index, from: start, keys) }
        }
        var length = run
        while length < count {
            var left = 0
            while left &+ length < count {
                let middle = left &+ length, right = min(middle &+ length, count)
                if keys[middle &- 1] > keys[middle] {
                    spare.update(from: keys + left, count: length)
                    var a = 0, b = middle, to = left
                    while a < length && b < right {
                        if spare[a] <= keys[b] {
                            keys[to] = spare[a]
                            a &+= 1
                        } else {
                            keys[to] = keys[b]
                            b &+= 1
                        }
                        to &+= 1
                    }
                    (keys + to).update(from: spare + a, count: length &- a)
                }
                left = right
            }
            length &*= 2
        }
    }
    /// Moves a key to its place among those before it; returns by how many places.
    @inline(__always) private static func insert(_ index: Int, from start: Int, _ keys: UnsafeMutablePointer<Int64>) -> Int {
        let key = keys[index]
        var at = index
        while at > start && keys[at &- 1] > key {
            keys[at] = keys[at &- 1]
            at &-= 1
        }
        keys[at] = key
        return index &- at
    }
}
