// FixedPointFilter: linear filtering of 8-bit unorm texels, as TexelFiltering defines it: S = Σ code · wx · wy in integers,
// then S·K.
//
// Each texel is one word of packed codes. Mixing along x gives 16 bits per channel (at most 255·256): red and blue in one word, green and alpha
// in another word. Mixing along y uses an instruction that multiplies pairs of signed 16-bit numbers and adds the products. 2¹⁵ is subtracted
// from each number, so that the number fits in signed 16 bits. Afterwards 2¹⁵·256 is added to the result.

import Kernel

extension SampleEmitter {
    /// The form in which a texel is one word of packed codes.
    var packedForm: TexelForm {
        TexelForm(prepare: { words, border in
            border.map { $0.choose(record.load(\.borderCodes, .constant).broadcast(), words[0]) }.map { [$0] } ?? [words[0]]
        }, mean: { a, b, c in
            [(0..<state.fixedPointChannels).map { k in
                // ⌊x · 43691 / 2¹⁷⌋ is ⌊x / 3⌋ for x < 98303.
                let sum: UIntLanes = a[0].byte(k) + b[0].byte(k) + c[0].byte(k) + 1
                return ((sum * 43691) >> 17) << UInt32(8 * k)
            }.reduce(builder.lanes(UInt32(0))) { $0 | $1 }]
        })
    }

    /// Mixes four packed texels.
    fileprivate func mixed(_ texels: FourTexels, x: IntLanes, y: IntLanes) -> [FloatLanes] {
        let wx = x.lowestByteInBothHalves
        func words(_ texel: [UIntLanes]) -> Lanes<UInt16> { texel[0].reinterpreted(as: UInt16.self) }
        /// `even` and `odd` return 256·a + (b − a)·w − 2¹⁵: `even` for channels 0 and 2, `odd` for channels 1 and 3.
        func even(_ a: [UIntLanes], _ b: [UIntLanes]) -> UIntLanes {
            let difference: Lanes<UInt16> = (words(b) & 0xFF) - (words(a) & 0xFF), scaled: Lanes<UInt16> = (words(a) << 8) ^ 0x8000
            return (scaled + difference * wx).reinterpreted(as: UInt32.self)
        }
        func odd(_ a: [UIntLanes], _ b: [UIntLanes]) -> UIntLanes {
            let difference: Lanes<UInt16> = (words(b) >> 8) - (words(a) >> 8), scaled: Lanes<UInt16> = (words(a) & 0xFF00) ^ 0x8000
            return (scaled + difference * wx).reinterpreted(as: UInt32.self)
        }
        func row(_ a: [UIntLanes], _ b: [UIntLanes]) -> [UIntLanes] { state.fixedPointChannels == 1 ? [even(a, b)] : [even(a, b), odd(a, b)] }
        return mixed(bottom: row(texels.bottomLeft, texels.bottomRight), top: row(texels.topLeft, texels.topRight), y: y)
    }

    /// Mixes two rows along y. A row consists of a word of the even channels and a word of the odd channels. Each word has two
    /// channels; 2¹⁵ was subtracted from each.
    fileprivate func mixed(bottom: [UIntLanes], top: [UIntLanes], y: IntLanes) -> [FloatLanes] {
        let ones = y.constant(0xFFFF)
        // The low half of a word is 256 − y, computed as ~y + 257. The high half is y.
        let wy = ((y.lowestByteInBothHalves.reinterpreted(as: Int32.self) ^ ones).reinterpreted(as: Int16.self)
            + ones.constant(257).reinterpreted(as: Int16.self))
        func value(_ pairs: UIntLanes) -> FloatLanes {
            // The sum of the products is S − 2²³. K · 2²³ is exact, so the result is S · K, rounded once.
            pairs.reinterpreted(as: Int16.self).pairwiseDot(wy).converted(to: Float.self).fusedMultiply(fixedPointScale, add: fixedPointScale * 0x1p23)
        }
        return (0..<state.fixedPointChannels).map { k in
            let a = bottom[k % 2], b = top[k % 2]
            return k < 2 ? value((a & 0xFFFF) | b << 16) : value(a >> 16 | (b & 0xFFFF_0000))
        }
    }
}

extension SampleGroup {
    /// Returns one filtered value per channel of each lookup's format.
    func fixedPointMix(_ x: AxisTaps, _ y: AxisTaps, _ slice: IntLanes?, _ level: LevelFields) -> [[FloatLanes]] {
        let mayHavePairs = BytePairs.arePossible(builder) && first.mayReadInside(x, y)
        return inParts(by: { mayHavePairs && $0.state.fixedPointChannels == 4 }) { part, hasPairs in
            if !hasPairs { return zip(part.members, part.four(x, y, slice, level, .packed)).map { $0.mixed($1, x: x.weightByte!, y: y.weightByte!) } }
            let weights = BytePairs.weights(x.weightByte!)
            func row(_ pairs: Lanes<UInt8>) -> UIntLanes { BytePairs.mixed(pairs, weights) }
            return zip(part.members, part.bytePairs(x, y, slice, level)).map { member, pairs in
                member.mixed(bottom: [row(pairs.bottomEven), row(pairs.bottomOdd)], top: [row(pairs.topEven), row(pairs.topOdd)], y: y.weightByte!)
            }
        }
    }
}

extension Lanes where Element == Int32 {
    /// Returns the lowest byte of each lane, as a 16-bit number in both halves of the lane.
    fileprivate var lowestByteInBothHalves: Lanes<UInt16> {
        let bytes = reinterpreted(as: UInt8.self), zeros = bytes.constant(0), count = count
        return bytes.shuffled(with: zeros, (0 ..< 4 * count).map { $0 % 2 == 0 ? $0 & ~3 : 4 * count }).reinterpreted(as: UInt16.self)
    }
}
