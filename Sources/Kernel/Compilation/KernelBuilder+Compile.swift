// Compiles a module: verifies the module, runs the passes and emits an object file into memory.
//
// Emission takes most of the time. Many kernels with different keys have the same code after the passes: programs with the same vertex
// shader, draws whose states do not change the shader's code, and kernels of an older build of the program. So `compile` computes a digest of
// the code after the passes. With the digest, the caller finds an object that LLVM has already emitted.

import CLLVM

/// The result of a compilation.
package enum CompiledCode<Known> {
    /// The value that the caller's function returned for this code.
    case known(Known)
    /// The new object, and the digest by which the object can be found when the same code is compiled again.
    case object([UInt8], Digest)
}

extension KernelBuilder {
    /// Compiles the kernel to a relocatable ELF object. The builder cannot be used again, because its module is optimised in place.
    package func compile(_ options: KernelOptions = KernelOptions()) throws(KernelError) -> [UInt8] {
        switch try compile(options, known: { _ in Never?.none }) {
        case .object(let object, _): object
        }
    }

    /// Compiles the kernel, unless the caller already has an object for the same code. The builder cannot be used again.
    /// - Parameter known: Returns the caller's value for the code with the given digest, for example an existing kernel; nil if LLVM must
    ///   emit an object.
    package func compile<Known>(_ options: KernelOptions, known: (Digest) -> Known?) throws(KernelError) -> CompiledCode<Known> {
        let targetMachine = try TargetMachine.take(target, options.effort, library), machine = targetMachine.reference
        defer { targetMachine.putBack(library) }
        try optimise(options, machine)
        let digest = digest(targetMachine)
        if let known = known(digest) { return .known(known) }
        return .object(try emit(module, machine, LLVMObjectFile), digest)
    }

    private func optimise(_ options: KernelOptions, _ machine: LLVMTargetMachineRef) throws(KernelError) {
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
    }

    /// Returns the digest of everything on which emission depends: the module as bitcode, which names LLVM's version, the processor and the
    /// effort.
    private func digest(_ targetMachine: TargetMachine) -> Digest {
        Digest(of: Array("code\0".utf8) + targetMachine.identity + bytes(of: llvm.pointee.WriteBitcodeToMemoryBuffer(module)!))
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
        return bytes(of: buffer)
    }

    /// Returns the bytes of a buffer, and frees the buffer.
    private func bytes(of buffer: LLVMMemoryBufferRef) -> [UInt8] {
        defer { llvm.pointee.DisposeMemoryBuffer(buffer) }
        return [UInt8](UnsafeRawBufferPointer(start: llvm.pointee.GetBufferStart(buffer), count: llvm.pointee.GetBufferSize(buffer)))
    }
}
