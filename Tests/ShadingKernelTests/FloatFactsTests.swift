// Checks which minima and maxima need only one instruction according to FloatFacts. Also checks that the results of minima and maxima
// keep the interpreter's bits for NaN and for zeros of both signs.

import Kernel
import Shading
import ShadingKernel
import Testing

/// Returns whether each `min` and `max` of a shader, in the module's order, is plain. A plain minimum or maximum needs only one
/// instruction.
private func plain(_ statements: String) throws -> [Bool] {
    let module = try fragmentModule(statements), facts = FloatFacts(module)
    return module.instructions.filter { $0.opcode == .fmin || $0.opcode == .fmax }.map { facts.isPlain($0) || facts.isPlainIfSwapped($0) }
}

@Test("a minimum is plain if its second operand is never NaN, or if its first operand is never NaN and neither is ever −0")
func plainMinima() throws {
    #expect(try plain("color = min(a.x, 2.0);") == [true])
    #expect(try plain("color = min(a.x, a.y);") == [false])
    #expect(try plain("color = min(2.0, abs(a.x));") == [true])
    // The second operand may be −0 and the first operand +0, so this minimum is not plain.
    #expect(try plain("color = min(clamp(a.y, 0.0, 1.0), a.x);") == [true, true, false])
    #expect(try plain("color = max(length(a.xyz), 0.1);") == [true])
}

@Test("a distance that starts at a constant and is only lowered is never NaN")
func loweredDistances() throws {
    let loop = "float d = 10.0; for (int i = 0; i < count; i++) d = min(d, length(a.xy * float(i)) - 0.3); color = d;"
    #expect(try plain(loop) == [true])
    #expect(try plain(loop + " d = a.x;") == [false])
}

@Test("minima and maxima give the interpreter's bits for NaN, infinities and zeros of both signs",
      arguments: [KernelTarget(lanes: 16), KernelTarget(lanes: 8, instructionSet: .x86v3), KernelTarget(lanes: 4, instructionSet: .x86v2)].filter(\.runsHere))
func minimaKeepBits(target: KernelTarget) throws {
    // Each term is an output of its own, so that no NaN hides the other terms.
    let terms = ["min(1.0, abs(a.x))", "max(0.0, a.y)", "max(a.z, 0.0)", "min(a.x, -0.0)", "min(sqrt(a.w), max(a.y, 0.0))", "min(0.0, a.x)", "max(a.y, -0.0)",
                 "min(abs(a.z), a.w)", "max(a.x * a.x, a.z)", "min(max(a.x, 0.0), a.y * a.y)", "min(length(a.xy) - 0.5, max(a.z, 1.0))", "min(a.x, a.y)"]
    let lines = terms.enumerated().map { "once[\($0)] = \($1); lowest[\($0)] = min(lowest[\($0)], \($1) + float(i)); highest[\($0)] = max(highest[\($0)], \($1));" }
    let program = try ShaderCompiler.link(
        vertex: ShaderSource(text: "#version 400\nin vec4 position; out vec4 a; void main() { a = position; gl_Position = position; }", name: "a.vert"),
        fragment: ShaderSource(text: """
            #version 400
            in vec4 a; uniform int count; out vec4 color;
            float once[12], lowest[12], highest[12];
            void main() {
                for (int k = 0; k < 12; k++) { lowest[k] = 3.0; highest[k] = -0.0; }
                for (int i = 0; i < count; i++) { \(lines.joined(separator: "\n")) }
                int k = int(gl_FragCoord.x) % 12;
                color = vec4(once[k], lowest[k], highest[k], 1.0 / min(lowest[k], highest[k]));
            }
            """, name: "a.frag"))
    let special: [Float] = [.nan, 0, -0.0, 1, -1, .infinity, -.infinity, .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 0.5]
    var comparison = ShaderComparison(module: program.fragment, interface: program.interface, batches: 400)
    comparison.input = { _, _, random in special.randomElement(using: &random)!.bitPattern }
    let found = try comparison.differences(target)
    #expect(found.isEmpty, "\(found.prefix(2))")
}
