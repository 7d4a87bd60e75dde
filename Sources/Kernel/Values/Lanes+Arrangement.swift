// Arrangement: broadcast, shuffles, packing. The indices of lanes are known when the kernel is built, unless a comment says that the
// indices are known only at run time.

import CLLVM

extension Scalar {
    /// Returns a vector that has this value in all W lanes, or in `count` lanes.
    package func broadcast(_ count: Int? = nil) -> Lanes<Element> { Lanes(builder.splat(reference, count ?? builder.lanes), builder) }
}

extension Lanes {
    package subscript(lane: Int) -> Scalar<Element> { Scalar(builder.element(reference, lane), builder) }
    /// - Precondition: `lane` is below `count` when the kernel runs.
    package subscript(lane: Scalar<Int32>) -> Scalar<Element> {
        Scalar(llvm.pointee.BuildExtractElement(builder.builder, reference, lane.reference, "")!, builder)
    }
    package func replacing(_ lane: Int, with scalar: Scalar<Element>) -> Lanes {
        let index = builder.constant(Int32(lane))
        return Lanes(llvm.pointee.BuildInsertElement(builder.builder, reference, scalar.reference, index, "")!, builder)
    }

    /// Returns a vector whose lane k is lane `sources[k]` of this vector. The result has as many lanes as `sources`.
    package func shuffled(_ sources: [Int]) -> Lanes { Lanes(builder.shuffle(reference, reference, sources), builder) }
    /// Picks lanes from two operands. Indices of `count` and above name the lanes of `other`.
    package func shuffled(with other: Lanes, _ sources: [Int]) -> Lanes { Lanes(builder.shuffle(reference, other.reference, sources), builder) }
    /// Returns a vector of these elements, followed by the elements of `next`.
    package func joined(_ next: Lanes) -> Lanes { shuffled(with: next, Array(0 ..< count + next.count)) }
    /// Returns a vector of the elements of all parts, one part after the other. The number of parts is a power of two, and all parts have
    /// the same count.
    package static func joined(_ parts: [Lanes]) -> Lanes {
        var parts = parts
        while parts.count > 1 { parts = stride(from: 0, to: parts.count, by: 2).map { parts[$0].joined(parts[$0 + 1]) } }
        return parts[0]
    }
    package func slice(_ range: Range<Int>) -> Lanes { shuffled(Array(range)) }
    package var lowHalf: Lanes { slice(0 ..< count / 2) }
    package var highHalf: Lanes { slice(count / 2 ..< count) }
    /// A vector of the elements 0, 2, 4 and so on.
    package var evenHalf: Lanes { shuffled(Array(stride(from: 0, to: count, by: 2))) }
    package var oddHalf: Lanes { shuffled(Array(stride(from: 1, to: count, by: 2))) }
    /// Alternates the elements of this vector and of `other`: the first element of this vector, the first element of `other`, the second
    /// element of this vector and so on. The result has twice as many elements.
    package func interleaved(_ other: Lanes) -> Lanes {
        let count = count
        return shuffled(with: other, (0 ..< 2 * count).map { $0 / 2 + ($0 % 2) * count })
    }
    /// Returns a vector whose lane k is a lane of this vector: the lane with the index `sources[k]` modulo the count. `sources` is known
    /// only at run time.
    package func permuted(by sources: Lanes<Int32>) -> Lanes {
        let count = count
        if Element.kind == .int32, let result = builder.processorPermutation(reference, sources.reference) { return Lanes(result, builder) }
        let bounded = sources & Int32(count - 1)
        var result = llvm.pointee.GetUndef(llvm.pointee.TypeOf(reference))!
        for lane in 0 ..< count {
            let source = builder.element(bounded.reference, lane)
            let element = llvm.pointee.BuildExtractElement(builder.builder, reference, source, "")!
            result = llvm.pointee.BuildInsertElement(builder.builder, result, element, builder.constant(Int32(lane)), "")!
        }
        return Lanes(result, builder)
    }

    /// Returns a vector whose lane k is an element of this vector or of `other`. The index of this element is `sources[k]`, modulo twice
    /// the count; the elements of `other` follow the elements of this vector.
    package func permuted(with other: Lanes, by sources: Lanes<Int32>) -> Lanes where Element == UInt32 {
        if let result = builder.processorPermutation(reference, other.reference, sources.reference) { return Lanes(result, builder) }
        let isFirst = (sources & Int32(count)) .== 0
        return isFirst.choose(permuted(by: sources), other.permuted(by: sources))
    }

