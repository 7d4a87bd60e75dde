// Programs and draws on a thread with a small stack. The nesting in a source is limited, and Raster compiles on threads with larger
// stacks.

import Raster
import Shading
import TestSupport
import Testing

@Suite("Small stacks") struct SmallStackTests {
    private static let vertex = "#version 330\nvoid main() { gl_Position = vec4(float(gl_VertexID % 2) * 4.0 - 1.0, float(gl_VertexID / 2) * 4.0 - 1.0, 0.0, 1.0); }"

    /// Draws with a fragment shader on a stack of 512 KiB, and returns the first texel.
    private func texel(_ kind: Device.Kind, _ body: String) throws -> SIMD4<UInt8> {
        let fragment = "#version 330\nuniform float u; out vec4 color;\n\(body)"
        return try onSmallStack {
            var options = Device.Options()
            options.codeCache = .none
            let device = Device(kind, options: options), target = try device.makeFramebuffer(width: 4, height: 4)
            let program = try device.makeProgram(vertex: Self.vertex, fragment: fragment)
            let pipeline = try device.makePipeline(program: program, vertexLayout: .none)
            var encoder = device.makeCommandEncoder()
            encoder.render(to: target) { pass in
                pass.setPipeline(pipeline)
                pass.setUniform("u", Float(1))
                pass.draw(count: 3)
            }
            try device.submit(encoder)
            return try target.color[0]!.texture.readImage()[0, 0]
        }
    }

    @Test("blocks, loops, sums and signs nested up to the limit are drawn", arguments: [Device.Kind.jit, .reference])
    func drawn(kind: Device.Kind) throws {
        let ifs = String(repeating: "if (u > 0.5) { ", count: 150), ends = String(repeating: "}", count: 150)
        #expect(try texel(kind, "void main() { color = vec4(0.0); \(ifs) color = vec4(1.0); \(ends) }").x == 255)
        let sum = (0..<4000).map { "u * \($0 % 7 + 1).0" }.joined(separator: " + ")
        #expect(try texel(kind, "void main() { color = vec4((\(sum)) > 15000.0 ? 1.0 : 0.0); }").x == 255)
        let brackets = String(repeating: "(", count: 2000) + "u" + String(repeating: ")", count: 2000)
        #expect(try texel(kind, "void main() { color = vec4(\(brackets)); }").x == 255)
        let loops = (0..<40).map { "for (int i\($0) = 0; i\($0) < 1; i\($0)++) " }.joined()
        #expect(try texel(kind, "void main() { color = vec4(0.0); \(loops) color = vec4(1.0); }").x == 255)
        let calls = (1..<150).map { "float f\($0)() { return f\($0 - 1)(); }" }.joined(separator: "\n")
        #expect(try texel(kind, "float f0() { return u; }\n\(calls)\nvoid main() { color = vec4(f149()); }").x == 255)
    }

    @Test("deeper nesting is an error", arguments: [
        "void main() { \(String(repeating: "if (u > 0.5) { ", count: 100_000)) }", "void main() { color = vec4(\(String(repeating: "(", count: 90_000))u)); }",
        "void main() { color = vec4(\(String(repeating: "- ", count: 90_000))u); }", "void main() { \(String(repeating: "for (;;) ", count: 100_000)); }",
        "#if \(String(repeating: "(", count: 100_000))1\n#endif\nvoid main() {}", "#if \(String(repeating: "!", count: 100_000))1\n#endif\nvoid main() {}",
        "#define A(x) \(String(repeating: "A(", count: 50_000))\nvoid main() { A(1) }", "void main() { \(String(repeating: "if (u > 0.5) ; else ", count: 50_000)) ; }",
        "\(String(repeating: "#if 1\n", count: 100_000))void main() {}", "struct A { float x; };\n\((0..<3000).map { "struct B\($0) { \($0 == 0 ? "A" : "B\($0 - 1)") b; };" }.joined(separator: "\n"))\nuniform B2999 b; void main() {}",
        "uniform float a\(String(repeating: "[1]", count: 20_000)); void main() {}",
    ])
    func refused(body: String) {
        // The shader may compile, or be refused with an error.
        do { _ = try texel(.reference, body) } catch { #expect(error is RasterError || error is ShaderError, "\(error)") }
    }
}
