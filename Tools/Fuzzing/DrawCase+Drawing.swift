// Draws a DrawCase on any device.

import Raster
import SeededRandom

extension DrawCase {
    package func outcome(on device: Device) -> FuzzOutcome {
        FuzzOutcome.collect { outcome in
            let targets = try (0..<(passes.contains(where: \.isSecond) ? 2 : 1)).map { _ in try makeTarget(on: device) }
            var drawing = try DrawCaseDrawing(owner: self, device: device, targets: targets)
            var encoder = device.makeCommandEncoder()
            for pass in passes {
                try drawing.record(pass, &encoder)
                if !isOneFrame {
                    try device.submit(encoder)
                    encoder = device.makeCommandEncoder()
                }
            }
            if isOneFrame { try device.submit(encoder) }
            for (number, target) in targets.enumerated() {
                for (index, attachment) in target.color.enumerated() { try outcome.add(attachment!.texture, name: "target \(number) color \(index)") }
                if let depth = target.depth ?? target.stencil { try outcome.add(depth.texture, name: "target \(number) depth") }
            }
            outcome.counts = drawing.queries.map(\.count) + drawing.primitiveQueries.map(\.count)
            for (number, feedback) in drawing.feedbacks.enumerated() {
                outcome.counts += [feedback.generatedPrimitiveCount, feedback.writtenPrimitiveCount].map(UInt64.init)
                for (index, target) in feedback.targets.enumerated() {
                    outcome.parts.append(.init(name: "transform feedback \(number) buffer \(index)", bytesPerTexel: 4, width: 64, bytes: Array(target.buffer.bytes)))
                }
            }
            if let memory = drawing.memory {
                outcome.add(memory.words, name: "words")
                outcome.add(memory.vertices, name: "vertices")
                try outcome.add(memory.places, name: "places")
                try outcome.add(memory.counts, name: "counts")
            }
            try transfer(targets[0], device, &outcome)
        }
    }
    /// Whether a shader writes buffers or images.
    package var writesMemory: Bool { passes.contains { $0.draws.contains { $0.fragment.writesMemory || $0.keepsVertices } } }

    func clearValues(_ value: Float, stencil: UInt8) -> ClearValues {
        ClearValues(colors: colors.map { format in
            switch format.kind {
            case .int: .int(.init(Int32(value * 100), 7, -3, 1 << 30))
            case .uint: .uint(.init(200, 7, 3, 1 << 31))
            default: .float(.init(value, 0.5, 1 - value, 1))
            }
        }, depth: value, stencil: stencil)
    }

    /// The corners of the blit. If pixels have one sample, the corners are arbitrary; if pixels have several samples, the blit mirrors the
    /// whole image.
    var blitCorners: (from: [Int], to: [Int]) {
        guard samples == 1 else { return ([width, 0, 0, height], [0, 0, width, height]) }
        var random = SeededGenerator(state: seed ^ 0xB117)
        func span(_ size: Int) -> [Int] {
            let low = random.int(0...size - 1), high = random.int(low + 1...size)
            return random.once(in: 3) ? [high, low] : [low, high]
        }
        func corners() -> [Int] {
            let x = span(width), y = span(height)
            return [x[0], y[0], x[1], y[1]]
        }
        return (corners(), corners())
    }
    var blitFilter: FilterMode { samples == 1 && colors[0].isFilterable && seed % 2 == 0 ? .linear : .nearest }
    var mipmapLevels: Int { mipmaps && !colors[0].isInteger ? TextureDescriptor.fullMipLevelCount(width: width, height: height) : 1 }

