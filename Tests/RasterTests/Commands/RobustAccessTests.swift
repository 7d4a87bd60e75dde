// Draws whose results OpenGL leaves undefined: by default, such a draw is an error; with Device.Options.robustAccess, Raster defines the
// results.

import Raster
import TestSupport
import Testing

@Suite("Robust access") struct RobustAccessTests {
    /// A small target, with functions that draw into the target.
    private struct Canvas {
        let device: Device, target: Framebuffer
        static let vertex = """
            #version 330
            in vec2 corner; in vec4 color; out vec4 tint;
            void main() { gl_Position = vec4(corner, 0.0, 1.0); tint = color; gl_PointSize = 1.0; }
            """
        static let full = "#version 330\nvoid main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }"

        init(_ kind: Device.Kind, isRobust: Bool = true, _ format: PixelFormat = .rgba32Float) throws {
            var options = Device.Options()
            options.robustAccess = isRobust
            options.threads = 2
            device = Device(kind, options: options)
            target = try device.makeFramebuffer(width: 8, height: 8, color: [format])
        }
        func pipeline(_ vertex: String = full, _ fragment: String, _ layout: VertexLayout = .none,
                      _ configure: (inout RasterState) -> Void = { _ in }) throws -> Pipeline {
            var state = RasterState()
            configure(&state)
            return try device.makePipeline(program: try device.makeProgram(vertex: vertex, fragment: fragment), vertexLayout: layout, state: state)
        }
        func submit(clear: ClearValues = .color(0.5, 0.5, 0.5, 0.5), _ body: (inout RenderPass) throws -> Void) throws {
            var encoder = device.makeCommandEncoder()
            try encoder.render(to: target, clear: clear, body)
            try device.submit(encoder)
        }
        /// Submits a pass, and returns the pixel at the lower left.
        func pixel(clear: ClearValues = .color(0.5, 0.5, 0.5, 0.5), _ body: (inout RenderPass) throws -> Void) throws -> SIMD4<Float> {
            try submit(clear: clear, body)
            return try target.readPixels(x: 0, y: 0, width: 1, height: 1)[0]
        }
    }
    private static let grey = SIMD4<Float>(0.5, 0.5, 0.5, 0.5)
    private static let copying = "#version 330\nin vec4 tint; out vec4 pixel; void main() { pixel = tint; }"
    private static let layout = VertexLayout(buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: 16)],
                                             attributes: [VertexAttribute("corner", .float2, slot: 0), VertexAttribute("color", .float4, slot: 1)])
    private func code(_ body: () throws -> Void) -> RasterError.Code? { RasterError.thrown(by: body)?.code }

    @Test("a gather without a texture collects a component of (0, 0, 0, 1)", arguments: Device.Kind.allCases)
    func gatherWithoutTexture(kind: Device.Kind) throws {
        func pixel(_ component: Int, _ type: String = "", _ arguments: String = "") throws -> SIMD4<Float> {
            let canvas = try Canvas(kind)
            let lookup = "vec4(textureGather(t, vec2(0.5)\(arguments.isEmpty ? ", \(component)" : arguments)))"
            let declarations = "uniform \(type)sampler2D\(arguments.isEmpty ? "" : "Shadow") t; out vec4 c;"
            let pipeline = try canvas.pipeline(Canvas.full, "#version 400\n\(declarations)\nvoid main() { c = \(lookup); }")
            return try canvas.pixel { pass in
                pass.setPipeline(pipeline)
                pass.draw(count: 3)
            }
        }
        #expect(try pixel(0) == .zero && pixel(2) == .zero && pixel(3) == SIMD4(1, 1, 1, 1))
        #expect(try pixel(1, "i") == .zero && pixel(3, "u") == SIMD4(1, 1, 1, 1))
        #expect(try pixel(0, "", ", 0.5") == .zero)
    }

    @Test("vertices outside of their buffers, and attributes without a buffer, are zero", arguments: Device.Kind.allCases)
    func vertices(kind: Device.Kind) throws {
        func draw(_ canvas: Canvas) throws -> [SIMD4<Float>] {
            let pipeline = try canvas.pipeline(Canvas.vertex, Self.copying, Self.layout)
            let corners = try canvas.device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float]), colors = try canvas.device.makeBuffer([1, 1, 1, 1] as [Float])
            return try [
                canvas.pixel { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(corners, slot: 0)
                    pass.draw(count: 3)
                },
                canvas.pixel { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(corners, slot: 0)
                    pass.setVertexBuffer(colors, slot: 1)
                    pass.draw(count: 9)
                },
                canvas.pixel { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(corners, slot: 0, offset: 1 << 20)
                    pass.setVertexBuffer(colors, slot: 1, offset: 4)
                    pass.draw(count: 9)
                },
            ]
        }
        let results = try draw(try Canvas(kind))
        #expect(results[0] == .zero)
        // The lower left pixel lies near the first vertex, so the pixel has nearly the colour of this vertex.
        #expect(results[1].x > 0.8 && results[1].x < 1)
        #expect(results[2] == Self.grey)
        #expect(code { _ = try draw(try Canvas(kind, isRobust: false)) } == .missingVertexBuffer)
    }

    @Test("a draw ends at the last index of its buffer, of any type", arguments: Device.Kind.allCases)
    func indices(kind: Device.Kind) throws {
        func draw(_ canvas: Canvas, first: Int, count: Int, type: IndexType? = nil) throws -> SIMD4<Float> {
            let pipeline = try canvas.pipeline(Canvas.vertex, Self.copying, Self.layout)
            let corners = try canvas.device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float])
            let colors = try canvas.device.makeBuffer([Float](repeating: 1, count: 12)), indices = try canvas.device.makeBuffer([0, 1, 2, 0, 1] as [UInt16])
            return try canvas.pixel { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(corners, slot: 0)
                pass.setVertexBuffer(colors, slot: 1)
                pass.drawIndexed(indices, type: type, first: first, count: count)
            }
        }
        let canvas = try Canvas(kind), plain = try Canvas(kind, isRobust: false)
        #expect(try draw(canvas, first: 0, count: 3000) == .one)
        #expect(try draw(canvas, first: 3, count: 3) == Self.grey)
        #expect(try draw(canvas, first: 1 << 30, count: 3) == Self.grey)
        #expect(try draw(canvas, first: 0, count: 3, type: .uint32) == Self.grey)
        #expect(code { _ = try draw(plain, first: 0, count: 6) } == .bufferTooSmall)
        #expect(code { _ = try draw(plain, first: 0, count: 1, type: .uint32) } == .invalidFormat)
        #expect(code { _ = try draw(canvas, first: -1, count: 3) } == .invalidArgument)
    }

    @Test("missing bytes of uniform blocks are zero; updates before the draw count", arguments: Device.Kind.allCases)
    func blocks(kind: Device.Kind) throws {
        let fragment = "#version 330\nlayout(std140) uniform Paint { vec4 a; vec4 b[2]; }; uniform int n; out vec4 pixel; void main() { pixel = vec4(a.xy, b[n].x, b[1].y); }"
        func draw(_ canvas: Canvas, _ bind: (inout RenderPass, Buffer) -> Void) throws -> SIMD4<Float> {
            let pipeline = try canvas.pipeline(Canvas.full, fragment), buffer = try canvas.device.makeBuffer((1...6).map(Float.init))
            var encoder = canvas.device.makeCommandEncoder()
            encoder.update(buffer, at: 4, with: [20] as [Float])
            encoder.render(to: canvas.target) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("n", 0)
                bind(&pass, buffer)
                pass.draw(count: 3)
            }
            encoder.update(buffer, at: 0, with: [99, 99, 99, 99, 99, 99] as [Float])
            try canvas.device.submit(encoder)
            return try canvas.target.readPixels(x: 0, y: 0, width: 1, height: 1)[0]
        }
        let canvas = try Canvas(kind), plain = try Canvas(kind, isRobust: false)
        #expect(try draw(canvas) { _, _ in } == .zero)
        #expect(try draw(canvas) { $0.setUniformBuffer("Paint", $1) } == SIMD4(1, 20, 5, 0))
        #expect(try draw(canvas) { $0.setUniformBuffer("Paint", $1, offset: 18) } == SIMD4(5, 6, 0, 0))
        #expect(try draw(canvas) { $0.setUniformBuffer("Paint", $1, offset: 0, byteCount: 4) } == SIMD4(1, 0, 0, 0))
        #expect(code { _ = try draw(plain) { _, _ in } } == .missingUniformBuffer)
        #expect(code { _ = try draw(plain) { $0.setUniformBuffer("Paint", $1) } } == .bufferTooSmall)
    }

    @Test("a texture that does not fit its sampler reads as none; a needless comparison is left out", arguments: Device.Kind.allCases)
    func textures(kind: Device.Kind) throws {
        func draw(_ canvas: Canvas, _ declaration: String, _ lookup: String, _ texture: TextureDescriptor, _ sampler: Sampler = .nearest,
                  levels: ClosedRange<Int>? = nil) throws -> SIMD4<Float> {
            let pipeline = try canvas.pipeline(Canvas.full, "#version 330\nuniform \(declaration) image; out vec4 pixel; void main() { pixel = vec4(\(lookup)); }")
            let texture = try canvas.device.makeTexture(texture)
            return try canvas.pixel { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("image", texture, sampler, levels: levels)
                pass.draw(count: 3)
            }
        }
        let canvas = try Canvas(kind), plain = try Canvas(kind, isRobust: false), none = SIMD4<Float>(0, 0, 0, 1)
        let integers = TextureDescriptor(format: .rgba8Uint, width: 2, height: 2), colors = TextureDescriptor(format: .rgba8, width: 2, height: 2)
        var comparing = Sampler.nearest
        comparing.compare = .greaterEqual
        let lookup = "texture(image, vec2(0.5))"
        #expect(try draw(canvas, "sampler2D", lookup, integers) == none)
        #expect(try draw(canvas, "usampler2D", lookup, colors) == none)
        #expect(try draw(canvas, "sampler3D", "texture(image, vec3(0.5))", colors) == none)
        #expect(try draw(canvas, "sampler2D", lookup, colors, levels: 0...3) == none)
        #expect(try draw(canvas, "sampler2D", lookup, TextureDescriptor(format: .rgba8, width: 2, height: 2, samples: 4)) == none)
        #expect(try draw(canvas, "sampler2D", lookup, TextureDescriptor(format: .depth24, width: 2, height: 2), comparing) == none)
        // The last of the lookups above reads a texture whose depth is 0. If this lookup compared depths, the result would be (1, 1, 1,
        // 1).
        #expect(code { _ = try draw(plain, "sampler2D", lookup, integers) } == .samplerTypeMismatch)
        #expect(code { _ = try draw(plain, "sampler2D", lookup, colors, levels: 0...3) } == .incompleteTexture)
        #expect(code { _ = try draw(plain, "sampler2D", lookup, TextureDescriptor(format: .depth24, width: 2, height: 2), comparing) } == .samplerTypeMismatch)
        _ = try draw(canvas, "sampler2DShadow", "texture(image, vec3(0.5))", colors)
    }

    @Test("a pass that reads its own image sees the texels from before the pass", arguments: Device.Kind.allCases)
    func feedback(kind: Device.Kind) throws {
        let fragment = """
            #version 330
            uniform sampler2D image; out vec4 pixel;
            void main() { pixel = texelFetch(image, ivec2(gl_FragCoord.yx), 0) + vec4(0.25, 0.0, 0.0, 0.0); }
            """
        func draw(_ canvas: Canvas) throws -> [SIMD4<Float>] {
            let pipeline = try canvas.pipeline(Canvas.full, fragment), image = canvas.target.color[0]!.texture
            try canvas.submit(clear: .color(0, 0, 0.125, 1)) { _ in }
            // The second draw sees neither the clear nor the first draw.
            try canvas.submit(clear: .color(1, 1, 1, 1)) { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("image", image)
                pass.draw(count: 3)
                pass.draw(count: 3)
            }
            let first = try canvas.target.readPixels(x: 3, y: 5, width: 1, height: 1)
            try canvas.submit(clear: .none) { pass in
                pass.setPipeline(pipeline)
                pass.setTexture("image", image)
                pass.draw(count: 3)
            }
            return try first + canvas.target.readPixels(x: 3, y: 5, width: 1, height: 1)
        }
        #expect(try draw(try Canvas(kind)) == [SIMD4(0.25, 0, 0.125, 1), SIMD4(0.5, 0, 0.125, 1)])
        #expect(code { _ = try draw(try Canvas(kind, isRobust: false)) } == .feedbackLoop)
    }

    @Test("outputs and clear values of another type change nothing, and integers are not blended", arguments: Device.Kind.allCases)
    func outputs(kind: Device.Kind) throws {
        func draw(_ canvas: Canvas, _ type: String, clear: ClearValues, blend: BlendState? = nil) throws -> SIMD4<Float> {
            let pipeline = try canvas.pipeline(Canvas.full, "#version 330\nout \(type) pixel; void main() { pixel = \(type)(3); }") {
                if let blend { $0.colorTargets = [ColorTargetState(blend: blend)] }
            }
            return try canvas.pixel(clear: clear) { pass in
                pass.setPipeline(pipeline)
                pass.draw(count: 3)
            }
        }
        let floats = try Canvas(kind), integers = try Canvas(kind, .rgba8Uint), plain = try Canvas(kind, isRobust: false, .rgba8Uint)
        let seven = ClearValues(colors: [.uint(.init(7, 7, 7, 7))])
        #expect(try draw(floats, "ivec4", clear: .color(0.5, 0.5, 0.5, 0.5)) == Self.grey)
        #expect(try draw(floats, "ivec4", clear: seven) == Self.grey)
        #expect(try draw(integers, "vec4", clear: seven) == SIMD4(7, 7, 7, 7))
        #expect(try draw(integers, "uvec4", clear: seven, blend: .additive) == SIMD4(3, 3, 3, 3))
        #expect(try draw(integers, "ivec4", clear: .color(0, 0, 0)) == SIMD4(3, 3, 3, 3))
        #expect(code { _ = try draw(plain, "vec4", clear: seven) } == .attachmentMismatch)
        #expect(code { _ = try draw(plain, "uvec4", clear: seven, blend: .additive) } == .unsupported)
        #expect(code { _ = try draw(plain, "uvec4", clear: .color(0, 0, 0)) } == .invalidFormat)
    }

    @Test("resources of another device and numbers out of range stay errors")
    func errors() throws {
        let canvas = try Canvas(.reference), other = try Canvas(.reference)
        let pipeline = try canvas.pipeline(Canvas.vertex, Self.copying, Self.layout), foreign = try other.device.makeBuffer(byteCount: 64)
        #expect(code { try canvas.submit { $0.setPipeline(pipeline); $0.setVertexBuffer(foreign); $0.draw(count: 3) } } == .wrongDevice)
        #expect(code { try canvas.submit { $0.setPipeline(pipeline); $0.draw(count: -1) } } == .invalidArgument)
        #expect(code { try canvas.submit { $0.setPipeline(pipeline); $0.draw(count: .max) } } == .invalidArgument)
    }
}
