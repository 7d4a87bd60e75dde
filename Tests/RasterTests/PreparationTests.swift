// Compiling ahead of the first draw, here or in the background.

import Kernel
import Raster
import Testing

private struct Triangle {
    let device: Device, target: Framebuffer, renderer: TileRenderer
    let pipeline: Pipeline

    init(threads: Int = 2) throws {
        renderer = try TileRenderer(lanes: 8, threads: threads, stepLimit: 1 << 22, cache: CodeCache(.none))
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
    let compiled = triangle.renderer.compiledKernelCount
    #expect(compiled > 0)
    #expect(try triangle.target.readImage()[8, 8] == SIMD4(0, 0, 0, 0))
    try triangle.device.submit(triangle.frame)
    #expect(triangle.renderer.compiledKernelCount == compiled)
    #expect(try triangle.target.readImage()[8, 8] == SIMD4(51, 102, 153, 255))
}

@Test("a frame is drawn while it is being compiled in the background, or afterwards; each kernel is compiled once")
func backgroundPreparation() throws {
    for waits in [false, true] {
        let triangle = try Triangle()
        let preparation = try triangle.device.prepareInBackground(triangle.frame)
        if waits { preparation.wait(); #expect(preparation.isFinished) }
        try triangle.device.submit(triangle.frame)
        preparation.wait()
        #expect(try triangle.target.readImage()[8, 8] == SIMD4(51, 102, 153, 255))
        #expect(triangle.renderer.compiledKernelCount == 3)
        #expect(try triangle.device.prepareInBackground(triangle.frame).isFinished)
    }
}

@Test("what submit refuses, prepare refuses too")
func preparationIsChecked() throws {
    let triangle = try Triangle(), other = Device(.reference)
    #expect(throws: RasterError.self) { try other.prepare(triangle.frame) }
    #expect(throws: RasterError.self) { try other.prepareInBackground(triangle.frame) }
}

@Test("a resource that outlives its device is refused, not trapped on")
func resourceOutlivesDevice() throws {
    func orphan() throws -> Texture { try Device(.reference).makeTexture(TextureDescriptor(format: .rgba8, width: 4, height: 4)) }
    let texture = try orphan()
    #expect(texture.owner == nil)
    #expect(throws: RasterError.self) { try Device(.reference).makeFramebuffer(color: [Attachment(texture)]) }
}
