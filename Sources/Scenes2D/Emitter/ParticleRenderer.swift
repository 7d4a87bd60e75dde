// ParticleRenderer: any number of particles as one instanced draw.

public import Canvas
public import Raster

/// One particle: a square of two units about its origin, moved to its place.
public struct Particle: Sendable, Hashable {
    /// From the square −1…1 to the view, in points, y down.
    public var transform: AffineTransform
    /// Multiplies what is shown; straight alpha.
    public var color: Color
    /// A particle.
    public init(transform: AffineTransform, color: Color) { self.transform = transform; self.color = color }
}

/// Draws particles, however many, by one instanced draw call: four corners, which are the same for all, and twelve floats for each particle.
///
///     try renderer.prepare(emitter.particles(at: time), into: &encoder)
///     encoder.render(to: target) { pass in
///         renderer.draw(in: &pass, size: Size(width: 640, height: 360))
///     }
public final class ParticleRenderer {
    /// What a particle looks like.
    public enum Content {
        /// A light: a bright middle and a halo, added to what is there.
        case glow
        /// A disc with a soft edge over what is there.
        case disc
        /// A picture, premultiplied and upright, over what is there.
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

    /// A renderer without particles.
    public init(device: Device) throws {
        self.device = device
        let program = try device.makeProgram(vertex: ParticleShader.vertex, fragment: ParticleShader.fragment, label: "particles")
        let layout = VertexLayout(
            buffers: [VertexBufferLayout(stride: 8), VertexBufferLayout(stride: ParticleRenderer.stride, divisor: 1)],
            attributes: [
                VertexAttribute("corner", .float2), VertexAttribute("axes", .float4, slot: 1), VertexAttribute("place", .float2, offset: 16, slot: 1),
                VertexAttribute("color", .float4, offset: 24, slot: 1),
            ])
        // Glows have alpha 0, so that one way to blend adds them and lays discs and pictures over.
        pipeline = try device.makePipeline(program: program, vertexLayout: layout, blend: .premultiplied, label: "particles")
        corners = try device.makeBuffer([-1, -1, 1, -1, -1, 1, 1, 1] as [Float], label: "corners of a particle")
        instances = try device.makeBuffer(byteCount: capacity * ParticleRenderer.stride, label: "particles")
        blank = try device.makeTexture(from: Image(width: 1, height: 1, bytes: [255, 255, 255, 255]), label: "no picture")
    }
    private static let stride = 40

    /// Records the upload of the particles that `draw` draws, in this order. A particle with numbers that are not finite, or beyond those of a `Float`, is not seen.
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
    /// Records the one draw call; none where there are no particles.
    /// - Parameters:
    ///   - pass: A pass whose target is as large as the view.
    ///   - size: The view's extent in points; its origin is at the upper left.
    ///   - content: What a particle looks like.
    ///   - file: Where it is called, for captures of frames.
    ///   - line: The line there.
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
    /// The smallest power of two that is at least this; this is 1 or more.
    fileprivate var nextPowerOfTwo: Int { 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
