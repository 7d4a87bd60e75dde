// FixedPointFilter: linear filtering of 8-bit unorm texels, as TexelFiltering defines it: S = Σ code · wx · wy in integers,
// then S·K.
//
// A texel stays packed in one word. Red and blue, green and alpha are mixed along x in 16 bits (at most 255·256), then
// along y by multiplying pairs of 16 bits and adding, which needs signed numbers: 2¹⁵ is taken off before and comes back
// as 2¹⁵·256.

import Kernel

extension UnitSampler {
    /// Texels as packed codes.
    var packedForm: TexelForm {
        TexelForm(prepare: { words, border in
            border.map { $0.choose(record.load(UInt32.self, at: TextureRecord.borderCodes, .constant).broadcast(), words[0]) }.map { [$0] } ?? [words[0]]
        }, mean: { a, b, c in
            [(0..<state.fixedPointChannels).map { k in
                // x · 43691 / 2¹⁷ is x / 3 for x < 98303.
                (((a[0].byte(k) + b[0].byte(k) + c[0].byte(k) + 1) * 43691) >> 17) << UInt32(8 * k)
            }.reduce(builder.lanes(UInt32(0))) { $0 | $1 }]
        })
    }

    /// One value per channel of the format.
    /// - Parameters: weights in the lowest byte.
    func mixed(_ texels: FourTexels, x: IntLanes, y: IntLanes) -> [FloatLanes] {
        let wx = x.lowestByteInBothHalves, ones = y.constant(0xFFFF)
        // Below 256 − y, which is ~y + 257, above y.
        let wy = ((y.lowestByteInBothHalves.reinterpreted(as: Int32.self) ^ ones).reinterpreted(as: Int16.self)
            + ones.constant(257).reinterpreted(as: Int16.self))
        func words(_ texel: [UIntLanes]) -> Lanes<UInt16> { texel[0].reinterpreted(as: UInt16.self) }
        /// 256·a + (b − a)·w − 2¹⁵ of the channels in the lower bytes, or in the upper.
        func even(_ a: [UIntLanes], _ b: [UIntLanes]) -> UIntLanes {
            (((words(a) << 8) ^ 0x8000) + ((words(b) & 0xFF) - (words(a) & 0xFF)) * wx).reinterpreted(as: UInt32.self)
        }
        func odd(_ a: [UIntLanes], _ b: [UIntLanes]) -> UIntLanes {
            (((words(a) & 0xFF00) ^ 0x8000) + ((words(b) >> 8) - (words(a) >> 8)) * wx).reinterpreted(as: UInt32.self)
        }
        func value(_ pairs: UIntLanes) -> FloatLanes {
            // K · 2²³ is exact, so this is the product of S, rounded once.
            pairs.reinterpreted(as: Int16.self).pairwiseDot(wy).converted(to: Float.self).fusedMultiply(fixedPointScale, add: fixedPointScale * 0x1p23)
        }
        func low(_ bottom: UIntLanes, _ top: UIntLanes) -> FloatLanes { value((bottom & 0xFFFF) | top << 16) }
        func high(_ bottom: UIntLanes, _ top: UIntLanes) -> FloatLanes { value(bottom >> 16 | (top & 0xFFFF_0000)) }
        let n = state.fixedPointChannels
        let bottomEven = even(texels.bottomLeft, texels.bottomRight), topEven = even(texels.topLeft, texels.topRight)
        var values = [low(bottomEven, topEven)]
        if n == 1 { return values }
        let bottomOdd = odd(texels.bottomLeft, texels.bottomRight), topOdd = odd(texels.topLeft, texels.topRight)
        values.append(low(bottomOdd, topOdd))
        if n > 2 { values.append(high(bottomEven, topEven)) }
        if n > 3 { values.append(high(bottomOdd, topOdd)) }
        return values
    }
}

extension Lanes where Element == Int32 {
    /// One byte of each lane as two numbers of 16 bits.
    fileprivate var lowestByteInBothHalves: Lanes<UInt16> {
        let bytes = reinterpreted(as: UInt8.self), zeros = bytes.constant(0), count = count
        return bytes.shuffled(with: zeros, (0 ..< 4 * count).map { $0 % 2 == 0 ? $0 & ~3 : 4 * count }).reinterpreted(as: UInt16.self)
    }
}
