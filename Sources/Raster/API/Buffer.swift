import Memory

/// Bytes for vertices, indices or uniforms, made by `Device.makeBuffer` for one device. The program may change any part of them
/// between submits; `CommandEncoder.update` changes them between draws.
public final class Buffer {
    /// Its size, 0 bytes to 4 GiB. It never changes.
    public let byteCount: Int
    /// The name that error messages call it by; empty for none.
    public let label: String
    /// The device that made it.
    /// - Throws: `RasterError` with `wrongDevice` once the device is gone: the program must still hold it.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made it; nil once that is gone.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// The first byte, in memory that the buffer owns. `readableSlack` zero bytes follow the last one, so that wide loads may read past it.
    package let base: UnsafeMutableRawPointer
    package static let readableSlack = 64
    package var hostVersion: UInt64 = 0
    /// What the program filled it with, from its first byte on; nil for bytes.
    package private(set) var elements: BufferElements?
    private let access: DeviceAccess
    private let share: MemoryShare
    private let memory: Allocation

    /// nil where the system has no memory for it.
    /// - Parameter share: The device's budget gave it for `byteCount` bytes.
    init?(byteCount: Int, label: String, device: Device, share: MemoryShare) {
        // Words are the most that is taken for aligned: an index or a uniform may begin at any of them.
        guard let zeros = Allocation(zeros: byteCount, readableSlack: Self.readableSlack, alignment: 4, name: "a buffer") else { return nil }
        memory = zeros
        base = zeros.base
        self.byteCount = byteCount; self.label = label; self.share = share; maker = DeviceReference(device); access = device.access
        base.fetchPages(byteCount: byteCount)
    }
    deinit { memory.free() }

    package var name: String { label.isEmpty ? "buffer" : "buffer '\(label)'" }
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

    /// Replaces the bytes from byte `offset` on by those of `elements`, as they lie in the array's memory.
    /// - Throws: `RasterError` with `bufferTooSmall` when they do not fit; then nothing is written.
    public func update<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int = 0) throws {
        try elements.withUnsafeBytes { try update(bytes: $0, at: offset) }
        if offset == 0 { self.elements = BufferElements(Element.self) }
    }
    /// Replaces the bytes from byte `offset` on.
    /// - Throws: `RasterError` with `bufferTooSmall` when they do not fit; then nothing is written.
    public func update(bytes: UnsafeRawBufferPointer, at offset: Int = 0) throws {
        try access.held(name) { try write(bytes, at: offset) }
    }
    /// Lets `body` write elements where they lie, from the first byte on: for what several threads make.
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

/// The Swift type that a buffer's bytes come from, for finding out what they are read as.
package struct BufferElements: Sendable {
    package let name: String
    package let stride: Int
    /// The type of an index, if that is what elements may be.
    package let index: IndexType?
    /// Whether elements are single numbers, of which several make up a vertex.
    package let areScalars: Bool
    /// Whether elements are bytes, which may be anything.
    package let areBytes: Bool

    init<Element>(_ type: Element.Type) {
        name = "\(type)"
        stride = MemoryLayout<Element>.stride
        areBytes = type == UInt8.self || type == Int8.self
        index = type == UInt16.self || type == Int16.self ? .uint16 : type == UInt32.self || type == Int32.self ? .uint32 : areBytes ? .uint8 : nil
        areScalars = index != nil || type == Float.self || type == Double.self || type == Int.self || type == UInt.self || type == Int64.self || type == UInt64.self
    }
}
