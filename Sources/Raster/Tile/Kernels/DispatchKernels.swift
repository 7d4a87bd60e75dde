// DispatchKernels: keeps the kernels of compute programs, each by its key.

import Kernel
import Shading
import ShadingKernel

/// The code of all dispatches that have the same program and the same ComputeKey.
final class ComputeKernels: Sendable {
    let kernel: TieredKernel
    /// The size of the stack of a kernel that waits for the other invocations of its work group.
    let stackByteCount: Int
    /// Whether the work groups must run one after another, because the results may depend on the order in which the groups run.
    let isSequential: Bool

    fileprivate init(kernel: TieredKernel, stackByteCount: Int, isSequential: Bool) {
        self.kernel = kernel; self.stackByteCount = stackByteCount; self.isSequential = isSequential
    }
}

final class DispatchKernels {
    private let target: KernelTarget
    private let compiler: KernelCompiler
    private struct ProgramKey: Hashable { var program: ObjectIdentifier; var state: ComputeKey }
    private struct ProgramFacts { var bytes: [UInt8]; var weight: Int; var stackByteCount: Int; var isSequential: Bool }
    private var known: [ProgramKey: ComputeKernels] = [:]
    private var facts: [ObjectIdentifier: (program: () -> ComputeProgram?, facts: ProgramFacts)] = [:]

    init(target: KernelTarget, compiler: KernelCompiler) { self.target = target; self.compiler = compiler }

    /// Returns the kernels of a dispatch. The kernels need not be compiled yet.
    func kernels(for call: DispatchCall) -> ComputeKernels {
        let facts = facts(of: call.program), state = ComputeKey(call), key = ProgramKey(program: ObjectIdentifier(call.program), state: state)
        if let found = known[key] { return found }
        let linked = call.program.linked, batchSize = WorkGroupLanes.batchSize(linked.compute, lanes: target.lanes)
        let request = KernelRequest("compute", key: facts.bytes + Array("compute \(state)".utf8), target: target, entry: ComputeArguments.entry.name,
                                    weight: facts.weight) { builder throws(KernelError) in
            ComputeKernel.build(builder, program: linked.forKernels(of: builder.tier), key: state, batchSize: batchSize)
        }
        let made = ComputeKernels(kernel: TieredKernel(request, compiler: compiler), stackByteCount: facts.stackByteCount, isSequential: facts.isSequential)
        known[key] = made
        return made
    }

    /// Returns the facts about a program. Forgets the kernels of programs that no longer exist, because a new program may get the same
    /// identity as a program that no longer exists.
    private func facts(of program: ComputeProgram) -> ProgramFacts {
        let id = ObjectIdentifier(program)
        if let found = facts[id], found.program() === program { return found.facts }
        for (old, entry) in facts where entry.program() == nil || old == id {
            facts[old] = nil
            known = known.filter { $0.key.program != old }
        }
        let module = program.linked.compute, waits = module.needsFibers(batchSize: WorkGroupLanes.batchSize(module, lanes: target.lanes))
        let stack = waits ? max(module.stackByteCount(lanes: target.lanes), module.forKernels.stackByteCount(lanes: target.lanes)) : 0
        let made = ProgramFacts(bytes: Array("\(program.linked.interface.uniformBlocks.count)".utf8) + module.codeBytes, weight: module.compilationWeight,
                                stackByteCount: stack, isSequential: module.showsOrderOfAtomics)
        facts[id] = ({ [weak program] in program }, made)
        return made
    }
}

extension ShaderModule {
    /// Returns a stack size that suffices for a kernel of the module. Variables and arrays take a row of W words each. Code keeps other
    /// values on the stack, too; the number of these values grows with the number of instructions. Texture lookups and image accesses count
    /// for many instructions. The system provides only the pages that are used.
    fileprivate func stackByteCount(lanes: Int) -> Int {
        let lookups = instructions.count { $0.opcode == .texture || $0.opcode == .imageLoad || $0.opcode == .imageStore }
        return (128 << 10) + 4 * lanes * (localSlotCount + 8 * compilationWeight + 512 * lookups)
    }
}
