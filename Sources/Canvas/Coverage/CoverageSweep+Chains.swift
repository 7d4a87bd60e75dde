// CoverageSweep+Chains: clusters of boundaries that do not cross each other, such as the two sides of a stroke around a bend. In a cluster
// without crossings, it is enough to sort the boundaries from left to right. Boundaries that cross are handled level by level in
// `CoverageSweep+Crossings`, which takes longer. If no boundaries cross, sorting and handling level by level give the same result.

extension CoverageSweep {
    /// Consecutive edges of a path that run downwards within the row.
    struct Chain: BitwiseCopyable {
        /// `first`: the index of the chain's first piece. `last`: the index of the chain's last piece. The pieces of a chain are
        /// consecutive.
        var first, last: Int32
        var winding: Int32
        var yTop, yBottom: Int32
        /// A bit mask of the chains to the left of this chain.
        var before: UInt32 = 0
        var sign: Int32 = 0
    }
    /// A cluster with more than `mostPieces` pieces or with more than `mostChains` chains is rarely free of crossings, so `addChains` does
    /// not examine such a cluster.
    private static let mostPieces = 64, mostChains = 16

    /// Adds the cluster's pieces if no two chains cross and each chain keeps its sign (see `sign(of:at:)`) along its whole length. If two
    /// chains cross or a chain changes its sign, adds nothing and returns false.
    @inline(never) mutating func addChains() -> Bool {
        let chains = chains.base, chainCount = self.chains.count
        if pieces.count > Self.mostPieces || chainCount < 2 || chainCount > Self.mostChains { return false }
        for index in 1..<chainCount {
            for other in 0..<index where chains[other].yTop < chains[index].yBottom && chains[index].yTop < chains[other].yBottom {
                guard let isLeft = isLeft(chains[other], of: chains[index]) else { return false }
                if isLeft { chains[index].before |= 1 << UInt32(other) } else { chains[other].before |= 1 << UInt32(index) }
            }
        }
        for index in 0..<chainCount {
            let sign = sign(of: index, at: chains[index].yTop)
            for other in 0..<chainCount where !hasSign(sign, index, at: chains[other].yTop) || !hasSign(sign, index, at: chains[other].yBottom) { return false }
            chains[index].sign = sign
        }
        // The winding number to the right of the cluster is the same at every level, so any level can be used to update `winding`.
        let level = chains[0].yTop
        for index in 0..<chainCount {
            let chain = chains[index]
            if chain.yTop <= level && level < chain.yBottom { winding = winding &+ chain.winding }
            if chain.sign != 0 { for number in chain.first...chain.last { add(pieces.base[Int(number)], chain.sign) } }
        }
        return true
    }
    /// Returns true if the chain has the given sign just below a level, or does not pass the level.
    @inline(__always) private func hasSign(_ sign: Int32, _ number: Int, at level: Int32) -> Bool {
        level <= chains.base[number].yTop || level >= chains.base[number].yBottom || self.sign(of: number, at: level) == sign
    }
    /// Compares the winding numbers on both sides of a chain, just below a level that the chain passes. Returns +1 if the inside begins at
    /// the chain, −1 if the inside ends at the chain, otherwise 0.
    @inline(__always) private func sign(of number: Int, at level: Int32) -> Int32 {
        let chain = chains.base[number]
        var before = winding, rest = chain.before
        while rest != 0 {
            let other = chains.base[rest.trailingZeroBitCount]
            if other.yTop <= level && level < other.yBottom { before = before &+ other.winding }
            rest &= rest &- 1
        }
        return Self.sign(from: before, to: before &+ chain.winding, insideBits)
    }
    /// Returns true if chain `one` lies to the left of chain `other` at all levels that both chains pass; nil if the chains cross. Both
    /// chains are straight between the ends of their pieces, so only these ends are compared. Returns true also if the chains coincide.
    private func isLeft(_ one: Chain, of other: Chain) -> Bool? {
        let top = max(one.yTop, other.yTop)
        var a = Int(one.first), b = Int(other.first)
        while pieces.base[a].yBottom <= top { a &+= 1 }
        while pieces.base[b].yBottom <= top { b &+= 1 }
        var hasLeft = false, hasRight = false
        @inline(__always) func note(_ side: Int) {
            hasLeft = hasLeft || side < 0
            hasRight = hasRight || side > 0
        }
        // One of the two chains begins at `top`.
        if one.yTop == top { note(Self.side(pieces.base[a].xTop, top, pieces.base[b])) } else { note(0 &- Self.side(pieces.base[b].xTop, top, pieces.base[a])) }
        while true {
            let left = pieces.base[a], right = pieces.base[b]
            if left.yBottom <= right.yBottom {
                note(Self.side(left.xBottom, left.yBottom, right))
            } else {
                note(0 &- Self.side(right.xBottom, right.yBottom, left))
            }
            if hasLeft && hasRight { return nil }
            let endsOne = left.yBottom <= right.yBottom, endsOther = right.yBottom <= left.yBottom
            if endsOne && a == Int(one.last) || endsOther && b == Int(other.last) { return !hasRight }
            if endsOne { a &+= 1 }
            if endsOther { b &+= 1 }
        }
    }
    /// Returns a positive number for a point to the right of a piece's line, a negative number for a point to the left.
    @inline(__always) private static func side(_ x: Int32, _ y: Int32, _ piece: Piece) -> Int {
        (Int(x) &- Int(piece.xTop)) &* Int(piece.height) &- (Int(piece.xBottom) &- Int(piece.xTop)) &* (Int(y) &- Int(piece.yTop))
    }
}
