// FourTexels: loads the texels of lookups, as raw words, and converts the texels to the form that the next step needs.
//
// If all 2×2 texels of each lane lie inside of the level, InsideTexels loads the four texels of a lane together. In all other cases each
// texel is loaded by itself, or together with the next texel of its row.

import Kernel

/// The 2×2 texels of one slice that a linear lookup mixes or a gather returns. Each texel already has the form that the next step needs.
struct FourTexels {
    /// The texels at (x.first, y.first), (x.second, y.first), (x.first, y.second) and (x.second, y.second).
    var bottomLeft: [UIntLanes], bottomRight: [UIntLanes], topLeft: [UIntLanes], topRight: [UIntLanes]
}

extension FourTexels {
    /// Makes texels of one word each.
    init(firstWords words: [UIntLanes]) {
        self.init(bottomLeft: [words[0]], bottomRight: [words[1]], topLeft: [words[2]], topRight: [words[3]])
    }
    var firstWords: [UIntLanes] { [bottomLeft[0], bottomRight[0], topLeft[0], topRight[0]] }
}

/// The forms in which a texel is used.
enum TexelKind {
    /// The packed codes of an 8-bit texel, in one word.
    case packed
    /// Register bits of the format's channels.
    case value
    /// The outcome of a comparison: 1 if the reference value passes the comparison with the texel, else 0.
    case outcome
    /// Register bits of one channel.
    case component(Int)

    func wordCount(channels: Int) -> Int { if case .value = self { channels } else { 1 } }
}

/// The functions that convert raw words of texels to one form.
struct TexelForm {
    /// Converts the raw words of a texel. The lanes of the mask get the border colour instead.
    let prepare: ([UIntLanes], LaneMask?) -> [UIntLanes]
    /// Averages the three texels around a corner of a seamless cube.
    let mean: ([UIntLanes], [UIntLanes], [UIntLanes]) -> [UIntLanes]
}

extension SampleGroup {
    /// Returns, for each lookup, the texels at the indices of `x` and `y` in the form that `kind` names.
    /// - Parameter mayBeInside: Whether all texels may lie inside of the level; false if the caller knows that some lanes read outside of
    ///   the level.
    func four(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes? = nil,
              mayBeInside: Bool = true) -> [FourTexels] {
        if first.state.isSeamlessCube { return seamlessTexels(x, y, face: slice!, level, kind, reference, mayBeInside: mayBeInside) }
        return texels(x, y, slice: slice, level, kind, reference, mayBeInside: mayBeInside)
    }

    func texels(_ x: AxisTaps, _ y: AxisTaps, slice: IntLanes?, _ level: LevelFields, _ kind: TexelKind, _ reference: FloatLanes?,
                        mayBeInside: Bool) -> [FourTexels] {
        let start = slice.map { $0 * level.height.count }
        func general() -> [FourTexels] {
            rows(first.row(start.map { $0 + y.first } ?? y.first, level), first.row(start.map { $0 + y.second } ?? y.second, level), x)
        }
        let words: [FourTexels]
        if mayBeInside && first.mayReadInside(x, y) {
            let found = members.map { _ in (0..<4).map { _ in builder.variable(builder.lanes(UInt32(0))) } }
            func set(_ values: [[UIntLanes]]) { for (variable, value) in zip(found.joined(), values.joined()) { variable.value = value } }
            chooseWay(x, y, start, level, inside: { set($0.words($1)) }, others: { set(general().map(\.firstWords)) })
            words = found.map { FourTexels(firstWords: $0.map(\.value)) }
        } else {
            words = general()
        }
        return zip(members, words).map { member, words in
            let form = member.form(kind, reference)
            func prepared(_ words: [UIntLanes], _ a: LaneMask?, _ b: LaneMask?) -> [UIntLanes] {
                form.prepare(words, a.map { a in b.map { a | $0 } ?? a } ?? b)
            }
            return FourTexels(bottomLeft: prepared(words.bottomLeft, x.firstIsBorder, y.firstIsBorder),
                              bottomRight: prepared(words.bottomRight, x.secondIsBorder, y.firstIsBorder),
                              topLeft: prepared(words.topLeft, x.firstIsBorder, y.secondIsBorder),
                              topRight: prepared(words.topRight, x.secondIsBorder, y.secondIsBorder))
        }
    }

