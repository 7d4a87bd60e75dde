// Compares overlays with counts made pixel by pixel, or in scenes with an obvious answer.

import FrameCapture
import Raster
import Testing

@Suite("Overlays") struct OverlayTests {
    @Test("for a draw, its pass and the frame, the counts equal those of a loop over all pixels", arguments: [UInt64(1), 2, 3], Device.Kind.allCases)
    func counts(seed: UInt64, kind: Device.Kind) throws {
        let file = TemporaryFile(), scene = TrianglesByHand(seed: seed), (capture, picture) = try scene.capture(to: file), frame = capture.frames[0]
        for (number, scope, range) in [(0, OverlayScope.draw, 0...0), (1, .draw, 1...1), (2, .draw, 2...2), (3, .draw, 3...3), (4, .pass, 3...4),
                                       (5, .pass, 3...5), (5, .frame, 0...5), (1, .frame, 0...1)] {
            let expected = scene.counts(of: range)
            func check(_ overlay: Overlay, _ values: [Double]) throws {
                let image = try capture.overlay(overlay, of: frame.draws[number], in: frame, scope: overlay.hasScope ? scope : .draw, on: Device(kind))
                let found = try #require(image.numbers).values
                #expect(image.isProven && zip(found, values).allSatisfy { $0 == $1 || ($0.isNaN && $1.isNaN) }, "\(overlay) of @\(number), \(scope)")
            }
            try check(.overdraw, expected.written)
            try check(.discard, expected.discarded)
            try check(.earlyTest, expected.earlyKilled)
            try check(.invocations, expected.runs)
            try check(.quadOverdraw, expected.quads)
            try check(.triangleSize, expected.area)
            try check(.drawcall, zip(expected.covered, expected.written).map { $1 > 0 ? 2 : $0 > 0 ? 1 : 0 })
            try check(.depth, zip(expected.passed, expected.failed).map { ($0 > 0 ? 1 : 0) + ($1 > 0 ? 2 : 0) })
            if scope == .draw { try check(.backFace, zip(expected.kept, expected.culled).map { ($0 > 0 ? 1 : 0) + ($1 > 0 ? 2 : 0) }) }
        }
        // Computing overlays does not change the picture.
        let replayer = try Replayer(frame, of: capture, on: Device(kind))
        try replayer.run()
        #expect(try replayer.result() == picture)
    }

