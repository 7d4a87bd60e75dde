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
    /// So many times the edges of a row are divided at crossings. Beyond, they are counted along lines, as thousands of edges in one place are drawn in bounded
    /// time so, and nobody sees a difference in them.
    private static let mostDivisions = 64
    /// No division is nearer to the one before: 1/1024 pixel.
    private static let finestStep: Int32 = 64
    /// The distance of lines: 32 to a row of pixels, or 16 for the thickest crowds.
    private static let lineStep: Int32 = 2048
    /// Edges that make a crowd: their levels are rounded to those of lines.
    private static let crowd = 1024

    /// Adds the pieces from the order's first up to, not including, its last, level by level. Between levels where edges end or cross, their order stays, and
    /// tells which of them are borders of the inside. An edge is added in one piece as long as it stays one.
    @inline(never) mutating func addCrossing(_ first: Int, _ last: Int) {
        let count = last &- first, lineStep = count > Self.crowd ? Self.lineStep * 2 : Self.lineStep
        levels.count = 0
        levels.reserve(count * 3 + 2)
        spare.reserve(count * 2 + 2)
        strands.reserve(count)
        strands.count = 0
        var levelCount = findLevels(first, count)
        var divisions = 0
        if count > Self.crowd || levelCount > 2 * Self.mostDivisions {
            roundLevels(first, count, to: lineStep)
            levelCount = findLevels(first, count)
            divisions = Self.mostDivisions
        }
        let entrances = levels.base, levels = levels.base + count
        // The winding to the right of the cluster is the same at each level, as what ends within is followed by what begins within.
        let outside = winding
        var entered = 0
        for index in 0..<levelCount {
            let level = Int32(truncatingIfNeeded: levels[index])
            leave(level)
            if index &+ 1 == levelCount { break }
            while entered < count && Int32(truncatingIfNeeded: entrances[entered] >> 32) <= level {
                let piece = pieces.base[Int(order.base[Int(entrances[entered] & 0xFFFF_FFFF)] & 0xFFFF_FFFF)]
                if piece.height > 0 { strands.append(Strand(piece)) }
                entered &+= 1
            }
            advance(from: level, to: Int32(truncatingIfNeeded: levels[index &+ 1]), outside, &divisions, lineStep)
        }
    }
    /// Writes who enters, by level, and behind that the levels at which something begins or ends, each once, and the row's top and bottom. Returns their number.
    private func findLevels(_ first: Int, _ count: Int) -> Int {
        let entrances = levels.base, ends = levels.base + count
        var whole = 0, later = 0, found = 1
        ends[0] = 0
        // Those from the row's top come first, in their order; the others are written from behind.
        for index in first..<first &+ count {
            let piece = pieces.base[Int(order.base[index] & 0xFFFF_FFFF)]
            if piece.yTop == 0 {
                entrances[whole] = Int64(index)
                whole &+= 1
            } else {
                later &+= 1
                entrances[count &- later] = Int64(piece.yTop) << 32 | Int64(index)
                ends[found] = Int64(piece.yTop)
                found &+= 1
            }
            if piece.yBottom != FixedPoint.one {
                ends[found] = Int64(piece.yBottom)
                found &+= 1
            }
        }
        CoverageSweep.sort(entrances + whole, later, spare.base)
        CoverageSweep.sort(ends, found, spare.base)
        var kept = 1
        for index in 1..<max(found, 1) where ends[index] != ends[kept &- 1] {
            ends[kept] = ends[index]
            kept &+= 1
        }
        if ends[kept &- 1] != Int64(FixedPoint.one) {
            ends[kept] = Int64(FixedPoint.one)
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
    private mutating func advance(from start: Int32, to end: Int32, _ outside: Int32, _ divisions: inout Int, _ lineStep: Int32) {
        let strands = strands.base, count = self.strands.count
        if count == 0 { return }
        for index in 0..<count { strands[index].next = strands[index].x(at: end) }
        var level = start
        while divisions < Self.mostDivisions {
            sortStrands()
            // The first crossing is one of neighbours.
            var cut = end
            for index in 1..<max(count, 1) where strands[index &- 1].next > strands[index].next {
                let gap = Double(Int(strands[index].x) &- Int(strands[index &- 1].x)), over = Double(Int(strands[index &- 1].next) &- Int(strands[index].next))
                cut = min(cut, max(level &+ FixedPoint.rounded(Double(end &- level) * gap / (gap + over)), level &+ Self.finestStep))
            }
            if end &- cut < Self.finestStep { cut = end }
            winding = outside
            for index in 0..<count {
                let sign = step(strands[index].winding)
                if sign != strands[index].sign {
                    finish(strands[index], level)
                    strands[index].sign = sign
                    (strands[index].since, strands[index].sinceX) = (level, strands[index].x)
                }
            }
            level = cut
            if cut == end {
                for index in 0..<count { strands[index].x = strands[index].next }
                return
            }
            divisions &+= 1
            for index in 0..<count { strands[index].x = strands[index].x(at: level) }
        }
        for index in 0..<count {
            finish(strands[index], level)
            strands[index].sign = 0
        }
        addLines(from: level, to: end, outside, lineStep)
    }
    /// Adds what lies inside along lines, as many as fit, each for the strip about it.
    private mutating func addLines(from start: Int32, to end: Int32, _ outside: Int32, _ lineStep: Int32) {
        let strands = strands.base, count = self.strands.count
        var level = start
        while level < end {
            let next = min(end, (level / lineStep &+ 1) &* lineStep), line = level &+ (next &- level) / 2
            for index in 0..<count {
                strands[index].x = strands[index].x(at: line)
                strands[index].next = strands[index].x(at: next)
            }
            sortStrands()
            winding = outside
            for index in 0..<count {
                let sign = step(strands[index].winding)
                if sign != 0 { accumulator.add(strands[index].x, strands[index].x, height: next &- level, sign: sign) }
            }
            level = next
        }
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
