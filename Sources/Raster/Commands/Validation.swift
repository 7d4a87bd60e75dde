// Validation: everything that can be refused about resources, pipelines and recorded commands, before anything runs.

import Shading

extension TextureDescriptor {
    func validate() throws(RasterError) {
        let subject = label.isEmpty ? "texture" : "texture '\(label)'"
        let limit = Device.maximumTextureSize
        guard (1...limit).contains(width), (1...limit).contains(height), (1...limit).contains(depth) else {
            throw RasterError(.invalidSize, subject, "cannot be \(width)×\(height)×\(depth)", remedy: "use 1 to \(limit) texels a side")
        }
        if type == .cube && width != height {
            throw RasterError(.invalidSize, subject, "is a cube of \(width)×\(height) faces", remedy: "make the faces square")
        }
        if (type == .d2 || type == .cube) && depth != 1 {
            throw RasterError(.invalidSize, subject, "has depth \(depth)", remedy: "use depth 1, or type .d3 or .d2Array")
        }
        let full = TextureDescriptor.fullMipLevelCount(width: width, height: height, depth: type == .d3 ? depth : 1)
        guard (1...full).contains(mipLevels) else {
            throw RasterError(.invalidSize, subject, "cannot have \(mipLevels) mip levels", remedy: "use 1 to \(full)")
        }
        guard samples == 1 || samples == 4 else {
            throw RasterError(.unsupported, subject, "asks for \(samples) samples", remedy: "use 1 or 4")
        }
        if samples > 1 && (type != .d2 || mipLevels != 1) {
            throw RasterError(.unsupported, subject, "is multisampled and not a plain 2D image", remedy: "use type .d2 with one level")
        }
        let bytes = width.multipliedReportingOverflow(by: height).partialValue * slices * samples * format.bytesPerTexel
        guard bytes <= 1 << 33 else {
            throw RasterError(.outOfMemory, subject, "would take \(bytes) bytes", remedy: "stay under 8 GiB")
        }
    }
}

extension RasterState {
    func validate(program: Program) throws(RasterError) {
        func require(_ ok: Bool, _ what: String, _ problem: String, _ remedy: String) throws(RasterError) {
            if !ok { throw RasterError(.invalidArgument, "\(what) of a pipeline with \(program.name)", problem, remedy: remedy) }
        }
        try require(lineWidth > 0 && lineWidth <= Device.maximumLineWidth, "lineWidth", "is \(lineWidth)", "use a width above 0 and up to \(Device.maximumLineWidth) pixels")
        try require(pointSize > 0 && pointSize <= Device.maximumPointSize, "pointSize", "is \(pointSize)", "use a size above 0 and up to \(Device.maximumPointSize) pixels")
        try require(polygonOffset.factor.isFinite && polygonOffset.units.isFinite, "polygonOffset", "is not finite", "use finite values")
        try require(colorTargets.count <= 8, "colorTargets", "has \(colorTargets.count) entries", "use at most 8")
    }
}

