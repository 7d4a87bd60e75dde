// RobustCommands: OpenGL leaves the results of some commands undefined, for example of draws that read outside of a buffer. RobustCommands
// replaces such commands by commands with defined results: the results that `Device.Options.robustAccess` states. Renderers and captures
// then see ordinary commands. All rules of the option are in this file, except the rules for reads that give zeros on every device: vertex
// fetches outside of a buffer, and reads of storage blocks without a buffer and of empty image units. In robust draws and dispatches,
// validation accepts reads that give zeros.

import Shading

struct RobustCommands {
    private let device: Device
    private var commands: [Command] = []
    private var contents = BufferContents()
    /// The copies of uniform blocks, by the block's place in its buffer. An update of any buffer empties the list.
    private var blocks: [BlockKey: Buffer] = [:]
    /// The empty buffer that serves attributes without a buffer; nil until a draw needs this buffer.
    private var noVertices: Buffer?
    /// Copies of the textures that the present command reads and also changes, by drawing to the texture or by writing the texture as an
    /// image.
    private var copies: [ObjectIdentifier: Texture] = [:]
    /// Copies of the buffers that the shaders of a draw or dispatch write, and that the draw or dispatch also reads in another way, for
    /// example as vertices.
    private var bufferCopies: [ObjectIdentifier: Buffer] = [:]

    private struct BlockKey: Hashable {
        var buffer: ObjectIdentifier?
        var offset: Int, byteCount: Int
    }

    init(device: Device) { self.device = device }

    /// Returns the commands to execute in place of a command. The returned commands are valid unless OpenGL demands an error for the
    /// command.
    mutating func harmless(_ command: Command) throws(RasterError) -> [Command] {
        commands = []
        try add(command)
        contents.note(command)
        return commands
    }
    private mutating func add(_ command: Command) throws(RasterError) {
        copies = [:]
        bufferCopies = [:]
        guard case .renderPass(var pass) = command else {
            switch command {
            case .updateBuffer:
                blocks = [:]
                commands.append(command)
            case .dispatch(let call):
                let other = try harmless(call)
                commands.append(.dispatch(other))
            default: commands.append(command)
            }
            return
        }
        guard pass.target.owner === device else { throw RasterError.wrongDevice(pass.target.name) }
        pass.clear = harmless(pass.clear, pass.target)
        for place in pass.operations.indices {
            switch pass.operations[place] {
            case .draw(let call):
                let other = try harmless(call, pass.target)
                if other !== call { pass.operations[place] = .draw(other) }
            case .clear(var clear):
                clear.values = harmless(clear.values, pass.target)
                pass.operations[place] = .clear(clear)
            case .pushGroup, .popGroup: break
            }
        }
        commands.append(.renderPass(pass))
    }

    // MARK: Clears and outputs

    private func harmless(_ values: ClearValues, _ target: Framebuffer) -> ClearValues {
        func fits(_ index: Int) -> Bool {
            guard let attachment = target.color[index], let value = values.color(index) else { return true }
            return value.fits(attachment.texture.format)
        }
        if target.color.indices.allSatisfy(fits) { return values }
        var result = values
        result.colors = target.color.indices.map { fits($0) ? values.color($0) : nil }
        result.allColors = false
        return result
    }

    /// Returns a pipeline that writes only to images whose formats fit the shader's outputs, and that does not blend integers.
    private func harmless(_ pipeline: Pipeline, _ target: Framebuffer) -> Pipeline {
        var state = pipeline.state
        func change(_ location: Int, _ body: (inout ColorTargetState) -> Void) {
            while state.colorTargets.count <= location { state.colorTargets.append(ColorTargetState()) }
            body(&state.colorTargets[location])
        }
        for output in pipeline.program.linked.fragment.outputs where output.blendIndex == 0 {
            let count: Int = if case .array(_, let n) = output.type { n } else { 1 }
            // gl_FragColor goes to all images.
            let locations = output.name == "gl_FragColor" ? target.color.indices : output.location..<(output.location + count)
            for location in locations where location < target.color.count {
                guard let format = target.color[location]?.texture.format else { continue }
                if !output.fits(format) { change(location) { $0.writeMask = .none } }
                if format.isInteger, state.colorTarget(location).blend != nil { change(location) { $0.blend = nil } }
            }
        }
        return pipeline.with(state, device: device)
    }

    // MARK: Draws

