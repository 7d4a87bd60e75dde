// Writes a DrawCase as Swift code, which can be added to the test scenes.

import Raster

extension DrawCase {
    package var description: String {
        let hasTwo = passes.contains(where: \.isSecond)
        var lines = ["Scene(\"random draws \(seed)\") { stage in"]
        for number in 0..<(hasTwo ? 2 : 1) {
            lines += targetLines(number)
        }
        if writesMemory {
            lines.append("let words = try stage.device.makeBuffer(byteCount: 32), vertices = try stage.device.makeBuffer(byteCount: 16 * 200)")
            for (name, format) in [("places", PixelFormat.rgba16Int), ("counts", .r32Uint)] {
                let text = images == .buffer ? "reading: try stage.device.makeBuffer(byteCount: \(width * height * format.bytesPerTexel)), as: .\(format)"
                    : "TextureDescriptor(format: .\(format), width: \(width), height: \(height), samples: \(images == .multisampled ? 4 : 1))"
                lines.append("let \(name) = try stage.device.makeTexture(\(text))")
            }
        }
        lines += ["var encoder = stage.device.makeCommandEncoder()", "var queries: [OcclusionQuery] = [], known: OcclusionQuery?"]
        var last: (number: Int, draw: Draw)?, count = 0
        // The number of the last draw with transform feedback in the passes before this pass; nil if there is no such draw.
        var feedback: Int?
        for pass in passes {
            let target = pass.isSecond ? 1 : 0, other = "target\(1 - target)"
            if let update = pass.update, let last, update.part != .indices || last.draw.indices != nil {
                let buffer = "\(update.part)\(last.number)"
                lines.append("if \(update.offset) < \(buffer).byteCount { encoder.update(\(buffer), at: \(update.offset), with: [UInt8](\(buffer).bytes.prefix(\(buffer).byteCount - \(update.offset)))) }")
            }
            if let share = pass.copied, hasTwo {
                let region = copiedRegion(share)
                lines.append("encoder.copy(\(other).color[0]!.texture, region: TextureRegion(x: \(region.x), y: \(region.y), width: \(region.width), height: \(region.height)), to: target\(target).color[0]!.texture, x: \(region.x), y: \(region.y))")
            }
            let first = count
            for (index, draw) in pass.draws.enumerated() { lines += draw.preparation(self, first + index) }
            count += pass.draws.count
            let clear = pass.clear.map { "\(clearText($0, stencil: pass.stencil))" } ?? ".none"
            lines += ["known = queries.last", "encoder.render(to: target\(target), clear: \(clear)) { pass in"]
            if let written = pass.written, let feedback {
                lines.append("// draw(writtenBy:) draws what draw \(feedback) has written, as \(written.primitive.map { "\($0)" } ?? "it was written"), \(written.instances) instances.")
            }
            feedback = (pass.draws.lastIndex { !$0.captured.isEmpty }).map { first + $0 } ?? feedback
            if pass.repeatsLast, let last { lines += last.draw.lines(self, last.number, other) }
            for (index, draw) in pass.draws.enumerated() {
                lines += draw.lines(self, first + index, other)
                if pass.clearsWithin && index == 0 { lines.append("pass.clear(\(clearText(0.3, stencil: 1)), mask: \(String(reflecting: pass.clearMask)))") }
                last = (first + index, draw)
            }
            lines.append("}")
            if !isOneFrame { lines += ["try stage.device.submit(encoder)", "encoder = stage.device.makeCommandEncoder()"] }
        }
        if isOneFrame { lines.append("try stage.device.submit(encoder)") }
        var results = [targetOutput(0)]
        if hasTwo { results.append(targetOutput(1)) }
        if writesMemory {
            results.append("[try stage.integers(words, \"words\"), try stage.integers(vertices, \"vertices\"), try SceneOutput(places, name: \"places\"), try SceneOutput(counts, name: \"counts\")]")
        }
        func text(_ corners: [Int]) -> String { "(\(corners.map { "\($0)" }.joined(separator: ", ")))" }
        func other(_ name: String, _ format: PixelFormat, samples: Int, _ command: String) {
            lines.append("let \(name) = try stage.device.makeTexture(TextureDescriptor(format: .\(format), width: \(width), height: \(height), samples: \(samples)))")
            lines += ["var \(name)Encoder = stage.device.makeCommandEncoder()", "\(name)Encoder.\(command)", "try stage.device.submit(\(name)Encoder)"]
            results.append("[try SceneOutput(\(name), level: 0, name: \"\(name)\")]")
        }
        if let blitFormat {
            other("changed", blitFormat, samples: 1,
                  "blit(target0.color[0]!, from: \(text(blitCorners.from)), to: Attachment(changed), in: \(text(blitCorners.to)), filter: .\(blitFilter))")
        }
        if blitsDepth, let depth {
            other("blitDepth", depth, samples: depthBlitSamples,
                  "blit((target0.depth ?? target0.stencil)!, from: \(text(blitCorners.from)), to: Attachment(blitDepth), in: \(text(blitCorners.to)))")
        }
        if let copyFormat {
            let region = copiedRegion(copiedShare)
            other("reread", copyFormat, samples: samples,
                  "copy(target0.color[0]!.texture, region: TextureRegion(x: \(region.x), y: \(region.y), width: \(region.width), height: \(region.height)), to: reread, x: \(width - region.x - region.width), y: \(region.y))")
        }
        if blits || mipmaps {
            lines.append("let copy = try stage.device.makeTexture(TextureDescriptor(format: .\(colors[0]), width: \(width), height: \(height), mipLevels: \(mipmapLevels)))")
            lines.append("var transfer = stage.device.makeCommandEncoder()")
            lines.append("transfer.blit(target0.color[0]!, from: (0, 0, \(width), \(height)), to: Attachment(copy), in: (0, 0, \(width), \(height)))")
            if blits {
                lines.append("transfer.blit(target0.color[0]!, from: \(text(blitCorners.from)), to: Attachment(copy), in: \(text(blitCorners.to)), filter: .\(blitFilter))")
            }
            if mipmapLevels > 1 { lines.append("transfer.generateMipmaps(copy)") }
            lines.append("try stage.device.submit(transfer)")
            for level in 0..<mipmapLevels { results.append("[try SceneOutput(copy, level: \(level), name: \"level \(level)\")]") }
        }
        lines.append("return \(results.joined(separator: " + "))")
        lines.append("},")
        return lines.joined(separator: "\n")
            .replacingWords { ["nan": "Float.nan", "inf": "Float.infinity"][$0] }
    }

