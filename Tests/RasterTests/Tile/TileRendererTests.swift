import Foundation
import Kernel
import Raster
import Scenes
import SeededRandom
import Testing

/// One configuration of the tile renderer.
struct TileConfiguration: Sendable, CustomTestStringConvertible {
    var lanes: Int
    /// The instruction set for which code is compiled. If this processor lacks these instructions, `makeDevice` uses the instruction set of
    /// the processor instead.
    var instructions = Device.InstructionSet.host
    var threads: Int
    var tiers = TierPolicy.optimized
    /// Whether devices share compiled code in a cache, which saves most of the compilations of some tests. A device that replaces baseline
    /// code by optimised code shares nothing, because such a device would use the optimised code of the cache from the first draw on.
    private var sharesCode: Bool { tiers != .baselineThenOptimized }
    var testDescription: String { "\(lanes) lanes, \(instructions) instructions, \(threads) threads, tiers: \(tiers)" }
    /// All configurations. With only the baseline tier, Swift code instead of compiled code sets up triangles and computes coverage
    /// without tests.
    static let all = [
        TileConfiguration(lanes: 16, threads: 2), TileConfiguration(lanes: 8, instructions: .x86v3, threads: 1),
        TileConfiguration(lanes: 4, instructions: .x86v2, threads: 3), TileConfiguration(lanes: 16, threads: 8),
        TileConfiguration(lanes: 16, threads: 2, tiers: .baseline), TileConfiguration(lanes: 8, instructions: .x86v3, threads: 1, tiers: .baseline),
        TileConfiguration(lanes: 4, instructions: .x86v2, threads: 3, tiers: .baseline),
        TileConfiguration(lanes: 16, threads: 2, tiers: .baselineThenOptimized),
    ]
    /// Returns the configurations with which a scene is drawn. A scene that RASTER_SCENE selects is drawn with all configurations. If all
    /// scenes are drawn, compiling takes nearly all of the time, so each scene is drawn with only a part of the configurations: with the
    /// baseline tier at one number of lanes and with the optimised tier at the two other numbers. Only every fourth scene uses the
    /// configuration in which optimised code replaces baseline code. `make determinism` draws every scene with each tier at each number
    /// of lanes.
    static func ways(to scene: Scene) throws -> [TileConfiguration] {
        if Scene.selection != nil { return all }
        let number = try #require(Scene.all.firstIndex { $0.name == scene.name }), baselineLanes = [16, 8, 4][number % 3]
        return all.filter { way in
            switch way.tiers {
            case .optimized: way.lanes != baselineLanes
            case .baseline: way.lanes == baselineLanes
            case .baselineThenOptimized: number % 4 == 0
            }
        }
    }
    func makeDevice() throws -> Device {
        Device(renderer: try TileRenderer(lanes: lanes, instructions: instructions.runsHere ? instructions : .host, threads: threads,
                                          stepLimit: Device.Options().shaderStepLimit,
                                          cache: sharesCode ? Self.cache : CodeCache(.none), tiers: tiers))
    }

    /// The folder of a cache that only this process uses. The cache is empty at the start, and is deleted at exit.
    private static let cacheFolder = FileManager.default.temporaryDirectory.appendingPathComponent("raster-scenes-\(ProcessInfo.processInfo.processIdentifier)").path
    private static let cache: CodeCache = {
        atexit { try? FileManager.default.removeItem(atPath: TileConfiguration.cacheFolder) }
        return CodeCache(.directory(cacheFolder))
    }()
}

/// Devices by configuration, kept so that scenes share compiled code. Only one test at a time uses a device, on the test's thread.
/// `@unchecked`, because the lock passes a device from one thread to the next.
private final class TileDevices: @unchecked Sendable {
    static let shared = TileDevices()
    private let lock = NSLock()
    private var idle: [String: [Device]] = [:]

    func borrowed<Result>(_ configuration: TileConfiguration, _ body: (Device, TileRenderer) throws -> Result) throws -> Result {
        let name = configuration.testDescription
        let device = try lock.withLock { idle[name]?.popLast() } ?? configuration.makeDevice()
        let renderer = try #require(device.renderer as? TileRenderer)
        defer { lock.withLock { idle[name, default: []].append(device) } }
        return try body(device, renderer)
    }
}

@Suite("Tile renderer") struct TileRendererTests {
    @Test("every scene has the bits of the reference renderer, in every configuration", arguments: Scene.selected)
    func sameBits(scene: Scene) throws {
        let expected = try scene.outputs(on: Device(.reference))
        for configuration in try TileConfiguration.ways(to: scene) {
            let (passes, actual) = try TileDevices.shared.borrowed(configuration) { device, renderer in
                let before = renderer.passCounts.reference
                let outputs = try scene.outputs(on: device)
                return (renderer.passCounts.reference - before, outputs)
            }
            #expect(passes == 0, "\(configuration.testDescription): the reference renderer drew it")
            try #require(expected.count == actual.count, "\(configuration.testDescription)")
            for (e, a) in zip(expected, actual) {
                guard let difference = e.firstDifferentBits(from: a) else { continue }
                let picture = try SceneComparison(scene, expected: [e], actual: [a]).writePicture()
                Issue.record("\(configuration.testDescription), \(e.name): \(difference); expected | difference | actual: \(picture)")
            }
        }
    }

    @Test("if RASTER_SCENE is set, it names a scene")
    func selection() { #expect(!Scene.selected.isEmpty, "no scene is called \(Scene.selection ?? "")") }

    @Test("a differing scene is reported with a picture")
    func differenceIsTold() throws {
        let scene = try #require(Scene.all.first { $0.name == "every blend factor with every other" })
        let expected = try #require(try scene.outputs(on: Device(.reference)).first)
        #expect(expected.firstDifferentBits(from: expected) == nil)
        var actual = expected
        actual.values[(5 * expected.width + 3) * expected.channels + 1] += 40
        #expect(try #require(expected.firstDifferentBits(from: actual)).contains("first at (3, 5) channel 1"))
        let path = try SceneComparison(scene, expected: [expected], actual: [actual]).writePicture()
        let picture = try Image.read(from: path)
        try FileManager.default.removeItem(atPath: path)
        #expect(picture.width == 3 * expected.width + 4 && picture.height == expected.height)
        #expect(picture[expected.width + 2 + 3, 5] == SIMD4(255, 255, 255, 255), "the difference is white where it is large")
    }

    @Test("queries without depth test have the reference's counts, for large and small triangles, lines and points", arguments: TileConfiguration.all)
    func countsPlainCoverage(configuration: TileConfiguration) throws {
        func counts(_ device: Device) throws -> [UInt64] {
            let target = try device.makeFramebuffer(width: 200, height: 150)
            let program = try device.makeProgram(vertex: "in vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); gl_PointSize = 9.0; }",
                                                 fragment: "out vec4 color; void main() { color = vec4(0.2); }")
            let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)),
                                                   blend: .additive)
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
        let scene = try #require(Scene.all.first { $0.name == "every blend factor with every other" })
        let actual = try scene.outputs(on: Device(renderer: renderer)), expected = try scene.outputs(on: Device(.reference))
        #expect(!expected.isEmpty && actual.count == expected.count)
        #expect(zip(actual, expected).allSatisfy { $0.values == $1.values })
        #expect(renderer.passCounts.compiled == 0 && renderer.passCounts.reference > 0)
    }
}
