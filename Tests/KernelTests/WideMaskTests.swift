// Checks the code of masks on processors without mask registers. FlowTests and DivergentFlowTests check the results.

import Kernel
import Synchronization
import Testing

/// Returns the optimised intermediate code and the assembly of a loop in which lanes leave at different turns.
private func code(_ target: KernelTarget) throws -> (intermediate: String, assembly: String) {
    let builder = try KernelBuilder(name: "masks", target: target)
    builder.entry("run", [.pointer]) { arguments in
        let memory = arguments[0].pointer
        let active = builder.variable(builder.mask(true)), value = builder.variable(memory.loadLanes(Float.self))
        builder.repeat {
            let next = value.value * 0.5
            value.value = active.value.choose(next, value.value)
            active.value = active.value & (next .> 1) & ~(next .== 3)
            return active.value.any
        }
        memory.store(value.value)
    }
    let texts = Mutex<[String]>([])
    var options = KernelOptions()
    options.verifies = true
    options.dump = { _, text in texts.withLock { $0.append(text) } }
    _ = try builder.compile(options)
    return texts.withLock { ($0[1], $0[2]) }
}

@Test("without mask registers a mask is a vector of words in loops and in logic, and is neither packed nor unpacked",
      arguments: targets.filter { [.x86v2, .x86v3].contains($0.instructionSet) })
func wideMasks(target: KernelTarget) throws {
    let code = try code(target)
    #expect(!code.intermediate.contains("phi <\(target.lanes) x i1>") && !code.intermediate.contains("and <\(target.lanes) x i1>"))
    for packing in ["packsswb", "packssdw", "pmovsxbd", "pmovsxbw"] { #expect(!code.assembly.contains(packing), "\(packing)") }
    #expect(code.assembly.contains("movmskps") || code.assembly.contains("testps"))
}
