// The history of a pixel: primitives that do not reach it, the weights of vertices, several images, the terms of a blend.

import FrameCapture
import Raster
import Testing

@Suite("Reasons in a pixel's history") struct PixelReasonTests {
    private let device = Device(.reference)
    private let file = TemporaryFile()

    private func captured(_ record: (inout CommandEncoder) throws -> Void) throws -> (capture: Capture, frame: CapturedFrame) {
        try device.captureNextFrame(to: file.path)
        var encoder = device.makeCommandEncoder()
        try record(&encoder)
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path)
        return (capture, capture.frames[0])
    }
    /// Two triangles that form a square from `low` to `high` in clip space, with a depth that increases with x.
    private static let square = """
        uniform vec4 corners;
        uniform vec2 depths;
        uniform float limit;
        void main() {
            vec2 place = vec2(gl_VertexID & 1, gl_VertexID >> 1);
            gl_Position = vec4(mix(corners.xy, corners.zw, place), mix(depths.x, depths.y, place.x), 1.0);
            gl_ClipDistance[0] = limit - place.x;
        }
        """

    @Test("a primitive clipped by a plane, the viewport or the shader is reported only at pixels that it would cover without clipping", arguments: Device.Kind.allCases)
    func clipped(kind: Device.Kind) throws {
        let target = try device.makeFramebuffer(width: 16, height: 16)
        let program = try device.makeProgram(vertex: "#version 330\n" + PixelReasonTests.square, fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var clamping = RasterState()
        clamping.depthClamp = true
        clamping.colorTargets = [ColorTargetState(writeMask: [])]
        let clamped = try device.makePipeline(program: program, vertexLayout: .none, state: clamping)
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                func draw(_ label: String, _ pipeline: Pipeline, depths: SIMD2<Float> = .zero, limit: Float = 9) {
                    pass.setPipeline(pipeline)
                    pass.setUniform("corners", SIMD4<Float>(-1, -1, 1, 1))
                    pass.setUniform("depths", depths)
                    pass.setUniform("limit", limit)
                    pass.draw(.triangleStrip, count: 4, label: label)
                }
                draw("near", pipeline, depths: [-3, 1])
                draw("far", pipeline, depths: [-1, 3])
                draw("cut", pipeline, limit: 0.5)
                draw("clamped", clamped, depths: [-3, 3])
                pass.setViewport(Viewport(x: 0, y: 0, width: 8, height: 16))
                pass.setUniform("corners", SIMD4<Float>(-1, -1, 3, 1))
                pass.setPipeline(pipeline)
                pass.setUniform("depths", SIMD2<Float>.zero)
                pass.draw(.triangleStrip, count: 4, label: "beside")
            }
        }
        func fates(_ x: Int) throws -> [PixelFate] {
            let history = try capture.history(x: x, y: 8, in: frame, on: Device(kind))
            #expect(history.isProven)
            return history.events.compactMap { $0.draw == nil ? nil : $0.fate }
        }
        // The near plane cuts the first square at its middle, the far plane cuts the second square, and a clip distance of the shader
        // cuts the third square.
        #expect(try fates(2) == [.lost(.nearClipped), .written, .written, .writeMasked, .written])
        #expect(try fates(13) == [.written, .lost(.farClipped), .lost(.clippedByShader), .writeMasked, .lost(.viewportClipped)])
        let beside = try #require(capture.history(x: 13, y: 8, in: frame).events.last)
        #expect(beside.primitive != nil && beside.instance == 0 && beside.vertices.count == 3 && beside.isFrontFacing == true && beside.testsEarly == nil)
    }

    @Test("the verdict explains why each later draw did not make the pixel")
    func words() throws {
        let target = try device.makeFramebuffer(width: 16, height: 16, depth: .depth32FloatStencil8, samples: 4)
        let program = try device.makeProgram(vertex: "#version 330\n" + PixelReasonTests.square, fragment: """
            #version 400
            uniform int mode;
            out vec4 c;
            void main() {
                if (mode == 1) discard;
                gl_SampleMask[0] = mode == 2 ? 0 : -1;
                c = vec4(1);
            }
            """)
        /// A draw in front of the wall that differs from the draw of the wall in one setting, and the expected words of the
        /// verdict.
        struct Lost {
            var label: String, words: String
            var depth: Float = -0.5, limit: Float = 9, mode: Int32 = 0
            var viewport: Viewport?, scissor: PixelRect?
            var configure: (inout RasterState) -> Void = { _ in }
        }
        let lost = [
            Lost(label: "near", words: "its primitive 0 is clipped there by the near plane", depth: -3),
            Lost(label: "far", words: "its primitive 0 is clipped there by the far plane", depth: 3),
            Lost(label: "cut", words: "its primitive 0 is clipped there by the vertex shader's gl_ClipDistance", limit: -1),
            Lost(label: "beside", words: "the pixel lies outside of its viewport", viewport: Viewport(x: 0, y: 0, width: 4, height: 16)),
            Lost(label: "scissored", words: "the pixel lies outside of its scissor", scissor: PixelRect(x: 0, y: 0, width: 4, height: 4)),
            Lost(label: "turned", words: "its primitive 0 is culled, because it shows its front") { $0.cull = .front },
            Lost(label: "no sample", words: "its pipeline's sample mask excludes the sample") { $0.sampleMask = 0 },
            Lost(label: "stencil", words: "its primitive 0 fails the stencil test: the stencil reference 7 is not equal to the stored 3 of the clear of pass p") { $0.stencil = StencilState(both: StencilFaceState(compare: .equal)) },
            Lost(label: "behind", words: "its primitive 0 fails the depth test: depth 0.75 is not less than 0.5 of draw @0", depth: 0.5),
            Lost(label: "dropped", words: "its primitive 0 is discarded by its fragment shader", mode: 1),
            Lost(label: "masked", words: "its fragment shader's gl_SampleMask or alpha excludes the sample", mode: 2),
            Lost(label: "unwritten", words: "its primitive 0 passes all tests, but the write masks block all channels") { $0.colorTargets = [ColorTargetState(writeMask: [])] },
        ]
        func pipeline(_ configure: (inout RasterState) -> Void) throws -> Pipeline {
            var state = RasterState()
            state.depth = DepthState(compare: .less, writes: false)
            configure(&state)
            return try device.makePipeline(program: program, vertexLayout: .none, state: state)
        }
        let wall = try pipeline { $0.depth?.writes = true }, pipelines = try lost.map { try pipeline($0.configure) }
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)], depth: 1, stencil: 3), label: "p") { pass in
                func draw(_ label: String, _ pipeline: Pipeline, depth: Float, limit: Float, mode: Int32) {
                    pass.setPipeline(pipeline)
                    // The square extends so far to the right that it would cover the pixel even in a narrow viewport.
                    pass.setUniform("corners", SIMD4<Float>(-1, -1, 9, 1))
                    pass.setUniform("depths", SIMD2<Float>(depth, depth))
                    pass.setUniform("limit", limit)
                    pass.setUniform("mode", mode)
                    pass.draw(.triangleStrip, count: 4, label: label)
                }
                pass.setStencilReference(7)
                draw("wall", wall, depth: 0, limit: 9, mode: 0)
                for (one, pipeline) in zip(lost, pipelines) {
                    pass.setViewport(one.viewport ?? Viewport(x: 0, y: 0, width: 16, height: 16))
                    pass.setScissor(one.scissor)
                    draw(one.label, pipeline, depth: one.depth, limit: one.limit, mode: one.mode)
                }
            }
        }
        let history = try capture.history(x: 9, y: 8, in: frame), verdict = history.verdict
        #expect(history.isProven && verdict.hasPrefix("Pixel (9, 8) is #FFFFFF because draw @0 (p/wall, "), "\(verdict)")
        let sentences = verdict.components(separatedBy: " Draw ")
        #expect(sentences.count == lost.count + 1, "\(verdict)")
        for (number, one) in lost.enumerated() {
            #expect(sentences.contains { $0.hasPrefix("@\(number + 1) (p/\(one.label), ") && ($0 + ".").contains(" does not change it, because \(one.words).") },
                    "\(one.label): \(verdict)")
        }
    }

    @Test("the verdict of a pixel without fragments says so, and also the verdict of a pixel whose draws all fail")
    func nothing() throws {
        let target = try device.makeFramebuffer(width: 16, height: 16)
        let program = try device.makeProgram(vertex: "#version 330\n" + PixelReasonTests.square, fragment: "out vec4 c; void main() { c = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: .none, label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("corners", SIMD4<Float>(-1, -1, 0, 1))
                pass.setUniform("limit", Float(9))
                pass.setUniform("depths", SIMD2<Float>(-3, -3))
                pass.draw(.triangleStrip, count: 4, label: "left")
            }
        }
        #expect(try capture.history(x: 13, y: 8, in: frame).verdict == "Nothing writes pixel (13, 8): no draw of the frame covers it.")
        let lost = try capture.history(x: 2, y: 8, in: frame).verdict
        #expect(lost.hasPrefix("Nothing writes pixel (2, 8). Draw @0 (p/left, ") && lost.hasSuffix(" does not change it, because its primitive 0 is clipped there by the near plane."), "\(lost)")
    }

    @Test("the reported weights of the vertices are those of a varying, bit by bit, and belong to the right vertices", arguments: [1, 4])
    func weights(samples: Int) throws {
        let target = try device.makeFramebuffer(width: 16, height: 16, color: [.rgba32Float], samples: samples)
        let program = try device.makeProgram(vertex: """
            const vec4 corners[4] = vec4[](vec4(-1, -1, 0, 1), vec4(3, -2, 1, 2), vec4(-1, 4, 0, 3), vec4(1.6, 2.5, 0.1, -0.5));
            out vec3 weights;
            void main() {
                int corner = gl_VertexID % 3;
                weights = vec3(corner == 0, corner == 1, corner == 2);
                gl_Position = corners[gl_VertexID < 6 || corner != 2 ? corner : 3];
            }
            """, fragment: "in vec3 weights; out vec4 c; void main() { c = vec4(weights, float(gl_PrimitiveID)); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.draw(first: 3, count: 3, label: "whole")
                pass.draw(first: 6, count: 3, instances: 2, label: "cut behind the eye")
                pass.draw(first: 0, count: 6, label: "twice the same")
            }
        }
        var found: [[Int?]: Int] = [:]
        for (x, y) in (0..<64).map({ ($0 % 8 * 2, $0 / 8 * 2) }) {
            for event in try capture.history(x: x, y: y, in: frame).events where event.fate == .written {
                guard case .numbers(let output)? = event.output else { continue }
                #expect(event.barycentrics.map(\.bitPattern) == output.prefix(3).map(\.bitPattern), "(\(x), \(y)): \(event)")
                #expect(event.vertices == (event.draw == 0 ? [3, 4, 5] : event.draw == 1 ? [6, 7, 8] : output[3] == 0 ? [0, 1, 2] : [3, 4, 5]))
                #expect(abs(event.barycentrics.reduce(0, +) - 1) < 1e-5)
                #expect(event.primitive.map { Float($0) } == output[3])
                found[[event.draw, event.instance, event.primitive], default: 0] += 1
            }
        }
        for draw in [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 0, 0], [2, 0, 1]] { #expect(found[draw] ?? 0 > 0, "draw, instance and primitive \(draw)") }
        #expect(found.count == 5)
    }

    @Test("a back-facing primitive is reported as such, with the stencil test for back faces", arguments: Device.Kind.allCases)
    func backs(kind: Device.Kind) throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth32FloatStencil8)
        let program = try device.makeProgram(vertex: """
            uniform bool turned;
            void main() {
                int corner = turned ? 2 - gl_VertexID : gl_VertexID;
                gl_Position = vec4(corner == 1 ? 3 : -1, corner == 2 ? 3 : -1, 0, 1);
            }
            """, fragment: "out vec4 c; void main() { c = vec4(1); }")
        var state = RasterState()
        state.stencil = StencilState(front: StencilFaceState(compare: .lessEqual), back: StencilFaceState(compare: .greater))
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state)
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)], stencil: 3), label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.setStencilReference(2)
                for turned in [false, true] {
                    pass.setUniform("turned", turned)
                    pass.draw(count: 3)
                }
            }
        }
        let draws = try capture.history(x: 3, y: 3, in: frame, on: Device(kind)).events.filter { $0.draw != nil }
        #expect(draws.map(\.isFrontFacing) == [true, false] && draws.map(\.stencilCompare) == [.lessEqual, .greater])
        #expect(draws.map(\.fate) == [.written, .lost(.stencilFailed)])
    }

    @Test("each of several attachments has its own change, and so do depth and stencil")
    func attachments() throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, color: [.rgba8, .rgba8Uint, .r32Float], depth: .depth32FloatStencil8, label: "many")
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }", fragment: """
            #version 330
            layout(location = 0) out vec4 a;
            layout(location = 1) out uvec4 b;
            layout(location = 2) out float c;
            void main() { a = vec4(1, 0.5, 0, 1); b = uvec4(7, 8, 9, 10); c = 2.5; }
            """)
        var state = RasterState()
        state.depth = .less
        state.stencil = StencilState(both: StencilFaceState(depthFail: .incrementClamp, pass: .replace))
        state.colorTargets = [ColorTargetState(), ColorTargetState(writeMask: [.red, .alpha]), ColorTargetState()]
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state)
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: ClearValues(colors: [.float(.zero), .uint(SIMD4(1, 2, 3, 4)), .float(.zero)], depth: 1, stencil: 3),
                           label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.setStencilReference(9)
                pass.draw(count: 3, label: "first")
                pass.draw(count: 3, label: "behind")
            }
        }
        let history = try capture.history(x: 3, y: 3, in: frame)
        #expect(history.isProven && history.events.count == 3)
        let clear = history.events[0], first = history.events[1], behind = history.events[2]
        #expect(clear.changes.map(\.attachment) == [.color(0), .color(1), .color(2), .depth, .stencil])
        #expect(clear.changes.map(\.after) == [.numbers([0, 0, 0, 0]), .integers([1, 2, 3, 4]), .numbers([0, 0, 0, 1]), .numbers([1]), .integer(3)])
        #expect(first.changes.map(\.attachment) == [.color(0), .color(1), .color(2), .depth, .stencil])
        #expect(first.changes.map(\.after) == [.numbers([1, Float(128) / 255, 0, 1]), .integers([7, 2, 3, 10]), .numbers([2.5, 0, 0, 1]),
                                               .numbers([0.5]), .integer(9)])
        // The output for depth is the fragment's depth, which the depth test compares. The output for stencil is the reference, which the
        // stencil test compares.
        #expect(first.changes.suffix(2).map(\.output) == [.numbers([0.5]), .integer(9)] && behind.changes.first?.output == .integer(9))
        #expect(first.changes.map(\.before) == clear.changes.map(\.after) && first.changes[1].writeMask == "ra")
        #expect(behind.fate == .lost(.depthFailed) && behind.depthCompare == .less && behind.stencilCompare == .always)
        #expect(behind.changes.map(\.attachment) == [.stencil] && behind.changes.first?.after == .integer(10))
        #expect(Set(first.images).count == 4)
        // Checks a verdict about an attachment other than the first.
        let verdict = try capture.history(x: 3, y: 3, in: frame, image: .attachment(.color(2), of: nil)).verdict
        #expect(verdict.contains("is 2.5 0.0 0.0 1.0 because draw @0 (p/first"), "\(verdict)")
        #expect(throws: RasterError.self) { _ = try capture.history(x: 3, y: 3, in: frame, image: .attachment(.color(3), of: nil)) }
    }

    @Test("the history says whether tests run before the shader, and which samples the shader or its alpha masks", arguments: Device.Kind.allCases)
    func order(kind: Device.Kind) throws {
        let target = try device.makeFramebuffer(width: 8, height: 8, depth: .depth32Float, samples: 4)
        func pipeline(_ body: String, alphaToCoverage: Bool = false) throws -> Pipeline {
            let program = try device.makeProgram(vertex: """
                #version 400
                uniform float z;
                void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, z, 1.0); }
                """, fragment: "#version 400\nuniform float limit;\nout vec4 c;\nvoid main() { \(body) }")
            var state = RasterState()
            state.depth = .less
            state.alphaToCoverage = alphaToCoverage
            return try device.makePipeline(program: program, vertexLayout: .none, state: state)
        }
        let pipelines = [try pipeline("c = vec4(1);"), try pipeline("if (limit > 0.5) discard; c = vec4(1);"),
                         try pipeline("gl_SampleMask[0] = 5; c = vec4(1);"), try pipeline("c = vec4(1, 1, 1, 0.5);", alphaToCoverage: true)]
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: .color(0, 0, 0), label: "p") { pass in
                for (number, pipeline) in pipelines.enumerated() {
                    pass.setPipeline(pipeline)
                    pass.setUniform("z", 0.5 - 0.1 * Float(number))
                    pass.draw(count: 3)
                }
            }
        }
        let history = try capture.history(x: 3, y: 3, in: frame, on: Device(kind))
        #expect(history.isProven)
        func samples(_ draw: Int, _ fate: PixelFate) -> [Int] { history.events.filter { $0.draw == draw && $0.fate == fate }.compactMap(\.sample).sorted() }
        func isEarly(_ draw: Int) -> Set<Bool?> { Set(history.events.filter { $0.draw == draw }.map(\.testsEarly)) }
        #expect(samples(0, .written) == [0, 1, 2, 3] && samples(1, .written) == [0, 1, 2, 3])
        #expect(isEarly(0) == [true] && isEarly(1) == [false])
        #expect(samples(2, .written) == [0, 2] && samples(2, .lost(.maskedByShader)) == [1, 3] && isEarly(2) == [false])
        // Sample s is covered if the alpha is above s / 4.
        #expect(samples(3, .written) == [0, 1] && samples(3, .lost(.maskedByShader)) == [2, 3])
    }

    @Test("images of the same size have separate histories, chosen by name or number")
    func images() throws {
        let red = try device.makeFramebuffer(width: 8, height: 8, label: "red"),
            copy = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "copy"))
        let other = try device.makeFramebuffer(color: [Attachment(device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, label: "other")))])
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "uniform vec4 paint; out vec4 c; void main() { c = paint; }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        let source = try #require(red.color[0])
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            func pass(_ target: Framebuffer, _ label: String, _ paint: SIMD4<Float>) {
                encoder.render(to: target, label: label) { pass in
                    pass.setPipeline(pipeline)
                    pass.setUniform("paint", paint)
                    pass.draw(count: 3, label: label)
                }
            }
            pass(red, "one", SIMD4(1, 0, 0, 1))
            encoder.copy(source.texture, to: copy)
            pass(other, "two", SIMD4(0, 1, 0, 1))
            pass(red, "three", SIMD4(0, 0, 1, 1))
        }
        func names(_ choice: ImageChoice) throws -> [String] {
            try capture.history(x: 2, y: 2, in: frame, image: choice).eventsOfImage.compactMap { $0.draw == nil ? nil : $0.name }
        }
        #expect(try capture.history(x: 2, y: 2, in: frame).events.compactMap(\.draw) == [0, 1, 2])
        #expect(try names(.result) == ["one/one", "three/three"])
        #expect(try names(.texture("other")) == ["two/two"])
        // The copy command read the pixel before the third draw.
        #expect(try names(.texture("copy")) == ["one/one"])
        let transfer = try #require(capture.history(x: 2, y: 2, in: frame, image: .texture("copy")).eventsOfImage.last)
        #expect(transfer.fate == .transferred && transfer.before == .numbers([0, 0, 0, 0]) && transfer.after == .numbers([1, 0, 0, 1]))
        let verdict = try capture.history(x: 2, y: 2, in: frame, image: .texture("copy")).verdict
        #expect(verdict.hasPrefix("Pixel (2, 2) is #FF0000 because draw @0") && verdict.contains("a copy into texture"), "\(verdict)")
        let number = try #require(frame.table.textures.firstIndex { $0.descriptor.label == "other" })
        #expect(try names(.texture("#\(number)")) == ["two/two"])
        #expect(throws: RasterError.self) { _ = try names(.texture("nowhere")) }
    }

    @Test("the terms of a blend are those that made the pixel", arguments: [PixelFormat.rgba8, .rgba16Float])
    func blend(format: PixelFormat) throws {
        let target = try device.makeFramebuffer(width: 4, height: 4, color: [format])
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                             fragment: "out vec4 c; void main() { c = vec4(2.0, 0.3, 0.1, 0.25); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, blend: .alpha)
        let (capture, frame) = try captured { (encoder: inout CommandEncoder) in
            encoder.render(to: target, clear: .color(0.5, 0.5, 0.5, 1), label: "p") { pass in
                pass.setPipeline(pipeline)
                pass.draw(count: 3)
            }
        }
        let event = try #require(try capture.history(x: 1, y: 1, in: frame).events.last)
        let blend = try #require(event.mainChange?.blend)
        guard case .numbers(let s) = blend.source, case .numbers(let sf) = blend.sourceFactor, case .numbers(let d) = blend.destination,
              case .numbers(let df) = blend.destinationFactor, case .numbers(let after)? = event.after else {
            Issue.record("\(blend)")
            return
        }
        #expect(blend.equation == "add(sourceAlpha, oneMinusSourceAlpha) / add(one, oneMinusSourceAlpha)")
        #expect(s[0] == (format == .rgba8 ? 1 : 2) && abs(sf[0] - 0.25) < 0.003 && abs(sf[0] + df[0] - 1) < 1e-6)
        for channel in 0..<4 { #expect(abs(s[channel] * sf[channel] + d[channel] * df[channel] - after[channel]) <= 0.5 / 255 + 0.001, "channel \(channel)") }
    }
}
