// Conversions between element types, for Lanes and for Scalar.
//
// A conversion from float to integer rounds toward zero; NaN gives 0; a number out of range gives the nearest limit. A conversion
// from integer to float rounds to nearest even. `widened`, `narrowed` and `saturated` change the size of integers.

import CLLVM

extension KernelBuilder {
    /// Returns the vector or scalar type of `value`, with `kind` in place of its element type.
    private func type(_ kind: ElementKind, like value: LLVMValueRef) -> LLVMTypeRef {
        isVector(value) ? vectorType(kind, elementCount(value)) : type(kind)
    }
    private func constant<E: LaneElement>(_ element: E, like value: LLVMValueRef) -> LLVMValueRef {
        isVector(value) ? splat(constant(element), elementCount(value)) : constant(element)
    }

    fileprivate func resize(_ value: LLVMValueRef, from: ElementKind, isSigned: Bool, to: ElementKind) -> LLVMValueRef {
        if to.bitCount == from.bitCount { return value }
        let build = to.bitCount < from.bitCount ? llvm.pointee.BuildTrunc : isSigned ? llvm.pointee.BuildSExt : llvm.pointee.BuildZExt
        return build(builder, value, type(to, like: value), "")!
    }

    /// LLVM does not define conversions of values out of range, so the results in lanes with such values are replaced. On x86,
    /// LLVM's own saturating conversion would convert one lane after the other.
    fileprivate func truncateToInteger<From: FloatElement, To: IntegerElement>(_ value: LLVMValueRef, _: From.Type, _: To.Type) -> LLVMValueRef {
        let size = type(To.kind, like: value)
        let low = constant(To.min, like: value), high = constant(To.max, like: value), zero = constant(To(0), like: value)
        let floatZero = constant(From(0), like: value)
        // The first value above the range, for example 2^31.
        let limit = constant(From(sign: .plus, exponent: From.Exponent(To.bitWidth - (To.isSigned ? 1 : 0)), significand: 1), like: value)
        let isBelow = llvm.pointee.BuildFCmp(builder, LLVMRealOLT, value, limit, "")!
        if To.isSigned {
            let converted = llvm.pointee.BuildFPToSI(builder, value, size, "")!
            let negatedLimit = llvm.pointee.BuildFNeg(builder, limit, "")!
            let isInside = llvm.pointee.BuildFCmp(builder, LLVMRealOGE, value, negatedLimit, "")!
            let both = llvm.pointee.BuildAnd(builder, isInside, isBelow, "")!
            let isNegative = llvm.pointee.BuildFCmp(builder, LLVMRealOLT, value, floatZero, "")!
            let isPositive = llvm.pointee.BuildFCmp(builder, LLVMRealOGT, value, floatZero, "")!
            let bound = llvm.pointee.BuildSelect(builder, isNegative, low, llvm.pointee.BuildSelect(builder, isPositive, high, zero, "")!, "")!
            return llvm.pointee.BuildSelect(builder, both, converted, bound, "")!
        }
        let converted = llvm.pointee.BuildFPToUI(builder, value, size, "")!
        let isPositive = llvm.pointee.BuildFCmp(builder, LLVMRealOGT, value, floatZero, "")!
        let bounded = llvm.pointee.BuildSelect(builder, isBelow, converted, high, "")!
        return llvm.pointee.BuildSelect(builder, isPositive, bounded, zero, "")!
    }

    fileprivate func truncateInRange(_ value: LLVMValueRef, to: ElementKind, isSigned: Bool) -> LLVMValueRef {
        let build = isSigned ? llvm.pointee.BuildFPToSI : llvm.pointee.BuildFPToUI
        // If a value is out of range, LLVM's conversion gives a poison value, which would spread to other values. Freezing turns
        // the poison into an unspecified integer.
        return llvm.pointee.BuildFreeze(builder, build(builder, value, type(to, like: value), "")!, "")!
    }

    fileprivate func integerToFloat(_ value: LLVMValueRef, isSigned: Bool, to: ElementKind) -> LLVMValueRef {
        (isSigned ? llvm.pointee.BuildSIToFP : llvm.pointee.BuildUIToFP)(builder, value, type(to, like: value), "")!
    }
    fileprivate func floatToFloat(_ value: LLVMValueRef, to: ElementKind) -> LLVMValueRef {
        (to == .double ? llvm.pointee.BuildFPExt : llvm.pointee.BuildFPTrunc)(builder, value, type(to, like: value), "")!
    }
    /// Converts binary16 numbers, given by their bits as 16-bit integers, to binary32.
    fileprivate func halfToFloat(_ codes: LLVMValueRef) -> LLVMValueRef {
        let half = llvm.pointee.VectorType(llvm.pointee.HalfTypeInContext(context)!, UInt32(elementCount(codes)))!
        return llvm.pointee.BuildFPExt(builder, llvm.pointee.BuildBitCast(builder, codes, half, "")!, type(.float, like: codes), "")!
    }
    fileprivate func bitCast(_ value: LLVMValueRef, to: ElementKind) -> LLVMValueRef {
        llvm.pointee.BuildBitCast(builder, value, type(to, like: value), "")!
    }
}