    private func clearText(_ value: Float, stencil: UInt8) -> String {
        let values = clearValues(value, stencil: stencil)
        let colors = values.colors.map { color in
            switch color {
            case .float(let v)?: ".float(.init(\(v.x), \(v.y), \(v.z), \(v.w)))"
            case .int(let v)?: ".int(.init(\(v.x), \(v.y), \(v.z), \(v.w)))"
            case .uint(let v)?: ".uint(.init(\(v.x), \(v.y), \(v.z), \(v.w)))"
            case nil: "nil"
            }
        }
        return "ClearValues(colors: [\(colors.joined(separator: ", "))], depth: \(value), stencil: \(stencil))"
    }
}

extension DrawCase.Draw {
    /// Returns Swift code that makes a draw's objects before the pass. The names of the objects contain the draw's number.
    func preparation(_ owner: DrawCase, _ n: Int) -> [String] {
        func multiline(_ text: String) -> String { "\"\"\"\n\(text)\n\"\"\"" }
        var result: [String] = []
        let plain = RasterState()
        func show<Value: Equatable>(_ name: String, _ path: KeyPath<RasterState, Value>) {
            if state[keyPath: path] != plain[keyPath: path] {
                result.append("state\(n).\(name) = \(String(reflecting: state[keyPath: path]).replacing("Swift.", with: ""))")
            }
        }
        show("cull", \.cull); show("frontFace", \.frontFace); show("polygonMode", \.polygonMode); show("provokingVertex", \.provokingVertex)
        show("polygonOffset", \.polygonOffset); show("depthClamp", \.depthClamp); show("lineWidth", \.lineWidth); show("pointSize", \.pointSize)
        show("programPointSize", \.programPointSize); show("clipDistances", \.clipDistances); show("multisample", \.multisample)
        show("minimumSampleShading", \.minimumSampleShading)
        show("clipsAfterWidening", \.clipsAfterWidening)
        show("rasterizerDiscard", \.rasterizerDiscard); show("primitiveRestart", \.primitiveRestart)
        show("alphaToCoverage", \.alphaToCoverage); show("alphaToOne", \.alphaToOne); show("sampleMask", \.sampleMask)
        show("restartIndex", \.restartIndex); show("pointSpriteOrigin", \.pointSpriteOrigin); show("logicOperation", \.logicOperation)
        show("depth", \.depth); show("stencil", \.stencil); show("colorTargets", \.colorTargets)
        result.insert("\(result.isEmpty ? "let" : "var") state\(n) = RasterState()", at: 0)
        let (positions, colors) = buffers(seed: owner.seed)
        result += [
            "// positions \(self.positions.map { "(\($0.x), \($0.y), \($0.z), \($0.w))" }.joined(separator: " "))",
            "let program\(n) = try stage.device.makeProgram(vertex: \(multiline(vertexText))\(geometryText.map { ", geometry: \(multiline($0))" } ?? ""), fragment: \(multiline(owner.fragmentText(self))))",
            "let layout\(n) = \(String(reflecting: layout).replacing("Swift.", with: ""))",
            "let pipeline\(n) = try stage.device.makePipeline(program: program\(n), vertexLayout: layout\(n), state: state\(n))",
            "let positions\(n) = try stage.device.makeBuffer(\(positions) as [UInt8])",
            "let colors\(n) = try stage.device.makeBuffer(\(colors) as [UInt8])",
        ]
        if !captured.isEmpty { result.append("// Transform feedback writes \(captured)\(capturedSeparately ? " separately" : ""), at most \(captureRoom) bytes\(continuesFeedback ? ", behind those of an earlier draw with these outputs" : "").") }
        if let indices {
            let type = indexType == .uint8 ? "UInt8" : indexType == .uint16 ? "UInt16" : "UInt32"
            result.append("let indices\(n) = try stage.device.makeBuffer(\(indices.map { $0 & indexType.restartIndex }) as [\(type)])")
        }
        return result
    }

