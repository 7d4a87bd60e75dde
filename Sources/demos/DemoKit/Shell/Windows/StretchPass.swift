// StretchPass: draws a small picture stretched over a larger target. After the stretched picture, panels are drawn onto the target in
// full detail.

import Raster

struct StretchPass {
    private let pipeline: Pipeline
    private let triangle: Buffer

    init(device: Device) throws {
        let program = try device.makeProgram(vertex: EmbeddedShader.source("stretch.vert"), fragment: EmbeddedShader.source("stretch.frag"), label: "stretch")
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)), label: "stretch")
        triangle = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "stretch")
    }
    /// Draws the picture over the whole target.
    func draw(_ picture: Texture, to target: Framebuffer, into encoder: inout CommandEncoder) {
        encoder.render(to: target, clear: .color(0, 0, 0), label: "stretch") { pass in
            draw(picture, in: PixelRect(x: 0, y: 0, width: target.width, height: target.height), of: &pass)
        }
    }
    /// Draws the picture over a rectangle of the pass's target.
    func draw(_ picture: Texture, in place: PixelRect, of pass: inout RenderPass) {
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(triangle)
        pass.setViewport(Viewport(x: Float(place.x), y: Float(place.y), width: Float(place.width), height: Float(place.height)))
        pass.setScissor(place)
        pass.setTexture("picture", picture, .linear)
        pass.draw(count: 3, label: "stretch")
    }
}
