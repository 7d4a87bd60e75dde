// ResourceBindings: the buffers, textures and images that the shaders of a draw or dispatch use. A pass changes these bindings by name.

import Shading

/// A part of a buffer that is the memory of a storage block.
package struct StorageBufferBinding {
    package var buffer: Buffer
    package var offset: Int
    package var byteCount: Int
    package init(buffer: Buffer, offset: Int, byteCount: Int) { self.buffer = buffer; self.offset = offset; self.byteCount = byteCount }
}

/// One mip level of a texture that shaders read and write as an image (glBindImageTexture).
package struct ImageBinding {
    package var texture: Texture
    package var level: Int
    /// The only layer, slice or face that shaders see, as a 2D image; nil if shaders see the whole level, in the texture's own shape.
    package var layer: Int?
    /// The format in which shaders read and write texels. A texel of this format has as many bytes as a texel of the texture's own format.
    package var format: PixelFormat
    package init(texture: Texture, level: Int = 0, layer: Int? = nil, format: PixelFormat? = nil) {
        self.texture = texture; self.level = level; self.layer = layer; self.format = format ?? texture.format
    }
}

package struct ResourceBindings {
    /// The buffers of the uniform blocks. The index of a buffer in this list is the number of its block minus 1, because block 0 is the
    /// default block.
    package var uniformBuffers: [UniformBufferBinding?]
    /// The textures, indexed by texture unit.
    package var textures: [TextureBinding?]
    /// The buffers of the storage blocks, in the order of `ProgramInterface.storageBlocks`.
    package var storageBuffers: [StorageBufferBinding?]
    /// The images, indexed by image unit.
    package var images: [ImageBinding?]
    package init(uniformBuffers: [UniformBufferBinding?], textures: [TextureBinding?], storageBuffers: [StorageBufferBinding?], images: [ImageBinding?]) {
        self.uniformBuffers = uniformBuffers; self.textures = textures; self.storageBuffers = storageBuffers; self.images = images
    }

    // MARK: Changes
    //
    // Each function throws if the program has no object of the name. Otherwise the function returns whether the binding differs from the
    // binding before.

    mutating func setUniformBuffer(_ name: String, _ buffer: Buffer, offset: Int, byteCount: Int?, of table: ProgramTable) throws(RasterError) -> Bool {
        guard let index = table.blocks[name] else { throw table.unknownName(name, wanted: .block) }
        let size = try Self.byteCount(of: buffer, offset: offset, byteCount)
        if let known = uniformBuffers[index - 1], known.buffer === buffer, known.offset == offset, known.byteCount == size { return false }
        uniformBuffers[index - 1] = UniformBufferBinding(buffer: buffer, offset: offset, byteCount: size)
        return true
    }
    mutating func setStorageBuffer(_ name: String, _ buffer: Buffer, offset: Int, byteCount: Int?, of table: ProgramTable) throws(RasterError) -> Bool {
        guard let index = table.storageBlocks[name] else { throw table.unknownName(name, wanted: .storageBlock) }
        let size = try Self.byteCount(of: buffer, offset: offset, byteCount)
        if let known = storageBuffers[index], known.buffer === buffer, known.offset == offset, known.byteCount == size { return false }
        storageBuffers[index] = StorageBufferBinding(buffer: buffer, offset: offset, byteCount: size)
        return true
    }
    private static func byteCount(of buffer: Buffer, offset: Int, _ byteCount: Int?) throws(RasterError) -> Int {
        let size = byteCount ?? max(0, buffer.byteCount - max(0, offset))
        guard offset >= 0, size >= 0, offset <= buffer.byteCount, size <= buffer.byteCount - offset else {
            throw RasterError(.bufferTooSmall, buffer.name, "has \(buffer.byteCount) bytes, not \(size) at offset \(offset)", remedy: "bind a range inside of it")
        }
        return size
    }
    mutating func setTexture(_ name: String, _ view: TextureView, _ sampler: Sampler, of table: ProgramTable) throws(RasterError) -> Bool {
        let (base, element) = splitArrayName(name)
        guard let index = table.samplers[base] ?? table.samplers[name] else { throw table.unknownName(name, wanted: .sampler) }
        let uniform = table.interface.samplers[index], i = table.samplers[base] != nil ? element ?? 0 : 0
        guard i < uniform.count else {
            throw RasterError(.unknownSampler, "sampler '\(name)'", "has only \(uniform.count) elements", remedy: "use a smaller index")
        }
        if let known = textures[uniform.unit + i], known.view == view, known.sampler == sampler { return false }
        textures[uniform.unit + i] = TextureBinding(view, sampler: sampler)
        return true
    }
    mutating func setImage(_ name: String, _ binding: ImageBinding, of table: ProgramTable) throws(RasterError) -> Bool {
        let (base, element) = splitArrayName(name)
        guard let index = table.images[base] ?? table.images[name] else { throw table.unknownName(name, wanted: .image) }
        let uniform = table.interface.images[index], i = table.images[base] != nil ? element ?? 0 : 0
        guard i < uniform.count else {
            throw RasterError(.unknownImage, "image '\(name)'", "has only \(uniform.count) elements", remedy: "use a smaller index")
        }
        if let known = images[uniform.unit + i], known.texture === binding.texture, known.level == binding.level, known.layer == binding.layer,
           known.format == binding.format { return false }
        images[uniform.unit + i] = binding
        return true
    }
}
