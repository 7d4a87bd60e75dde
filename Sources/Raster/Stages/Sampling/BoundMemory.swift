// BoundMemory: the bytes of uniform blocks and storage blocks, and the images, as the interpreter reads them.

import Memory
import Shading

extension UniformBufferBinding {
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: UnsafeRawPointer(buffer.base) + offset, count: byteCount) }
}
extension StorageBufferBinding {
    var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: buffer.base + offset, count: byteCount) }
}

extension ShaderResources {
    /// The storage blocks and images of the draw or dispatch. The resources must outlive the result.
    package var memory: ShaderMemory {
        if storageBuffers.isEmpty && images.isEmpty { return ShaderMemory() }
        return ShaderMemory(storage: storageBuffers.map { $0?.bytes ?? UnsafeMutableRawBufferPointer(start: nil, count: 0) },
                            images: images.isEmpty ? NoImages() : ImageUnits(bindings: images))
    }
    /// Calls `body` with the bytes of the default block, followed by the bytes of the blocks in buffers. The pointers are valid
    /// only within `body`.
    func withUniformBlocks<Result>(_ uniforms: [UInt32], _ body: ([UnsafeRawBufferPointer]) throws -> Result) rethrows -> Result {
        try uniforms.withUnsafeBytes { defaultBlock in
            try body([defaultBlock] + uniformBuffers.map { $0?.bytes ?? UnsafeRawBufferPointer(start: nil, count: 0) })
        }
    }
}
extension DrawCall {
    /// Calls `body` with the bytes of the uniform blocks, as `ShaderResources.withUniformBlocks(_:_:)` does.
    func withUniformBlocks<Result>(_ body: ([UnsafeRawBufferPointer]) throws -> Result) rethrows -> Result { try withUniformBlocks(uniforms, body) }
}

/// A copy of the memory that a draw's or dispatch's shaders write, for tools that run the shaders without changing anything.
package final class MemoryCopy {
    private var allocations: [Allocation] = []
    package private(set) var memory: ShaderMemory

    /// Copies each bound buffer and image. Blocks that share bytes of a buffer have separate bytes in the copy.
    package init(of call: some ShaderResources) {
        memory = ShaderMemory()
        memory.storage = call.storageBuffers.map { binding in
            guard let bytes = binding?.bytes, let start = bytes.baseAddress else { return UnsafeMutableRawBufferPointer(start: nil, count: 0) }
            return UnsafeMutableRawBufferPointer(start: copy(start, bytes.count), count: bytes.count)
        }
        memory.images = ImageUnits(units: call.images.map { binding in
            guard let binding, var image = BoundImage(binding) else { return nil }
            image.base = copy(image.base, image.bytesPerSlice * image.slices)
            return image
        })
    }
    deinit { for allocation in allocations { allocation.free() } }

    private func copy(_ start: UnsafeMutableRawPointer, _ byteCount: Int) -> UnsafeMutableRawPointer {
        let allocation = Allocation(of: UInt32.self, count: (byteCount + 3) / 4, name: "a copy of shader memory")
        allocations.append(allocation)
        allocation.base.copyMemory(from: start, byteCount: byteCount)
        return allocation.base
    }
}

/// The bytes of the memory that the shaders of a draw or dispatch write, for tools that run the shaders and then restore the bytes.
package final class WrittenMemory {
    private let buffers: [(buffer: Buffer, bytes: [UInt8])]
    private let levels: [(texture: Texture, level: Int, bytes: [UInt8])]

    package init(of call: some ShaderResources) {
        buffers = call.writtenBuffers.map { ($0.buffer, [UInt8]($0.buffer.bytes)) }
        levels = call.writtenImages.map { ($0.texture, $0.level, [UInt8]($0.texture.storage.bytes(ofLevel: $0.level))) }
    }
    /// Whether another copy of the same memory has the same bytes.
    package func hasSameBytes(as other: WrittenMemory) -> Bool {
        buffers.map(\.bytes) == other.buffers.map(\.bytes) && levels.map(\.bytes) == other.levels.map(\.bytes)
    }
    package func restore() {
        for (buffer, bytes) in buffers {
            bytes.withUnsafeBytes { if let start = $0.baseAddress { buffer.base.copyMemory(from: start, byteCount: $0.count) } }
            buffer.hostVersion &+= 1
        }
        for (texture, level, bytes) in levels {
            texture.storage.mutableBytes(ofLevel: level).copyBytes(from: bytes)
            texture.hostVersion &+= 1
        }
    }
}
