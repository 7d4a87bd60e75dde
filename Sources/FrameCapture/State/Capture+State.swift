// Capture+State: the state of a draw or dispatch, read from the capture without drawing.

import CaptureFile
import Raster
import Shading

extension Capture {
    /// Returns everything that a draw depends on, in the terms of `vocabulary`. Uniforms are listed by name. The values of a uniform block
    /// come from the contents of the block's buffer at the time of the draw.
    /// - Throws: `RasterError` if contents are damaged, or if the draw belongs to another frame; `ShaderError` if the program does
    ///   not compile.
    public func state(of draw: CapturedDraw, in frame: CapturedFrame) throws -> DrawState {
        guard frame.events.indices.contains(draw.event), case .draw(let record) = frame.events[draw.event],
              case .beginPass(let pass) = frame.events[draw.pass] else {
            throw RasterError(.invalidArgument, "draw @\(draw.number)", "belongs to another frame", remedy: "give the draw's own frame")
        }
        let table = frame.table, pipeline = table.pipelines[record.pipeline], program = table.programs[pipeline.program]
        let linked = try linked(program)
        var state = DrawState()
        state.add("draw.name", draw.name)
        state.add("draw.site", draw.site)
        if !draw.callers.isEmpty { state.add("draw.callers", draw.callers.joined(separator: " < ")) }
        if vocabulary == .opengl {
            state.locations = frame.locations.locations(ofProgram: pipeline.program, isCompute: false)
            try addOpenGL(record, pass, pipeline, linked, frame, before: draw.event, to: &state)
            return state
        }
        addVertices(record, to: &state)
        try addArguments(record.arguments, isIndexed: record.indices != nil, frame, before: draw.event, to: &state)
        state.add("pipeline", label(pipeline.label, record.pipeline))
        addProgram(program, pipeline.program, to: &state)
        try addBuffers(record, pipeline, frame, before: draw.event, to: &state)
        try addUniforms(record.uniforms, record.uniformBuffers, linked.interface, frame, before: draw.event, to: &state)
        addTextures(record.textures, linked.interface, table, to: &state)
        addMemory(record.storageBuffers, record.images, linked.interface, table, to: &state)
        state.addRaster(pipeline.state)
        state.addTests(pipeline.state, record)
        state.addTargets(pass, record, table, pipeline.state)
        return state
    }

    /// Returns everything that a dispatch depends on, in the form of `state(of:in:)` for a draw.
    /// - Throws: `RasterError` if contents are damaged, or if the dispatch belongs to another frame; `ShaderError` if the program does not
    ///   compile.
    public func state(of dispatch: CapturedDispatch, in frame: CapturedFrame) throws -> DrawState {
        let record = try frame.recordedDispatch(dispatch), program = frame.table.computePrograms[record.program], linked = try linked(program)
        let size = linked.compute.workGroupSize
        var state = DrawState()
        state.add("dispatch.name", vocabulary == .raster ? dispatch.label : dispatch.name)
        state.add("dispatch.site", dispatch.site)
        if vocabulary == .opengl {
            state.locations = frame.locations.locations(ofProgram: record.program, isCompute: true)
            state.add(OpenGLCall("glDispatchCompute", "\(record.groups.x)", "\(record.groups.y)", "\(record.groups.z)"), as: "dispatch.groups")
            state.add("GL_COMPUTE_WORK_GROUP_SIZE", .integers([size.x, size.y, size.z]), as: "dispatch.groupSize")
        } else {
            state.add("dispatch.groups", .integers([record.groups.x, record.groups.y, record.groups.z]))
            state.add("dispatch.groupSize", .integers([size.x, size.y, size.z]))
        }
        try addArguments(record.arguments, isIndexed: nil, frame, before: dispatch.event, to: &state)
        state.add("dispatch.sharedBytes", 4 * linked.compute.sharedWordCount)
        state.add("program", label(program.label, record.program))
        addSources([("compute", program.compute)], program, to: &state)
        try addUniforms(record.uniforms, record.uniformBuffers, linked.interface, frame, before: dispatch.event, to: &state)
        addTextures(record.textures, linked.interface, frame.table, to: &state)
        addMemory(record.storageBuffers, record.images, linked.interface, frame.table, to: &state)
        return state
    }
    /// Returns everything that a draw or dispatch depends on.
    public func state(of command: ShaderCommand, in frame: CapturedFrame) throws -> DrawState {
        switch command {
        case .draw(let draw): try state(of: draw, in: frame)
        case .dispatch(let dispatch): try state(of: dispatch, in: frame)
        }
    }

