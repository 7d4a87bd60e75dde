// ParticleRenderer: draws any number of particles with one instanced draw.

public import Canvas
public import Raster

/// A particle: a square from −1 to 1, transformed to its position.
public struct Particle: Sendable, Hashable {
    /// The transform from the square −1…1 to the view, in points, y down.
    public var transform: AffineTransform
    /// The colour that multiplies the content's colour; straight alpha.
    public var color: Color
    /// Creates a particle.
    public init(transform: AffineTransform, color: Color) { self.transform = transform; self.color = color }
}

/// Draws any number of particles with one instanced draw call: four shared corners, and ten floats for each particle.
///
///     try renderer.prepare(emitter.particles(at: time), into: &encoder)
///     encoder.render(to: target) { pass in
///         renderer.draw(in: &pass, size: Size(width: 640, height: 360))
///     }
public final class ParticleRenderer {
    /// The appearance of a particle.
    public enum Content {
        /// A light with a bright centre and a halo, added to the stored colours.
        case glow
        /// A disc with an antialiased edge, over the stored colours.
        case disc
        /// A premultiplied, upright picture, over the stored colours.
        case picture(Texture)
    }
    /// The device that draws.
    public let device: Device
    private let pipeline: Pipeline
    private let corners: Buffer
    private let blank: Texture
    private var instances: Buffer
    private var capacity = 128
    /// The number of particles that `draw` draws.
    public private(set) var particleCount = 0

    /// Creates a renderer without particles.
    public init(device: Device) throws {
        self.device = device
        let program = try device.makeProgram(vertex: ParticleShader.vertex, fragment: ParticleShader.fragment, label: "particles")
        let layout = VertexLayout(
            buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: ParticleRenderer.stride, divisor: 1)],
            attributes: [
                VertexAttribute("corner", .float2), VertexAttribute("axes", .float4, slot: 1), VertexAttribute("place", .float2, offset: 16, slot: 1),
                VertexAttribute("color", .float4, offset: 24, slot: 1),
            ])
        // Glows have alpha 0, so premultiplied blending adds them to the stored colours. Discs and pictures have a higher alpha, so
        // premultiplied blending draws them over the stored colours.
        pipeline = try device.makePipeline(program: program, vertexLayout: layout, blend: .premultiplied, label: "particles")
        corners = try device.makeBuffer([-1, -1, 1, -1, -1, 1, 1, 1] as [Float], label: "corners of a particle")
        instances = try device.makeBuffer(byteCount: capacity * ParticleRenderer.stride, label: "particles")
        blank = try device.makeTexture(from: Image(width: 1, height: 1, bytes: [255, 255, 255, 255]), label: "no picture")
    }
    private static let stride = 40

    /// Records the upload of the particles. `draw` then draws the particles in the order of the list. A particle with numbers that
    /// are not finite as `Float` is invisible.
    /// - Throws: `RasterError` with `outOfMemory`.
    public func prepare(_ particles: [Particle], into encoder: inout CommandEncoder) throws {
        if particles.count > capacity {
            let needed = particles.count.nextPowerOfTwo
            instances = try device.makeBuffer(byteCount: needed * ParticleRenderer.stride, label: "particles")
            capacity = needed
        }
        particleCount = particles.count
        guard !particles.isEmpty else { return }
        var words: [Float] = []
        words.reserveCapacity(particles.count * 10)
        for particle in particles {
            let m = particle.transform, c = particle.color
            let numbers = [m.a, m.b, m.c, m.d, m.tx, m.ty].map { Float($0) }
            words += numbers.allSatisfy(\.isFinite) ? numbers : [0, 0, 0, 0, 0, 0]
            let alpha = Color.unit(c.alpha)
            words += [Color.unit(c.red) * alpha, Color.unit(c.green) * alpha, Color.unit(c.blue) * alpha, alpha].map { Float($0) }
        }
        encoder.update(instances, with: words)
    }
    /// Records the draw call; records nothing if there are no particles.
    /// - Parameters:
    ///   - pass: A render pass whose target has the size of the view.
    ///   - size: The view's size in points; its origin is at the upper left.
    ///   - content: The appearance of the particles.
    ///   - file: The calling file, for frame captures.
    ///   - line: The line of the call.
    public func draw(in pass: inout RenderPass, size: Size, content: Content = .glow, file: StaticString = #fileID, line: UInt = #line) {
        guard particleCount > 0 else { return }
        pass.setPipeline(pipeline)
        pass.setVertexBuffer(corners)
        pass.setVertexBuffer(instances, slot: 1)
        pass.setUniform("size", SIMD2(Float(size.width), Float(size.height)))
        switch content {
        case .glow: pass.setUniform("look", Int32(0))
        case .disc: pass.setUniform("look", Int32(1))
        case .picture: pass.setUniform("look", Int32(2))
        }
        if case .picture(let texture) = content { pass.setTexture("picture", texture, .linear) } else { pass.setTexture("picture", blank) }
        pass.draw(.triangleStrip, count: 4, instances: particleCount, label: "particles", file: file, line: line)
    }
}

extension Int {
    /// The smallest power of two that is at least this number, which must be 1 or more.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
