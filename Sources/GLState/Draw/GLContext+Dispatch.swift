// Compute shaders (OpenGL ES 3.1 §17).

import Raster
import Shading

extension GLContext {
    package func glDispatchCompute(_ numGroupsX: GLuint, _ numGroupsY: GLuint, _ numGroupsZ: GLuint) throws(GLError) {
        let executable = try computeExecutable()
        for (groups, limit) in zip([numGroupsX, numGroupsY, numGroupsZ], GLLimits.workGroupCount) where Int(groups) > limit {
            throw .invalidValue("\(groups) work groups are more than \(limit)")
        }
        try dispatch(executable, (Int(numGroupsX), Int(numGroupsY), Int(numGroupsZ)), nil, "glDispatchCompute")
    }
    package func glDispatchComputeIndirect(_ indirect: Int) throws(GLError) {
        guard indirect >= 0, indirect % 4 == 0 else { throw .invalidValue("the offset \(indirect) is negative or no multiple of 4") }
        let executable = try computeExecutable()
        guard let object = buffers.dispatchIndirect else { throw .invalidOperation("no buffer is bound to GL_DISPATCH_INDIRECT_BUFFER") }
        guard object.map == nil else { throw .invalidOperation("the buffer with the numbers of work groups is mapped") }
        guard let buffer = object.buffer, buffer.byteCount >= 12, indirect <= buffer.byteCount - 12 else {
            throw .invalidOperation("the numbers of work groups take 12 bytes from \(indirect) on, but the buffer has \(object.byteCount)")
        }
        // The three counts of work groups are read when the dispatch is recorded, because later changes of the buffer must not affect this
        // dispatch.
        if object.isWrittenByCommands { object.use.finish() }
        func groups(_ axis: Int) -> Int { Int((buffer.base + indirect).loadUnaligned(fromByteOffset: 4 * axis, as: UInt32.self)) }
        // If a number is larger than the limit, OpenGL leaves the results undefined (§17.1). This driver uses the limit instead of the
        // number.
        try dispatch(executable, (min(groups(0), GLLimits.workGroupCount[0]), min(groups(1), GLLimits.workGroupCount[1]),
                                  min(groups(2), GLLimits.workGroupCount[2])), arguments(object, buffer, indirect), "glDispatchComputeIndirect")
    }

    /// Returns the program whose compute shader runs.
    private func computeExecutable() throws(GLError) -> ProgramExecutable {
        let executable = program == nil ? pipeline?.executable(.compute) : program?.executable
        guard let executable, executable.compute != nil else { throw .invalidOperation("no compute shader is in use") }
        return executable
    }
    private func dispatch(_ executable: ProgramExecutable, _ groups: (x: Int, y: Int, z: Int), _ arguments: ReadArguments?,
                          _ function: StaticString) throws(GLError) {
        if let unit = executable.conflictingTextureUnit() { throw .invalidOperation("samplers of different types use texture unit \(unit)") }
        guard let program = executable.compute, groups.x > 0, groups.y > 0, groups.z > 0 else { return }
        let size = program.workGroupSize
        guard groups.x * groups.y * groups.z * size.x * size.y * size.z <= Device.maximumInvocationCount else {
            throw .outOfMemory("the dispatch has more than 2³² invocations")
        }
        let blocks = uniformBuffers(executable)
        var textures = [TextureBinding?](repeating: nil, count: executable.textureUnits.count)
        for sampler in executable.parts.interface.samplers {
            for element in sampler.unit..<(sampler.unit + sampler.count) { textures[element] = texture(element, sampler, executable) }
        }
        let resources = ResourceBindings(uniformBuffers: blocks, textures: textures, storageBuffers: storageBuffers(executable), images: images(executable))
        // The code above may have run the pending commands, to get the contents of textures. Running the commands also removes the marks of
        // the buffers that pending commands use. So the buffers of this dispatch are marked only here, after the code that may run the
        // pending commands.
        for binding in executable.blockBindings { buffers.uniformRanges[binding]?.buffer.use.mark(commands) }
        let call = DispatchCall(program: program, groups: WorkGroupCount(groups.x, groups.y, groups.z), uniforms: executable.uniforms, resources: resources,
                                label: self.program?.label ?? "", site: callSite(function), isRobust: true, arguments: arguments)
        commands.append(.dispatch(call))
    }
}