    /// Returns the attribute's format as text, such as "3 × float32" or "4 × uint8, normalized".
    private func text(_ format: VertexFormat) -> String {
        switch format {
        case .scaled(let component, let count): "\(count) × \(component)"
        case .normalized(let component, let count): "\(count) × \(component), normalized"
        case .integer(let component, let count): "\(count) × \(component), integer"
        case .bgra8: "4 × uint8, normalized, blue first"
        case .packedBGRA1010102(let isSigned): "packed 10-10-10-2\(isSigned ? ", signed" : ""), normalized, blue first"
        case .packed1010102(let isSigned, let isNormalized): "packed 10-10-10-2\(isSigned ? ", signed" : "")\(isNormalized ? ", normalized" : "")"
        }
    }
    func label(_ text: String, _ number: Int) -> String { vocabulary.object(text, number) }

    private func addVertices(_ record: RecordedDraw, to state: inout DrawState) {
        state.add("draw.primitive", "\(record.primitive)")
        state.add("draw.first", record.first)
        state.add("draw.count", record.count)
        state.add("draw.instances", record.instanceCount)
        state.add("draw.baseVertex", record.baseVertex)
        state.add("draw.baseInstance", record.baseInstance)
    }

    /// For an indirect draw or dispatch, adds the place in the buffer from which the command's arguments were read, and the arguments at
    /// this place. If an argument is out of range, Raster draws with a changed argument, so the command's own numbers may differ.
    /// - Parameter isIndexed: Whether a draw has indices; nil for a dispatch.
    func addArguments(_ place: RecordedArguments?, isIndexed: Bool?, _ frame: CapturedFrame, before event: Int, to state: inout DrawState) throws {
        guard let place else { return }
        let path = isIndexed == nil ? "dispatch.arguments" : "draw.arguments", buffer = label(frame.table.buffers[place.buffer].label, place.buffer)
        let names = isIndexed.map { $0 ? ["count", "instances", "first", "baseVertex", "baseInstance"] : ["count", "instances", "first", "baseInstance"] }
            ?? ["x", "y", "z"]
        let bytes = try bytes(ofBuffer: place.buffer, in: frame, before: event)
        let words = bytes.withUnsafeBytes { bytes in names.indices.map { UniformReader(bytes: bytes, offset: place.offset).word(4 * $0) } }
        let numbers = zip(names, words).map { name, word in name == "baseVertex" ? Int(Int32(bitPattern: word)) : Int(word) }
        guard vocabulary == .opengl else {
            state.add("\(path).buffer", buffer)
            state.add("\(path).offset", place.offset)
            for (name, number) in zip(names, numbers) { state.add("\(path).\(name)", number) }
            return
        }
        let binding = isIndexed == nil ? "GL_DISPATCH_INDIRECT_BUFFER" : "GL_DRAW_INDIRECT_BUFFER"
        let members = isIndexed.map {
            $0 ? ["count", "instanceCount", "firstIndex", "baseVertex", "baseInstance"] : ["count", "instanceCount", "first", "baseInstance"]
        } ?? ["num_groups_x", "num_groups_y", "num_groups_z"]
        state.add(binding, .text("\(buffer), from byte \(place.offset) on"), as: "\(path).buffer")
        for (index, member) in members.enumerated() { state.add("\(binding).\(member)", .integer(numbers[index]), as: "\(path).\(names[index])") }
    }

    func addProgram(_ program: RecordedProgram, _ number: Int, to state: inout DrawState) {
        state.add("program", label(program.label, number))
        addSources(program.shaders.map { ($0.stage.rawValue, $0.shader) }, program, to: &state)
    }
    private func addSources(_ stages: [(name: String, shader: RecordedShader)], _ program: some RecordedSources, to state: inout DrawState) {
        for (stage, shader) in stages {
            state.add("program.\(stage)", shader.name)
            state.add("program.\(stage).hash", "\(shader.text.hash)")
        }
        for define in program.defines { state.add("program.define.\(define.name)", define.value) }
        if let feedback = program.feedback?.outputs { state.add("program.feedback", feedback.names.joined(separator: ", ") + " (\(feedback.layout))") }
        for include in program.includes { state.add("program.include.\(include.source.name)", "\(include.source.text.hash)") }
    }

