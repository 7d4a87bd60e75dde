// BlendKernel: Blending.swift in lanes: codes for 8-bit unorm formats, floats for the rest, in the same order.

import Kernel

struct BlendKernel {
    let builder: KernelBuilder
    let state: BlendState
    let format: PixelFormat
    /// Blend colour from the draw's context, as given by the user.
    let constant: [Scalar<Float>]

    private var clampsSource: Bool { format.kind == .unorm }

    private func clamp(_ v: FloatLanes) -> FloatLanes { (v .> 0).choose(v.lesser(v.constant(1)), 0) }

    /// Four channels each. The result is bits for the format's store.
    func blend(source: [FloatLanes], source1: [FloatLanes], destination: [FloatLanes]) -> [FloatLanes] {
        floats(clampsSource ? source.map(clamp) : source, clampsSource ? source1.map(clamp) : source1, destination,
               constant.map { clampsSource ? clamp($0.broadcast()) : $0.broadcast() })
    }

    /// The same in codes 0…255, for formats that blend in integers.
    func blendCodes(source: [FloatLanes], source1: [FloatLanes], destination: [UIntLanes]) -> [UIntLanes] {
        func code(_ v: FloatLanes) -> IntLanes { TexelCodeKernel.unorm(v, 255).withSign(of: Int32.self) }
        return integers(source.map(code), source1.map(code), destination.map { $0.withSign(of: Int32.self) }, constant.map { code($0.broadcast()) })
            .map { $0.withSign(of: UInt32.self) }
    }

    private func floats(_ s: [FloatLanes], _ s1: [FloatLanes], _ d: [FloatLanes], _ constant: [FloatLanes]) -> [FloatLanes] {
        let one = builder.lanes(Float(1))
        func factor(_ f: BlendFactor, _ i: Int) -> FloatLanes {
            switch f {
            case .zero: builder.lanes(Float(0))
            case .one: one
            case .sourceColor: s[i]
            case .oneMinusSourceColor: one - s[i]
            case .destinationColor: d[i]
            case .oneMinusDestinationColor: one - d[i]
            case .sourceAlpha: s[3]
            case .oneMinusSourceAlpha: one - s[3]
            case .destinationAlpha: d[3]
            case .oneMinusDestinationAlpha: one - d[3]
            case .constantColor: constant[i]
            case .oneMinusConstantColor: one - constant[i]
            case .constantAlpha: constant[3]
            case .oneMinusConstantAlpha: one - constant[3]
            case .sourceAlphaSaturated:
                // Swift's min(x, y) is y < x ? y : x.
                i == 3 ? one : (one - d[3]).lesser(s[3])
            case .source1Color: s1[i]
            case .oneMinusSource1Color: one - s1[i]
            case .source1Alpha: s1[3]
            case .oneMinusSource1Alpha: one - s1[3]
            }
        }
        return (0..<4).map { i in
            let isAlpha = i == 3
            let fs = factor(isAlpha ? state.alphaSource : state.colorSource, i)
            let fd = factor(isAlpha ? state.alphaDestination : state.colorDestination, i)
            switch isAlpha ? state.alphaEquation : state.colorEquation {
            case .add: return s[i] * fs + d[i] * fd
            case .subtract: return s[i] * fs - d[i] * fd
            case .reverseSubtract: return d[i] * fd - s[i] * fs
            case .min: return s[i].lesser(d[i])
            case .max: return (s[i] .> d[i]).choose(s[i], d[i])
            }
        }
    }

    private func integers(_ s: [IntLanes], _ s1: [IntLanes], _ d: [IntLanes], _ c: [IntLanes]) -> [IntLanes] {
        let full = builder.lanes(Int32(255))
        func factor(_ f: BlendFactor, _ i: Int) -> IntLanes {
            switch f {
            case .zero: builder.lanes(Int32(0))
            case .one: full
            case .sourceColor: s[i]
            case .oneMinusSourceColor: full - s[i]
            case .destinationColor: d[i]
            case .oneMinusDestinationColor: full - d[i]
            case .sourceAlpha: s[3]
            case .oneMinusSourceAlpha: full - s[3]
            case .destinationAlpha: d[3]
            case .oneMinusDestinationAlpha: full - d[3]
            case .constantColor: c[i]
            case .oneMinusConstantColor: full - c[i]
            case .constantAlpha: c[3]
            case .oneMinusConstantAlpha: full - c[3]
            case .sourceAlphaSaturated: i == 3 ? full : s[3].minimum(full - d[3])
            case .source1Color: s1[i]
            case .oneMinusSource1Color: full - s1[i]
            case .source1Alpha: s1[3]
            case .oneMinusSource1Alpha: full - s1[3]
            }
        }
        /// round(v / 255) for 0 ≤ v ≤ 2·255², exactly: v + 127 divided by 255.
        func div255(_ v: IntLanes) -> IntLanes {
            let w = v + 127
            // ⌊w / 255⌋ = (w + 1 + ⌊w / 256⌋) >> 8 up to 65534; above, the sum is clamped to 255 anyway.
            return (w + 1 + (w >> 8)) >> 8
        }
        /// v·factor as a part that is a multiple of 255, divided by it, and the rest.
        func term(_ v: IntLanes, _ f: BlendFactor, _ i: Int) -> (whole: IntLanes?, rest: IntLanes?) {
            switch f {
            case .zero: (nil, nil)
            case .one: (v, nil)
            case .sourceAlphaSaturated where i == 3: (v, nil)
            default: (nil, v * factor(f, i))
            }
        }
        /// div255(a + b), the multiples of 255 taken out.
        func sum(_ a: (whole: IntLanes?, rest: IntLanes?), _ b: (whole: IntLanes?, rest: IntLanes?)) -> IntLanes {
            let rests = [a.rest, b.rest].compactMap { $0 }, wholes = [a.whole, b.whole].compactMap { $0 }
            let parts = (rests.isEmpty ? [] : [div255(rests.dropFirst().reduce(rests[0], +))]) + wholes
            return parts.isEmpty ? builder.lanes(Int32(0)) : parts.dropFirst().reduce(parts[0], +).minimum(255)
        }
        return (0..<4).map { i in
            let isAlpha = i == 3
            let sourceFactor = isAlpha ? state.alphaSource : state.colorSource
            let destinationFactor = isAlpha ? state.alphaDestination : state.colorDestination
            func difference(_ a: IntLanes, _ fa: BlendFactor, _ b: IntLanes, _ fb: BlendFactor) -> IntLanes {
                div255((a * factor(fa, i) - b * factor(fb, i)).maximum(0))
            }
            switch isAlpha ? state.alphaEquation : state.colorEquation {
            case .add: return sum(term(s[i], sourceFactor, i), term(d[i], destinationFactor, i))
            case .subtract: return difference(s[i], sourceFactor, d[i], destinationFactor)
            case .reverseSubtract: return difference(d[i], destinationFactor, s[i], sourceFactor)
            case .min: return s[i].minimum(d[i])
            case .max: return s[i].maximum(d[i])
            }
        }
    }
}
