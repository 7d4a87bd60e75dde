// TargetMachines: LLVM's descriptions of processors, kept between compilations: making one takes as long as a
// tenth of a small kernel.
//
// A machine serves one compilation at a time.

import CLLVM
import Glibc
import Synchronization

struct TargetMachine {
    fileprivate struct Kind: Hashable {
        var triple: String, processor: String, features: String
        var effort: KernelOptions.Effort
    }
    fileprivate let kind: Kind
    let reference: LLVMTargetMachineRef

    /// Only one thread has a machine at a time: hence unchecked.
    private struct Idle: @unchecked Sendable { var machines: [Kind: [LLVMTargetMachineRef]] = [:] }
    private static let idle = Mutex(Idle())
    /// Idle machines of one kind that are kept: one for each processor, 8 at most. A machine takes half a megabyte; when more compile at a time, as many
    /// devices do, the others are made for that time alone, so that memory does not grow with the most that ever did.
    private static let mostIdle = max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

    /// A machine for the caller alone, to be given back with `putBack`.
    static func take(_ target: KernelTarget, _ effort: KernelOptions.Effort, _ library: LLVMLibrary) throws(KernelError) -> TargetMachine {
        let processor = target.processor, llvm = library.functions
        let kind = Kind(triple: target.triple, processor: processor.name, features: processor.features, effort: effort)
        if let kept = idle.withLock({ $0.machines[kind]?.popLast() }) { return TargetMachine(kind: kind, reference: kept) }
        var targetReference: LLVMTargetRef?
        var message: UnsafeMutablePointer<CChar>?
        guard llvm.pointee.GetTargetFromTriple(kind.triple, &targetReference, &message) == 0 else {
            throw .processorUnsupported("\(kind.triple): \(library.take(message: message))")
        }
        let level = switch effort {
        case .fast: LLVMCodeGenLevelNone
        case .normal: LLVMCodeGenLevelLess
        case .thorough: LLVMCodeGenLevelDefault
        }
        guard let machine = llvm.pointee.CreateTargetMachine(
            targetReference, kind.triple, kind.processor, kind.features, level, LLVMRelocPIC, LLVMCodeModelSmall)
        else { throw .processorUnsupported(kind.processor) }
        return TargetMachine(kind: kind, reference: machine)
    }

    func putBack(_ library: LLVMLibrary) {
        let isKept = Self.idle.withLock { idle in
            if idle.machines[kind, default: []].count >= Self.mostIdle { return false }
            idle.machines[kind, default: []].append(reference)
            return true
        }
        if !isKept { library.functions.pointee.DisposeTargetMachine(reference) }
    }
}