extension Device {
    func resolveVertexFetch(program: Program, layout: VertexLayout) throws(RasterError) -> [VertexFetch] {
        let range = VertexLayout.range
        guard layout.buffers.count <= VertexLayout.maximumSlotCount else {
            throw RasterError(.invalidArgument, "vertex layout", "has \(layout.buffers.count) buffers", remedy: "use at most \(VertexLayout.maximumSlotCount)")
        }
        for (slot, buffer) in layout.buffers.enumerated() where !range.contains(buffer.stride) || !range.contains(buffer.divisor) {
            throw RasterError(.invalidArgument, "vertex layout", at: "slot \(slot)", "has stride \(buffer.stride) and divisor \(buffer.divisor)", remedy: "use 0 to 2³¹ − 1")
        }
        var byName: [String: VertexAttribute] = [:]
        for attribute in layout.attributes {
            guard (1...4).contains(attribute.format.componentCount) else {
                throw RasterError(.invalidFormat, "attribute '\(attribute.name)'", "has \(attribute.format.componentCount) components", remedy: "use 1 to 4")
            }
            guard layout.buffers.indices.contains(attribute.slot) else {
                throw RasterError(.invalidArgument, "attribute '\(attribute.name)'", "uses slot \(attribute.slot), the layout has \(layout.buffers.count)",
                                  remedy: "describe that slot in `buffers`")
            }
            guard range.contains(attribute.offset) else {
                throw RasterError(.invalidArgument, "attribute '\(attribute.name)'", "has offset \(attribute.offset)", remedy: "use 0 to 2³¹ − 1 bytes")
            }
            byName[attribute.name] = attribute
        }
        var result: [VertexFetch] = []
        for input in program.linked.vertex.inputs {
            for (suffix, type, offset) in columns(of: input.type) {
                let name = input.name + suffix
                let scalar = type.scalarKind
                var fetch = VertexFetch(source: .constant(.init(0, 0, 0, 1)), firstComponent: input.firstSlot + offset,
                                        componentCount: type.scalarCount, type: scalar)
                if let attribute = byName[name] {
                    guard attribute.format.isInteger == (scalar != .float) else {
                        throw RasterError(.attributeTypeMismatch, "attribute '\(name)' of \(program.name)", "is \(type.glslName), its layout entry is \(attribute.format)",
                                          remedy: scalar == .float ? "use .scaled, .normalized or .float" : "use .integer")
                    }
                    fetch.source = .buffer(slot: attribute.slot, offset: attribute.offset, format: attribute.format)
                } else if let constant = layout.constants[name] {
                    fetch.source = .constant(constant)
                } else {
                    let known = layout.attributes.map(\.name).sorted().joined(separator: ", ")
                    throw RasterError(.unknownAttribute, "attribute '\(name)' of \(program.name)", "is not in the vertex layout (\(known))",
                                      remedy: "add an entry for it, or a constant")
                }
                result.append(fetch)
            }
        }
        return result
    }

    /// The columns of an attribute: name suffix, column type, first scalar.
    private func columns(of type: ValueType) -> [(String, ValueType, Int)] {
        switch type {
        case .matrix(let c, let r): return (0..<c).map { ("[\($0)]", .vector(.float, r), $0 * r) }
        case .array(let element, let n):
            return (0..<n).flatMap { i in columns(of: element).map { ("[\(i)]" + $0.0, $0.1, i * element.scalarCount + $0.2) } }
        default: return [("", type, 0)]
        }
    }

    func validatedFramebuffer(color: [Attachment?], depth: Attachment?, stencil: Attachment?, label: String) throws(RasterError) -> Framebuffer {
        let subject = label.isEmpty ? "framebuffer" : "framebuffer '\(label)'"
        guard color.count <= 8 else {
            throw RasterError(.incompleteFramebuffer, subject, "has \(color.count) colour attachments", remedy: "use at most 8")
        }
        let all = color.enumerated().compactMap { i, a in a.map { ("colour \(i)", $0) } }
            + [("depth", depth), ("stencil", stencil)].compactMap { name, a in a.map { (name, $0) } }
        guard let (_, first) = all.first else {
            throw RasterError(.incompleteFramebuffer, subject, "has no attachments", remedy: "attach at least one image")
        }
        func size(_ a: Attachment) -> (Int, Int) {
            let l = a.texture.storage.levels[a.level]
            return (l.width, l.height)
        }
        for (name, a) in all {
            guard a.texture.owner === self else { throw RasterError.wrongDevice(a.texture.name) }
            guard a.texture.storage.levels.indices.contains(a.level), a.slice >= 0, a.slice < a.texture.storage.levels[a.level].slices else {
                throw RasterError(.incompleteFramebuffer, subject, at: "\(name) attachment", "names level \(a.level), slice \(a.slice), which \(a.texture.name) lacks",
                                  remedy: "use a level and slice it has")
            }
            let format = a.texture.format
            let fits = name == "depth" ? format.hasDepth : name == "stencil" ? format.hasStencil : format.isColorRenderable
            guard fits else {
                throw RasterError(.incompleteFramebuffer, subject, at: "\(name) attachment", "has format \(format)",
                                  remedy: "use a \(name == "depth" || name == "stencil" ? name : "colour-renderable") format")
            }
        }
        for (name, a) in all {
            guard size(a) == size(first), a.texture.descriptor.samples == first.texture.descriptor.samples else {
                throw RasterError(.attachmentMismatch, subject, at: "\(name) attachment", "is \(size(a).0)×\(size(a).1) with \(a.texture.descriptor.samples) samples, not \(size(first).0)×\(size(first).1) with \(first.texture.descriptor.samples)",
                                  remedy: "give all attachments one size and sample count")
            }
        }
        if let depth, let stencil, depth.texture.format.hasStencil, !depth.isSameImage(as: stencil) {
            throw RasterError(.attachmentMismatch, subject, at: "stencil attachment", "differs from the depth attachment, whose format has stencil too",
                              remedy: "use the same image for both, or formats with one aspect")
        }
        let (width, height) = size(first)
        return Framebuffer(width: width, height: height, samples: first.texture.descriptor.samples, color: color, depth: depth, stencil: stencil,
                           label: label, device: self)
    }