    /// Copies, blits and reads the drawn images.
    private func transfer(_ target: Framebuffer, _ device: Device, _ outcome: inout FuzzOutcome) throws {
        guard let source = target.color[0] else { return }
        let (s, d) = blitCorners
        func blit(_ source: Attachment, to format: PixelFormat, samples: Int, filter: FilterMode, _ name: String) throws {
            let copy = try device.makeTexture(TextureDescriptor(format: format, width: width, height: height, samples: samples))
            var encoder = device.makeCommandEncoder()
            encoder.blit(source, from: (s[0], s[1], s[2], s[3]), to: Attachment(copy), in: (d[0], d[1], d[2], d[3]), filter: filter)
            try device.submit(encoder)
            try outcome.add(copy, name: name)
        }
        if let blitFormat { try blit(source, to: blitFormat, samples: 1, filter: blitFilter, "blit to") }
        if blitsDepth, let depth = target.depth ?? target.stencil {
            try blit(depth, to: depth.texture.format, samples: depthBlitSamples, filter: .nearest, "depth blit")
        }
        if let copyFormat {
            let region = copiedRegion(copiedShare)
            let copy = try device.makeTexture(TextureDescriptor(format: copyFormat, width: width, height: height, samples: samples))
            var encoder = device.makeCommandEncoder()
            encoder.copy(source.texture, region: region, to: copy, x: width - region.x - region.width, y: region.y)
            try device.submit(encoder)
            try outcome.add(copy, name: "copy")
        }
        guard blits || mipmaps else { return }
        let copy = try device.makeTexture(TextureDescriptor(format: colors[0], width: width, height: height, mipLevels: mipmapLevels))
        var encoder = device.makeCommandEncoder()
        encoder.blit(source, from: (0, 0, width, height), to: Attachment(copy), in: (0, 0, width, height))
        if blits {
            encoder.blit(source, from: (s[0], s[1], s[2], s[3]), to: Attachment(copy), in: (d[0], d[1], d[2], d[3]), filter: blitFilter)
        }
        if mipmapLevels > 1 { encoder.generateMipmaps(copy) }
        try device.submit(encoder)
        try outcome.add(copy, name: "blit")
    }

    /// The number of samples per pixel in the destination of a depth blit. If this number is 1, the blit resolves the samples; otherwise
    /// the blit copies the samples.
    var depthBlitSamples: Int { seed % 2 == 0 ? 1 : samples }
    /// The part of the first image that is copied into an image of another format.
    var copiedShare: SIMD4<Int> {
        var random = SeededGenerator(state: seed ^ 0xC0B1)
        return SIMD4(random.int(0...7), random.int(0...7), random.int(1...8), random.int(1...8))
    }

    /// Returns the box of texels that is copied between the two targets.
    func copiedRegion(_ share: SIMD4<Int>) -> TextureRegion {
        let x = share.x * width / 8, y = share.y * height / 8
        return TextureRegion(x: x, y: y, width: max(1, min(width - x, share.z * width / 8)), height: max(1, min(height - y, share.w * height / 8)))
    }
    /// Returns the image that a draw's fragment shader reads; `nothing` if that image does not exist.
    func reading(_ draw: Draw) -> Reading {
        guard passes.contains(where: \.isSecond) else { return .nothing }
        return switch draw.reads {
        case .depth: depth == nil ? .nothing : .depth
        case .stencil: depth?.hasStencil == true && depth?.hasDepth == true ? .stencil : .nothing
        default: draw.reads
        }
    }
    /// Returns the sampler's GLSL type, and the filter for the sampler.
    func readingSampler(_ reading: Reading) -> (type: String, filter: FilterMode) {
        let suffix = samples > 1 ? "MS" : ""
        if reading == .stencil { return ("usampler2D" + suffix, .nearest) }
        let format = reading == .depth ? depth! : colors[0]
        let prefix = format.kind == .int ? "i" : format.kind == .uint || format.kind == .stencil ? "u" : ""
        return (prefix + "sampler2D" + suffix, format.isFilterable && seed % 3 != 0 ? .linear : .nearest)
    }

    static func vertexText(_ draw: Draw) -> String {
        """
        #version \(draw.keepsVertices ? 430 : 400)
        \(draw.vertexLayer == nil ? "" : "#extension GL_AMD_vertex_shader_layer : require")
        in vec4 position; in \(draw.colorType) \(draw.colorName);
        \(draw.keepsVertices ? "layout(std430) buffer Vertices { uint verticesSeen; vec4 vertices[]; };" : "")
        \(draw.clips ? "out float gl_ClipDistance[2];" : "")
        out vec4 tint; flat out int number; flat out vec4 still; noperspective out vec2 straight; centroid out vec2 middle; \(draw.sampleInput("out"))
        void main() {
            gl_Position = position + vec4(0.03, -0.02, 0.01, 0.0) * float(gl_InstanceID);
            \(draw.readsIntegers ? "vec4 paint = vec4(words) * 0.02;" : "")
            tint = paint; number = gl_VertexID * 100 - gl_InstanceID; still = paint.wzyx; straight = position.xy; middle = position.zw;
            \(draw.keepsVertices ? "vertices[gl_VertexID & 255] = vec4(gl_VertexID & 255, vec3(0.5)); atomicMax(verticesSeen, uint(gl_VertexID));" : "")
            \(draw.fragment == .sampleInput ? "fine = paint.yzw;" : "")
            \(draw.writesPointSize ? "gl_PointSize = paint.x * 9.0;" : "")
            \(draw.vertexLayer.map { "gl_Layer = \($0);" } ?? "")
            \(draw.clips ? "gl_ClipDistance[0] = position.x + 0.7 * paint.y; gl_ClipDistance[1] = 0.8 - position.y;" : "")
        }
        """
    }

