// Figures that show single pixels. A small picture is drawn as usual. The figure shows each pixel of the small picture as a square,
// and the outlines of the triangles over the squares.

import Raster

struct PixelFigure {
    /// The side of a square in pixels of the figure, which has 400×224 pixels.
    let scale: Int
    /// The corners of the triangles, three corners for each triangle, in pixels of the small picture.
    let corners: [SIMD2<Float>]
    let tints: [SIMD3<Float>]
    /// A GLSL expression for the colour of a pixel of the small picture. `tint` is the triangle's colour.
    var shade = "tint"
    /// Whether helper pixels are shown.
    var showsHelpers = false
    /// The number of squares between the lines of tiles; 0 for no lines.
    var tileSide = 0

    static let flatVertex = """
        in vec2 position;
        in vec3 color;
        uniform vec2 size;
        flat out vec3 tint;
        void main() { gl_Position = vec4(2.0 * position / size - 1.0, 0.0, 1.0); tint = color; }
        """
    static let magnifyFragment = """
        uniform sampler2D small;
        uniform int scale, tileSide;
        uniform bool showsHelpers;
        out vec4 pixel;
        void main() {
            ivec2 at = ivec2(gl_FragCoord.xy), cell = at / scale, inside = at % scale;
            vec4 own = texelFetch(small, cell, 0);
            vec3 color = mix(vec3(0.96, 0.95, 0.92), own.rgb, own.a);
            ivec2 quad = cell & ~1;
            float quadCovered = 0.0;
            for (int lane = 0; lane < 4; ++lane) quadCovered += texelFetch(small, quad + ivec2(lane & 1, lane >> 1), 0).a;
            if (showsHelpers && own.a == 0.0 && quadCovered > 0.0) color = vec3(0.99, 0.86, 0.62);
            if (inside.x == 0 || inside.y == 0) color *= 0.9;
            if (showsHelpers && (at.x % (2 * scale) == 0 || at.y % (2 * scale) == 0)) color *= 0.86;
            if (tileSide > 0 && (at.x % (tileSide * scale) == 0 || at.y % (tileSide * scale) == 0)) color = vec3(0.35, 0.4, 0.6);
            float fromCentre = length(gl_FragCoord.xy - (vec2(cell) + 0.5) * float(scale));
            color = mix(color, own.a > 0.0 ? vec3(1.0) : vec3(scale < 12 ? 0.72 : 0.45), 0.85 * clamp(0.13 * float(scale) + 0.5 - fromCentre, 0.0, 1.0));
            pixel = vec4(color, 1.0);
        }
        """
    static let lineFragment = "out vec4 pixel; void main() { pixel = vec4(0.1, 0.1, 0.14, 1.0); }"

    func draw(on device: Device) throws -> Image {
        struct Corner { var position: SIMD2<Float>; var r, g, b: Float; var padding: Float = 0 }
        var colored: [Corner] = []
        for (i, corner) in corners.enumerated() {
            let tint = tints[i / 3]
            colored.append(Corner(position: corner, r: tint.x, g: tint.y, b: tint.z))
        }
        let vertices = try device.makeBuffer(colored)
        var sides: [UInt16] = []
        for first in stride(from: 0, to: UInt16(corners.count), by: 3) { sides += [first, first + 1, first + 1, first + 2, first + 2, first] }
        let edges = try device.makeBuffer(sides)
        let layout = VertexLayout(stride: 24, VertexAttribute("position", .float2), VertexAttribute("color", .float3, offset: 8))
        let shading = try device.makeProgram(vertex: PixelFigure.flatVertex, fragment: """
            flat in vec3 tint;
            out vec4 pixel;
            vec3 shade() { return \(shade); }
            void main() { pixel = vec4(shade(), 1.0); }
            """)
        let magnifying = try device.makeProgram(vertex: Julia.vertexShader, fragment: PixelFigure.magnifyFragment)
        let outlining = try device.makeProgram(vertex: PixelFigure.flatVertex, fragment: PixelFigure.lineFragment)
        var lines = RasterState()
        lines.lineWidth = 2
        let shaded = try device.makePipeline(program: shading, vertexLayout: layout)
        let magnified = try device.makePipeline(program: magnifying, vertexLayout: .none)
        let outlined = try device.makePipeline(program: outlining, vertexLayout: layout, state: lines)
        let small = try device.makeFramebuffer(width: 400 / scale, height: 224 / scale)
        let target = try device.makeFramebuffer(width: 400, height: 224, samples: 4)
        let size = SIMD2<Float>(Float(small.width), Float(small.height))

        var frame = device.makeCommandEncoder()
        frame.render(to: small, clear: .color(0, 0, 0, 0)) { pass in
            pass.setPipeline(shaded)
            pass.setUniform("size", size)
            pass.setVertexBuffer(vertices)
            pass.draw(count: corners.count)
        }
        guard let picture = small.color[0]?.texture else { return try target.readImage() }
        frame.render(to: target) { pass in
            pass.setPipeline(magnified)
            pass.setTexture("small", picture, .nearest)
            pass.setUniform("scale", Int32(scale))
            pass.setUniform("tileSide", Int32(tileSide))
            pass.setUniform("showsHelpers", showsHelpers)
            pass.draw(count: 3)
            pass.setPipeline(outlined)
            pass.setUniform("size", size)
            pass.setVertexBuffer(vertices)
            pass.drawIndexed(edges, .lines, count: 2 * corners.count)
        }
        try device.submit(frame)
        return try target.readImage()
    }

    /// Four triangles around a point: each pixel centre belongs to exactly one of the triangles.
    static let fillRules = PixelFigure(
        scale: 16,
        corners: [
            [2.5, 1.5], [21.5, 2.5], [11.5, 6.5], [21.5, 2.5], [22.25, 12.5], [11.5, 6.5],
            [22.25, 12.5], [3.5, 11.5], [11.5, 6.5], [3.5, 11.5], [2.5, 1.5], [11.5, 6.5],
        ],
        tints: [[0.86, 0.36, 0.3], [0.93, 0.68, 0.26], [0.36, 0.6, 0.45], [0.3, 0.45, 0.72]])

    /// Two triangles. The colour of a pixel shows its lane in its quad.
    static let quads = PixelFigure(
        scale: 8,
        corners: [[4.2, 3.1], [44.6, 9.4], [15.7, 25.3], [41.3, 15.2], [47.1, 24.2], [36.4, 25.6]],
        tints: [[0.3, 0.45, 0.72], [0.72, 0.33, 0.42]],
        shade: "tint * (0.82 + 0.09 * float(int(gl_FragCoord.x) % 2 + 2 * (int(gl_FragCoord.y) % 2)))",
        showsHelpers: true, tileSide: 16)
}