    @Test("a wireframe has the pixels of the draw's outlines")
    func wireframe() throws {
        let file = TemporaryFile(), scene = TrianglesByHand(seed: 7), capture = try scene.capture(to: file).capture
        let image = try capture.overlay(.wireframe, of: capture.frames[0].draws[2], in: capture.frames[0])
        let device = Device(.jit), target = try device.makeFramebuffer(width: TrianglesByHand.width, height: TrianglesByHand.height)
        let program = try device.makeProgram(vertex: "in vec3 position; void main() { gl_Position = vec4(position, 1.0); }", fragment: "out vec4 c; void main() { c = vec4(1); }")
        var state = RasterState()
        state.polygonMode = .line
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 12, VertexAttribute("position", .float3)), state: state)
        let corners = scene.draws[2].triangles.flatMap(\.positions)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(try device.makeBuffer(corners))
            pass.draw(count: corners.count / 3)
        }
        try device.submit(encoder)
        let lines = try target.readImage(), numbers = try #require(image.numbers)
        for y in 0..<lines.height { for x in 0..<lines.width { #expect((numbers[x, y] == 1) == (lines[x, y].w == 255), "(\(x), \(y))") } }
        #expect(numbers.values.contains(1) && numbers.values.contains(0))
        // Pixels on edges have the colour of edges, and all other pixels are dark.
        let place = try #require(numbers.values.firstIndex(of: 1))
        #expect(image.picture[place % lines.width, place / lines.width] == SIMD4(245, 200, 50, 255))
    }

    /// Captures a frame of full-screen draws in one pass, one for each body of a fragment shader.
    private func screens(_ file: TemporaryFile, _ bodies: [String], size: (Int, Int) = (16, 8), color: [PixelFormat] = [.rgba16Float],
                         depth: PixelFormat? = nil, samples: Int = 1,
                         declarations: String = "out vec4 pixel;", configure: (Int, inout RasterState) -> Void = { _, _ in },
                         bind: (Int, Device, inout RenderPass) throws -> Void = { _, _, _ in }) throws -> (capture: Capture, target: Framebuffer) {
        let device = Device(.reference)
        let target = try device.makeFramebuffer(width: size.0, height: size.1, color: color, depth: depth, samples: samples)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        let isInteger = color.first?.isInteger == true
        try frame.render(to: target, clear: isInteger ? .none : ClearValues.color(0.25, 0.5, 0.75, 1), label: "screens") { pass in
            for (number, body) in bodies.enumerated() {
                var state = RasterState()
                configure(number, &state)
                let program = try device.makeProgram(vertex: """
                    uniform vec4 area = vec4(-1, -1, 1, 1);
                    out vec2 place;
                    void main() {
                        vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
                        place = corner;
                        gl_Position = vec4(mix(area.xy, area.zw, corner), 0.0, 1.0);
                    }
                    """, fragment: "in vec2 place; \(declarations) void main() { \(body) }")
                pass.setPipeline(try device.makePipeline(program: program, vertexLayout: .none, state: state))
                try bind(number, device, &pass)
                pass.draw(.triangleStrip, count: 4, label: "screen \(number)")
            }
        }
        try device.submit(frame)
        return (try Capture(contentsOf: file.path), target)
    }
    private func numbers(_ overlay: Overlay, _ capture: Capture, draw: Int = 0, _ attachment: AttachmentName? = nil,
                         scope: OverlayScope = .draw) throws -> PixelNumbers {
        let image = try capture.overlay(overlay, of: capture.frames[0].draws[draw], in: capture.frames[0], attachment: attachment, scope: scope)
        #expect(image.isProven)
        return try #require(image.numbers)
    }

    @Test("NaN, infinite, negative and out-of-range values are found, in the requested target")
    func oddities() throws {
        let file = TemporaryFile()
        let values = "float v[8]; float zero = place.x - place.x; v[0] = 0.5; v[1] = -1.0; v[2] = 1.0 / zero; v[3] = zero / zero; v[4] = 2.0; v[5] = -1.0 / zero; v[6] = 1.0; v[7] = -0.0;"
        let capture = try screens(file, ["\(values) int i = int(gl_FragCoord.x); first = vec4(0.5); second = vec4(0.5, v[i], i == 5 ? 3.0 : 0.5, 1.0);"], size: (8, 4),
                                  color: [.rgba8, .rgba16Float], declarations: "layout(location = 0) out vec4 first; layout(location = 1) out vec4 second;").capture
        let nan = try numbers(.nan, capture, .color(1)), clipping = try numbers(.clipping, capture, .color(1))
        for y in 0..<4 {
            #expect((0..<8).map { nan[$0, y] } == [0, 1, 2, 3, 0, 2, 0, 0])
            #expect((0..<8).map { clipping[$0, y] } == [0, 1, 2, 4, 2, 3, 0, 0])
        }
        #expect(try numbers(.nan, capture).values.allSatisfy { $0 == 0 })
        #expect(throws: RasterError.self) { _ = try numbers(.nan, capture, .color(2)) }
        #expect(throws: RasterError.self) { _ = try numbers(.depth, capture, .depth) }
    }

    @Test("viewport and scissor are distinguished")
    func viewport() throws {
        let file = TemporaryFile()
        let capture = try screens(file, ["pixel = vec4(1);"], bind: { _, _, pass in
            pass.setViewport(Viewport(x: 2, y: 1, width: 10, height: 6))
            pass.setScissor(PixelRect(x: 3, y: 2, width: 3, height: 3))
        }).capture
        let numbers = try numbers(.viewport, capture)
        for y in 0..<8 {
            for x in 0..<16 {
                let up = 7 - y, isInside = (2..<12).contains(x) && (1..<7).contains(up)
                #expect(numbers[x, y] == (isInside ? (3..<6).contains(x) && (2..<5).contains(up) ? 2 : 1 : 0), "(\(x), \(y))")
            }
        }
        #expect(throws: RasterError.self) { _ = try capture.overlay(.viewport, of: capture.frames[0].draws[0], in: capture.frames[0], scope: .pass) }
    }

    @Test("the result of the stencil test is shown, and each sample counts")
    func stencil() throws {
        let file = TemporaryFile()
        let capture = try screens(file, ["pixel = vec4(1);", "pixel = vec4(0, 1, 0, 1);"], depth: .depth24Stencil8, samples: 4, configure: { number, state in
            state.stencil = StencilState(both: number == 0 ? StencilFaceState(pass: .replace) : StencilFaceState(compare: .equal))
        }, bind: { number, _, pass in
            pass.setStencilReference(1)
            // The right edge of the first draw lies inside of the second column, and divides the samples of each pixel in half.
            pass.setUniform("area", number == 0 ? SIMD4<Float>(-1, -1, -0.8125, 1) : SIMD4<Float>(-1, -1, 0, 1))
        }).capture
        let stencil = try numbers(.stencil, capture, draw: 1), overdraw = try numbers(.overdraw, capture, draw: 1, scope: .pass)
        #expect((0..<16).map { stencil[$0, 3] } == [1, 3] + [Double](repeating: 2, count: 6) + [Double](repeating: 0, count: 8))
        // A partly covered fragment counts as one fragment. The first draw's two triangles meet inside the first pixel.
        #expect((0..<16).map { overdraw[$0, 3] } == [3, 2] + [Double](repeating: 0, count: 14))
    }

    @Test("a single draw is shown on a transparent background, or on the cleared colours")
    func alone() throws {
        let file = TemporaryFile()
        let (capture, _) = try screens(file, ["pixel = vec4(1, 0, 0, 1);", "pixel = vec4(0, 1, 0, 0.5);", "pixel = vec4(1, 1, 1, 0);"], color: [.rgba8],
                                       configure: { number, state in
            if number == 1 { state.colorTargets = [ColorTargetState(blend: .alpha)] }
        }, bind: { number, _, pass in
            pass.setUniform("area", [SIMD4<Float>(-1, -1, 0, 1), SIMD4(-0.5, -1, 0.5, 1), SIMD4(0.75, -1, 1, 1)][number])
        })
        let frame = capture.frames[0]
        let glass = try capture.contribution(of: frame.draws[1], in: frame)
        #expect(glass.isProven)
        for x in 0..<16 { #expect(glass.picture[x, 2] == ((4..<12).contains(x) ? SIMD4(0, 128, 0, 128) : .zero), "\(x)") }
        // A draw without blending hides everything, whatever its alpha is.
        let white = try capture.contribution(of: frame.draws[2], in: frame).picture
        for x in 0..<16 { #expect(white[x, 2] == (x >= 14 ? SIMD4(255, 255, 255, 255) : .zero), "\(x)") }
        let cleared = try capture.overlay(.clearDraw, of: frame.draws[1], in: frame), pass = try capture.overlay(.clearPass, of: frame.draws[1], in: frame)
        #expect(cleared.picture[6, 2] == SIMD4(0, 128, 0, 128) && cleared.picture[2, 2] == .zero && cleared.numbers == nil)
        #expect(pass.picture[2, 2] == SIMD4(255, 0, 0, 255) && pass.picture[10, 2] == SIMD4(0, 128, 0, 128) && pass.picture[14, 2] == .zero)
    }

    @Test("a single draw in a multisampled target is shown in its own colour, with its coverage as alpha", arguments: [PixelFormat.rgba8, .srgb8Alpha8])
    func aloneMultisampled(format: PixelFormat) throws {
        let file = TemporaryFile()
        let capture = try screens(file, ["pixel = vec4(1, 1, 1, 1);", "pixel = vec4(0.5, 0.25, 0, 1);"], color: [format], depth: .depth32Float, samples: 4,
                                  bind: { number, _, pass in
            if number == 1 { pass.setUniform("area", SIMD4<Float>(-1, -1, -0.8125, 1)) }
        }).capture
        let frame = capture.frames[0], picture = try capture.contribution(of: frame.draws[1], in: frame).picture
        let whole = picture[0, 3], half = picture[1, 3]
        #expect(whole.w == 255 && half.w == 128 && SIMD3(whole.x, whole.y, whole.z) == SIMD3(half.x, half.y, half.z) && picture[2, 3] == .zero)
        let depth = try capture.contribution(of: frame.draws[1], in: frame, attachment: .depth).picture
        #expect(depth.format == .grayAlpha16 && depth.bytes[3] == 255 && depth.bytes[4 * 2 + 3] == 0)
    }

    @Test("the shown mip level is a number with a fraction, the finest level of all lookups of the pixel")
    func mipLevel() throws {
        let file = TemporaryFile()
        let capture = try screens(file, [
            "pixel = textureLod(image, place, floor(gl_FragCoord.x) * 0.25);", "pixel = texture(image, place * vec2(1.0, 0.5));",
            "pixel = vec4(0); if (gl_FragCoord.x < 4.0) pixel = textureLod(image, place, 2.0); if (gl_FragCoord.x < 2.0) pixel += textureLod(image, place, 1.0);",
            "pixel = texelFetch(image, ivec2(0), int(gl_FragCoord.x) - 1);",
        ], declarations: "uniform sampler2D image; out vec4 pixel;", bind: { number, device, pass in
            let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 64, height: 64, mipLevels: 7))
            pass.setTexture("image", texture, .trilinearRepeat, levels: number == 0 ? 1...6 : 0...6)
        }).capture
        let explicit = try numbers(.mipLevel, capture)
        for x in 0..<16 { #expect(explicit[x, 4] == 1 + Double(x) * 0.25, "\(x)") }
        // A pixel covers four texels along x and four along y, so the level is 2.
        #expect(try numbers(.mipLevel, capture, draw: 1).values.allSatisfy { abs($0 - 2) < 1e-4 })
        let branches = try numbers(.mipLevel, capture, draw: 2)
        #expect((0..<6).map { branches[$0, 0] }.map { $0.isNaN ? -1 : $0 } == [1, 1, 2, 2, -1, -1])
        // A fetch of a missing level reads no texel, so the pixel has no level.
        let fetches = try numbers(.mipLevel, capture, draw: 3)
        #expect((0..<9).map { fetches[$0, 0] }.map { $0.isNaN ? -1 : $0 } == [-1, 0, 1, 2, 3, 4, 5, 6, -1])
    }

    @Test("the cost of a shader grows with the operations of each loop that a pixel takes, and draws add up")
    func cost() throws {
        let file = TemporaryFile(), body = "float sum = 0.0; for (int i = 0; i < int(gl_FragCoord.x); ++i) sum += sin(sum + place.y); pixel = vec4(sum);"
        let capture = try screens(file, [body, body]).capture
        let cost = try numbers(.cost, capture), both = try numbers(.cost, capture, draw: 1, scope: .pass)
        let step = cost[3, 2] - cost[2, 2]
        #expect(step > 0 && cost[0, 2] > 0)
        for x in 1..<16 { #expect(cost[x, 2] - cost[x - 1, 2] == step, "\(x)") }
        #expect(both.values == cost.values.map { 2 * $0 })
    }

    @Test("cube faces are separate images, and integers are exact")
    func faces() throws {
        let file = TemporaryFile(), device = Device(.reference)
        let cube = try device.makeTexture(TextureDescriptor(type: .cube, format: .rgba32Uint, width: 8, height: 8))
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "out uvec4 pixel; void main() { pixel = uvec4(4294967295u, uint(gl_FragCoord.x), uint(gl_FragCoord.y), 16777217u); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        for (face, draws) in [(CubeFace.positiveX, 2), (.negativeX, 3), (.positiveX, 1)] {
            let target = try device.makeFramebuffer(color: [Attachment(cube, face: face)])
            frame.render(to: target, clear: .none, label: "face") { pass in
                pass.setPipeline(pipeline)
                for _ in 0..<draws { pass.draw(count: 3) }
            }
        }
        try device.submit(frame)
        let capture = try Capture(contentsOf: file.path), captured = capture.frames[0]
        #expect(try numbers(.overdraw, capture, draw: 5, scope: .frame).values.allSatisfy { $0 == 3 })
        #expect(try numbers(.overdraw, capture, draw: 4, scope: .frame).values.allSatisfy { $0 == 3 })
        #expect(try numbers(.overdraw, capture, draw: 1, scope: .frame).values.allSatisfy { $0 == 2 })
        let replayer = try Replayer(captured, of: capture, on: Device(.jit))
        try replayer.run()
        let pixels = try replayer.numbers(of: captured.draws[0])
        #expect([0, 1, 2, 3].map { pixels[5, 1, $0] } == [4_294_967_295, 5, 6, 16_777_217])
        #expect(pixels.csv.hasPrefix("x,y,r,g,b,a\n0,0,4294967295,0,7,16777217\n"))
    }

    @Test("numbers that differ between the renderers are marked")
    func unproven() throws {
        let file = TemporaryFile(), other = TemporaryFile()
        func captured(_ file: TemporaryFile, _ time: Float) throws -> Capture {
            let fixture = try Fixture(Device(.reference))
            try fixture.device.captureNextFrame(to: file.path)
            try fixture.device.submit(fixture.record(time: time).encoder)
            return try Capture(contentsOf: file.path)
        }
        let first = try captured(file, 0), second = try captured(other, 0.3)
        let right = try first.verify(first.frames[0], ways: [.reference])
        try first.store([right])
        let proven = try Capture(contentsOf: file.path)
        #expect(try proven.overlay(.overdraw, of: proven.frames[0].draws[2], in: proven.frames[0]).isProven)
        // Stores the hashes of another frame in the capture.
        try second.store([right])
        let unproven = try Capture(contentsOf: other.path)
        #expect(try !unproven.overlay(.overdraw, of: unproven.frames[0].draws[2], in: unproven.frames[0]).isProven)
    }

    @Test("the overlay depth has the depths of the nearest triangles, as numbers and as a picture")
    func depths() throws {
        let file = TemporaryFile(), scene = TrianglesByHand(seed: 5), capture = try scene.capture(to: file).capture, frame = capture.frames[0]
        let replayer = try Replayer(frame, of: capture, on: Device(.jit))
        try replayer.run(through: 0)
        let numbers = try replayer.numbers(.depth, of: frame.draws[0]), picture = try replayer.image(.depth, of: frame.draws[0])
        #expect(picture.format == .gray16)
        for y in 0..<TrianglesByHand.height {
            for x in 0..<TrianglesByHand.width {
                let expected = scene.draws[0].triangles.filter { $0.covers(x, TrianglesByHand.height - 1 - y) }.map { (Double($0.z) + 1) / 2 }.min() ?? 1
                let at = 2 * (y * TrianglesByHand.width + x), code = Int(picture.bytes[at]) | Int(picture.bytes[at + 1]) << 8
                #expect(abs(numbers[x, y] - expected) < 1e-6 && abs(Double(code) - expected * 65535) <= 1, "(\(x), \(y))")
            }
        }
        #expect(Set(numbers.values).count > 3)
    }

    @Test("depth and floats are written as numbers that can be read back")
    func files() throws {
        let file = TemporaryFile(), scene = TrianglesByHand(seed: 5), capture = try scene.capture(to: file).capture, frame = capture.frames[0]
        let replayer = try Replayer(frame, of: capture, on: Device(.jit))
        try replayer.run(through: 2)
        let depth = try replayer.numbers(.depth, of: frame.draws[2]), lines = depth.csv.split(separator: "\n")
        #expect(lines.count == 16 && lines.allSatisfy { $0.split(separator: ",").count == 32 })
        #expect(lines.flatMap { $0.split(separator: ",").map { Double($0) } } == depth.values.map { Optional($0) })
        let pfm = depth.pfm, header = "Pf\n32 16\n-1.0\n"
        #expect(pfm.count == header.utf8.count + 32 * 16 * 4 && String(decoding: pfm.prefix(header.utf8.count), as: UTF8.self) == header)
        // In the PFM file the bottom row comes first.
        let body = Array(pfm.dropFirst(header.utf8.count)), floats = stride(from: 0, to: body.count, by: 4).map { (at: Int) -> Double in
            let bits = (0..<4).reduce(UInt32(0)) { (bits: UInt32, byte: Int) -> UInt32 in bits | UInt32(body[at + byte]) << UInt32(8 * byte) }
            return Double(Float(bitPattern: bits))
        }
        let rows = (0..<16).map { row in (0..<32).map { depth[$0, 15 - row] } }
        #expect(floats == rows.flatMap { $0 } && rows[0] != rows[15])
        #expect(throws: RasterError.self) { try depth.write(to: "/tmp/numbers.txt") }
        #expect(throws: RasterError.self) { try depth.write(to: "/absent/numbers.csv") }
    }
}
