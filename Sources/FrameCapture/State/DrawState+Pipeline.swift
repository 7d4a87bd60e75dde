// DrawState+Pipeline: the fixed settings of a draw, from raster state to targets.

import Raster

extension DrawState {
    mutating func addRaster(_ raster: RasterState) {
        add("raster.cull", "\(raster.cull)")
        add("raster.frontFace", "\(raster.frontFace)")
        add("raster.polygonMode", "\(raster.polygonMode)")
        add("raster.provokingVertex", "\(raster.provokingVertex)")
        add("raster.polygonOffset", raster.polygonOffset.factor, raster.polygonOffset.units)
        add("raster.depthClamp", raster.depthClamp)
        add("raster.rasterizerDiscard", raster.rasterizerDiscard)
        add("raster.lineWidth", raster.lineWidth)
        add("raster.pointSize", raster.pointSize)
        if !raster.programPointSize { add("raster.programPointSize", false) }
        if raster.clipsAfterWidening { add("raster.clipsAfterWidening", true) }
        if raster.clipDistances != 0xFF { add("raster.clipDistances", "0x" + String(raster.clipDistances, radix: 16)) }
        add("raster.primitiveRestart", raster.primitiveRestart)
        if let index = raster.restartIndex { add("raster.restartIndex", Int(index)) }
        if raster.pointSpriteOrigin != .upperLeft { add("raster.pointSpriteOrigin", "\(raster.pointSpriteOrigin)") }
        if let operation = raster.logicOperation { add("raster.logicOperation", "\(operation)") }
        if !raster.multisample { add("raster.multisample", false) }
        add("raster.alphaToCoverage", raster.alphaToCoverage)
        add("raster.alphaToOne", raster.alphaToOne)
        if raster.minimumSampleShading != 0 { add("raster.minimumSampleShading", raster.minimumSampleShading) }
        add("raster.sampleMask", "0x" + String(raster.sampleMask, radix: 16))
    }

    mutating func addTests(_ raster: RasterState, _ record: RecordedDraw) {
        let v = record.viewport
        add("viewport", v.x, v.y, v.width, v.height)
        add("viewport.depth", v.depthNear, v.depthFar)
        if let s = record.scissor { add("scissor", .integers([s.x, s.y, s.width, s.height])) } else { add("scissor", "none") }
        add("depth", raster.depth != nil)
        if let depth = raster.depth {
            add("depth.compare", "\(depth.compare)")
            add("depth.writes", depth.writes)
        }
        add("stencil", raster.stencil != nil)
        if let stencil = raster.stencil {
            for (side, face, reference) in [("front", stencil.front, record.stencilReferenceFront), ("back", stencil.back, record.stencilReferenceBack)] {
                add("stencil.\(side).compare", "\(face.compare)")
                add("stencil.\(side).reference", Int(reference))
                add("stencil.\(side).stencilFail", "\(face.stencilFail)")
                add("stencil.\(side).depthFail", "\(face.depthFail)")
                add("stencil.\(side).pass", "\(face.pass)")
                add("stencil.\(side).readMask", Int(face.readMask))
                add("stencil.\(side).writeMask", Int(face.writeMask))
            }
        }
        add("query", record.query < 0 ? "none" : "#\(record.query)")
        add("feedback", record.feedback < 0 ? "none" : "#\(record.feedback)")
    }

    mutating func addTargets(_ pass: RecordedPass, _ record: RecordedDraw, _ table: ResourceTable, _ raster: RasterState) {
        let framebuffer = table.framebuffers[pass.framebuffer]
        add("target", framebuffer.label.isEmpty ? "#\(pass.framebuffer)" : "#\(pass.framebuffer) \(framebuffer.label)")
        if !framebuffer.encodesSRGB { add("target.encodesSRGB", false) }
        func addAttachment(_ name: String, _ attachment: RecordedAttachment) {
            let texture = table.textures[attachment.texture].descriptor
            add("target.\(name)", "#\(attachment.texture)" + (texture.label.isEmpty ? "" : " \(texture.label)"))
            add("target.\(name).format", "\(texture.format)")
            add("target.\(name).size",
                .integers([max(1, texture.width >> min(max(attachment.level, 0), 16)), max(1, texture.height >> min(max(attachment.level, 0), 16))]))
            add("target.\(name).samples", texture.samples)
            add("target.\(name).level", attachment.level)
            if framebuffer.isLayered { add("target.\(name).layers", "all") } else { add("target.\(name).slice", attachment.slice) }
        }
        for (number, attachment) in framebuffer.color.enumerated() {
            guard let attachment = attachment.value else { continue }
            addAttachment("color\(number)", attachment)
            let target = raster.colorTarget(number)
            let letters = target.writeMask.letters
            add("blend.color\(number)", target.blend != nil)
            if let blend = target.blend {
                add("blend.color\(number).color", "\(blend.colorEquation)(\(blend.colorSource), \(blend.colorDestination))")
                add("blend.color\(number).alpha", "\(blend.alphaEquation)(\(blend.alphaSource), \(blend.alphaDestination))")
            }
            add("blend.color\(number).writeMask", letters.isEmpty ? "none" : letters)
        }
        add("blend.constant", record.blendColor.x, record.blendColor.y, record.blendColor.z, record.blendColor.w)
        if let depth = framebuffer.depth { addAttachment("depth", depth) }
        if let stencil = framebuffer.stencil { addAttachment("stencil", stencil) }
    }
}