    /// Combines all elements into one element, with a function that is associative and commutative.
    private func folded(_ combine: (Lanes, Lanes) -> Lanes) -> Scalar<Element> {
        var rest = self
        while rest.count > 1 { rest = combine(rest.lowHalf, rest.highHalf) }
        return rest[0]
    }
    /// Returns the smallest element. The result is unspecified if an element is NaN. If -0 and +0 are the smallest elements, the result may
    /// be -0 or +0.
    package func smallest() -> Scalar<Element> { folded { Element.kind.isFloat ? $0.lesser($1) : $0.minimum($1) } }
    package func largest() -> Scalar<Element> { folded { Element.kind.isFloat ? $0.greater($1) : $0.maximum($1) } }
}

extension Lanes where Element == UInt8 {
    /// Picks 64 bytes: byte k of the result is byte `sources[k]`, modulo 128, of this vector followed by `other`.
    /// - Precondition: the target has `hasBytePermutation`.
    package func permuted(with other: Lanes, by sources: Lanes) -> Lanes {
        precondition(count == 64 && builder.target.hasBytePermutation)
        return Lanes(builder.intrinsic("llvm.x86.avx512.vpermi2var.qi.512", [reference, sources.reference, other.reference], overload: []), builder)
    }
    /// Returns the sums a₀·b₀ + a₁·b₁, a₂·b₂ + a₃·b₃ … in half as many lanes, each of 16 bits. A sum that exceeds 16 bits saturates. The
    /// size of the vector must be a multiple of 64 bytes.
    /// - Precondition: the target has `hasBytePermutation`.
    package func pairwiseDot(_ b: Lanes<Int8>) -> Lanes<Int16> {
        precondition(builder.target.hasBytePermutation)
        return Lanes<Int16>(builder.multiplyAddBytes(reference, b.reference), builder)
    }
}

extension Lanes where Element: IntegerElement {
    package func sum() -> Scalar<Element> { folded { $0 + $1 } }
    package func union() -> Scalar<Element> { folded { $0 | $1 } }

    /// Returns the sums a₀·b₀ + a₁·b₁, a₂·b₂ + a₃·b₃ … in half as many lanes, each of 32 bits. A sum is exact unless all four factors are
    /// -32768.
    package func pairwiseDot(_ b: Lanes<Int16>) -> Lanes<Int32> where Element == Int16 {
        Lanes<Int32>(builder.multiplyAddPairs(reference, b.reference), builder)
    }
    /// Returns the upper half of the product's bits. The whole product has twice as many bits as a factor.
    package func multipliedHigh(_ b: Lanes) -> Lanes {
        if Element.self == UInt16.self, let result = builder.multiplyHighWords(reference, b.reference) { return Lanes(result, builder) }
        let kind: ElementKind = Element.bitWidth == 8 ? .int16 : Element.bitWidth == 16 ? .int32 : .int64
        precondition(Element.bitWidth < 64)
        let wide = builder.vectorType(kind, count)
        let extend = Element.isSigned ? llvm.pointee.BuildSExt : llvm.pointee.BuildZExt
        let product = llvm.pointee.BuildMul(builder.builder, extend(builder.builder, reference, wide, "")!, extend(builder.builder, b.reference, wide, "")!,
                                            "")!
        let shift = builder.splat(llvm.pointee.ConstInt(builder.type(kind), UInt64(Element.bitWidth), 0)!, count)
        let high = llvm.pointee.BuildLShr(builder.builder, product, shift, "")!
        return Lanes(llvm.pointee.BuildTrunc(builder.builder, high, llvm.pointee.TypeOf(reference), "")!, builder)
    }
}

extension Lanes where Element == UInt32 {
    /// Returns one word for each lane. The bytes of a word, from the least significant byte on, are the lane's x, y, z and w, which must be
    /// at most 255.
    package static func packedBytes(_ x: Lanes, _ y: Lanes, _ z: Lanes, _ w: Lanes) -> Lanes {
        (x | y << 8) | (z << 16 | w << 24)
    }
    /// Returns byte `index` of each word; byte 0 is the least significant byte.
    package func byte(_ index: Int) -> Lanes { index == 3 ? self >> 24 : (index == 0 ? self : self >> UInt32(8 * index)) & 0xff }
}

extension KernelBuilder {
    /// The number of 32-bit lanes that one instruction permutes in `permuted(by:)`; nil if no instruction permutes lanes.
    package var permutedLaneCount: Int? { !target.isX86 || target.x86Level < 3 ? nil : target.x86Level == 3 ? 8 : 16 }
    /// Whether the processor executes `permuted(with:by:)` in one instruction.
    package var permutesPairs: Bool { target.isX86 && target.x86Level >= 4 }

