// Validation+Resources: checks the buffers, textures and images that the shaders of a draw or dispatch use.

import Shading

extension DispatchCall {
    /// The number of invocations of all work groups. The product does not overflow for groups within the limit of each axis.
    var invocationCount: Int {
        let size = program.workGroupSize
        return groups.x * groups.y * groups.z * (size.x * size.y * size.z)
    }
}

extension Device {
    func validate(_ call: DispatchCall) throws(RasterError) {
        guard call.program.owner === self else { throw RasterError.wrongDevice(call.program.name) }
        for (axis, count) in zip(["x", "y", "z"], [call.groups.x, call.groups.y, call.groups.z]) where !(0...Device.maximumWorkGroupCount).contains(count) {
            throw RasterError(.invalidArgument, "the number of work groups along \(axis)", "is \(count)", remedy: "use 0 to \(Device.maximumWorkGroupCount)")
        }
        guard call.invocationCount <= Device.maximumInvocationCount else {
            throw RasterError(.invalidArgument, "dispatch", "has \(call.invocationCount) invocations", remedy: "dispatch at most 2³² invocations at once")
        }
        try validateBlocks(call, isRobust: call.isRobust)
        try validateTextures(call, target: nil)
        try validateImages(call, target: nil)
        try validateUniformWrites(call)
    }
    /// Checks that a draw does not write the vertices, indices or uniforms that it reads.
    func validateWrites(_ call: DrawCall) throws(RasterError) {
        for buffer in [call.indices?.buffer] + call.vertexBuffers.map(\.?.buffer) {
            if let buffer, call.writes(buffer) { throw Self.writtenWhileRead(buffer) }
        }
        try validateUniformWrites(call)
    }
    private func validateUniformWrites(_ call: some ShaderResources) throws(RasterError) {
        guard call.writesMemory else { return }
        let written = call.writtenBuffers
        for case .some(let binding) in call.uniformBuffers
        where written.contains(where: { $0.overlaps(binding.buffer, offset: binding.offset, byteCount: binding.byteCount) }) {
            throw Self.writtenWhileRead(binding.buffer)
        }
    }
    private static func writtenWhileRead(_ buffer: Buffer) -> RasterError {
        RasterError(.feedbackLoop, buffer.name, "is read as vertices, indices or uniforms, and written by a storage block or an image of the same shaders",
                    remedy: "use another buffer, or bind parts that do not overlap")
    }

    /// Checks the uniform blocks and storage blocks.
    func validateBlocks(_ call: some ShaderResources, isRobust: Bool) throws(RasterError) {
        let interface = call.table.interface
        for (i, block) in interface.uniformBlocks.enumerated().dropFirst() {
            guard let binding = call.uniformBuffers[i - 1] else {
                throw RasterError(.missingUniformBuffer, "uniform block '\(block.name)'", "has no buffer",
                                  remedy: "call setUniformBuffer(\"\(block.name)\", …)")
            }
            guard binding.buffer.owner === self else { throw RasterError.wrongDevice(binding.buffer.name) }
            guard binding.offset % 4 == 0 else {
                throw RasterError(.invalidArgument, "uniform \(binding.buffer.name)", "is bound at offset \(binding.offset)",
                                  remedy: "use a multiple of 4 bytes")
            }
            guard binding.byteCount >= block.byteCount else {
                throw RasterError(.bufferTooSmall, "uniform \(binding.buffer.name)",
                                  "gives \(binding.byteCount) bytes, but block '\(block.name)' has \(block.byteCount)",
                                  remedy: "bind at least the block's bytes")
            }
        }
        for (i, block) in interface.storageBlocks.enumerated() {
            guard let binding = i < call.storageBuffers.count ? call.storageBuffers[i] : nil else {
                if isRobust { continue }
                throw RasterError(.missingStorageBuffer, "storage block '\(block.name)'", "has no buffer",
                                  remedy: "call setStorageBuffer(\"\(block.name)\", …)")
            }
            guard binding.buffer.owner === self else { throw RasterError.wrongDevice(binding.buffer.name) }
            guard binding.offset % 4 == 0 else {
                throw RasterError(.invalidArgument, "storage \(binding.buffer.name)", "is bound at offset \(binding.offset)",
                                  remedy: "use a multiple of 4 bytes")
            }
            guard isRobust || binding.byteCount >= block.fixedByteCount else {
                throw RasterError(.bufferTooSmall, "storage \(binding.buffer.name)",
                                  "gives \(binding.byteCount) bytes, but block '\(block.name)' has \(block.fixedByteCount)",
                                  remedy: "bind at least the block's bytes")
            }
        }
    }

