import Kernel
import Raster
import Scenes
import Testing

@Suite("Compilation limits") struct CompilationLimitTests {
    private func renderer(_ tiers: TierPolicy, _ change: (inout KernelOptions) -> Void) throws -> TileRenderer {
        var options = KernelOptions()
        change(&options)
        return try TileRenderer(lanes: 8, threads: 2, stepLimit: 1 << 22, options: options, cache: CodeCache(.none), tiers: tiers)
    }
    private func scene() throws -> Scene { try #require(Scene.all.first { $0.name == "blend factors" } ?? Scene.all.first) }

    @Test("a shader too large to be compiled is drawn by the reference renderer", arguments: [TierPolicy.optimized, .baseline, .baselineThenOptimized])
    func tooLarge(tiers: TierPolicy) throws {
        let renderer = try renderer(tiers) { $0.largestWeight = 1 }
        let actual = try scene().outputs(on: Device(renderer: renderer)), expected = try scene().outputs(on: Device(.reference))
        #expect(zip(actual, expected).allSatisfy { $0.values == $1.values })
        #expect(renderer.passCounts.compiled == 0 && renderer.passCounts.reference > 0)
    }

    @Test("a shader too large to be optimised is drawn with its baseline tier, which then counts as the final one")
    func noFullForm() throws {
        let compiler = KernelCompiler(options: {
            var options = KernelOptions()
            options.largestOptimizedWeight = 9
            return options
        }(), cache: CodeCache(.none))
        func slot(weight: Int) -> TieredKernel {
            TieredKernel(KernelRequest("add", key: [UInt8(weight)], target: KernelTarget(lanes: 4), entry: "run", weight: weight) { k in
                k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self) + (k.tier == .optimized ? 1 : 2)] }
            }, compiler: compiler)
        }
        for (weight, expected) in [(9, Float(1)), (10, 2)] {
            let slot = slot(weight: weight)
            try slot.fill(.optimized)
            #expect(slot.isOptimized)
            let code = try #require(slot.code)
            #expect(unsafeBitCast(code, to: (@convention(c) (Float) -> Float).self)(0) == expected)
        }
        let renderer = try renderer(.optimized) { $0.largestOptimizedWeight = 1 }
        let actual = try scene().outputs(on: Device(renderer: renderer)), expected = try scene().outputs(on: Device(.reference))
        #expect(zip(actual, expected).allSatisfy { $0.values == $1.values })
        #expect(renderer.passCounts.reference == 0)
    }

    @Test("leaving nested blocks adds to the weight for each block")
    func weight() throws {
        func weight(cases: Int) throws -> Int {
            let text = (0..<cases).map { "case \($0): color.x = 1.0; break;\n" }.joined()
            return try Device(.reference).makeProgram(vertex: DrawingFixture.vertexShader,
                                                      fragment: "uniform int n; out vec4 color; void main() { switch (n) { \(text) } }").linked.fragment.compilationWeight
        }
        // The `switch` becomes nested blocks, one for each case. With twice as many cases, the weight is more than three times as large,
        // because each exit leaves more blocks.
        #expect(try weight(cases: 200) > 3 * weight(cases: 100))
    }
}
