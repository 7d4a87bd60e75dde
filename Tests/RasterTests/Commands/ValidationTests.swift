import Glibc
import Raster
import TestSupport
import Testing

/// On both renderers, the API refuses mistakes before anything is drawn. The typed error names the object.
@Suite("Validation", .serialized) struct ValidationTests {
    private func code(_ body: () throws -> Void) -> RasterError.Code? { RasterError.thrown(by: body)?.code }
    private static let solid = "out vec4 pixel; void main() { pixel = vec4(1.0); }"

    @Test("the error of a uniform, sampler or block that the program lacks names it") func unknownNames() throws {
        let f = try DrawingFixture()
        let corner = f.vertex(0, 0) + f.vertex(8, 0) + f.vertex(0, 8)
        #expect(code { try f.draw(corner) { $0.setUniform("nothing", Float(1)) } } == .unknownUniform)
        #expect(code { try f.draw(corner) { $0.setUniformBuffer("Nothing", try! f.device.makeBuffer(byteCount: 16)) } } == .unknownUniform)
        let texture = try f.device.makeTexture(TextureDescriptor(format: .rgba8, width: 1, height: 1))
        #expect(code { try f.draw(corner) { $0.setTexture("nothing", texture) } } == .unknownSampler)
    }

    @Test("a uniform takes only values of its type, and at most its count") func uniformTypes() throws {
        let f = try DrawingFixture()
        let pipeline = try f.pipeline(fragment: "uniform vec3 a; uniform float b[2]; out vec4 pixel; void main() { pixel = vec4(a * b[1], 1.0); }")
        let corner = f.vertex(0, 0) + f.vertex(8, 0) + f.vertex(0, 8)
        #expect(code { try f.draw(corner, pipeline: pipeline) { $0.setUniform("a", Float(1)) } } == .uniformTypeMismatch)
        #expect(code { try f.draw(corner, pipeline: pipeline) { $0.setUniform("b", [Float](repeating: 1, count: 3)) } } == .uniformTypeMismatch)
        #expect(code { try f.draw(corner, pipeline: pipeline) { $0.setUniform("b[2]", Float(1)) } } == .uniformTypeMismatch)
        #expect(code { try f.draw(corner, pipeline: pipeline) { $0.setUniform("b[1]", Float(1)) } } == nil)
    }

    @Test("the error of an attribute that the layout lacks names it") func missingAttribute() throws {
        let device = Device(.reference)
        let program = try device.makeProgram(vertex: "in vec4 place; void main() { gl_Position = place; }", fragment: Self.solid)
        #expect(code { _ = try device.makePipeline(program: program, vertexLayout: DrawingFixture.layout) } == .unknownAttribute)
    }

    @Test("a vertex or index buffer that is too small for its draw is refused") func smallBuffers() throws {
        let f = try DrawingFixture()
        let pipeline = try f.pipeline()
        let vertices = try f.device.makeBuffer(f.vertex(0, 0) + f.vertex(8, 0) + f.vertex(0, 8))
        let indices = try f.device.makeBuffer([UInt16](repeating: 0, count: 3))
        func submit(_ body: (inout RenderPass) -> Void) -> RasterError.Code? {
            var encoder = f.device.makeCommandEncoder()
            encoder.render(to: f.target) { pass in
                pass.setPipeline(pipeline)
                body(&pass)
            }
            return code { try f.device.submit(encoder) }
        }
        #expect(submit { $0.setVertexBuffer(vertices); $0.draw(count: 4) } == .bufferTooSmall)
        #expect(submit { $0.setVertexBuffer(vertices); $0.drawIndexed(indices, count: 6) } == .bufferTooSmall)
        #expect(submit { $0.draw(count: 3) } == .missingVertexBuffer)
        #expect(submit { $0.setVertexBuffer(vertices); $0.draw(count: 3) } == nil)
    }

