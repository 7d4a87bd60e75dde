// Draws with smoothstep(edge, edge, x), whose result GLSL leaves undefined. The edges come from constants, uniforms and pixels.

import Raster
import Testing

@Suite("One edge twice") struct SmoothstepTests {
    @Test("a draw of both renderers has a step where the edges are equal", arguments: [Device.Kind.reference, .jit])
    func step(kind: Device.Kind) throws {
        let fixture = try DrawingFixture(on: Device(kind), width: 64, height: 8)
        let pipeline = try fixture.pipeline(fragment: """
            #version 330
            uniform float edge, other;
            out vec4 pixel;
            void main() {
                float x = gl_FragCoord.x - 0.5;
                pixel = vec4(smoothstep(20.0, 20.0, x), smoothstep(edge, edge, x), smoothstep(edge, other, x), smoothstep(x - 20.0, other - 20.0, 0.0));
            }
            """)
        try fixture.draw([[0, 0], [128, 0], [0, 16]].flatMap { fixture.vertex($0[0], $0[1]) }, pipeline: pipeline) { pass in
            pass.setUniform("edge", 20 as Float)
            pass.setUniform("other", 20 as Float)
        }
        let image = try fixture.target.readImage()
        for y in 0..<8 {
            for x in 0..<64 {
                let expected: UInt8 = x > 20 ? 255 : 0
                let pixel = image[x, y]
                #expect(pixel.x == expected && pixel.y == expected && pixel.z == expected, "\(x), \(y)")
                // Alpha is smoothstep(x − 20, 0, 0): 0 is the second edge, so GLSL's formula gives 1. For x = 20 both edges are 0.
                #expect(pixel.w == (x == 20 ? 0 : 255), "\(x), \(y)")
            }
        }
    }
}