    func validate(_ commands: [Command]) throws(RasterError) {
        for (index, command) in commands.enumerated() {
            switch command {
            case .renderPass(let pass): try validate(pass)
            case .copyTexture(let copy): try validate(copy, at: "command \(index)")
            case .blit(let blit): try validate(blit, at: "command \(index)")
            case .generateMipmaps(let texture):
                guard texture.owner === self else { throw RasterError.wrongDevice(texture.name) }
                guard texture.format.isFilterable, texture.format.isColor else {
                    throw RasterError(.unsupported, texture.name, at: "command \(index)", "has format \(texture.format), which is not filterable",
                                      remedy: "fill its levels yourself")
                }
            case .updateBuffer(let buffer, let offset, let bytes):
                guard buffer.owner === self else { throw RasterError.wrongDevice(buffer.name) }
                guard offset >= 0, bytes.count <= buffer.byteCount, offset <= buffer.byteCount - bytes.count else {
                    throw RasterError(.bufferTooSmall, buffer.name, at: "command \(index)", "has \(buffer.byteCount) bytes, not room for \(bytes.count) at offset \(offset)",
                                      remedy: "make it larger, or write less")
                }
            }
        }
    }

    private func validate(_ pass: RenderPassCommand) throws(RasterError) {
        guard pass.target.owner === self else { throw RasterError.wrongDevice(pass.target.name) }
        try validate(pass.clear, target: pass.target, at: "clear of \(pass.label)")
        var draw = 0
        var last: DrawCall?
        for operation in pass.operations {
            switch operation {
            case .draw(let call):
                do { try validate(call, target: pass.target, after: last) } catch {
                    throw error.at("draw \(draw)\(call.label.isEmpty ? "" : " '\(call.label)'") of \(pass.label)")
                }
                draw += 1
                last = call
            case .clear(let clear):
                do { try validate(clear.scissor) } catch { throw error.at("clear in \(pass.label)") }
                try validate(clear.values, target: pass.target, at: "clear in \(pass.label)")
            case .pushGroup, .popGroup: break
            }
        }
    }

    private func validate(_ clear: ClearValues, target: Framebuffer, at place: String) throws(RasterError) {
        for (i, attachment) in target.color.enumerated() {
            guard let attachment, let value = clear.color(i) else { continue }
            let kind = attachment.texture.format.kind
            let fits = switch value { case .float: kind != .int && kind != .uint; case .int: kind == .int; case .uint: kind == .uint }
            guard fits else {
                throw RasterError(.invalidFormat, "clear value of colour \(i)", at: place, "does not match format \(attachment.texture.format)",
                                  remedy: "use .float, .int or .uint as the format is")
            }
        }
    }

