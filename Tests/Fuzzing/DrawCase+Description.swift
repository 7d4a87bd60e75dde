// A DrawCase in words of Swift: the text can be pasted into a scene that has a `stage`.

import Raster

extension DrawCase {
    package var description: String {
        var lines = ["// draw case, seed \(seed)\(blits ? ", then blits" : "")\(mipmaps ? ", then makes mipmaps" : "")",
                     "let target = try stage.target(\(width), \(height), \(colors.map { ".\($0)" }), depth: \(depth.map { ".\($0)" } ?? "nil"), samples: \(samples))".replacing("\"", with: "")]
        lines.append("var encoder = stage.device.makeCommandEncoder()")
        for pass in passes {
            let clear = pass.clear.map { "\(clearValues($0, stencil: pass.stencil))" } ?? "ClearValues.none"
            lines.append("try encoder.render(to: target, clear: \(clear)) { pass in")
            for (number, draw) in pass.draws.enumerated() {
                lines.append("    do {")
                lines += draw.lines(self).map { "        " + $0 }
                lines.append("    }")
                if pass.clearsWithin && number == 0 { lines.append("    pass.clear(\(clearValues(0.3, stencil: 1)))") }
            }
            lines.append("}")
        }
        return (lines + ["try stage.device.submit(encoder)"]).joined(separator: "\n").replacing("(nan", with: "(.nan").replacing(" nan", with: " .nan")
            .replacing("(inf", with: "(.infinity").replacing(" inf", with: " .infinity").replacing("-inf", with: "-.infinity")
    }
}

extension DrawCase.Draw {
    func lines(_ owner: DrawCase) -> [String] {
        func multiline(_ text: String) -> String { "\"\"\"\n\(text)\n\"\"\"" }
        var result = ["var state = RasterState()"]
        let plain = RasterState()
        func show<Value: Equatable>(_ name: String, _ path: KeyPath<RasterState, Value>) {
            if state[keyPath: path] != plain[keyPath: path] { result.append("state.\(name) = \(String(reflecting: state[keyPath: path]).replacing("Swift.Optional", with: ""))") }
        }
        show("cull", \.cull); show("frontFace", \.frontFace); show("polygonMode", \.polygonMode); show("provokingVertex", \.provokingVertex)
        show("polygonOffset", \.polygonOffset); show("depthClamp", \.depthClamp); show("lineWidth", \.lineWidth); show("pointSize", \.pointSize)
        show("primitiveRestart", \.primitiveRestart); show("alphaToCoverage", \.alphaToCoverage); show("sampleMask", \.sampleMask)
        show("depth", \.depth); show("stencil", \.stencil); show("colorTargets", \.colorTargets)
        let (positions, colors) = buffers(seed: owner.seed)
        result += [
            "// positions \(self.positions)",
            "let program = try stage.program(\(multiline(DrawCase.vertexText(self))), \(multiline(owner.fragmentText(self))))",
            "let layout = \(String(reflecting: layout))",
            "pass.setPipeline(try stage.device.makePipeline(program: program, vertexLayout: layout, state: state))",
            "pass.setVertexBuffer(try stage.device.makeBuffer(\(positions) as [UInt8]), slot: 0)",
            "pass.setVertexBuffer(try stage.device.makeBuffer(\(colors) as [UInt8]), slot: 1, offset: \(colorOffset))",
        ]
        if let viewport { result.append("pass.setViewport(\(viewport))") }
        if let scissor { result.append("pass.setScissor(\(scissor))") }
        result.append("pass.setBlendColor(\(blendColor.x), \(blendColor.y), \(blendColor.z), \(blendColor.w))")
        result.append("pass.setStencilReference(front: \(stencilFront), back: \(stencilBack))")
        if isCounted { result.append("pass.setOcclusionQuery(OcclusionQuery())") }
        if let indices {
            let type = indexType == .uint8 ? "UInt8" : indexType == .uint16 ? "UInt16" : "UInt32"
            result.append("pass.drawIndexed(try stage.device.makeBuffer(\(indices.map { $0 & indexType.restartIndex }) as [\(type)]), type: .\(indexType), .\(primitive), first: \(first), count: \(max(0, indices.count - first)), instances: \(instances), baseVertex: \(baseVertex), baseInstance: \(baseInstance))")
        } else {
            result.append("pass.draw(.\(primitive), first: \(first), count: \(max(0, self.positions.count - first)), instances: \(instances), baseInstance: \(baseInstance))")
        }
        return result
    }
}
