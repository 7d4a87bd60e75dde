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
    func mixed(_ texels: FourTexels, x: IntLanes, y: IntLanes) -> [FloatLanes] {
        let wx = (x | x << 16).reinterpreted(as: UInt16.self)
        let wy = ((y.constant(256) - y) | y << 16).reinterpreted(as: Int16.self)
        func even(_ words: [UIntLanes]) -> Lanes<UInt16> { words[0].reinterpreted(as: UInt16.self) & 0xFF }
        func odd(_ words: [UIntLanes]) -> Lanes<UInt16> { words[0].reinterpreted(as: UInt16.self) >> 8 }
        func along(_ a: Lanes<UInt16>, _ b: Lanes<UInt16>) -> UIntLanes {
            (((a << 8) + (b - a) * wx) ^ 0x8000).reinterpreted(as: UInt32.self)
        }
        func value(_ pairs: UIntLanes) -> FloatLanes {
            // K · 2²³ is exact, so this is the product of S, rounded once.
            pairs.reinterpreted(as: Int16.self).pairwiseDot(wy).converted(to: Float.self).fusedMultiply(fixedPointScale, add: fixedPointScale * 0x1p23)
        }
        func low(_ bottom: UIntLanes, _ top: UIntLanes) -> FloatLanes { value((bottom & 0xFFFF) | top << 16) }
        func high(_ bottom: UIntLanes, _ top: UIntLanes) -> FloatLanes { value(bottom >> 16 | (top & 0xFFFF_0000)) }
        let n = state.fixedPointChannels
        let bottomEven = along(even(texels.bottomLeft), even(texels.bottomRight)), topEven = along(even(texels.topLeft), even(texels.topRight))
        var values = [low(bottomEven, topEven)]
        if n == 1 { return values }
        let bottomOdd = along(odd(texels.bottomLeft), odd(texels.bottomRight)), topOdd = along(odd(texels.topLeft), odd(texels.topRight))
        values.append(low(bottomOdd, topOdd))
        if n > 2 { values.append(high(bottomEven, topEven)) }
        if n > 3 { values.append(high(bottomOdd, topOdd)) }
        return values
    }
}
