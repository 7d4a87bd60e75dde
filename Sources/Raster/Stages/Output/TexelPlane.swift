// TexelPlane: loads and stores the texels of a kernel's lanes in one sample plane of an attachment.
//
// Lanes may lie above the image's last row or to the right of its last column. For these lanes, loads read other texels or the
// memory behind the image, which always exists (TexelStorage allocates it). Stores obey the mask and never touch other texels.

import Kernel

struct TexelPlane {
    let builder: KernelBuilder
    let block: TileBlock
    /// The address of texel (0, 0).
    let base: Pointer
    let bytesPerRow: Scalar<Int64>
    let bytesPerTexel: Int
    /// Whether the kernel has code for access by rows even if only run time shows whether the lanes form a block. Access by rows is faster,
    /// but needs more code.
    private let prefersRows: Bool
    /// The addresses of the rows of the current blocks, see `atRows`; empty if there are none.
    private var rows: [Pointer] = []

    init(builder: KernelBuilder, block: TileBlock, base: Pointer, bytesPerRow: Scalar<Int64>, bytesPerTexel: Int, isBlended: Bool = false) {
        prefersRows = isBlended || !builder.prefersGathers
        self.builder = builder; self.block = block; self.base = base; self.bytesPerRow = bytesPerRow; self.bytesPerTexel = bytesPerTexel
    }

    /// Returns the plane for blocks whose first row is `y`. The addresses of the rows are computed only once for all blocks of this row.
    func atRows(_ y: Scalar<Int32>) -> TexelPlane {
        guard bytesPerTexel == 4 else { return self }
        var result = self
        result.rows = rows(from: y)
        return result
    }
    /// Returns the addresses of the rows of blocks whose first row is `y`.
    private func rows(from y: Scalar<Int32>) -> [Pointer] {
        let first = base + y.widened(to: Int64.self) * bytesPerRow
        return (0..<block.height).map { $0 == 0 ? first : first + bytesPerRow * Int64($0) }
    }
    /// Returns the address of a block's first texel in each row.
    private func rows(_ position: LanePixels) -> [Pointer] {
        (rows.isEmpty ? rows(from: position.corner.y) : rows).map { $0.element(position.corner.x, stride: bytesPerTexel) }
    }

    /// Returns the offsets of texels from `base`, in bytes. Images are smaller than 2 GiB, so 32 bits are enough.
    private func offsets(_ x: IntLanes, _ y: IntLanes) -> IntLanes {
        y * bytesPerRow.narrowed(to: Int32.self).broadcast(y.count) + x * Int32(bytesPerTexel)
    }
    private func offsets(_ position: LanePixels) -> IntLanes { offsets(position.x(), position.y()) }
    /// Returns the offset of the left texel of each pair of texels. A quad has one pair in each of its two rows.
    private func pairOffsets(_ position: LanePixels) -> IntLanes { offsets(position.x().evenHalf, position.y().evenHalf) }

    /// Loads the 32-bit word with the number `index` of each texel. `bytesPerTexel` is a multiple of 4.
    func loadWords(_ position: LanePixels, index: Int = 0, mask: LaneMask) -> UIntLanes {
        func gathered() -> UIntLanes { base.gather(UInt32.self, byteOffsets: offsets(position) + Int32(4 * index), mask: mask) }
        guard bytesPerTexel == 4, prefersRows || position.isBlock == nil else { return gathered() }
        func blockWords() -> UIntLanes {
            var rows = rows(position).map { $0.loadLanes(UInt32.self, count: block.width, alignment: 4) }
            while rows.count > 1 { rows = stride(from: 0, to: rows.count, by: 2).map { rows[$0].joined(rows[$0 + 1]) } }
            return rows[0].shuffled(block.rowMajorOfLane)
        }
        guard let isBlock = position.isBlock else { return blockWords() }
        return builder.choose(isBlock, blockWords, else: {
            builder.prefersGathers ? gathered() : base.loadEach(byteOffsets: pairOffsets(position)).reinterpreted(as: UInt32.self)
        })
    }
    func storeWords(_ words: UIntLanes, _ position: LanePixels, index: Int = 0, mask: LaneMask) {
        func scatter() { base.scatter(words, byteOffsets: offsets(position) + Int32(4 * index), mask: mask) }
        guard bytesPerTexel == 4, prefersRows || position.isBlock == nil else { return scatter() }
        func storeBlock() {
            let ordered = words.shuffled(block.laneOfRowMajor), rows = rows(position)
            func range(_ y: Int) -> Range<Int> { y * block.width ..< (y + 1) * block.width }
            func storeSome() {
                let orderedMask = mask.shuffled(block.laneOfRowMajor)
                for (y, row) in rows.enumerated() { row.store(ordered.slice(range(y)), mask: orderedMask.slice(range(y)), alignment: 4) }
            }
            if builder.prefersGathers { return storeSome() }
            builder.if(mask.all, {
                for (y, row) in rows.enumerated() { row.store(ordered.slice(range(y)), alignment: 4) }
            }, else: storeSome)
        }
        guard let isBlock = position.isBlock else { return storeBlock() }
        builder.if(isBlock, storeBlock, else: {
            if builder.prefersGathers { scatter() } else { base.storePairs(words, byteOffsets: pairOffsets(position), mask: mask) }
        })
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