    /// - Parameter last: the valid draw before this one in the pass, whose pipeline and textures need not be looked at again.
    private func validate(_ call: DrawCall, target: Framebuffer, after last: DrawCall?) throws(RasterError) {
        let pipeline = call.pipeline, isKnown = last?.pipeline === pipeline
        guard isKnown || pipeline.owner === self else { throw RasterError.wrongDevice(pipeline.name) }
        func check(_ what: String, _ value: Int) throws(RasterError) {
            guard value >= 0, value <= Int(Int32.max) else { throw RasterError(.invalidArgument, what, "is \(value)", remedy: "use 0 to 2³¹ − 1") }
        }
        try check("first", call.first)
        try check("count", call.count)
        try check("instances", call.instanceCount)
        try check("base instance", call.baseInstance)
        guard (Int(Int32.min)...Int(Int32.max)).contains(call.baseVertex) else {
            throw RasterError(.invalidArgument, "base vertex", "is \(call.baseVertex)", remedy: "use −2³¹ to 2³¹ − 1")
        }
        guard call.count * call.instanceCount <= Device.maximumVertexCount else {
            throw RasterError(.invalidArgument, "draw", "has \(call.count) vertices of \(call.instanceCount) instances", remedy: "draw at most 2³² vertices at once")
        }
        let v = call.viewport
        guard v.x.isFinite, v.y.isFinite, v.width.isFinite, v.height.isFinite, v.width >= 0, v.height >= 0,
              v.width <= 32768, v.height <= 32768, abs(v.x) <= 32768, abs(v.y) <= 32768, v.depthNear.isFinite, v.depthFar.isFinite else {
            throw RasterError(.invalidArgument, "viewport", "is (\(v.x), \(v.y), \(v.width), \(v.height))", remedy: "use finite sizes of 0 to 32768 pixels")
        }
        try validate(call.scissor)
        if !isKnown || !call.readsSame(as: last) { try validateBuffers(call) }
        if !isKnown || !call.hasTextures(of: last) { try validateTextures(call, target: target) }
        if !isKnown { try validateOutputs(call, target: target) }
    }

    private func validate(_ scissor: PixelRect?) throws(RasterError) {
        guard let s = scissor else { return }
        guard PixelRect.places.contains(s.x), PixelRect.places.contains(s.y), PixelRect.sizes.contains(s.width), PixelRect.sizes.contains(s.height) else {
            throw RasterError(.invalidArgument, "scissor", "is \(s.width)×\(s.height) at (\(s.x), \(s.y))", remedy: "use places of −2³⁰ to 2³⁰ and sizes of 0 to 2³⁰ pixels")
        }
    }

    private func validateBuffers(_ call: DrawCall) throws(RasterError) {
        let layout = call.pipeline.vertexLayout
        if let indices = call.indices {
            guard indices.buffer.owner === self else { throw RasterError.wrongDevice(indices.buffer.name) }
            let needed = (call.first + call.count) * indices.type.byteCount + indices.offset
            guard needed <= indices.buffer.byteCount else {
                throw RasterError(.bufferTooSmall, "index \(indices.buffer.name)", "has \(indices.buffer.byteCount) bytes, \(call.count) indices from \(call.first) need \(needed)",
                                  remedy: "draw fewer, or make it larger")
            }
            if call.pipeline.state.primitiveRestart {
                try memory.require(PrimitiveSource.byteCountOfRuns(indexCount: call.count), for: "draw with primitive restart")
            }
        }
        guard call.count > 0, call.instanceCount > 0 else { return }
        for fetch in call.pipeline.fetch {
            guard case .buffer(let slot, let offset, let format) = fetch.source else { continue }
            guard slot < call.vertexBuffers.count, let binding = call.vertexBuffers[slot] else {
                throw RasterError(.missingVertexBuffer, "vertex buffer slot \(slot)", "is empty", remedy: "call setVertexBuffer(_, slot: \(slot))")
            }
            guard binding.buffer.owner === self else { throw RasterError.wrongDevice(binding.buffer.name) }
            let buffer = layout.buffers[slot]
            let last: Int
            if buffer.divisor > 0 {
                last = call.baseInstance + (call.instanceCount - 1) / buffer.divisor
            } else if call.indices == nil {
                last = call.first + call.count - 1
            } else {
                continue   // indices are data: what lies outside reads as zero
            }
            // Bytes behind the first element; each term is below 2³³.
            let room = binding.buffer.byteCount - binding.offset - offset - format.byteCount
            guard room >= 0, buffer.stride == 0 || last <= room / buffer.stride else {
                throw RasterError(.bufferTooSmall, "vertex \(binding.buffer.name) at slot \(slot)",
                                  "has \(binding.buffer.byteCount) bytes; element \(last), \(buffer.stride) bytes each from \(binding.offset) on, lies outside",
                                  remedy: "draw fewer, or make it larger")
            }
        }
        for (i, block) in call.pipeline.program.linked.interface.uniformBlocks.enumerated().dropFirst() {
            guard let binding = call.uniformBuffers[i - 1] else {
                throw RasterError(.missingUniformBuffer, "uniform block '\(block.name)'", "has no buffer", remedy: "call setUniformBuffer(\"\(block.name)\", …)")
            }
            guard binding.buffer.owner === self else { throw RasterError.wrongDevice(binding.buffer.name) }
            guard binding.offset % 4 == 0 else {
                throw RasterError(.invalidArgument, "uniform \(binding.buffer.name)", "is bound at offset \(binding.offset)", remedy: "use a multiple of 4 bytes")
            }
            guard binding.byteCount >= block.byteCount else {
                throw RasterError(.bufferTooSmall, "uniform \(binding.buffer.name)", "gives \(binding.byteCount) bytes, block '\(block.name)' has \(block.byteCount)",
                                  remedy: "bind at least that many")
            }
        }
    }

