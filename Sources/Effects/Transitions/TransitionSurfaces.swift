// TransitionSurfaces: what all transitions made of geometry are drawn with: a background, then lit triangles in eye space.
//
// The eye looks along −z. A picture is 1 high and as wide as the frame's ratio; at a depth of 0.5 / tan(fovy / 2) it fills the view, so
// that nothing is sheared or cut at either end. Points come here in eye space: the few that there are need no matrix in the shader.

import Raster
import Shading

/// A corner of a triangle in eye space.
package struct SurfaceVertex: BitwiseCopyable, Sendable {
    package var x, y, z: Float
    /// The z of the unit normal, or less in less light: the light shines from the eye.
    package var facing: Float
    /// The place in the picture, 0…1, y upwards.
    package var u, v: Float

    package init(_ position: SIMD3<Float>, facing: Float = 1, uv: SIMD2<Float>) {
        (x, y, z, self.facing, u, v) = (position.x, position.y, position.z, facing, uv.x, uv.y)
    }
    package var position: SIMD3<Float> { SIMD3(x, y, z) }
    static let layout = VertexLayout(stride: 24, VertexAttribute("position", .float3), VertexAttribute("facing", .float1, offset: 12),
                                     VertexAttribute("texCoord", .float2, offset: 16))
}

/// Triangles that show one thing, counter-clockwise as seen from their front. Their back is not drawn.
package struct Surface: Sendable {
    package enum Content: Hashable, Sendable {
        case source, destination
        case color(SIMD3<Float>)
    }
    package var content: Content
    package var vertices: [SurfaceVertex]

    package init(_ content: Content, _ vertices: [SurfaceVertex] = []) { self.content = content; self.vertices = vertices }

    /// Adds a flat piece of a picture. The corners are those at the left bottom, right bottom, right top and left top of the part of the
    /// picture from `low` to `high`, as seen from the front; `light` is the
    /// share of the light that falls onto it.
    mutating func addQuad(_ corners: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>), low: SIMD2<Float> = .zero, high: SIMD2<Float> = .one, light: Float = 1) {
        let normal = (corners.1 - corners.0).cross(corners.3 - corners.0)
        let length = normal.length, facing = (length > 0 ? normal.z / length : 1) * light
        let a = SurfaceVertex(corners.0, facing: facing, uv: low), b = SurfaceVertex(corners.1, facing: facing, uv: SIMD2(high.x, low.y))
        let c = SurfaceVertex(corners.2, facing: facing, uv: high), d = SurfaceVertex(corners.3, facing: facing, uv: SIMD2(low.x, high.y))
        vertices += [a, b, c, a, c, d]
    }
    /// Adds a piece of a picture where a matrix puts the rectangle from `low` to `high` of the plane z = 0.
    mutating func addRectangle(from low: SIMD2<Float>, to high: SIMD2<Float>, uv: (SIMD2<Float>, SIMD2<Float>) = (.zero, .one), _ matrix: Matrix4) {
        func corner(_ x: Float, _ y: Float) -> SIMD3<Float> { matrix.transformPoint(SIMD3(x, y, 0)) }
        addQuad((corner(low.x, low.y), corner(high.x, low.y), corner(high.x, high.y), corner(low.x, high.y)), low: uv.0, high: uv.1)
    }
}

extension Surface {
    /// Whether one of the triangles may show its front inside of the view. A few comparisons for each of them spare the draw of what turns its back.
    fileprivate func mayBeSeen(_ projection: Matrix4) -> Bool {
        // More than the device's own arithmetic can differ by.
        let room: Float = 1e-4
        return stride(from: 0, to: vertices.count - vertices.count % 3, by: 3).contains { first in
            let corners = (0..<3).map { projection * SIMD4(vertices[first + $0].position, 1) }
            let isOutside = (0..<3).contains { axis in
                corners.allSatisfy { $0[axis] > $0.w + room * abs($0.w) } || corners.allSatisfy { $0[axis] < -$0.w - room * abs($0.w) }
            }
            if isOutside { return false }
            // Behind the eye a triangle's turn says nothing.
            guard corners.allSatisfy({ $0.w > room }) else { return true }
            let places = corners.map { SIMD2($0.x, $0.y) / $0.w }, a = places[1] - places[0], b = places[2] - places[0]
            return a.x * b.y - a.y * b.x > -room * room
        }
    }
}

/// How light falls onto surfaces: min(1, ambient + diffuse · facing). Saturated light leaves a picture's bytes as they are.
struct SurfaceLight {
    var ambient: Float, diffuse: Float
    /// Pictures keep their colours.
    static let none = SurfaceLight(ambient: 1, diffuse: 0)
    /// ES 1.1's material of ambient 0.2 and diffuse 0.8 in white light and the model's ambient light of 0.2: more than 1 from the front.
    static let white = SurfaceLight(ambient: 0.24, diffuse: 0.8)
    /// For a surface that stands alone before the dark: turned away it is dimmer, but can still be recognized.
    static let soft = SurfaceLight(ambient: 0.6, diffuse: 0.45)
}

