extension CoverageSweep {
    /// The state of a chain at the current level, in a cluster with crossings. The chain has one edge at this level.
    struct Strand: BitwiseCopyable {
        /// `x`: the x coordinate at the current level. `next`: the x coordinate at the next level.
        var x, next: Int32
        var xTop, yTop, yBottom: Int32
        var winding: Int32
        /// `piece`: the index of the edge's piece. `lastPiece`: the index of the chain's last piece.
        var piece, lastPiece: Int32
        /// +1 if the inside lies only to the right of the strand, −1 if only to the left, otherwise 0.
        var sign: Int32 = 0
        /// The point at which the strand got its present sign: `since` is the level, and `sinceX` is the x coordinate.
        var since, sinceX: Int32
        /// The change of x per unit of level.
        var rate: Double

        init(_ piece: Piece, _ number: Int32, _ last: Int32) {
            (self.piece, lastPiece) = (number, last)
            (xTop, yTop, yBottom, winding) = (piece.xTop, piece.yTop, piece.yBottom, piece.winding)
            (x, next, since, sinceX) = (xTop, xTop, yTop, xTop)
            rate = Double(Int(piece.xBottom) &- Int(piece.xTop)) / Double(piece.height)
        }
        @inline(__always) func isBefore(_ other: Strand) -> Bool { x != other.x ? x < other.x : next < other.next }
        @inline(__always) func x(at level: Int32) -> Int32 { xTop &+ FixedPoint.rounded(Double(level &- yTop) * rate) }
    }
    /// The maximum number of times that the edges of a row are divided at crossings. Beyond this number, coverage is sampled along
    /// horizontal lines. The limit bounds the time for thousands of edges in one small area, where the difference between exact and sampled
    /// coverage is invisible.
    private static let mostDivisions = 64
    /// The minimum distance between two divisions: 1/1024 pixel.
    private static let finestStep: Int32 = 64
    /// The distance between sample lines: 32 lines for each row of pixels, 16 for a crowd.
    private static let lineStep: Int32 = 2048
    /// A cluster with more edges than this number is a crowd: its levels are rounded to the levels of sample lines.
    private static let crowd = 1024

