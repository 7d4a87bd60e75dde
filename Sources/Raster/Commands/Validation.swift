// Validation: checks recorded commands before any of them runs. Validation checks each pass, and then checks for each draw of the pass that
// the draw's numbers, buffers, textures and outputs fit the draw's pipeline and target. Validation+Resources checks dispatches, and the
// blocks, textures and images of draws and dispatches. Validation+Feedback and Validation+Copies check transform feedback and copies.
// Resources are checked when they are made, by functions in the folder API.

import Shading

extension Device {
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
                                      remedy: "make the buffer larger, or write less")
                }
            case .dispatch(let call):
                do { try validate(call) } catch { throw error.at(call.place) }
            }
        }
    }

    private func validate(_ pass: RenderPassCommand) throws(RasterError) {
        guard pass.target.owner === self else { throw RasterError.wrongDevice(pass.target.name) }
        try validate(pass.clear, target: pass.target, at: "clear of \(pass.label)")
        if !pass.conditions.isEmpty { try validateConditions(pass) }
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
        try validateFeedback(of: pass)
    }

    /// Checks that no condition of the pass depends on a query with which the same pass counts samples, because such a count is known only
    /// when the pass ends.
    private func validateConditions(_ pass: RenderPassCommand) throws(RasterError) {
        let deciding = Set(pass.conditions.compactMap { $0.condition.map { ObjectIdentifier($0.query) } })
        var draw = 0
        for case .draw(let call) in pass.operations {
            if let query = call.query, deciding.contains(ObjectIdentifier(query)) {
                throw RasterError(.invalidArgument, "the render condition", at: pass.label, "depends on the query in which draw \(draw) of the same pass counts",
                                  remedy: "end the pass after the counted draws, and set the condition in the next pass")
            }
            draw += 1
        }
    }

    private func validate(_ clear: ClearValues, target: Framebuffer, at place: String) throws(RasterError) {
        for (i, attachment) in target.color.enumerated() {
            guard let attachment, let value = clear.color(i) else { continue }
            guard value.fits(attachment.texture.format) else {
                throw RasterError(.invalidFormat, "clear value of colour \(i)", at: place, "does not match format \(attachment.texture.format)",
                                  remedy: "use .float, .int or .uint to match the format")
            }
        }
    }
}

// MARK: Draws

extension Device {
    /// - Parameter last: The valid draw before this draw in the pass. Parts that both draws have in common are checked only once.
    func validate(_ call: DrawCall, target: Framebuffer, after last: DrawCall?) throws(RasterError) {
        if let last, call.settings === last.settings, !call.settings.writesMemory, call.primitive == last.primitive,
           call.baseVertex == last.baseVertex, call.readsSame(as: last) { return }
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
        if !isKnown || !call.hasTextures(of: last) || call.writesMemory { try validateTextures(call, target: target) }
        if call.writesMemory { try validateWrites(call) }
        if !call.images.isEmpty { try validateImages(call, target: target) }
        if !isKnown { try validateOutputs(call, target: target) }
        try validateFeedback(call)
        try validatePrimitives(call)
    }

    /// Checks that the draw's primitives match the geometry shader's input layout (OpenGL 4.6 §11.3.1).
    private func validatePrimitives(_ call: DrawCall) throws(RasterError) {
        let program = call.pipeline.program
        guard let input = program.linked.geometry?.geometryLayout?.input, call.primitive.geometryInput != input else { return }
        let fitting = PrimitiveType.allCases.filter { $0.geometryInput == input }.map { ".\($0)" }
        throw RasterError(.invalidArgument, "draw", "has primitives .\(call.primitive), but the geometry shader of \(program.name) reads \(input.name)",
                          remedy: "draw \(fitting.joined(separator: ", ")), or write layout(\(call.primitive.geometryInput.name)) in")
    }

    func validate(_ scissor: PixelRect?) throws(RasterError) {
        guard let s = scissor else { return }
        guard PixelRect.places.contains(s.x), PixelRect.places.contains(s.y), PixelRect.sizes.contains(s.width), PixelRect.sizes.contains(s.height) else {
            throw RasterError(.invalidArgument, "scissor", "is \(s.width)×\(s.height) at (\(s.x), \(s.y))", remedy: "use places of −2³⁰ to 2³⁰ and sizes of 0 to 2³⁰ pixels")
        }
    }

