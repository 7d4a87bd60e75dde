// Mesh: coloured vertices in window pixels, the usual input of the scenes.

import Raster

/// Vertices of eight floats: four for the position (x and y in pixels from the bottom left, z in −1…1, w) and four for the colour.
struct Mesh {
    var floats: [Float] = []
    var vertexCount: Int { floats.count / 8 }

    /// Appends a vertex. `w` is the clip-space w; x, y and z are the values after the division by w.
    mutating func vertex(_ x: Float, _ y: Float, z: Float = 0, w: Float = 1, _ color: SIMD4<Float>) {
        floats += [x, y, z, w, color.x, color.y, color.z, color.w]
    }
    mutating func triangle(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, z: Float = 0, _ color: SIMD4<Float>) {
        for p in [a, b, c] { vertex(p.x, p.y, z: z, color) }
    }
    /// Appends two counter-clockwise triangles.
    mutating func quad(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, z: Float = 0, _ color: SIMD4<Float>) {
        triangle(.init(x0, y0), .init(x1, y0), .init(x1, y1), z: z, color)
        triangle(.init(x0, y0), .init(x1, y1), .init(x0, y1), z: z, color)
    }
    /// Appends a quad. The corners are in order around the quad, and each corner has its own colour.
    mutating func gradientQuad(_ x0: Float, _ y0: Float, _ x1: Float, _ y1: Float, z: Float = 0, _ colors: [SIMD4<Float>]) {
        let corners: [SIMD2<Float>] = [.init(x0, y0), .init(x1, y0), .init(x1, y1), .init(x0, y1)]
        for i in [0, 1, 2, 0, 2, 3] { vertex(corners[i].x, corners[i].y, z: z, colors[i]) }
    }

    static let layout = VertexLayout(stride: 32, VertexAttribute("position", .float4), VertexAttribute("color", .float4, offset: 16))
    /// The vertex shader for a mesh. The uniform `size` is the size of the viewport in pixels.
    static let vertexShader = """
        #version 330
        uniform vec2 size;
        in vec4 position;
        in vec4 color;
        out vec4 tint;
        void main() {
            gl_Position = vec4((position.xy / size * 2.0 - 1.0) * position.w, position.z * position.w, position.w);
            tint = color;
        }
        """
    static let fragmentShader = """
        #version 330
        in vec4 tint;
        out vec4 result;
        void main() { result = tint; }
        """
}

extension RenderPass {
    /// Draws the mesh with the current pipeline, in a viewport of the given size in pixels.
    mutating func draw(_ mesh: Mesh, as primitive: PrimitiveType = .triangles, size: SIMD2<Float>, instances: Int = 1) throws {
        setVertexBuffer(try target.device.makeBuffer(mesh.floats))
        setUniform("size", size)
        draw(primitive, count: mesh.vertexCount, instances: instances)
    }
    mutating func draw(_ mesh: Mesh, as primitive: PrimitiveType = .triangles, in grid: Grid, cell: Int) throws {
        setViewport(grid.viewport(cell))
        try draw(mesh, as: primitive, size: .init(Float(grid.cellWidth), Float(grid.cellHeight)))
    }
    /// Draws the mesh in a viewport of the size of the whole target.
    mutating func draw(_ mesh: Mesh, as primitive: PrimitiveType = .triangles) throws {
        try draw(mesh, as: primitive, size: .init(Float(target.width), Float(target.height)))
    }
}

/// Colours whose channels all differ.
enum Ink {
    static let red = SIMD4<Float>(0.9, 0.1, 0.15, 1), green = SIMD4<Float>(0.2, 0.8, 0.25, 1), blue = SIMD4<Float>(0.15, 0.3, 0.95, 1)
    static let yellow = SIMD4<Float>(0.95, 0.85, 0.2, 1), cyan = SIMD4<Float>(0.1, 0.75, 0.8, 1), violet = SIMD4<Float>(0.6, 0.25, 0.85, 1)
    static let white = SIMD4<Float>(1, 1, 1, 1), orange = SIMD4<Float>(1, 0.55, 0.1, 1)
    static let all = [red, green, blue, yellow, cyan, violet, white, orange]
    static func at(_ index: Int) -> SIMD4<Float> { all[index % all.count] }
}