    /// Returns, for each lookup, the raw words of texels in two rows.
    private func rows(_ bottom: TexelRow, _ top: TexelRow, _ x: AxisTaps) -> [FourTexels] {
        guard first.hasPairs && x.adjacency != .sometimes else {
            return members.map {
                FourTexels(bottomLeft: $0.words(bottom, column: x.first), bottomRight: $0.words(bottom, column: x.second),
                           topLeft: $0.words(top, column: x.first), topRight: $0.words(top, column: x.second))
            }
        }
        let low = pairs(bottom, column: x.first), high = pairs(top, column: x.first)
        var right = zip(low, high).map { ($0.1, $1.1) }
        if x.adjacency == .mostly {
            let apart = (x.second .!= x.first + 1) & first.mask
            let found = right.map { (bottom: builder.variable($0.0), top: builder.variable($0.1)) }
            builder.if(apart.any) {
                for (member, (found, next)) in zip(members, zip(found, right)) {
                    found.bottom.value = apart.choose(member.words(bottom, column: x.second, mask: apart)[0], next.0)
                    found.top.value = apart.choose(member.words(top, column: x.second, mask: apart)[0], next.1)
                }
            }
            right = found.map { ($0.bottom.value, $0.top.value) }
        }
        return members.indices.map { FourTexels(bottomLeft: [low[$0].0], bottomRight: [right[$0].0], topLeft: [high[$0].0], topRight: [right[$0].1]) }
    }
}

// MARK: Texels inside of a level
//
// If all texels of the lookups lie inside of the level, then no index wraps, and the upper two texels lie one row after the lower two
// texels. So each lane loads two pairs of texels from one offset.
//
// There is a faster way if each row of pixels reads along a row of texels, which is usual for a picture that is drawn upright. Then each
// row of pixels reads two short runs of texels as vectors, and its lanes pick their texels from these vectors. Loading runs takes far fewer
// loads than loading each lane's texels. A run begins at the texel of the row's first pixel. The load of a run reads at most 56 bytes past
// the last texel that the row uses. TexelStorage has enough unused bytes at its end for the load of a run.
//
// TileBlock says which lanes form a row of pixels. At run time, a test of all lanes chooses one of the two ways.

/// The rows of pixels that the lanes form. Lanes are divided into parts. A part has as many lanes as a register has words.
struct PixelRows {
    /// For each lane, the first lane of its row of pixels within the lane's part.
    let starts: [Int]
    /// For each part of the lanes, the first lane of each row of pixels.
    let parts: [[Int]]
    /// The number of texels in a run. All runs of a part together have twice as many texels as the part has lanes, so they fill two registers.
    let runLength: Int
    /// For each lane, the place of the run that the lane's row of pixels reads: the number of texels in the runs before this run, within
    /// the lane's part.
    let runPositions: [Int32]

    /// - Parameter registerWords: The number of 32-bit words in a register.
    init(of block: TileBlock, registerWords: Int) {
        let lanes = block.lanes, width = min(lanes, registerWords), rows = block.laneY
        let starts = (0..<lanes).map { lane in (lane / width * width ..< lanes).first { rows[$0] == rows[lane] }! }
        let parts = stride(from: 0, to: lanes, by: width).map { part in (part ..< part + width).filter { starts[$0] == $0 } }
        let runLength = 2 * width / parts[0].count
        runPositions = starts.map { start in Int32(parts[start / width].firstIndex(of: start)! * runLength) }
        self.starts = starts; self.parts = parts; self.runLength = runLength
    }

    /// Whether each of the two registers holds one whole run. If so, the register that holds a lane's run is known when code is
    /// generated.
    var hasOneRunPerRegister: Bool { parts[0].count == 2 }
}

/// The ways to load texels if all texels are inside of one level.
enum TexelLoad { case runs, pairs }

extension SampleEmitter {
    /// Whether there is code that loads all four texels from the position of the lower left texel. The code works only if all texels lie
    /// inside of the level, which `chooseWay` tests at run time.
    func mayReadInside(_ x: AxisTaps, _ y: AxisTaps) -> Bool {
        builder.tier.readsTexelRuns && state.bytesPerTexel == 4 && !state.isLarge && x.plain != nil && y.plain != nil
    }
}