    private func validateBuffers(_ call: DrawCall) throws(RasterError) {
        let layout = call.pipeline.vertexLayout
        if let indices = call.indices {
            guard indices.buffer.owner === self else { throw RasterError.wrongDevice(indices.buffer.name) }
            if !call.isRobust, let elements = indices.buffer.elements, !elements.areBytes, elements.index != indices.type {
                throw RasterError(.invalidFormat, "index \(indices.buffer.name)", "has elements of \(elements.name), but is read as \(indices.type)",
                                  remedy: elements.index.map { "use type: .\($0), or leave the type out" } ?? "fill it with UInt16 or UInt32")
            }
            let needed = (call.first + call.count) * indices.type.byteCount + indices.offset
            guard needed <= indices.buffer.byteCount else {
                throw RasterError(.bufferTooSmall, "index \(indices.buffer.name)", "has \(indices.buffer.byteCount) bytes, but \(call.count) indices from \(call.first) need \(needed)",
                                  remedy: "draw fewer, or make the buffer larger")
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
                continue   // Indices are data: an index outside of the buffer is valid and reads zeros.
            }
            // The number of bytes from the end of the first element's attribute to the end of the buffer; each term is below 2³³, so the
            // difference does not overflow.
            let room = binding.buffer.byteCount - binding.offset - offset - format.byteCount
            guard call.isRobust || (room >= 0 && (buffer.stride == 0 || last <= room / buffer.stride)) else {
                throw RasterError(.bufferTooSmall, "vertex \(binding.buffer.name) at slot \(slot)",
                                  "has \(binding.buffer.byteCount) bytes; element \(last), \(buffer.stride) bytes each from \(binding.offset) on, lies outside",
                                  remedy: "draw fewer, or make the buffer larger")
            }
        }
        try validateBlocks(call, isRobust: call.isRobust)
    }

    /// Checks that a sampler of the shader can read the texture.
    func validate(_ binding: TextureBinding, for sampler: SamplerUniform) throws(RasterError) {
        let texture = binding.texture
        let subject = "sampler '\(sampler.name)'"
        guard binding.view.dimension == sampler.dimension else {
            throw RasterError(.samplerTypeMismatch, subject, "needs \(sampler.dimension), but \(texture.name) is \(binding.view.dimension)",
                              remedy: "bind a texture of that type")
        }
        let resultType = binding.view.resultType
        guard resultType == sampler.resultType else {
            throw RasterError(.samplerTypeMismatch, subject, "returns \(sampler.resultType), but \(texture.name) has format \(texture.format)",
                              remedy: "use a sampler type for the format")
        }
        try binding.view.validate(subject)
        let lookup = binding.sampler
        guard !lookup.lodBias.isNaN, !lookup.lodMin.isNaN, !lookup.lodMax.isNaN, !lookup.maxAnisotropy.isNaN else {
            throw RasterError(.invalidArgument, subject, "has level of detail \(lookup.lodMin) to \(lookup.lodMax) with bias \(lookup.lodBias) and anisotropy \(lookup.maxAnisotropy)",
                              remedy: "use numbers")
        }
        if sampler.dimension == .rectangle {
            let modes = [lookup.wrapS, lookup.wrapT]
            guard lookup.mipFilter == .none, modes.allSatisfy({ $0 == .clampToEdge || $0 == .clampToBorder }) else {
                throw RasterError(.invalidArgument, subject, "reads a rectangle with mip filter \(lookup.mipFilter) and wrap modes \(lookup.wrapS) and \(lookup.wrapT)",
                                  remedy: "use no mip filter, and .clampToEdge or .clampToBorder")
            }
        }
        let readsDepth = texture.format.hasDepth && !binding.view.readsStencil
        if sampler.isShadow && !(readsDepth && binding.sampler.compare != nil) {
            throw RasterError(.samplerTypeMismatch, subject, "is a shadow sampler, but \(texture.name) has format \(texture.format) and compare \(String(describing: binding.sampler.compare))",
                              remedy: "bind a depth texture with a sampler that compares")
        }
        if !sampler.isShadow && binding.sampler.compare != nil && readsDepth {
            throw RasterError(.samplerTypeMismatch, subject, "is not a shadow sampler, but its sampler compares", remedy: "set compare to nil")
        }
    }

    private func validateOutputs(_ call: DrawCall, target: Framebuffer) throws(RasterError) {
        let state = call.pipeline.state
        for output in call.pipeline.program.linked.fragment.outputs where output.blendIndex == 0 {
            let count: Int = if case .array(_, let n) = output.type { n } else { 1 }
            for location in output.location..<(output.location + count) where location < target.color.count {
                guard let attachment = target.color[location] else { continue }
                // A draw of a device with `robustAccess` writes nothing to an image whose format does not fit the output.
                guard output.fits(attachment.texture.format) || (call.isRobust && state.colorTarget(location).writeMask.isEmpty) else {
                    throw RasterError(.attachmentMismatch, "fragment output '\(output.name)'", "is \(output.type.glslName), but colour \(location) has format \(attachment.texture.format)",
                                      remedy: "make the output's type match the attachment")
                }
                if attachment.texture.format.isInteger, state.colorTarget(location).blend != nil {
                    throw RasterError(.unsupported, "blending of colour \(location)", "is not defined for format \(attachment.texture.format)", remedy: "switch blending off")
                }
            }
        }
    }
}

extension InterfaceVariable {
    /// Returns whether a fragment output can be stored in a format. An integer output fits formats of the same kind of integers, and a
    /// float output fits all formats without integers.
    func fits(_ format: PixelFormat) -> Bool {
        switch type.scalarKind {
        case .int: format.kind == .int
        case .uint: format.kind == .uint
        default: format.kind != .int && format.kind != .uint
        }
    }
}

extension ClearColor {
    /// Returns whether the clear value has the kind of number that a format's channels hold.
    func fits(_ format: PixelFormat) -> Bool {
        switch self {
        case .float: format.kind != .int && format.kind != .uint
        case .int: format.kind == .int
        case .uint: format.kind == .uint
        }
    }
}