    private func addBuffers(_ record: RecordedDraw, _ pipeline: RecordedPipeline, _ frame: CapturedFrame, before event: Int, to state: inout DrawState) throws {
        for attribute in pipeline.layout.attributes {
            state.add("attribute.\(attribute.name)", "\(text(attribute.format)), slot \(attribute.slot), offset \(attribute.offset)")
        }
        // An attribute's constant is unused if the attribute comes from a buffer.
        let constants = pipeline.layout.constants.filter { constant in !pipeline.layout.attributes.contains { $0.name == constant.key } }
        for (name, value) in constants.sorted(by: { $0.key < $1.key }) where !record.attributes.contains(where: { $0.name == name }) {
            state.add("attribute.\(name)", value.x, value.y, value.z, value.w)
        }
        for attribute in record.attributes where pipeline.layout.constants[attribute.name] != nil {
            switch attribute.value {
            case .float(let v): state.add("attribute.\(attribute.name)", v.x, v.y, v.z, v.w)
            case .int(let v): state.add("attribute.\(attribute.name)", .integers((0..<4).map { Int(v[$0]) }))
            case .uint(let v): state.add("attribute.\(attribute.name)", .integers((0..<4).map { Int(v[$0]) }))
            }
        }
        func add(_ name: String, _ number: Int) throws {
            let buffer = frame.table.buffers[number]
            state.add("\(name).buffer", label(buffer.label, number))
            state.add("\(name).bytes", buffer.byteCount)
            state.add("\(name).hash", "\(try contentHash(ofBuffer: number, in: frame, before: event))")
        }
        for binding in record.vertexBuffers {
            let name = "vertexBuffer[\(binding.slot)]"
            try add(name, binding.buffer)
            state.add("\(name).offset", binding.offset)
            guard pipeline.layout.buffers.indices.contains(binding.slot) else { continue }
            state.add("\(name).stride", pipeline.layout.buffers[binding.slot].stride)
            state.add("\(name).divisor", pipeline.layout.buffers[binding.slot].divisor)
        }
        if let indices = record.indices {
            try add("indices", indices.buffer)
            state.add("indices.type", "\(indices.type)")
        }
    }

    func addUniforms(_ uniforms: [UInt32], _ uniformBuffers: [RecordedUniformBuffer], _ interface: ProgramInterface, _ frame: CapturedFrame,
                             before event: Int, to state: inout DrawState) throws {
        if let block = interface.uniformBlocks.first {
            uniforms.withUnsafeBytes { bytes in
                for member in block.members where member.name != ProgramInterface.targetHeightName {
                    state.add("uniform.\(member.name)", UniformReader(bytes: bytes, offset: 0).value(of: member))
                    state.addLocation(of: member.name, to: "uniform.\(member.name)")
                }
            }
        }
        for binding in uniformBuffers where interface.uniformBlocks.indices.contains(binding.block + 1) {
            let block = interface.uniformBlocks[binding.block + 1], name = "block.\(block.name)"
            state.add("\(name).buffer", label(frame.table.buffers[binding.buffer].label, binding.buffer))
            state.add("\(name).offset", binding.offset)
            let bytes = try self.bytes(ofBuffer: binding.buffer, in: frame, before: event)
            bytes.withUnsafeBytes { bytes in
                for member in block.members { state.add("\(name).\(member.name)", UniformReader(bytes: bytes, offset: binding.offset).value(of: member)) }
            }
        }
    }