extension SampleGroup {
    /// Emits code that makes one choice for all lanes at run time: the code of `inside` runs if all texels are inside of one level, and the
    /// code of `others` runs if not.
    /// - Parameter start: The number of rows before the slice; nil means 0.
    func chooseWay(_ x: AxisTaps, _ y: AxisTaps, _ start: IntLanes?, _ level: LevelFields, inside: (InsideTexels, TexelLoad) -> Void, others: () -> Void) {
        let i = x.plain!, j = y.plain!
        func below(_ i: IntLanes, _ n: IntLanes) -> LaneMask { i.withSign(of: UInt32.self) .< n.withSign(of: UInt32.self) }
        // The first texel must lie before the last texel of the row, so that the second texel is inside as well.
        var isInside = (below(i, level.width.last) & below(j, level.height.last)).all
        if let isUniform = level.isUniform { isInside = isInside & isUniform }
        builder.if(isInside, {
            let texels = InsideTexels(self, (start.map { $0 + j } ?? j), i, level)
            guard let rows = texels.rows else { return inside(texels, .pairs) }
            let isInRun = below(texels.columns, builder.lanes(Int32(rows.runLength - 1)))
            builder.if(isInRun.all, { inside(texels, .runs) }, else: { inside(texels, .pairs) })
        }, else: others)
    }
}

/// The texels of a group of lookups if all texels are inside of one level.
struct InsideTexels {
    private let builder: KernelBuilder
    /// The rows of pixels; nil if the processor has no instruction that picks texels from a run.
    let rows: PixelRows?
    /// For each lookup of the group, the addresses of the level's first and second row.
    private let places: [(bottom: Pointer, top: Pointer)]
    /// For each lane, the number of its lower left texel within the level.
    private let texel: IntLanes
    /// For each lane, the number of its lower left texel, counted from the lower left texel of the first lane in the same row of pixels. A
    /// run may continue from the end of one row of texels into the next row.
    var columns: IntLanes { texel - texel.shuffled(rows!.starts) }

    fileprivate init(_ group: SampleGroup, _ line: IntLanes, _ column: IntLanes, _ level: LevelFields) {
        builder = group.builder
        rows = builder.permutedLaneCount.map { PixelRows(of: group.first.block ?? .shading(lanes: group.builder.lanes), registerWords: $0) }
        let width = level.entry.part(\.width).load(\.count, .constant)
        let start = level.offset == nil ? nil : level.entry.load(\.offset, .constant)
        places = group.members.map { member in
            let bottom = start.map { member.base + $0 } ?? member.base
            return (bottom, bottom + width.widened(to: Int64.self) * 4)
        }
        texel = line * width.broadcast() + column
    }

    /// Returns, for each lookup and lane, two texels of the lower row and two texels of the upper row.
    func pairs() -> [(bottom: Lanes<UInt64>, top: Lanes<UInt64>)] {
        builder.loadEach(wordOffsets: texel, from: places).map { (bottom: $0.0, top: $0.1) }
    }
    /// Returns, for each lookup and each part of the lanes, the runs of the lower rows and the runs of the upper rows.
    func runs(_ rows: PixelRows) -> [[(bottom: UIntLanes, top: UIntLanes)]] {
        builder.loadRuns(UInt32.self, indices: texel, of: rows.parts, count: rows.runLength, from: places).map { $0.map { (bottom: $0.0, top: $0.1) } }
    }

    /// Returns, for each lookup, the raw words of the texels at bottom left, bottom right, top left and top right.
    func words(_ way: TexelLoad) -> [[UIntLanes]] {
        guard way == .runs, let rows else {
            return pairs().map { low, high in
                [low, high].flatMap { [$0.reinterpreted(as: UInt32.self).evenHalf, $0.reinterpreted(as: UInt32.self).oddHalf] }
            }
        }
        let columns = columns, width = columns.count / rows.parts.count
        /// Picks a texel from each lane's run.
        /// - Parameter offset: 0 for the texels at `columns`, 1 for the next texels.
        func picked(_ run: (Int) -> UIntLanes, _ offset: Int32) -> UIntLanes {
            let isWithinOneRegister = rows.hasOneRunPerRegister && !builder.permutesPairs
            let element = columns + builder.lanes(rows.runPositions.map { (isWithinOneRegister ? 0 : $0) + offset })
            let parts = rows.parts.indices.map { part in
                let first = run(part).lowHalf, second = run(part).highHalf, range = part * width ..< (part + 1) * width, sources = element.slice(range)
                if !isWithinOneRegister { return first.permuted(with: second, by: sources) }
                return first.permuted(by: sources).shuffled(with: second.permuted(by: sources), range.enumerated().map { lane, number in
                    rows.runPositions[number] == 0 ? lane : lane + width
                })
            }
            return .joined(parts)
        }
        return runs(rows).map { runs in
            [picked({ runs[$0].bottom }, 0), picked({ runs[$0].bottom }, 1), picked({ runs[$0].top }, 0), picked({ runs[$0].top }, 1)]
        }
    }
}

