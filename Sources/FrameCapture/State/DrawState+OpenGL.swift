// DrawState+OpenGL: the state of a draw in OpenGL's vocabulary. A row is a function with its arguments, a capability, or an object with its kind and format.

import CaptureFile
import Raster
import Shading

extension Capture {
    /// Adds everything that a draw depends on, after the draw's name and place.
    func addOpenGL(_ record: RecordedDraw, _ pass: RecordedPass, _ pipeline: RecordedPipeline, _ linked: LinkedProgram, _ frame: CapturedFrame,
                   before event: Int, to state: inout DrawState) throws {
        let table = frame.table, framebuffer = table.framebuffers[pass.framebuffer]
        state.addOpenGLNumbers(record)
        try addArguments(record.arguments, isIndexed: record.indices != nil, frame, before: event, to: &state)
        addProgram(table.programs[pipeline.program], pipeline.program, to: &state)
        try addOpenGLVertices(record, pipeline, frame, before: event, to: &state)
        try addUniforms(record.uniforms, record.uniformBuffers, linked.interface, frame, before: event, to: &state)
        addTextures(record.textures, linked.interface, table, to: &state)
        addMemory(record.storageBuffers, record.images, linked.interface, table, to: &state)
        state.addOpenGLRaster(pipeline.state)
        state.addOpenGLTests(pipeline.state, record, framebuffer)
        state.addOpenGLBlending(pipeline.state, record, framebuffer)
        state.add("glBindFramebuffer", .text(framebuffer.isDefault ? "GL_FRAMEBUFFER, 0" : label(framebuffer.label, pass.framebuffer)), as: "target")
        if !framebuffer.encodesSRGB { state.add("GL_FRAMEBUFFER_SRGB", .text("disabled"), as: "target.encodesSRGB") }
        for (name, attachment) in framebuffer.named {
            state.add(vocabulary.name(name, isDefault: framebuffer.isDefault), .text(text(attachment, framebuffer, table)), as: "target.\(name)")
        }
    }
    /// Describes an image of a framebuffer. An image of the default framebuffer is no object with a name.
    private func text(_ attachment: RecordedAttachment, _ framebuffer: RecordedFramebuffer, _ table: ResourceTable) -> String {
        let texture = table.textures[attachment.texture].descriptor, level = min(max(attachment.level, 0), 16)
        let size = "\(max(1, texture.width >> level))×\(max(1, texture.height >> level))"
        let form = "\(texture.format.openGLName), \(size)" + (texture.samples > 1 ? ", \(texture.samples) samples" : "")
        if framebuffer.isDefault { return form }
        return "\(label(texture.label, attachment.texture)) (\(form))" + (attachment.level > 0 ? ", level \(attachment.level)" : "")
            + (framebuffer.isLayered ? ", all layers" : attachment.slice > 0 ? ", layer \(attachment.slice)" : "")
    }

    /// Adds the vertex attributes, each with the call that describes its array, and the indices.
    private func addOpenGLVertices(_ record: RecordedDraw, _ pipeline: RecordedPipeline, _ frame: CapturedFrame, before event: Int,
                                   to state: inout DrawState) throws {
        for attribute in pipeline.layout.attributes {
            let name = "attribute.\(attribute.name)", form = attribute.format.openGLArguments
            let layout = pipeline.layout.buffers.indices.contains(attribute.slot) ? pipeline.layout.buffers[attribute.slot] : nil
            let binding = record.vertexBuffers.first { $0.slot == attribute.slot }
            let function = form.normalized == nil ? "glVertexAttribIPointer" : "glVertexAttribPointer"
            let arguments = ["\(attribute.slot)", form.size, form.type] + (form.normalized.map { [OpenGLCall.flag($0)] } ?? [])
                + ["\(layout?.stride ?? 0)", "\((binding?.offset ?? 0) + attribute.offset)"]
            let divisor = layout.flatMap { $0.divisor == 0 ? nil : ", glVertexAttribDivisor(\(attribute.slot), \($0.divisor))" } ?? ""
            let buffer = binding.map { label(frame.table.buffers[$0.buffer].label, $0.buffer) } ?? "no buffer"
            state.add(name, "\(function)(\(arguments.joined(separator: ", ")))\(divisor), \(buffer)")
            if let binding { state.add("\(name).hash", "\(try contentHash(ofBuffer: binding.buffer, in: frame, before: event))") }
        }
        for attribute in record.attributes where pipeline.layout.constants[attribute.name] != nil {
            func numbers(_ number: (Int) -> String) -> String { (0..<4).map(number).joined(separator: ", ") }
            let call = switch attribute.value {
            case .float(let v): OpenGLCall("glVertexAttrib4f", numbers { v[$0].shown })
            case .int(let v): OpenGLCall("glVertexAttribI4i", numbers { "\(v[$0])" })
            case .uint(let v): OpenGLCall("glVertexAttribI4ui", numbers { "\(v[$0])" })
            }
            state.add("attribute.\(attribute.name)", call.description)
        }
        guard let indices = record.indices else { return }
        let buffer = label(frame.table.buffers[indices.buffer].label, indices.buffer)
        state.add("GL_ELEMENT_ARRAY_BUFFER", .text("\(buffer), \(indices.type.openGLName) from byte \(indices.offset) on"), as: "indices.buffer")
        state.add("GL_ELEMENT_ARRAY_BUFFER.hash", .text("\(try contentHash(ofBuffer: indices.buffer, in: frame, before: event))"), as: "indices.hash")
    }
}