    func addTextures(_ textures: [RecordedTextureBinding], _ interface: ProgramInterface, _ table: ResourceTable, to state: inout DrawState) {
        for sampler in interface.samplers {
            defer { state.addLocation(of: sampler.name, to: "texture.\(sampler.name)") }
            for element in 0..<sampler.count {
                let name = "texture.\(sampler.name)" + (sampler.count > 1 ? "[\(element)]" : "")
                guard let binding = textures.first(where: { $0.unit == sampler.unit + element }) else {
                    state.add(name, "none")
                    continue
                }
                let texture = table.textures[binding.texture].descriptor, lookup = table.samplers[binding.sampler]
                switch vocabulary {
                case .raster: addTexture(name, binding, texture, lookup, to: &state)
                case .opengl: state.addOpenGLTexture(name, label(texture.label, binding.texture), binding, texture, lookup)
                }
            }
        }
    }
    private func addTexture(_ name: String, _ binding: RecordedTextureBinding, _ texture: TextureDescriptor, _ lookup: Sampler, to state: inout DrawState) {
        state.add(name, label(texture.label, binding.texture))
        state.add("\(name).size", "\(texture.width)×\(texture.height)×\(texture.depth), \(texture.type), \(texture.format), \(texture.mipLevels) levels")
        state.add("\(name).levels", "\(binding.firstLevel)…\(binding.lastLevel)")
        state.add("\(name).view", binding.shape.map { "\($0.type) of \($0.layerCount) layers from \($0.firstLayer) on" } ?? "whole")
        let swizzle = binding.swizzle
        state.add("\(name).swizzle", "\(swizzle.red) \(swizzle.green) \(swizzle.blue) \(swizzle.alpha)")
        state.add("\(name).filter", "min \(lookup.minFilter), mag \(lookup.magFilter), mip \(lookup.mipFilter)")
        state.add("\(name).wrap", "\(lookup.wrapS) \(lookup.wrapT) \(lookup.wrapR)")
        state.add("\(name).lod", lookup.lodMin, lookup.lodMax, lookup.lodBias)
        state.add("\(name).anisotropy", lookup.maxAnisotropy)
        state.add("\(name).border", .numbers((0..<4).map { lookup.borderColor[$0] }))
        state.add("\(name).integerBorder", lookup.integerBorderColor.map { "\($0.x) \($0.y) \($0.z) \($0.w)" } ?? "none")
        state.add("\(name).readsStencil", binding.readsStencil)
        state.add("\(name).compare", lookup.compare.map { "\($0)" } ?? "none")
        state.add("\(name).seamlessCube", lookup.seamlessCube)
    }

    /// Adds the storage blocks and images.
    func addMemory(_ buffers: [RecordedStorageBuffer], _ images: [RecordedImageBinding], _ interface: ProgramInterface, _ table: ResourceTable,
                   to state: inout DrawState) {
        for (number, block) in interface.storageBlocks.enumerated() {
            let name = "storage.\(block.name)"
            guard let binding = buffers.first(where: { $0.block == number }) else {
                state.add(name, "none")
                continue
            }
            state.add(name, label(table.buffers[binding.buffer].label, binding.buffer))
            state.add("\(name).offset", binding.offset)
            state.add("\(name).bytes", binding.byteCount)
        }
        for image in interface.images {
            defer { state.addLocation(of: image.name, to: "image.\(image.name)") }
            for element in 0..<image.count {
                let name = "image.\(image.name)" + (image.count > 1 ? "[\(element)]" : "")
                guard let binding = images.first(where: { $0.unit == image.unit + element }) else {
                    state.add(name, "none")
                    continue
                }
                state.add(name, label(table.textures[binding.texture].descriptor.label, binding.texture))
                state.add("\(name).level", binding.level)
                state.add("\(name).layer", binding.layer < 0 ? "all" : "\(binding.layer)")
                state.add("\(name).format", vocabulary == .raster ? "\(binding.format)" : binding.format.openGLName)
                if let source = table.textures[binding.texture].source {
                    state.add("\(name).buffer", label(table.buffers[source.buffer].label, source.buffer))
                }
            }
        }
    }

