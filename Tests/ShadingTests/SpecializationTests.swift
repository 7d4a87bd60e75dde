// Checks how ShaderModule.specialized changes loops, constants and arrays. ShadingKernelTests checks that the results keep their
// bits.

import Shading
import Testing

/// Returns the specialised module of a fragment shader with a varying `a`, a uniform `count` and an output `color`.
private func specialized(_ statements: String, declarations: String = "") throws -> ShaderModule {
    let program = try link(
        vertex: """
            #version 400
            in vec4 position; out vec4 a;
            void main() { a = position; gl_Position = position; }
            """,
        fragment: """
            #version 400
            in vec4 a; out float color; uniform int count;
            \(declarations)
            void main() { \(statements) }
            """)
    let module = program.fragment.specialized()
    #expect(module.validate(uniformBlockCount: 1) == [])
    return module
}
private func has(_ module: ShaderModule, _ opcode: Opcode) -> Bool { module.instructions.contains { $0.opcode == opcode } }

@Test("a short counted loop is repeated turn by turn, so that its counter's sine is a constant and its array becomes slots",
      arguments: ["int i = 0; i < 5; i++", "float i = 0.5; i <= 3.0; i += 0.25", "int i = 9; i > 0; i -= 3", "uint i = 1u; i != 64u; i *= 2u"])
func countedLoop(head: String) throws {
    let module = try specialized("color = 0.0; for (\(head)) { weights[int(i) & 3] = sin(float(i)); color += weights[int(i) & 3] * a.x; }",
                                 declarations: "float weights[4];")
    for opcode in [Opcode.loopBegin, .sin, .loadIndexed, .storeIndexed] { #expect(!has(module, opcode), "\(opcode)") }
}

@Test("a loop stays a loop if its number of turns is unknown, large, or decided by something else than a counter",
      arguments: ["int i = 0; i < count; i++", "int i = 0; i < 100; i++", "float t = a.y; t < 4.0; t += 1.0", "int i = 0; i < 4; i += count"])
func otherLoops(head: String) throws {
    #expect(try has(specialized("color = 0.0; for (\(head)) color += fract(color + a.x);"), .loopBegin))
}

@Test("an index that differs between lanes becomes selections in a small array, also in an array of structures, and stays an index in a large array")
func smallArrays() throws {
    let fill = "for (int i = 0; i < 8; i++) weights[i] = float(i) + a.y;"
    let small = try specialized(fill + " color = weights[int(a.x)]; weights[int(a.z)] = 2.0; color += weights[3];", declarations: "float weights[8];")
    #expect(!has(small, .loadIndexed) && !has(small, .storeIndexed) && has(small, .select))
    let structures = try specialized("balls[0] = Ball(vec2(1, 2), a.x); balls[1] = Ball(vec2(1, 4), a.y); color = balls[int(a.z)].place.y + balls[int(a.z)].weight;",
                                     declarations: "struct Ball { vec2 place; float weight; }; Ball balls[3];")
    #expect(!has(structures, .loadIndexed) && has(structures, .select))
    let large = try specialized("for (int i = 0; i < 9; i++) weights[i] = float(i) + a.y; color = weights[int(a.x)];", declarations: "float weights[9];")
    #expect(has(large, .loadIndexed))
    // All lanes read one element, so one load suffices.
    let program = try link(vertex: "#version 400\nvoid main() { gl_Position = vec4(0); }",
                           fragment: "#version 400\nout float color; uniform int count; void main() { float w[3]; w[0] = 1.0; w[2] = 4.0; color = w[count]; }")
    #expect(has(program.fragment.specialized { _ in false }, .loadIndexed))
}

@Test("a counter that becomes NaN, at which the loop ends, gives a valid module")
func counterBecomesNaN() throws {
    _ = try specialized("color = 0.0; for (float i = 1e30; i > 0.0; i = i * i - i * i) color += a.x;")
    _ = try specialized("color = 0.0; for (float i = 1.0; i < 1e38; i = (i - i) / (i - i)) color += a.x;")
}

@Test("a loop that discards stays a loop, because killed lanes leave a loop together with their neighbours")
func discardingLoop() throws {
    #expect(try has(specialized("color = 0.0; for (int i = 0; i < 4; i++) { color += a.x; if (color > 3.0) discard; }"), .loopBegin))
}

@Test("break, continue and nested loops keep their order: turns after a certain break are left out")
func leavingTurns() throws {
    let module = try specialized("color = 0.0; for (int i = 0; i < 8; i++) { if (i == 1) continue; if (i == 3) break; for (int k = 0; k < 2; k++) color += a.x * float(i + k); }")
    #expect(!has(module, .loopBegin) && !has(module, .ifBegin), "\(module)")
    // The turns 0 and 2 of the outer loop run, each with two turns of the inner loop. Each inner turn has one product, also the
    // turn in which the factor is 0.
    #expect(module.instructions.filter { [.fma, .fmul].contains($0.opcode) }.count == 4)
}

@Test("equal values of different turns are computed once")
func sharedValues() throws {
    let module = try specialized("color = a.w; for (int i = 0; i < 6; i++) color = abs(color) - cos(a.x) * float(i);")
    #expect(module.instructions.filter { $0.opcode == .cos }.count == 1)
}

@Test("x + 0 is not simplified, because the sum of -0 and 0 is 0")
func signedZero() throws {
    #expect(try has(specialized("color = 1.0; for (int i = 0; i < 1; i++) color = 1.0 / (a.x + float(i));"), .fadd))
}

@Test("each instruction knows its original, which has the same line in the source")
func origins() throws {
    let program = try link(vertex: "#version 400\nvoid main() { gl_Position = vec4(0); }", fragment: """
        #version 400
        out float color; uniform int count;
        void main() {
            color = 0.0;
            for (int i = 0; i < 3; i++)
                color += sqrt(float(count + i));
            while (color > 1.0)
                color *= 0.5;
        }
        """)
    let original = program.fragment, module = original.specialized()
    #expect(module.origins.count == module.instructions.count)
    func line(_ module: ShaderModule, _ index: Int) -> Int32 { module.locations[Int(module.instructionLocations[index])].line }
    for index in module.instructions.indices where module.instructions[index].opcode != .constant {
        #expect(line(module, index) == line(original, Int(module.origins[index])))
    }
    let end = try #require(module.instructions.indices.last { index in
        let instruction = module.instructions[index]
        return instruction.opcode == .end && module.instructions[Int(instruction.c)].opcode == .loopBegin
    })
    #expect(original.instructions[Int(module.origins[end])].opcode == .end)
}
