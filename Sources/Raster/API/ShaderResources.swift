// ShaderResources: which memory the shaders of a draw or dispatch read and write.

import Shading

/// A draw or a dispatch: shaders with the memory that they use.
package protocol ShaderResources: AnyObject {
    /// The interface of the shaders.
    var table: ProgramTable { get }
    var uniformBuffers: [UniformBufferBinding?] { get }
    var textures: [TextureBinding?] { get }
    var storageBuffers: [StorageBufferBinding?] { get }
    var images: [ImageBinding?] { get }
}

extension DrawCall: ShaderResources {
    package var table: ProgramTable { pipeline.program.table }
}
extension DispatchCall: ShaderResources {
    package var table: ProgramTable { program.table }
}

extension ShaderResources {
    /// Whether the shaders write buffers or images.
    package var writesMemory: Bool { table.memory.writesAny }
    /// The parts of buffers that the shaders may write: through storage blocks, and through images of buffers.
    package var writtenBuffers: [StorageBufferBinding] {
        table.memory.writtenBlocks.compactMap { $0 < storageBuffers.count ? storageBuffers[$0] : nil }
            + boundImages(table.memory.writtenImageUnits).compactMap { $0.texture.source.map(StorageBufferBinding.init) }
    }
    /// The images that the shaders may write. Images of buffer textures are left out, because their texels are bytes of a buffer.
    package var writtenImages: [ImageBinding] { boundImages(table.memory.writtenImageUnits).filter { $0.texture.source == nil } }
    private func boundImages(_ units: [Int]) -> [ImageBinding] { units.compactMap { $0 < images.count ? images[$0] : nil } }
    /// Whether the shaders may write bytes of a buffer.
    package func writes(_ buffer: Buffer) -> Bool { writesMemory && writtenBuffers.contains { $0.buffer === buffer } }
    /// Marks as changed all memory that the shaders may have written. A renderer calls this function after the draw or dispatch.
    package func markWritten() {
        guard writesMemory else { return }
        for binding in writtenBuffers { binding.buffer.hostVersion &+= 1 }
        for binding in writtenImages { binding.texture.hostVersion &+= 1 }
    }
}

extension StorageBufferBinding {
    /// Makes a binding of the part of a buffer that contains the texels of a buffer texture.
    init(_ source: TexelSource) { self.init(buffer: source.buffer, offset: source.offset, byteCount: source.byteCount) }
}
