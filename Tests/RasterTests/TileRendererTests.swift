import Kernel
import Raster
import Scenes
import SeededRandom
import Testing

/// One way to run the tile renderer.
struct TileConfiguration: Sendable, CustomTestStringConvertible {
    var lanes: Int
    var threads: Int
    var forms = KernelForms.full
    var testDescription: String { "\(lanes) lanes, \(threads) threads, forms: \(forms)" }
    /// With quick forms alone nothing is ever set up by code, nor covered by it where nothing is tested.
    static let all = [TileConfiguration(lanes: 16, threads: 2), TileConfiguration(lanes: 8, threads: 1), TileConfiguration(lanes: 4, threads: 3),
                      TileConfiguration(lanes: 16, threads: 8),
                      TileConfiguration(lanes: 16, threads: 2, forms: .quick), TileConfiguration(lanes: 8, threads: 1, forms: .quick),
                      TileConfiguration(lanes: 4, threads: 3, forms: .quick), TileConfiguration(lanes: 16, threads: 2, forms: .quickThenFull)]
    func makeDevice() throws -> Device {
        Device(renderer: try TileRenderer(lanes: lanes, threads: threads, stepLimit: Device.Options().shaderStepLimit, cache: CodeCache(.none), forms: forms))
    }
}

@Suite("Tile renderer") struct TileRendererTests {
    @Test("every scene has the bits of the reference renderer", arguments: TileConfiguration.all)
    func sameBits(configuration: TileConfiguration) throws {
        let reference = Device(.reference), device = try configuration.makeDevice()
        let renderer = try #require(device.renderer as? TileRenderer)
        // What drew each feature: the scenes are one for each.
        var table = "passes by kernels, by the reference renderer\n"
        defer { if configuration.threads == 2 && configuration.forms == .full { print(table) } }
        for scene in Scene.all {
            do {
                let before = renderer.passCounts
                let expected = try scene.outputs(on: reference), actual = try scene.outputs(on: device)
                let after = renderer.passCounts
                table += "\(after.compiled - before.compiled)\t\(after.reference - before.reference)\t\(scene)\n"
                #expect(after.reference == before.reference, "\(scene) fell back")
                #expect(expected.count == actual.count, "\(scene)")
                for (e, a) in zip(expected, actual) {
                    let different = zip(e.values, a.values).enumerated().filter { $1.0.bitPattern != $1.1.bitPattern }
                    if let first = different.first {
                        let pixel = first.offset / e.channels
                        Issue.record("\(scene), \(e.name): \(different.count) of \(e.values.count) values differ, first at (\(pixel % e.width), \(pixel / e.width)) channel \(first.offset % e.channels): \(first.element.0) is \(first.element.1)")
                    }
                }
            } catch { Issue.record("\(scene): \(error)") }
        }
    }

    @Test("queries without depth test count what the reference counts, large triangles and small ones, lines and points", arguments: TileConfiguration.all)
    func countsPlainCoverage(configuration: TileConfiguration) throws {
        func counts(_ device: Device) throws -> [UInt64] {
            let target = try device.makeFramebuffer(width: 200, height: 150)
            let program = try device.makeProgram(vertex: "in vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); gl_PointSize = 9.0; }",
                                                 fragment: "out vec4 color; void main() { color = vec4(0.2); }")
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), blend: .additive)
            var randomness = SeededGenerator(state: 7)
            var encoder = device.makeCommandEncoder()
            let queries = try [(PrimitiveType.triangles, Float(2.5)), (.triangles, 0.03), (.lines, 1), (.points, 1)].map { primitive, size in
                let corners = (0..<90).flatMap { i -> [Float] in
                    let center = Float(i / 3) / 15 - 1
                    return [center + .random(in: -size...size, using: &randomness), center + .random(in: -size...size, using: &randomness)]
                }
                let buffer = try device.makeBuffer(corners), query = OcclusionQuery()
                encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(buffer)
                    pass.setOcclusionQuery(query)
                    pass.draw(primitive, count: 90)
                }
                return query
            }
            try device.submit(encoder)
            return queries.map(\.count)
        }
        let found = try counts(configuration.makeDevice())
        #expect(try found == counts(Device(.reference)))
        #expect(found.allSatisfy { $0 > 50 })
    }

    @Test("a pass whose kernels cannot be compiled is drawn by the reference renderer")
    func fallsBack() throws {
        var options = KernelOptions()
        options.passes = "no such pass"
        let renderer = try TileRenderer(lanes: 4, threads: 1, stepLimit: 1 << 22, options: options, cache: CodeCache(.none))
        let scene = try #require(Scene.all.first { $0.name == "blend factors" } ?? Scene.all.first)
        let actual = try scene.outputs(on: Device(renderer: renderer)), expected = try scene.outputs(on: Device(.reference))
        #expect(zip(actual, expected).allSatisfy { $0.values == $1.values })
        #expect(renderer.passCounts.compiled == 0 && renderer.passCounts.reference > 0)
    }
}
