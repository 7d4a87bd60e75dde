// FullScreenPass: one triangle that covers a picture, for shaders that compute each pixel without geometry.

import Raster
import Shading

/// A pass that runs a fragment shader for every pixel of the target: for post-processing, deferred lighting, and pictures that are computed
/// without geometry. The shader's input `place` (vec2) runs from (0, 0) at the lower left to (1, 1) at the upper right.
public struct FullScreenPass {
    /// The pipeline of the pass. Code that draws a triangle of its own can use this pipeline.
    public let pipeline: Pipeline
    private let corners: Buffer

    /// Compiles `fragment`. A text without `#version` is GLSL 3.30. GLSL versions before 1.30 cannot be used, because they have no
    /// qualifier `in`.
    /// - Throws: `ShaderError` with all diagnostics, and the errors of `Device.makePipeline`.
    public init(device: Device, fragment: String, blend: BlendState? = nil, label: String = "full screen") throws {
        let program = try device.makeProgram(
            vertex: "in vec2 corner; out vec2 place; void main() { place = corner * 0.5 + 0.5; gl_Position = vec4(corner, 0.0, 1.0); }", fragment: fragment,
            label: label)
        pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("corner", .float2)), blend: blend,
                                           label: label)
        corners = try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: label)
    }
    /// Calls `body`, which sets uniforms and textures, then draws. A capture of a frame shows `file` and `line` as the draw's place in the
    /// source; by default, this place is the caller's line.
    public func draw(in pass: inout RenderPass, file: StaticString = #fileID, line: UInt = #line,
                     _ body: (inout RenderPass) throws -> Void = { _ in }) rethrows {
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(corners)
        try body(&pass)
        pass.draw(count: 3, label: pipeline.label, file: file, line: line)
    }
}
