// KernelError: the reason why there is no compiled code. Every error message names the problem and the remedy. If a renderer gets a
// KernelError, the renderer draws with the interpreter (the reference path) instead.

package enum KernelError: Error, Sendable, Equatable, CustomStringConvertible {
    /// libLLVM-19 cannot be opened.
    case libraryMissing(reason: String)
    /// Raster cannot make code for this processor.
    case processorUnsupported(String)
    /// The kernel's source asks for something that cannot be compiled.
    case unsupported(String)
    /// The builder was misused: LLVM's verifier rejects the kernel.
    case invalidKernel(name: String, reason: String)
    /// Compiling the kernel would take too long.
    case tooLarge(name: String, weight: Int, limit: Int)
    /// LLVM could not compile the kernel.
    case compilationFailed(name: String, reason: String)
    /// The object file is damaged or uses a feature that the loader does not support.
    case objectRejected(reason: String)
    /// The code calls a function that is not available.
    case symbolMissing(String)
    /// The system does not allow this process to run code that it has generated.
    case executableMemoryDenied(reason: String)
    /// The system has no memory for compiling.
    case outOfMemory(name: String)

    package var description: String {
        switch self {
        case .libraryMissing(let reason) where reason.contains("cannot allocate memory") || reason.contains("failed to map"):
            "LLVM 19 does not have enough memory (\(reason)); raise the limit, see ulimit -v"
        case .libraryMissing(let reason):
            "LLVM 19 is not available (\(reason)); install libllvm19, or set RASTER_LLVM_LIBRARY to the path of libLLVM.so.19.1"
        case .processorUnsupported(let name):
            "the processor \(name) has no code generator; x86-64 and AArch64 are supported"
        case .unsupported(let construct): "\(construct) cannot be compiled; the reference device can draw it"
        case .invalidKernel(let name, let reason): "kernel \(name) is malformed: \(reason)"
        case .tooLarge(let name, let weight, let limit):
            "the kernel of \(name) has \(weight) instructions, more than the \(limit) of Device.Options.compiledInstructions"
        case .compilationFailed(let name, let reason): "kernel \(name) could not be compiled: \(reason)"
        case .objectRejected(let reason): "compiled code was rejected: \(reason)"
        case .symbolMissing(let name): "compiled code needs the function \(name), which is not provided"
        case .executableMemoryDenied(let reason):
            "the system denies executable memory (\(reason)); allow it, or use the reference device"
        case .outOfMemory(let name):
            "there is not enough memory to compile kernel \(name); raise the limit, see ulimit -v"
        }
    }
}
