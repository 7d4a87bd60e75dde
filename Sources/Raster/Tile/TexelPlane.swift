// TexelPlane: one image of an attachment in a kernel: the words of the lanes' texels, loaded and stored.
//
// Rows below the image's last are read from the last row, columns to the right from the memory behind, which always
// exists (TexelStorage keeps 64 bytes of slack); stores obey the mask and never touch other texels.

import Kernel

struct TexelPlane {
    let builder: KernelBuilder
    let block: TileBlock
    /// Address of texel (0, 0).
    let base: Pointer
    let bytesPerRow: Scalar<Int64>
    /// Highest row number.
    let lastRow: Scalar<Int32>
    let bytesPerTexel: Int
    /// The rows of the blocks at hand, see `atRows`.
    private var rows: [Pointer] = []

    init(builder: KernelBuilder, block: TileBlock, base: Pointer, bytesPerRow: Scalar<Int64>, lastRow: Scalar<Int32>, bytesPerTexel: Int) {
        self.builder = builder; self.block = block; self.base = base; self.bytesPerRow = bytesPerRow; self.lastRow = lastRow
        self.bytesPerTexel = bytesPerTexel
    }

    /// The plane for blocks whose first row is `y`: the addresses of their rows are found once for all of them.
    func atRows(_ y: Scalar<Int32>) -> TexelPlane {
        guard bytesPerTexel == 4 else { return self }
        var result = self
        result.rows = (0..<block.height).map { base + (y + Int32($0)).minimum(lastRow).widened(to: Int64.self) * bytesPerRow }
        return result
    }
    /// Where a row of a block begins.
    private func row(_ number: Int, _ position: LanePixels) -> Pointer {
        let start = rows.isEmpty
            ? base + (position.corner.y + Int32(number)).minimum(lastRow).widened(to: Int64.self) * bytesPerRow : rows[number]
        return start.element(position.corner.x, stride: bytesPerTexel)
    }

    /// Address of texels, relative to `base`. Images are below 2 GiB.
    private func offsets(_ x: IntLanes, _ y: IntLanes) -> IntLanes {
        y.minimum(lastRow.broadcast(y.count)) * bytesPerRow.narrowed(to: Int32.self).broadcast(y.count) + x * Int32(bytesPerTexel)
    }
    private func offsets(_ position: LanePixels) -> IntLanes { offsets(position.x, position.y) }
    /// Of the two texels that a quad has in a row, those of the left one.
    private func pairOffsets(_ position: LanePixels) -> IntLanes { offsets(position.x.evenHalf, position.y.evenHalf) }

    /// 32-bit words number `index` of the texels (bytesPerTexel is a multiple of 4).
    func loadWords(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        // Gathers are less code than to choose between rows and pairs of texels. They are slower: where there is no choice, rows
        // are loaded.
        guard bytesPerTexel == 4, !builder.prefersGathers || position.isBlock == nil else { return base.gather(UInt32.self, byteOffsets: offsets(position) + Int32(4 * index), mask: mask) }
        func blockWords() -> UIntLanes {
            var rows = (0..<block.height).map { row($0, position).loadLanes(UInt32.self, count: block.width, alignment: 4) }
            while rows.count > 1 { rows = stride(from: 0, to: rows.count, by: 2).map { rows[$0].joined(rows[$0 + 1]) } }
            return rows[0].shuffled(block.rowMajorOfLane)
        }
        guard let isBlock = position.isBlock else { return blockWords() }
        return builder.choose(isBlock, blockWords, else: { base.loadEach(byteOffsets: pairOffsets(position)).reinterpreted(as: UInt32.self) })
    }
    func storeWords(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        guard bytesPerTexel == 4, !builder.prefersGathers else { return base.scatter(words, byteOffsets: offsets(position) + Int32(4 * index), mask: mask) }
        func storeBlock() {
            let ordered = words.shuffled(block.laneOfRowMajor), rows = (0..<block.height).map { ($0, $0 * block.width ..< ($0 + 1) * block.width) }
            builder.if(mask.all, {
                for (y, range) in rows { row(y, position).store(ordered.slice(range), alignment: 4) }
            }, else: {
                let orderedMask = mask.shuffled(block.laneOfRowMajor)
                for (y, range) in rows { row(y, position).store(ordered.slice(range), mask: orderedMask.slice(range), alignment: 4) }
            })
        }
        guard let isBlock = position.isBlock else { return storeBlock() }
        builder.if(isBlock, storeBlock, else: { base.storePairs(words, byteOffsets: pairOffsets(position), mask: mask) })
    }

    func loadHalfWords(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        base.gatherHalfWords(byteOffsets: offsets(position) + Int32(2 * index), mask: mask)
    }
    func storeHalfWords(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        base.scatter(words.narrowed(to: UInt16.self), byteOffsets: offsets(position) + Int32(2 * index), mask: mask)
    }
    func loadBytes(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        base.gatherBytes(byteOffsets: offsets(position) + Int32(index), mask: mask)
    }
    func storeBytes(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        base.scatter(words.narrowed(to: UInt8.self), byteOffsets: offsets(position) + Int32(index), mask: mask)
    }
}