    fileprivate func processorPermutation(_ a: LLVMValueRef, _ sources: LLVMValueRef) -> LLVMValueRef? {
        guard let permutedLaneCount, elementCount(a) == 8, permutedLaneCount >= 8 else { return nil }
        return intrinsic("llvm.x86.avx2.permd", [a, sources], overload: [])
    }
    fileprivate func processorPermutation(_ a: LLVMValueRef, _ b: LLVMValueRef, _ sources: LLVMValueRef) -> LLVMValueRef? {
        guard permutesPairs else { return nil }
        switch elementCount(a) {
        case 4: return intrinsic("llvm.x86.avx512.vpermi2var.d.128", [a, sources, b], overload: [])
        case 8: return intrinsic("llvm.x86.avx512.vpermi2var.d.256", [a, sources, b], overload: [])
        case 16: return intrinsic("llvm.x86.avx512.vpermi2var.d.512", [a, sources, b], overload: [])
        default: return nil
        }
    }

    /// Shuffles bytes with the processor's instruction that shuffles within parts of 16 bytes and reads the indices from memory.
    /// Returns nil if this instruction cannot do the shuffle. The baseline tier uses this instruction, because LLVM takes long to
    /// choose instructions for vectors of many bytes. The instruction reads only `a` and can write zeros, so bytes of `b` can be picked
    /// only if all of `b` is zero.
    func shuffleBytesQuickly(_ a: LLVMValueRef, _ b: LLVMValueRef, _ sources: [Int]) -> LLVMValueRef? {
        let count = sources.count
        guard tier.shufflesByIntrinsics, isVector(a), elementCount(a) == count, llvm.pointee.TypeOf(a) == vectorType(.int8, count) else { return nil }
        let name: StaticString
        switch count {
        case 16 where target.x86Level >= 2: name = "llvm.x86.ssse3.pshuf.b.128"
        case 32 where target.x86Level >= 3: name = "llvm.x86.avx2.pshuf.b"
        case 64 where target.x86Level >= 4: name = "llvm.x86.avx512.pshuf.b.512"
        default: return nil
        }
        let otherIsZero = llvm.pointee.IsNull(b) != 0
        var control: [UInt8] = []
        for (place, source) in sources.enumerated() {
            if source < count && source / 16 == place / 16 {
                control.append(UInt8(source % 16))
            } else if source >= count && otherIsZero {
                control.append(0x80)
            } else {
                return nil
            }
        }
        return intrinsic(name, [a, lanes(control).reference], overload: [])
    }

    /// Multiplies unsigned words of 16 bits, and returns the high half of each product; nil if the processor has no instruction for
    /// this.
    fileprivate func multiplyHighWords(_ a: LLVMValueRef, _ b: LLVMValueRef) -> LLVMValueRef? {
        guard target.isX86 else { return nil }
        switch elementCount(a) {
        case 8: return intrinsic("llvm.x86.sse2.pmulhu.w", [a, b], overload: [])
        case 16 where target.x86Level >= 3: return intrinsic("llvm.x86.avx2.pmulhu.w", [a, b], overload: [])
        case 32 where target.x86Level >= 4: return intrinsic("llvm.x86.avx512.pmulhu.w.512", [a, b], overload: [])
        case 16, 32, 64: return inHalves([a, b]) { multiplyHighWords($0[0], $0[1])! }
        default: return nil
        }
    }

    fileprivate func multiplyAddBytes(_ a: LLVMValueRef, _ b: LLVMValueRef) -> LLVMValueRef {
        elementCount(a) == 64 ? intrinsic("llvm.x86.avx512.pmaddubs.w.512", [a, b], overload: [])
            : inHalves([a, b]) { multiplyAddBytes($0[0], $0[1]) }
    }

    /// Multiplies pairs of 16-bit integers and adds the two products of each pair, with x86's instruction pmaddwd. On other processors,
    /// several operations compute the same result.
    func multiplyAddPairs(_ a: LLVMValueRef, _ b: LLVMValueRef) -> LLVMValueRef {
        let count = elementCount(a)
        let name: StaticString
        switch (target.isX86, count) {
        case (true, 8): name = "llvm.x86.sse2.pmadd.wd"
        case (true, 16) where target.x86Level >= 3: name = "llvm.x86.avx2.pmadd.wd"
        case (true, 32) where target.x86Level >= 4: name = "llvm.x86.avx512.pmaddw.d.512"
        case (true, 16), (true, 32), (true, 64): return inHalves([a, b]) { multiplyAddPairs($0[0], $0[1]) }
        default:
            let x = Lanes<Int16>(a, self).widened(to: Int32.self), y = Lanes<Int16>(b, self).widened(to: Int32.self)
            let products = x * y
            return (products.evenHalf + products.oddHalf).reference
        }
        return intrinsic(name, [a, b], overload: [])
    }
}
