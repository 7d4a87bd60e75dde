// Queries: the counted quantities, repeated use of a query, timestamps, and the rules of render conditions.

import Raster
import TestSupport
import Testing

@Suite("Queries") struct QueryTests {
    private struct Fixture {
        let device: Device, target: Framebuffer, pipeline: Pipeline
        init(_ kind: Device.Kind) throws {
            device = Device(kind)
            target = try device.makeFramebuffer(width: 8, height: 8)
            let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0, 1); }",
                                                 fragment: "out vec4 color; void main() { color = vec4(1); }")
            pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        }
        func submit(_ body: (inout CommandEncoder) throws -> Void) throws {
            var encoder = device.makeCommandEncoder(label: "queries")
            try body(&encoder)
            try device.submit(encoder)
        }
        func draw(_ encoder: inout CommandEncoder, clear: ClearValues = .none, _ configure: (inout RenderPass) -> Void) {
            encoder.render(to: target, clear: clear, label: "main") { pass in
                pass.setPipeline(pipeline)
                configure(&pass)
                pass.draw(count: 3, label: "all")
            }
        }
        func color() throws -> SIMD4<UInt8> { try target.readImage()[3, 3] }
    }

    @Test("counts grow from submit to submit until they are reset", arguments: Device.Kind.allCases)
    func reset(kind: Device.Kind) throws {
        let fixture = try Fixture(kind), samples = OcclusionQuery(), primitives = PrimitiveQuery()
        func draw() throws {
            try fixture.submit { fixture.draw(&$0) { pass in pass.setOcclusionQuery(samples); pass.setPrimitiveQuery(primitives) } }
        }
        #expect(samples.count == 0 && !samples.hasPassed && primitives.count == 0)
        try draw()
        try draw()
        #expect(samples.count == 128 && samples.hasPassed && primitives.count == 2)
        samples.reset()
        primitives.reset()
        #expect(!samples.hasPassed && primitives.count == 0)
        try draw()
        #expect(samples.count == 64 && primitives.count == 1)
    }

    @Test("a draw of more primitives than a batch counts each of them once", arguments: [1, 3])
    func manyPrimitives(threads: Int) throws {
        let device = try TileConfiguration(lanes: 8, threads: threads, tiers: .baseline).makeDevice()
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(2); }", fragment: "out vec4 color; void main() { color = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none), target = try device.makeFramebuffer(width: 8, height: 8)
        let query = PrimitiveQuery()
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setPrimitiveQuery(query)
            pass.draw(.triangleStrip, count: 50_002, instances: 3)
            pass.draw(.points, count: 7)
        }
        try device.submit(encoder)
        #expect(query.count == 150_007)
    }

    @Test("timestamps are written in the order of the commands, and differ by the time that the commands take", arguments: Device.Kind.allCases)
    func timestamps(kind: Device.Kind) throws {
        let fixture = try Fixture(kind), before = TimestampQuery(), middle = TimestampQuery(), after = TimestampQuery()
        let began = ContinuousClock.now
        try fixture.submit { encoder in
            encoder.writeTimestamp(before)
            #expect(before.nanoseconds == nil)
            fixture.draw(&encoder, clear: .color(0, 0, 0)) { _ in }
            encoder.writeTimestamp(middle)
            encoder.writeTimestamp(after)
        }
        let took = ContinuousClock.now - began
        let times = try [before, middle, after].map { try #require($0.nanoseconds) }
        #expect(times[0] < times[1] && times[1] <= times[2] && Duration.nanoseconds(times[2] - times[0]) <= took)
        #expect(try fixture.color() == SIMD4(repeating: 255))
        // A submit may write a timestamp without any other command.
        try fixture.submit { $0.writeTimestamp(before) }
        #expect(try #require(before.nanoseconds) >= times[2])
    }

    @Test("a condition on a query that counts in the same pass is refused, with the draw", arguments: Device.Kind.allCases)
    func samePass(kind: Device.Kind) throws {
        let fixture = try Fixture(kind), query = OcclusionQuery()
        let error = #expect(throws: RasterError.self) {
            try fixture.submit { encoder in
                fixture.draw(&encoder) { pass in
                    pass.draw(count: 3)
                    pass.setOcclusionQuery(query)
                    pass.draw(count: 3)
                    pass.setOcclusionQuery(nil)
                    pass.setRenderCondition(query)
                }
            }
        }
        #expect(error?.code == .invalidArgument)
        #expect(error.map { "\($0)" }?.contains("draw 1 of the same pass") == true, "\(error.map { "\($0)" } ?? "")")
        // The refused submit has drawn nothing.
        #expect(try fixture.color() == .zero)
    }

    @Test("draws keep their numbers in errors when earlier draws are skipped")
    func numbers() throws {
        var options = Device.Options()
        options.shaderStepLimit = 100
        let device = Device(.reference, options: options), target = try device.makeFramebuffer(width: 4, height: 4)
        let program = try device.makeProgram(vertex: "uniform int n; void main() { int k = 0; while (k != n) k += 2; gl_Position = vec4(k); }",
                                             fragment: "out vec4 color; void main() { color = vec4(1); }")
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("n", Int32(1))
            pass.setRenderCondition(OcclusionQuery())
            pass.draw(count: 3)
            pass.draw(count: 3)
            pass.setRenderCondition(nil)
            pass.draw(count: 3)
        }
        let error = #expect(throws: RasterError.self) { try device.submit(encoder) }
        #expect(error?.code == .shaderDidNotEnd && error.map { "\($0)" }?.contains("draw 2 of pass 0") == true, "\(error.map { "\($0)" } ?? "")")
    }
}