    private mutating func harmless(_ call: DrawCall, _ target: Framebuffer) throws(RasterError) -> DrawCall {
        guard call.pipeline.owner === device else { throw RasterError.wrongDevice(call.pipeline.name) }
        let pipeline = harmless(call.pipeline, target), textures = try harmlessTextures(call, target), uniformBuffers = try harmlessBlocks(call)
        let vertexBuffers = try harmlessVertexBuffers(call), range = call.existingIndices, indices = try harmlessIndices(call)
        let storageBuffers = harmlessStorage(call), images = try harmlessImages(call, target)
        if pipeline === call.pipeline && textures == nil && uniformBuffers == nil && vertexBuffers == nil && range == nil && indices == nil
            && storageBuffers == nil && images == nil { return call }
        let resources = ResourceBindings(uniformBuffers: uniformBuffers ?? call.uniformBuffers, textures: textures ?? call.textures,
                                         storageBuffers: storageBuffers ?? call.storageBuffers, images: images ?? call.images)
        let settings = call.settings.robust(pipeline: pipeline, vertexBuffers: vertexBuffers ?? call.vertexBuffers, resources: resources)
        return DrawCall(settings: settings, primitive: call.primitive, first: range?.first ?? call.first, count: range?.count ?? call.count,
                        instanceCount: call.instanceCount, baseVertex: call.baseVertex, baseInstance: call.baseInstance,
                        indices: indices ?? call.indices, uniforms: call.uniforms, label: call.label, site: call.site,
                        indirect: call.indirect, countedFeedback: call.countedFeedback, arguments: call.arguments)
    }
    private mutating func harmless(_ call: DispatchCall) throws(RasterError) -> DispatchCall {
        guard call.program.owner === device else { throw RasterError.wrongDevice(call.program.name) }
        let textures = try harmlessTextures(call, nil), uniformBuffers = try harmlessBlocks(call)
        let storageBuffers = harmlessStorage(call), images = try harmlessImages(call, nil)
        if textures == nil && uniformBuffers == nil && storageBuffers == nil && images == nil { return call }
        return call.with(resources: ResourceBindings(uniformBuffers: uniformBuffers ?? call.uniformBuffers, textures: textures ?? call.textures,
                                                     storageBuffers: storageBuffers ?? call.storageBuffers, images: images ?? call.images))
    }

    /// Returns the vertex buffers with an empty buffer in each slot that needs a buffer but has no buffer, and with a copy of each buffer
    /// that the draw's shaders write. Returns nil if no buffer has to be replaced.
    private mutating func harmlessVertexBuffers(_ call: DrawCall) throws(RasterError) -> [VertexBufferBinding?]? {
        var result = call.vertexBuffers, isChanged = false
        for fetch in call.pipeline.fetch {
            guard case .buffer(let slot, _, _) = fetch.source, slot >= result.count || result[slot] == nil else { continue }
            let empty = if let noVertices { noVertices } else { try device.newBuffer(byteCount: 0, label: "no vertices") }
            noVertices = empty
            while result.count <= slot { result.append(nil) }
            result[slot] = VertexBufferBinding(buffer: empty, offset: 0)
            isChanged = true
        }
        for slot in result.indices {
            guard let binding = result[slot], call.writes(binding.buffer) else { continue }
            result[slot] = VertexBufferBinding(buffer: try copied(binding.buffer), offset: binding.offset)
            isChanged = true
        }
        return isChanged ? result : nil
    }

    /// Returns a copy of the index buffer if the draw's shaders write the index buffer; else nil.
    private mutating func harmlessIndices(_ call: DrawCall) throws(RasterError) -> IndexBinding? {
        guard let indices = call.indices, call.writes(indices.buffer) else { return nil }
        return IndexBinding(buffer: try copied(indices.buffer), type: indices.type, offset: indices.offset)
    }

    /// Returns a copy of a buffer with the bytes from before the present command.
    private mutating func copied(_ buffer: Buffer) throws(RasterError) -> Buffer {
        if let known = bufferCopies[ObjectIdentifier(buffer)] { return known }
        guard buffer.owner === device else { throw RasterError.wrongDevice(buffer.name) }
        let copy = try copy(buffer, 0, buffer.byteCount, blockByteCount: buffer.byteCount)
        bufferCopies[ObjectIdentifier(buffer)] = copy
        return copy
    }

    // MARK: Blocks

    /// Returns the storage buffers with offsets that are multiples of 4; nil if all offsets are already multiples of 4.
    private func harmlessStorage(_ call: some ShaderResources) -> [StorageBufferBinding?]? {
        guard call.storageBuffers.contains(where: { $0.map { $0.offset % 4 != 0 } ?? false }) else { return nil }
        return call.storageBuffers.map { binding in
            binding.map { StorageBufferBinding(buffer: $0.buffer, offset: $0.offset & ~3, byteCount: $0.byteCount + ($0.offset & 3)) }
        }
    }