/// Draws surfaces. Lives as long as its device, whose transitions share it.
final class TransitionSurfaces {
    enum Background {
        case color(Float)
        case picture(Surface.Content)
    }
    private struct Pipelines {
        var picture, flat, deep: Pipeline
        /// Covers the target.
        var triangle: Buffer
    }
    private unowned let device: Device
    private var pipelines: Pipelines?
    /// Grows to the largest list of vertices that was drawn.
    private var buffer: Buffer?

    private init(device: Device) { self.device = device }
    static func of(_ device: Device) -> TransitionSurfaces { device.companion(TransitionSurfaces.self) { TransitionSurfaces(device: device) } }

    /// Records one pass over the frame's target. `projection` takes eye space to clip space. With `hasDepth` nearer surfaces hide others
    /// by the depth buffer; else those drawn later do.
    func draw(_ frame: TransitionFrame, background: Background, _ surfaces: [Surface], projection: Matrix4 = .identity, light: SurfaceLight = .none,
              hasDepth: Bool = false, into encoder: inout CommandEncoder, label: String) throws {
        let surfaces = surfaces.filter { $0.mayBeSeen(projection) }, vertices = surfaces.flatMap(\.vertices)
        let (pipelines, buffer) = try device.access.held("device") { (try heldPipelines(), vertices.isEmpty ? nil : try heldBuffer(vertices.count)) }
        if let buffer { encoder.update(buffer, with: vertices) }
        var clear = ClearValues.color(0, 0, 0, 1)
        if case .color(let gray) = background { clear = .color(gray, gray, gray, 1) }
        encoder.render(to: frame.target, clear: clear, label: label) { pass in
            if case .picture(let content) = background {
                pass.setPipeline(pipelines.picture)
                pass.setVertexBuffer(pipelines.triangle)
                let picture = content == .source ? frame.source : frame.destination
                pass.setUniform("pictureScale", frame.resize.scale(frame: frame.ratio, picture))
                // At its own size every pixel is one texel, whatever coordinates are rounded to.
                let isWhole = picture.width == frame.target.width && picture.height == frame.target.height
                pass.setTexture("picture", picture, isWhole ? .nearest : TransitionSurfaces.sampler(for: picture))
                pass.draw(count: 3, label: "picture")
            }
            guard let buffer else { return }
            pass.setPipeline(hasDepth ? pipelines.deep : pipelines.flat)
            pass.setVertexBuffer(buffer)
            pass.setUniform("projection", projection)
            pass.setUniform("light", SIMD2(light.ambient, light.diffuse))
            var first = 0
            for surface in surfaces {
                var picture = frame.source, plain = SIMD4<Float>(0, 0, 0, 0)
                switch surface.content {
                case .source: break
                case .destination: picture = frame.destination
                case .color(let color): plain = SIMD4(color, 1)
                }
                pass.setUniform("plain", plain)
                pass.setUniform("pictureScale", frame.resize.scale(frame: frame.ratio, picture))
                pass.setTexture("picture", picture, TransitionSurfaces.sampler(for: picture))
                pass.draw(first: first, count: surface.vertices.count, label: "surface")
                first += surface.vertices.count
            }
        }
    }
    /// Mip levels are used where a picture has them.
    static func sampler(for picture: Texture) -> Sampler { picture.descriptor.mipLevels > 1 ? .trilinear : .linear }

    private func heldBuffer(_ count: Int) throws -> Buffer {
        if let buffer, buffer.byteCount >= count * SurfaceVertex.layout.buffers[0].stride { return buffer }
        let new = try device.makeBuffer([Float](repeating: 0, count: count * SurfaceVertex.layout.buffers[0].stride / 4), label: "surfaces")
        buffer = new
        return new
    }
    private func heldPipelines() throws -> Pipelines {
        if let pipelines { return pipelines }
        let corners = VertexLayout(stride: 8, VertexAttribute("position", .float2))
        let picture = try device.makeProgram(vertex: TransitionShader.pictureVertex, fragment: TransitionShader.pictureFragment, label: "picture")
        let surface = try device.makeProgram(vertex: TransitionShader.surfaceVertex, fragment: TransitionShader.surfaceFragment, label: "surface")
        let new = Pipelines(picture: try device.makePipeline(program: picture, vertexLayout: corners, label: "picture"),
                            flat: try device.makePipeline(program: surface, vertexLayout: SurfaceVertex.layout, cull: .back, label: "surface"),
                            deep: try device.makePipeline(program: surface, vertexLayout: SurfaceVertex.layout, depth: .less, cull: .back, label: "deep surface"),
                            triangle: try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "full-screen triangle"))
        pipelines = new
        return new
    }
}

/// The GLSL of Shaders/effects that transitions of geometry are drawn with, carried inside the library.
enum TransitionShader {
    static let pictureVertex = source("picture.vert", PackageResources.picture_vert)
    static let pictureFragment = source("picture.frag", PackageResources.picture_frag)
    static let surfaceVertex = source("surface.vert", PackageResources.surface_vert)
    static let surfaceFragment = source("surface.frag", PackageResources.surface_frag)
    private static func source(_ name: String, _ bytes: [UInt8]) -> ShaderSource { ShaderSource(text: String(decoding: bytes, as: UTF8.self), name: name) }
}
