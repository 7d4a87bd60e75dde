// EntryPoint: a function of compiled code that Swift or another kernel calls. An entry has one argument, the address of a record. The
// entry's code and its callers agree on the arguments because the entry and the callers use the same declaration of the record.

import CLLVM

/// The name of an entry, and the type of the record that holds the entry's arguments.
package struct EntryPoint<Arguments: KernelRecord>: Sendable {
    package let name: String
    package init(_ name: String) { self.name = name }
}

/// An entry of compiled code. A compiled entry is valid as long as the entry's `Kernel` or `TieredKernel` exists.
package struct CompiledEntry<Arguments: KernelRecord>: @unchecked Sendable {   // code that never changes
    private let code: @convention(c) (UnsafeRawPointer) -> Void

    /// - Precondition: The address points to code that `KernelBuilder.define` made for an entry with these arguments.
    fileprivate init(_ address: UnsafeRawPointer) { code = unsafeBitCast(address, to: (@convention(c) (UnsafeRawPointer) -> Void).self) }

    @inline(__always)
    package func callAsFunction(_ arguments: Arguments) { withUnsafePointer(to: arguments) { code($0) } }
}

/// A kernel can take another kernel's entry as an argument.
extension CompiledEntry: AddressField {
    package static func load(_ record: Pointer, at offset: Int, _ policy: LoadPolicy) -> EntryPointer<Arguments> {
        EntryPointer(record.loadPointer(at: offset, policy).reference, record.builder)
    }
    package static func store(_ value: EntryPointer<Arguments>, _ record: Pointer, at offset: Int) {
        record.store(Pointer(value.reference, value.builder).address, at: offset)
    }
}

/// The address of an entry, as a value in a kernel. The address 0 means that no entry exists.
package struct EntryPointer<Arguments: KernelRecord>: KernelValue {
    package let reference: LLVMValueRef
    package let builder: KernelBuilder
    package init(_ reference: LLVMValueRef, _ builder: KernelBuilder) {
        self.reference = reference
        self.builder = builder
    }
    package static var kernelType: KernelType { .pointer }
    package var isThere: Condition { Pointer(reference, builder).address .!= 0 }
}

extension KernelBuilder {
    /// Emits the code of an entry.
    package func define<Arguments: KernelRecord, Failure: Error>(_ entry: EntryPoint<Arguments>,
                                                                 _ body: (RecordPointer<Arguments>) throws(Failure) -> Void) throws(Failure) {
        try self.entry(entry.name, [.pointer]) { (arguments) throws(Failure) in
            try body(RecordPointer(arguments[0].pointer, "the arguments of an entry"))
        }
    }
    /// Calls an entry of another kernel; both kernels must have been made for the same target.
    /// - Parameter fill: Stores every argument.
    package func call<Arguments: KernelRecord>(_ entry: EntryPointer<Arguments>, _ fill: (RecordPointer<Arguments>) -> Void) {
        let memory = localMemory(bytes: MemoryLayout<Arguments>.size, alignment: 16, name: "the arguments of an entry")
        fill(RecordPointer(memory, "the arguments of an entry"))
        call(at: Pointer(entry.reference, self), KernelSignature([.pointer]), [memory])
    }
}

extension TieredKernel {
    /// Returns the entry's code in the best tier that has been compiled; nil if no tier has been compiled yet.
    package func function<Arguments: KernelRecord>(_ entry: EntryPoint<Arguments>) -> CompiledEntry<Arguments>? {
        precondition(entry.name == request.entry, "\(request.entry) is called as \(entry.name)")
        return code.map { CompiledEntry($0) }
    }
}
