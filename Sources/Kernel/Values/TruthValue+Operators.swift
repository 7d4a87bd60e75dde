// Operators of LaneMask and Condition.

import CLLVM

extension TruthValue {
    package static func & (a: Self, b: Self) -> Self {
        if a.builder.isAllOnes(a.reference) { return b }
        if b.builder.isAllOnes(b.reference) { return a }
        return Self(a.llvm.pointee.BuildAnd(a.builder.builder, a.reference, b.reference, "")!, a.builder)
    }
    package static func | (a: Self, b: Self) -> Self {
        if a.llvm.pointee.IsNull(a.reference) != 0 { return b }
        if b.llvm.pointee.IsNull(b.reference) != 0 { return a }
        return Self(a.llvm.pointee.BuildOr(a.builder.builder, a.reference, b.reference, "")!, a.builder)
    }
    package static func ^ (a: Self, b: Self) -> Self {
        Self(a.llvm.pointee.BuildXor(a.builder.builder, a.reference, b.reference, "")!, a.builder)
    }
    package static prefix func ~ (a: Self) -> Self {
        Self(a.llvm.pointee.BuildNot(a.builder.builder, a.reference, "")!, a.builder)
    }
    package static func &= (a: inout Self, b: Self) { a = a & b }
    package static func |= (a: inout Self, b: Self) { a = a | b }

    /// Returns `a` if the truth value is true, else `b`. The code computes both operands in any case. A `LaneMask` chooses lane by lane.
    package func choose<Value: KernelValue>(_ a: Value, _ b: Value) -> Value { builder.select(reference, a, b) }
    package func choose<Value: ArithmeticValue>(_ a: Value, _ b: Value.Element) -> Value { choose(a, a.constant(b)) }
    package func choose<Value: ArithmeticValue>(_ a: Value.Element, _ b: Value) -> Value { choose(b.constant(a), b) }
}

extension LaneMask {
    /// Whether the mask is known to hold in all lanes already when the kernel is built.
    package var isKnownFull: Bool { builder.isAllOnes(reference) }

    /// Whether the mask holds in at least one lane.
    package var any: Condition { bits.isNotZero }
    package var none: Condition { ~any }
    package var all: Condition {
        if let foundAll { return foundAll }
        let ones = Self(llvm.pointee.BuildNot(builder.builder, reference, "")!, builder)
        return ~ones.any
    }

    /// The mask as an integer: bit k is the truth value of lane k.
    package var bits: Scalar<UInt32> {
        let packed = llvm.pointee.BuildBitCast(builder.builder, reference, llvm.pointee.IntTypeInContext(builder.context, UInt32(count)), "")!
        return Scalar(count == 32 ? packed : llvm.pointee.BuildZExt(builder.builder, packed, builder.type(.int32), "")!, builder)
    }

    /// Returns the lanes as integers: all bits are ones in lanes in which the mask holds, and zeros in the other lanes.
    package func ones<Element: IntegerElement>(_ type: Element.Type = Element.self) -> Lanes<Element> {
        Lanes(llvm.pointee.BuildSExt(builder.builder, reference, builder.vectorType(Element.kind, count), "")!, builder)
    }

    package subscript(lane: Int) -> Condition { Condition(builder.element(reference, lane), builder) }

    /// Returns a mask whose lane k is lane `sources[k]` of this mask.
    package func shuffled(_ sources: [Int]) -> LaneMask { LaneMask(builder.shuffle(reference, reference, sources), builder) }
    /// Returns a mask of this mask's lanes, followed by the lanes of `next`.
    package func joined(_ next: LaneMask) -> LaneMask {
        LaneMask(builder.shuffle(reference, next.reference, Array(0 ..< count + next.count)), builder)
    }
    package func slice(_ range: Range<Int>) -> LaneMask { LaneMask(builder.shuffle(reference, reference, Array(range)), builder) }
}

extension Condition {
    /// Returns a mask with the same truth value in all lanes.
    package func broadcast(_ count: Int? = nil) -> LaneMask { LaneMask(builder.splat(reference, count ?? builder.lanes), builder) }
    /// Returns the truth value as a number: 1 or 0.
    package func number<Element: IntegerElement>(_ type: Element.Type = Element.self) -> Scalar<Element> {
        Scalar(llvm.pointee.BuildZExt(builder.builder, reference, builder.type(Element.kind), "")!, builder)
    }
}

extension Scalar where Element: IntegerElement {
    package var isNotZero: Condition { self .!= 0 }
    package var isZero: Condition { self .== 0 }
    /// Returns the mask whose lane k is bit k, with W or `count` lanes.
    package func mask(_ count: Int? = nil) -> LaneMask {
        let count = count ?? builder.lanes
        let packed = count == 32 ? reference
            : llvm.pointee.BuildTrunc(builder.builder, reference, llvm.pointee.IntTypeInContext(builder.context, UInt32(count)), "")!
        return LaneMask(llvm.pointee.BuildBitCast(builder.builder, packed, builder.maskType(count), "")!, builder)
    }
}

extension Lanes where Element: IntegerElement {
    /// The mask of the lanes whose top bit is set.
    package var topBit: LaneMask {
        LaneMask(llvm.pointee.BuildICmp(builder.builder, LLVMIntSLT, reference, llvm.pointee.ConstNull(llvm.pointee.TypeOf(reference)), "")!, builder)
    }
    package var isNotZero: LaneMask { self .!= 0 }
}
