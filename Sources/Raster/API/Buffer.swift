import Memory

/// Bytes for vertices, indices, uniforms or storage blocks. `Device.makeBuffer` makes a buffer for one device. The application may change
/// the buffer's bytes between submits; `CommandEncoder.update` changes the bytes between draws.
public final class Buffer {
    /// The size in bytes, 0 to 4 GiB; it never changes.
    public let byteCount: Int
    /// The buffer's name in error messages; empty if the buffer has no name.
    public let label: String
    /// The device that made the buffer.
    /// - Throws: `RasterError` with `wrongDevice` if the device no longer exists. The application must keep the device alive; resources do
    ///   not keep their device alive.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made the buffer; nil if the device no longer exists.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// The address of the first byte. The buffer owns the memory. `readableSlack` zero bytes follow the last byte, because wide
    /// loads may read past the last byte.
    package let base: UnsafeMutableRawPointer
    package static let readableSlack = 64
    package var hostVersion: UInt64 = 0
    /// The buffer's name in captures; nil if captures use `label`. The OpenGL driver sets this name to a name that the drawing application
    /// knows.
    package var captureName: String?
    /// The type of the elements that the application wrote to the start of the buffer; nil if the application has written only raw bytes.
    package private(set) var elements: BufferElements?
    private let access: DeviceAccess
    private let share: MemoryShare
    private let memory: Allocation

    /// Returns nil if the system has no memory for the buffer.
    /// - Parameter share: The part of the device's memory budget that the buffer takes: `byteCount` bytes.
    init?(byteCount: Int, label: String, device: Device, share: MemoryShare) {
        // An alignment of 4 suffices: code that reads indices and uniforms expects no larger alignment.
        guard let zeros = Allocation(zeros: byteCount, readableSlack: Self.readableSlack, alignment: 4, name: "a buffer") else { return nil }
        memory = zeros
        base = zeros.base
        self.byteCount = byteCount; self.label = label; self.share = share; maker = DeviceReference(device); access = device.access
        base.fetchPages(byteCount: byteCount)
    }
    deinit { memory.free() }

    package var name: String { label.isEmpty ? "buffer" : "buffer '\(label)'" }
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

    /// Copies the memory of the array `elements` into the buffer, byte by byte. The first byte goes to byte `offset`.
    /// - Throws: `RasterError` with `bufferTooSmall` if the bytes do not fit; the buffer then stays unchanged.
    public func update<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int = 0) throws {
        try elements.withUnsafeBytes { try update(bytes: $0, at: offset) }
        if offset == 0 { self.elements = BufferElements(Element.self) }
    }
    /// Copies `bytes` into the buffer. The first byte goes to byte `offset`.
    /// - Throws: `RasterError` with `bufferTooSmall` if `bytes` do not fit; the buffer then stays unchanged.
    public func update(bytes: UnsafeRawBufferPointer, at offset: Int = 0) throws {
        try access.heldBriefly(name) { try write(bytes, at: offset) }
    }
    /// Returns copies of the buffer's elements, with the values that the elements have after the last submit.
    /// - Parameters:
    ///   - type: The type of an element. In the buffer, elements lie as in the memory of an array of this type.
    ///   - offset: The first byte.
    ///   - count: The number of elements; nil for all elements that fit between `offset` and the end of the buffer.
    /// - Throws: `RasterError` with `bufferTooSmall` if the elements lie outside of the buffer.
    public func read<Element: BitwiseCopyable>(_ type: Element.Type = Element.self, at offset: Int = 0, count: Int? = nil) throws -> [Element] {
        try access.heldBriefly(name) {
            let stride = MemoryLayout<Element>.stride, room = byteCount - min(max(0, offset), byteCount)
            let count = count ?? room / stride
            guard offset >= 0, offset <= byteCount, count >= 0, count <= room / stride else {
                throw RasterError(.bufferTooSmall, name, "has \(byteCount) bytes, not \(count) elements of \(stride) at offset \(offset)",
                                  remedy: "read a part inside of it")
            }
            return Array(unsafeUninitializedCapacity: count) { elements, initialized in
                if count > 0 { UnsafeMutableRawPointer(elements.baseAddress!).copyMemory(from: base + offset, byteCount: count * stride) }
                initialized = count
            }
        }
    }
    /// Calls `body` with the address of the first byte. `body` may write elements from several threads.
    package func write<Element: BitwiseCopyable>(as type: Element.Type, _ body: (UnsafeMutablePointer<Element>) throws -> Void) throws {
        try access.held(name) {
            defer { hostVersion &+= 1 }
            elements = BufferElements(type)
            try body(base.assumingMemoryBound(to: type))
        }
    }
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RasterError) {
        guard offset >= 0, offset <= byteCount, bytes.count <= byteCount - offset else {
            throw RasterError(.bufferTooSmall, name, "has \(byteCount) bytes, not room for \(bytes.count) at offset \(offset)",
                              remedy: "make the buffer larger, or write less")
        }
        if let start = bytes.baseAddress { (base + offset).copyMemory(from: start, byteCount: bytes.count) }
        hostVersion &+= 1
    }
}

/// The Swift type of the elements in a buffer. Validation compares this type with the type that a draw reads.
package struct BufferElements: Sendable {
    package let name: String
    package let stride: Int
    /// The index type whose indices have the size of an element; nil if the elements cannot be indices.
    package let index: IndexType?
    /// Whether the elements are single numbers. If true, a vertex consists of several elements.
    package let areScalars: Bool
    /// Whether the elements are bytes. Bytes may be data of any type.
    package let areBytes: Bool

    init<Element>(_ type: Element.Type) {
        name = "\(type)"
        stride = MemoryLayout<Element>.stride
        areBytes = type == UInt8.self || type == Int8.self
        index = type == UInt16.self || type == Int16.self ? .uint16 : type == UInt32.self || type == Int32.self ? .uint32 : areBytes ? .uint8 : nil
        areScalars = index != nil || type == Float.self || type == Double.self || type == Int.self || type == UInt.self || type == Int64.self
            || type == UInt64.self
    }
}
