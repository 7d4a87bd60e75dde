// FieldCoder: records as bytes. One function of a record names its fields in order, and both writes and reads them, so that
// the two cannot disagree. Numbers are little endian; texts and lists begin with their length.
//
// A file that is read may hold anything: a list is as long as the bytes that are left allow, and grows by what was really read.

//
// Functions of numbers are inlinable: a frame of thousands of draws is written field by field before it runs, and a call through
// a table of witnesses for each number took longer than all the rest.

package struct FieldCoder {
    @usableFromInline package let isReading: Bool
    /// The bytes written so far, or all bytes to read.
    @usableFromInline package var bytes: [UInt8]
    @usableFromInline package var position = 0
    /// The record's name in errors.
    private let subject: String

    /// Writes.
    package init() { isReading = false; bytes = []; subject = "" }
    /// Reads a record's bytes.
    package init(reading bytes: [UInt8], subject: String) { isReading = true; self.bytes = bytes; self.subject = subject }

    @usableFromInline package var remaining: Int { bytes.count - position }
    @usableFromInline package func failure(_ problem: String) -> CaptureFileError { .damaged(subject, problem) }

    /// Throws unless all bytes have been read.
    package func finish() throws(CaptureFileError) {
        guard remaining == 0 else { throw failure("has \(remaining) bytes too many") }
    }

    @inlinable package mutating func code<Value: FixedWidthInteger>(_ value: inout Value) throws(CaptureFileError) {
        let size = MemoryLayout<Value>.size
        guard isReading else { return withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) } }
        guard remaining >= size else { throw failure("ends in the middle of a number") }
        value = Value(littleEndian: bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: Value.self) })
        position += size
    }
    @inlinable package mutating func code(_ value: inout Float) throws(CaptureFileError) {
        var word = value.bitPattern
        try code(&word)
        value = Float(bitPattern: word)
    }
    @inlinable package mutating func code(_ value: inout Bool) throws(CaptureFileError) {
        var byte: UInt8 = value ? 1 : 0
        try code(&byte)
        guard byte <= 1 else { throw failure("has \(byte) where yes or no stands") }
        value = byte == 1
    }
    @inlinable package mutating func code<Scalar: FixedWidthInteger>(_ vector: inout SIMD4<Scalar>) throws(CaptureFileError) {
        for i in 0..<4 { try code(&vector[i]) }
    }
    @inlinable package mutating func code(_ vector: inout SIMD4<Float>) throws(CaptureFileError) {
        for i in 0..<4 { try code(&vector[i]) }
    }
    /// A case by its number.
    @inlinable package mutating func code<Value: RawRepresentable>(_ value: inout Value) throws(CaptureFileError) where Value.RawValue == UInt8 {
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
        guard let valid = String(validating: words, as: UTF8.self) else { throw failure("has a text that is no UTF-8") }
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
        guard isReading else {
            for var word in list { try code(&word) }
            return
        }
        list = Array(repeating: 0, count: Int(count))
        for i in list.indices { try code(&list[i]) }
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
            // An element without bytes would let a short record ask for any amount of memory.
            guard position > start else { throw failure("has a list of nothing") }
            list.append(value)
        }
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

    @usableFromInline package mutating func codeCount(_ count: inout UInt32, elementByteCount: Int) throws(CaptureFileError) {
        try code(&count)
        guard !isReading || Int(count) * elementByteCount <= remaining else { throw failure("has a list of \(count) in \(remaining) bytes") }
    }
}

/// A record, whose fields one function names for reading and for writing.
package protocol FieldCodable {
    /// The value that is read into.
    static var blank: Self { get }
    mutating func code(_ coder: inout FieldCoder) throws(CaptureFileError)
}

extension FieldCodable {
    package var encoded: [UInt8] {
        var copy = self, coder = FieldCoder()
        // Writing never fails.
        try? copy.code(&coder)
        return coder.bytes
    }
    /// Reads a record that takes all of `bytes`.
    package init(decoding bytes: [UInt8], subject: String) throws(CaptureFileError) {
        var coder = FieldCoder(reading: bytes, subject: subject)
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