    /// Adds the cluster's chains level by level. Between two levels at which edges end or cross, the order of the chains is
    /// constant; this order determines which chains are borders of the inside. The stretch of an edge over which its strand's `sign` does
    /// not change is added at once, not level by level.
    @inline(never) mutating func addCrossing() {
        let count = pieces.count, lineStep = count > Self.crowd ? Self.lineStep * 2 : Self.lineStep
        levels.reserve(count * 2 + 2)
        spare.reserve(count * 2 + 2)
        strands.reserve(chains.count)
        strands.count = 0
        var levelCount = findLevels(), divisions = 0
        if count > Self.crowd || levelCount > 2 * Self.mostDivisions {
            roundLevels(to: lineStep)
            levelCount = findLevels()
            divisions = Self.mostDivisions
        }
        findEntrances()
        let levels = levels.base, entrances = entrances.base
        // The winding number to the right of the cluster is the same at every level: where one chain ends within the row, another chain
        // begins.
        let outside = winding
        var beyond = outside, entered = 0
        for index in 0..<levelCount {
            let level = Int32(truncatingIfNeeded: levels[index])
            var isChanged = leave(level)
            if index &+ 1 == levelCount { break }
            while entered < chains.count && Int32(truncatingIfNeeded: entrances[entered] >> 32) <= level {
                let chain = chains.base[Int(entrances[entered] & 0xFFFF_FFFF)]
                if let piece = firstPiece(from: chain.first, to: chain.last) { strands.append(Strand(pieces.base[Int(piece)], piece, chain.last)) }
                entered &+= 1
                isChanged = true
            }
            if strands.count == 0 { continue }
            advance(from: level, to: Int32(truncatingIfNeeded: levels[index &+ 1]), outside, isChanged, &divisions, lineStep)
            beyond = outside
            for strand in 0..<strands.count { beyond = beyond &+ strands.base[strand].winding }
        }
        winding = beyond
    }
    /// Searches the pieces from `first` to `last`, and returns the index of the first piece whose rounded height is above 0; nil if there
    /// is no such piece.
    @inline(__always) private func firstPiece(from first: Int32, to last: Int32) -> Int32? {
        var number = first
        while number <= last {
            if pieces.base[Int(number)].height > 0 { return number }
            number &+= 1
        }
        return nil
    }
    /// Sorts the chains by the levels at which they begin.
    private mutating func findEntrances() {
        let count = chains.count
        entrances.reserve(count)
        let entrances = entrances.base
        for index in 0..<count { entrances[index] = Int64(pieces.base[Int(chains.base[index].first)].yTop) << 32 | Int64(index) }
        CoverageSweep.sort(entrances, count, spare.base)
    }
    /// Writes the levels at which edges begin or end, and the row's top and bottom, without duplicates. Returns the number of
    /// levels.
    private func findLevels() -> Int {
        let count = pieces.count, levels = levels.base
        var found = 1
        levels[0] = 0
        for number in 0..<count {
            let piece = pieces.base[number]
            if piece.yTop != 0 {
                levels[found] = Int64(piece.yTop)
                found &+= 1
            }
            // Most edges end at the level at which the next edge begins. A level at which another edge begins is in the list already, so
            // the end of the edge adds no level.
            if piece.yBottom != FixedPoint.one && (number &+ 1 == count || piece.yBottom != pieces.base[number &+ 1].yTop) {
                levels[found] = Int64(piece.yBottom)
                found &+= 1
            }
        }
        CoverageSweep.sort(levels, found, spare.base)
        var kept = 1
        for index in 1..<max(found, 1) where levels[index] != levels[kept &- 1] {
            levels[kept] = levels[index]
            kept &+= 1
        }
        if levels[kept &- 1] != Int64(FixedPoint.one) {
            levels[kept] = Int64(FixedPoint.one)
            kept &+= 1
        }
        return kept
    }
    private func roundLevels(to step: Int32) {
        for number in 0..<pieces.count {
            pieces.base[number].yTop = (pieces.base[number].yTop &+ step / 2) / step &* step
            pieces.base[number].yBottom = (pieces.base[number].yBottom &+ step / 2) / step &* step
        }
    }
    /// If the edge of a strand ends at the level, moves the strand to the next edge of its chain. Returns true if a chain has
    /// ended.
    private mutating func leave(_ level: Int32) -> Bool {
        let strands = strands.base, count = self.strands.count
        var kept = 0
        for index in 0..<count {
            if strands[index].yBottom <= level {
                finish(strands[index], level)
                guard let next = firstPiece(from: strands[index].piece &+ 1, to: strands[index].lastPiece) else { continue }
                let sign = strands[index].sign
                strands[index] = Strand(pieces.base[Int(next)], next, strands[index].lastPiece)
                strands[index].sign = sign
            }
            if kept != index { strands[kept] = strands[index] }
            kept &+= 1
        }
        self.strands.count = kept
        return kept != count
    }
    @inline(__always) private mutating func finish(_ strand: Strand, _ level: Int32) {
        if strand.sign != 0 && level > strand.since { accumulator.add(strand.sinceX, strand.x, height: level &- strand.since, sign: strand.sign) }
    }
    /// Advances the strands from a level to the next level. No strand ends between `start` and `end`.
    /// - Parameter isChanged: true if a strand has begun or ended at the level.
    private mutating func advance(from start: Int32, to end: Int32, _ outside: Int32, _ isChanged: Bool, _ divisions: inout Int, _ lineStep: Int32) {
        let strands = strands.base, count = self.strands.count
        for index in 0..<count { strands[index].next = strands[index].x(at: end) }
        var level = start, isChanged = isChanged
        while divisions < Self.mostDivisions {
            let moved = sortStrands()
            findSigns(isChanged ? 0..<count : moved, outside, level)
            isChanged = false
            // The first crossing is always a crossing of two neighbours, so it is enough to compare each strand with the next strand.
            var first = Double.infinity
            for index in 1..<max(count, 1) where strands[index &- 1].next > strands[index].next {
                let gap = Double(strands[index].x &- strands[index &- 1].x), over = Double(strands[index &- 1].next &- strands[index].next)
                first = min(first, Double(end &- level) * gap / (gap + over))
            }
            let cut = first < .infinity ? max(level &+ FixedPoint.rounded(first), level &+ Self.finestStep) : end
            if end &- cut < Self.finestStep {
                for index in 0..<count { strands[index].x = strands[index].next }
                return
            }
            level = cut
            divisions &+= 1
            for index in 0..<count { strands[index].x = strands[index].x(at: level) }
        }
        for index in 0..<count {
            finish(strands[index], level)
            strands[index].sign = 0
        }
        addLines(from: level, to: end, outside, lineStep)
    }
    /// Updates the signs of a range of strands; a sign shows whether the strand is a border of the inside just below a level.
    @inline(__always) private mutating func findSigns(_ range: Range<Int>, _ outside: Int32, _ level: Int32) {
        if range.isEmpty { return }
        let strands = strands.base
        winding = outside
        for index in 0..<range.lowerBound { winding = winding &+ strands[index].winding }
        for index in range {
            let sign = step(strands[index].winding)
            if sign != strands[index].sign {
                finish(strands[index], level)
                strands[index].sign = sign
                (strands[index].since, strands[index].sinceX) = (level, strands[index].x)
            }
        }
    }
    /// Samples the inside along horizontal lines between two levels; each line represents the strip around the line.
    private mutating func addLines(from start: Int32, to end: Int32, _ outside: Int32, _ lineStep: Int32) {
        let strands = strands.base, count = self.strands.count
        var level = start
        while level < end {
            let next = min(end, (level / lineStep &+ 1) &* lineStep), line = level &+ (next &- level) / 2
            for index in 0..<count {
                strands[index].x = strands[index].x(at: line)
                strands[index].next = strands[index].x(at: next)
            }
            _ = sortStrands()
            winding = outside
            for index in 0..<count {
                let sign = step(strands[index].winding)
                if sign != 0 { accumulator.add(strands[index].x, strands[index].x, height: next &- level, sign: sign) }
            }
            level = next
        }
    }
    /// Sorts the strands; returns a range that contains every strand that has moved.
    private func sortStrands() -> Range<Int> {
        let strands = strands.base
        var low = Int.max, high = 0
        for index in 1..<max(self.strands.count, 1) {
            var at = index
            if !strands[at].isBefore(strands[at &- 1]) { continue }
            let strand = strands[at]
            repeat {
                strands[at] = strands[at &- 1]
                at &-= 1
            } while at > 0 && strand.isBefore(strands[at &- 1])
            strands[at] = strand
            low = min(low, at)
            high = index &+ 1
        }
        return min(low, high)..<high
    }
}
