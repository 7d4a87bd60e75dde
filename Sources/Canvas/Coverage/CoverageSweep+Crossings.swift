extension CoverageSweep {
    /// An edge in a cluster whose edges cross or end within the row.
    struct Strand: BitwiseCopyable {
        /// Where it crosses the present level and the next one.
        var x, next: Int32
        var xTop, yTop, yBottom: Int32
        var winding: Int32
        /// +1 where the inside lies to the right of it, −1 where to the left, 0 where on both sides or on none.
        var sign: Int32 = 0
        /// Where it began to be such a border.
        var since, sinceX: Int32
        /// How x changes with the level.
        var rate: Double

        init(_ piece: Piece) {
            (xTop, yTop, yBottom, winding) = (piece.xTop, piece.yTop, piece.yBottom, piece.winding)
            (x, next, since, sinceX) = (xTop, xTop, yTop, xTop)
            rate = Double(Int(piece.xBottom) &- Int(piece.xTop)) / Double(piece.height)
        }
        @inline(__always) func isBefore(_ other: Strand) -> Bool { x != other.x ? x < other.x : next < other.next }
        @inline(__always) func x(at level: Int32) -> Int32 { xTop &+ FixedPoint.rounded(Double(level &- yTop) * rate) }
    }
    /// So many times a row is divided at crossings exactly, at most. Beyond, a crossing may be displaced by a sixteenth of a pixel: so thousands of edges in
    /// one place are drawn in bounded time, and no difference is seen in them.
    private static let exactDivisions = 64
    private static let finestStep: Int32 = 64, coarsestStep: Int32 = 4096
    /// So many steps through edges and levels a row may cost before levels are rounded.
    private static let budget = 1 << 16

    /// Adds the pieces from the order's first up to, not including, its last, level by level. Between levels where edges end or cross, their order stays, and
    /// tells which of them are borders of the inside. An edge is added in one piece as long as it stays one.
    @inline(never) mutating func addCrossing(_ first: Int, _ last: Int) {
        let count = last &- first, most = min(Self.exactDivisions, max(8, Self.budget / count))
        levels.count = 0
        levels.reserve(count * 3)
        spare.reserve(count * 2)
        strands.reserve(count)
        strands.count = 0
        var levelCount = findLevels(first, count)
        if levelCount > most {
            roundLevels(first, count, to: 65536 / Int32(most))
            levelCount = findLevels(first, count)
        }
        let entrances = levels.base, levels = levels.base + count
        // The winding to the right of the cluster is the same at each level, as what ends within is followed by what begins within.
        let outside = winding
        var entered = 0, divisions = 0
        for index in 0..<levelCount {
            let level = Int32(truncatingIfNeeded: levels[index])
            leave(level)
            if index &+ 1 == levelCount { break }
            while entered < count && Int32(truncatingIfNeeded: entrances[entered] >> 32) <= level {
                let piece = pieces.base[Int(order.base[Int(entrances[entered] & 0xFFFF_FFFF)] & 0xFFFF_FFFF)]
                if piece.height > 0 { strands.append(Strand(piece)) }
                entered &+= 1
            }
            advance(from: level, to: Int32(truncatingIfNeeded: levels[index &+ 1]), outside, &divisions, most)
        }
    }
    /// Writes who enters, by level, and behind that the levels at which something begins or ends, each once. Returns their number.
    private func findLevels(_ first: Int, _ count: Int) -> Int {
        let entrances = levels.base, ends = levels.base + count
        for index in 0..<count {
            let piece = pieces.base[Int(order.base[first &+ index] & 0xFFFF_FFFF)]
            entrances[index] = Int64(piece.yTop) << 32 | Int64(first &+ index)
            ends[2 &* index] = Int64(piece.yTop)
            ends[2 &* index &+ 1] = Int64(piece.yBottom)
        }
        CoverageSweep.sort(entrances, count, spare.base)
        CoverageSweep.sort(ends, 2 &* count, spare.base)
        var kept = 1
        for index in 1..<2 &* count where ends[index] != ends[kept &- 1] {
            ends[kept] = ends[index]
            kept &+= 1
        }
        return kept
    }
    private func roundLevels(_ first: Int, _ count: Int, to step: Int32) {
        for index in first..<first &+ count {
            let number = Int(order.base[index] & 0xFFFF_FFFF)
            pieces.base[number].yTop = (pieces.base[number].yTop &+ step / 2) / step &* step
            pieces.base[number].yBottom = (pieces.base[number].yBottom &+ step / 2) / step &* step
        }
    }
    /// Ends the strands that do not go on below a level.
    private mutating func leave(_ level: Int32) {
        var kept = 0
        for index in 0..<strands.count {
            let strand = strands.base[index]
            if strand.yBottom <= level {
                finish(strand, level)
            } else {
                strands.base[kept] = strand
                kept &+= 1
            }
        }
        strands.count = kept
    }
    @inline(__always) private mutating func finish(_ strand: Strand, _ level: Int32) {
        if strand.sign != 0 && level > strand.since { accumulator.add(strand.sinceX, strand.x, height: level &- strand.since, sign: strand.sign) }
    }
    /// From a level to the next, between which no strand ends.
    private mutating func advance(from start: Int32, to end: Int32, _ outside: Int32, _ divisions: inout Int, _ most: Int) {
        let strands = strands.base, count = self.strands.count
        if count == 0 { return }
        for index in 0..<count { strands[index].next = strands[index].x(at: end) }
        var level = start
        while true {
            sortStrands()
            let step = divisions < most ? Self.finestStep : Self.coarsestStep
            // The first crossing is one of neighbours.
            var cut = end
            for index in 1..<max(count, 1) where strands[index &- 1].next > strands[index].next {
                let gap = Double(Int(strands[index].x) &- Int(strands[index &- 1].x)), over = Double(Int(strands[index &- 1].next) &- Int(strands[index].next))
                cut = min(cut, max(level &+ FixedPoint.rounded(Double(end &- level) * gap / (gap + over)), level &+ step))
            }
            if end &- cut < step { cut = end }
            winding = outside
            for index in 0..<count {
                let sign = self.step(strands[index].winding)
                if sign != strands[index].sign {
                    finish(strands[index], level)
                    strands[index].sign = sign
                    (strands[index].since, strands[index].sinceX) = (level, strands[index].x)
                }
            }
            if cut == end { break }
            divisions &+= 1
            level = cut
            for index in 0..<count { strands[index].x = strands[index].x(at: level) }
        }
        for index in 0..<count { strands[index].x = strands[index].next }
    }
    private func sortStrands() {
        let strands = strands.base
        for index in 1..<max(self.strands.count, 1) {
            var at = index
            if !strands[at].isBefore(strands[at &- 1]) { continue }
            let strand = strands[at]
            repeat {
                strands[at] = strands[at &- 1]
                at &-= 1
            } while at > 0 && strand.isBefore(strands[at &- 1])
            strands[at] = strand
        }
    }
}