    /// Checks the textures.
    /// - Parameter target: The images that the pass draws to; nil for a dispatch.
    func validateTextures(_ call: some ShaderResources, target: Framebuffer?) throws(RasterError) {
        let written = call.writtenImages, writtenBuffers = call.writtenBuffers
        for sampler in call.table.interface.samplers {
            for unit in sampler.unit..<(sampler.unit + sampler.count) {
                guard let binding = call.textures[unit] else { continue }
                let texture = binding.texture
                guard texture.owner === self else { throw RasterError.wrongDevice(texture.name) }
                try validate(binding, for: sampler)
                if let target, binding.isWritten(by: target) {
                    throw RasterError(.feedbackLoop, "sampler '\(sampler.name)'", "reads \(texture.name), which the pass renders to",
                                      remedy: "read another texture, or limit `levels` to levels that are not written")
                }
                if written.contains(where: binding.isWritten) {
                    throw RasterError(.feedbackLoop, "sampler '\(sampler.name)'", "reads \(texture.name), which an image of the same shaders writes",
                                      remedy: "read it with imageLoad, or limit `levels` to levels that are not written")
                }
                if let source = texture.source, writtenBuffers.contains(where: { $0.overlaps(source) }) {
                    throw RasterError(.feedbackLoop, "sampler '\(sampler.name)'", "reads \(source.buffer.name), which a storage block or an image of the same shaders writes",
                                      remedy: "read it through a storage block or an image, or use another part of the buffer")
                }
            }
        }
    }

    /// Checks the images.
    /// - Parameter target: The images that the pass draws to; nil for a dispatch.
    func validateImages(_ call: some ShaderResources, target: Framebuffer?) throws(RasterError) {
        for image in call.table.interface.images {
            for unit in image.unit..<(image.unit + image.count) {
                guard let binding = unit < call.images.count ? call.images[unit] : nil else { continue }
                guard binding.texture.owner === self else { throw RasterError.wrongDevice(binding.texture.name) }
                try validate(binding, for: image)
                if let target, binding.isWritten(by: target) {
                    throw RasterError(.feedbackLoop, "image '\(image.name)'", "is \(binding.texture.name), which the pass renders to",
                                      remedy: "use another texture, level or layer")
                }
            }
        }
    }

    /// Checks that the texture can be bound to the shader's image variable.
    func validate(_ binding: ImageBinding, for image: ImageUniform) throws(RasterError) {
        let texture = binding.texture, subject = "image '\(image.name)'", format = binding.format
        guard texture.storage.levels.indices.contains(binding.level) else {
            throw RasterError(.incompleteTexture, subject, "is level \(binding.level), but \(texture.name) has \(texture.descriptor.mipLevels)",
                              remedy: "use a level of the texture")
        }
        let slices = texture.storage.levels[binding.level].slices
        guard binding.layer.map((0..<slices).contains) ?? true else {
            throw RasterError(.invalidArgument, subject, "is layer \(binding.layer ?? 0), but \(texture.name) has \(slices)",
                              remedy: "use a layer of the texture")
        }
        guard binding.dimension == image.dimension else {
            throw RasterError(.imageTypeMismatch, subject, "needs \(image.dimension), but \(texture.name) is \(binding.dimension)",
                              remedy: "bind a texture of that type, or one layer to a 2D image")
        }
        guard format.isImageFormat, texture.format.isColor, format.bytesPerTexel == texture.format.bytesPerTexel else {
            throw RasterError(.imageTypeMismatch, subject, "reads \(texture.name) of format \(texture.format) as \(format)",
                              remedy: "use a format of images whose texels have the same size")
        }
        let wanted = image.format?.pixelFormat
        guard wanted ?? format == format else {
            throw RasterError(.imageTypeMismatch, subject, "has the format \(wanted ?? format), but is bound as \(format)",
                              remedy: "pass format: .\(wanted ?? format), or change the layout in the shader")
        }
        guard format.scalarType == image.type else {
            throw RasterError(.imageTypeMismatch, subject, "holds \(image.type), but is bound as \(format)", remedy: "use an image type for the format")
        }
    }
}

extension StorageBlock {
    /// The number of bytes of the block, without the array at its end if the size of the buffer determines the array's length.
    var fixedByteCount: Int { members.lazy.filter { $0.topLevelArray?.count == 0 }.map(\.offset).min() ?? byteCount }
}

extension StorageBufferBinding {
    /// Returns whether the range has bytes in common with another range of a buffer.
    func overlaps(_ other: Buffer, offset otherOffset: Int, byteCount otherCount: Int) -> Bool {
        buffer === other && offset < otherOffset + otherCount && otherOffset < offset + byteCount
    }
    /// Whether the range has bytes in common with the texels of a buffer texture.
    func overlaps(_ source: TexelSource) -> Bool { overlaps(source.buffer, offset: source.offset, byteCount: source.byteCount) }
}

extension TextureBinding {
    /// Whether a pass to `target` writes an image that the shader may read.
    func isWritten(by target: Framebuffer) -> Bool {
        target.attachments.contains { $0.texture === texture && levels.contains($0.level) && view.layers.overlaps($0.slices) }
    }
    /// Whether the texels that the shader may read through this binding include texels of the image.
    func isWritten(as image: ImageBinding) -> Bool {
        image.texture === texture && levels.contains(image.level) && image.layer.map(view.layers.contains) ?? true
    }
}

extension ImageBinding {
    /// Whether a pass to `target` writes texels of the image.
    func isWritten(by target: Framebuffer) -> Bool {
        target.attachments.contains { $0.texture === texture && $0.level == level && layer.map($0.slices.contains) ?? true }
    }
}
