// TransitionSurfaces: draws all transitions made of geometry: a background, then lit triangles in eye space.
//
// The eye looks along −z. In eye space, a picture has the height 1, and its width is the frame's ratio. At a depth of 0.5 / tan(fovy / 2) the
// picture fills the view exactly. Therefore, at both ends of a transition, the picture is neither distorted nor cropped. The processor
// computes all points in eye space, so the shader needs no model matrix.

import Raster
import Shading

/// Draws surfaces. A `TransitionSurfaces` object lives as long as its device, and all transitions of the device share the object.
final class TransitionSurfaces {
    enum Background {
        case color(Float)
        case picture(Surface.Content)
    }
    private struct Pipelines {
        var picture, flat, deep: Pipeline
        /// A triangle that covers the whole target.
        var triangle: Buffer
    }
    private unowned let device: Device
    private var pipelines: Pipelines?
    /// The vertex buffer; nil until vertices are first drawn. The buffer is as large as the longest list of vertices so far.
    private var buffer: Buffer?

    private init(device: Device) { self.device = device }
    static func of(_ device: Device) -> TransitionSurfaces { device.companion(TransitionSurfaces.self) { TransitionSurfaces(device: device) } }

    /// Records one pass over the frame's target. `projection` maps eye space to clip space. If `hasDepth` is true, the depth buffer
    /// hides farther surfaces; otherwise, later surfaces cover earlier surfaces.
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
                // If the picture has the target's size, the nearest filter gives each pixel exactly one texel, even if coordinates
                // are rounded.
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
    /// Returns the sampler for a picture. The sampler uses mip levels if the picture has mip levels.
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
                            deep: try device.makePipeline(program: surface, vertexLayout: SurfaceVertex.layout, depth: .less, cull: .back,
                                                          label: "deep surface"),
                            triangle: try device.makeBuffer([-1, -1, 3, -1, -1, 3] as [Float], label: "full-screen triangle"))
        pipelines = new
        return new
    }
}

/// The GLSL of Shaders/effects for transitions made of geometry, embedded in the library.
enum TransitionShader {
    static let pictureVertex = source("picture.vert", PackageResources.picture_vert)
    static let pictureFragment = source("picture.frag", PackageResources.picture_frag)
    static let surfaceVertex = source("surface.vert", PackageResources.surface_vert)
    static let surfaceFragment = source("surface.frag", PackageResources.surface_frag)
    private static func source(_ name: String, _ bytes: [UInt8]) -> ShaderSource { ShaderSource(text: String(decoding: bytes, as: UTF8.self), name: name) }
}