    /// Returns Swift code that records the draw in the pass.
    func lines(_ owner: DrawCase, _ n: Int, _ other: String) -> [String] {
        var result = ["pass.setPipeline(pipeline\(n))", "pass.setVertexBuffer(positions\(n), slot: 0)",
                      "pass.setVertexBuffer(colors\(n), slot: 1, offset: \(colorOffset))"]
        let view = viewport ?? Viewport(width: Float(owner.width), height: Float(owner.height))
        result.append("pass.setViewport(Viewport(x: \(view.x), y: \(view.y), width: \(view.width), height: \(view.height), depthNear: \(view.depthNear), depthFar: \(view.depthFar)))")
        result.append("pass.setScissor(\(scissor.map { "PixelRect(x: \($0.x), y: \($0.y), width: \($0.width), height: \($0.height))" } ?? "nil"))")
        result.append("pass.setBlendColor(\(blendColor.x), \(blendColor.y), \(blendColor.z), \(blendColor.w))")
        result.append("pass.setStencilReference(front: \(stencilFront), back: \(stencilBack))")
        if keepsVertices { result.append("pass.setStorageBuffer(\"Vertices\", vertices)") }
        if fragment.writesMemory {
            result += ["pass.setStorageBuffer(\"Words\", words)", "pass.setImage(\"places\", places)", "pass.setImage(\"counts\", counts)"]
        }
        let reading = owner.reading(self)
        if reading != .nothing {
            let filter = owner.readingSampler(reading).filter
            let image = reading == .color ? "\(other).color[0]!" : "(\(other).depth ?? \(other).stencil)!"
            result.append("pass.setTexture(\"before\", \(owner.viewText("\(image).texture", self)), Sampler(min: .\(filter), mag: .\(filter), wrap: .mirroredRepeat))")
        }
        if isCounted { result.append("queries.append(OcclusionQuery())") }
        result.append("pass.setOcclusionQuery(\(isCounted ? "queries.last" : "nil"))")
        result.append("pass.setPrimitiveQuery(\(isCounted ? "PrimitiveQuery()" : "nil"))")
        result.append("pass.setRenderCondition(\(condition == .none ? "nil" : "known"), inverted: \(condition == .nonePassed))")
        if colorSource == .pass {
            let color = Self.passColor
            result.append("pass.setAttribute(\"\(colorName)\", \(color.x), \(color.y), \(color.z), \(color.w))")
        }
        result.append(recording(n))
        return result
    }
}