    @Test("an index out of range reads zero and draws nothing", arguments: Device.Kind.allCases) func indexOutOfRange(kind: Device.Kind) throws {
        let device = Device(kind)
        let target = try device.makeFramebuffer(width: 8, height: 8)
        let pipeline = try device.makePipeline(program: try device.makeProgram(vertex: DrawingFixture.vertexShader, fragment: DrawingFixture.fragmentShader),
                                               vertexLayout: DrawingFixture.layout)
        let vertices = try device.makeBuffer([Float](repeating: 1, count: 24))
        let indices = try device.makeBuffer([UInt32](arrayLiteral: 7, 1 << 20, .max))
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(pipeline); pass.setVertexBuffer(vertices)
            pass.drawIndexed(indices, type: .uint32, count: 3)
        }
        try device.submit(encoder)
        #expect(try target.readImage().bytes.allSatisfy { $0 == 0 })
    }

    @Test("a framebuffer needs images of matching formats and sample counts, or the size of a framebuffer without images") func framebuffers() throws {
        let device = Device(.reference)
        func attachment(_ format: PixelFormat, _ size: Int, samples: Int = 1) throws -> Raster.Attachment {
            Raster.Attachment(try device.makeTexture(TextureDescriptor(format: format, width: size, height: size, samples: samples)))
        }
        #expect(code { _ = try device.makeFramebuffer(color: []) } == .incompleteFramebuffer)
        #expect(code { _ = try device.makeFramebuffer(color: [try attachment(.rgba8, 8)], depth: try attachment(.depth24, 8, samples: 4)) }
                    == .attachmentMismatch)
        let mixed = try device.makeFramebuffer(color: [try attachment(.rgba8, 8)], depth: try attachment(.depth24, 4))
        #expect(mixed.width == 4 && mixed.height == 4)
        let empty = try device.makeFramebuffer(width: 7, height: 9, color: [], samples: 4)
        #expect(empty.width == 7 && empty.height == 9 && empty.samples == 4 && empty.attachments.isEmpty)
        #expect(code { _ = try device.makeFramebuffer(width: 1 << 20, height: 8, color: []) } == .invalidSize)
        #expect(code { _ = try device.makeFramebuffer(width: 8, height: 8, color: [], samples: 3) } == .unsupported)
        #expect(code { _ = try device.makeFramebuffer(color: [try attachment(.depth24, 8)]) } == .incompleteFramebuffer)
        #expect(code { _ = try device.makeFramebuffer(width: 0, height: 8) } == .invalidSize)
    }

    @Test("sampling a texture level that the pass renders to is refused, sampling another level is not") func feedback() throws {
        let device = Device(.reference)
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 8, height: 8, mipLevels: 2))
        let target = try device.makeFramebuffer(color: [Raster.Attachment(texture, level: 1)])
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(0.0); }",
                                             fragment: "uniform sampler2D image; out vec4 pixel; void main() { pixel = texture(image, vec2(0.5)); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        func submit(_ levels: ClosedRange<Int>) -> RasterError.Code? {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target) { pass in
                pass.setPipeline(pipeline); pass.setTexture("image", texture, levels: levels)
                pass.draw(count: 3)
            }
            return code { try device.submit(encoder) }
        }
        #expect(submit(0...1) == .feedbackLoop)
        #expect(submit(0...0) == nil)
    }

    @Test("an endless loop ends with an error that names its line", arguments: Device.Kind.allCases) func endlessLoop(kind: Device.Kind) throws {
        var options = Device.Options()
        options.shaderStepLimit = 1000
        let device = Device(kind, options: options)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        let fragment = "uniform float step;\nout vec4 pixel;\nvoid main() {\n    float x = 0.0;\n    while (x < 1.0) x += step;\n    pixel = vec4(x);\n}\n"
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(float(gl_VertexID & 1) * 4.0 - 1.0, float(gl_VertexID >> 1) * 4.0 - 1.0, 0.0, 1.0); }", fragment: fragment)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in pass.setPipeline(pipeline); pass.draw(count: 3) }
        do {
            try device.submit(encoder)
            Issue.record("it ended")
        } catch let error as RasterError {
            #expect(error.code == .shaderDidNotEnd)
            #expect(error.description.contains("fragment:5"), "\(error)")
        }
    }
}

@Test("a texture that exceeds the system's memory is an error")
func textureBeyondMemory() async {
    await promptly {
        await #expect(processExitsWith: .success) {
            // The texture takes 4 GiB.
            var limit = rlimit(rlim_cur: 3 << 30, rlim_max: 3 << 30)
            try #require(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0)
            let error = #expect(throws: RasterError.self) {
                try Device(.reference).makeTexture(TextureDescriptor(format: .rgba32Float, width: 16384, height: 16384, label: "sky"))
            }
            try #require(error?.code == .outOfMemory && error?.subject == "texture 'sky'")
        }
    }
}
