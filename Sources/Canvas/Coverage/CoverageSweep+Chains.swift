// CoverageSweep+Chains: clusters of boundaries that lie side by side from one level to another, as the two sides of a stroke do. They only have to be told from left to right; what
// crosses, or begins and ends in between, is looked at level by level (`CoverageSweep+Crossings`), which takes longer and gives the same where nothing crosses.

extension CoverageSweep {
    /// Edges of a path that follow one another downwards within the row.
    struct Chain: BitwiseCopyable {
        /// Its pieces: numbers that follow one another.
        var first, last: Int32
        var winding: Int32
        var xTop, xBottom: Int32
    }
    /// Clusters of more pieces, or chains, are rarely so simple.
    private static let mostPieces = 64, mostChains = 8

    /// Adds the pieces from the order's first up to, not including, its last, if all their chains reach from one level to another and none crosses its neighbour. Else false, and
    /// nothing is added.
    @inline(never) mutating func addChains(_ first: Int, _ last: Int) -> Bool {
        let count = last &- first
        if count > Self.mostPieces { return false }
        findChains(first, count)
        let chains = chains.base, chainCount = self.chains.count
        if chainCount < 2 || chainCount > Self.mostChains { return false }
        let yTop = pieces.base[Int(chains[0].first)].yTop, yBottom = pieces.base[Int(chains[0].last)].yBottom
        for index in 1..<chainCount where pieces.base[Int(chains[index].first)].yTop != yTop || pieces.base[Int(chains[index].last)].yBottom != yBottom { return false }
        // From left to right.
        for index in 1..<chainCount {
            let chain = chains[index]
            var at = index
            while at > 0, chain.xTop != chains[at &- 1].xTop ? chain.xTop < chains[at &- 1].xTop : chain.xBottom < chains[at &- 1].xBottom {
                chains[at] = chains[at &- 1]
                at &-= 1
            }
            chains[at] = chain
        }
        for index in 1..<chainCount where !isLeft(chains[index &- 1], of: chains[index]) { return false }
        for index in 0..<chainCount {
            let chain = chains[index], sign = step(chain.winding)
            if sign != 0 { for number in chain.first...chain.last { add(pieces.base[Int(number)], sign) } }
        }
        return true
    }
    private mutating func findChains(_ first: Int, _ count: Int) {
        spare.reserve(count)
        let numbers = spare.base
        for index in 0..<count {
            let number = order.base[first &+ index] & 0xFFFF_FFFF
            var at = index
            while at > 0 && numbers[at &- 1] > number {
                numbers[at] = numbers[at &- 1]
                at &-= 1
            }
            numbers[at] = number
        }
        chains.count = 0
        for index in 0..<count {
            let number = Int(numbers[index]), piece = pieces.base[number]
            // A level edge, or one that ends where the row begins, has no area; it only ties its ends together.
            if piece.height == 0 { continue }
            if let end = chains.count > 0 ? chains.count &- 1 : nil {
                let chain = chains.base[end], before = pieces.base[Int(chain.last)]
                if Int(chain.last) == number &- 1 && chain.winding == piece.winding && before.yBottom == piece.yTop && before.xBottom == piece.xTop {
                    chains.base[end].last = Int32(truncatingIfNeeded: number)
                    chains.base[end].xBottom = piece.xBottom
                    continue
                }
            }
            let number32 = Int32(truncatingIfNeeded: number)
            chains.append(Chain(first: number32, last: number32, winding: piece.winding, xTop: piece.xTop, xBottom: piece.xBottom))
        }
    }
    /// Whether no point of a chain lies to the right of another one, which reaches from the same level to the same level. Both are straight between the ends of their pieces, so
    /// it is enough to look there.
    private func isLeft(_ left: Chain, of right: Chain) -> Bool {
        if left.xTop > right.xTop || left.xBottom > right.xBottom { return false }
        var a = Int(left.first), b = Int(right.first)
        while true {
            let one = pieces.base[a], other = pieces.base[b]
            if one.yBottom <= other.yBottom {
                // The left one's corner against the right one's line.
                if Self.side(one.xBottom, one.yBottom, other) > 0 { return false }
                if one.yBottom == other.yBottom {
                    if b == Int(right.last) { return true }
                    b &+= 1
                }
                if a == Int(left.last) { return true }
                a &+= 1
            } else {
                if Self.side(other.xBottom, other.yBottom, one) < 0 { return false }
                b &+= 1
            }
        }
    }
    /// Above 0 for a point to the right of a piece's line, below 0 for one to its left.
    @inline(__always) private static func side(_ x: Int32, _ y: Int32, _ piece: Piece) -> Int {
        (Int(x) &- Int(piece.xTop)) &* Int(piece.height) &- (Int(piece.xBottom) &- Int(piece.xTop)) &* (Int(y) &- Int(piece.yTop))
    }
}