// MARK: Single texels
//
// If some texel lies outside of the level, or if the texels are not words of 32 bits, one load reads one texel, or two neighbouring texels
// of a row.
//
// A texel's raw words are its bytes in ⌈bytes / 4⌉ little endian words. The bits above the texel's last byte are unspecified. Loads go up
// to 7 bytes past a texel. TexelStorage has at least 7 unused bytes at its end. Sampling spends most of its time on these loads. To save
// loads, the code loads two neighbouring words as one number of 64 bits.

/// The number of bytes from the base level to the start of each lane's row of texels. Large textures use `far`, other textures use `near`.
struct TexelRow {
    var near: IntLanes?
    var far: Lanes<Int64>?
}

extension SampleEmitter {
    var base: Pointer { record.load(\.base, .constant) }

    /// - Parameter row: The number of the row, counted through all slices of the level.
    func row(_ row: IntLanes, _ level: LevelFields) -> TexelRow {
        if state.isLarge {
            let bytes = row.widened(to: Int64.self) * bytes(level.width.count).widened(to: Int64.self)
            return TexelRow(far: level.farOffset.map { $0 + bytes } ?? bytes)
        }
        let bytes = row * bytes(level.width.count)
        return TexelRow(near: level.offset.map { $0 + bytes } ?? bytes)
    }

    private func gather<Element: LaneElement>(_ type: Element.Type, _ row: TexelRow, _ columnBytes: IntLanes, at byte: Int,
                                              mask: LaneMask? = nil) -> Lanes<Element> {
        if let far = row.far { return (base + byte).gather(type, byteOffsets: far + columnBytes.widened(to: Int64.self), mask: mask) }
        return (base + byte).gather(type, byteOffsets: row.near! + columnBytes, mask: mask)
    }
    /// Loads 64 bits per lane from the place `columnBytes` of a row, lane by lane. The processor's gather instruction for 64 bits is slower
    /// than loads and insertions. On Zen 4, the gather is slower by a quarter to a half. On some other processors, microcode updates have
    /// put fences into gathers.
    func wide(_ row: TexelRow, _ columnBytes: IntLanes, at byte: Int, mask: LaneMask? = nil) -> Lanes<UInt64> {
        guard mask == nil, !builder.tier.prefersGathers, let near = row.near else { return gather(UInt64.self, row, columnBytes, at: byte, mask: mask) }
        return (base + byte).loadEach(byteOffsets: near + columnBytes)
    }
    func halves(_ wide: Lanes<UInt64>) -> (UIntLanes, UIntLanes) {
        let words = wide.reinterpreted(as: UInt32.self)
        return (words.evenHalf, words.oddHalf)
    }

    /// Returns the raw words of one texel.
    func words(_ row: TexelRow, column: IntLanes, mask: LaneMask? = nil) -> [UIntLanes] {
        let column = bytes(column), count = state.wordsPerTexel
        var result: [UIntLanes] = []
        while result.count < count {
            if count - result.count >= 2 {
                let pair = halves(wide(row, column, at: 4 * result.count, mask: mask))
                result += [pair.0, pair.1]
            } else {
                result.append(gather(UInt32.self, row, column, at: 4 * result.count, mask: mask))
            }
        }
        return result
    }

    /// Whether the code loads texels with `pair`. The baseline tier uses `pair` only if one gather can load a pair of the texels, because
    /// a gather is less code than loads lane by lane.
    var hasPairs: Bool { state.bytesPerTexel <= builder.tier.largestPairedTexel }

