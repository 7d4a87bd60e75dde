// TexelPlane: one image of an attachment in a kernel: the words of a block's texels, loaded and stored.
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
    private func row(_ number: Int, _ position: BlockPosition) -> Pointer { rows[number].element(position.x, stride: bytesPerTexel) }

    /// Address of each lane's texel, relative to `base`. Images are below 2 GiB.
    private func offsets(_ position: BlockPosition) -> (Pointer, IntLanes) {
        let corner = base + (position.y.widened(to: Int64.self) * bytesPerRow + position.x.widened(to: Int64.self) * Int64(bytesPerTexel))
        let inBlock = builder.lanes(block.laneY) * bytesPerRow.narrowed(to: Int32.self).broadcast() + builder.lanes(block.laneX) * Int32(bytesPerTexel)
        return (corner, inBlock)
    }

    /// 32-bit words number `index` of the texels (bytesPerTexel is a multiple of 4).
    func loadWords(_ position: BlockPosition, index: Int = 0, mask: LaneMask) -> UIntLanes {
        if bytesPerTexel == 4 {
            var rows = (0..<block.height).map { row($0, position).loadLanes(UInt32.self, count: block.width, alignment: 4) }
            while rows.count > 1 { rows = stride(from: 0, to: rows.count, by: 2).map { rows[$0].joined(rows[$0 + 1]) } }
            return rows[0].shuffled(block.rowMajorOfLane)
        }
        let (corner, inBlock) = offsets(position)
        return corner.gather(UInt32.self, byteOffsets: inBlock + Int32(4 * index), mask: mask)
    }
    func storeWords(_ words: UIntLanes, _ position: BlockPosition, index: Int = 0, mask: LaneMask) {
        if bytesPerTexel == 4 {
            let ordered = words.shuffled(block.laneOfRowMajor)
            builder.if(mask.all, {
                for y in 0..<block.height {
                    row(y, position).store(ordered.slice(y * block.width ..< (y + 1) * block.width), alignment: 4)
                }
            }, else: {
                let orderedMask = mask.shuffled(block.laneOfRowMajor)
                for y in 0..<block.height {
                    let range = y * block.width ..< (y + 1) * block.width
                    row(y, position).store(ordered.slice(range), mask: orderedMask.slice(range), alignment: 4)
                }
            })
            return
        }
        let (corner, inBlock) = offsets(position)
        corner.scatter(words, byteOffsets: inBlock + Int32(4 * index), mask: mask)
    }

    func loadHalfWords(_ position: BlockPosition, index: Int = 0, mask: LaneMask) -> UIntLanes {
        let (corner, inBlock) = offsets(position)
        return corner.gatherHalfWords(byteOffsets: inBlock + Int32(2 * index), mask: mask)
    }
    func storeHalfWords(_ words: UIntLanes, _ position: BlockPosition, index: Int = 0, mask: LaneMask) {
        let (corner, inBlock) = offsets(position)
        corner.scatter(words.narrowed(to: UInt16.self), byteOffsets: inBlock + Int32(2 * index), mask: mask)
    }
    func loadBytes(_ position: BlockPosition, index: Int = 0, mask: LaneMask) -> UIntLanes {
        let (corner, inBlock) = offsets(position)
        return corner.gatherBytes(byteOffsets: inBlock + Int32(index), mask: mask)
    }
    func storeBytes(_ words: UIntLanes, _ position: BlockPosition, index: Int = 0, mask: LaneMask) {
        let (corner, inBlock) = offsets(position)
        corner.scatter(words.narrowed(to: UInt8.self), byteOffsets: inBlock + Int32(index), mask: mask)
    }
}
