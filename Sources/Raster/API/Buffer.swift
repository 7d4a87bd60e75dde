// Buffer: bytes for vertices, indices or uniforms. The host may change any part between submits.

/// Made by `Device.makeBuffer`. Belongs to one device.
public final class Buffer {
    public let byteCount: Int
    public let label: String
    /// The device that made it, which the program keeps as long as it asks for it here.
    public var device: Device {
        guard let owner else { preconditionFailure("a device is gone while what it made is asked for it") }
        return owner
    }
    /// nil when the device is gone.
    package private(set) weak var owner: Device?
    /// Owned; 64 bytes of zero slack follow the end, so that wide loads may read past it.
    package let base: UnsafeMutableRawPointer
    package var hostVersion: UInt64 = 0

    package init(byteCount: Int, label: String, device: Device) {
        self.byteCount = byteCount; self.label = label; owner = device
        base = UnsafeMutableRawPointer.allocate(byteCount: byteCount + 64, alignment: 64)
        base.fetchPages(byteCount: byteCount)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount + 64)
    }
    deinit { base.deallocate() }

    package var name: String { label.isEmpty ? "buffer" : "buffer '\(label)'" }
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

    /// Replaces bytes from `offset` (bytes) on. Elements must be trivial types.
    /// Throws `bufferTooSmall` when they do not fit; then nothing is written.
    public func update<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int = 0) throws {
        try elements.withUnsafeBytes { try update(bytes: $0, at: offset) }
    }
    /// Replaces bytes from `offset` (bytes) on.
    public func update(bytes: UnsafeRawBufferPointer, at offset: Int = 0) throws {
        guard offset >= 0, offset <= byteCount, bytes.count <= byteCount - offset else {
            throw RasterError(.bufferTooSmall, name, "has \(byteCount) bytes, not room for \(bytes.count) at offset \(offset)",
                              remedy: "make it larger, or write less")
        }
        if let start = bytes.baseAddress { (base + offset).copyMemory(from: start, byteCount: bytes.count) }
        hostVersion &+= 1
    }
    /// A copy of the bytes.
    public func readBytes() -> [UInt8] { [UInt8](bytes) }
}
