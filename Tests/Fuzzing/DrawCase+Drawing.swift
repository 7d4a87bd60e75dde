// The drawing of a DrawCase, on any device.

import Raster
import SeededRandom

extension DrawCase {
    package func outcome(on device: Device) -> FuzzOutcome {
        FuzzOutcome.collect { outcome in
            let target = try device.makeFramebuffer(width: width, height: height, color: colors, depth: depth, samples: samples)
            var queries: [OcclusionQuery] = []
            for pass in passes {
                var encoder = device.makeCommandEncoder()
                try encoder.render(to: target, clear: pass.clear.map { clearValues($0, stencil: pass.stencil) } ?? .none) { render in
                    for (number, draw) in pass.draws.enumerated() {
                        try record(draw, &render, device, &queries)
                        if pass.clearsWithin && number == 0 { render.clear(clearValues(0.3, stencil: 1)) }
                    }
                }
                try device.submit(encoder)
            }
            for (index, attachment) in target.color.enumerated() { try outcome.add(attachment!.texture, name: "color \(index)") }
            if let depth = target.depth ?? target.stencil { try outcome.add(depth.texture, name: "depth") }
            outcome.counts = queries.map(\.count)
            try transfer(target, device, &outcome)
        }
    }

    func clearValues(_ value: Float, stencil: UInt8) -> ClearValues {
        ClearValues(colors: colors.map { format in
            switch format.kind {
            case .int: .int(.init(Int32(value * 100), 7, -3, 1 << 30))
            case .uint: .uint(.init(200, 7, 3, 1 << 31))
            default: .float(.init(value, 0.5, 1 - value, 1))
            }
        }, depth: value, stencil: stencil)
    }

    private func record(_ draw: Draw, _ render: inout RenderPass, _ device: Device, _ queries: inout [OcclusionQuery]) throws {
        let program = try device.makeProgram(vertex: Self.vertexText(draw), fragment: fragmentText(draw))
        let pipeline = try device.makePipeline(program: program, vertexLayout: draw.layout, state: draw.state)
        render.setPipeline(pipeline)
        let (positions, colors) = draw.buffers(seed: seed)
        render.setVertexBuffer(try device.makeBuffer(positions), slot: 0)
        render.setVertexBuffer(try device.makeBuffer(colors), slot: 1, offset: draw.colorOffset)
        render.setViewport(draw.viewport ?? Viewport(width: Float(width), height: Float(height)))
        render.setScissor(draw.scissor)
        render.setBlendColor(draw.blendColor.x, draw.blendColor.y, draw.blendColor.z, draw.blendColor.w)
        render.setStencilReference(front: draw.stencilFront, back: draw.stencilBack)
        let query = draw.isCounted ? OcclusionQuery() : nil
        render.setOcclusionQuery(query)
        if let query { queries.append(query) }
        if let indices = draw.indices {
            let buffer = switch draw.indexType {
            case .uint8: try device.makeBuffer(indices.map(UInt8.init(truncatingIfNeeded:)))
            case .uint16: try device.makeBuffer(indices.map(UInt16.init(truncatingIfNeeded:)))
            case .uint32: try device.makeBuffer(indices)
            }
            render.drawIndexed(buffer, type: draw.indexType, draw.primitive, first: draw.first, count: max(0, indices.count - draw.first), instances: draw.instances,
                               baseVertex: draw.baseVertex, baseInstance: draw.baseInstance)
        } else {
            render.draw(draw.primitive, first: draw.first, count: max(0, draw.positions.count - draw.first), instances: draw.instances, baseInstance: draw.baseInstance)
        }
    }

    /// Blits and mipmaps of the drawn images.
    private func transfer(_ target: Framebuffer, _ device: Device, _ outcome: inout FuzzOutcome) throws {
        guard blits || mipmaps, let source = target.color[0] else { return }
        let levels = mipmaps && samples == 1 && !colors[0].isInteger ? TextureDescriptor.fullMipLevelCount(width: width, height: height) : 1
        let copy = try device.makeTexture(TextureDescriptor(format: colors[0], width: width, height: height, mipLevels: levels))
        var encoder = device.makeCommandEncoder()
        let whole = (x0: 0, y0: 0, x1: width, y1: height)
        encoder.blit(source, from: blits ? (x0: width, y0: 0, x1: 0, y1: height) : whole, to: Attachment(copy), in: whole)
        if levels > 1 { encoder.generateMipmaps(copy) }
        try device.submit(encoder)
        try outcome.add(copy, name: "blit")
    }

