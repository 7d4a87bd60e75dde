// FieldCoder: converts records to bytes and back. Each record has one function that names its fields in order. Writing and reading call the
// same function, so the reader always expects what the writer wrote. Numbers are little endian. Texts and lists begin with their length.
//
// A file may contain any bytes. The length of a list is therefore limited by the number of remaining bytes, and each element is
// appended only after it was read.
//
// FieldCoder is in the same module as the records, so that the compiler can inline the coder into the functions of the records. A frame of
// thousands of draws is written before it runs, and generic calls for each number would take longer than all other work. To save time, a
// vector or a list of numbers is written as one piece of memory.

import CaptureFile

package struct FieldCoder {
    private let isReading: Bool
    /// The version of the chunk that holds the record. A field that version n of the chunk added is coded only if `version` is at least n,
    /// so that older captures stay readable. Writers write the newest version.
    package let version: UInt16
    /// The bytes written so far, or all bytes to read.
    package private(set) var bytes: [UInt8]
    private var position = 0
    /// The record's name in errors.
    private let subject: String

    /// Makes a coder that writes.
    package init(version: UInt16 = .max) { isReading = false; self.version = version; bytes = []; subject = "" }
    /// Makes a coder that reads the bytes of one record.
    package init(reading bytes: [UInt8], version: UInt16 = .max, subject: String) {
        isReading = true; self.version = version; self.bytes = bytes; self.subject = subject
    }

    /// Reserves memory for `count` more bytes.
    package mutating func reserve(_ count: Int) { bytes.reserveCapacity(bytes.count + count) }
    /// Removes the written bytes and keeps the memory.
    package mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    private var remaining: Int { bytes.count - position }
    package func failure(_ problem: String) -> CaptureFileError { .damaged(subject, problem) }

    /// Throws if some bytes have not been read.
    package func finish() throws(CaptureFileError) {
        guard remaining == 0 else { throw failure("has \(remaining) extra bytes") }
    }

    package mutating func code<Value: FixedWidthInteger>(_ value: inout Value) throws(CaptureFileError) {
        let size = MemoryLayout<Value>.size
        guard isReading else { return withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
        guard remaining >= size else { throw failure("ends in the middle of a number") }
        value = Value(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Value.self) })
        position += size
    }
    package mutating func code(_ value: inout Float) throws(CaptureFileError) {
        var word = value.bitPattern
        try code(&word)
        value = Float(bitPattern: word)
    }
    package mutating func code(_ value: inout Bool) throws(CaptureFileError) {
        var byte: UInt8 = value ? 1 : 0
        try code(&byte)
        guard byte <= 1 else { throw failure("has \(byte) instead of 0 or 1") }
        value = byte == 1
    }
    /// Writes or reads four numbers as one piece of memory. Machines that run Raster are little endian, like the file.
    package mutating func code<Scalar: SIMDScalar>(_ vector: inout SIMD4<Scalar>) throws(CaptureFileError) {
        let size = 4 * MemoryLayout<Scalar>.size
        guard isReading else { return withUnsafeBytes(of: vector) { bytes.append(contentsOf: $0[..<size]) } }
        guard remaining >= size else { throw failure("ends in the middle of a number") }
        withUnsafeMutableBytes(of: &vector) { target in
            bytes.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[position..<(position + size)])) }
        }
        position += size
    }
    /// Writes or reads an enum case as its number.
    package mutating func code<Value: RawRepresentable>(_ value: inout Value) throws(CaptureFileError) where Value.RawValue == UInt8 {
        var raw = value.rawValue
        try code(&raw)
        guard let known = Value(rawValue: raw) else { throw failure("has number \(raw) for a \(Value.self)") }
        value = known
    }
    package mutating func code(_ text: inout String) throws(CaptureFileError) {
        guard isReading else {
            var count = UInt32(truncatingIfNeeded: text.utf8.count)
            try code(&count)
            return bytes.append(contentsOf: text.utf8)
        }
        var words: [UInt8] = []
        try code(&words)
        guard let valid = String(validating: words, as: UTF8.self) else { throw failure("has a text that is not UTF-8") }
        text = valid
    }
    package mutating func code(_ list: inout [UInt8]) throws(CaptureFileError) {
        var count = UInt32(truncatingIfNeeded: list.count)
        try codeCount(&count, elementByteCount: 1)
        if !isReading { return bytes.append(contentsOf: list) }
        list = Array(bytes[position..<(position + Int(count))])
        position += Int(count)
    }
    package mutating func code(_ list: inout [UInt32]) throws(CaptureFileError) {
        var count = UInt32(truncatingIfNeeded: list.count)
        try codeCount(&count, elementByteCount: 4)
        guard isReading else { return list.withUnsafeBytes { bytes.append(contentsOf: $0) } }
        list = Array(repeating: 0, count: Int(count))
        let start = position
        list.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<(start + target.count)])) }
        }
        position += 4 * list.count
    }
    package mutating func code<Value: FieldCodable>(_ list: inout [Value]) throws(CaptureFileError) {
        var count = UInt32(truncatingIfNeeded: list.count)
        try codeCount(&count, elementByteCount: 1)
        guard isReading else {
            for var value in list { try value.code(&self) }
            return
        }
        list = []
        for _ in 0..<count {
            var value = Value.blank
            let start = position
            try value.code(&self)
            // If an element took no bytes, the number of remaining bytes would not limit the length of the list, and a short record could
            // request any amount of memory.
            guard position > start else { throw failure("has a list element without bytes") }
            list.append(value)
        }
    }
    /// Writes a list of encoded elements, one after the other.
    package mutating func codeList(count: Int, elements: [UInt8]) throws(CaptureFileError) {
        var count = UInt32(truncatingIfNeeded: count)
        try code(&count)
        bytes.append(contentsOf: elements)
    }
    package mutating func code<Value: FieldCodable>(_ value: inout Value?) throws(CaptureFileError) {
        var exists = value != nil
        try code(&exists)
        guard exists else { value = nil; return }
        var some = value ?? .blank
        try some.code(&self)
        value = some
    }
    package mutating func code<Value: FieldCodable>(_ value: inout Value) throws(CaptureFileError) { try value.code(&self) }

    private mutating func codeCount(_ count: inout UInt32, elementByteCount: Int) throws(CaptureFileError) {
        try code(&count)
        guard !isReading || Int(count) * elementByteCount <= remaining else { throw failure("has a list of \(count) in \(remaining) bytes") }
    }
}

