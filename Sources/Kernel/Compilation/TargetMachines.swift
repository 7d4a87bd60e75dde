// TargetMachines: LLVM's descriptions of processors, called target machines. Target machines are kept between compilations, because
// making a target machine takes a tenth of the time that compiling a small kernel takes.
//
// A target machine serves only one compilation at a time.

import CLLVM
import Glibc
import Host

struct TargetMachine {
    fileprivate struct Kind: Hashable {
        var triple: String, processor: String, features: String
        var effort: KernelOptions.Effort
    }
    fileprivate let kind: Kind
    let reference: LLVMTargetMachineRef
    /// Bytes that identify the processor, the effort and the kind of addresses. Target machines with equal identities emit the same code.
    var identity: [UInt8] {
        Array("\(kind.triple)\0\(kind.processor)\0\(kind.features)\0\(kind.effort)\0".utf8) + [UInt8(Self.relocations.rawValue), UInt8(Self.codeModel.rawValue)]
    }
    private static let relocations = LLVMRelocPIC, codeModel = LLVMCodeModelSmall

    /// `Idle` is marked as `@unchecked Sendable`, because only one thread uses a target machine at a time.
    private struct Idle: @unchecked Sendable { var machines: [Kind: [LLVMTargetMachineRef]] = [:] }
    private static let idle = Lock(Idle())
    /// The maximum number of idle target machines of one kind that are kept: one for each processor, at most 8. A target machine
    /// takes half a megabyte. If more threads compile in parallel, for example with many devices, further target machines are freed
    /// after use, so that idle target machines take little memory.
    private static let mostIdle = max(1, min(8, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))

    /// Returns a target machine that no other thread uses. After use, give the target machine back with `putBack`.
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
            targetReference, kind.triple, kind.processor, kind.features, level, relocations, codeModel)
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
