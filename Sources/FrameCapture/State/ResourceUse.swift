// ResourceUse: how a draw or dispatch uses a texture or a buffer.

import CaptureFile
import Raster
import Shading

/// A use of a buffer by a draw or dispatch.
package struct BufferUse: Sendable {
    /// The kind of use, such as "vertices" or GL_ARRAY_BUFFER.
    package var name: String
    /// The offset of the first byte that is used.
    package var offset: Int
    /// The attributes that are read from the buffer, and the number of bytes from one vertex to the next.
    package var layout: [VertexAttribute] = []
    package var stride = 0
    /// The type of the indices in the buffer; nil if the buffer is not used as an index buffer.
    package var indices: IndexType?
}

extension CapturedFrame {
    /// The resources that the shaders of a draw or dispatch use.
    private struct Bindings {
        var textures: [RecordedTextureBinding], images: [RecordedImageBinding], uniformBuffers: [RecordedUniformBuffer], storageBuffers: [RecordedStorageBuffer]
    }
    private func bindings(of command: ShaderCommand) -> Bindings? {
        switch command {
        case .draw(let draw):
            let record = recordedDraw(draw)
            return Bindings(textures: record.textures, images: record.images, uniformBuffers: record.uniformBuffers, storageBuffers: record.storageBuffers)
        case .dispatch(let dispatch):
            return (try? recordedDispatch(dispatch)).map {
                Bindings(textures: $0.textures, images: $0.images, uniformBuffers: $0.uniformBuffers, storageBuffers: $0.storageBuffers)
            }
        }
    }

    /// Returns how a command uses a texture, such as "color0", "read" or "image"; empty if the command does not use the texture.
    package func uses(ofTexture number: Int, by command: ShaderCommand, in words: Vocabulary) -> [String] {
        var uses: [String] = []
        if case .draw(let draw) = command {
            let framebuffer = table.framebuffers[draw.framebuffer]
            uses = framebuffer.named.filter { $0.1.texture == number }.map { words.name($0.0, isDefault: framebuffer.isDefault) }
        }
        guard let bindings = bindings(of: command) else { return uses }
        if bindings.textures.contains(where: { $0.texture == number }) { uses.append("read") }
        if bindings.images.contains(where: { $0.texture == number }) { uses.append("image") }
        return uses
    }
    /// Returns a command's uses of a buffer.
    package func uses(ofBuffer number: Int, by command: ShaderCommand, in words: Vocabulary) -> [BufferUse] {
        var uses: [BufferUse] = []
        if case .draw(let draw) = command {
            let record = recordedDraw(draw), layout = table.pipelines[record.pipeline].layout
            for binding in record.vertexBuffers where binding.buffer == number {
                let stride = layout.buffers.indices.contains(binding.slot) ? layout.buffers[binding.slot].stride : 0
                uses.append(BufferUse(name: words.choose("vertices", opengl: "GL_ARRAY_BUFFER"), offset: binding.offset,
                                      layout: layout.attributes.filter { $0.slot == binding.slot }, stride: stride))
            }
            if let indices = record.indices, indices.buffer == number {
                uses.append(BufferUse(name: words.choose("indices", opengl: "GL_ELEMENT_ARRAY_BUFFER"), offset: indices.offset, indices: indices.type))
            }
        }
        guard let bindings = bindings(of: command) else { return uses }
        for binding in bindings.uniformBuffers where binding.buffer == number {
            uses.append(BufferUse(name: words.choose("uniforms", opengl: "GL_UNIFORM_BUFFER"), offset: binding.offset))
        }
        for binding in bindings.storageBuffers where binding.buffer == number {
            uses.append(BufferUse(name: words.choose("storage", opengl: "GL_SHADER_STORAGE_BUFFER"), offset: binding.offset))
        }
        return uses
    }
}

extension Capture {
    /// Returns the buffers that a dispatch's shader may write, each with the name of its storage block and its number in the frame. `scalar`
    /// is the type of all numbers of the block; nil if the numbers have several types.
    /// - Throws: `RasterError` if the dispatch belongs to another frame; `ShaderError` if the program does not compile.
    package func writtenBuffers(of dispatch: CapturedDispatch, in frame: CapturedFrame) throws -> [(block: String, buffer: Int, scalar: ScalarType?)] {
        let record = try frame.recordedDispatch(dispatch), linked = try linked(frame.table.computePrograms[record.program])
        let blocks = linked.interface.storageBlocks
        return Raster.UsedMemory([linked.compute]).writtenBlocks.compactMap { number in
            guard blocks.indices.contains(number) else { return nil }
            let kinds = Set(blocks[number].members.map(\.type.scalarKind))
            return record.storageBuffers.first { $0.block == number }.map { (blocks[number].name, $0.buffer, kinds.count == 1 ? kinds.first : nil) }
        }
    }
    /// Returns the images that a dispatch's shader may write, each with the name of its variable and its first layer.
    /// - Throws: The errors of `writtenBuffers`.
    package func writtenImages(of dispatch: CapturedDispatch, in frame: CapturedFrame) throws -> [(image: String, slice: TextureSlice)] {
        let record = try frame.recordedDispatch(dispatch), linked = try linked(frame.table.computePrograms[record.program])
        return Raster.UsedMemory([linked.compute]).writtenImageUnits.compactMap { unit in
            guard let image = linked.interface.images.first(where: { ($0.unit..<$0.unit + $0.count).contains(unit) }),
                  let binding = record.images.first(where: { $0.unit == unit }) else { return nil }
            let descriptor = frame.table.textures[binding.texture].descriptor
            // A buffer texture is not listed as a texture, because its buffer is listed.
            guard descriptor.type != .buffer, (0..<descriptor.mipLevels).contains(binding.level) else { return nil }
            return (image.name + (image.count > 1 ? "[\(unit - image.unit)]" : ""),
                    TextureSlice(texture: binding.texture, level: binding.level, layer: max(0, binding.layer)))
        }
    }
    /// Returns the source of a dispatch's shader, with the number of its program among the compute programs.
    package func shader(of dispatch: CapturedDispatch, in frame: CapturedFrame) throws -> (program: Int, source: ShaderSource) {
        let program = try frame.recordedDispatch(dispatch).program
        return (program, try source(frame.table.computePrograms[program].compute))
    }
}
