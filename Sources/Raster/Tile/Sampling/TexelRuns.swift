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

/// Rows of pixels within the lanes, which come in parts of at most 16: what a register holds.
struct PixelRows {
    /// For each lane the lane in which its row begins.
    let starts: [Int]
    /// The lanes in which rows begin, part by part.
    let parts: [[Int]]
    /// Elements of a run, so that the runs of a part are two vectors of its lanes.
    let runLength: Int
    /// For each lane the place of its row's run among those of its part.
    let places: [Int32]

    init(lanes: Int) {
        let block = TileBlock.shading(lanes: lanes), width = min(lanes, 16)
        let firsts = (0..<lanes).filter { block.laneX[$0] == 0 }
        let starts = (0..<lanes).map { lane in firsts.first { block.laneY[$0] == block.laneY[lane] }! }
        let parts = stride(from: 0, to: lanes, by: width).map { part in firsts.filter { $0 / width == part / width } }
        let runLength = 2 * width / parts[0].count
        places = starts.map { start in Int32(parts[start / width].firstIndex(of: start)! * runLength) }
        self.starts = starts; self.parts = parts; self.runLength = runLength
    }
}

extension UnitSampler {
    /// Raw words of the texels, by `general` where a lane wraps; nil where that is not known, and in the quick form.
    /// - Parameter start: the first line of the slice.
    func insideTexels(_ x: AxisTaps, _ y: AxisTaps, _ start: IntLanes?, _ level: LevelFields, else general: () -> FourTexels) -> FourTexels? {
        guard state.bytesPerTexel == 4, !state.isLarge, builder.form == .full, let i = x.plain, let j = y.plain else { return nil }
        func below(_ i: IntLanes, _ n: IntLanes) -> LaneMask { i.withSign(of: UInt32.self) .< n.withSign(of: UInt32.self) }
        // The second texel is inside as well.
        var isInside = (below(i, level.width - 1) & below(j, level.height - 1)).all
        if let isUniform = level.isUniform { isInside = isInside & isUniform }

        let words = (0..<4).map { _ in builder.variable(builder.lanes(UInt32(0))) }
        func set(_ values: [UIntLanes]) { for (word, value) in zip(words, values) { word.value = value } }
        builder.if(isInside, {
            let line = start.map { $0 + j } ?? j
            let bottom = record.loadPointer(at: TextureRecord.base, .constant), top = bottom + level.bytesPerRow[0]
            let offsets = row(line, level).near! + bytes(i)
            func inPairs() {
                let (low, high) = bottom.loadEach(byteOffsets: offsets, alsoFrom: top)
                set([low, high].flatMap { [$0.reinterpreted(as: UInt32.self).evenHalf, $0.reinterpreted(as: UInt32.self).oddHalf] })
            }
            guard builder.hasPermutation else { return inPairs() }
            let rows = PixelRows(lanes: builder.lanes)
            let column = i - i.shuffled(rows.starts)
            let isInRun = below(column, builder.lanes(Int32(rows.runLength - 1))) & (line .== line.shuffled(rows.starts))
            builder.if(isInRun.all, {
                let place = column + builder.lanes(rows.places), next = place + 1
                let runs = bottom.loadRuns(UInt32.self, byteOffsets: offsets, of: rows.parts, count: rows.runLength, alsoFrom: top)
                func picked(_ run: (Int) -> UIntLanes, _ place: IntLanes) -> UIntLanes {
                    let width = place.count / rows.parts.count
                    let parts = rows.parts.indices.map { part in
                        run(part).lowHalf.permuted(with: run(part).highHalf, by: place.slice(part * width ..< (part + 1) * width))
                    }
                    return parts.dropFirst().reduce(parts[0]) { $0.joined($1) }
                }
                set([picked({ runs[$0].0 }, place), picked({ runs[$0].0 }, next), picked({ runs[$0].1 }, place), picked({ runs[$0].1 }, next)])
            }, else: inPairs)
        }, else: {
            let found = general()
            set([found.bottomLeft[0], found.bottomRight[0], found.topLeft[0], found.topRight[0]])
        })
        return FourTexels(bottomLeft: [words[0].value], bottomRight: [words[1].value], topLeft: [words[2].value], topRight: [words[3].value])
    }
}