    /// Returns the raw words of a texel of at most 4 bytes, and of the next texel in memory.
    func pair(_ row: TexelRow, column: IntLanes) -> (UIntLanes, UIntLanes) {
        let column = bytes(column)
        switch state.bytesPerTexel {
        case 1, 2:
            let word = gather(UInt32.self, row, column, at: 0)
            return (word, word >> UInt32(8 * state.bytesPerTexel))
        case 3:
            let (low, high) = halves(wide(row, column, at: 0))
            return (low, low >> 24 | high << 8)
        default: return halves(wide(row, column, at: 0))
        }
    }

    /// Decodes the raw words of one texel. Returns four words, one for each component.
    func decode(_ words: [UIntLanes]) -> [UIntLanes] {
        let decoder = LaneDecoder(builder, words: words) { shape.load(\.sRGBDecode, .constant) }
        if let colors = linearColors(words[0]) { return colors + [state.layout.decode(3, in: decoder)] }
        return state.layout.decode(in: decoder)
    }
}

extension SampleGroup {
    /// Returns, for each lookup, the raw words of a texel of at most 4 bytes, and of the next texel in memory.
    func pairs(_ row: TexelRow, column: IntLanes) -> [(UIntLanes, UIntLanes)] {
        guard first.state.bytesPerTexel == 4, !builder.tier.prefersGathers, let near = row.near else { return members.map { $0.pair(row, column: column) } }
        return builder.loadEach(byteOffsets: near + first.bytes(column), from: members.map(\.base)).map(first.halves)
    }
}

// MARK: Pairs of bytes
//
// The first step of fixed-point filtering, along x, for processors with an instruction that multiplies pairs of bytes and adds the two
// products.
//
// Each lane has two words per row of texels. The even word has the left and right codes of channels 0 and 2 side by side. The odd word has
// the left and right codes of channels 1 and 3. One permutation picks these bytes from the loaded registers. The two weights of a pair sum
// to 256. 128 is subtracted from each code, so that the weighted sum of a pair fits in 16 bits. A weight must fit in a byte, but the left
// texel may have the whole weight of 256. If the left texel has the weight 256, both codes of the pair are the left texel's code, and each
// code has the weight 128.

struct BytePairs {
    /// The words of both rows of texels, four bytes per lane.
    let bottomEven: Lanes<UInt8>, bottomOdd: Lanes<UInt8>, topEven: Lanes<UInt8>, topOdd: Lanes<UInt8>

    /// The number of lanes in one register.
    fileprivate static let part = 16
    static func arePossible(_ builder: KernelBuilder) -> Bool { builder.target.hasBytePermutation && builder.lanes % part == 0 }

    fileprivate static func isAllLeft(_ weight: IntLanes) -> LaneMask { (weight & 255) .== 0 }

    /// Returns the weights of both texels as bytes, in the order of the codes in a word.
    /// - Parameter weight: The weight of the right texel in 256ths, in the lowest byte.
    static func weights(_ weight: IntLanes) -> Lanes<UInt8> {
        // Bytes 1 and 3 are the weight. Bytes 0 and 2 are 256 − weight, computed as ~weight + 1.
        let both = (weight.lowestByteFourTimes ^ 0x00FF_00FF).reinterpreted(as: UInt8.self)
            + weight.constant(0x0001_0001).reinterpreted(as: UInt8.self)
        return isAllLeft(weight).choose(weight.constant(Int32(bitPattern: 0x8080_8080)), both.reinterpreted(as: Int32.self)).reinterpreted(as: UInt8.self)
    }

    /// Returns 256 · left + (right − left) · weight − 2¹⁵ for two channels, 16 bits each.
    static func mixed(_ pairs: Lanes<UInt8>, _ weights: Lanes<UInt8>) -> UIntLanes {
        weights.pairwiseDot((pairs ^ 0x80).withSign(of: Int8.self)).reinterpreted(as: UInt32.self)
    }
}

extension Lanes where Element == Int32 {
    fileprivate var lowestByteFourTimes: Lanes<Int32> {
        reinterpreted(as: UInt8.self).shuffled((0 ..< 4 * count).map { $0 & ~3 }).reinterpreted(as: Int32.self)
    }
}