extension RecordedFramebuffer {
    /// The attachments with their names.
    var named: [(AttachmentName, RecordedAttachment)] {
        let colors = color.enumerated().compactMap { number, attachment in attachment.value.map { (AttachmentName.color(number), $0) } }
        return colors + (depth.map { [(.depth, $0)] } ?? []) + (stencil.map { [(.stencil, $0)] } ?? [])
    }
}

extension DrawState {
    /// Adds the numeric parameters of a draw, such as the count, with the names of OpenGL's parameters.
    fileprivate mutating func addOpenGLNumbers(_ record: RecordedDraw) {
        add("draw.mode", .text(record.primitive.openGLName), as: "draw.primitive")
        if record.indices == nil { add("draw.first", record.first) }
        add("draw.count", record.count)
        add("draw.instancecount", .integer(record.instanceCount), as: "draw.instances")
        if record.indices != nil { add("draw.basevertex", .integer(record.baseVertex), as: "draw.baseVertex") }
        add("draw.baseinstance", .integer(record.baseInstance), as: "draw.baseInstance")
    }

    mutating func addOpenGLTexture(_ name: String, _ object: String, _ binding: RecordedTextureBinding, _ texture: TextureDescriptor, _ lookup: Sampler) {
        func parameter(_ parameter: String, _ value: StateValue, _ setting: String) { add("\(name).\(parameter)", value, as: "\(name).\(setting)") }
        let size = [texture.width, texture.height, texture.depth].prefix(texture.depth > 1 ? 3 : 2).map { "\($0)" }.joined(separator: "×")
        add(name, "\(object) (\(texture.type.openGLName), \(texture.format.openGLName), \(size))")
        if let shape = binding.shape {
            parameter("glTextureView", .text("\(shape.type.openGLName) of \(shape.layerCount) layers from \(shape.firstLayer) on"), "view")
        }
        parameter("GL_TEXTURE_BASE_LEVEL", .integer(binding.firstLevel), "levels")
        parameter("GL_TEXTURE_MAX_LEVEL", .integer(binding.lastLevel), "levels")
        parameter("GL_TEXTURE_MIN_FILTER", .text(lookup.minFilter.openGLName(mip: lookup.mipFilter)), "filter")
        parameter("GL_TEXTURE_MAG_FILTER", .text(lookup.magFilter.openGLName), "filter")
        for (axis, wrap) in [("S", lookup.wrapS), ("T", lookup.wrapT), ("R", lookup.wrapR)] {
            parameter("GL_TEXTURE_WRAP_\(axis)", .text(wrap.openGLName), "wrap")
        }
        parameter("GL_TEXTURE_MIN_LOD", .numbers([lookup.lodMin]), "lod")
        parameter("GL_TEXTURE_MAX_LOD", .numbers([lookup.lodMax]), "lod")
        if lookup.lodBias != 0 { parameter("GL_TEXTURE_LOD_BIAS", .numbers([lookup.lodBias]), "lod") }
        if lookup.maxAnisotropy > 1 { parameter("GL_TEXTURE_MAX_ANISOTROPY", .numbers([lookup.maxAnisotropy]), "anisotropy") }
        let swizzle = [binding.swizzle.red, binding.swizzle.green, binding.swizzle.blue, binding.swizzle.alpha].map(\.openGLName)
        if binding.swizzle != .identity { parameter("GL_TEXTURE_SWIZZLE_RGBA", .text(swizzle.joined(separator: ", ")), "swizzle") }
        if [lookup.wrapS, lookup.wrapT, lookup.wrapR].contains(.clampToBorder) {
            let border = lookup.integerBorderColor.map { color in StateValue.integers((0..<4).map { Int(color[$0]) }) }
            parameter("GL_TEXTURE_BORDER_COLOR", border ?? .numbers((0..<4).map { lookup.borderColor[$0] }), "border")
        }
        if let compare = lookup.compare {
            parameter("GL_TEXTURE_COMPARE_MODE", .text("GL_COMPARE_REF_TO_TEXTURE"), "compare")
            parameter("GL_TEXTURE_COMPARE_FUNC", .text(compare.openGLName), "compare")
        }
        if binding.readsStencil { parameter("GL_DEPTH_STENCIL_TEXTURE_MODE", .text("GL_STENCIL_INDEX"), "readsStencil") }
        if texture.type == .cube || texture.type == .cubeArray {
            parameter("GL_TEXTURE_CUBE_MAP_SEAMLESS", .text(lookup.seamlessCube ? "enabled" : "disabled"), "seamlessCube")
        }
    }

