// Blending: combines a fragment's colour with the target's colour (OpenGL 3.3 §4.1.7, §4.1.8).
//
// Formats with 8-bit unorm channels blend in integers. The source is first rounded to 8 bits, and factors have 8 bits:
// - add: min(255, div255(s·fs + d·fd))
// - subtract, reverse subtract: div255(max(0, ±(s·fs − d·fd)))
//
// div255(v) = ⌊(v + 127) / 255⌋ rounds v / 255 to the nearest integer; the products, sums and differences are exact. Other fast renderers
// blend in the same way. If a colour is blended over an equal colour, the result is this colour. Every result differs by at most half a
// step from the exact result.
//
// All other formats blend in Float: s·fs + d·fd, in that order, not fused. Unorm formats first clamp source and factors to 0…1.
// sRGB formats blend linear values.
//
// The rules of blend factors and equations are written once for every arithmetic in which Raster blends: numbers and bytes in Swift, lanes
// of floats and lanes of bytes in kernels. Blender applies the rules in Swift; BlendKernel (in AttachmentKernel) emits the rules into
// kernels.

import Shading

// MARK: Rules
//
// Blend factors and equations (OpenGL 3.3 §4.1.7, tables 4.1 and 4.2).

/// The colours to which a blend factor may refer.
enum BlendOperand { case source, source1, destination, constant }

/// The arithmetic of one channel, or of several channels at once.
protocol BlendArithmetic {
    associatedtype Value
    /// A colour times its factor, in a form that the equation can add or subtract.
    associatedtype Term
    func zero() -> Value
    /// Returns the factor 1.
    func one() -> Value
    func color(_ operand: BlendOperand) -> Value
    /// Returns the operand's alpha, copied to every channel.
    func alpha(_ operand: BlendOperand) -> Value
    /// Returns 1 − value.
    func complement(_ value: Value) -> Value
    /// Returns the lesser value: `b` if `b < a`, else `a`.
    func minimum(_ a: Value, _ b: Value) -> Value
    /// Returns the greater value: `a` if `a > b`, else `b`.
    func maximum(_ a: Value, _ b: Value) -> Value
    /// - Parameters:
    ///   - factor: The kind of factor, not its value, because an arithmetic may treat factors such as 0 and 1 specially.
    ///   - isAlpha: See `BlendFactor.value`.
    func term(_ color: Value, _ factor: BlendFactor, isAlpha: Bool) -> Term
    func sum(_ a: Term, _ b: Term) -> Value
    /// Returns a − b. In bytes, a result below 0 becomes 0.
    func difference(_ a: Term, _ b: Term) -> Value
}

extension BlendFactor {
    /// - Parameter isAlpha: Whether the value is for the alpha channel. In the alpha channel, the factor `sourceAlphaSaturated` is 1.
    @inline(__always)
    func value<Arithmetic: BlendArithmetic>(in a: Arithmetic, isAlpha: Bool) -> Arithmetic.Value {
        switch self {
        case .zero: a.zero()
        case .one: a.one()
        case .sourceColor: a.color(.source)
        case .oneMinusSourceColor: a.complement(a.color(.source))
        case .destinationColor: a.color(.destination)
        case .oneMinusDestinationColor: a.complement(a.color(.destination))
        case .sourceAlpha: a.alpha(.source)
        case .oneMinusSourceAlpha: a.complement(a.alpha(.source))
        case .destinationAlpha: a.alpha(.destination)
        case .oneMinusDestinationAlpha: a.complement(a.alpha(.destination))
        case .constantColor: a.color(.constant)
        case .oneMinusConstantColor: a.complement(a.color(.constant))
        case .constantAlpha: a.alpha(.constant)
        case .oneMinusConstantAlpha: a.complement(a.alpha(.constant))
        case .sourceAlphaSaturated: isAlpha ? a.one() : a.minimum(a.alpha(.source), a.complement(a.alpha(.destination)))
        case .source1Color: a.color(.source1)
        case .oneMinusSource1Color: a.complement(a.color(.source1))
        case .source1Alpha: a.alpha(.source1)
        case .oneMinusSource1Alpha: a.complement(a.alpha(.source1))
        }
    }
}

