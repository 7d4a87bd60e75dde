// ViewStage: draws the area behind the panels: the magnified picture with a grid between its pixels, or a mesh that can be turned.

import FrameCapture
import Raster

package final class ViewStage {
    /// The number of window pixels per pixel of the picture; if nil, the zoom fits the picture between the panels.
    package var zoom: Float?
    /// The distance from the stage's middle to the picture's middle, in window pixels.
    package var pan = SIMD2<Float>.zero
    package internal(set) var yaw: Float = 0.6, pitch: Float = 0.4, distance: Float = 1
    /// The stage's area in the window, in pixels from the lower left.
    package internal(set) var area = PixelRect(x: 0, y: 0, width: 1, height: 1)
    /// The number of window pixels per point.
    var scale: Float = 1

    private let device: Device
    private let picture: Pipeline, lines: Pipeline, faces: Pipeline
    private var mesh: StageMesh?

    package init(_ device: Device) throws {
        self.device = device
        let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0); }", fragment: """
            uniform sampler2D picture;
            uniform vec2 origin;
            uniform float zoom;
            uniform vec2 selected;
            uniform vec3 ground;
            uniform float scale;
            out vec4 color;
            // A ring and four ticks around the chosen pixel, light within dark, as large at every zoom as it takes to be seen.
            float marker(vec2 away, float radius, float width) {
                float ring = 1.0 - smoothstep(width, width + scale, abs(length(away) - radius));
                vec2 tick = abs(away);
                float reach = max(tick.x, tick.y), beside = min(tick.x, tick.y);
                float ticks = (1.0 - smoothstep(width, width + scale, beside)) * step(radius, reach) * (1.0 - step(radius + 7.0 * scale + width, reach));
                return max(ring, ticks);
            }
            void main() {
                vec2 place = (gl_FragCoord.xy - origin) / zoom;
                ivec2 size = textureSize(picture, 0), texel = ivec2(floor(place));
                vec2 squares = floor(gl_FragCoord.xy / 8.0);
                float square = mod(squares.x + squares.y, 2.0);
                color = vec4(ground, 1.0);
                if (texel.x >= 0 && texel.y >= 0 && texel.x < size.x && texel.y < size.y) {
                    // Where a window's pixel has several of the picture's, it shows their average.
                    int count = zoom < 0.99 ? min(int(ceil(1.0 / zoom)), 6) : 1;
                    vec4 shown = vec4(0.0);
                    for (int y = 0; y < count; y++) {
                        for (int x = 0; x < count; x++) {
                            vec2 part = (vec2(x, y) + 0.5) / float(count) - 0.5;
                            shown += texelFetch(picture, count == 1 ? texel : clamp(ivec2(floor(place + part / zoom)), ivec2(0), size - 1), 0);
                        }
                    }
                    shown /= float(count * count);
                    color.rgb = mix(vec3(0.30 + 0.12 * square), shown.rgb, shown.a);
                    vec2 inside = fract(place) * zoom;
                    if (zoom >= 8.0 && (inside.x < 1.0 || inside.y < 1.0)) color.rgb = mix(color.rgb, vec3(0.5), 0.4);
                    vec2 edge = min(inside, zoom - inside);
                    if (ivec2(selected) == texel && zoom >= 5.0 && min(edge.x, edge.y) < 2.0) color.rgb = vec3(1.0, 0.85, 0.1);
                }
                if (selected.x >= 0.0) {
                    vec2 away = gl_FragCoord.xy - (origin + (selected + 0.5) * zoom);
                    float radius = max(9.0 * scale, zoom * 0.75 + 4.0 * scale);
                    color.rgb = mix(color.rgb, vec3(0.0), 0.75 * marker(away, radius, 2.0 * scale));
                    color.rgb = mix(color.rgb, vec3(1.0, 0.82, 0.25), marker(away, radius, 0.6 * scale));
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

    /// Returns the current zoom, and the window position of the picture's lower left corner.
    package func placement(_ width: Int, _ height: Int, of image: FrameViewer.ShownImage) -> (zoom: Float, origin: SIMD2<Float>) {
        let free = SIMD2(Float(area.width), Float(area.height))
        let fit = min(free.x / Float(image.width), free.y / Float(image.height)) * 0.97
        // If the zoom factor is a whole number, all pixels of the picture are equally large. The zoom factor is rounded down to a whole
        // number unless the picture would become much smaller.
        let whole = fit.rounded(.down)
        let zoom = zoom ?? (fit >= 1 && whole / fit > 0.8 ? whole : fit)
        let middle = SIMD2(Float(area.x), Float(area.y)) + free / 2 + pan
        let origin = middle - SIMD2(Float(image.width), Float(image.height)) * zoom / 2
        return (zoom, SIMD2(origin.x.rounded(), origin.y.rounded()))
    }
    /// Returns the pixel of the picture at a position in the window, counted from the picture's upper left; nil outside of the picture.
    package func pixel(at place: SIMD2<Float>, _ width: Int, _ height: Int, of image: FrameViewer.ShownImage) -> SIMD2<Int>? {
        let (zoom, origin) = placement(width, height, of: image)
        let x = Int(((place.x - origin.x) / zoom).rounded(.down)), y = Int(((place.y - origin.y) / zoom).rounded(.down))
        return (0..<image.width).contains(x) && (0..<image.height).contains(y) ? SIMD2(x, image.height - 1 - y) : nil
    }
    /// Zooms by steps of the mouse wheel; the picture's point at the given position stays fixed.
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
        // The clear colour remains visible in the gaps between the window's parts.
        let line = ViewTheme.line, ground = ViewTheme.stage
        encoder.render(to: target, clear: .color(line.x, line.y, line.z), label: "gaps") { _ in }
        let place = area.clamped(to: target)
        guard let place else { return }
        if viewer.stage != .picture, let mesh = viewer.meshOfDraw(viewer.stage == .meshIn ? .in : .out) {
            let size = viewer.chosen.map { viewer.frame.targetSize(of: $0) } ?? (width: 0, height: 0)
            let aspect = viewer.stage == .meshOut && size.width > 0 && size.height > 0 ? Float(size.width) / Float(size.height) : nil
            return try draw(mesh, name: "\(viewer.command.argument) \(viewer.stage), shaders \(viewer.edition)", clipAspect: aspect, in: place, to: target, into: &encoder)
        }
        guard viewer.stage == .picture, let image = viewer.image() else {
            return encoder.render(to: target, label: "stage") { pass in
                pass.setScissor(place)
                pass.clear(.color(ground.x, ground.y, ground.z))
            }
        }
        let (zoom, origin) = placement(target.width, target.height, of: image), chosen = viewer.texture == nil ? viewer.pixel : viewer.texel
        encoder.render(to: target, label: "stage") { pass in
            pass.setScissor(place)
            pass.setPipeline(picture)
            pass.setTexture("picture", image.texture, .nearest)
            pass.setUniform("origin", origin)
            pass.setUniform("zoom", zoom)
            pass.setUniform("scale", scale)
            pass.setUniform("ground", SIMD3(ground.x, ground.y, ground.z))
            let isInside = chosen.map { $0.x < image.width && $0.y < image.height } ?? false
            pass.setUniform("selected", isInside ? chosen.map { SIMD2<Float>(Float($0.x), Float(image.height - 1 - $0.y)) } ?? SIMD2(-1, -1) : SIMD2(-1, -1))
            pass.draw(count: 3, label: "picture")
        }
    }

    /// - Parameter clipAspect: The width of the target divided by its height. If `clipAspect` is not nil, the mesh is shown in a box of
    ///   this aspect, which marks the visible space. If `clipAspect` is nil, there is no box, and the mesh is scaled to fit the stage.
    private func draw(_ export: MeshExport, name: String, clipAspect: Float?, in place: PixelRect, to target: Framebuffer,
                      into encoder: inout CommandEncoder) throws {
        if mesh?.name != name {
            let places = export.positions.map { SIMD3($0.x, $0.y, $0.z) }, finite = places.filter { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }
            var low = SIMD3<Float>(repeating: .infinity), high = -low
            for p in finite { low = pointwiseMin(low, p); high = pointwiseMax(high, p) }
            var middle = finite.isEmpty ? .zero : (low + high) / 2, factor = SIMD3(repeating: finite.isEmpty ? 1 : 1 / max((high - low).max() / 2, 1e-20))
            if let clipAspect {
                middle = .zero
                factor = clipAspect > 1 ? SIMD3(1, 1 / clipAspect, 1 / clipAspect) : SIMD3(clipAspect, 1, 1)
                // The picture's depth axis points into the screen, and the z axis of the view points out of the screen, so z is negated.
                factor.z = -min(factor.x, factor.y)
            }
            func corners(_ count: Int) -> [Float] {
                export.corners.filter { $0.count == count }.flatMap { list in list.flatMap { corner in
                    let p = (places[corner] - middle) * factor
                    return p.x.isFinite && p.y.isFinite && p.z.isFinite ? [p.x, p.y, p.z] : [0, 0, 0]
                } }
            }
            let triangles = corners(3), segments = corners(2), points = corners(1)
            var box: [Float] = []
            if clipAspect != nil {
                for axis in 0..<3 {
                    for a: Float in [-1, 1] { for b: Float in [-1, 1] { for c: Float in [-1, 1] {
                        var p = SIMD3(a, b, a)
                        p[axis] = c
                        p[(axis + 1) % 3] = a
                        p[(axis + 2) % 3] = b
                        box += [p.x * factor.x, p.y * factor.y, p.z * factor.z]
                    } } }
                }
            }
            let all = triangles + segments + points + box
            func range(_ first: [Float]..., of list: [Float]) -> (first: Int, count: Int) { (first.reduce(0) { $0 + $1.count } / 3, list.count / 3) }
            mesh = StageMesh(name: name, vertices: try device.makeBuffer(all.isEmpty ? [0, 0, 0] : all, label: "mesh"), triangles: range(of: triangles),
                             segments: range(triangles, of: segments),
                             points: range(triangles, segments, of: points), box: range(triangles, segments, points, of: box))
        }
        guard let mesh else { return }
        let aspect = Float(place.width) / Float(place.height), ground = ViewTheme.stage
        let projection = Matrix4.perspective(fovy: 0.8, aspect: aspect, near: 0.05, far: 50)
        // A narrow stage shows less of the mesh from left to right, so the eye must be farther away.
        let view = projection * Matrix4.translation(0, 0, -3.2 * distance * max(1, 1 / aspect)) * Matrix4.rotationX(pitch) * Matrix4.rotationY(yaw)
        encoder.render(to: target, label: "mesh") { pass in
            pass.setScissor(place)
            pass.clear(.color(ground.x, ground.y, ground.z))
            pass.setViewport(Viewport(x: Float(place.x), y: Float(place.y), width: Float(place.width), height: Float(place.height)))
            pass.setPipeline(faces)
            pass.setVertexBuffer(mesh.vertices)
            pass.setUniform("view", view)
            pass.setUniform("paint", SIMD4<Float>(0.03, 0.05, 0.08, 1))
            if mesh.triangles.count > 0 { pass.draw(count: mesh.triangles.count, label: "faces") }
            pass.setPipeline(lines)
            pass.setUniform("view", view)
            pass.setUniform("paint", SIMD4<Float>(0.36, 0.41, 0.47, 1))
            if mesh.box.count > 0 { pass.draw(.lines, first: mesh.box.first, count: mesh.box.count, label: "view volume") }
            pass.setUniform("paint", SIMD4<Float>(0.75, 0.85, 1, 1))
            if mesh.triangles.count > 0 { pass.draw(count: mesh.triangles.count, label: "edges") }
            if mesh.segments.count > 0 { pass.draw(.lines, first: mesh.segments.first, count: mesh.segments.count, label: "lines") }
            if mesh.points.count > 0 { pass.draw(.points, first: mesh.points.first, count: mesh.points.count, label: "points") }
        }
    }
}

/// A buffer with a draw's primitives and with the box around the visible space. The ranges of vertices belong to the draw's triangles,
/// segments and points, and to the box.
private struct StageMesh {
    var name: String
    var vertices: Buffer
    var triangles: (first: Int, count: Int), segments: (first: Int, count: Int), points: (first: Int, count: Int), box: (first: Int, count: Int)
}

extension PixelRect {
    /// Returns the part of the rectangle that lies inside of a target; nil if the rectangle lies outside.
    fileprivate func clamped(to target: Framebuffer) -> PixelRect? {
        let left = max(0, x), bottom = max(0, y), right = min(target.width, x + width), top = min(target.height, y + height)
        return right > left && top > bottom ? PixelRect(x: left, y: bottom, width: right - left, height: top - bottom) : nil
    }
}