    /// The declarations of the memory that fragments write.
    private var memoryText: String {
        let shape: SamplerShape = switch images {
        case .plain: .d2
        case .buffer: .buffer
        case .multisampled: .multisample
        }
        return """
            layout(std430) buffer Words { uint words[8]; };
            layout(rgba16i) writeonly uniform iimage\(shape.rawValue) places;
            layout(r32ui) uniform uimage\(shape.rawValue) counts;

            """
    }
    /// Returns the GLSL arguments with which an image function uses the fragment's texel. `sample` is the index of the sample.
    private func imagePlace(sample: String) -> String {
        switch images {
        case .plain: "at"
        case .buffer: "at.y * \(width) + at.x"
        case .multisampled: "at, \(sample)"
        }
    }

    func fragmentText(_ draw: Draw) -> String {
        var text = """
            #version \(draw.fragment.writesMemory || draw.fragment == .layer ? 430 : 400)
            \(draw.fragment.writesMemory ? memoryText : "")\(draw.fragment == .storesEarly ? "layout(early_fragment_tests) in;" : "")
            in vec4 tint; flat in vec4 still; noperspective in vec2 straight; centroid in vec2 middle; \(draw.sampleInput("in"))

            """
        let hasSecond = draw.fragment == .secondSource && colors.count == 1 && !colors[0].isInteger
        for (index, format) in colors.enumerated() {
            let type = format.kind == .int ? "ivec4" : format.kind == .uint ? "uvec4" : "vec4"
            text += "layout(location = \(index)\(hasSecond ? ", index = 0" : "")) out \(type) color\(index);\n"
        }
        if hasSecond { text += "layout(location = 0, index = 1) out vec4 second;\n" }
        let reading = reading(draw)
        if reading != .nothing { text += "uniform \(readingSampler(reading).type) before;\n" }
        let value = switch draw.fragment {
        case .facing: "gl_FrontFacing ? tint : still"
        case .pointCoordinate: "vec4(gl_PointCoord, straight)"
        case .perSample: "tint * (float(gl_SampleID) + 0.5)"
        case .derivative: "vec4(dFdx(tint.x), dFdy(straight.y), fwidth(middle.x), gl_FragCoord.z)"
        case .sampleInput: "vec4(fine, straight.y)"
        case .layer: "tint * (float(gl_Layer) * 0.25 + 0.1)"
        case .samplePosition: "vec4(gl_SamplePosition, tint.zw)"
        case .sampleMaskIn: "tint * (float(gl_SampleMaskIn[0]) * 0.125)"
        case .interpolates:
            "vec4(interpolateAtOffset(tint, vec2(0.25, -0.375)).xy, interpolateAtCentroid(straight).x, interpolateAtSample(tint, int(gl_FragCoord.x) & 3).w)"
        default: "vec4(tint.xy, straight.x, still.w + middle.y)"
        }
        text += "void main() {\n    vec4 value = \(value);\n"
        if reading != .nothing && samples > 1 {
            text += "    value += vec4(texelFetch(before, ivec2(gl_FragCoord.yx), 3)) * 0.5 + vec4(texelFetch(before, ivec2(gl_FragCoord.xy), 1));\n"
        } else if reading != .nothing {
            text += "    value += vec4(texture(before, straight * 0.6 + 0.4)) * 0.5 + vec4(texelFetch(before, ivec2(gl_FragCoord.yx), 0));\n"
        }
        if draw.fragment.writesMemory {
            text += """
                    ivec2 at = ivec2(gl_FragCoord.xy);
                    imageStore(places, \(imagePlace(sample: draw.state.minimumSampleShading > 0 ? "gl_SampleID & 3" : "at.x & 3")), ivec4(at, 7, -at.x));
                    imageAtomicAdd(counts, \(imagePlace(sample: "at.y & 3")), 1u);
                    atomicMax(words[0], floatBitsToUint(abs(tint.x)));
                    atomicAdd(words[1 + (at.x & 3)], floatBitsToUint(tint.y));
                    atomicOr(words[5], 1u << (at.y & 31));

                """
        }
        if draw.fragment == .discards { text += "    if (fract(gl_FragCoord.x * 0.25 + tint.y) < 0.5) discard;\n" }
        if draw.fragment == .sampleMask { text += "    gl_SampleMask[0] = int(gl_FragCoord.x * 3.0 + gl_FragCoord.y * 5.0) ^ int(tint.y * 7.0);\n" }
        if draw.fragment == .writesDepth { text += "    gl_FragDepth = tint.x;\n" }
        for (index, format) in colors.enumerated() {
            text += "    color\(index) = \(format.kind == .int ? "ivec4(value * 100.0)" : format.kind == .uint ? "uvec4(abs(value) * 100.0)" : "value");\n"
        }
        if hasSecond { text += "    second = still;\n" }
        // Some lanes return early. The derivatives in the other lanes of the quad must still be defined.
        if draw.fragment == .returns {
            text += "    if (fract(gl_FragCoord.x * 0.375 + tint.x) < 0.5) return;\n"
            if let index = colors.firstIndex(where: { !$0.isInteger }) { text += "    color\(index) = vec4(dFdx(straight), fwidth(tint.zw));\n" }
        }
        return text + "}\n"
    }
}

