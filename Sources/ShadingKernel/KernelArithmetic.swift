// KernelArithmetic: an implementation of LaneArithmetic that emits code. If an opcode or a function of Shading/Mathematics is evaluated
// with this arithmetic, the evaluation computes no numbers, but emits code for the same operations that the interpreter executes. So the
// kernel and the interpreter give the same bits.
//
// `KernelOperations` contains the operations whose code is the same for W lanes and for a single number. If LLVM has a single instruction
// for an operation that LaneArithmetic composes from several operations, the emitted code contains the single instruction. The result has
// the same bits.

import Kernel
import Shading

package protocol KernelOperations: LaneArithmetic
where Float: ArithmeticValue, Float.Element == Swift.Float, Int: ArithmeticValue, Int.Element == UInt32, Float.Truth == Mask, Int.Truth == Mask {
    associatedtype Signed: ArithmeticValue where Signed.Element == Int32, Signed.Truth == Mask
    var builder: KernelBuilder { get }
    func signed(_ a: Int) -> Signed
    func unsigned(_ a: Signed) -> Int
}

extension KernelOperations {
    package func fadd(_ a: Float, _ b: Float) -> Float { a + b }
    package func fsub(_ a: Float, _ b: Float) -> Float { a - b }
    package func fmul(_ a: Float, _ b: Float) -> Float { a * b }
    package func fdiv(_ a: Float, _ b: Float) -> Float { a / b }
    package func fma(_ a: Float, _ b: Float, _ c: Float) -> Float { a.fusedMultiply(b, add: c) }
    package func fsqrt(_ a: Float) -> Float { a.squareRoot() }
    package func flt(_ a: Float, _ b: Float) -> Mask { a .< b }
    package func fle(_ a: Float, _ b: Float) -> Mask { a .<= b }
    package func feq(_ a: Float, _ b: Float) -> Mask { a .== b }
    package func fne(_ a: Float, _ b: Float) -> Mask { a .!= b }
    package func isNaN(_ a: Float) -> Mask { a.isNaN }
    package func fneg(_ a: Float) -> Float { -a }
    package func fabs(_ a: Float) -> Float { a.magnitude() }
    package func ffloor(_ a: Float) -> Float { a.floor() }
    package func fceil(_ a: Float) -> Float { a.ceiling() }
    package func ftrunc(_ a: Float) -> Float { a.truncated() }
    package func froundEven(_ a: Float) -> Float { a.roundedToEven() }
    package func fmin(_ a: Float, _ b: Float) -> Float { a.minimum(b) }
    package func fmax(_ a: Float, _ b: Float) -> Float { a.maximum(b) }

    package func iadd(_ a: Int, _ b: Int) -> Int { a + b }
    package func isub(_ a: Int, _ b: Int) -> Int { a - b }
    package func imul(_ a: Int, _ b: Int) -> Int { a * b }
    package func and(_ a: Int, _ b: Int) -> Int { a & b }
    package func or(_ a: Int, _ b: Int) -> Int { a | b }
    package func xor(_ a: Int, _ b: Int) -> Int { a ^ b }
    package func shl(_ a: Int, _ amount: Int) -> Int { a << amount }
    package func shrU(_ a: Int, _ amount: Int) -> Int { a >> amount }
    package func shrS(_ a: Int, _ amount: Int) -> Int { unsigned(signed(a) >> signed(amount)) }
    package func ieq(_ a: Int, _ b: Int) -> Mask { a .== b }
    package func ine(_ a: Int, _ b: Int) -> Mask { a .!= b }
    package func iltS(_ a: Int, _ b: Int) -> Mask { signed(a) .< signed(b) }
    package func iltU(_ a: Int, _ b: Int) -> Mask { a .< b }
    package func ileS(_ a: Int, _ b: Int) -> Mask { signed(a) .<= signed(b) }
    package func ileU(_ a: Int, _ b: Int) -> Mask { a .<= b }
    package func iminS(_ a: Int, _ b: Int) -> Int { unsigned(signed(a).minimum(signed(b))) }
    package func iminU(_ a: Int, _ b: Int) -> Int { a.minimum(b) }
    package func imaxS(_ a: Int, _ b: Int) -> Int { unsigned(signed(a).maximum(signed(b))) }
    package func imaxU(_ a: Int, _ b: Int) -> Int { a.maximum(b) }
    package func bitCount(_ a: Int) -> Int { a.bitCount() }
    package func leadingZeros(_ a: Int) -> Int { a.leadingZeros() }
    package func bitReverse(_ a: Int) -> Int { a.bitReversed() }

    package func maskAnd(_ a: Mask, _ b: Mask) -> Mask { a & b }
    package func maskOr(_ a: Mask, _ b: Mask) -> Mask { a | b }
    package func maskXor(_ a: Mask, _ b: Mask) -> Mask { a ^ b }
    package func maskNot(_ a: Mask) -> Mask { ~a }
    package func selectFloat(_ condition: Mask, _ a: Float, _ b: Float) -> Float { condition.choose(a, b) }
    package func selectInt(_ condition: Mask, _ a: Int, _ b: Int) -> Int { condition.choose(a, b) }
}

