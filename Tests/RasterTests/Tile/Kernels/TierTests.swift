// Tiers: frames are drawn with baseline code until the optimised code is ready. The change of code does not change pictures.

import Glibc
import Kernel
import Raster
import TestSupport
import Testing

@Suite("Tiers") struct TierTests {
    /// Draws that together use each kind of kernel in both tiers: set-up and coverage (which Swift code computes until the kernels
    /// are ready), coverage with tests and counts, lookups, and blending.
    private struct Frame {
        let device: Device, target: Framebuffer, query = OcclusionQuery()
        private let pipelines: [Pipeline], vertices: Buffer, texture: Texture

        init(_ device: Device) throws {
            self.device = device
            let fixture = try DrawingFixture(on: device, width: 130, height: 100, depth: .depth24)
            target = fixture.target
            pipelines = [
                try fixture.pipeline(),
                try fixture.pipeline { $0.depth = DepthState(compare: .less); $0.cull = .back },
                try fixture.pipeline(fragment: """
                    in vec4 tint; out vec4 pixel; uniform sampler2D image;
                    void main() { pixel = texture(image, gl_FragCoord.xy / 37.0) * tint + sin(tint.gbra * 9.0) * 0.1; if (tint.r > 0.9) discard; }
                    """) { $0.colorTargets = [ColorTargetState(blend: .additive)] },
            ]
            vertices = try device.makeBuffer((0..<90).flatMap { i -> [Float] in
                let size = Float(i % 2 == 0 ? 4 : 60), corner = SIMD2<Float>(Float(i * 29 % 130), Float(i * 47 % 100))
                let offsets: [SIMD2<Float>] = [SIMD2(0, 0), SIMD2(1, 0.2), SIMD2(0.3, 1)]
                return offsets.flatMap { (offset: SIMD2<Float>) -> [Float] in
                    let position = corner + offset * size, color = SIMD4<Float>(Float(i % 10) / 9, offset.x, offset.y, 0.5)
                    return fixture.vertex(position.x, position.y, z: Float(i % 9) / 9, color: color)
                }
            })
            var image = Image(width: 16, height: 16)
            for y in 0..<16 { for x in 0..<16 { image[x, y] = SIMD4(UInt8(x * 17), UInt8(y * 17), UInt8(x * y), 255) } }
            texture = try device.makeTexture(from: image, mipmapped: true)
        }

        var commands: CommandEncoder {
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
                for (number, pipeline) in pipelines.enumerated() {
                    pass.setPipeline(pipeline)
                    pass.setVertexBuffer(vertices)
                    if number == 2 { pass.setTexture("image", texture, .trilinear) }
                    pass.setOcclusionQuery(number == 1 ? query : nil)
                    pass.draw(count: 270)
                }
            }
            return encoder
        }
        /// Draws the frame, and returns the picture and the number of counted samples.
        func draw() throws -> (picture: Image, count: UInt64) {
            let before = query.count
            try device.submit(commands)
            return (try target.readImage(), query.count - before)
        }
    }

    @Test("each frame has the reference's bits, from baseline code to optimised code", arguments: [4, 8, 16])
    func exchanged(lanes: Int) throws {
        let expected = try Frame(Device(.reference)).draw()
        let device = try TileConfiguration(lanes: lanes, threads: 2, tiers: .baselineThenOptimized).makeDevice(), frame = try Frame(device)
        let renderer = try #require(device.renderer as? TileRenderer)
        func isOptimized() -> Bool { renderer.preparation(for: frame.commands.commands) == nil }
        #expect(!isOptimized())
        var drawn = 0
        repeat {
            let actual = try frame.draw()
            try #require(PictureComparison.difference("frame \(drawn)", expected: expected.picture, actual: actual.picture) == nil)
            try #require(actual.count == expected.count, "frame \(drawn)")
            drawn += 1
            // Sleeps for a moment, so that the background compilation, which has a lower priority than drawing, can proceed.
            usleep(2000)
        } while !isOptimized() && drawn < 10_000
        #expect(isOptimized(), "no optimised code after \(drawn) frames")
        let last = try frame.draw()
        #expect(try PictureComparison.difference("last frame", expected: expected.picture, actual: last.picture) == nil && last.count == expected.count)
        #expect(renderer.passCounts.reference == 0)
    }

    @Test("a frame that is drawn once is not optimised; drawing the frame again begins the optimisation")
    func drawnOnce() throws {
        let device = try TileConfiguration(lanes: 8, threads: 2, tiers: .baselineThenOptimized).makeDevice(), frame = try Frame(device)
        let compiler = try #require(device.renderer as? TileRenderer).compiler
        _ = try frame.draw()
        let compiled = compiler.statistics.compiled
        // A background compilation of one of these kernels takes a few tens of milliseconds.
        usleep(300_000)
        #expect(compiled > 0 && compiler.statistics.compiled == compiled)
        _ = try frame.draw()
        for _ in 0..<10_000 where compiler.statistics.compiled == compiled { usleep(2000) }
        #expect(compiler.statistics.compiled > compiled)
    }

    @Test("a kernel's optimised code replaces its baseline code, and neither is compiled twice")
    func slots() throws {
        let compiler = KernelCompiler(options: KernelOptions(), cache: CodeCache(.none))
        let kernel = TieredKernel(KernelRequest("tier", key: [1], target: KernelTarget(lanes: 4), entry: "run", weight: 1) { k in
            k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self) + (k.tier == .optimized ? 1 : 2)] }
        }, compiler: compiler)
        func run() throws -> Float { unsafeBitCast(try #require(kernel.code), to: (@convention(c) (Float) -> Float).self)(0) }
        #expect(kernel.code == nil && !kernel.isOptimized)
        try kernel.fill(.baseline)
        try kernel.fill(.baseline)
        #expect(try run() == 2 && !kernel.isOptimized && compiler.statistics.compiled == 1)
        try kernel.fill(.optimized)
        #expect(try run() == 1 && kernel.isOptimized && compiler.statistics.compiled == 2)
        // A later request for baseline code does not replace the optimised code.
        try kernel.fill(.baseline)
        try kernel.fill(.optimized)
        #expect(try run() == 1 && compiler.statistics.compiled == 2)
    }

    @Test("a kernel becomes repeated only once, when a second execution uses it")
    func repetition() {
        let compiler = KernelCompiler(options: KernelOptions(), cache: CodeCache(.none))
        let kernel = TieredKernel(KernelRequest("repeated", key: [2], target: KernelTarget(lanes: 4), entry: "run", weight: 1) { k in
            k.entry("run", [.float], results: [.float]) { [$0[0].scalar(Float.self)] }
        }, compiler: compiler)
        #expect([0, 0, 0].map { kernel.becomesRepeated(in: $0) } == [false, false, false])
        #expect([5, 5, 6, 7].map { kernel.becomesRepeated(in: $0) } == [true, false, false, false])
    }
}
