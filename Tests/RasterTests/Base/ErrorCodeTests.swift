import Raster
import TestSupport
import Testing

/// Tests of the error codes that no other test covers, on both renderers. Each error names its object.
@Suite("Error codes") struct ErrorCodeTests {
    private static let corners: [Float] = [-1, -1, 3, -1, -1, 3]
    private static let layout = VertexLayout(stride: 8, VertexAttribute("place", .float2))
    private static let plain = "in vec2 place; void main() { gl_Position = vec4(place, 0.0, 1.0); }"

    /// Submits one pass that draws a triangle with the program.
    private func draw(_ device: Device, fragment: String, _ configure: (inout RenderPass) throws -> Void) throws {
        let target = try device.makeFramebuffer(width: 4, height: 4)
        let pipeline = try device.makePipeline(program: try device.makeProgram(vertex: Self.plain, fragment: fragment), vertexLayout: Self.layout)
        let buffer = try device.makeBuffer(Self.corners)
        var encoder = device.makeCommandEncoder()
        try encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(buffer)
            try configure(&pass)
            pass.draw(count: 3)
        }
        try device.submit(encoder)
    }

    @Test("a draw or a uniform before the first pipeline is refused", arguments: Device.Kind.allCases) func missingPipeline(kind: Device.Kind) throws {
        let device = Device(kind), target = try device.makeFramebuffer(width: 4, height: 4)
        func submit(_ body: (inout RenderPass) -> Void) -> RasterError? {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: .color(1, 1, 1), body)
            return RasterError.thrown { try device.submit(encoder) }
        }
        #expect(submit { $0.draw(count: 3) }?.code == .missingPipeline)
        #expect(submit { $0.setUniform("scale", Float(1)) }?.code == .missingPipeline)
        #expect(submit { _ in } == nil)
        #expect(try target.readImage()[1, 1] == SIMD4(255, 255, 255, 255), "only what was not refused cleared")
    }

    @Test("the error of a uniform block without a buffer names the block", arguments: Device.Kind.allCases) func missingUniformBuffer(kind: Device.Kind) throws {
        let device = Device(kind), buffer = try device.makeBuffer([1, 0, 0, 1] as [Float])
        let fragment = "#version 330\nlayout(std140) uniform Paint { vec4 tint; }; out vec4 color; void main() { color = tint; }"
        let refused = RasterError.thrown { try draw(device, fragment: fragment) { _ in } }
        #expect(refused?.code == .missingUniformBuffer && refused?.subject.contains("Paint") == true)
        #expect(RasterError.thrown { try draw(device, fragment: fragment) { $0.setUniformBuffer("Paint", buffer) } } == nil)
    }

    @Test("an integer attribute takes only integers, a float attribute only floats", arguments: Device.Kind.allCases) func attributeTypes(kind: Device.Kind) throws {
        let device = Device(kind)
        func code(_ type: String, _ format: VertexFormat) throws -> RasterError? {
            let program = try device.makeProgram(vertex: "#version 330\nin \(type) number; void main() { gl_Position = vec4(number); }",
                                                 fragment: "#version 330\nout vec4 color; void main() { color = vec4(1.0); }")
            return RasterError.thrown {
                _ = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 16, VertexAttribute("number", format)))
            }
        }
        for (type, format) in [("vec4", VertexFormat.integer(.int32, 4)), ("ivec4", .float4), ("uvec4", .normalized(.uint8, 4))] {
            let refused = try code(type, format)
            #expect(refused?.code == .attributeTypeMismatch && refused?.subject.contains("number") == true, "\(type) from \(format)")
        }
        #expect(try code("ivec4", .integer(.int32, 4)) == nil)
        #expect(try code("vec4", .float4) == nil)
    }

    @Test("only existing levels of a texture can be read", arguments: Device.Kind.allCases) func incompleteTexture(kind: Device.Kind) throws {
        let device = Device(kind)
        let texture = try device.makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4, mipLevels: 2, label: "short"))
        let fragment = "uniform sampler2D picture; out vec4 color; void main() { color = texture(picture, vec2(0.5)); }"
        for levels in [0...2, -1...1, 2...2, 0...Int.max] {
            let refused = RasterError.thrown { try draw(device, fragment: fragment) { $0.setTexture("picture", texture, levels: levels) } }
            #expect(refused?.code == .incompleteTexture && refused?.problem.contains("short") == true, "\(levels)")
        }
        #expect(RasterError.thrown { try draw(device, fragment: fragment) { $0.setTexture("picture", texture, levels: 1...1) } } == nil)
    }
}
