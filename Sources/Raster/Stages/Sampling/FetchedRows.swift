// FetchedRows: fetches in which each row of pixels reads consecutive texels of one row. Fetches from a mask, a layer or an earlier
// pass usually do this. Each row of pixels then takes one load instead of one load per pixel. At run time, a test of all lanes
// decides whether each row of pixels reads consecutive texels.

import Kernel

struct FetchedRows {
    private let builder: KernelBuilder
    private let block: TileBlock
    private let bytesPerTexel: Int
    /// The level's address.
    private let base: Pointer
    /// For each lane, the number of its texel within the level.
    private let texel: IntLanes
    /// Whether all lanes read inside of one level, and consecutive pixels of a row read consecutive texels.
    let isAlongRows: Condition

    /// Returns nil in the baseline tier, whose code must be short, and in vertex shaders. Also returns nil for large textures, for
    /// textures that are neither 2D nor rectangles, and for texels that do not have 1, 2 or 4 bytes.
    init?(_ sampler: SampleEmitter, column: IntLanes, line: IntLanes, levelNumber: IntLanes, level: LevelFields) {
        let builder = sampler.builder, state = sampler.state
        guard builder.tier.readsTexelRuns, let block = sampler.block, state.type == .d2 || state.type == .rectangle, !state.isLarge,
              [1, 2, 4].contains(state.bytesPerTexel) else { return nil }
        self.builder = builder; self.block = block
        bytesPerTexel = state.bytesPerTexel
        let levels = sampler.base
        base = level.offset == nil ? levels : levels + level.entry.load(\.offset, .constant)
        let width = level.entry.part(\.width).load(\.count, .constant)
        texel = line * width.broadcast() + column
        /// Returns 0 in each lane whose index is at most `last`, compared as unsigned numbers. Returns another value in all other
        /// lanes.
        func beyond(_ index: IntLanes, _ last: IntLanes) -> UIntLanes {
            let last = last.withSign(of: UInt32.self)
            return index.withSign(of: UInt32.self).maximum(last) ^ last
        }
        let starts = block.laneY.map { block.laneOfRowMajor[Int($0) * block.width] }
        let apart = texel - texel.shuffled(starts) - builder.lanes(block.laneX)
        let others = beyond(column, level.width.last) | beyond(line, level.height.last) | beyond(levelNumber, sampler.number(\.lastLevel))
        let isInRows = ((others | apart.withSign(of: UInt32.self)) .!= 0).none
        isAlongRows = level.isUniform.map { $0 & isInRows } ?? isInRows
    }

    /// Returns the raw words of the texels.
    /// - Precondition: `isAlongRows`.
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
