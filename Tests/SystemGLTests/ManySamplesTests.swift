// The coverage of two, eight and sixteen samples, for which the system's OpenGL may have no targets. OpenGL draws each sample as a
// separate picture with one sample per pixel. In the picture of a sample, the triangles are moved by the negative of the sample's offset.

import Raster
import Scenes
import SystemGL
import Testing

@Suite("Many samples on OpenGL", .serialized, .enabled(if: SystemGLAvailability.isAvailable, "there is no OpenGL here"))
struct ManySamplesTests {
    private static let vertex = """
        #version 330
        uniform vec2 offset;
        flat out vec4 tint;
        void main() {
            // Corners are multiples of 1/16 pixel, and so are offsets, so that no position is rounded.
            int n = gl_VertexID;
            vec2 corner = vec2((n * 197 + n * n * 31) % 480, (n * 359 + n * n * n * 17) % 480) / 16.0 + 1.0;
            gl_Position = vec4((corner + offset) / 16.0 - 1.0, 0.0, 1.0);
            tint = vec4((n / 3 + 1) % 2, (n / 3) % 3 * 0.5, (n / 3) % 5 * 0.25, 1.0);
        }
        """
    private static let fragment = """
        #version 330
        flat in vec4 tint;
        out vec4 result;
        void main() { result = tint; }
        """

    private func draw(_ device: Device, samples: Int, offset: SIMD2<Float>) throws -> Texture {
        let target = try device.makeFramebuffer(width: 32, height: 32, samples: samples)
        let program = try device.makeProgram(vertex: Self.vertex, fragment: Self.fragment)
        let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
        var encoder = device.makeCommandEncoder()
        encoder.render(to: target, clear: .color(0, 0, 0)) { pass in
            pass.setPipeline(pipeline)
            pass.setUniform("offset", offset)
            pass.draw(count: 60)
        }
        try device.submit(encoder)
        return try #require(target.color[0]).texture
    }

    @Test("each sample has the picture that OpenGL draws with its position in the pixel's centre", arguments: [2, 4, 8, 16])
    func samples(samples: Int) throws {
        let drawn = try draw(Device(.reference), samples: samples, offset: .zero), opengl = try SystemGLAvailability.makeDevice()
        for (sample, position) in try #require(Self.sixteenths[samples]).enumerated() {
            let moved = try draw(opengl, samples: 1, offset: SIMD2(Float(position.0), Float(position.1)) / -16)
            let difference = try SceneOutput(drawn, sample: sample).firstDifferentBits(from: SceneOutput(moved))
            #expect(difference == nil, "sample \(sample): \(difference ?? "")")
        }
    }
    /// The standard patterns of Direct3D 11, in 1/16 pixel from the pixel's centre.
    private static let sixteenths: [Int: [(Int, Int)]] = [
        2: [(4, 4), (-4, -4)], 4: [(-2, -6), (6, -2), (-6, 2), (2, 6)], 8: [(1, -3), (-1, 3), (5, 1), (-3, -5), (-5, 5), (-7, -1), (3, 7), (7, -7)],
        16: [(1, 1), (-1, -3), (-3, 2), (4, -1), (-5, -2), (2, 5), (5, 3), (3, -5), (-2, 6), (0, -7), (-4, -6), (-6, 4), (-8, 0), (7, -4), (6, 7), (-7, -8)],
    ]

    @Test("a number of samples that this OpenGL lacks is an error that names it")
    func lacking() throws {
        let device = try SystemGLAvailability.makeDevice()
        for samples in [2, 16] {
            do { _ = try draw(device, samples: samples, offset: .zero) } catch let error as RasterError {
                #expect(error.code == .unsupported && error.description.contains("\(samples) samples"), "\(error)")
            }
            var encoder = device.makeCommandEncoder()
            encoder.render(to: try device.makeFramebuffer(width: 4, height: 4, color: [], samples: samples)) { _ in }
            do { try device.submit(encoder) } catch let error as RasterError {
                #expect(error.code == .unsupported && error.description.contains("\(samples) samples"), "\(error)")
            }
        }
    }
}
