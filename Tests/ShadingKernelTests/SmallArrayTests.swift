// Checks that small arrays, whose elements the optimised code selects, give the interpreter's bits for every index.

import Kernel
import Shading
import ShadingKernel
import Testing

@Test("an element of a small array that does not exist is 0 when it is read and is not stored, whatever the index",
      arguments: [KernelTarget(lanes: 16), KernelTarget(lanes: 8, instructionSet: .x86v3)].filter(\.runsHere))
func missingElements(target: KernelTarget) throws {
    let program = try ShaderCompiler.link(
        vertex: ShaderSource(text: "#version 400\nin vec4 position; out vec4 a; void main() { a = position; gl_Position = position; }", name: "a.vert"),
        fragment: ShaderSource(text: """
            #version 400
            struct Ball { vec2 place; float weight; };
            in vec4 a; out vec4 color;
            Ball balls[3]; float one[1]; vec4 vectors[2];
            void main() {
                for (int i = 0; i < 3; i++) balls[i] = Ball(vec2(i + 1, i + 10), float(i + 100));
                one[0] = 7.0;
                vectors[0] = vec4(1, 2, 3, 4);
                vectors[1] = a;
                int i = int(a.x), j = int(a.y);
                balls[j].weight = 3.0;
                vectors[j][i] = 9.0;
                vectors[i].z = 11.0;
                if (a.z > 0.0) balls[i].place = vec2(-5.0, a.w);
                color = vec4(balls[i].place.y, balls[0].weight + balls[1].weight + balls[2].weight + balls[j].place.x, one[i], vectors[j].y + vectors[0].z);
                color += vectors[i];
            }
            """, name: "a.frag"))
    var comparison = ShaderComparison(module: program.fragment, interface: program.interface, batches: 60)
    let numbers: [Float] = [0, 1, 2, 3, 4, -1, -2, 7, 8, 0x1p31, -0x1p31, 0x1p30, 1_431_655_808, 2_863_311_616, .nan, 0x1p-3]
    comparison.input = { _, _, random in numbers.randomElement(using: &random)!.bitPattern }
    for seed: UInt64 in [1, 2] {
        let found = try comparison.differences(target, seed: seed)
        #expect(found.isEmpty, "\(found.prefix(3))")
    }
}
