// TexelRuns: loads the texels of lookups if all texels lie inside of a texture. No index wraps, and the upper two texels lie one
// row after the lower two texels. So each lane loads two pairs of texels from one offset.
//
// There is a faster way if a row of pixels reads along a row of texels, which is true for most pictures on the screen. Then each
// row of pixels reads two short runs of texels as vectors, and its lanes pick their texels from these vectors. This takes far fewer
// loads than reading lane by lane. A run begins at the texel of the row's first pixel. It reads at most 56 bytes past the last
// texel that the row uses. TexelStorage has enough unused bytes at its end for this.
//
// TileBlock says which lanes form a row of pixels. At run time, a test of all lanes chooses one of the two ways.

import Kernel

/// The rows of pixels that the lanes form. Lanes are divided into parts of at most 16, which fit in a register.
struct PixelRows {
    /// For each lane, the first lane of its row of pixels.
    let starts: [Int]
    /// For each part, the first lanes of its rows.
    let parts: [[Int]]
    /// The number of texels in a run. All runs of a part together have twice as many texels as the part has lanes.
    let runLength: Int
    /// For each lane, the position in texels at which its row's run begins among the runs of its part.
    let runPositions: [Int32]

    init(of block: TileBlock) {
        let lanes = block.lanes, width = min(lanes, 16), rows = block.laneY
        let starts = (0..<lanes).map { lane in (lane / width * width ..< lanes).first { rows[$0] == rows[lane] }! }
        let parts = stride(from: 0, to: lanes, by: width).map { part in (part ..< part + width).filter { starts[$0] == $0 } }
        let runLength = 2 * width / parts[0].count
        runPositions = starts.map { start in Int32(parts[start / width].firstIndex(of: start)! * runLength) }
        self.starts = starts; self.parts = parts; self.runLength = runLength
    }
}

/// The ways to load texels if all texels are inside of one level.
enum TexelLoad { case runs, pairs }

extension SampleEmitter {
    /// Whether the positions of the lower left texels suffice to load all texels, provided that all texels are inside of the level.
    func mayReadInside(_ x: AxisTaps, _ y: AxisTaps) -> Bool {
        builder.tier.readsTexelRuns && state.bytesPerTexel == 4 && !state.isLarge && x.plain != nil && y.plain != nil
    }
}

extension SampleGroup {
    /// Emits code that makes one choice for all lanes: it runs `inside` if all texels are inside of one level, else `others`.
    /// - Parameter start: The first row of the slice; nil for slice 0.
    func chooseWay(_ x: AxisTaps, _ y: AxisTaps, _ start: IntLanes?, _ level: LevelFields, inside: (InsideTexels, TexelLoad) -> Void, others: () -> Void) {
        let i = x.plain!, j = y.plain!
        func below(_ i: IntLanes, _ n: IntLanes) -> LaneMask { i.withSign(of: UInt32.self) .< n.withSign(of: UInt32.self) }
        // The first texel must lie before the last texel of the row, so that the second texel is inside as well.
        var isInside = (below(i, level.width.last) & below(j, level.height.last)).all
        if let isUniform = level.isUniform { isInside = isInside & isUniform }
        builder.if(isInside, {
            let texels = InsideTexels(self, (start.map { $0 + j } ?? j), i, level)
            guard builder.hasPermutation else { return inside(texels, .pairs) }
            let isInRun = below(texels.columns, builder.lanes(Int32(texels.rows.runLength - 1)))
            builder.if(isInRun.all, { inside(texels, .runs) }, else: { inside(texels, .pairs) })
        }, else: others)
    }
}

/// The texels of a group of lookups if all texels are inside of one level.
struct InsideTexels {
    private let builder: KernelBuilder
    let rows: PixelRows
    /// For each lookup of the group, the addresses of the level's first and second row.
    private let places: [(bottom: Pointer, top: Pointer)]
    /// For each lane, the number of its lower left texel within the level.
    private let texel: IntLanes
    /// For each lane, the number of its lower left texel, counted from the texel of the first lane in its row. A run may continue
    /// from the end of one row of texels into the next row.
    let columns: IntLanes

    fileprivate init(_ group: SampleGroup, _ line: IntLanes, _ column: IntLanes, _ level: LevelFields) {
        builder = group.builder
        rows = PixelRows(of: group.first.block ?? .shading(lanes: builder.lanes))
        let width = level.entry.part(\.width).load(\.count, .constant)
        let start = level.offset == nil ? nil : level.entry.load(\.offset, .constant)
        places = group.members.map { member in
            let bottom = start.map { member.base + $0 } ?? member.base
            return (bottom, bottom + width.widened(to: Int64.self) * 4)
        }
        texel = line * width.broadcast() + column
        columns = texel - texel.shuffled(rows.starts)
    }

    /// Returns two texels of the lower row and two of the upper row for each lookup and lane.
    func pairs() -> [(bottom: Lanes<UInt64>, top: Lanes<UInt64>)] {
        builder.loadEach(wordOffsets: texel, from: places).map { (bottom: $0.0, top: $0.1) }
    }
    /// Returns, for each lookup and each part of the lanes, the runs of the lower rows and the runs of the upper rows.
    func runs() -> [[(bottom: UIntLanes, top: UIntLanes)]] {
        builder.loadRuns(UInt32.self, indices: texel, of: rows.parts, count: rows.runLength, from: places).map { $0.map { (bottom: $0.0, top: $0.1) } }
    }

    /// Returns, for each lookup, the raw words of the texels at bottom left, bottom right, top left and top right.
    func words(_ way: TexelLoad) -> [[UIntLanes]] {
        if way == .pairs {
            return pairs().map { low, high in
                [low, high].flatMap { [$0.reinterpreted(as: UInt32.self).evenHalf, $0.reinterpreted(as: UInt32.self).oddHalf] }
            }
        }
        let element = columns + builder.lanes(rows.runPositions), next = columns + builder.lanes(rows.runPositions.map { $0 + 1 })
        return runs().map { runs in
            func picked(_ run: (Int) -> UIntLanes, _ element: IntLanes) -> UIntLanes {
                let width = element.count / rows.parts.count
                let parts = rows.parts.indices.map { part in
                    run(part).lowHalf.permuted(with: run(part).highHalf, by: element.slice(part * width ..< (part + 1) * width))
                }
                return parts.dropFirst().reduce(parts[0]) { $0.joined($1) }
            }
            return [picked({ runs[$0].bottom }, element), picked({ runs[$0].bottom }, next), picked({ runs[$0].top }, element), picked({ runs[$0].top }, next)]
        }
    }
}
