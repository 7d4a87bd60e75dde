// BlendKernel: Blending.swift in lanes. Integers for 8-bit unorm formats, floats for the rest, in the same order.

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
        let s = clampsSource ? source.map(clamp) : source
        let s1 = clampsSource ? source1.map(clamp) : source1
        let c = constant.map { clampsSource ? clamp($0.broadcast()) : $0.broadcast() }
        return Blender.blendsInIntegers(format) ? integers(s, s1, destination, c) : floats(s, s1, destination, c)
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

    private func integers(_ sf: [FloatLanes], _ s1f: [FloatLanes], _ df: [FloatLanes], _ cf: [FloatLanes]) -> [FloatLanes] {
        func code(_ v: FloatLanes) -> IntLanes { TexelCodeKernel.unorm(v, 255).withSign(of: Int32.self) }
        let s = sf.map(code), d = df.map(code)
        lazy var s1 = s1f.map(code)
        lazy var c = cf.map(code)
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
        return (0..<4).map { i in
            let isAlpha = i == 3
            let fs = factor(isAlpha ? state.alphaSource : state.colorSource, i)
            let fd = factor(isAlpha ? state.alphaDestination : state.colorDestination, i)
            let value: IntLanes
            switch isAlpha ? state.alphaEquation : state.colorEquation {
            case .add: value = div255(s[i] * fs + d[i] * fd).minimum(255)
            case .subtract: value = div255((s[i] * fs - d[i] * fd).maximum(0))
            case .reverseSubtract: value = div255((d[i] * fd - s[i] * fs).maximum(0))
            case .min: value = s[i].minimum(d[i])
            case .max: value = s[i].maximum(d[i])
            }
            return value.converted(to: Float.self) / 255
        }
    }
}
