// Checks which sums and products are fused into a multiply-add, and which are not.

import Shading
import Testing

/// Returns the opcodes of a fragment shader `color = …` with a varying `a` of four floats.
private func opcodes(_ statements: String, declarations: String = "") throws -> [Opcode] {
    let program = try link(
        vertex: """
            #version 400
            in vec4 position; out vec4 a;
            void main() { a = position; gl_Position = position; }
            """,
        fragment: """
            #version 400
            in vec4 a; out float color;
            \(declarations)
            void main() { \(statements) }
            """)
    return program.fragment.instructions.map(\.opcode)
}
private func count(_ opcode: Opcode, _ statements: String) throws -> Int { try opcodes(statements).filter { $0 == opcode }.count }

@Test("a product that only a sum uses is fused with it")
func fusesProducts() throws {
    for sum in ["a.x * a.y + a.z", "a.z + a.x * a.y", "a.x * a.y - a.z", "a.z - a.x * a.y", "a.z - 3.0 * a.y"] {
        #expect(try count(.fma, "color = \(sum);") == 1 && count(.fmul, "color = \(sum);") == 0, "\(sum)")
    }
    #expect(try count(.fma, "color = dot(a, a.wzyx);") == 3)
    #expect(try count(.fma, "color = a.x * a.y + a.z * a.w;") == 1)
}

@Test("a product is not fused if it is used twice, in another construct, or together with another product")
func leavesProducts() throws {
    #expect(try count(.fma, "float p = a.x * a.y; color = (p + a.z) * p;") == 0)
    #expect(try count(.fma, "float p = a.x * a.y; color = 0.0; if (a.w > 0.5) color = p + a.z;") == 0)
    // A sum or difference of two products is not fused, so that a cross product of a vector with itself is exactly zero.
    #expect(try count(.fma, "color = a.x * a.y - a.z * a.w;") == 0)
}

@Test("precise and invariant keep products and sums separate")
func preciseForbidsContraction() throws {
    #expect(try opcodes("precise float p = a.x * a.y + a.z; color = p;").contains(.fma) == false)
    let program = try link(
        vertex: """
            #version 400
            invariant gl_Position;
            in vec4 position; uniform mat4 m;
            void main() { gl_Position = m * position; }
            """,
        fragment: "#version 400\nout vec4 color; void main() { color = vec4(1.0); }")
    #expect(program.vertex.instructions.contains { $0.opcode == .fma } == false)
}

@Test("adding zero emits no instruction")
func addingZero() throws {
    #expect(try count(.fadd, "color = (a.x + 0.0) + (0.0 + a.x) * 1.0;") == 1)
}