    private func validateTextures(_ call: DrawCall, target: Framebuffer) throws(RasterError) {
        for sampler in call.pipeline.program.linked.interface.samplers {
            for unit in sampler.unit..<(sampler.unit + sampler.count) {
                guard let binding = call.textures[unit] else { continue }
                let texture = binding.texture
                let subject = "sampler '\(sampler.name)'"
                guard texture.owner === self else { throw RasterError.wrongDevice(texture.name) }
                guard texture.descriptor.samples == 1 else {
                    throw RasterError(.unsupported, subject, "reads multisampled \(texture.name)", remedy: "resolve it first")
                }
                let dimension: TextureDimension = switch texture.descriptor.type { case .d2: .d2; case .d3: .d3; case .cube: .cube; case .d2Array: .d2Array }
                guard dimension == sampler.dimension else {
                    throw RasterError(.samplerTypeMismatch, subject, "wants \(sampler.dimension), \(texture.name) is \(texture.descriptor.type)",
                                      remedy: "bind a texture of that type")
                }
                let resultType: ScalarType = switch texture.format.kind { case .int: .int; case .uint, .stencil: .uint; default: .float }
                guard resultType == sampler.resultType else {
                    throw RasterError(.samplerTypeMismatch, subject, "gives \(sampler.resultType), \(texture.name) has format \(texture.format)",
                                      remedy: "use a sampler of the format's kind")
                }
                guard binding.levels.lowerBound >= 0, binding.levels.upperBound < texture.descriptor.mipLevels else {
                    throw RasterError(.incompleteTexture, subject, "reads levels \(binding.levels), \(texture.name) has \(texture.descriptor.mipLevels)",
                                      remedy: "use levels it has")
                }
                let lookup = binding.sampler
                guard !lookup.lodBias.isNaN, !lookup.lodMin.isNaN, !lookup.lodMax.isNaN, !lookup.maxAnisotropy.isNaN else {
                    throw RasterError(.invalidArgument, subject, "has level of detail \(lookup.lodMin) to \(lookup.lodMax) with bias \(lookup.lodBias) and anisotropy \(lookup.maxAnisotropy)",
                                      remedy: "use numbers")
                }
                if sampler.isShadow && !(texture.format.hasDepth && binding.sampler.compare != nil) {
                    throw RasterError(.samplerTypeMismatch, subject, "is a shadow sampler; \(texture.name) with format \(texture.format) and compare \(String(describing: binding.sampler.compare)) is not for one",
                                      remedy: "bind a depth texture with a sampler that compares")
                }
                if !sampler.isShadow && binding.sampler.compare != nil && texture.format.hasDepth {
                    throw RasterError(.samplerTypeMismatch, subject, "is no shadow sampler, but its sampler compares", remedy: "set compare to nil")
                }
                for attachment in target.attachments where attachment.texture === texture && binding.levels.contains(attachment.level) {
                    throw RasterError(.feedbackLoop, subject, "reads \(texture.name), which the pass renders to",
                                      remedy: "read another texture, or limit `levels` to ones that are not written")
                }
            }
        }
    }