extension SampleGroup {
    /// Returns the words of each lookup.
    func bytePairs(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields) -> [BytePairs] {
        let lanes = builder.lanes, part = BytePairs.part, isAllLeft = BytePairs.isAllLeft(x.weightByte!)
        /// Returns the byte indices of channels 0 and 2, given the byte indices at which the texels begin.
        func byteIndices(left: (Int) -> Int32, right: (Int) -> Int32) -> IntLanes {
            // Returns the four byte indices of a lane's word: left, right, left + 2 and right + 2.
            func word(_ lane: Int, _ right: (Int) -> Int32) -> Int32 { left(lane) * 0x0001_0001 + right(lane) * 0x0100_0100 + 0x0202_0000 }
            let words = (0..<lanes).map { word($0, right) }, wordsOfLeft = (0..<lanes).map { word($0, left) }
            return isAllLeft.choose(builder.lanes(wordsOfLeft), builder.lanes(words))
        }
        func picked(_ tables: [(Lanes<UInt8>, Lanes<UInt8>)], _ indices: IntLanes) -> Lanes<UInt8> {
            let bytes = indices.reinterpreted(as: UInt8.self)
            let parts = tables.enumerated().map { $1.0.permuted(with: $1.1, by: bytes.slice($0 * 4 * part ..< ($0 + 1) * 4 * part)) }
            return .joined(parts)
        }
        let found = members.map { _ in (0..<4).map { _ in builder.variable(builder.lanes(UInt8(0), count: 4 * lanes)) } }
        func set(_ found: [Variable<Lanes<UInt8>>], bottom: [(Lanes<UInt8>, Lanes<UInt8>)], top: [(Lanes<UInt8>, Lanes<UInt8>)], _ indices: IntLanes) {
            let odd = indices + 0x0101_0101
            for (variable, value) in zip(found, [picked(bottom, indices), picked(bottom, odd), picked(top, indices), picked(top, odd)]) {
                variable.value = value
            }
        }
        func halves<Element: LaneElement>(_ values: Lanes<Element>) -> (Lanes<UInt8>, Lanes<UInt8>) {
            let bytes = values.reinterpreted(as: UInt8.self)
            return (bytes.lowHalf, bytes.highHalf)
        }
        func tables(_ pairs: Lanes<UInt64>) -> [(Lanes<UInt8>, Lanes<UInt8>)] { (0..<lanes / part).map { halves(pairs.slice($0 * part ..< ($0 + 1) * part)) } }
        func tables(_ left: UIntLanes, _ right: UIntLanes) -> [(Lanes<UInt8>, Lanes<UInt8>)] {
            func bytes(_ values: UIntLanes, _ number: Int) -> Lanes<UInt8> { values.slice(number * part ..< (number + 1) * part).reinterpreted(as: UInt8.self) }
            return (0..<lanes / part).map { (bytes(left, $0), bytes(right, $0)) }
        }

        chooseWay(x, y, slice.map { $0 * level.height.count }, level, inside: { texels, way in
            guard way == .runs, let rows = texels.rows else {
                func left(_ lane: Int) -> Int32 { Int32(8 * (lane % part)) }
                let indices = byteIndices(left: left, right: { left($0) + 4 })
                for (found, pairs) in zip(found, texels.pairs()) { set(found, bottom: tables(pairs.bottom), top: tables(pairs.top), indices) }
                return
            }
            let starts = rows.runPositions
            func left(_ lane: Int) -> Int32 { 4 * starts[lane] }
            let indices = byteIndices(left: left, right: { left($0) + 4 }) + (texels.columns << 2).lowestByteFourTimes
            for (found, runs) in zip(found, texels.runs(rows)) { set(found, bottom: runs.map { halves($0.bottom) }, top: runs.map { halves($0.top) }, indices) }
        }, others: {
            func left(_ lane: Int) -> Int32 { Int32(4 * (lane % part)) }
            let indices = byteIndices(left: left, right: { left($0) + Int32(4 * part) })
            for (found, words) in zip(found, four(x, y, slice, level, .packed, mayBeInside: false)) {
                set(found, bottom: tables(words.bottomLeft[0], words.bottomRight[0]), top: tables(words.topLeft[0], words.topRight[0]), indices)
            }
        })
        return found.map {
            let values = $0.map(\.value)
            return BytePairs(bottomEven: values[0], bottomOdd: values[1], topEven: values[2], topOdd: values[3])
        }
    }
}
