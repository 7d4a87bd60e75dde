// Points and lines at the sides of the viewport. Clipping happens before or after the points get their size and the lines get their width.

import Raster
import Testing

@Suite("Clipping of wide points and lines") struct WideClippingTests {
    private static let renderers: [Device.Kind] = [.reference, .jit]
    /// The viewport, in a target of 64×64 pixels.
    private static let viewport = PixelRect(x: 16, y: 16, width: 32, height: 32)
    /// Window positions inside of the viewport, near the viewport's sides (inside and outside), and far away.
    private static let places: [SIMD2<Float>] = [
        .init(20.25, 20.5), .init(14.25, 30.5), .init(48.5, 48.25), .init(30.75, 50.125), .init(60.5, 12.25), .init(12.5, 10.25), .init(13.25, 40),
        .init(47, 13.5), .init(-90.5, 30.25), .init(200.25, 18.5),
    ]

    /// Draws a primitive through `places`, which are in pixels of the target.
    /// - Parameter area: The viewport. The places do not depend on the viewport.
    private func picture(_ choice: Device.Kind, _ primitive: PrimitiveType, in area: PixelRect, _ isAfter: Bool, samples: Int = 1) throws -> [[UInt8]] {
        let fixture = try DrawingFixture(on: Device(choice), width: 64, height: 64, samples: samples)
        let pipeline = try fixture.pipeline(vertex: "in vec4 position; in vec4 color; out vec4 tint; void main() { gl_Position = position; tint = color; }") {
            $0.clipsAfterWidening = isAfter; $0.lineWidth = 7; $0.pointSize = 9
        }
        let vertices = Self.places.flatMap { place -> [Float] in
            let x = (place.x - Float(area.x)) / Float(area.width) * 2 - 1, y = (place.y - Float(area.y)) / Float(area.height) * 2 - 1
            return [x, y, 0, 1, 1, 1, 1, 1]
        }
        try fixture.draw(vertices, primitive, pipeline: pipeline) { pass in
            pass.setViewport(Viewport(x: Float(area.x), y: Float(area.y), width: Float(area.width), height: Float(area.height)))
            pass.setScissor(Self.viewport)
        }
        return try fixture.red()
    }

    @Test("after widening, the viewport shows the pixels of the same points and lines in a larger viewport", arguments: renderers)
    func afterWidening(_ choice: Device.Kind) throws {
        let large = PixelRect(x: -496, y: -496, width: 1024, height: 1024)
        for samples in [1, 4] {
            for primitive in [PrimitiveType.points, .lines, .lineStrip, .lineLoop] {
                let whole = try picture(choice, primitive, in: large, false, samples: samples)
                let clipped = try picture(choice, primitive, in: Self.viewport, true, samples: samples)
                #expect(clipped == whole, "\(primitive), \(samples) samples")
                #expect(try picture(choice, primitive, in: Self.viewport, false, samples: samples) != whole, "\(primitive), \(samples) samples")
            }
        }
    }

    @Test("after widening, no pixel beside the viewport is drawn; before widening, points and lines reach out of it", arguments: renderers)
    func beside(_ choice: Device.Kind) throws {
        for (isAfter, reachesOut) in [(true, false), (false, true)] {
            let fixture = try DrawingFixture(on: Device(choice), width: 64, height: 64)
            let pipeline = try fixture.pipeline { $0.clipsAfterWidening = isAfter; $0.lineWidth = 9 }
            try fixture.draw([-0.99, -0.99, 0, 1, 1, 1, 1, 1, -0.99, 0.99, 0, 1, 1, 1, 1, 1], .lines, pipeline: pipeline) {
                $0.setViewport(Viewport(x: 16, y: 16, width: 32, height: 32))
            }
            let red = try fixture.red()
            #expect(red.contains { $0[..<16].contains { $0 != 0 } } == reachesOut)
            #expect(red.contains { $0[16...].contains { $0 != 0 } })
        }
    }
}
