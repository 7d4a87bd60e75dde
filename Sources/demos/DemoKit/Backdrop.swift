// Backdrop: a sky with a horizon behind a scene. The backdrop is drawn first, without depth test and depth writes.

import Raster

struct Backdrop {
    private let pipeline: Pipeline
    private let triangle: Buffer

    init(device: Device) throws {
        let program = try device.makeProgram(vertex: EmbeddedShader.source("backdrop.vert"), fragment: EmbeddedShader.source("backdrop.frag"),
                                             label: "backdrop")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), label: "backdrop")
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "backdrop")
    }
    /// Draws the backdrop. Colours are linear light. `viewProjection` maps world space to clip space. The sky reaches the zenith's colour
    /// at an elevation whose sine is `rise`. A capture of the frame shows `file` and `line` as the place in the source code that draws the
    /// backdrop. By default, `file` and `line` are the place of the call.
    func draw(in pass: inout RenderPass, viewProjection: Matrix4, zenith: SIMD3<Float>, horizon: SIMD3<Float>, ground: SIMD3<Float>,
              rise: Float, file: StaticString = #fileID, line: UInt = #line) {
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(triangle)
        pass.setUniform("unproject", viewProjection.inverse ?? .identity)
        pass.setUniform("zenith", zenith)
        pass.setUniform("horizon", horizon)
        pass.setUniform("ground", ground)
        pass.setUniform("rise", rise)
        pass.draw(count: 3, label: "backdrop", file: file, line: line)
    }
}