/// Arithmetic in W lanes.
package struct KernelArithmetic: KernelOperations {
    package let builder: KernelBuilder
    package init(_ builder: KernelBuilder) { self.builder = builder }

    package func float(_ value: Swift.Float) -> FloatLanes { builder.lanes(value) }
    package func int(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }
    package func signed(_ a: UIntLanes) -> IntLanes { a.withSign(of: Int32.self) }
    package func unsigned(_ a: IntLanes) -> UIntLanes { a.withSign(of: UInt32.self) }
    package func bits(_ a: FloatLanes) -> UIntLanes { a.bits }
    package func float(bits a: UIntLanes) -> FloatLanes { a.reinterpreted(as: Swift.Float.self) }

    package func intToFloat(_ a: UIntLanes) -> FloatLanes { signed(a).converted(to: Swift.Float.self) }
    package func uintToFloat(_ a: UIntLanes) -> FloatLanes { a.converted(to: Swift.Float.self) }
    package func floatToInt(_ a: FloatLanes) -> UIntLanes { unsigned(a.converted(to: Int32.self)) }
    package func floatToUint(_ a: FloatLanes) -> UIntLanes { a.converted(to: UInt32.self) }

    package func imulHighU(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a.multipliedHigh(b) }
    package func imulHighS(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { unsigned(signed(a).multipliedHigh(signed(b))) }
    package func idivU(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a.divided(by: b) }
    package func iremU(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a.remainder(by: b) }
    package func idivS(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { unsigned(signed(a).divided(by: signed(b))) }
    package func iremS(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { unsigned(signed(a).remainder(by: signed(b))) }

    package func choose(_ condition: LaneMask, rare: () -> (FloatLanes, UIntLanes), usual: (FloatLanes, UIntLanes)) -> (FloatLanes, UIntLanes) {
        let first = builder.variable(usual.0), second = builder.variable(usual.1)
        builder.if(condition.any, isRare: true) {
            let (a, b) = rare()
            first.value = condition.choose(a, usual.0)
            second.value = condition.choose(b, usual.1)
        }
        return (first.value, second.value)
    }

    package func shared(_ name: StaticString, _ x: FloatLanes, _ body: (FloatLanes) -> (FloatLanes, UIntLanes)) -> (FloatLanes, UIntLanes) {
        let function = builder.sharedFunction("\(name)", [FloatLanes.kernelType], results: [FloatLanes.kernelType, UIntLanes.kernelType]) {
            let (first, second) = body($0[0].value())
            return [first, second]
        }
        let results = builder.call(function, [x])
        return (results[0].value(), results[1].value())
    }
}

/// Arithmetic on scalars, computed once for all lanes.
struct ScalarArithmetic: KernelOperations {
    let builder: KernelBuilder
    init(_ builder: KernelBuilder) { self.builder = builder }

    func float(_ value: Swift.Float) -> Scalar<Swift.Float> { builder.scalar(value) }
    func int(_ bits: UInt32) -> Scalar<UInt32> { builder.scalar(bits) }
    func signed(_ a: Scalar<UInt32>) -> Scalar<Int32> { a.withSign(of: Int32.self) }
    func unsigned(_ a: Scalar<Int32>) -> Scalar<UInt32> { a.withSign(of: UInt32.self) }
    func bits(_ a: Scalar<Swift.Float>) -> Scalar<UInt32> { a.reinterpreted(as: UInt32.self) }
    func float(bits a: Scalar<UInt32>) -> Scalar<Swift.Float> { a.reinterpreted(as: Swift.Float.self) }

    func intToFloat(_ a: Scalar<UInt32>) -> Scalar<Swift.Float> { signed(a).converted(to: Swift.Float.self) }
    func uintToFloat(_ a: Scalar<UInt32>) -> Scalar<Swift.Float> { a.converted(to: Swift.Float.self) }

    // These operations are rare, so only KernelArithmetic has code for them. ScalarArithmetic copies the scalar operands to all lanes, uses
    // KernelArithmetic, and takes lane 0 of the result.
    func imulHighU(_ a: Scalar<UInt32>, _ b: Scalar<UInt32>) -> Scalar<UInt32> { inLanes(a, b) { $0.imulHighU($1, $2) } }
    func idivU(_ a: Scalar<UInt32>, _ b: Scalar<UInt32>) -> Scalar<UInt32> { inLanes(a, b) { $0.idivU($1, $2) } }
    func iremU(_ a: Scalar<UInt32>, _ b: Scalar<UInt32>) -> Scalar<UInt32> { inLanes(a, b) { $0.iremU($1, $2) } }
    func choose(_ condition: Condition, rare: () -> (Scalar<Swift.Float>, Scalar<UInt32>),
                usual: (Scalar<Swift.Float>, Scalar<UInt32>)) -> (Scalar<Swift.Float>, Scalar<UInt32>) {
        let first = builder.variable(usual.0), second = builder.variable(usual.1)
        builder.if(condition, isRare: true) { (first.value, second.value) = rare() }
        return (first.value, second.value)
    }

    private func inLanes(_ a: Scalar<UInt32>, _ b: Scalar<UInt32>,
                         _ operation: (KernelArithmetic, UIntLanes, UIntLanes) -> UIntLanes) -> Scalar<UInt32> {
        operation(KernelArithmetic(builder), a.broadcast(), b.broadcast())[0]
    }
}
