// Captures of programs that called OpenGL describe states in OpenGL's words.

import CaptureFile
import Foundation
import FrameCapture
import Raster
import TestSupport
import Testing

@Suite("OpenGL's words") struct OpenGLWordsTests {
    /// Returns a device with the option `servesOpenGL`, which the driver's devices have.
    private static func device() -> Device {
        var options = Device.Options()
        options.servesOpenGL = true
        return Device(.reference, options: options)
    }

    @Test("each name is a constant of OpenGL; the names of formats have the numbers with which OpenGL makes such textures")
    func names() throws {
        let constants = try String(contentsOf: packageFolder.appendingPathComponent("Sources/GLState/Registry/GLConstants.swift"), encoding: .utf8)
        var numbers: [Substring: UInt32] = [:]
        for line in constants.matches(of: /package let (GL_\w+): GLenum = (?:0x([0-9A-Fa-f]+)|([0-9]+))\n/) {
            numbers[line.1] = line.2.map { UInt32($0, radix: 16) } ?? line.3.map { UInt32($0) } ?? nil
        }
        for format in PixelFormat.allCases { #expect(numbers[Substring(format.openGLName)] == format.layout.glInternalFormat, "\(format)") }
        let lists: [[String]] = [
            CompareFunction.allCases.map(\.openGLName), StencilOperation.allCases.map(\.openGLName), BlendFactor.allCases.map(\.openGLName),
            BlendEquation.allCases.map(\.openGLName), CullMode.allCases.compactMap(\.openGLName), Winding.allCases.map(\.openGLName),
            PolygonMode.allCases.map(\.openGLName), LogicOperation.allCases.map(\.openGLName), PrimitiveType.allCases.map(\.openGLName),
            VertexComponent.allCases.map(\.openGLName), TextureType.allCases.map(\.openGLName), TextureSwizzle.Source.allCases.map(\.openGLName),
            FilterMode.allCases.map(\.openGLName),
            // The driver does not offer GL_MIRROR_CLAMP_TO_EDGE of OpenGL 4.4, so this mode is left out.
            WrapMode.allCases.filter { $0 != .mirrorClampToEdge }.map(\.openGLName),
        ]
        for list in lists {
            #expect(Set(list).count == list.count, "\(list)")
            for name in list { #expect(numbers[Substring(name)] != nil, "\(name)") }
        }
    }

    @Test("the origin of a capture chooses its words; --words chooses others; captures of version 1 have Raster's words")
    func origin() throws {
        let file = TemporaryFile(), other = TemporaryFile()
        for (file, device) in [(file, Self.device()), (other, Device(.reference))] {
            try device.captureNextFrame(to: file.path)
            _ = try GlassPane(device: device).draw(isMended: false)
        }
        #expect(try Capture(contentsOf: file.path).vocabulary == .opengl && Capture(contentsOf: other.path).vocabulary == .raster)
        func depth(_ path: String, _ words: String...) throws -> String {
            try run(["state", path, "@1", "--filter", "epth"] + words).output
        }
        let own = try depth(file.path), plain = try depth(other.path)
        #expect(own.contains("glDepthFunc") && own.contains("GL_LESS") && !own.contains("depth.compare"))
        #expect(plain.contains("depth.compare") && plain.contains(" less") && !plain.contains("gl"))
        #expect(try depth(other.path, "--words", "opengl").contains("GL_LESS") && !depth(file.path, "--words", "raster").contains("GL_"))

        var record = RecordedOrigin.blank, coder = FieldCoder(version: 1)
        record.servesOpenGL = true
        #expect(try RecordedOrigin(decoding: record.encoded, subject: "an origin") == record)
        try record.code(&coder)
        #expect(try !RecordedOrigin(decoding: coder.bytes, version: 1, subject: "an origin").servesOpenGL)
    }

    @Test("why names functions with their arguments, and the call that lets a primitive pass")
    func why() throws {
        let file = TemporaryFile(), device = Self.device(), pane = try GlassPane(device: device)
        try device.captureNextFrame(to: file.path)
        _ = try pane.draw(isMended: false)
        let answer = try framescope("why", file.path, "\(GlassPane.pixel.x)", "\(GlassPane.pixel.y)").output
        #expect(answer.contains(" by glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA)."), "\(answer)")
        #expect(answer.contains("because its primitive 1186 fails the depth test GL_LESS: depth 0.97999173 is not less than 0.9731247 of draw @1;"
                                + " glDisable(GL_DEPTH_TEST) would let it pass."), "\(answer)")
        let draws = try framescope("draws", file.path).output
        #expect(draws.contains("glDepthFunc(GL_LESS), glBlendFuncSeparate(GL_SRC_ALPHA, "), "\(draws)")
    }

