// KernelArithmetic: LaneArithmetic as instructions of a kernel. The transcendental functions of Shading, called on it, emit
// their code; so the compiled ones have the bits of the interpreter's.

import Kernel
import Shading

struct KernelArithmetic<S: Shape>: LaneArithmetic {
    typealias Float = S.Floats
    typealias Int = S.Words
    typealias Mask = S.Truth

    let builder: KernelBuilder
    /// Code that is emitted once per kernel.
    let sharedCode: SharedCode

    func float(_ value: Swift.Float) -> Float { S.float(value, builder) }
    func int(_ bits: UInt32) -> Int { S.word(bits, builder) }

    func fadd(_ a: Float, _ b: Float) -> Float { a + b }
    func fsub(_ a: Float, _ b: Float) -> Float { a - b }
    func fmul(_ a: Float, _ b: Float) -> Float { a * b }
    func fdiv(_ a: Float, _ b: Float) -> Float { a / b }
    func fma(_ a: Float, _ b: Float, _ c: Float) -> Float { a.fusedMultiply(b, add: c) }
    func fsqrt(_ a: Float) -> Float { a.squareRoot() }
    func flt(_ a: Float, _ b: Float) -> Mask { a .< b }
    func fle(_ a: Float, _ b: Float) -> Mask { a .<= b }
    func feq(_ a: Float, _ b: Float) -> Mask { a .== b }

    func iadd(_ a: Int, _ b: Int) -> Int { a + b }
    func isub(_ a: Int, _ b: Int) -> Int { a - b }
    func imul(_ a: Int, _ b: Int) -> Int { a * b }
    func imulHighU(_ a: Int, _ b: Int) -> Int { S.multipliedHigh(a, b) }
    func and(_ a: Int, _ b: Int) -> Int { a & b }
    func or(_ a: Int, _ b: Int) -> Int { a | b }
    func xor(_ a: Int, _ b: Int) -> Int { a ^ b }
    func shl(_ a: Int, _ amount: Int) -> Int { a << amount }
    func shrU(_ a: Int, _ amount: Int) -> Int { a >> amount }
    func shrS(_ a: Int, _ amount: Int) -> Int { S.unsigned(S.signed(a) >> S.signed(amount)) }
    func ieq(_ a: Int, _ b: Int) -> Mask { a .== b }
    func iltS(_ a: Int, _ b: Int) -> Mask { S.signed(a) .< S.signed(b) }
    func iltU(_ a: Int, _ b: Int) -> Mask { a .< b }

    func intToFloat(_ a: Int) -> Float { S.converted(S.signed(a)) }
    func bits(_ a: Float) -> Int { S.bits(a) }
    func float(bits a: Int) -> Float { S.floats(a) }

    func maskAnd(_ a: Mask, _ b: Mask) -> Mask { a & b }
    func maskOr(_ a: Mask, _ b: Mask) -> Mask { a | b }
    func maskNot(_ a: Mask) -> Mask { ~a }
    func selectFloat(_ condition: Mask, _ a: Float, _ b: Float) -> Float { condition.choose(a, b) }
    func selectInt(_ condition: Mask, _ a: Int, _ b: Int) -> Int { condition.choose(a, b) }

    func choose(_ condition: Mask, rare: () -> (Float, Int), usual: (Float, Int)) -> (Float, Int) {
        let first = builder.variable(usual.0), second = builder.variable(usual.1)
        builder.if(S.any(condition), isRare: true) {
            let value = rare()
            first.value = condition.choose(value.0, usual.0)
            second.value = condition.choose(value.1, usual.1)
        }
        return (first.value, second.value)
    }

    func shared(_ name: StaticString, _ x: Float, _ body: (Float) -> (Float, Int)) -> (Float, Int) {
        let results = sharedCode.call("\(name) \(S.self)", [x], types: [Float.kernelType], results: [Float.kernelType, Int.kernelType]) {
            let (first, second) = body($0[0].value())
            return [first, second]
        }
        return (results[0].value(), results[1].value())
    }
}

/// Functions that a kernel needs once, by name.
final class SharedCode {
    private let builder: KernelBuilder
    private var functions: [String: KernelFunction] = [:]

    init(_ builder: KernelBuilder) { self.builder = builder }

    /// Calls the function of that name; `body` emits it the first time.
    func call(_ name: String, _ operands: [any KernelValue], types: [KernelType], results: [KernelType], body: ([KernelArgument]) -> [any KernelValue]) -> [KernelArgument] {
        let function = functions[name] ?? builder.function(name, types, results: results, inlining: .never, body)
        functions[name] = function
        return builder.call(function, operands)
    }
}
