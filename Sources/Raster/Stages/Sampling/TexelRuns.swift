// TexelRuns: the texels of lookups that all fall inside of a texture, so that no index wraps and the upper two texels lie
// a row behind the lower two. Each lane loads its two pairs from one offset.
//
// Better still, where the pixels of a row read along a row of the texture, as pictures on the screen do, each row of
// pixels reads two short runs of texels as vectors, and its lanes pick theirs from these in registers. That is a fraction
// of the loads that lane by lane takes. A run begins at the row's first texel and reads at most 56 bytes past the row's
// last, which TexelStorage's slack allows.
//
// Lanes are in rows as TileBlock lays them out; how they read is asked at run time, of all of them.

import Kernel

/// The rows of pixels among the lanes. Lanes are taken in parts of at most 16, which fit a register.
struct PixelRows {
    /// For each lane the lane in which its row begins.
    let starts: [Int]
    /// The lanes in which rows begin, part by part.
    let parts: [[Int]]
    /// Elements of a run, so that the runs of a part are two vectors of its lanes.
    let runLength: Int
    /// For each lane the position of its row's run among those of its part.
    let runPositions: [Int32]

    init(lanes: Int) {
        let block = TileBlock.shading(lanes: lanes), width = min(lanes, 16)
        let firsts = (0..<lanes).filter { block.laneX[$0] == 0 }
        let starts = (0..<lanes).map { lane in firsts.first { block.laneY[$0] == block.laneY[lane] }! }
        let parts = stride(from: 0, to: lanes, by: width).map { part in firsts.filter { $0 / width == part / width } }
        let runLength = 2 * width / parts[0].count
        runPositions = starts.map { start in Int32(parts[start / width].firstIndex(of: start)! * runLength) }
        self.starts = starts; self.parts = parts; self.runLength = runLength
    }
}

/// The ways to texels that are all inside.
enum TexelWay { case runs, pairs }

extension SampleEmitter {
    private func below(_ i: IntLanes, _ n: IntLanes) -> LaneMask { i.withSign(of: UInt32.self) .< n.withSign(of: UInt32.self) }

    /// Whether texels may be read from the positions of the lower left ones.
    func mayReadInside(_ x: AxisTaps, _ y: AxisTaps) -> Bool { builder.tier.readsTexelRuns && state.bytesPerTexel == 4 && !state.isLarge && x.plain != nil && y.plain != nil }

    /// Takes the one way that suits all lanes.
    /// - Parameter start: the first line of the slice.
    func chooseWay(_ x: AxisTaps, _ y: AxisTaps, _ start: IntLanes?, _ level: LevelFields, inside: (InsideTexels, TexelWay) -> Void, others: () -> Void) {
        let i = x.plain!, j = y.plain!
        // The second texel is inside as well.
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

/// The texels of lookups inside of one level.
struct InsideTexels {
    private let builder: KernelBuilder
    let rows: PixelRows
    /// Addresses of the level, and of its second line.
    private let bottom: Pointer, top: Pointer
    /// Numbers of the lower left texels in the level, and relative to the first in the lane's row. Texels of another line may
    /// be in a run too, where one line ends and the next begins.
    private let texel: IntLanes
    let columns: IntLanes

    fileprivate init(_ sampler: SampleEmitter, _ line: IntLanes, _ column: IntLanes, _ level: LevelFields) {
        builder = sampler.builder
        rows = PixelRows(lanes: builder.lanes)
        let width = level.entry.load(Int32.self, at: TextureRecord.offset(of: .count, axis: 0), .constant)
        let base = sampler.record.loadPointer(at: TextureRecord.base, .constant)
        bottom = level.offset == nil ? base : base + level.entry.load(Int64.self, at: TextureRecord.levelOffset, .constant)
        top = bottom + width.widened(to: Int64.self) * 4
        texel = line * width.broadcast() + column
        columns = texel - texel.shuffled(rows.starts)
    }

    /// Per lane two texels of the lower line, and two of the upper.
    func pairs() -> (bottom: Lanes<UInt64>, top: Lanes<UInt64>) { bottom.loadEach(wordOffsets: texel, alsoFrom: top) }
    /// Per part of the lanes the runs of its rows, of the lower lines and of the upper.
    func runs() -> [(bottom: UIntLanes, top: UIntLanes)] {
        bottom.loadRuns(UInt32.self, indices: texel, of: rows.parts, count: rows.runLength, alsoFrom: top).map { (bottom: $0.0, top: $0.1) }
    }

    /// Raw words of the texels at bottom left, bottom right, top left and top right.
    func words(_ way: TexelWay) -> [UIntLanes] {
        if way == .pairs {
            let (low, high) = pairs()
            return [low, high].flatMap { [$0.reinterpreted(as: UInt32.self).evenHalf, $0.reinterpreted(as: UInt32.self).oddHalf] }
        }
        let element = columns + builder.lanes(rows.runPositions), next = columns + builder.lanes(rows.runPositions.map { $0 + 1 }), runs = runs()
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