    @Test("clears, copies and blits have the names of the functions that the program called, and the default framebuffer's images their own names")
    func functions() throws {
        let file = TemporaryFile(), device = Self.device()
        func texture(_ format: PixelFormat, _ label: String, mips: Int = 1) throws -> Texture {
            try device.makeTexture(TextureDescriptor(format: format, width: 4, height: 4, mipLevels: mips, label: label))
        }
        let back = try texture(.rgba8, "GL_BACK"), depth = try texture(.depth24Stencil8, "GL_DEPTH and GL_STENCIL")
        let copied = try texture(.rgba8, "texture 1", mips: 2), drawn = try texture(.rgba8, "texture 2"), blitted = try texture(.rgba8, "texture 3")
        let surface = try device.makeFramebuffer(color: [Attachment(back)], depth: Attachment(depth), stencil: Attachment(depth), label: "default framebuffer")
        let object = try device.makeFramebuffer(color: [Attachment(drawn)], label: "framebuffer 1")
        func clears(_ target: Framebuffer, _ calls: [ClearCall]) -> Command {
            .renderPass(RenderPassCommand(label: target.label, target: target, clear: .none, operations: calls.map { .clear($0) }))
        }
        let corners = (x0: 0, y0: 0, x1: 4, y1: 4)
        var encoder = device.makeCommandEncoder()
        encoder.append(contentsOf: [
            clears(surface, [
                ClearCall(values: ClearValues(colors: [.float(SIMD4(1, 0, 0, 1))], depth: 1, stencil: 0), function: "glClear"),
                ClearCall(values: ClearValues(depth: 0.5, stencil: 3), function: "glClearBufferfi"),
                ClearCall(values: ClearValues(stencil: 7), function: "glClearBufferiv"),
            ]),
            clears(object, [ClearCall(values: ClearValues(colors: [.float(SIMD4(0, 1, 0, 0.5))]), function: "glClearBufferfv")]),
            .copyTexture(CopyTextureCommand(source: back, sourceLevel: 0, sourceRegion: TextureRegion(x: 0, y: 0, z: 0, width: 4, height: 4),
                                            destination: copied, destinationLevel: 0, destinationX: 0, destinationY: 0,
                                            destinationZ: 0, function: "glCopyTexSubImage2D")),
            .generateMipmaps(copied),
            .blit(BlitCommand(source: Attachment(drawn), sourceCorners: corners, destination: Attachment(blitted), destinationCorners: corners,
                              filter: .nearest, scissor: nil, function: "glBlitFramebuffer")),
        ])
        try device.captureNextFrame(to: file.path)
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let names = try capture.history(x: 1, y: 1, in: frame).events.map(\.name)
        #expect(names == [
            "glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT)", "glClearBufferfi(GL_DEPTH_STENCIL, 0, 0.5, 3)",
            "glClearBufferiv(GL_STENCIL, 0, {7})", "glClearBufferfv(GL_COLOR, 0, {0.0, 1.0, 0.0, 0.5})", "glCopyTexSubImage2D into texture 1",
            "glBlitFramebuffer into texture 3",
        ])
        let small = try capture.history(x: 1, y: 1, in: frame, image: .texture("texture 1")).events
        #expect(small.contains { $0.name == "glCopyTexSubImage2D into texture 1" })
        let why = try capture.explanation(x: 1, y: 1, in: frame, image: .texture("texture 3")).verdict
        #expect(why.contains("glClearBufferfv(GL_COLOR, 0, {0.0, 1.0, 0.0, 0.5})") && why.contains("Then glBlitFramebuffer into texture 3 takes it over."), "\(why)")
        let rows = try run(["pixel", file.path, "1", "1", "--image", "GL_BACK"]).output, list = try run(["pixel", file.path, "1", "1"]).output
        #expect(rows.contains(" GL_BACK ") && rows.contains(" GL_DEPTH\n") && (rows + "\n").contains(" GL_STENCIL\n") && !rows.contains("#0 "), "\(rows)")
        #expect(list.contains(" texture 3 ") && !list.contains("a clear"), "\(list)")
        // Sets Raster's vocabulary, and checks the names of the same events again.
        capture.vocabulary = .raster
        let plain = try capture.history(x: 1, y: 1, in: frame).events.dropFirst(3).map { event in
            event.name.split(separator: " ").filter { !$0.hasPrefix("#") }.joined(separator: " ")
        }
        #expect(plain == [
            "a clear in the pass", "a copy into texture texture 1", "a blit into texture texture 3",
        ])
    }

    @Test("attachments are found by their names in OpenGL")
    func attachmentNames() {
        for (text, name) in [("GL_BACK", AttachmentName.color(0)), ("GL_COLOR_ATTACHMENT2", .color(2)), ("color1", .color(1)), ("GL_DEPTH", .depth),
                             ("GL_STENCIL_ATTACHMENT", .stencil)] { #expect(AttachmentName(text) == name) }
        for text in ["GL_COLOR_ATTACHMENT", "GL_COLOR_ATTACHMENT-1", "GL_FRONT_AND_BACK", "color-1"] { #expect(AttachmentName(text) == nil) }
    }

    @Test("the remedies let the primitive pass: a frame with the state that they set draws it")
    func remedies() throws {
        /// A setting that hides a triangle, the reason that the answer gives, and the calls that show the triangle again, each with its
        /// change of the state.
        let cases: [(hide: (inout RasterState) -> Void, reason: String, calls: [(String, (inout RasterState) -> Void)])] = [
            ({ $0.depth = .less }, "fails the depth test GL_LESS", [
                ("glDepthFunc(GL_LEQUAL)", { $0.depth = .lessEqual }), ("glDisable(GL_DEPTH_TEST)", { $0.depth = nil }),
            ]),
            ({ $0.depth = DepthState(compare: .notEqual) }, "fails the depth test GL_NOTEQUAL", [("glDisable(GL_DEPTH_TEST)", { $0.depth = nil })]),
            ({ $0.cull = .front }, "is culled by glCullFace(GL_FRONT) with glFrontFace(GL_CCW), because it shows its front", [
                ("glFrontFace(GL_CW)", { $0.frontFace = .clockwise }), ("glDisable(GL_CULL_FACE)", { $0.cull = .none }),
            ]),
            ({ $0.cull = .frontAndBack }, "is culled by glCullFace(GL_FRONT_AND_BACK) with glFrontFace(GL_CCW)", [
                ("glDisable(GL_CULL_FACE)", { $0.cull = .none }),
            ]),
            ({ $0.stencil = StencilState(both: StencilFaceState(compare: .less)) }, "fails the stencil test GL_LESS", [
                ("glDisable(GL_STENCIL_TEST)", { $0.stencil = nil }),
            ]),
            ({ $0.rasterizerDiscard = true }, "is dropped by GL_RASTERIZER_DISCARD", [("glDisable(GL_RASTERIZER_DISCARD)", { $0.rasterizerDiscard = false })]),
            ({ $0.clipDistances = 2 }, "is clipped there by the vertex shader's gl_ClipDistance", [
                ("glDisable(GL_CLIP_DISTANCE1)", { $0.clipDistances = 0 }),
            ]),
            ({ $0.colorTargets = [ColorTargetState(writeMask: [])] }, "passes all tests, but glColorMask and glDepthMask block all channels", [
                ("glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE)", { $0.colorTargets = [] }),
            ]),
        ]
        let device = Self.device()
        let program = try device.makeProgram(vertex: """
            void main() {
                gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 1.0, 1.0);
                gl_ClipDistance[0] = 1.0;
                gl_ClipDistance[1] = -1.0;
            }
            """,
                                             fragment: "out vec4 pixel; void main() { pixel = vec4(1.0); }")
        let target = try device.makeFramebuffer(width: 4, height: 4, depth: .depth24Stencil8)
        func draw(_ state: RasterState) throws -> Image {
            let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: ClearValues(colors: [.float(.zero)], depth: 1, stencil: 0)) { pass in
                pass.setPipeline(pipeline)
                pass.draw(count: 3)
            }
            try device.submit(encoder)
            return try target.readImage()
        }
        for (hide, reason, calls) in cases {
            var state = RasterState()
            state.clipDistances = 0
            hide(&state)
            let file = TemporaryFile()
            try device.captureNextFrame(to: file.path)
            #expect(try draw(state)[1, 1].x == 0)
            let capture = try Capture(contentsOf: file.path), verdict = try capture.explanation(x: 1, y: 1, in: capture.frames[0]).verdict
            #expect(verdict.contains(reason), "\(verdict)")
            #expect(verdict.hasSuffix("; \(calls.map(\.0).joined(separator: " or ")) would let it \(reason.hasPrefix("passes") ? "write" : "pass")."), "\(verdict)")
            for (call, mend) in calls {
                var mended = state
                mend(&mended)
                #expect(try draw(mended)[1, 1].x == 255, "\(call)")
            }
        }
    }

    @Test("a draw that is not visible names the rectangles that exclude it, and the call that shows transparent samples")
    func verdicts() throws {
        let device = Self.device(), target = try device.makeFramebuffer(width: 8, height: 8, label: "framebuffer 1"), file = TemporaryFile()
        let program = try device.makeProgram(vertex: "uniform float x; void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) + x, 0.0, 1.0); }",
                                             fragment: "out vec4 pixel; void main() { pixel = vec4(0.0); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none, blend: .alpha)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(1, 1, 1)) { pass in
            pass.setPipeline(pipeline)
            pass.setViewport(Viewport(x: 0, y: 0, width: 8, height: 6))
            pass.draw(count: 3)
            pass.setUniform("x", Float(5))
            pass.draw(count: 3)
            pass.setUniform("x", Float(0))
            pass.setScissor(PixelRect(x: 0, y: 0, width: 2, height: 1))
            pass.draw(count: 3)
        }
        try device.captureNextFrame(to: file.path)
        try device.submit(encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let sentences = try frame.draws.map { try capture.verdict(of: $0, in: frame, on: .reference).sentence }
        #expect(sentences[0].hasSuffix(" have an alpha of 0, so that blending changes nothing; glDisable(GL_BLEND) would let them show."), "\(sentences[0])")
        #expect(sentences[1].hasSuffix(" lies outside of the rectangle of glViewport(0, 0, 8, 6)."), "\(sentences[1])")
        #expect(sentences[2].hasSuffix(" lies outside of the rectangle of glScissor(0, 0, 2, 1); glDisable(GL_SCISSOR_TEST) would let it pass."), "\(sentences[2])")
        #expect(throws: RasterError(.invalidArgument, "attachment GL_DEPTH_ATTACHMENT", "is not among the draw's images", remedy: "use GL_COLOR_ATTACHMENT0")) {
            try capture.overlay(.nan, of: frame.draws[0], in: frame, attachment: .depth)
        }
    }

    @Test("overlays about a test name the calls that decide it, and their images have the names of OpenGL's objects")
    func overlays() throws {
        let file = TemporaryFile(), device = Self.device(), pane = try GlassPane(device: device)
        try device.captureNextFrame(to: file.path)
        _ = try pane.draw(isMended: false)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0], list: [Overlay] = [.depth, .stencil, .backFace, .viewport, .overdraw]
        func titles(_ scope: OverlayScope = .draw) throws -> [String] {
            try capture.overlays(list, of: frame.draws[1], in: frame, scope: scope, on: Device(.reference)).map(\.title)
        }
        #expect(try titles() == [
            "outcome of the depth test: glDepthFunc(GL_LESS)", "outcome of the stencil test, with GL_STENCIL_TEST disabled",
            "visible sides of triangles, with GL_CULL_FACE disabled", "the rectangle of glViewport(0, 0, 320, 180), with GL_SCISSOR_TEST disabled",
            "fragments that were written",
        ])
        #expect(try titles(.pass).prefix(2) == ["outcome of the depth test", "outcome of the stencil test"])
        let viewport = try capture.overlay(.viewport, of: frame.draws[1], in: frame, on: Device(.reference))
        #expect(viewport.scale.legend.map(\.meaning).contains("lies outside of the rectangle of glViewport"))
        #expect(viewport.subject?.description == ["The pixels of picture, 320×180: 1 draw."])
        capture.vocabulary = .raster
        #expect(try titles() == list.map(\.title))
    }
}
