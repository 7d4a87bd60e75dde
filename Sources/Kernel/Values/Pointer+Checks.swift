// Checks: an option under which code looks, before each load and store, whether it stays inside of the memory that its
// pointer was made for, byte by byte: what a function reserves for itself, tables among the code, and what an entry says is
// behind its arguments. What a pointer comes from that code loads from memory is not known here; such memory is guarded by
// pages (see GuardedMemory), and one option switches both on.
//
// Code without the option is what it would be if this file were not there.

import CLLVM
import Glibc
import Memory

package struct MemoryChecks: Sendable, Hashable {
    /// The byte that fills a function's own memory at first.
    package var fill: UInt8
    package init(fill: UInt8) { self.fill = fill }

    /// As the environment says; nil: code does not check.
    package static let standard = MemoryGuard.current.map { MemoryChecks(fill: $0.fill) }

    /// The name of the function that checks call.
    static func hostFunction(_ name: String) -> UnsafeRawPointer? { name == failureName ? unsafeBitCast(failure, to: UnsafeRawPointer.self) : nil }
    static let failureName = "RasterAccessOutside"
    static let failureSignature = KernelSignature([.pointer, .int64, .int64])

    /// Ends the process. Takes the name of what was left, the offset of the access and the bytes that there are.
    private static let failure: @convention(c) (UnsafePointer<CChar>, Int64, Int64) -> Void = { name, offset, byteCount in
        writeToStandardError("Checked code: an access at byte \(offset) of \(String(cString: name)), which has \(byteCount) bytes, ends the process.\n")
        abort()
    }
}

/// Memory that pointers are known to point into.
struct PointerBounds {
    let start: LLVMValueRef
    let byteCount: Int
    let name: StaticString
}

extension Pointer {
    /// The same pointer, of which checks know that `bytes` are there from here on, and nothing around them is meant.
    package func bounded(bytes: Int, _ name: StaticString) -> Pointer {
        builder.checks == nil ? self : Pointer(reference, builder, bounds: PointerBounds(start: reference, byteCount: bytes, name: name))
    }

    /// Checks an access to `byteCount` bytes from here on.
    func check(byteCount: Int) { check(byteCount: builder.scalar(Int64(byteCount))) }
    func check(byteCount: Scalar<Int64>) {
        guard let bounds else { return }
        let offset = address - Scalar<Int64>(builder.number(bounds.start), builder)
        let isInside = (offset .>= 0) & (offset + byteCount .<= Int64(bounds.byteCount))
        builder.if(~isInside, isRare: true) { builder.stop(bounds, offset) }
    }

    /// Checks one access for each lane that the mask has.
    /// - Parameter addresses: pointers made from this one.
    func check(_ addresses: LLVMValueRef, count: Int, byteCount: Int, _ mask: LaneMask?) {
        guard let bounds else { return }
        let numbers = Lanes<Int64>(llvm.pointee.BuildPtrToInt(builder.builder, addresses, builder.vectorType(.int64, count), "")!, builder)
        check(numbers - Scalar<Int64>(builder.number(bounds.start), builder).broadcast(count), byteCount: byteCount, mask, bounds)
    }
    /// The same for elements one behind the other.
    func check(elements: LaneMask, byteCount: Int) {
        guard let bounds else { return }
        let first = address - Scalar<Int64>(builder.number(bounds.start), builder), count = elements.count
        check(first.broadcast(count) + builder.lanes((0 ..< count).map { Int64($0 * byteCount) }), byteCount: byteCount, elements, bounds)
    }
    private func check(_ offsets: Lanes<Int64>, byteCount: Int, _ mask: LaneMask?, _ bounds: PointerBounds) {
        let outside = (offsets .< 0) | (offsets .> Int64(bounds.byteCount - byteCount)), wrong = mask.map { $0 & outside } ?? outside
        builder.if(wrong.any, isRare: true) {
            let lane = wrong.bits.trailingZeros()
            builder.stop(bounds, Scalar<Int64>(llvm.pointee.BuildExtractElement(builder.builder, offsets.reference, lane.reference, "")!, builder))
        }
    }
}

extension KernelBuilder {
    /// A read of a function's memory before it is written gives the fill.
    func fillBeforeUse(_ memory: Pointer, bytes: Int) {
        guard let checks else { return }
        atEntry { _ = llvm.pointee.BuildMemSet(builder, memory.reference, constant(checks.fill), constant(Int64(bytes)), 1) }
    }

    fileprivate func number(_ address: LLVMValueRef) -> LLVMValueRef { llvm.pointee.BuildPtrToInt(builder, address, type(.int64), "")! }

    fileprivate func stop(_ bounds: PointerBounds, _ offset: Scalar<Int64>) {
        let text = (0 ..< bounds.name.utf8CodeUnitCount).map { bounds.name.utf8Start[$0] } + [0]
        call(hostFunction(MemoryChecks.failureName, MemoryChecks.failureSignature), [table(text), offset, scalar(Int64(bounds.byteCount))])
    }
}
