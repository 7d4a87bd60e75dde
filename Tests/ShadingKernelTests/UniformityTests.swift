// Checks which slots UniformityAnalysis finds uniform. A slot is uniform if all lanes that read the slot read the same value.

import Shading
import ShadingKernel
import Testing

/// Returns whether a variable of a fragment shader with a varying `a` is uniform.
private func isUniform(_ name: String, _ statements: String) throws -> Bool {
    let module = try fragmentModule(statements)
    let slot = try #require(module.localVariables.first { $0.name == name }?.firstSlot)
    return UniformityAnalysis(module).isUniformSlot[slot]
}

@Test("the counter of a loop that lanes leave at different turns is uniform, unless a lane reads it afterwards")
func counters() throws {
    let march = "color = 0.0; int i; for (i = 0; i < 90; i++) { if (color > a.x) break; color += a.y * float(i); }"
    #expect(try isUniform("i", march))
    #expect(try !isUniform("i", march + " color += float(i);"))
    #expect(try isUniform("i", "color = 0.0; int i; for (i = 0; i < 90; i++) { if (a.x > color) continue; color += a.y; }"))
    // The inner counter begins again in each iteration of the outer loop.
    #expect(try isUniform("k", "color = 0.0; int k; for (int i = 0; i < count; i++) { if (color > a.x) break; for (k = 0; k < count; k++) color += a.y; }"))
}

@Test("a slot that only some lanes store is not uniform where the others read it")
func missedStores() throws {
    #expect(try !isUniform("n", "int n = count; if (a.x > 0.5) n = 3; color = float(n);"))
    #expect(try !isUniform("n", "int n = count; color = 0.0; while (color < a.y) { if (a.x > color) { n = 3; color += 1.0; } else { color += float(n); } }"))
    #expect(try !isUniform("n", "int n = 0; color = 0.0; for (int i = 0; i < count; i++) { color += float(n); if (a.x > color) n = i; }"))
    // Both arms store `n` before they read it, so no lane reads `n` after missing a store.
    #expect(try isUniform("n", "int n; if (a.x > 0.5) { n = count; color = float(n); } else { n = 5; color = float(n) * a.y; }"))
}

@Test("an output that only some lanes store is not uniform, because it is read at the shader's end")
func outputs() throws {
    #expect(try !isUniform("color", "color = 1.0; if (a.x > 0.5) color = 2.0;"))
}
