// BlendKernel: blends in lanes by the rules of Blending.swift, with the same operations in the same order. 8-bit unorm formats
// blend with BlendCodes, all other formats with floats.

import Kernel

struct BlendKernel {
    let builder: KernelBuilder
    let state: BlendState
    let format: PixelFormat
    /// The constant blend colour from the draw's context, before clamping.
    let constant: [Scalar<Float>]

    private var clampsSource: Bool { format.kind == .unorm }

    /// Blends with floats. The arguments and the result have four channels.
    func blend(source: [FloatLanes], source1: [FloatLanes], destination: [FloatLanes]) -> [FloatLanes] {
        func clamped(_ v: FloatLanes) -> FloatLanes { clampsSource ? TexelEncoding.clampedToUnit(v) : v }
        let source = source.map(clamped), source1 = source1.map(clamped), constant = constant.map { clamped($0.broadcast()) }
        return (0..<4).map { channel in
            state.result(in: LaneBlend(source: source, source1: source1, destination: destination, constant: constant, channel: channel), isAlpha: channel == 3)
        }
    }

    /// Blends codes 0…255, for formats that blend in integers. Each byte of a result's word is one code.
    /// - Parameter destination: The stored codes, one in each byte of a word.
    func blendCodes(source: [FloatLanes], source1: [FloatLanes], destination: UIntLanes) -> UIntLanes {
        BlendCodes(source: CodePairs(TexelCodeKernel.unormBytes(source)), source1: CodePairs(TexelCodeKernel.unormBytes(source1)),
                   destination: CodePairs(destination), constant: CodePairs(TexelCodeKernel.unormBytes(constant.map { $0.broadcast() }))).result(state).words
    }
}

/// The arithmetic that blends one of four channels, in lanes of floats.
private struct LaneBlend: BlendArithmetic {
    let source: [FloatLanes], source1: [FloatLanes], destination: [FloatLanes], constant: [FloatLanes]
    let channel: Int
    private func channels(_ operand: BlendOperand) -> [FloatLanes] {
        switch operand { case .source: source; case .source1: source1; case .destination: destination; case .constant: constant }
    }
    func zero() -> FloatLanes { source[0].constant(0) }
    func one() -> FloatLanes { source[0].constant(1) }
    func color(_ operand: BlendOperand) -> FloatLanes { channels(operand)[channel] }
    func alpha(_ operand: BlendOperand) -> FloatLanes { channels(operand)[3] }
    func complement(_ value: FloatLanes) -> FloatLanes { one() - value }
    func minimum(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { b.lesser(a) }
    func maximum(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { (a .> b).choose(a, b) }
    func term(_ color: FloatLanes, _ factor: BlendFactor, isAlpha: Bool) -> FloatLanes { color * factor.value(in: self, isAlpha: isAlpha) }
    func sum(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a + b }
    func difference(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a - b }
}