    /// Returns the bytes that a buffer holds when an event runs: its bytes at the beginning of the frame, changed by all updates
    /// before the event. If an earlier draw or dispatch may have written the buffer, the frame is drawn up to the event.
    package func bytes(ofBuffer number: Int, in frame: CapturedFrame, before event: Int) throws -> [UInt8] {
        if Self.isWrittenByDraws(number, in: frame, before: event) {
            let replayer = try Replayer(frame, of: self, on: Device())
            try replayer.run(before: event)
            return Array(replayer.buffers[number].bytes)
        }
        do {
            let record = frame.table.buffers[number]
            var bytes = try reader.bytes(of: record.contents, limit: Device.maximumBufferByteCount)
            for case .updateBuffer(let update) in frame.events[..<event] where update.buffer == number {
                guard update.offset >= 0, update.offset <= bytes.count, update.bytes.byteCount <= bytes.count - update.offset else {
                    throw CaptureFileError.damaged("an update of buffer \(number)", "lies outside of it")
                }
                bytes.replaceSubrange(update.offset..<(update.offset + update.bytes.byteCount), with: try reader.bytes(of: update.bytes, limit: bytes.count))
            }
            return bytes
        } catch let error as CaptureFileError { throw RasterError(error) }
    }
    private static func isWrittenByDraws(_ buffer: Int, in frame: CapturedFrame, before event: Int) -> Bool {
        func isBound(_ storage: [RecordedStorageBuffer], _ images: [RecordedImageBinding]) -> Bool {
            storage.contains { $0.buffer == buffer } || images.contains { frame.table.textures[$0.texture].source?.buffer == buffer }
        }
        return frame.events[..<event].contains { earlier in
            switch earlier {
            case .draw(let draw):
                isBound(draw.storageBuffers, draw.images)
                    || draw.feedback >= 0 && frame.table.feedbacks[draw.feedback].targets.contains { $0.buffer == buffer }
            case .dispatch(let dispatch): isBound(dispatch.storageBuffers, dispatch.images)
            default: false
            }
        }
    }
    func contentHash(ofBuffer number: Int, in frame: CapturedFrame, before event: Int) throws -> ContentHash {
        let isUpdated = frame.events[..<event].contains { if case .updateBuffer(let update) = $0 { update.buffer == number } else { false } }
        return isUpdated || Self.isWrittenByDraws(number, in: frame, before: event)
            ? try bytes(ofBuffer: number, in: frame, before: event).withUnsafeBytes { ContentHash(of: $0) }
            : frame.table.buffers[number].contents.hash
    }
}

/// Reads the values of a block's uniforms from the bytes of the block. As in a shader, bytes outside of the buffer are zero.
struct UniformReader {
    let bytes: UnsafeRawBufferPointer
    /// The offset of the block's first byte.
    let offset: Int

    /// Returns the byte offsets of a member's words in the block, in the order of elements, columns and components.
    static func places(of member: UniformMember) -> [Int] {
        var places: [Int] = []
        for element in 0..<member.arrayCount {
            let start = member.offset + element * member.arrayStride
            guard case .matrix(let columns, let rows) = member.type else {
                places += (0..<member.type.scalarCount).map { start + 4 * $0 }
                continue
            }
            // The default block is packed, so the number of columns or rows of a matrix determines the stride of the matrix.
            let stride = member.matrixStride == 0 ? 4 * (member.rowMajor ? columns : rows) : member.matrixStride
            for column in 0..<columns {
                for row in 0..<rows { places.append(start + (member.rowMajor ? row * stride + 4 * column : column * stride + 4 * row)) }
            }
        }
        return places
    }
    func places(of member: UniformMember) -> [Int] { UniformReader.places(of: member) }
    func words(of member: UniformMember) -> [UInt32] { places(of: member).map(word) }

    func value(of member: UniformMember) -> StateValue {
        let words = words(of: member)
        if case .matrix(let columns, let rows) = member.type { return .matrices(words.map { Float(bitPattern: $0) }, columns: columns, rows: rows) }
        return switch member.type.scalarKind {
        case .float where member.arrayCount > 1 && member.type.scalarCount > 1: .vectors(words.map { Float(bitPattern: $0) }, size: member.type.scalarCount)
        case .float: .numbers(words.map { Float(bitPattern: $0) })
        case .int: .integers(words.map { Int(Int32(bitPattern: $0)) })
        case .bool: .booleans(words.map { $0 != 0 })
        default: .integers(words.map { Int($0) })
        }
    }
    /// Returns the word at an offset in the block; zero outside of the buffer.
    func word(_ place: Int) -> UInt32 {
        let place = offset + place
        return place >= 0 && place <= bytes.count - 4 ? UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)) : 0
    }
}
