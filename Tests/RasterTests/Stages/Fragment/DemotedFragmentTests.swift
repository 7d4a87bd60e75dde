// Draws whose fragment shaders demote pixels to helper invocations (GL_EXT_demote_to_helper_invocation). Only the neighbours of a demoted
// pixel can show its values, through derivatives.

import Raster
import TestSupport
import Testing

@Suite("Demoted fragments") struct DemotedFragmentTests {
    /// The statements that demote the pixels for which `gone` is true. The last statement demotes pixels in a loop that computes
    /// derivatives in every turn.
    private static let statements = [
        "if (gone) demote;", "if (p.x >= 0) { if (!gone) { } else demote; }",
        "for (int i = 0; i < 3; ++i) { if (gone && i == 1) demote; sum += abs(dFdx(float(helperInvocationEXT()))) * 0.25; }",
    ]

    @Test("helperInvocationEXT() is true in demoted pixels on each renderer, at each number of lanes and in both tiers", arguments: 0..<3)
    func demoted(statement: Int) throws {
        let devices = try [Device(.reference)] + [4, 8, 16].flatMap { lanes in
            try [TierPolicy.baseline, .optimized].map { try TileConfiguration(lanes: lanes, threads: 2, tiers: $0).makeDevice() }
        }
        for device in devices {
            let fixture = try DrawingFixture(on: device, width: 24, height: 20, color: [.rgba32Float])
            let pipeline = try fixture.pipeline(fragment: """
                #version 330
                #extension GL_EXT_demote_to_helper_invocation : require
                out vec4 pixel;
                void main() {
                    ivec2 p = ivec2(gl_FragCoord.xy);
                    int kind = (p.x / 2 + p.y / 2) % 3;
                    bool gone = kind == 0 ? p.x % 2 == 1 : kind == 1 && p.y % 2 == 0;
                    float sum = helperInvocationEXT() ? 1.0 : 0.0;
                    \(Self.statements[statement])
                    float helper = float(helperInvocationEXT());
                    pixel = vec4(abs(dFdx(helper)), abs(dFdy(helper)), helper, sum);
                }
                """)
            try fixture.draw([[-8, -8], [64, -8], [-8, 64]].flatMap { fixture.vertex($0[0], $0[1]) }, pipeline: pipeline, clear: .color(9, 9, 9, 9))
            let pixels = try fixture.target.readPixels()
            for y in 0..<20 {
                for x in 0..<24 {
                    // In each quad, a column, a row or no pixel is demoted.
                    let kind = (x / 2 + y / 2) % 3, isGone = kind == 0 ? x % 2 == 1 : kind == 1 && y % 2 == 0
                    let across: Float = kind == 0 ? 1 : 0, along: Float = kind == 1 ? 1 : 0
                    let expected = isGone ? SIMD4(repeating: 9) : SIMD4(across, along, 0, statement == 2 ? across * 0.5 : 0)
                    #expect(pixels[y * 24 + x] == expected, "(\(x), \(y)) on \(device.name)")
                }
            }
        }
    }
}