/// A record with one function that names its fields, for both reading and writing.
package protocol FieldCodable {
    /// A record whose fields have initial values. `init(decoding:version:subject:)` starts with this record and reads the fields into this
    /// record.
    static var blank: Self { get }
    mutating func code(_ coder: inout FieldCoder) throws(CaptureFileError)
}

extension FieldCodable {
    package var encoded: [UInt8] {
        var copy = self, coder = FieldCoder()
        // A writing coder throws no errors.
        try? copy.code(&coder)
        return coder.bytes
    }
    /// Reads a record that consists of all of `bytes`.
    /// - Parameter version: The version of the chunk that holds the record.
    package init(decoding bytes: [UInt8], version: UInt16 = .max, subject: String) throws(CaptureFileError) {
        var coder = FieldCoder(reading: bytes, version: version, subject: subject)
        self = .blank
        try code(&coder)
        try coder.finish()
    }
}

extension BlobReference: FieldCodable {
    package static var blank: BlobReference { BlobReference(hash: .none, byteCount: 0) }
    package mutating func code(_ coder: inout FieldCoder) throws(CaptureFileError) {
        try coder.code(&hash.low)
        try coder.code(&hash.high)
        try coder.code(&byteCount)
        guard byteCount >= 0 else { throw coder.failure("names contents of \(byteCount) bytes") }
    }
}
extension String: FieldCodable {
    package static var blank: String { "" }
    package mutating func code(_ coder: inout FieldCoder) throws(CaptureFileError) { try coder.code(&self) }
}
