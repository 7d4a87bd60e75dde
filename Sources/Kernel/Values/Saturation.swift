// Saturation: integer operations whose results are limited to the range of the type, and the conversion from floats to bytes by
// means of such operations.

import CLLVM

extension ArithmeticValue where Element: IntegerElement {
    /// Returns the sum of both operands, limited to the range of the type.
    package func saturatingAdd(_ b: Self) -> Self {
        Self(builder.intrinsic(Element.isSigned ? "llvm.sadd.sat" : "llvm.uadd.sat", [reference, b.reference]), builder)
    }
    package func saturatingSubtract(_ b: Self) -> Self {
        Self(builder.intrinsic(Element.isSigned ? "llvm.ssub.sat" : "llvm.usub.sat", [reference, b.reference]), builder)
    }
}

extension Lanes where Element == Float {
    /// Returns the nearest integer, ties to even. NaN and numbers out of range give the smallest integer.
    package func roundedToInteger() -> Lanes<Int32> {
        if let result = builder.processorRounding(reference) { return Lanes<Int32>(result, builder) }
        let isInside = magnitude() .< 0x1p31
        return isInside.choose(isInside.choose(self, 0).roundedToEven().convertedInRange(to: Int32.self), .min)
    }
}

extension Lanes where Element == Int32 {
    /// Limits the operands to 0…255 and packs them into one word for each lane: x is the least significant byte, then y, z and w
    /// follow.
    package static func saturatedBytes(_ x: Lanes, _ y: Lanes, _ z: Lanes, _ w: Lanes) -> Lanes<UInt32> {
        let builder = x.builder, count = x.count
        if count > builder.packedCount {
            return saturatedBytes(x.lowHalf, y.lowHalf, z.lowHalf, w.lowHalf).joined(saturatedBytes(x.highHalf, y.highHalf, z.highHalf, w.highHalf))
        }
        guard let low = builder.processorPack(x.reference, z.reference, from: .int32),
              let high = builder.processorPack(y.reference, w.reference, from: .int32),
              let bytes = builder.processorPack(low, high, from: .int16) else {
            func byte(_ v: Lanes) -> Lanes<UInt32> { v.clamped(0, 255).withSign(of: UInt32.self) }
            return Lanes<UInt32>.packedBytes(byte(x), byte(y), byte(z), byte(w))
        }
        // Each part of 16 bytes holds four bytes of x, then four of z, four of y and four of w.
        let sources = (0 ..< 4 * count).map { i in
            let channel = [0, 2, 1, 3][i % 4], lane = (i / 4) % 4
            return i / 16 * 16 + 4 * channel + lane
        }
        return Lanes<UInt8>(bytes, builder).shuffled(sources).reinterpreted(as: UInt32.self)
    }
}

extension KernelBuilder {
    /// Converts floats to integers with one or two of x86's instructions. These instructions use the current rounding mode, which
    /// is to nearest even. Returns nil if two of these instructions do not suffice for the vector, if `value` is a constant, or if
    /// the processor is not x86.
    fileprivate func processorRounding(_ value: LLVMValueRef) -> LLVMValueRef? {
        guard target.isX86, llvm.pointee.IsConstant(value) == 0 else { return nil }
        switch elementCount(value) {
        case 4: return intrinsic("llvm.x86.sse2.cvtps2dq", [value], overload: [])
        case 8 where target.x86Level >= 3: return intrinsic("llvm.x86.avx.cvt.ps2dq.256", [value], overload: [])
        case 16 where target.x86Level >= 4:
            let anything = llvm.pointee.GetUndef(vectorType(.int32, 16))!
            return intrinsic("llvm.x86.avx512.mask.cvtps2dq.512", [value, anything, constant(UInt16.max), constant(Int32(4))], overload: [])
        case 32 where target.x86Level >= 4, 16 where target.x86Level == 3, 8: return inHalves([value]) { processorRounding($0[0])! }
        default: return nil
        }
    }

    /// The maximum number of lanes that `processorPack` accepts.
    fileprivate var packedCount: Int { !target.isX86 ? .max : target.x86Level >= 4 ? 16 : target.x86Level == 3 ? 8 : 4 }

    /// Uses x86's instruction that converts 32-bit integers to signed 16-bit integers, or signed 16-bit to unsigned 8-bit integers, with
    /// saturation. Each 128-bit part of the result holds elements of `a`, then elements of `b`. The result is nil if there is no
    /// instruction of this width.
    fileprivate func processorPack(_ a: LLVMValueRef, _ b: LLVMValueRef, from kind: ElementKind) -> LLVMValueRef? {
        guard target.isX86 else { return nil }
        let isWide = kind == .int32
        switch elementCount(a) * kind.bitCount {
        case 128: return intrinsic(isWide ? "llvm.x86.sse2.packssdw.128" : "llvm.x86.sse2.packuswb.128", [a, b], overload: [])
        case 256 where target.x86Level >= 3: return intrinsic(isWide ? "llvm.x86.avx2.packssdw" : "llvm.x86.avx2.packuswb", [a, b], overload: [])
        case 512 where target.x86Level >= 4:
            return intrinsic(isWide ? "llvm.x86.avx512.packssdw.512" : "llvm.x86.avx512.packuswb.512", [a, b], overload: [])
        default: return nil
        }
    }
}