extension BlendState {
    /// Returns the blended value of the colour channels or of alpha.
    @inline(__always)
    func result<Arithmetic: BlendArithmetic>(in a: Arithmetic, isAlpha: Bool) -> Arithmetic.Value {
        func source() -> Arithmetic.Term { a.term(a.color(.source), isAlpha ? alphaSource : colorSource, isAlpha: isAlpha) }
        func destination() -> Arithmetic.Term { a.term(a.color(.destination), isAlpha ? alphaDestination : colorDestination, isAlpha: isAlpha) }
        switch isAlpha ? alphaEquation : colorEquation {
        case .add: return a.sum(source(), destination())
        case .subtract: return a.difference(source(), destination())
        case .reverseSubtract: return a.difference(destination(), source())
        case .min: return a.minimum(a.color(.destination), a.color(.source))
        case .max: return a.maximum(a.color(.source), a.color(.destination))
        }
    }
}

// MARK: Numbers in Swift

struct Blender {
    let state: BlendState
    let isUnorm8: Bool
    /// Whether source colours are clamped to 0…1 before blending, as §4.1.7 demands for unorm formats.
    let clampsSource: Bool
    let constant: SIMD4<Float>

    init(state: BlendState, format: PixelFormat, constant: SIMD4<Float>) {
        self.state = state
        isUnorm8 = Blender.blendsInIntegers(format)
        clampsSource = format.kind == .unorm
        self.constant = clampsSource ? constant.clamped(lowerBound: .zero, upperBound: .one) : constant
    }
    static func blendsInIntegers(_ format: PixelFormat) -> Bool { format.byteChannelCount > 0 }

    /// Returns the blended colour. `source1` is the second source of dual-source blending.
    func blend(source: SIMD4<Float>, source1: SIMD4<Float>, destination: SIMD4<Float>) -> SIMD4<Float> {
        let s = clamped(source), s1 = clamped(source1)
        var result = SIMD4<Float>.zero
        for channel in 0..<4 {
            result[channel] = isUnorm8
                ? Float(state.result(in: byteBlend(s, s1, destination, channel), isAlpha: channel == 3)) / 255
                : state.result(in: FloatBlend(source: s, source1: s1, destination: destination, constant: constant, channel: channel), isAlpha: channel == 3)
        }
        return result
    }
    private func clamped(_ v: SIMD4<Float>) -> SIMD4<Float> { clampsSource ? Blender.clamp(v) : v }
    private func byteBlend(_ s: SIMD4<Float>, _ s1: SIMD4<Float>, _ destination: SIMD4<Float>, _ channel: Int) -> ByteBlend {
        func byte(_ v: Float) -> Int32 { Int32(bitPattern: TexelEncoding.unorm(v, 255)) }
        func bytes(_ v: SIMD4<Float>) -> SIMD4<Int32> { SIMD4(byte(v.x), byte(v.y), byte(v.z), byte(v.w)) }
        return ByteBlend(source: bytes(s), source1: bytes(s1), destination: bytes(destination), constant: bytes(constant), channel: channel)
    }

