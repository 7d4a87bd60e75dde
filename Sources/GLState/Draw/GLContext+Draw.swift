// Draws (OpenGL ES 3.0.6 §2.8.3): glDrawArrays, glDrawElements and similar functions.

import Raster
import Shading

extension GLContext {
    package func glDrawArrays(_ mode: GLenum, _ first: GLint, _ count: GLsizei) throws(GLError) {
        try draw(mode, first: first, count: count, instances: 1, indices: nil, "glDrawArrays")
    }
    package func glDrawArraysInstanced(_ mode: GLenum, _ first: GLint, _ count: GLsizei, _ instancecount: GLsizei) throws(GLError) {
        try draw(mode, first: first, count: count, instances: instancecount, indices: nil, "glDrawArraysInstanced")
    }
    package func glDrawElements(_ mode: GLenum, _ count: GLsizei, _ type: GLenum, _ indices: UnsafeRawPointer?) throws(GLError) {
        try draw(mode, first: 0, count: count, instances: 1, indices: (type, indices, 0), "glDrawElements")
    }
    package func glDrawElementsInstanced(_ mode: GLenum, _ count: GLsizei, _ type: GLenum, _ indices: UnsafeRawPointer?,
                                         _ instancecount: GLsizei) throws(GLError) {
        try draw(mode, first: 0, count: count, instances: instancecount, indices: (type, indices, 0), "glDrawElementsInstanced")
    }
    package func glDrawElementsBaseVertex(_ mode: GLenum, _ count: GLsizei, _ type: GLenum, _ indices: UnsafeRawPointer?, _ basevertex: GLint) throws(GLError) {
        try draw(mode, first: 0, count: count, instances: 1, indices: (type, indices, basevertex), "glDrawElementsBaseVertex")
    }
    package func glDrawElementsInstancedBaseVertex(_ mode: GLenum, _ count: GLsizei, _ type: GLenum, _ indices: UnsafeRawPointer?, _ instancecount: GLsizei,
                                                   _ basevertex: GLint) throws(GLError) {
        try draw(mode, first: 0, count: count, instances: instancecount, indices: (type, indices, basevertex), "glDrawElementsInstancedBaseVertex")
    }
    package func glDrawRangeElements(_ mode: GLenum, _ start: GLuint, _ end: GLuint, _ count: GLsizei, _ type: GLenum,
                                     _ indices: UnsafeRawPointer?) throws(GLError) {
        guard end >= start else { throw .invalidValue("the range of indices ends at \(end), before its start \(start)") }
        try draw(mode, first: 0, count: count, instances: 1, indices: (type, indices, 0), "glDrawRangeElements")
    }
    package func glDrawRangeElementsBaseVertex(_ mode: GLenum, _ start: GLuint, _ end: GLuint, _ count: GLsizei, _ type: GLenum,
                                               _ indices: UnsafeRawPointer?, _ basevertex: GLint) throws(GLError) {
        guard end >= start else { throw .invalidValue("the range of indices ends at \(end), before its start \(start)") }
        try draw(mode, first: 0, count: count, instances: 1, indices: (type, indices, basevertex), "glDrawRangeElementsBaseVertex")
    }

    // MARK: One draw

    typealias Indices = (type: GLenum, address: UnsafeRawPointer?, baseVertex: GLint)

