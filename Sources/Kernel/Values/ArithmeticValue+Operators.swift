// Operators of Lanes and Scalar.
//
// Floats: IEEE 754. Each operation rounds once to nearest even, and denormals are kept. Operations are not contracted, reassociated
// or replaced by estimates. The payload of a NaN result is unspecified. Integers wrap.
// The right or left operand may be a Swift constant: `x * 2 + 1`.

import CLLVM

infix operator .<: ComparisonPrecedence
infix operator .<=: ComparisonPrecedence
infix operator .>: ComparisonPrecedence
infix operator .>=: ComparisonPrecedence
infix operator .==: ComparisonPrecedence
infix operator .!=: ComparisonPrecedence

extension ArithmeticValue {
    private typealias Binary = @convention(c) (LLVMBuilderRef?, LLVMValueRef?, LLVMValueRef?, UnsafePointer<CChar>?) -> LLVMValueRef?

    private static var isFloat: Bool { Element.kind.isFloat }
    private static var isSigned: Bool { Element.isSigned }

    @inline(__always)
    private static func emit(_ build: Binary, _ a: Self, _ b: Self) -> Self {
        Self(build(a.builder.builder, a.reference, b.reference, "")!, a.builder)
    }

    // MARK: Arithmetic

    package static func + (a: Self, b: Self) -> Self { emit(isFloat ? a.llvm.pointee.BuildFAdd : a.llvm.pointee.BuildAdd, a, b) }
    package static func - (a: Self, b: Self) -> Self { emit(isFloat ? a.llvm.pointee.BuildFSub : a.llvm.pointee.BuildSub, a, b) }
    package static func * (a: Self, b: Self) -> Self { emit(isFloat ? a.llvm.pointee.BuildFMul : a.llvm.pointee.BuildMul, a, b) }
    package static func + (a: Self, b: Element) -> Self { a + a.constant(b) }
    package static func - (a: Self, b: Element) -> Self { a - a.constant(b) }
    package static func * (a: Self, b: Element) -> Self { a * a.constant(b) }
    package static func + (a: Element, b: Self) -> Self { b.constant(a) + b }
    package static func - (a: Element, b: Self) -> Self { b.constant(a) - b }
    package static func * (a: Element, b: Self) -> Self { b.constant(a) * b }
    package static prefix func - (a: Self) -> Self {
        let build = isFloat ? a.llvm.pointee.BuildFNeg : a.llvm.pointee.BuildNeg
        return Self(build(a.builder.builder, a.reference, "")!, a.builder)
    }

    // MARK: Comparison. Floats: ordered, except .!=, which is true if an operand is NaN

    private static func compare(_ a: Self, _ b: Self, _ float: LLVMRealPredicate, _ signed: LLVMIntPredicate, _ unsigned: LLVMIntPredicate) -> Truth {
        let code = a.builder.builder
        return Truth(isFloat ? a.llvm.pointee.BuildFCmp(code, float, a.reference, b.reference, "")!
                         : a.llvm.pointee.BuildICmp(code, isSigned ? signed : unsigned, a.reference, b.reference, "")!, a.builder)
    }
    package static func .< (a: Self, b: Self) -> Truth { compare(a, b, LLVMRealOLT, LLVMIntSLT, LLVMIntULT) }
    package static func .<= (a: Self, b: Self) -> Truth { compare(a, b, LLVMRealOLE, LLVMIntSLE, LLVMIntULE) }
    package static func .> (a: Self, b: Self) -> Truth { compare(a, b, LLVMRealOGT, LLVMIntSGT, LLVMIntUGT) }
    package static func .>= (a: Self, b: Self) -> Truth { compare(a, b, LLVMRealOGE, LLVMIntSGE, LLVMIntUGE) }
    package static func .== (a: Self, b: Self) -> Truth { compare(a, b, LLVMRealOEQ, LLVMIntEQ, LLVMIntEQ) }
    package static func .!= (a: Self, b: Self) -> Truth { compare(a, b, LLVMRealUNE, LLVMIntNE, LLVMIntNE) }
    package static func .< (a: Self, b: Element) -> Truth { a .< a.constant(b) }
    package static func .<= (a: Self, b: Element) -> Truth { a .<= a.constant(b) }
    package static func .> (a: Self, b: Element) -> Truth { a .> a.constant(b) }
    package static func .>= (a: Self, b: Element) -> Truth { a .>= a.constant(b) }
    package static func .== (a: Self, b: Element) -> Truth { a .== a.constant(b) }
    package static func .!= (a: Self, b: Element) -> Truth { a .!= a.constant(b) }

    // MARK: Selection by order

    /// Returns `a < b ? a : b`, where a is this value. The operation is one instruction. If an operand is NaN, the result is b.
    package func lesser(_ b: Self) -> Self {
        builder.processorExtremum(reference, b.reference, Element.kind, isMinimum: true).map { Self($0, builder) }
            ?? builder.select((self .< b).reference, self, b)
    }
    /// Returns `b < a ? a : b`, where a is this value. The operation is one instruction. If an operand is NaN, the result is b.
    package func greater(_ b: Self) -> Self {
        builder.processorExtremum(reference, b.reference, Element.kind, isMinimum: false).map { Self($0, builder) }
            ?? builder.select((b .< self).reference, self, b)
    }

