// Replayer+Events: turns a frame's events into commands. Each event becomes the call that an application makes, so Raster validates events
// and the calls of an application alike.

import CaptureFile
import Raster

extension Replayer {
    /// Records an event outside of passes.
    func record(_ event: RecordedEvent, into encoder: inout CommandEncoder) throws {
        switch event {
        case .copy(let copy):
            encoder.copy(textures[copy.source], level: copy.sourceLevel, region: copy.sourceRegion, to: textures[copy.destination],
                         level: copy.destinationLevel, x: copy.x, y: copy.y, z: copy.z)
        case .blit(let blit):
            func attachment(_ a: RecordedAttachment) -> Attachment { Attachment(textures[a.texture], level: a.level, slice: a.slice) }
            func corners(_ c: SIMD4<Int>) -> (x0: Int, y0: Int, x1: Int, y1: Int) { (c.x, c.y, c.z, c.w) }
            encoder.blit(attachment(blit.source), from: corners(blit.sourceCorners), to: attachment(blit.destination), in: corners(blit.destinationCorners),
                         filter: blit.filter, scissor: blit.scissor, aspect: blit.aspect, encodesSRGB: blit.encodesSRGB)
        case .generateMipmaps(let texture): encoder.generateMipmaps(textures[texture])
        case .updateBuffer(let update):
            let buffer = buffers[update.buffer]
            guard update.bytes.byteCount <= buffer.byteCount else {
                throw RasterError(.invalidCapture, "an update of buffer '\(buffer.label)'", "has \(update.bytes.byteCount) bytes for \(buffer.byteCount)",
                                  remedy: "capture the frame again")
            }
            do {
                encoder.update(buffer, at: update.offset, with: try capture.reader.bytes(of: update.bytes, limit: buffer.byteCount))
            } catch { throw RasterError(error) }
        case .dispatch(let dispatch): encoder.append(contentsOf: [.dispatch(try call(of: dispatch))])
        case .beginPass, .draw, .clear, .pushGroup, .popGroup, .endPass: break
        }
    }
    private func call(of dispatch: RecordedDispatch) throws -> DispatchCall {
        let program = computePrograms[dispatch.program]
        var resources = program.table.noResources
        let isMatching = dispatch.uniforms.count == program.table.initialUniforms.count
            && dispatch.uniformBuffers.allSatisfy { resources.uniformBuffers.indices.contains($0.block) }
            && dispatch.textures.allSatisfy { resources.textures.indices.contains($0.unit) }
            && dispatch.storageBuffers.allSatisfy {
                resources.storageBuffers.indices.contains($0.block) && isInside($0.offset, $0.byteCount, buffers[$0.buffer])
            }
            && dispatch.uniformBuffers.allSatisfy { isInside($0.offset, $0.byteCount, buffers[$0.buffer]) }
            && dispatch.images.allSatisfy { resources.images.indices.contains($0.unit) }
        guard isMatching else {
            throw RasterError(.invalidCapture, "dispatch '\(dispatch.label)'", "has resources that do not match its program", remedy: "capture the frame again")
        }
        for binding in dispatch.uniformBuffers {
            resources.uniformBuffers[binding.block] = UniformBufferBinding(buffer: buffers[binding.buffer], offset: binding.offset,
                                                                           byteCount: binding.byteCount)
        }
        for binding in dispatch.textures { resources.textures[binding.unit] = textureBinding(binding) }
        for binding in dispatch.storageBuffers { resources.storageBuffers[binding.block] = storageBinding(binding) }
        for binding in dispatch.images { resources.images[binding.unit] = imageBinding(binding) }
        return DispatchCall(program: program, groups: dispatch.groupCount, uniforms: dispatch.uniforms, resources: resources, label: dispatch.label,
                            site: CallSite(file: #fileID, line: #line), isRobust: dispatch.isRobust)
    }
    private func isInside(_ offset: Int, _ byteCount: Int, _ buffer: Buffer) -> Bool {
        offset >= 0 && byteCount >= 0 && offset <= buffer.byteCount && byteCount <= buffer.byteCount - offset
    }
    private func storageBinding(_ binding: RecordedStorageBuffer) -> StorageBufferBinding {
        StorageBufferBinding(buffer: buffers[binding.buffer], offset: binding.offset, byteCount: binding.byteCount)
    }
    private func imageBinding(_ binding: RecordedImageBinding) -> ImageBinding {
        ImageBinding(texture: textures[binding.texture], level: binding.level, layer: binding.layer < 0 ? nil : binding.layer, format: binding.format)
    }
    private func textureBinding(_ binding: RecordedTextureBinding) -> TextureBinding {
        let view = TextureView(textures[binding.texture], as: binding.shape?.type, levels: binding.firstLevel...binding.lastLevel,
                               layers: binding.shape?.layers, swizzle: binding.swizzle, readsStencil: binding.readsStencil)
        return TextureBinding(view, sampler: frame.table.samplers[binding.sampler])
    }

    /// Records an event of a pass.
    /// - Parameter counter: A query that counts the draw's samples instead of the captured query; nil to keep the captured query.
    func record(_ event: RecordedEvent, into pass: inout RenderPass, counter: OcclusionQuery? = nil) throws {
        switch event {
        case .draw(let draw): try record(draw, into: &pass, counter: counter)
        case .clear(let clear):
            pass.setScissor(clear.scissor)
            pass.clear(clear.values, mask: clear.mask)
        case .beginPass, .pushGroup, .popGroup, .endPass, .copy, .blit, .generateMipmaps, .updateBuffer, .dispatch: break
        }
    }

    private func record(_ draw: RecordedDraw, into pass: inout RenderPass, counter: OcclusionQuery?) throws {
        func damaged(_ problem: String) -> RasterError { RasterError(.invalidCapture, "draw '\(draw.label)'", problem, remedy: "capture the frame again") }
        let pipeline = pipelines[draw.pipeline], program = pipeline.program
        let bindings: ProgramBindings
        if replacedPrograms.contains(frame.table.pipelines[draw.pipeline].program) {
            bindings = try adapted(draw, to: program)
        } else {
            bindings = ProgramBindings(uniforms: draw.uniforms, textures: draw.textures,
                                       blocks: Dictionary(program.blocks.map { ($1 - 1, $0) }, uniquingKeysWith: { first, _ in first }))
        }
        var units = [TextureBinding?](repeating: nil, count: program.linked.interface.textureUnitCount)
        guard bindings.uniforms.count == program.initialUniforms.count, bindings.textures.allSatisfy({ units.indices.contains($0.unit) }) else {
            throw damaged("has \(bindings.uniforms.count) words of uniforms and \(bindings.textures.count) textures, which do not match its program")
        }
        for binding in bindings.textures { units[binding.unit] = textureBinding(binding) }
        pass.setPipeline(pipeline)
        pass.setPrepared(pipeline, uniforms: bindings.uniforms, textures: units)
        for binding in draw.vertexBuffers { pass.setVertexBuffer(buffers[binding.buffer], slot: binding.slot, offset: binding.offset) }
        for binding in draw.uniformBuffers {
            // The replacement of a shader may lack the uniform block.
            guard let name = bindings.blocks[binding.block] else { continue }
            pass.setUniformBuffer(name, buffers[binding.buffer], offset: binding.offset, byteCount: binding.byteCount)
        }
        if !draw.storageBuffers.isEmpty || !draw.images.isEmpty { try bindMemory(of: draw, bindings, in: &pass) }
        pass.setViewport(draw.viewport)
        pass.setScissor(draw.scissor)
        pass.setBlendColor(draw.blendColor.x, draw.blendColor.y, draw.blendColor.z, draw.blendColor.w)
        pass.setStencilReference(front: draw.stencilReferenceFront, back: draw.stencilReferenceBack)
        pass.isRobust = draw.isRobust
        pass.setAttributes(Dictionary(draw.attributes.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
        pass.setOcclusionQuery(counter ?? (draw.query < 0 ? nil : queries[draw.query]))
        pass.setTransformFeedback(draw.feedback < 0 ? nil : feedbacks[draw.feedback])
        guard let indices = draw.indices else {
            return pass.draw(draw.primitive, first: draw.first, count: draw.count, instances: draw.instanceCount, baseInstance: draw.baseInstance,
                             label: draw.label)
        }
        let buffer = buffers[indices.buffer]
        guard isInside(indices.offset, 0, buffer) else { throw damaged("begins its indices at byte \(indices.offset) of \(buffer.byteCount)") }
        pass.drawIndexed(IndexBinding(buffer: buffer, type: indices.type, offset: indices.offset), draw.primitive, first: draw.first, count: draw.count,
                         instances: draw.instanceCount, baseVertex: draw.baseVertex, baseInstance: draw.baseInstance, label: draw.label)
    }

    /// Binds the storage blocks and images. The replacement of a shader may lack some of these blocks and images.
    private func bindMemory(of draw: RecordedDraw, _ bindings: ProgramBindings, in pass: inout RenderPass) throws {
        let table = pipelines[draw.pipeline].program.table
        var storageBuffers = table.noResources.storageBuffers, images = table.noResources.images
        for binding in draw.storageBuffers {
            guard let block = bindings.storageBlocks(binding.block), storageBuffers.indices.contains(block) else { continue }
            guard isInside(binding.offset, binding.byteCount, buffers[binding.buffer]) else {
                throw RasterError(.invalidCapture, "draw '\(draw.label)'", "binds bytes outside of a buffer", remedy: "capture the frame again")
            }
            storageBuffers[block] = storageBinding(binding)
        }
        for binding in draw.images {
            guard let unit = bindings.imageUnits(binding.unit), images.indices.contains(unit) else { continue }
            images[unit] = imageBinding(binding)
        }
        pass.setPrepared(storageBuffers: storageBuffers, images: images)
    }

    /// The uniforms, blocks and textures that a draw binds for its program.
    private struct ProgramBindings {
        var uniforms: [UInt32]
        var textures: [RecordedTextureBinding]
        /// The names of the uniform blocks, keyed by the blocks' numbers in the captured program.
        var blocks: [Int: String]
        /// Returns the number of a storage block in the new program; nil if the program lacks the block.
        var storageBlocks: (Int) -> Int? = { $0 }
        /// Returns the image unit of the new program for an image unit of the captured program; nil if the new program lacks the image.
        var imageUnits: (Int) -> Int? = { $0 }
    }

    /// Returns a draw's bindings for a program with replaced shaders; a binding goes to the uniform, block or sampler with the same name. If
    /// only the new program has a uniform, the uniform keeps its default value.
    private func adapted(_ draw: RecordedDraw, to program: Program) throws -> ProgramBindings {
        let captured = try capture.linked(frame.table.programs[frame.table.pipelines[draw.pipeline].program]).interface
        var words = program.initialUniforms
        for member in captured.uniformBlocks.first?.members ?? [] {
            guard let twin = program.uniforms[member.name], twin.type == member.type else { continue }
            let count = min(member.arrayCount, twin.arrayCount) * member.type.scalarCount, from = member.offset / 4, to = twin.offset / 4
            guard from + count <= draw.uniforms.count, to + count <= words.count else { continue }
            words.replaceSubrange(to..<(to + count), with: draw.uniforms[from..<(from + count)])
        }
        var textures: [RecordedTextureBinding] = []
        for sampler in captured.samplers {
            guard let twin = program.linked.interface.samplers.first(where: { $0.name == sampler.name }) else { continue }
            for element in 0..<min(sampler.count, twin.count) {
                guard var binding = draw.textures.first(where: { $0.unit == sampler.unit + element }) else { continue }
                binding.unit = twin.unit + element
                textures.append(binding)
            }
        }
        var blocks: [Int: String] = [:]
        for (number, block) in captured.uniformBlocks.enumerated().dropFirst() where program.blocks[block.name] != nil { blocks[number - 1] = block.name }
        return ProgramBindings(uniforms: words, textures: textures, blocks: blocks) { number in
            captured.storageBlocks.indices.contains(number) ? program.table.storageBlocks[captured.storageBlocks[number].name] : nil
        } imageUnits: { unit in
            captured.images.first { ($0.unit..<($0.unit + $0.count)).contains(unit) }.flatMap { image in
                program.table.images[image.name].map { program.interface.images[$0].unit + unit - image.unit }
            }
        }
    }
}