    private func validateOutputs(_ call: DrawCall, target: Framebuffer) throws(RasterError) {
        let state = call.pipeline.state
        for output in call.pipeline.program.linked.fragment.outputs where output.blendIndex == 0 {
            let count: Int = if case .array(_, let n) = output.type { n } else { 1 }
            for location in output.location..<(output.location + count) where location < target.color.count {
                guard let attachment = target.color[location] else { continue }
                let kind = attachment.texture.format.kind
                let scalar = output.type.scalarKind
                let fits = switch scalar { case .int: kind == .int; case .uint: kind == .uint; default: kind != .int && kind != .uint }
                guard fits else {
                    throw RasterError(.attachmentMismatch, "fragment output '\(output.name)'", "is \(output.type.glslName), colour \(location) has format \(attachment.texture.format)",
                                      remedy: "make the output's type match the attachment")
                }
                if attachment.texture.format.isInteger, state.colorTarget(location).blend != nil {
                    throw RasterError(.unsupported, "blending of colour \(location)", "is not defined for format \(attachment.texture.format)", remedy: "switch blending off")
                }
            }
        }
    }

    private func validate(_ copy: CopyTextureCommand, at place: String) throws(RasterError) {
        for texture in [copy.source, copy.destination] where texture.owner !== self { throw RasterError.wrongDevice(texture.name) }
        guard copy.source.format.bytesPerTexel == copy.destination.format.bytesPerTexel, copy.source.descriptor.samples == copy.destination.descriptor.samples else {
            throw RasterError(.invalidFormat, "copy from \(copy.source.name) to \(copy.destination.name)", at: place, "is between \(copy.source.format) and \(copy.destination.format)",
                              remedy: "use formats of equal size, or blit")
        }
        var region = copy.sourceRegion
        try copy.source.checkRegion(region, level: copy.sourceLevel, at: place)
        region.x = copy.destinationX; region.y = copy.destinationY; region.z = copy.destinationZ
        try copy.destination.checkRegion(region, level: copy.destinationLevel, at: place)
    }

    private func validate(_ blit: BlitCommand, at place: String) throws(RasterError) {
        func check(_ a: Attachment, _ c: (x0: Int, y0: Int, x1: Int, y1: Int)) throws(RasterError) {
            guard a.texture.owner === self else { throw RasterError.wrongDevice(a.texture.name) }
            // Corners elsewhere lie in no image; those that may are subtracted without overflow.
            guard [c.x0, c.y0, c.x1, c.y1].allSatisfy((0...Device.maximumTextureSize).contains) else {
                throw RasterError(.invalidArgument, "corners (\(c.x0), \(c.y0)) and (\(c.x1), \(c.y1))", at: place, "do not lie in \(a.texture.name)", remedy: "stay inside the level")
            }
            let region = TextureRegion(x: min(c.x0, c.x1), y: min(c.y0, c.y1), z: a.slice, width: abs(c.x1 - c.x0), height: abs(c.y1 - c.y0))
            try a.texture.checkRegion(region, level: a.level, at: place)
        }
        try check(blit.source, blit.sourceCorners)
        try check(blit.destination, blit.destinationCorners)
        let s = blit.source.texture, d = blit.destination.texture
        let subject = "blit from \(s.name) to \(d.name)"
        guard d.descriptor.samples == 1 || d.descriptor.samples == s.descriptor.samples else {
            throw RasterError(.unsupported, subject, at: place, "writes a multisampled image", remedy: "blit into a single-sampled one")
        }
        let sameSize = abs(blit.sourceCorners.x1 - blit.sourceCorners.x0) == abs(blit.destinationCorners.x1 - blit.destinationCorners.x0)
            && abs(blit.sourceCorners.y1 - blit.sourceCorners.y0) == abs(blit.destinationCorners.y1 - blit.destinationCorners.y0)
        guard s.descriptor.samples == 1 || sameSize else {
            throw RasterError(.unsupported, subject, at: place, "scales a multisampled image", remedy: "resolve it at its own size first")
        }
        if s.format.isColor != d.format.isColor || (!s.format.isColor && s.format != d.format) {
            throw RasterError(.invalidFormat, subject, at: place, "is between \(s.format) and \(d.format)", remedy: "depth and stencil blits need one format on both sides")
        }
        if s.format.isColor && (s.format.isInteger || d.format.isInteger) && s.format.kind != d.format.kind {
            throw RasterError(.invalidFormat, subject, at: place, "is between \(s.format) and \(d.format)", remedy: "integer formats blit to the same kind only")
        }
        if blit.filter == .linear && !(s.format.isFilterable && s.format.isColor) {
            throw RasterError(.unsupported, subject, at: place, "filters format \(s.format)", remedy: "use .nearest")
        }
    }
}

