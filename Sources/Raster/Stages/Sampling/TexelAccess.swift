// TexelAccess: loads texels as raw words. One load reads one texel, or two neighbouring texels of a row.
//
// A texel's raw words are its bytes in ⌈bytes / 4⌉ little endian words. The bits above the texel's last byte are unspecified. Loads
// go up to 7 bytes past a texel. TexelStorage has enough unused bytes at its end for this. Two neighbouring words are loaded as one
// number of 64 bits, because sampling spends most of its time on these loads.

import Kernel

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
    /// than loads and insertions: on Zen 4 by a quarter to a half, on some other processors since microcode updates that put fences into
    /// gathers.
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

    /// Whether code uses `pair`. The baseline tier uses `pair` only if one gather can load a pair of the texels, because a gather is less
    /// code than loads lane by lane.
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
