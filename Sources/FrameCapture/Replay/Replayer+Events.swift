// Replayer+Events: turns a frame's events into commands. The events become the same calls that a program makes, so the validation
// is the same.

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
        case .beginPass, .draw, .clear, .pushGroup, .popGroup, .endPass: break
        }
    }

    /// Records an event of a pass.
    /// - Parameter counter: The query that counts samples and replaces the captured query.
    func record(_ event: RecordedEvent, into pass: inout RenderPass, counter: OcclusionQuery? = nil) throws {
        switch event {
        case .draw(let draw): try record(draw, into: &pass, counter: counter)
        case .clear(let clear):
            pass.setScissor(clear.scissor)
            pass.clear(clear.values, mask: clear.mask)
        case .beginPass, .pushGroup, .popGroup, .endPass, .copy, .blit, .generateMipmaps, .updateBuffer: break
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
        for binding in bindings.textures {
            let view = TextureView(textures[binding.texture], as: binding.shape?.type, levels: binding.firstLevel...binding.lastLevel,
                                   layers: binding.shape?.layers, swizzle: binding.swizzle, readsStencil: binding.readsStencil)
            units[binding.unit] = TextureBinding(view, sampler: frame.table.samplers[binding.sampler])
        }
        pass.setPipeline(pipeline)
        pass.setPrepared(pipeline, uniforms: bindings.uniforms, textures: units)
        for binding in draw.vertexBuffers { pass.setVertexBuffer(buffers[binding.buffer], slot: binding.slot, offset: binding.offset) }
        for binding in draw.uniformBuffers {
            // The replacement of a shader may have no uniform block of this name.
            guard let name = bindings.blocks[binding.block] else { continue }
            pass.setUniformBuffer(name, buffers[binding.buffer], offset: binding.offset, byteCount: binding.byteCount)
        }
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
        guard indices.offset == 0 else { throw damaged("begins its indices at byte \(indices.offset)") }
        pass.drawIndexed(buffers[indices.buffer], type: indices.type, draw.primitive, first: draw.first, count: draw.count, instances: draw.instanceCount,
                         baseVertex: draw.baseVertex, baseInstance: draw.baseInstance, label: draw.label)
    }

    /// The uniforms, blocks and textures that a draw binds for its program.
    private struct ProgramBindings {
        var uniforms: [UInt32]
        var textures: [RecordedTextureBinding]
        /// The names of the uniform blocks; the index is the block's number in the captured program.
        var blocks: [Int: String]
    }

    /// Returns a draw's bindings for a program with replaced shaders; names decide which bindings belong together. A uniform that
    /// only the new program has keeps its default.
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
        return ProgramBindings(uniforms: words, textures: textures, blocks: blocks)
    }
}
