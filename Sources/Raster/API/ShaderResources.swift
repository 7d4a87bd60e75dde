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
    package var writesMemory: Bool { table.writes.isAny }
    /// The parts of buffers that the shaders may write.
    package var writtenBuffers: [StorageBufferBinding] { table.writes.blocks.compactMap { $0 < storageBuffers.count ? storageBuffers[$0] : nil } }
    /// The images that the shaders may write.
    package var writtenImages: [ImageBinding] { table.writes.imageUnits.compactMap { $0 < images.count ? images[$0] : nil } }
    /// Whether the shaders may write bytes of a buffer.
    package func writes(_ buffer: Buffer) -> Bool { writesMemory && writtenBuffers.contains { $0.buffer === buffer } }
    /// Marks the memory that the shaders have written as changed. A renderer calls this function after the draw or dispatch.
    package func markWritten() {
        guard writesMemory else { return }
        for binding in writtenBuffers { binding.buffer.hostVersion &+= 1 }
        for binding in writtenImages {
            binding.texture.hostVersion &+= 1
            binding.texture.source?.buffer.hostVersion &+= 1
        }
    }
}

/// The storage blocks and image units that the stages of a program may write.
package struct WrittenResources {
    /// Indices into `ProgramInterface.storageBlocks`, ascending.
    package private(set) var blocks: [Int] = []
    /// Image units, ascending. If a variable indexes an array of images, all units of the array are listed.
    package private(set) var imageUnits: [Int] = []
    package var isAny: Bool { !blocks.isEmpty || !imageUnits.isEmpty }

    init(_ stages: [ShaderModule]) {
        var blocks: Set<Int> = [], units: Set<Int> = []
        for stage in stages where stage.writesMemory {
            func write(_ operation: ImageOperation) { units.formUnion(operation.unit ..< operation.unit + operation.unitCount) }
            for instruction in stage.instructions {
                switch instruction.opcode {
                case .storageStore: blocks.insert(Int(instruction.c))
                case .imageStore: write(stage.imageOperations[Int(instruction.c)])
                case .atomic:
                    switch stage.atomicOperations[Int(instruction.c)].memory {
                    case .storage(let block, _): blocks.insert(block)
                    case .image(let operation): write(stage.imageOperations[operation])
                    case .shared: break
                    }
                default: break
                }
            }
        }
        self.blocks = blocks.sorted(); imageUnits = units.sorted()
    }
}