    func draw(_ mode: GLenum, first: GLint, count: GLsizei, instances: GLsizei, indices: Indices?, baseInstance: GLuint = 0,
              arguments: ReadArguments? = nil, _ function: StaticString) throws(GLError) {
        guard let primitive = PrimitiveType(mode, version) else { throw .invalidEnum("mode", mode) }
        guard count >= 0, instances >= 0, first >= 0 else { throw .invalidValue("first, count and instances must not be negative") }
        var indexType = IndexType.uint16
        if let indices {
            guard let type = IndexType(indices.type) else { throw .invalidEnum("type", indices.type) }
            indexType = type
        }
        try checkVertexArray()
        try checkBuffersAreNotMapped()
        let current = try drawExecutable(), geometry = current?.geometryLayout
        if let geometry, primitive.geometryInput != geometry.input {
            throw .invalidOperation("the geometry shader reads \(geometry.input.name), but the draw has other primitives")
        }
        try checkTransformFeedback(primitive, geometry, count: Int(count), instances: Int(instances), isIndexed: indices != nil)
        let target = try drawTarget()
        // Without a program, OpenGL leaves the results undefined (OpenGL ES 3.0.6 §2.12.3). This driver draws nothing.
        guard let executable = current, let rasterProgram = executable.program else { return }
        try checkSamplers(executable)
        guard count > 0, instances > 0 else { return }
        guard Int(count) * Int(instances) <= Device.maximumVertexCount else { throw .outOfMemory("the draw has more than 2³² vertices") }

        let pipeline = try pipeline(executable, rasterProgram, target)
        var numbers = DrawNumbers(first: Int(first), count: Int(count), instances: Int(instances), baseVertex: Int(indices?.baseVertex ?? 0))
        var binding: IndexBinding?
        if let indices { binding = try indexBinding(indices, indexType, &numbers) }
        let vertexBuffers = try vertexBuffers(executable, &numbers, binding)
        updateBlocks(executable)
        var uniforms = executable.uniforms
        writeBuiltinUniforms(&uniforms, rasterProgram, target)
        let resources = ResourceBindings(uniformBuffers: drawCache.uniformBuffers, textures: textures(executable),
                                         storageBuffers: storageBuffers(executable), images: images(executable))
        let settings = PassSettings(
            pipeline: pipeline, vertexBuffers: vertexBuffers, resources: resources, viewport: rasterViewport, scissor: activeScissor,
            blendColor: state.blendColor, stencilReferenceFront: state.stencil.front.clampedReference,
            stencilReferenceBack: state.stencil.back.clampedReference, query: activeQueries.occlusion?.samples, feedback: feedbackOfDraw(),
            primitiveQuery: activeQueries.generated?.primitives, attributes: drawCache.attributes, isRobust: true)
        record(DrawCall(
            settings: settings, primitive: primitive, first: numbers.first, count: numbers.count, instanceCount: numbers.instances,
            baseVertex: numbers.baseVertex, baseInstance: Int(baseInstance), indices: binding, uniforms: uniforms, label: program?.label ?? "",
            site: callSite(function), arguments: arguments), target)
    }
    private func record(_ call: DrawCall, _ target: Framebuffer) {
        // Textures or buffers of the draw may have needed the results of the pending commands, so these commands may have run in between.
        // Therefore this function notes again that the pending commands use the target.
        markDrawTarget()
        commands.draw(call, to: target, condition: renderCondition)
    }
    /// The counts and first indices of a draw. If vertices lie in the program's own memory, only the vertices that the draw reads are copied.
    /// The copied vertices are numbered from 0.
    struct DrawNumbers {
        var first: Int, count: Int, instances: Int, baseVertex: Int
    }

    // MARK: Checks

    /// Throws an error if no vertex array is bound in the core profile, which has no vertex array with the name 0 (OpenGL 3.3 §E.2.2).
    func checkVertexArray() throws(GLError) {
        if version.isDesktop, !version.allowsLegacy, vertexArray === defaultVertexArray { throw .invalidOperation("no vertex array object is bound") }
    }
    func checkBuffersAreNotMapped() throws(GLError) {
        if vertexArray.elementBuffer?.map != nil { throw .invalidOperation("the index buffer is mapped") }
        for array in vertexArray.arrays where array.isEnabled && array.buffer?.map != nil {
            throw .invalidOperation("the buffer of a vertex attribute is mapped")
        }
    }
    /// Throws an error if two samplers of different types use the same texture unit (OpenGL ES 3.0.6 §2.12.9).
    private func checkSamplers(_ executable: ProgramExecutable) throws(GLError) {
        if drawCache.executable !== executable || drawCache.bindingVersion != executable.bindingVersion {
            drawCache.samplerConflict = executable.conflictingTextureUnit()
        }
        if let unit = drawCache.samplerConflict { throw .invalidOperation("samplers of different types use texture unit \(unit)") }
    }

    // MARK: Parts of a draw