    fileprivate mutating func addCapability(_ name: String, _ isEnabled: Bool, as setting: String) {
        add(name, .text(isEnabled ? "enabled" : "disabled"), as: setting)
    }
    fileprivate mutating func addOpenGLRaster(_ state: RasterState) {
        addCapability("GL_CULL_FACE", state.cull != .none, as: "raster.cull")
        if let face = state.cull.openGLName { add(OpenGLCall("glCullFace", face), as: "raster.cull") }
        add(OpenGLCall("glFrontFace", state.frontFace.openGLName), as: "raster.frontFace")
        if state.polygonMode != .fill { add(OpenGLCall("glPolygonMode", "GL_FRONT_AND_BACK", state.polygonMode.openGLName), as: "raster.polygonMode") }
        if state.provokingVertex != .last { add(OpenGLCall("glProvokingVertex", "GL_FIRST_VERTEX_CONVENTION"), as: "raster.provokingVertex") }
        addCapability("GL_POLYGON_OFFSET_FILL", state.polygonOffset != .none, as: "raster.polygonOffset")
        if state.polygonOffset != .none {
            add(OpenGLCall("glPolygonOffset", state.polygonOffset.factor.shown, state.polygonOffset.units.shown), as: "raster.polygonOffset")
        }
        if state.depthClamp { addCapability("GL_DEPTH_CLAMP", true, as: "raster.depthClamp") }
        addCapability("GL_RASTERIZER_DISCARD", state.rasterizerDiscard, as: "raster.rasterizerDiscard")
        add(OpenGLCall("glLineWidth", state.lineWidth.shown), as: "raster.lineWidth")
        if !state.programPointSize {
            addCapability("GL_PROGRAM_POINT_SIZE", false, as: "raster.programPointSize")
            add(OpenGLCall("glPointSize", state.pointSize.shown), as: "raster.pointSize")
        }
        if state.clipDistances != 0xFF {
            let enabled = (0..<8).filter { state.clipDistances >> $0 & 1 != 0 }.map { "GL_CLIP_DISTANCE\($0)" }
            add("GL_CLIP_DISTANCEi", .text(enabled.isEmpty ? "disabled" : enabled.joined(separator: ", ")), as: "raster.clipDistances")
        }
        if let index = state.restartIndex {
            add(OpenGLCall("glPrimitiveRestartIndex", "\(index)"), as: "raster.restartIndex")
        } else if state.primitiveRestart {
            addCapability("GL_PRIMITIVE_RESTART_FIXED_INDEX", true, as: "raster.primitiveRestart")
        }
        if state.pointSpriteOrigin == .lowerLeft { add("GL_POINT_SPRITE_COORD_ORIGIN", .text("GL_LOWER_LEFT"), as: "raster.pointSpriteOrigin") }
        if !state.multisample { addCapability("GL_MULTISAMPLE", false, as: "raster.multisample") }
        if state.alphaToCoverage { addCapability("GL_SAMPLE_ALPHA_TO_COVERAGE", true, as: "raster.alphaToCoverage") }
        if state.alphaToOne { addCapability("GL_SAMPLE_ALPHA_TO_ONE", true, as: "raster.alphaToOne") }
        if state.minimumSampleShading != 0 { add(OpenGLCall("glMinSampleShading", state.minimumSampleShading.shown), as: "raster.minimumSampleShading") }
        if state.sampleMask != .max {
            // The driver records only one mask. The mask has the samples that GL_SAMPLE_MASK and GL_SAMPLE_COVERAGE both let through.
            add("GL_SAMPLE_MASK_VALUE", .text("0x" + String(state.sampleMask, radix: 16)), as: "raster.sampleMask")
        }
    }

