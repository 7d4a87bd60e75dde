// Kernels are compiled before the first draw, on the calling thread or in the background.

import Glibc
import Kernel
import Raster
import TestSupport
import Testing

private struct Triangle {
    let device: Device, target: Framebuffer, renderer: TileRenderer
    let pipeline: Pipeline

    init(threads: Int = 2, cache: CodeCache = CodeCache(.none), tiers: TierPolicy = .optimized) throws {
        renderer = try TileRenderer(lanes: 8, threads: threads, stepLimit: 1 << 22, cache: cache, tiers: tiers)
        device = Device(renderer: renderer)
        target = try device.makeFramebuffer(width: 16, height: 16)
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }",
                                             fragment: "out vec4 color; void main() { color = vec4(0.2, 0.4, 0.6, 1.0); }")
        pipeline = try device.makePipeline(program: program, vertexLayout: .none)
    }
    var frame: CommandEncoder {
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.draw(.triangles, count: 3)
        }
        return encoder
    }
}

@Test("a prepared frame compiles nothing when it is drawn, and preparing draws nothing")
func preparedFrame() throws {
    let triangle = try Triangle()
    try triangle.device.prepare(triangle.frame)
    let compiled = triangle.renderer.compiler.statistics.compiled
    #expect(compiled > 0)
    #expect(try triangle.target.readImage()[8, 8] == SIMD4(0, 0, 0, 0))
    try triangle.device.submit(triangle.frame)
    #expect(triangle.renderer.compiler.statistics.compiled == compiled)
    #expect(try triangle.target.readImage()[8, 8] == SIMD4(51, 102, 153, 255))
}

@Test("a frame is drawn during or after its compilation in the background; each kernel is compiled once")
func backgroundPreparation() throws {
    for waits in [false, true] {
        let triangle = try Triangle()
        let preparation = try triangle.device.prepareInBackground(triangle.frame)
        if waits { preparation.wait(); #expect(preparation.isFinished) }
        try triangle.device.submit(triangle.frame)
        preparation.wait()
        #expect(try triangle.target.readImage()[8, 8] == SIMD4(51, 102, 153, 255))
        #expect(triangle.renderer.compiler.statistics.compiled == 5)
        #expect(try triangle.device.prepareInBackground(triangle.frame).isFinished)
    }
}

@Test("a first frame is drawn with baseline kernels, a later frame with optimised kernels, and both pictures are equal")
func baselineThenOptimized() throws {
    let triangle = try Triangle(tiers: .baselineThenOptimized), quick = try Triangle(tiers: .baseline), full = try Triangle(tiers: .optimized)
    for each in [triangle, quick, full] { try each.device.submit(each.frame) }
    let first = try triangle.target.readImage()
    #expect(try first.bytes == quick.target.readImage().bytes && first.bytes == full.target.readImage().bytes)
    try triangle.device.prepare(triangle.frame)
    // The kernels for vertices and for shading are compiled in both tiers. The kernels for set-up, for coverage without tests, and
    // for shading by rows have only an optimised tier.
    #expect(triangle.renderer.compiler.statistics.compiled == 7)
    #expect(quick.renderer.compiler.statistics.compiled == 2 && full.renderer.compiler.statistics.compiled == 5)
    try triangle.device.submit(triangle.frame)
    #expect(try triangle.target.readImage().bytes == first.bytes)
    #expect(triangle.renderer.compiler.statistics.compiled == 7)
}

@Test("a process that exits while its kernels are compiled keeps its exit code")
func exitWhileCompiling() async {
    for _ in 0..<4 {
        await promptly {
            await #expect(processExitsWith: .exitCode(7)) {
                let triangle = try Triangle(tiers: .baselineThenOptimized)
                try triangle.device.submit(triangle.frame)
                exit(7)
            }
        }
    }
}

@Test("a device can be freed while its kernels are compiled")
func deviceGoesWhileCompiling() throws {
    for _ in 0..<10 {
        let triangle = try Triangle(tiers: .baselineThenOptimized)
        try triangle.device.submit(triangle.frame)
        #expect(try triangle.target.readImage()[8, 8] == SIMD4(51, 102, 153, 255))
    }
}

@Test("programs share the code for coverage if they have the same settings, and the code for vertices if they have the same vertex shader")
func sharedCoverage() throws {
    let triangle = try Triangle()
    try triangle.device.submit(triangle.frame)
    #expect(triangle.renderer.compiler.statistics.compiled == 5)
    let program = try triangle.device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }",
                                                  fragment: "out vec4 color; void main() { color = vec4(0.6, 0.4, 0.2, 1.0) * gl_FragCoord.w; }")
    let pipeline = try triangle.device.makePipeline(program: program, vertexLayout: .none, blend: .premultiplied)
    var encoder = triangle.device.makeCommandEncoder()
    encoder.render(to: triangle.target, clear: .color(0, 0, 0)) { pass in
        pass.setPipeline(pipeline)
        pass.draw(.triangles, count: 3)
    }
    try triangle.device.submit(encoder)
    #expect(try triangle.target.readImage()[8, 8] == SIMD4(153, 102, 51, 255))
    // The second program needs the code of two more kernels: for shading by quads and for shading by rows. The vertex shaders are equal, so
    // the kernels for vertices have the same code, although their keys contain the program.
    #expect(triangle.renderer.compiler.statistics.compiled == 7)
}

@Test("prepare refuses everything that submit refuses")
func preparationIsChecked() throws {
    let triangle = try Triangle(), other = Device(.reference)
    #expect(throws: RasterError.self) { try other.prepare(triangle.frame) }
    #expect(throws: RasterError.self) { try other.prepareInBackground(triangle.frame) }
}

@Test("a resource that outlives its device is refused without a trap")
func resourceOutlivesDevice() throws {
    func orphan() throws -> Texture { try Device(.reference).makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4)) }
    let texture = try orphan()
    #expect(texture.owner == nil)
    #expect(throws: RasterError.self) { try Device(.reference).makeFramebuffer(color: [Attachment(texture)]) }
}