    private func pipeline(_ executable: ProgramExecutable, _ program: Program, _ target: Framebuffer) throws(GLError) -> Pipeline {
        let isSameTarget = drawCache.target === target
        if drawCache.isStateDirty || !isSameTarget {
            let state = state.rasterState(for: target)
            if drawCache.rasterState != state { drawCache.pipeline = nil }
            drawCache.rasterState = state
            drawCache.isStateDirty = false
            drawCache.target = target
        }
        let isSameLayout = drawCache.executable === executable && drawCache.vertexArray === vertexArray && drawCache.layoutVersion == vertexArray.layoutVersion
        if let pipeline = drawCache.pipeline, isSameLayout {
            if drawCache.areAttributesDirty { resolveAttributes(executable, pipeline) }
            return pipeline
        }
        let pipeline = try executable.pipelines.pipeline(executable, program, vertexArray, drawCache.rasterState, device: device)
        if drawCache.executable !== executable { drawCache.areBlocksDirty = true }
        drawCache.pipeline = pipeline
        drawCache.executable = executable
        drawCache.vertexArray = vertexArray
        drawCache.layoutVersion = vertexArray.layoutVersion
        resolveAttributes(executable, pipeline)
        return pipeline
    }
    private func resolveAttributes(_ executable: ProgramExecutable, _ pipeline: Pipeline) {
        drawCache.areAttributesDirty = false
        drawCache.attributes.named = [:]
        for attribute in executable.attributes where !vertexArray.arrays[attribute.location].isEnabled {
            drawCache.attributes.named[attribute.name] = currentAttributes[attribute.location]
        }
        drawCache.attributes.resolve(for: pipeline)
    }
    private func writeBuiltinUniforms(_ words: inout [UInt32], _ program: Program, _ target: Framebuffer) {
        if let word = program.targetHeightWord { words[word] = Float(target.height).bitPattern }
        guard !program.depthRangeWords.isEmpty else { return }
        let near = state.depthRange.near, far = state.depthRange.far
        for (word, value) in zip(program.depthRangeWords, [near, far, far - near]) {
            if let word { words[word] = value.bitPattern }
        }
    }
    private func updateBlocks(_ executable: ProgramExecutable) {
        if drawCache.areBlocksDirty || drawCache.bindingVersion != executable.bindingVersion {
            drawCache.areBlocksDirty = false
            drawCache.bindingVersion = executable.bindingVersion
            drawCache.uniformBuffers = uniformBuffers(executable)
        }
        for binding in executable.blockBindings { buffers.uniformRanges[binding]?.buffer.use.mark(commands) }
    }
    func uniformBuffers(_ executable: ProgramExecutable) -> [UniformBufferBinding?] {
        executable.blockBindings.map { binding in
            guard let range = buffers.uniformRanges[binding], let buffer = range.buffer.buffer else { return nil }
            let offset = min(range.offset, buffer.byteCount)
            return UniformBufferBinding(buffer: buffer, offset: offset, byteCount: min(range.byteCount ?? .max, buffer.byteCount - offset))
        }
    }
    private func textures(_ executable: ProgramExecutable) -> [TextureBinding?] {
        drawCache.setTextureCount(executable.textureUnits.count)
        if executable.textureUnits.isEmpty { return [] }
        for sampler in executable.parts.interface.samplers {
            for element in sampler.unit..<(sampler.unit + sampler.count) { drawCache.setTexture(element, texture(element, sampler, executable)) }
        }
        return drawCache.textures
    }
    /// Returns the texture and the sampler that a program reads through an element of a sampler uniform.
    func texture(_ element: Int, _ sampler: SamplerUniform, _ executable: ProgramExecutable) -> TextureBinding? {
        textureBinding(unit: executable.textureUnits[element], for: sampler)
    }
    package var rasterViewport: Viewport {
        let v = state.viewport
        return Viewport(x: Float(min(max(v.x, -32768), 32767)), y: Float(min(max(v.y, -32768), 32767)), width: Float(v.width), height: Float(v.height),
                        depthNear: state.depthRange.near, depthFar: state.depthRange.far)
    }
    /// The scissor of draws and clears; nil if the scissor test is off.
    package var activeScissor: PixelRect? {
        guard state.isScissorEnabled else { return nil }
        let limit = 1 << 30, s = state.scissor
        return PixelRect(x: min(max(s.x, -limit), limit), y: min(max(s.y, -limit), limit), width: min(s.width, limit), height: min(s.height, limit))
    }
}
