// Compiles a module: verifies the module, runs the passes and emits an object file into memory.

import CLLVM

extension KernelBuilder {
    /// Compiles the kernel to a relocatable ELF object. The builder cannot be used again, because its module is optimised in place.
    package func compile(_ options: KernelOptions = KernelOptions()) throws(KernelError) -> [UInt8] {
        let targetMachine = try TargetMachine.take(target, options.effort, library), machine = targetMachine.reference
        defer { targetMachine.putBack(library) }
        let layout = llvm.pointee.CreateTargetDataLayout(machine)
        llvm.pointee.SetModuleDataLayout(module, layout)
        llvm.pointee.DisposeTargetData(layout)
        llvm.pointee.SetTarget(module, target.triple)

        options.dump?("\(name): intermediate code", intermediateCode)
        if options.verifies { try verify() }
        let passes = hasHotLoops && tier == .optimized && !options.passes.isEmpty ? KernelOptions.loopPasses : options.passes
        try runPasses(hasInlining && !passes.isEmpty ? "always-inline," + passes : passes, machine)
        widenMasks()
        if options.verifies { try verify() }
        if tier.loadsConstants { loadConstants() }
        if let dump = options.dump {
            dump("\(name): optimised code", intermediateCode)
            // Emission changes the module, so the assembly text is made from a copy of the module.
            let copy = llvm.pointee.CloneModule(module)!
            defer { llvm.pointee.DisposeModule(copy) }
            llvm.pointee.SetTargetMachineAsmVerbosity(machine, 1)
            dump("\(name): assembly", String(decoding: try emit(copy, machine, LLVMAssemblyFile), as: UTF8.self))
        }
        return try emit(module, machine, LLVMObjectFile)
    }

    private func verify() throws(KernelError) {
        var message: UnsafeMutablePointer<CChar>?
        let isBroken = llvm.pointee.VerifyModule(module, LLVMReturnStatusAction, &message) != 0
        let reason = library.take(message: message)
        if isBroken { throw .invalidKernel(name: name, reason: reason) }
    }

    private func runPasses(_ passes: String, _ machine: LLVMTargetMachineRef) throws(KernelError) {
        if passes.isEmpty { return }
        let options = llvm.pointee.CreatePassBuilderOptions()
        defer { llvm.pointee.DisposePassBuilderOptions(options) }
        if let error = llvm.pointee.RunPasses(module, passes, machine, options) {
            let message = llvm.pointee.GetErrorMessage(error)
            defer { llvm.pointee.DisposeErrorMessage(message) }
            throw .compilationFailed(name: name, reason: message.map { String(cString: $0) } ?? "")
        }
    }

    private func emit(_ module: LLVMModuleRef, _ machine: LLVMTargetMachineRef, _ kind: LLVMCodeGenFileType) throws(KernelError) -> [UInt8] {
        var buffer: LLVMMemoryBufferRef?
        var message: UnsafeMutablePointer<CChar>?
        guard llvm.pointee.TargetMachineEmitToMemoryBuffer(machine, module, kind, &message, &buffer) == 0, let buffer else {
            throw .compilationFailed(name: name, reason: library.take(message: message))
        }
        defer { llvm.pointee.DisposeMemoryBuffer(buffer) }
        let bytes = UnsafeRawBufferPointer(start: llvm.pointee.GetBufferStart(buffer), count: llvm.pointee.GetBufferSize(buffer))
        return [UInt8](bytes)
    }
}
