// BlendKernel: Blending.swift in lanes: in BlendCodes for 8-bit unorm formats, in floats for the rest, in the same order.

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
    /// - Parameter destination: the codes as bytes of words.
    func blendCodes(source: [FloatLanes], source1: [FloatLanes], destination: UIntLanes) -> UIntLanes {
        BlendCodes(state: state, source: CodePairs(TexelCodeKernel.unormBytes(source)), source1: CodePairs(TexelCodeKernel.unormBytes(source1)),
                   destination: CodePairs(destination), constant: CodePairs(TexelCodeKernel.unormBytes(constant.map { $0.broadcast() }))).result.words
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
}
