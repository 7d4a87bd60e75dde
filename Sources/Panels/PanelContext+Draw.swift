// PanelContext+Draw: draws the panels' triangles with Raster's pipeline. A frame has one vertex buffer and one index buffer. Each command is
// one draw with its own scissor and texture. Colours are blended over the stored picture with straight alpha.

import Raster

/// Buffers that grow as needed. A recorded frame retains its buffers until the frame has been drawn.
struct PanelBuffers {
    private(set) var vertices: Buffer?
    private(set) var indices: Buffer?

    mutating func reserve(_ list: PanelDrawList, device: Device) throws {
        func reserve(_ buffer: inout Buffer?, _ byteCount: Int, _ label: String) throws {
            guard (buffer?.byteCount ?? 0) < byteCount else { return }
            buffer = try device.makeBuffer(byteCount: max(4096, byteCount + byteCount / 2), label: label)
        }
        try reserve(&vertices, list.mesh.vertices.count * MemoryLayout<PanelVertex>.stride, "panel vertices")
        try reserve(&indices, list.mesh.indices.count * 4, "panel indices")
    }
}

extension PanelContext {
    static func makePipeline(_ device: Device) throws -> Pipeline {
        let program = try device.makeProgram(vertex: vertexShader, fragment: fragmentShader, label: "panels")
        let layout = VertexLayout(stride: 20, VertexAttribute("position", .float2), VertexAttribute("texCoord", .float2, offset: 8),
                                  VertexAttribute("color", .unorm8x4, offset: 16))
        var state = RasterState()
        // Further colour targets, which hold other data about the pixels, stay unchanged.
        state.colorTargets = [ColorTargetState(blend: .alpha)] + Array(repeating: ColorTargetState(writeMask: .none), count: 7)
        return try device.makePipeline(program: program, vertexLayout: layout, state: state, label: "panels")
    }

    /// Draws the last frame over the picture in `target`, in its own render pass. Colours are sRGB, whether or not the target's format is
    /// an sRGB format. Throws `invalidSize` if the size of the target is not the frame's size, `wrongDevice` if the target or the encoder
    /// belongs to another device, and `incompleteFramebuffer` if the target has no colour attachment 0 that can be blended.
    public func draw(into encoder: inout CommandEncoder, target: Framebuffer) throws {
        let name = "panels' target" + (target.label.isEmpty ? "" : " '\(target.label)'")
        guard target.owner === device, encoder.device === device else {
            throw RasterError(.wrongDevice, name, "or its encoder belongs to another device", remedy: "make both with the panels' device")
        }
        guard let color = target.color.first ?? nil, !color.texture.format.isInteger else {
            throw RasterError(.incompleteFramebuffer, name, "has no colour 0 that can be blended", remedy: "make it with color: [.rgba8]")
        }
        guard size != (0, 0) else { return }
        guard target.width == size.width, target.height == size.height else {
            throw RasterError(.invalidSize, name, "has \(target.width) × \(target.height) pixels, the panels \(size.width) × \(size.height)",
                              remedy: "update the panels with the target's size")
        }
        try buffers.reserve(drawList, device: device)
        guard !drawList.mesh.indices.isEmpty, let vertices = buffers.vertices, let indices = buffers.indices else { return }
        encoder.update(vertices, with: drawList.mesh.vertices)
        encoder.update(indices, with: drawList.mesh.indices)
        encoder.render(to: target, label: "panels") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(vertices)
            pass.setUniform("pixelSize", SIMD2(2 / Float(size.width), 2 / Float(size.height)))
            pass.setUniform("targetEncodes", color.texture.format.isSRGB)
            for command in drawList.commands {
                guard !command.indices.isEmpty, let scissor = command.scissor(width: size.width, height: size.height),
                      textures.indices.contains(command.texture) else { continue }
                pass.setScissor(scissor)
                // Glyphs lie on whole pixels, so the font texture is not filtered.
                pass.setTexture("picture", textures[command.texture], command.texture == 0 ? .nearest : .linear)
                pass.drawIndexed(indices, type: .uint32, first: command.indices.lowerBound, count: command.indices.count, label: "panel")
            }
        }
    }

    private static let vertexShader = """
        #version 330
        in vec2 position;   // pixels from the top left
        in vec2 texCoord;   // (0, 0) is a picture's top left
        in vec4 color;
        uniform vec2 pixelSize;  // in clip space
        out vec2 place;
        out vec4 tint;

        void main() {
            place = vec2(texCoord.x, 1.0 - texCoord.y);
            tint = color;
            gl_Position = vec4(position.x * pixelSize.x - 1.0, 1.0 - position.y * pixelSize.y, 0.0, 1.0);
        }
        """
    private static let fragmentShader = """
        #version 330
        in vec2 place;
        in vec4 tint;
        uniform sampler2D picture;
        uniform bool targetEncodes;  // the target turns linear light into sRGB
        out vec4 fragmentColor;

        void main() {
            vec4 color = tint * texture(picture, place);
            if (targetEncodes) {
                vec3 dark = color.rgb / 12.92, bright = pow((color.rgb + 0.055) / 1.055, vec3(2.4));
                color.rgb = mix(bright, dark, vec3(lessThanEqual(color.rgb, vec3(0.04045))));
            }
            fragmentColor = color;
        }
        """
}
