// Buffer: bytes for vertices, indices or uniforms. The host may change any part between submits.

import Memory

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
    /// `readableSlack` zero bytes follow the end, so that wide loads may read past it.
    package let base: UnsafeMutableRawPointer
    package static let readableSlack = 64
    package var hostVersion: UInt64 = 0
    private let share: MemoryShare
    private let memory: Allocation

    /// nil where the system has no memory for it.
    /// - Parameter share: of the device's budget, for `byteCount` bytes.
    init?(byteCount: Int, label: String, device: Device, share: MemoryShare) {
        // Words are the most that is taken for aligned: an index or a uniform may begin at any of them.
        guard let zeros = Allocation(zeros: byteCount, readableSlack: Self.readableSlack, alignment: 4, name: "a buffer") else { return nil }
        memory = zeros
        base = zeros.base
        self.byteCount = byteCount; self.label = label; self.share = share; owner = device
        base.fetchPages(byteCount: byteCount)
    }
    deinit { memory.free() }

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