extension Lanes where Element: FloatElement {
    package func converted<To: IntegerElement>(to: To.Type) -> Lanes<To> { Lanes<To>(builder.truncateToInteger(reference, Element.self, to), builder) }
    /// Converts with fewer instructions than `converted(to:)`. For a value out of range, the result is an unspecified integer.
    package func convertedInRange<To: IntegerElement>(to: To.Type) -> Lanes<To> {
        Lanes<To>(builder.truncateInRange(reference, to: To.kind, isSigned: To.isSigned), builder)
    }
}
extension Lanes where Element: IntegerElement {
    package func converted<To: FloatElement>(to: To.Type) -> Lanes<To> {
        Lanes<To>(builder.integerToFloat(reference, isSigned: Element.isSigned, to: To.kind), builder)
    }
    /// Returns the same integers in a larger type. The sign is extended if `Element` is signed; otherwise zeros are added.
    package func widened<To: IntegerElement>(to: To.Type) -> Lanes<To> {
        precondition(To.bitWidth >= Element.bitWidth)
        return Lanes<To>(builder.resize(reference, from: Element.kind, isSigned: Element.isSigned, to: To.kind), builder)
    }
    /// Returns the low bits of each integer, in a smaller type.
    package func narrowed<To: IntegerElement>(to: To.Type) -> Lanes<To> {
        precondition(To.bitWidth <= Element.bitWidth)
        return Lanes<To>(builder.resize(reference, from: Element.kind, isSigned: Element.isSigned, to: To.kind), builder)
    }
    /// Returns the integers in a smaller type. Each integer becomes the nearest value in the range of the smaller type.
    package func saturated<To: IntegerElement>(to: To.Type) -> Lanes<To> {
        precondition(To.bitWidth < Element.bitWidth)
        return clamped(Element(clamping: To.min), Element(clamping: To.max)).narrowed(to: To.self)
    }
    /// Returns the value's bits, read as signed or unsigned integers of the same size.
    package func withSign<To: IntegerElement>(of: To.Type) -> Lanes<To> {
        precondition(To.bitWidth == Element.bitWidth)
        return Lanes<To>(reference, builder)
    }
}
extension Lanes {
    /// Returns the value's bits, read as elements of another size. Lane 0 has the least significant bits.
    package func reinterpreted<To: LaneElement>(as: To.Type) -> Lanes<To> {
        let number = count * Element.kind.bitCount / To.kind.bitCount
        return Lanes<To>(llvm.pointee.BuildBitCast(builder.builder, reference, builder.vectorType(To.kind, number), "")!, builder)
    }
}
extension Lanes where Element == Float {
    package var bits: Lanes<UInt32> { reinterpreted(as: UInt32.self) }
    package func converted(to: Double.Type) -> Lanes<Double> { Lanes<Double>(builder.floatToFloat(reference, to: .double), builder) }
}
extension Lanes where Element == Double {
    package func converted(to: Float.Type) -> Lanes<Float> { Lanes<Float>(builder.floatToFloat(reference, to: .float), builder) }
}

extension Scalar where Element: FloatElement {
    package func converted<To: IntegerElement>(to: To.Type) -> Scalar<To> { Scalar<To>(builder.truncateToInteger(reference, Element.self, to), builder) }
    package func convertedInRange<To: IntegerElement>(to: To.Type) -> Scalar<To> {
        Scalar<To>(builder.truncateInRange(reference, to: To.kind, isSigned: To.isSigned), builder)
    }
}
extension Scalar where Element: IntegerElement {
    package func converted<To: FloatElement>(to: To.Type) -> Scalar<To> {
        Scalar<To>(builder.integerToFloat(reference, isSigned: Element.isSigned, to: To.kind), builder)
    }
    package func widened<To: IntegerElement>(to: To.Type) -> Scalar<To> {
        precondition(To.bitWidth >= Element.bitWidth)
        return Scalar<To>(builder.resize(reference, from: Element.kind, isSigned: Element.isSigned, to: To.kind), builder)
    }
    package func narrowed<To: IntegerElement>(to: To.Type) -> Scalar<To> {
        precondition(To.bitWidth <= Element.bitWidth)
        return Scalar<To>(builder.resize(reference, from: Element.kind, isSigned: Element.isSigned, to: To.kind), builder)
    }
    package func withSign<To: IntegerElement>(of: To.Type) -> Scalar<To> {
        precondition(To.bitWidth == Element.bitWidth)
        return Scalar<To>(reference, builder)
    }
}
extension Scalar {
    /// Returns the value's bits, read as another type of the same size.
    package func reinterpreted<To: LaneElement>(as: To.Type) -> Scalar<To> {
        precondition(To.kind.bitCount == Element.kind.bitCount)
        return Scalar<To>(builder.bitCast(reference, to: To.kind), builder)
    }
}
extension Scalar where Element == Float {
    package func converted(to: Double.Type) -> Scalar<Double> { Scalar<Double>(builder.floatToFloat(reference, to: .double), builder) }
}
extension Scalar where Element == Double {
    package func converted(to: Float.Type) -> Scalar<Float> { Scalar<Float>(builder.floatToFloat(reference, to: .float), builder) }
}

extension Lanes where Element == UInt16 {
    /// Returns the values of the binary16 numbers with these bits. A signalling NaN becomes quiet. Only targets with `hasHalfConversion`
    /// have an instruction for this conversion.
    package func convertedFromHalf() -> Lanes<Float> { Lanes<Float>(builder.halfToFloat(reference), builder) }
}
