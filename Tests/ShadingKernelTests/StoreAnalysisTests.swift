// Checks which stores may write all lanes according to StoreAnalysis. RandomModuleTests checks that the results keep their bits.

import Shading
import ShadingKernel
import Testing

/// Returns, for each store to a variable of a fragment shader with a varying `a`, whether the store may write all lanes.
private func mayWriteAllLanes(_ name: String, _ statements: String) throws -> [Bool] {
    let module = try fragmentModule(statements)
    let slot = try #require(module.localVariables.first { $0.name == name }?.firstSlot)
    let stores = StoreAnalysis(module, UniformityAnalysis(module))
    return module.instructions.indices.filter { module.instructions[$0].opcode == .store && Int(module.instructions[$0].c) == slot }
        .map { stores.mayWriteAllLanes[$0] }
}

@Test("in a loop, a variable that no lane reads after it has left the loop needs no mask, and a variable that is read afterwards needs it")
func storesInLoops() throws {
    let loop = "float z = a.x; float last = 0.0; while (last < 4.0) { z = z * z + a.y; last = z * a.z; }"
    #expect(try mayWriteAllLanes("z", loop + " color = last;") == [true, true])
    #expect(try mayWriteAllLanes("last", loop + " color = last;") == [true, false])
    #expect(try mayWriteAllLanes("z", loop + " color = z;") == [true, false])
    // After the loop, the variable is stored again before it is read.
    #expect(try mayWriteAllLanes("z", loop + " z = a.w; color = z;") == [true, true, true])
    // A lane that has left the inner loop reads the variable in the next turn of the outer loop.
    #expect(try mayWriteAllLanes("z", "float z = a.x; float n = 0.0; while (n < 9.0) { n += a.z; while (z < a.y) z = z * 2.0 + n; }") == [true, false])
}

@Test("of two arms that both store a variable, only the second needs a mask, because lanes that take it have not read the variable")
func storesInArms() throws {
    #expect(try mayWriteAllLanes("n", "float n; if (a.x > 0.5) n = a.y; else n = a.z; color = n;") == [true, false])
    #expect(try mayWriteAllLanes("n", "float n = a.w; if (a.x > 0.5) n = a.y; color = n;") == [true, false])
    #expect(try mayWriteAllLanes("n", "float n = a.w; color = 1.0; if (a.x > 0.5) { n = a.y; color = n; }") == [true, true])
    // The second arm reads the old value before it stores a new value.
    let head = "float n = a.w; while (n < a.x) n *= 2.0; if (a.x > 0.5) n = a.y; else n"
    #expect(try mayWriteAllLanes("n", head + " += a.z; color = n;") == [true, false, false, false])
    #expect(try mayWriteAllLanes("n", head + " = a.z; color = n;") == [true, true, true, false])
}

@Test("a lane that continues a loop early waits at the end of the turn, and what it reads in the next turn keeps its value")
func storesAfterContinue() throws {
    let head = "color = 0.0; float n = a.w; for (float i = 0.0; i < a.z; i += 1.0) {"
    #expect(try mayWriteAllLanes("n", head + " color += n; if (a.x > i) continue; n = a.y + i; }") == [true, false])
    #expect(try mayWriteAllLanes("n", head + " if (a.x > i) continue; n = a.y + i; color += n; }") == [true, true])
}

@Test("with a derivative in divergent flow, every store in divergent flow obeys the mask, because derivatives read inactive lanes")
func storesBesideDerivatives() throws {
    #expect(try mayWriteAllLanes("n", "color = 0.0; if (a.x > 0.5) { float n = a.y * a.z; color = dFdx(n); }") == [false])
}
