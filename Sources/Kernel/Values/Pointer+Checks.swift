// Checks: an option of compilation that finds accesses out of bounds. If the option is on, compiled code tests before each load or store
// whether all accessed bytes lie in the pointer's memory. The bounds are known for the local memory of functions, for tables in the code,
// and for memory whose size an entry declares. The bounds of pointers that code loads from memory are unknown. Guard pages protect memory
// whose bounds are unknown (see GuardedMemory). One option switches on the checks and the guard pages.
//
// If the option is off, the generated code contains no checks, and is the same code as if the option did not exist.

import CLLVM
import Glibc
import Memory

package struct MemoryChecks: Sendable, Hashable {
    /// The initial value of every byte of a function's local memory.
    package var fill: UInt8
    package init(fill: UInt8) { self.fill = fill }

    /// The checks that the environment variable RASTER_GUARD_MEMORY requests; nil if the variable requests no checks.
    package static let standard = MemoryGuard.current.map { MemoryChecks(fill: $0.fill) }

    /// Returns the function that compiled code calls when a check fails, if `name` is the name of this function; else nil.
    static func hostFunction(_ name: String) -> UnsafeRawPointer? { name == failureName ? unsafeBitCast(failure, to: UnsafeRawPointer.self) : nil }
    static let failureName = "RasterAccessOutside"
    static let failureSignature = KernelSignature([.pointer, .int64, .int64])

    /// Ends the process. The function's arguments are the name of the memory, the offset of the access and the size of the memory in bytes.
    private static let failure: @convention(c) (UnsafePointer<CChar>, Int64, Int64) -> Void = { name, offset, byteCount in
        writeToStandardError("Checked code: an access at byte \(offset) of \(String(cString: name)), which has \(byteCount) bytes, ends the process.\n")
        abort()
    }
}

/// The bounds of a piece of memory. Accesses through a pointer with bounds must stay within the bounds.
struct PointerBounds {
    let start: LLVMValueRef
    let byteCount: Int
    let name: StaticString
}

extension Pointer {
    /// Returns this pointer with bounds for checks: accesses must stay within the `bytes` bytes that begin at the pointer.
    package func bounded(bytes: Int, _ name: StaticString) -> Pointer {
        builder.checks == nil ? self : Pointer(reference, builder, bounds: PointerBounds(start: reference, byteCount: bytes, name: name))
    }

    /// Checks an access to the `byteCount` bytes that begin at the pointer.
    func check(byteCount: Int) { check(byteCount: builder.scalar(Int64(byteCount))) }
    func check(byteCount: Scalar<Int64>) {
        guard let bounds else { return }
        let offset = address - Scalar<Int64>(builder.number(bounds.start), builder)
        let isInside = (offset .>= 0) & (offset + byteCount .<= Int64(bounds.byteCount))
        builder.if(~isInside, isRare: true) { builder.stop(bounds, offset) }
    }

    /// Checks the access of each lane that the mask selects.
    /// - Parameter addresses: pointers derived from this pointer.
    func check(_ addresses: LLVMValueRef, count: Int, byteCount: Int, _ mask: LaneMask?) {
        guard let bounds else { return }
        let numbers = Lanes<Int64>(llvm.pointee.BuildPtrToInt(builder.builder, addresses, builder.vectorType(.int64, count), "")!, builder)
        check(numbers - Scalar<Int64>(builder.number(bounds.start), builder).broadcast(count), byteCount: byteCount, mask, bounds)
    }
    /// Checks the accesses to the consecutive elements that the mask selects.
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
    /// Fills a function's local memory with the fill byte. A read before the first write then gives this byte.
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
