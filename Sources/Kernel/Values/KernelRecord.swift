// KernelRecord: memory that Swift and kernels share, declared once as a Swift struct. Swift code and kernels name a field by its
// key path, so one declaration fixes the field's type and its position in memory.
//
//   struct Fill: KernelRecord { var target: UnsafeMutableRawPointer; var count: Int32; var value: Float }
//   let value = record.load(\.value)        // in a kernel: a Scalar<Float>

import CLLVM

/// A struct of plain fields that a kernel reads or writes in memory. Swift lays the fields out in the order of their declaration.
package protocol KernelRecord: BitwiseCopyable {}

extension KernelRecord {
    /// Returns the number of bytes from the record's start to a stored property.
    package static func offset(of field: PartialKeyPath<Self>) -> Int {
        guard let offset = MemoryLayout<Self>.offset(of: field) else { preconditionFailure("\(field) is not stored in \(Self.self)") }
        return offset
    }
}

/// The type of a record's field. `KernelForm` is the type of the field's value in a kernel.
package protocol RecordField: BitwiseCopyable {
    associatedtype KernelForm: KernelValue
    static func load(_ record: Pointer, at offset: Int, _ policy: LoadPolicy) -> KernelForm
    static func store(_ value: KernelForm, _ record: Pointer, at offset: Int)
}

/// A field that holds the address of memory or of code.
package protocol AddressField: RecordField {}

extension RecordField where Self: LaneElement {
    package static func load(_ record: Pointer, at offset: Int, _ policy: LoadPolicy) -> Scalar<Self> { record.load(at: offset, policy) }
    package static func store(_ value: Scalar<Self>, _ record: Pointer, at offset: Int) { record.store(value, at: offset) }
}
extension Int32: RecordField {}
extension UInt32: RecordField {}
extension Int64: RecordField {}
extension UInt64: RecordField {}
extension Float: RecordField {}

extension AddressField {
    package static func load(_ record: Pointer, at offset: Int, _ policy: LoadPolicy) -> Pointer { record.loadPointer(at: offset, policy) }
    package static func store(_ value: Pointer, _ record: Pointer, at offset: Int) { record.store(value.address, at: offset) }
}
extension UnsafeRawPointer: AddressField {}
extension UnsafeMutableRawPointer: AddressField {}
extension UnsafePointer: RecordField, AddressField {}
extension UnsafeMutablePointer: RecordField, AddressField {}
/// The address 0 represents nil.
extension Optional: RecordField where Wrapped: AddressField {
    package static func load(_ record: Pointer, at offset: Int, _ policy: LoadPolicy) -> Wrapped.KernelForm { Wrapped.load(record, at: offset, policy) }
    package static func store(_ value: Wrapped.KernelForm, _ record: Pointer, at offset: Int) { Wrapped.store(value, record, at: offset) }
}

/// The address of a record in a kernel.
package struct RecordPointer<Record: KernelRecord> {
    package let pointer: Pointer

    /// - Parameters:
    ///   - byteCount: The number of bytes from the record's start that accesses may touch; nil for the size of the struct. Give a
    ///     larger number if arrays follow the struct.
    ///   - name: The memory's name in reports of failed checks; see `MemoryChecks`.
    package init(_ pointer: Pointer, byteCount: Int? = nil, _ name: StaticString) {
        self.pointer = pointer.bounded(bytes: byteCount ?? MemoryLayout<Record>.size, name)
    }
    /// Makes a pointer to the first record of an array. The array's length is not known, so this initialiser sets no bounds for memory
    /// checks.
    package init(array pointer: Pointer) { self.pointer = pointer }
    private init(part pointer: Pointer) { self.pointer = pointer }

    package func load<Field: RecordField>(_ field: KeyPath<Record, Field>, _ policy: LoadPolicy = .plain) -> Field.KernelForm {
        Field.load(pointer, at: Record.offset(of: field), policy)
    }
    package func store<Field: RecordField>(_ value: Field.KernelForm, _ field: WritableKeyPath<Record, Field>) {
        Field.store(value, pointer, at: Record.offset(of: field))
    }
    /// Loads a field that is a vector of four elements. The result has four lanes, one for each element.
    package func load<Element: LaneElement>(_ field: KeyPath<Record, SIMD4<Element>>, _ policy: LoadPolicy = .plain) -> Lanes<Element> {
        pointer.loadLanes(Element.self, at: Record.offset(of: field), count: 4, alignment: 4, policy)
    }
    /// Loads one element of a field that is a vector.
    package func load<Element: LaneElement>(_ element: Int, of field: KeyPath<Record, SIMD4<Element>>, _ policy: LoadPolicy = .plain) -> Scalar<Element> {
        pointer.load(Element.self, at: Record.offset(of: field) + element * MemoryLayout<Element>.stride, policy)
    }
    /// Returns the address of a field.
    package func address(of field: PartialKeyPath<Record>) -> Pointer { pointer + Record.offset(of: field) }
    /// Returns a record that is a field of this record.
    package func part<Part: KernelRecord>(_ field: KeyPath<Record, Part>) -> RecordPointer<Part> {
        RecordPointer<Part>(part: pointer + Record.offset(of: field))
    }
    /// Returns the record to which a field points. The address in the field does not change while the kernel runs.
    package func record<Target: KernelRecord>(_ field: KeyPath<Record, UnsafePointer<Target>>, byteCount: Int? = nil,
                                              _ name: StaticString) -> RecordPointer<Target> {
        RecordPointer<Target>(load(field, .constant), byteCount: byteCount, name)
    }
    package func record<Target: KernelRecord>(_ field: KeyPath<Record, UnsafeMutablePointer<Target>>, byteCount: Int? = nil,
                                              _ name: StaticString) -> RecordPointer<Target> {
        RecordPointer<Target>(load(field, .constant), byteCount: byteCount, name)
    }
    /// Returns record `index` of an array that begins `offset` bytes after this pointer.
    package func element<Element: KernelRecord>(_ index: Int, of: Element.Type, at offset: Int) -> RecordPointer<Element> {
        RecordPointer<Element>(part: pointer + (offset + index * MemoryLayout<Element>.stride))
    }
    package func element<Element: KernelRecord>(_ index: Scalar<Int32>, of: Element.Type, at offset: Int) -> RecordPointer<Element> {
        RecordPointer<Element>(part: (pointer + offset).element(index, stride: MemoryLayout<Element>.stride))
    }
    /// Returns record `index` of an array that begins at this pointer.
    package func element(_ index: Scalar<Int32>) -> RecordPointer { RecordPointer(part: pointer.element(index, stride: MemoryLayout<Record>.stride)) }
}