    /// Adds the viewport and the tests. Without a depth image, the depth test always passes; without a stencil image, the stencil test
    /// always passes. In these cases, the driver does not record the test. The capture therefore does not show whether the application
    /// enabled the test.
    fileprivate mutating func addOpenGLTests(_ state: RasterState, _ record: RecordedDraw, _ framebuffer: RecordedFramebuffer) {
        let v = record.viewport
        add(v.openGLCall, as: "viewport")
        add(OpenGLCall("glDepthRange", v.depthNear.shown, v.depthFar.shown), as: "viewport.depth")
        addCapability("GL_SCISSOR_TEST", record.scissor != nil, as: "scissor")
        if let call = record.scissor?.openGLCall { add(call, as: "scissor") }
        if framebuffer.depth == nil {
            add("GL_DEPTH_TEST", .text("without effect, as there is no depth buffer"), as: "depth")
        } else {
            addCapability("GL_DEPTH_TEST", state.depth != nil, as: "depth")
        }
        if let depth = state.depth {
            add(OpenGLCall("glDepthFunc", depth.compare.openGLName), as: "depth.compare")
            add(OpenGLCall("glDepthMask", OpenGLCall.flag(depth.writes)), as: "depth.writes")
        }
        if framebuffer.stencil == nil {
            add("GL_STENCIL_TEST", .text("without effect, as there is no stencil buffer"), as: "stencil")
        } else {
            addCapability("GL_STENCIL_TEST", state.stencil != nil, as: "stencil")
        }
        if let stencil = state.stencil {
            var sides: [String: Int] = [:]
            for call in stencil.openGLCalls(references: (record.stencilReferenceFront, record.stencilReferenceBack)) {
                // A function that is called separately for front faces and back faces has two rows. The names of the rows contain the side,
                // so the names differ.
                sides[call.function, default: 0] += 1
                let name = call.function.hasSuffix("Separate") ? "\(call.function)[\(sides[call.function] == 1 ? "GL_FRONT" : "GL_BACK")]" : call.function
                add(name, .text(call.arguments), as: "stencil.\(name)")
            }
        }
        if record.query >= 0 { add("glBeginQuery", .text("#\(record.query)"), as: "query") }
        if record.feedback >= 0 { add("glBeginTransformFeedback", .text("#\(record.feedback)"), as: "feedback") }
    }

    fileprivate mutating func addOpenGLBlending(_ state: RasterState, _ record: RecordedDraw, _ framebuffer: RecordedFramebuffer) {
        let colors = framebuffer.color.indices.filter { framebuffer.color[$0].value != nil }
        for number in colors {
            // If there are several colour images, functions whose names end with i set the state of one image, and take the image's index.
            let target = state.colorTarget(number), index = colors.count > 1 ? "[\(number)]" : ""
            addCapability("GL_BLEND\(index)", target.blend != nil, as: "blend.color\(number)")
            for call in target.blend?.openGLCalls ?? [] { add(call.function + index, .text(call.arguments), as: "blend.color\(number).color") }
            let mask = target.writeMask.openGLCall
            add(mask.function + index, .text(mask.arguments), as: "blend.color\(number).writeMask")
        }
        if let operation = state.logicOperation { add(OpenGLCall("glLogicOp", operation.openGLName), as: "raster.logicOperation") }
        let c = record.blendColor
        add(OpenGLCall("glBlendColor", c.x.shown, c.y.shown, c.z.shown, c.w.shown), as: "blend.constant")
    }
}

extension CapturedFrame {
    /// Returns a summary of the draw's settings: the calls that an application must make in a new context to get these settings, such as
    /// "glDepthFunc(GL_LESS), glCullFace(GL_BACK)".
    func openGLSettings(of draw: CapturedDraw) -> String {
        let record = recordedDraw(draw), target = table.framebuffers[draw.framebuffer]
        var state = DrawState()
        state.addOpenGLRaster(table.pipelines[record.pipeline].state)
        state.addOpenGLTests(table.pipelines[record.pipeline].state, record, target)
        state.addOpenGLBlending(table.pipelines[record.pipeline].state, record, target)
        let usual: Set<String> = [
            "glFrontFace(GL_CCW)", "glLineWidth(1.0)", "glDepthRange(0.0, 1.0)", "glDepthMask(GL_TRUE)", "glBlendColor(0.0, 0.0, 0.0, 0.0)",
            "glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE)", "glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP)", "glStencilMask(0xff)",
        ]
        // glEnable is left out for these capabilities: their functions, such as glDepthFunc, are listed only if the capability is enabled.
        let described: Set<Substring> = ["GL_CULL_FACE", "GL_POLYGON_OFFSET_FILL", "GL_SCISSOR_TEST", "GL_DEPTH_TEST", "GL_STENCIL_TEST", "GL_BLEND"]
        return state.entries.compactMap { entry -> String? in
            let parts = entry.name.split { "[]".contains($0) }, name = parts[0], index = parts.dropFirst().first.flatMap { Int($0) }
            if name.hasPrefix("GL_") { return entry.value == .text("enabled") && !described.contains(name) ? "glEnable(\(name))" : nil }
            if name == "glViewport" || usual.contains("\(name)(\(entry.value))") { return nil }
            return index.map { "\(name)i(\($0), \(entry.value))" } ?? "\(name)(\(entry.value))"
        }.joined(separator: ", ")
    }
}