    /// Returns the colours and factors that `blend` combines. The arguments are registers.
    func operands(source: SIMD4<UInt32>, source1: SIMD4<UInt32>, destination: SIMD4<UInt32>) -> BlendOperands {
        func floats(_ bits: SIMD4<UInt32>) -> SIMD4<Float> { unsafeBitCast(bits, to: SIMD4<Float>.self) }
        let s = clamped(floats(source)), s1 = clamped(floats(source1)), d = floats(destination)
        var operands = BlendOperands(source: s, sourceFactor: .zero, destination: d, destinationFactor: .zero)
        for channel in 0..<4 {
            let isAlpha = channel == 3, factors = isAlpha ? (state.alphaSource, state.alphaDestination) : (state.colorSource, state.colorDestination)
            if isUnorm8 {
                let bytes = byteBlend(s, s1, d, channel)
                operands.source[channel] = Float(bytes.color(.source)) / 255
                operands.sourceFactor[channel] = Float(factors.0.value(in: bytes, isAlpha: isAlpha)) / 255
                operands.destinationFactor[channel] = Float(factors.1.value(in: bytes, isAlpha: isAlpha)) / 255
            } else {
                let numbers = FloatBlend(source: s, source1: s1, destination: d, constant: constant, channel: channel)
                operands.sourceFactor[channel] = factors.0.value(in: numbers, isAlpha: isAlpha)
                operands.destinationFactor[channel] = factors.1.value(in: numbers, isAlpha: isAlpha)
            }
        }
        return operands
    }

    /// Clamps to 0…1. NaN becomes 0.
    private static func clamp(_ v: SIMD4<Float>) -> SIMD4<Float> {
        var r = v
        for i in 0..<4 { r[i] = TexelEncoding.clampedToUnit(v[i]) }
        return r
    }
}

/// The colours and factors of one blending, as the target's arithmetic uses them: clamped for fixed-point formats, and rounded to
/// bytes if the target blends bytes. The equations min and max use no factors.
package struct BlendOperands: Sendable, Hashable {
    package var source: SIMD4<Float>
    package var sourceFactor: SIMD4<Float>
    package var destination: SIMD4<Float>
    package var destinationFactor: SIMD4<Float>
}

/// The arithmetic that blends one of four channels, with Swift's numbers.
private protocol ChannelBlend: BlendArithmetic where Value: SIMDScalar & Comparable {
    var source: SIMD4<Value> { get }
    var source1: SIMD4<Value> { get }
    var destination: SIMD4<Value> { get }
    var constant: SIMD4<Value> { get }
    var channel: Int { get }
}
extension ChannelBlend {
    private func channels(_ operand: BlendOperand) -> SIMD4<Value> {
        switch operand { case .source: source; case .source1: source1; case .destination: destination; case .constant: constant }
    }
    func color(_ operand: BlendOperand) -> Value { channels(operand)[channel] }
    func alpha(_ operand: BlendOperand) -> Value { channels(operand)[3] }
    func minimum(_ a: Value, _ b: Value) -> Value { b < a ? b : a }
    func maximum(_ a: Value, _ b: Value) -> Value { a > b ? a : b }
}

private struct FloatBlend: ChannelBlend {
    let source: SIMD4<Float>, source1: SIMD4<Float>, destination: SIMD4<Float>, constant: SIMD4<Float>
    let channel: Int
    func zero() -> Float { 0 }
    func one() -> Float { 1 }
    func complement(_ value: Float) -> Float { 1 - value }
    func term(_ color: Float, _ factor: BlendFactor, isAlpha: Bool) -> Float { color * factor.value(in: self, isAlpha: isAlpha) }
    func sum(_ a: Float, _ b: Float) -> Float { a + b }
    func difference(_ a: Float, _ b: Float) -> Float { a - b }
}

/// The arithmetic that blends bytes. The byte 255 means 1. A term is a product of two bytes, so the term 255² means 1.
private struct ByteBlend: ChannelBlend {
    let source: SIMD4<Int32>, source1: SIMD4<Int32>, destination: SIMD4<Int32>, constant: SIMD4<Int32>
    let channel: Int
    func zero() -> Int32 { 0 }
    func one() -> Int32 { 255 }
    func complement(_ value: Int32) -> Int32 { 255 - value }
    func term(_ color: Int32, _ factor: BlendFactor, isAlpha: Bool) -> Int32 { color * factor.value(in: self, isAlpha: isAlpha) }
    func sum(_ a: Int32, _ b: Int32) -> Int32 { min(255, (a + b + 127) / 255) }
    func difference(_ a: Int32, _ b: Int32) -> Int32 { (max(0, a - b) + 127) / 255 }
}