extension DrawCall {
    /// Whether the same elements of the same buffers are read as by another draw. May say no where they are.
    fileprivate func readsSame(as other: DrawCall?) -> Bool {
        guard let other, first == other.first, count == other.count, instanceCount == other.instanceCount, baseInstance == other.baseInstance,
              indices?.buffer === other.indices?.buffer, indices?.type == other.indices?.type, indices?.offset == other.indices?.offset else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
    }

    /// Whether the draw has all settings of `other`: only its vertices, its count and the values of uniforms may differ. It may say
    /// no although the settings are equal.
    func hasSettings(of other: DrawCall) -> Bool {
        guard pipeline === other.pipeline, baseVertex == other.baseVertex, baseInstance == other.baseInstance, uniforms.count == other.uniforms.count,
              viewport == other.viewport, scissor == other.scissor, blendColor == other.blendColor,
              stencilReferenceFront == other.stencilReferenceFront, stencilReferenceBack == other.stencilReferenceBack else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
            && Self.areShared(textures, other.textures)
    }

    /// Whether two arrays are one, as those of draws are until an element is set.
    private static func areShared<Element>(_ a: [Element], _ b: [Element]) -> Bool {
        a.count == b.count && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.isEmpty || a.baseAddress == b.baseAddress } }
    }

    /// Whether the same textures are bound as for another draw. May say no where they are.
    package func hasTextures(of other: DrawCall?) -> Bool {
        guard let other, textures.count == other.textures.count else { return false }
        return Self.areShared(textures, other.textures) || zip(textures, other.textures).allSatisfy { a, b in
            a?.texture === b?.texture && a?.sampler == b?.sampler && a?.levels == b?.levels
        }
    }
}

extension Texture {
    /// Throws unless the box lies inside the level.
    package func checkRegion(_ region: TextureRegion, level: Int, at place: String = "") throws(RasterError) {
        guard storage.levels.indices.contains(level) else {
            throw RasterError(.invalidArgument, name, at: place, "has no level \(level)", remedy: "it has \(descriptor.mipLevels)")
        }
        let l = storage.levels[level]
        func inside(_ start: Int, _ count: Int, _ limit: Int) -> Bool { start >= 0 && count >= 0 && start <= limit && count <= limit - start }
        guard inside(region.x, region.width, l.width), inside(region.y, region.height, l.height), inside(region.z, region.depth, l.slices) else {
            throw RasterError(.invalidArgument, "region \(region.width)×\(region.height)×\(region.depth) at (\(region.x), \(region.y), \(region.z))", at: place,
                              "does not lie in level \(level) of \(name) (\(l.width)×\(l.height)×\(l.slices))", remedy: "stay inside the level")
        }
    }
}