extension DrawCase.Draw {
    /// Returns the declaration of an input. The input has the qualifier `sample` if the fragment shader has the kind `sampleInput`.
    func sampleInput(_ direction: String) -> String { fragment == .sampleInput ? "sample \(direction) vec3 fine;" : "" }

    /// Whether the vertex shader reads the colours as integers.
    var readsIntegers: Bool { colorFormat.isInteger }
    /// The vertex shader's input with the colours.
    var colorName: String { readsIntegers ? "words" : "paint" }
    var colorType: String {
        guard case .integer(let component, _) = colorFormat else { return "vec4" }
        return [.int8, .int16, .int32].contains(component) ? "ivec4" : "uvec4"
    }
    /// The colour that a pass sets.
    static let passColor = SIMD4<Float>(40, 0.5, 0.25, 1)

    var layout: VertexLayout {
        var layout = VertexLayout(buffers: [VertexBufferLayout(stride: positionFormat.byteCount + positionPadding),
                                            VertexBufferLayout(stride: colorFormat.byteCount + colorPadding, divisor: colorDivisor)],
                                  attributes: [VertexAttribute("position", positionFormat, slot: 0)])
        if colorSource == .buffer {
            layout.attributes.append(VertexAttribute(colorName, colorFormat, slot: 1))
        } else {
            layout.constants[colorName] = SIMD4(30, 0.25, 0.75, 0.5)
        }
        return layout
    }

    /// Returns whether transform feedback of this draw and of `other` can write into the same buffers.
    func hasOutputs(of other: Self) -> Bool {
        captured == other.captured && capturedSeparately == other.capturedSeparately && written == other.written
    }

    /// The layout of the vertices that transform feedback writes. The shader reads `gl_Position` and `tint`. If transform feedback does not
    /// write one of these outputs, the shader reads another output instead.
    var writtenLayout: (layout: VertexLayout, positionTarget: Int, colorTarget: Int) {
        func size(_ output: String) -> Int { output == "number" ? 4 : 16 }
        func attribute(_ name: String, _ output: String, slot: Int) -> (attribute: VertexAttribute, stride: Int, target: Int) {
            let number = captured.firstIndex(of: output) ?? 0, format = captured[number] == "number" ? VertexFormat.scaled(.int32, 1) : .float4
            if capturedSeparately { return (VertexAttribute(name, format, slot: slot), size(captured[number]), number) }
            let offset = captured[..<number].reduce(0) { $0 + size($1) }
            return (VertexAttribute(name, format, offset: offset, slot: slot), captured.reduce(0) { $0 + size($1) }, 0)
        }
        let position = attribute("position", "gl_Position", slot: 0), color = attribute("paint", "tint", slot: 1)
        return (VertexLayout(buffers: [VertexBufferLayout(stride: position.stride), VertexBufferLayout(stride: color.stride)],
                             attributes: [position.attribute, color.attribute]), position.target, color.target)
    }

    /// Returns the bytes of the two vertex buffers: the given positions, and random colours.
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
                case .scaled(.float32, _):
                    withUnsafeBytes(of: random.once(in: 40) ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
                                        : random.float(-0.5...1.5)) { element += $0 }
                case .scaled(.float16, _): withUnsafeBytes(of: Float16(random.float(-0.5...1.5))) { element += $0 }
                case .scaled(.float64, _) where !random.once(in: 20): withUnsafeBytes(of: Double(random.float(-0.5...1.5))) { element += $0 }
                default: element += (0..<8).map { _ in UInt8.random(in: 0...255, using: &random) }
                }
            }
            paints += element.prefix(colorFormat.byteCount) + (0..<colorPadding).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        return (places, paints)
    }
}
