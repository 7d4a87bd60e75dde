// Draws with fewer vertices than lanes. In such a draw, a vector of the kernel covers more memory than the vertices have, and the kernel
// must not write beyond the allocated memory.

import Foundation
import Raster
import TestSupport
import Testing

@Test("the first draw of a device, one triangle with indices far apart, stays inside its memory")
func smallIndexedDraw() async {
    // The test draws in a separate process, in which all memory is guarded.
    await promptly {
        await #expect(processExitsWith: .success) {
            setenv("RASTER_GUARD_MEMORY", "end", 1)
            for lanes in [4, 8, 16] {
                for last in [2, lanes - 1, 2 * lanes - 1, 2 * lanes, 31, 40].map(UInt16.init) {
                    let device = try TileConfiguration(lanes: lanes, threads: 1, tiers: .baseline).makeDevice()
                    let target = try device.makeFramebuffer(width: 16, height: 16)
                    let program = try device.makeProgram(
                        vertex: "void main() { gl_Position = vec4(gl_VertexID == 0 ? -1.0 : 3.0, gl_VertexID == 1 ? -1.0 : float(min(gl_VertexID, 3)), 0.0, 1.0); }",
                        fragment: "out vec4 color; void main() { color = vec4(1.0); }")
                    let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
                    let indices = try device.makeBuffer([0, 1, last])
                    var encoder = device.makeCommandEncoder()
                    encoder.render(to: target) { pass in
                        pass.setPipeline(pipeline)
                        pass.drawIndexed(indices, count: 3)
                    }
                    try device.submit(encoder)
                }
            }
        }
    }
}
