// CommandPlayer+Resources: binds the textures, blocks and images of a draw or dispatch, and reads back the buffers that the shaders have
// written.

import CSystemGL
import Raster

extension CommandPlayer {
    func play(_ call: DispatchCall) throws(RasterError) {
        if call.isEmpty { return }
        let program = try resources.twin(of: call.program)
        gl.useProgram(program.name)
        program.setUniforms(call.uniforms, gl: gl)
        try bindResources(call, label: call.label)
        gl.dispatchCompute(GLuint(call.groups.x), GLuint(call.groups.y), GLuint(call.groups.z))
        collectWrites(of: call)
        drawState.forget()
    }

    func bindResources(_ call: some ShaderResources, label: String) throws(RasterError) {
        try bindTextures(call, label: label)
        bindUniformBuffers(call)
        try bindStorageBuffers(call)
        try bindImages(call)
    }

    /// Makes the writes of the shaders visible to later commands, and copies the written buffers into Raster's memory.
    func collectWrites(of call: some ShaderResources) {
        guard call.writesMemory else { return }
        gl.memoryBarrier(GLbitfield(GL_ALL_BARRIER_BITS))
        for binding in call.writtenBuffers where binding.byteCount > 0 {
            let buffer = binding.buffer, twin = resources.twin(of: buffer)
            gl.bindBuffer(GLenum(GL_COPY_READ_BUFFER), twin.name)
            gl.getBufferSubData(GLenum(GL_COPY_READ_BUFFER), binding.offset, binding.byteCount, buffer.base + binding.offset)
            buffer.hostVersion &+= 1
            twin.version = buffer.hostVersion
        }
        for binding in call.writtenImages { binding.texture.hostIsStale = true }
    }

    private func bindStorageBuffers(_ call: some ShaderResources) throws(RasterError) {
        for (index, binding) in call.storageBuffers.enumerated() {
            let block = call.table.interface.storageBlocks[index]
            let target = GLenum(block.isCounters ? GL_ATOMIC_COUNTER_BUFFER : GL_SHADER_STORAGE_BUFFER)
            let place = GLuint(block.isCounters ? block.binding : index)
            guard let binding, binding.byteCount > 0 else {
                gl.bindBufferRange(target, place, 0, 0, 0)
                continue
            }
            guard block.isCounters || binding.offset % drawState.storageOffsetAlignment == 0 else {
                throw RasterError(.unsupported, "storage \(binding.buffer.label)", "is bound at offset \(binding.offset)",
                                  remedy: "use a multiple of \(drawState.storageOffsetAlignment), as the system's OpenGL demands")
            }
            gl.bindBufferRange(target, place, resources.twin(of: binding.buffer).name, binding.offset, binding.byteCount)
        }
    }

    private func bindImages(_ call: some ShaderResources) throws(RasterError) {
        for (unit, binding) in call.images.enumerated() {
            guard let binding else {
                gl.bindImageTexture(GLuint(unit), 0, 0, 0, 0, GLenum(GL_READ_WRITE), GLenum(GL_R32F))
                continue
            }
            let twin = try resources.twin(of: binding.texture)
            gl.bindImageTexture(GLuint(unit), twin.name, GLint(binding.level), binding.layer == nil ? 1 : 0, GLint(binding.layer ?? 0),
                                GLenum(GL_READ_WRITE), GLPixelFormat(binding.format).internalFormat)
        }
    }

    private func bindTextures(_ call: some ShaderResources, label: String) throws(RasterError) {
        var isSeamless = true
        for unit in call.textures.indices {
            gl.activeTexture(GLenum(GL_TEXTURE0) + GLenum(unit))
            guard let binding = call.textures[unit] else {
                // If Raster has no texture for a unit, the unit's textures of all types are unbound. For OpenGL, a unit without a texture
                // has an incomplete texture, and reads return (0, 0, 0, 1).
                for type in TextureType.allCases { gl.bindTexture(type.glTarget, 0) }
                for target in [GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_2D_MULTISAMPLE_ARRAY] { gl.bindTexture(GLenum(target), 0) }
                gl.bindSampler(GLuint(unit), 0)
                continue
            }
            let twin = try resources.twin(of: binding.view)
            for other in call.textures[..<unit] {
                if let other, other.view.hasConflict(with: binding.view) {
                    throw RasterError(.unsupported, binding.texture.name, at: "'\(label)'", "is read through two different views at once",
                                      remedy: "use the same levels and swizzle, or another device than the system's OpenGL")
                }
            }
            if binding.texture.source != nil, binding.view.swizzle != .identity {
                throw RasterError(.unsupported, binding.texture.name, at: "'\(label)'", "has a swizzle, and the system's OpenGL swizzles no buffer textures",
                                  remedy: "use no swizzle, or another device")
            }
            resources.bind(twin, binding.view)
            gl.bindSampler(GLuint(unit), resources.name(of: binding.sampler))
            if binding.view.type.isCube && !binding.sampler.seamlessCube { isSeamless = false }
        }
        if !call.textures.isEmpty {
            if isSeamless { gl.enable(GLenum(GL_TEXTURE_CUBE_MAP_SEAMLESS)) } else { gl.disable(GLenum(GL_TEXTURE_CUBE_MAP_SEAMLESS)) }
        }
    }

    private func bindUniformBuffers(_ call: some ShaderResources) {
        for (index, binding) in call.uniformBuffers.enumerated() {
            guard let binding, binding.byteCount > 0 else { continue }
            let buffer = resources.twin(of: binding.buffer).name
            let target = GLenum(GL_UNIFORM_BUFFER)
            if binding.offset % drawState.uniformOffsetAlignment == 0 {
                gl.bindBufferRange(target, GLuint(index), buffer, binding.offset, binding.byteCount)
            } else {
                // Raster allows any multiple of four as an offset, but the driver may allow only multiples of a larger number. If the offset
                // is not allowed, the buffer's range is copied to offset 0 of another buffer.
                let copy = drawState.uniformCopy(index)
                gl.bindBuffer(GLenum(GL_COPY_READ_BUFFER), buffer)
                gl.bindBuffer(GLenum(GL_COPY_WRITE_BUFFER), copy)
                gl.bufferData(GLenum(GL_COPY_WRITE_BUFFER), binding.byteCount, nil, GLenum(GL_STREAM_DRAW))
                gl.copyBufferSubData(GLenum(GL_COPY_READ_BUFFER), GLenum(GL_COPY_WRITE_BUFFER), binding.offset, 0, binding.byteCount)
                gl.bindBufferRange(target, GLuint(index), copy, 0, binding.byteCount)
            }
        }
    }
}

extension TextureView {
    /// Returns whether two views need different settings of the same OpenGL texture.
    fileprivate func hasConflict(with other: TextureView) -> Bool {
        texture === other.texture && type == other.type && layers == other.layers && (levels != other.levels || swizzle != other.swizzle)
    }
}