    static func vertexText(_ draw: Draw) -> String {
        """
        #version 400
        in vec4 position; in vec4 paint;
        out vec4 tint; flat out vec4 still; noperspective out vec2 straight; centroid out vec2 middle;
        void main() {
            gl_Position = position + vec4(0.03, -0.02, 0.01, 0.0) * float(gl_InstanceID);
            tint = paint; still = paint.wzyx; straight = position.xy; middle = position.zw;
            \(draw.writesPointSize ? "gl_PointSize = paint.x * 9.0;" : "")
        }
        """
    }

    func fragmentText(_ draw: Draw) -> String {
        var text = """
            #version 400
            in vec4 tint; flat in vec4 still; noperspective in vec2 straight; centroid in vec2 middle;

            """
        let hasSecond = draw.fragment == .secondSource && colors.count == 1 && !colors[0].isInteger
        for (index, format) in colors.enumerated() {
            let type = format.kind == .int ? "ivec4" : format.kind == .uint ? "uvec4" : "vec4"
            text += "layout(location = \(index)\(hasSecond ? ", index = 0" : "")) out \(type) color\(index);\n"
        }
        if hasSecond { text += "layout(location = 0, index = 1) out vec4 second;\n" }
        let value = switch draw.fragment {
        case .facing: "gl_FrontFacing ? tint : still"
        case .pointCoordinate: "vec4(gl_PointCoord, straight)"
        case .perSample: "tint * (float(gl_SampleID) + 0.5)"
        case .derivative: "vec4(dFdx(tint.x), dFdy(straight.y), fwidth(middle.x), gl_FragCoord.z)"
        default: "vec4(tint.xy, straight.x, still.w + middle.y)"
        }
        text += "void main() {\n    vec4 value = \(value);\n"
        if draw.fragment == .discards { text += "    if (fract(gl_FragCoord.x * 0.25 + tint.y) < 0.5) discard;\n" }
        if draw.fragment == .writesDepth { text += "    gl_FragDepth = tint.x;\n" }
        for (index, format) in colors.enumerated() {
            text += "    color\(index) = \(format.kind == .int ? "ivec4(value * 100.0)" : format.kind == .uint ? "uvec4(abs(value) * 100.0)" : "value");\n"
        }
        if hasSecond { text += "    second = still;\n" }
        return text + "}\n"
    }
}

extension DrawCase.Draw {
    var layout: VertexLayout {
        VertexLayout(buffers: [VertexBufferLayout(stride: positionFormat.byteCount + positionPadding),
                               VertexBufferLayout(stride: colorFormat.byteCount + colorPadding, divisor: colorDivisor)],
                     attributes: [VertexAttribute("position", positionFormat, slot: 0), VertexAttribute("paint", colorFormat, slot: 1)])
    }

    /// The bytes of both slots: positions as they are, colours at random.
    func buffers(seed: UInt64) -> (positions: [UInt8], colors: [UInt8]) {
        var random = SeededGenerator(state: seed ^ 0xC010)
        var places: [UInt8] = []
        for p in positions {
            for c in 0..<positionFormat.componentCount {
                switch positionFormat {
                case .scaled(.float16, _): withUnsafeBytes(of: Float16(p[c])) { places += $0 }
                case .scaled(.int8, _): places.append(UInt8(bitPattern: Int8(max(-3, min(3, p[c].isNaN ? 0 : p[c].rounded())))))
                default: withUnsafeBytes(of: p[c]) { places += $0 }
                }
            }
            places += (0..<positionPadding).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        var paints = [UInt8](repeating: 0xEE, count: colorOffset)
        for _ in 0..<positions.count + baseInstance + instances {
            var element: [UInt8] = []
            for _ in 0..<colorFormat.componentCount {
                switch colorFormat {
                case .scaled(.float32, _): withUnsafeBytes(of: random.once(in: 40) ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next())) : random.float(-0.5...1.5)) { element += $0 }
                case .scaled(.float16, _): withUnsafeBytes(of: Float16(random.float(-0.5...1.5))) { element += $0 }
                default: element += (0..<4).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
            }
            paints += element.prefix(colorFormat.byteCount) + (0..<colorPadding).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        return (places, paints)
    }
}
