// SpritePass: draws pictures and rectangles with a shader to a target. Positions are in points from the bottom left.

import Raster

struct SpritePass {
    private let sprite: Pipeline, opaque: Pipeline
    private let corners: Buffer
    /// The size of the visible area in points.
    var size = SIMD2<Float>(1280, 720)

    init(device: Device) throws {
        sprite = try SpritePass.pipeline(device, "sprite", blend: .premultiplied)
        opaque = try SpritePass.pipeline(device, "sprite")
        corners = try device.makeBuffer([0, 0, 1, 0, 0, 1, 1, 1] as [Float], label: "sprite")
    }
    /// Returns a pipeline whose fragment shader paints a rectangle. The shader's input `place` is 0…1.
    static func pipeline(_ device: Device, _ name: String, blend: BlendState? = nil) throws -> Pipeline {
        let program = try device.makeProgram(vertex: EmbeddedShader.source("sprite.vert"), fragment: EmbeddedShader.source("\(name).frag"), label: name)
        return try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("corner", .float2)), blend: blend, label: name)
    }

    /// Draws a premultiplied picture over the target's contents. If `isOpaque` is true, the picture replaces the contents without blending.
    func draw(_ picture: Texture, isOpaque: Bool = false, at origin: SIMD2<Float>, _ extent: SIMD2<Float>, in pass: inout RenderPass, label: String) {
        draw(isOpaque ? opaque : sprite, at: origin, extent, in: &pass, label: label) { $0.setTexture("picture", picture, .linear) }
    }
    /// Draws a rectangle with the given pipeline.
    func draw(_ pipeline: Pipeline, at origin: SIMD2<Float>, _ extent: SIMD2<Float>, in pass: inout RenderPass, label: String,
              _ set: (inout RenderPass) -> Void) {
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(corners)
        let low = origin / size * 2 - 1, high = (origin + extent) / size * 2 - 1
        pass.setUniform("rectangle", SIMD4(lowHalf: low, highHalf: high))
        set(&pass)
        pass.draw(.triangleStrip, count: 4, label: label)
    }
}
