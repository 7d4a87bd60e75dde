// FetchedRows: fetches by which the pixels of a row read as many texels of a row, one after the other, as those of a mask, of a layer, or of what was drawn there before do.
// Each row of pixels then is one load, in place of one for each pixel. Whether they read so is asked at run time, of all lanes.

import Kernel

struct FetchedRows {
    private let builder: KernelBuilder
    private let block: TileBlock
    private let bytesPerTexel: Int
    /// The level's address, and per lane the number of its texel in the level.
    private let base: Pointer
    private let texel: IntLanes
    /// Whether all lanes read a texel inside of one level, each the texel behind that of the pixel to its left.
    let isAlongRows: Condition

    /// nil where nobody asks: for texels that are no whole register words, and in code that is to be short.
    init?(_ sampler: SampleEmitter, column: IntLanes, line: IntLanes, levelNumber: IntLanes, level: LevelFields) {
        let builder = sampler.builder, state = sampler.state
        guard builder.tier.readsTexelRuns, let block = sampler.block, state.type == .d2, !state.isLarge, [1, 2, 4].contains(state.bytesPerTexel) else { return nil }
        self.builder = builder; self.block = block
        bytesPerTexel = state.bytesPerTexel
        let levels = sampler.record.loadPointer(at: TextureRecord.base, .constant)
        base = level.offset == nil ? levels : levels + level.entry.load(Int64.self, at: TextureRecord.levelOffset, .constant)
        let width = level.entry.load(Int32.self, at: TextureRecord.offset(of: .count, axis: 0), .constant)
        texel = line * width.broadcast() + column
        /// Zeros where the index is not above the last, as unsigned numbers.
        func beyond(_ index: IntLanes, _ last: IntLanes) -> UIntLanes {
            let last = last.withSign(of: UInt32.self)
            return index.withSign(of: UInt32.self).maximum(last) ^ last
        }
        let starts = block.laneY.map { block.laneOfRowMajor[Int($0) * block.width] }
        let apart = texel - texel.shuffled(starts) - builder.lanes(block.laneX)
        let others = beyond(column, level.width.last) | beyond(line, level.height.last) | beyond(levelNumber, sampler.number(TextureRecord.lastLevel))
        let isInRows = ((others | apart.withSign(of: UInt32.self)) .!= 0).none
        isAlongRows = level.isUniform.map { $0 & isInRows } ?? isInRows
    }

    /// The raw words of the texels; only where `isAlongRows`.
    func words() -> UIntLanes {
        switch bytesPerTexel {
        case 1: rows(UInt8.self).widened(to: UInt32.self)
        case 2: rows(UInt16.self).widened(to: UInt32.self)
        default: rows(UInt32.self)
        }
    }
    private func rows<Element: IntegerElement>(_ type: Element.Type) -> Lanes<Element> {
        var rows = (0..<block.height).map { row in
            base.element(texel[block.laneOfRowMajor[row * block.width]], stride: bytesPerTexel).loadLanes(Element.self, count: block.width)
        }
        while rows.count > 1 { rows = stride(from: 0, to: rows.count, by: 2).map { rows[$0].joined(rows[$0 + 1]) } }
        return rows[0].shuffled(block.rowMajorOfLane)
    }
}
