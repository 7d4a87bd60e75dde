// Indirect draws and values of attributes: errors, bounds, and no compilation for new values. The scenes in
// Tests/Scenes/Scenes+VertexInput.swift compare the renderers' pictures of such draws.

import Raster
import Shading
import TestSupport
import Testing

@Suite("Arguments and attributes that a draw takes at submission") struct IndirectDrawTests {
    private static func triangle(_ fixture: DrawingFixture) throws -> Buffer {
        try fixture.device.makeBuffer(fixture.vertex(0, 0) + fixture.vertex(32, 0) + fixture.vertex(0, 32))
    }
    private func submit(_ fixture: DrawingFixture, _ body: (inout RenderPass) throws -> Void) throws {
        let vertices = try Self.triangle(fixture), pipeline = try fixture.pipeline()
        var encoder = fixture.device.makeCommandEncoder()
        try encoder.render(to: fixture.target, clear: .color(0, 0, 0), label: "scene") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            try body(&pass)
        }
        try fixture.device.submit(encoder)
    }

    @Test("arguments outside of their buffer, of odd places or of too many draws are refused with their numbers")
    func bounds() throws {
        let fixture = try DrawingFixture(), arguments = try fixture.device.makeBuffer([3, 1, 0, 0, 3] as [UInt32], label: "numbers")
        let indices = try fixture.device.makeBuffer([0, 1, 2] as [UInt16])
        func error(_ body: (inout RenderPass) -> Void) -> String { RasterError.thrown { try submit(fixture) { body(&$0) } }?.description ?? "none" }
        #expect(error { $0.drawIndirect(arguments, offset: 8) }
                    == "draw 0 of scene: indirect arguments in buffer 'numbers' take 16 bytes from 8 on, but the buffer has 20; draw fewer, or make the buffer larger [bufferTooSmall]")
        #expect(error { $0.drawIndirect(arguments, drawCount: 2) }.contains("take 32 bytes from 0 on"))
        #expect(error { $0.drawIndexedIndirect(indices, arguments: arguments, offset: 4) }.contains("take 20 bytes from 4 on"))
        #expect(error { $0.drawIndirect(arguments, offset: 2) }.contains("begin at byte 2, 16 bytes apart"))
        #expect(error { $0.drawIndirect(arguments, offset: .max) }.contains("use multiples of 4"))
        #expect(error { $0.drawIndirect(arguments, drawCount: 2, stride: .max - 3) }.contains("use multiples of 4"))
        #expect(error { $0.drawIndirect(arguments, drawCount: 1 << 16 + 1) }.contains("use 0 to 65536"))
        #expect(error { $0.drawIndirect(arguments, drawCount: -1) }.contains("use 0 to 65536"))
        #expect(error { $0.drawIndirect(try! Device(.reference).makeBuffer(byteCount: 64)) }.contains("device"))
        #expect(error { $0.drawIndirect(arguments, drawCount: 0) } == "none")
    }

    @Test("the numbers in the buffer are checked like the numbers of a draw", arguments: [
        ([4, 1, 0, 0], "lies outside"), ([3, 1, 1, 0], "lies outside"), ([.max, 1, 0, 0], "count is 4294967295"), ([3, .max, 0, 0], "instances is 4294967295"),
        ([1 << 30, 1 << 30, 0, 0], "at most 2³² vertices"), ([3, 1, 0, .max], "base instance is 4294967295"),
    ] as [([UInt32], String)])
    func numbers(_ words: [UInt32], _ text: String) throws {
        let fixture = try DrawingFixture(), arguments = try fixture.device.makeBuffer(words)
        let error = RasterError.thrown { try submit(fixture) { $0.drawIndirect(arguments) } }
        #expect(error?.description.contains(text) == true, "\(String(describing: error))")
    }

    @Test("a new value of an attribute compiles nothing, and the value stays when the pipeline changes")
    func attributes() throws {
        let device = Device(.jit), fixture = try DrawingFixture(on: device, width: 8, height: 8)
        let program = try device.makeProgram(vertex: """
            in vec4 color; in int steps; out vec4 tint;
            void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); tint = color * float(steps); }
            """, fragment: DrawingFixture.fragmentShader)
        let pipelines = try [CullMode.none, .front].map { cull in
            var state = RasterState()
            state.cull = cull
            return try device.makePipeline(program: program, vertexLayout: VertexLayout.none.withDefaults(for: program), state: state)
        }
        func frame(_ color: AttributeValue?, _ pipeline: Pipeline) -> CommandEncoder {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: fixture.target, clear: .color(0, 0, 0)) { pass in
                if let color { pass.setAttribute("color", color) }
                pass.setPipeline(pipelines[1])
                pass.setAttribute("steps", .uint(.init(2, 0, 0, 0)))
                pass.setPipeline(pipeline)
                pass.draw(count: 3)
            }
            return encoder
        }
        func red(_ frame: CommandEncoder) throws -> UInt8 {
            try device.submit(frame)
            return try fixture.red()[0][0]
        }
        let first = frame(.float(.init(0.2, 0, 0, 1)), pipelines[0])
        try device.prepare(first)
        #expect(try red(first) == 102)
        let others = [frame(.float(.init(0.4, 0, 0, 1)), pipelines[0]), frame(.int(.init(1, 0, 0, 1)), pipelines[0])]
        for frame in others { #expect(device.renderer.preparation(for: try device.check(frame)) == nil) }
        #expect(try others.map(red) == [204, 255])
        #expect(try red(frame(nil, pipelines[0])) == 0)
    }

    @Test("a value converts to the attribute's type")
    func conversions() {
        #expect(AttributeValue.float(.init(-1.9, 3e9, .nan, -3e9)).words(as: .int) == SIMD4(.max, 0x7FFF_FFFF, 0, 0x8000_0000))
        #expect(AttributeValue.int(.init(-1, 2, 3, 4)).words(as: .uint) == SIMD4(.max, 2, 3, 4))
        #expect(AttributeValue.uint(.init(.max, 2, 3, 4)).words(as: .float).x == Float(4294967296).bitPattern)
        #expect(AttributeValue.int(.init(-7, 2, 3, 4)).words(as: .float).x == Float(-7).bitPattern)
    }

    @Test("integers of a layout have integer types")
    func integerFormats() throws {
        let device = Device(.reference), program = try device.makeProgram(vertex: "in ivec4 a; void main() { gl_Position = vec4(a); }", fragment: "void main() {}")
        for component in [VertexComponent.float32, .float64, .fixed32, .float16] {
            let layout = VertexLayout(stride: 32, VertexAttribute("a", .integer(component, 4)))
            #expect(RasterError.thrown { _ = try device.makePipeline(program: program, vertexLayout: layout) }?.code == .invalidFormat)
        }
    }

    @Test("doubles and fixed-point numbers become the nearest floats, on both renderers", arguments: Device.Kind.allCases)
    func numbersOfFormats(_ kind: Device.Kind) throws {
        let device = Device(kind), target = try device.makeFramebuffer(width: 8, height: 1, color: [.rgba32Float])
        let program = try device.makeProgram(vertex: """
            in vec4 number; flat out vec4 tint;
            void main() { gl_Position = vec4((float(gl_VertexID) + 0.5) / 4.0 - 1.0, 0.0, 0.0, 1.0); tint = number; gl_PointSize = 1.0; }
            """, fragment: "flat in vec4 tint; out vec4 pixel; void main() { pixel = tint; }")
        func floats<Element: BitwiseCopyable>(_ elements: [Element], _ format: VertexFormat) throws -> [Float] {
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: format.byteCount, VertexAttribute("number", format)))
            let buffer = try device.makeBuffer(elements)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(buffer)
                pass.draw(.points, count: 8)
            }
            try device.submit(encoder)
            return try target.readPixels().flatMap { [$0.x, $0.y, $0.z, $0.w] }
        }
        var doubles: [Double] = [0, -0.0, 1 / 3, 1e300, -1e300, 1e-300, .infinity, -.infinity, .nan, 1 + 0x1p-24, 1 + 0x1p-24 + 0x1p-40, 0x1.fffffefp127,
                                 0x1.ffffffp127, 1.5e-45, 16777217, 16777219]
        while doubles.count < 32 { doubles.append(Double(doubles.count) * 0.1) }
        #expect(try floats(doubles, .scaled(.float64, 4)).map(\.bitPattern) == doubles.map { $0.isNaN ? 0x7FC0_0000 : Float($0).bitPattern })
        var codes: [Int32] = [0, 1, -1, 65536, .max, .min, 0x12345, -0x12345, 32768, 98304]
        while codes.count < 32 { codes.append(Int32(codes.count) &* 77_777_777 &- 1_000_000_007) }
        #expect(try floats(codes, .scaled(.fixed32, 4)) == codes.map { Float(Double($0) / 65536) })
    }
}
