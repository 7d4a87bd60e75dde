// KernelArithmetic: LaneArithmetic as code. The transcendental functions of Shading/Mathematics, called with it, emit the
// operations that the interpreter executes, so both give the same bits.

import Kernel
import Shading

package struct KernelArithmetic: LaneArithmetic {
    package let builder: KernelBuilder
    package init(_ builder: KernelBuilder) { self.builder = builder }

    package func float(_ value: Swift.Float) -> FloatLanes { builder.lanes(value) }
    package func int(_ bits: UInt32) -> UIntLanes { builder.lanes(bits) }

    package func fadd(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a + b }
    package func fsub(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a - b }
    package func fmul(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a * b }
    package func fdiv(_ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { a / b }
    package func fma(_ a: FloatLanes, _ b: FloatLanes, _ c: FloatLanes) -> FloatLanes { a.fusedMultiply(b, add: c) }
    package func fsqrt(_ a: FloatLanes) -> FloatLanes { a.squareRoot() }
    package func flt(_ a: FloatLanes, _ b: FloatLanes) -> LaneMask { a .< b }
    package func fle(_ a: FloatLanes, _ b: FloatLanes) -> LaneMask { a .<= b }
    package func feq(_ a: FloatLanes, _ b: FloatLanes) -> LaneMask { a .== b }

    package func iadd(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a + b }
    package func isub(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a - b }
    package func imul(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a * b }
    package func imulHighU(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a.multipliedHigh(b) }
    package func and(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a & b }
    package func or(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a | b }
    package func xor(_ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { a ^ b }
    package func shl(_ a: UIntLanes, _ amount: UIntLanes) -> UIntLanes { a << amount }
    package func shrU(_ a: UIntLanes, _ amount: UIntLanes) -> UIntLanes { a >> amount }
    package func shrS(_ a: UIntLanes, _ amount: UIntLanes) -> UIntLanes {
        (a.withSign(of: Int32.self) >> amount.withSign(of: Int32.self)).withSign(of: UInt32.self)
    }
    package func ieq(_ a: UIntLanes, _ b: UIntLanes) -> LaneMask { a .== b }
    package func iltS(_ a: UIntLanes, _ b: UIntLanes) -> LaneMask { a.withSign(of: Int32.self) .< b.withSign(of: Int32.self) }
    package func iltU(_ a: UIntLanes, _ b: UIntLanes) -> LaneMask { a .< b }

    package func intToFloat(_ a: UIntLanes) -> FloatLanes { a.withSign(of: Int32.self).converted(to: Swift.Float.self) }
    package func bits(_ a: FloatLanes) -> UIntLanes { a.bits }
    package func float(bits a: UIntLanes) -> FloatLanes { a.reinterpreted(as: Swift.Float.self) }

    package func maskAnd(_ a: LaneMask, _ b: LaneMask) -> LaneMask { a & b }
    package func maskOr(_ a: LaneMask, _ b: LaneMask) -> LaneMask { a | b }
    package func maskNot(_ a: LaneMask) -> LaneMask { ~a }
    package func selectFloat(_ condition: LaneMask, _ a: FloatLanes, _ b: FloatLanes) -> FloatLanes { condition.choose(a, b) }
    package func selectInt(_ condition: LaneMask, _ a: UIntLanes, _ b: UIntLanes) -> UIntLanes { condition.choose(a, b) }

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
        let results = builder.callShared("\(name)", [x], results: [FloatLanes.kernelType, UIntLanes.kernelType]) {
            let (first, second) = body($0[0].value())
            return [first, second]
        }
        return (results[0].value(), results[1].value())
    }
}