    /// Makes copies of uniform buffers: a longer copy of each buffer that is too short, and a copy of each buffer that the shaders write.
    /// Returns nil if no buffer has to be replaced.
    private mutating func harmlessBlocks(_ call: some ShaderResources) throws(RasterError) -> [UniformBufferBinding?]? {
        var result = call.uniformBuffers, isChanged = false
        for (number, block) in call.table.interface.uniformBlocks.enumerated().dropFirst() {
            let binding = result[number - 1]
            if let binding {
                guard binding.buffer.owner === device else { throw RasterError.wrongDevice(binding.buffer.name) }
                if binding.offset % 4 == 0 && binding.byteCount >= block.byteCount && !call.writes(binding.buffer) { continue }
            }
            let offset = (binding?.offset ?? 0) & ~3, end = binding.map { $0.offset + $0.byteCount } ?? 0, byteCount = min(block.byteCount, end - offset)
            let key = BlockKey(buffer: binding.map { ObjectIdentifier($0.buffer) }, offset: offset, byteCount: byteCount << 32 | block.byteCount)
            let buffer = if let known = blocks[key] { known } else { try copy(binding?.buffer, offset, byteCount, blockByteCount: block.byteCount) }
            blocks[key] = buffer
            result[number - 1] = UniformBufferBinding(buffer: buffer, offset: 0, byteCount: block.byteCount)
            isChanged = true
        }
        return isChanged ? result : nil
    }
    private func copy(_ source: Buffer?, _ offset: Int, _ byteCount: Int, blockByteCount: Int) throws(RasterError) -> Buffer {
        let made = try device.newBuffer(byteCount: blockByteCount, label: source?.label ?? "no block")
        guard let source else { return made }
        contents.bytes(of: source, offset: offset, count: byteCount).withUnsafeBytes {
            if let start = $0.baseAddress { made.base.copyMemory(from: start, byteCount: $0.count) }
        }
        return made
    }

    // MARK: Textures and images

    /// Removes each image that does not fit its uniform, and each image that the pass draws to. Returns nil if all images are allowed.
    private func harmlessImages(_ call: some ShaderResources, _ target: Framebuffer?) throws(RasterError) -> [ImageBinding?]? {
        var result = call.images, isChanged = false
        for image in call.table.interface.images {
            for unit in image.unit..<(image.unit + image.count) {
                guard unit < result.count, let binding = result[unit] else { continue }
                guard binding.texture.owner === device else { throw RasterError.wrongDevice(binding.texture.name) }
                do throws(RasterError) { try device.validate(binding, for: image) } catch {
                    result[unit] = nil
                    isChanged = true
                    continue
                }
                guard let target, binding.isWritten(by: target) else { continue }
                result[unit] = nil
                isChanged = true
            }
        }
        return isChanged ? result : nil
    }

    /// Leaves out a sampler's comparison if the shader reads colours. Removes each texture that does not fit its sampler, and replaces by a
    /// copy each texture that the pass draws to or that the shaders write. Returns nil if nothing has to change.
    private mutating func harmlessTextures(_ call: some ShaderResources, _ target: Framebuffer?) throws(RasterError) -> [TextureBinding?]? {
        var result = call.textures, isChanged = false
        for sampler in call.table.interface.samplers {
            for unit in sampler.unit..<(sampler.unit + sampler.count) {
                guard var binding = call.textures[unit] else { continue }
                guard binding.texture.owner === device else { throw RasterError.wrongDevice(binding.texture.name) }
                if !sampler.isShadow && binding.sampler.compare != nil && binding.texture.format.hasDepth {
                    binding.sampler.compare = nil
                    isChanged = true
                    result[unit] = binding
                }
                do throws(RasterError) { try device.validate(binding, for: sampler) } catch {
                    result[unit] = nil
                    isChanged = true
                    continue
                }
                let source = binding.texture.source
                let isWritten = target.map(binding.isWritten) ?? false || call.writtenImages.contains(where: binding.isWritten)
                    || source.map { source in call.writtenBuffers.contains { $0.overlaps(source) } } ?? false
                guard isWritten else { continue }
                binding.view.texture = try copied(binding.texture)
                result[unit] = binding
                isChanged = true
            }
        }
        return isChanged ? result : nil
    }
    /// Returns a copy of a texture with the texels from before the present command.
    private mutating func copied(_ texture: Texture) throws(RasterError) -> Texture {
        if let known = copies[ObjectIdentifier(texture)] { return known }
        if let source = texture.source {
            let copy = try device.newTexture(reading: try copied(source.buffer), as: texture.format, offset: source.offset, byteCount: source.byteCount,
                                             label: texture.descriptor.label)
            copies[ObjectIdentifier(texture)] = copy
            return copy
        }
        let copy = try device.newTexture(texture.descriptor)
        copies[ObjectIdentifier(texture)] = copy
        for (number, level) in texture.storage.levels.enumerated() {
            let whole = TextureRegion(width: level.width, height: level.height, depth: level.slices)
            commands.append(.copyTexture(CopyTextureCommand(source: texture, sourceLevel: number, sourceRegion: whole, destination: copy,
                                                            destinationLevel: number, destinationX: 0, destinationY: 0, destinationZ: 0)))
        }
        return copy
    }
}