    /// For integers, returns the smaller operand. For floats, returns `a < b ? a : b`, where a is this value; but if only one operand is
    /// NaN, returns the operand that is a number.
    package func minimum(_ b: Self) -> Self { Self.isFloat ? numberOf(b, or: lesser(b)) : extremum(Self.isSigned ? "llvm.smin" : "llvm.umin", b) }
    /// For integers, returns the larger operand. For floats, returns `b < a ? a : b`, where a is this value; but if only one operand is
    /// NaN, returns the operand that is a number.
    package func maximum(_ b: Self) -> Self { Self.isFloat ? numberOf(b, or: greater(b)) : extremum(Self.isSigned ? "llvm.smax" : "llvm.umax", b) }
    package func minimum(_ b: Element) -> Self { minimum(constant(b)) }
    package func maximum(_ b: Element) -> Self { maximum(constant(b)) }
    /// Returns the value limited to `low`…`high`; a NaN becomes `low`.
    package func clamped(_ low: Element, _ high: Element) -> Self { maximum(low).minimum(high) }

    private func extremum(_ name: StaticString, _ b: Self) -> Self {
        Self(builder.intrinsic(name, [reference, b.reference]), builder)
    }
    private func numberOf(_ b: Self, or ordered: Self) -> Self {
        if builder.isNumber(b.reference) { return ordered }
        let isNaN = llvm.pointee.BuildFCmp(builder.builder, LLVMRealUNO, b.reference, b.reference, "")!
        return builder.select(isNaN, self, ordered)
    }
}

extension ArithmeticValue where Element: FloatElement {
    package static func / (a: Self, b: Self) -> Self {
        Self(a.llvm.pointee.BuildFDiv(a.builder.builder, a.reference, b.reference, "")!, a.builder)
    }
    package static func / (a: Self, b: Element) -> Self { a / a.constant(b) }
    package static func / (a: Element, b: Self) -> Self { b.constant(a) / b }

    private func unary(_ name: StaticString) -> Self { Self(builder.intrinsic(name, [reference]), builder) }
    package func squareRoot() -> Self { unary("llvm.sqrt") }
    package func magnitude() -> Self { unary("llvm.fabs") }
    package func floor() -> Self { unary("llvm.floor") }
    package func ceiling() -> Self { unary("llvm.ceil") }
    package func truncated() -> Self { unary("llvm.trunc") }
    package func roundedToEven() -> Self { unary("llvm.roundeven") }
    package var isNaN: Truth { Truth(llvm.pointee.BuildFCmp(builder.builder, LLVMRealUNO, reference, reference, "")!, builder) }
    package var isInfinite: Truth { magnitude() .== .infinity }
}

extension ArithmeticValue where Element == Float {
    /// Returns self · b + c, rounded once, on every processor.
    package func fusedMultiply(_ b: Self, add c: Self) -> Self {
        Self(builder.fusedMultiplyAdd(reference, b.reference, c.reference), builder)
    }
    package func fusedMultiply(_ b: Element, add c: Self) -> Self { fusedMultiply(constant(b), add: c) }
    package func fusedMultiply(_ b: Self, add c: Element) -> Self { fusedMultiply(b, add: constant(c)) }
    package func fusedMultiply(_ b: Element, add c: Element) -> Self { fusedMultiply(constant(b), add: constant(c)) }
}

extension ArithmeticValue where Element: IntegerElement {
    private static func emit(_ build: @convention(c) (LLVMBuilderRef?, LLVMValueRef?, LLVMValueRef?, UnsafePointer<CChar>?) -> LLVMValueRef?, _ a: Self,
                             _ b: Self) -> Self {
        Self(build(a.builder.builder, a.reference, b.reference, "")!, a.builder)
    }
    package static func & (a: Self, b: Self) -> Self { emit(a.llvm.pointee.BuildAnd, a, b) }
    package static func | (a: Self, b: Self) -> Self { emit(a.llvm.pointee.BuildOr, a, b) }
    package static func ^ (a: Self, b: Self) -> Self { emit(a.llvm.pointee.BuildXor, a, b) }
    package static func & (a: Self, b: Element) -> Self { a & a.constant(b) }
    package static func | (a: Self, b: Element) -> Self { a | a.constant(b) }
    package static func ^ (a: Self, b: Element) -> Self { a ^ a.constant(b) }
    package static prefix func ~ (a: Self) -> Self { Self(a.llvm.pointee.BuildNot(a.builder.builder, a.reference, "")!, a.builder) }

    /// Shifts to the left. For shifts in both directions, the shift amount is taken modulo the number of bits. A right shift of a signed
    /// type copies the sign.
    package static func << (a: Self, amount: Self) -> Self { emit(a.llvm.pointee.BuildShl, a, amount & Element(Element.bitWidth - 1)) }
    package static func >> (a: Self, amount: Self) -> Self {
        emit(Element.isSigned ? a.llvm.pointee.BuildAShr : a.llvm.pointee.BuildLShr, a, amount & Element(Element.bitWidth - 1))
    }
    package static func << (a: Self, amount: Element) -> Self { a << a.constant(amount) }
    package static func >> (a: Self, amount: Element) -> Self { a >> a.constant(amount) }

    /// Returns the absolute value. The absolute value of the most negative integer wraps, so it is the most negative integer again.
    package func magnitude() -> Self { (self .< 0).choose(-self, self) }
    package func bitCount() -> Self { Self(builder.intrinsic("llvm.ctpop", [reference]), builder) }
    package func bitReversed() -> Self { Self(builder.intrinsic("llvm.bitreverse", [reference]), builder) }
    /// Returns the number of leading zero bits; for 0, the number of bits of the type.
    package func leadingZeros() -> Self {
        Self(builder.intrinsic("llvm.ctlz", [reference, builder.condition(false).reference], overload: [reference]), builder)
    }
    /// Returns the number of trailing zero bits; for 0, the number of bits of the type.
    package func trailingZeros() -> Self {
        Self(builder.intrinsic("llvm.cttz", [reference, builder.condition(false).reference], overload: [reference]), builder)
    }
}
