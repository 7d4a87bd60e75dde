// ViewStage: draws what lies behind the panels: the picture, magnified, with a grid between its pixels; or a mesh that turns.

import FrameCapture
import Raster

package final class ViewStage {
    /// Window pixels per pixel of the picture; nil fits it between the panels.
    package var zoom: Float?
    /// The picture's middle, in window pixels from the stage's middle.
    package var pan = SIMD2<Float>.zero
    package internal(set) var yaw: Float = 0.6, pitch: Float = 0.4, distance: Float = 1
    /// Window pixels that panels cover on the left and on the right.
    var margins = SIMD2<Float>(316, 416)

    private let device: Device
    private let picture: Pipeline, lines: Pipeline, faces: Pipeline
    private var mesh: (name: String, vertices: Buffer, triangles: (first: Int, count: Int), segments: (first: Int, count: Int), points: (first: Int, count: Int))?

    package init(_ device: Device) throws {
        self.device = device
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }", fragment: """
            uniform sampler2D picture;
            uniform vec2 origin;
            uniform float zoom;
            uniform vec2 selected;
            out vec4 color;
            void main() {
                vec2 place = (gl_FragCoord.xy - origin) / zoom;
                ivec2 size = textureSize(picture, 0), texel = ivec2(floor(place));
                vec2 squares = floor(gl_FragCoord.xy / 8.0);
                float square = mod(squares.x + squares.y, 2.0);
                color = vec4(vec3(0.07), 1.0);
                if (texel.x >= 0 && texel.y >= 0 && texel.x < size.x && texel.y < size.y) {
                    vec4 shown = texelFetch(picture, texel, 0);
                    color.rgb = mix(vec3(0.30 + 0.12 * square), shown.rgb, shown.a);
                    vec2 inside = fract(place) * zoom;
                    if (zoom >= 8.0 && (inside.x < 1.0 || inside.y < 1.0)) color.rgb = mix(color.rgb, vec3(0.5), 0.4);
                    vec2 edge = min(inside, zoom - inside);
                    if (ivec2(selected) == texel && (min(edge.x, edge.y) < 2.0 || zoom < 5.0)) color.rgb = vec3(1.0, 0.85, 0.1);
                }
            }
            """, label: "picture")
        picture = try device.makePipeline(program: program, vertexLayout: .none, label: "picture")
        let solid = try device.makeProgram(vertex: "in vec3 position; uniform mat4 view; void main() { gl_Position = view * vec4(position, 1.0); }",
                                           fragment: "uniform vec4 paint; out vec4 color; void main() { color = paint; }", label: "mesh")
        let layout = VertexLayout(stride: 12, VertexAttribute("position", .float3))
        var state = RasterState()
        state.polygonMode = .line
        state.pointSize = 4
        lines = try device.makePipeline(program: solid, vertexLayout: layout, state: state, label: "edges")
        state.polygonMode = .fill
        state.colorTargets = [ColorTargetState(blend: .additive)]
        faces = try device.makePipeline(program: solid, vertexLayout: layout, state: state, label: "faces")
    }

    /// The zoom that is drawn with, and the window's pixel at the picture's lower left.
    package func placement(_ width: Int, _ height: Int, of image: FrameViewer.ShownImage) -> (zoom: Float, origin: SIMD2<Float>) {
        let free = SIMD2(max(64, Float(width) - margins.x - margins.y), Float(height))
        let fit = min(free.x / Float(image.width), free.y / Float(image.height)) * 0.96
        let zoom = zoom ?? (fit >= 1 ? fit.rounded(.down) : fit)
        let middle = SIMD2(margins.x + free.x / 2, free.y / 2) + pan
        let origin = middle - SIMD2(Float(image.width), Float(image.height)) * zoom / 2
        return (zoom, SIMD2(origin.x.rounded(), origin.y.rounded()))
    }
    /// The picture's pixel below a place of the window, from the picture's upper left.
    package func pixel(at place: SIMD2<Float>, _ width: Int, _ height: Int, of image: FrameViewer.ShownImage) -> SIMD2<Int>? {
        let (zoom, origin) = placement(width, height, of: image)
        let x = Int(((place.x - origin.x) / zoom).rounded(.down)), y = Int(((place.y - origin.y) / zoom).rounded(.down))
        return (0..<image.width).contains(x) && (0..<image.height).contains(y) ? SIMD2(x, image.height - 1 - y) : nil
    }
    /// Magnifies by steps of the wheel around a place of the window.
    func magnify(_ steps: Float, around place: SIMD2<Float>, _ width: Int, _ height: Int, of image: FrameViewer.ShownImage) {
        let (old, origin) = placement(width, height, of: image)
        let levels: [Float] = [0.125, 0.25, 0.5, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64]
        let new = steps > 0 ? levels.first { $0 > old * 1.01 } ?? 64 : levels.last { $0 < old * 0.99 } ?? 0.125
        let point = (place - origin) / old
        zoom = new
        let moved = placement(width, height, of: image).origin
        pan += place - (moved + point * new)
    }

    func draw(_ viewer: FrameViewer, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        if viewer.stage != .picture, let mesh = viewer.meshOfDraw(viewer.stage == .meshIn ? .in : .out) {
            return try draw(mesh, name: "\(viewer.draw) \(viewer.stage), shaders \(viewer.edition)", to: target, into: &encoder)
        }
        guard let image = viewer.image() else {
            return encoder.render(to: target, clear: .color(0.07, 0.07, 0.07), label: "stage") { _ in }
        }
        let (zoom, origin) = placement(target.width, target.height, of: image)
        encoder.render(to: target, label: "stage") { pass in
            pass.setPipeline(picture)
            pass.setTexture("picture", image.texture, .nearest)
            pass.setUniform("origin", origin)
            pass.setUniform("zoom", zoom)
            pass.setUniform("selected", viewer.pixel.map { SIMD2<Float>(Float($0.x), Float(image.height - 1 - $0.y)) } ?? SIMD2(-1, -1))
            pass.draw(count: 3, label: "picture")
        }
    }

    private func draw(_ export: MeshExport, name: String, to target: Framebuffer, into encoder: inout CommandEncoder) throws {
        if mesh?.name != name {
            let places = export.positions.map { SIMD3($0.x, $0.y, $0.z) }, finite = places.filter { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
            var low = SIMD3<Float>(repeating: .infinity), high = -low
            for p in finite { low = pointwiseMin(low, p); high = pointwiseMax(high, p) }
            let middle = finite.isEmpty ? .zero : (low + high) / 2, reach = finite.isEmpty ? 1 : max((high - low).max() / 2, 1e-20)
            func corners(_ count: Int) -> [Float] {
                export.corners.filter { $0.count == count }.flatMap { list in list.flatMap { corner in
                    let p = (places[corner] - middle) / reach
                    return p.x.isFinite && p.y.isFinite && p.z.isFinite ? [p.x, p.y, p.z] : [0, 0, 0]
                } }
            }
            let triangles = corners(3), segments = corners(2), points = corners(1)
            let all = triangles + segments + points
            mesh = (name, try device.makeBuffer(all.isEmpty ? [0, 0, 0] : all, label: "mesh"), (0, triangles.count / 3), (triangles.count / 3, segments.count / 3),
                    ((triangles.count + segments.count) / 3, points.count / 3))
        }
        guard let mesh else { return }
        let free = SIMD2(max(64, Float(target.width) - margins.x - margins.y), Float(target.height))
        let aspect = free.x / free.y
        let projection = Matrix4.perspective(fovy: 0.8, aspect: aspect, near: 0.05, far: 50)
        let view = projection * Matrix4.translation(0, 0, -3.2 * distance) * Matrix4.rotationX(pitch) * Matrix4.rotationY(yaw)
        encoder.render(to: target, clear: .color(0.07, 0.07, 0.07), label: "mesh") { pass in
            pass.setViewport(Viewport(x: margins.x, width: free.x, height: free.y))
            pass.setPipeline(faces)
            pass.setVertexBuffer(mesh.vertices)
            pass.setUniform("view", view)
            pass.setUniform("paint", SIMD4<Float>(0.03, 0.05, 0.08, 1))
            if mesh.triangles.count > 0 { pass.draw(count: mesh.triangles.count, label: "faces") }
            pass.setPipeline(lines)
            pass.setUniform("view", view)
            pass.setUniform("paint", SIMD4<Float>(0.75, 0.85, 1, 1))
            if mesh.triangles.count > 0 { pass.draw(count: mesh.triangles.count, label: "edges") }
            if mesh.segments.count > 0 { pass.draw(.lines, first: mesh.segments.first, count: mesh.segments.count, label: "lines") }
            if mesh.points.count > 0 { pass.draw(.points, first: mesh.points.first, count: mesh.points.count, label: "points") }
        }
    }
}
