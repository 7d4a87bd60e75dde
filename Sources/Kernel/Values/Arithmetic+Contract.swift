// Operations that the rules for shaders define and that take more than one instruction. These operations are defined for all operands.

import CLLVM

extension Lanes where Element == Int32 {
    /// Returns the quotient. Division by zero gives 0. The most negative integer divided by -1 gives the most negative integer.
    package func divided(by b: Lanes) -> Lanes { quotientAndRemainder(b).quotient }
    /// Returns the remainder, with the sign of the dividend. The remainder is 0 for division by zero, and for the most negative integer
    /// divided by -1.
    package func remainder(by b: Lanes) -> Lanes { quotientAndRemainder(b).remainder }

    /// Divides in binary64, and drops the fraction of the rounded quotient. The rounding never changes the integer part: if the quotient of
    /// two 32-bit integers is no integer, the distance from the quotient to the next integer is larger than the rounding error.
    private func quotientAndRemainder(_ b: Lanes) -> (quotient: Lanes, remainder: Lanes) {
        if let known = builder.divided(reference, b.reference, isSigned: true) { return (Lanes(known.0, builder), Lanes(known.1, builder)) }
        let isZero = b .== 0
        let overflows = (self .== .min) & (b .== -1)
        let divisor = (isZero | overflows).choose(1, b)
        let quotient = (converted(to: Double.self) / divisor.converted(to: Double.self)).convertedInRange(to: Int32.self)
        return (isZero.choose(0, quotient), self - quotient * divisor)
    }

    /// Returns the sign: -1, 0 or 1.
    package func signum() -> Lanes { (self .< 0).choose(-1, (self .> 0).ones(Int32.self) & 1) }
}

extension Lanes where Element == UInt32 {
    /// Returns the quotient. Division by zero gives 0.
    package func divided(by b: Lanes) -> Lanes { quotientAndRemainder(b).quotient }
    /// Returns the remainder. Division by zero gives 0.
    package func remainder(by b: Lanes) -> Lanes { quotientAndRemainder(b).remainder }

    private func quotientAndRemainder(_ b: Lanes) -> (quotient: Lanes, remainder: Lanes) {
        if let known = builder.divided(reference, b.reference, isSigned: false) { return (Lanes(known.0, builder), Lanes(known.1, builder)) }
        let isZero = b .== 0
        let divisor = isZero.choose(1, b)
        let quotient = (converted(to: Double.self) / divisor.converted(to: Double.self)).convertedInRange(to: UInt32.self)
        return (isZero.choose(0, quotient), self - quotient * divisor)
    }
}

extension Lanes where Element == Float {
    /// Returns the sign: -1, 0 or 1. Zeros and NaN give +0.
    package func signum() -> Lanes { (self .> 0).choose(1, (self .< 0).choose(-1, constant(0))) }
}

extension KernelBuilder {
    /// Returns quotient and remainder if the divisor is a constant other than 0 and, for signed integers, other than -1; else nil. LLVM
    /// turns a division by a constant into a multiplication.
    func divided(_ a: LLVMValueRef, _ b: LLVMValueRef, isSigned: Bool) -> (LLVMValueRef, LLVMValueRef)? {
        guard llvm.pointee.IsConstant(b) != 0 else { return nil }
        for lane in 0 ..< elementCount(b) {
            guard let element = llvm.pointee.GetAggregateElement(b, UInt32(lane)), llvm.pointee.IsAConstantInt(element) != nil else { return nil }
            let value = UInt32(truncatingIfNeeded: llvm.pointee.ConstIntGetZExtValue(element))
            if value == 0 || isSigned && value == .max { return nil }
        }
        return isSigned ? (llvm.pointee.BuildSDiv(builder, a, b, "")!, llvm.pointee.BuildSRem(builder, a, b, "")!)
            : (llvm.pointee.BuildUDiv(builder, a, b, "")!, llvm.pointee.BuildURem(builder, a, b, "")!)
    }

    /// Uses x86's minimum and maximum, which compute exactly `a < b ? a : b` and `b < a ? a : b`. The code calls intrinsics instead of
    /// emitting a comparison and a select, because LLVM may move the next operation into the select, and then no longer recognises the
    /// minimum. The result is nil if no instruction has this width.
    func processorExtremum(_ a: LLVMValueRef, _ b: LLVMValueRef, _ kind: ElementKind, isMinimum: Bool) -> LLVMValueRef? {
        guard target.isX86, kind == .float, isVector(a) else { return nil }
        if llvm.pointee.IsConstant(a) != 0 && llvm.pointee.IsConstant(b) != 0 { return nil }
        let count = elementCount(a)
        switch count {
        case 4: return intrinsic(isMinimum ? "llvm.x86.sse.min.ps" : "llvm.x86.sse.max.ps", [a, b], overload: [])
        case 8 where target.x86Level >= 3: return intrinsic(isMinimum ? "llvm.x86.avx.min.ps.256" : "llvm.x86.avx.max.ps.256", [a, b], overload: [])
        case 16 where target.x86Level >= 4:
            // The last operand, 4, selects the current rounding mode.
            return intrinsic(isMinimum ? "llvm.x86.avx512.min.ps.512" : "llvm.x86.avx512.max.ps.512", [a, b, constant(Int32(4))], overload: [])
        case 32 where target.x86Level >= 3, 16, 8:
            return inHalves([a, b]) { processorExtremum($0[0], $0[1], kind, isMinimum: isMinimum)! }
        default: return nil
        }
    }

    /// Returns a · b + c, rounded once, for scalars or lanes of float.
    ///
    /// If the processor has no fused instruction, the sum is computed in binary64. In binary64 the product of two binary32 numbers is
    /// exact, but the sum may be inexact. An inexact sum is rounded to odd: of the two nearest binary64 numbers, the result is the number
    /// whose last bit is 1. After a rounding to odd, the second rounding, to binary32, gives the correct result (Boldo and Melquiond,
    /// 2008).
    func fusedMultiplyAdd(_ a: LLVMValueRef, _ b: LLVMValueRef, _ c: LLVMValueRef) -> LLVMValueRef {
        if target.hasFusedMultiplyAdd { return intrinsic("llvm.fma", [a, b, c]) }
        if !isVector(a) {
            let lane = fusedMultiplyAdd(splat(a, 2), splat(b, 2), splat(c, 2))
            return element(lane, 0)
        }
        let product = Lanes<Float>(a, self).converted(to: Double.self) * Lanes<Float>(b, self).converted(to: Double.self)
        let addend = Lanes<Float>(c, self).converted(to: Double.self)
        let sum = product + addend
        // Knuth's two-sum computes the exact rounding error of the sum. If the sum is infinite, this error is NaN, and the sum stays
        // unchanged.
        let addendPart = sum - product
        let error = (product - (sum - addendPart)) + (addend - addendPart)
        let isInexact = (error .< 0) | (error .> 0)
        let bits = sum.reinterpreted(as: Int64.self)
        let step = ((bits ^ error.reinterpreted(as: Int64.self)) >> 63) | 1
        let isEven = (bits & 1) .== 0
        let odd = (isInexact & isEven).choose(bits + step, bits)
        return odd.reinterpreted(as: Double.self).converted(to: Float.self).reference
    }
}
