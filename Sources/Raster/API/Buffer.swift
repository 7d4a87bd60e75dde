// Buffer: bytes for vertices, indices or uniforms. The host may change any part between submits.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

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
    private let access: DeviceAccess
    private let share: MemoryShare
    private let memory: UnsafeMutableRawPointer

    /// nil where the system has no memory for it.
    /// - Parameter share: of the device's budget, for `byteCount` bytes.
    init?(byteCount: Int, label: String, device: Device, share: MemoryShare) {
        // Room to begin at a multiple of 64.
        guard let zeros = calloc(1, byteCount + 64 + 64) else { return nil }
        memory = zeros
        base = zeros.alignedUp(toMultipleOf: 64)
        self.byteCount = byteCount; self.label = label; self.share = share; owner = device; access = device.access
        base.fetchPages(byteCount: byteCount)
    }
    deinit { free(memory) }

    package var name: String { label.isEmpty ? "buffer" : "buffer '\(label)'" }
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: byteCount) }

    /// Replaces bytes from `offset` (bytes) on. Elements must be trivial types.
    /// Throws `bufferTooSmall` when they do not fit; then nothing is written.
    public func update<Element: BitwiseCopyable>(_ elements: [Element], at offset: Int = 0) throws {
        try elements.withUnsafeBytes { try update(bytes: $0, at: offset) }
    }
    /// Replaces bytes from `offset` (bytes) on.
    public func update(bytes: UnsafeRawBufferPointer, at offset: Int = 0) throws {
        try access.held(name) { try write(bytes, at: offset) }
    }
    private func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(RasterError) {
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
