// LogicTerms: the meaning of the logic operations, for Swift's numbers and for lanes (OpenGL 3.3 table 4.3).

extension LogicOperation {
    /// Combines the bits of a fragment's colour and of a stored colour. An operation that inverts its operands also inverts the unused bits
    /// above the colour's bits; the caller drops these bits of the result.
    @inline(__always)
    func result<Word: RuleWord>(_ source: Word, _ stored: Word) -> Word {
        switch self {
        case .clear: source.constant(0)
        case .and: source & stored
        case .andReverse: source & ~stored
        case .copy: source
        case .andInverted: ~source & stored
        case .noOperation: stored
        case .xor: source ^ stored
        case .or: source | stored
        case .nor: ~(source | stored)
        case .equivalent: ~(source ^ stored)
        case .invert: ~stored
        case .orReverse: source | ~stored
        case .copyInverted: ~source
        case .orInverted: ~source | stored
        case .nand: ~(source & stored)
        case .set: source.constant(.max)
        }
    }
}

extension TexelLayout {
    /// Returns a mask for the words of a texel, with ones at the bits of the given channels.
    func bits(of channels: ColorWriteMask) -> SIMD4<UInt32> {
        var words = SIMD4<UInt32>.zero
        for k in 0..<channelCount where channels.contains(channel: k) {
            words[channel(k).word] |= channel(k).maximum << channel(k).shiftInWord
        }
        return words
    }
}
