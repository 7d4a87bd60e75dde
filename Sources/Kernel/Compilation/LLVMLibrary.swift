// LLVMLibrary: LLVM, the code generator. LLVM's library is opened when the first kernel must be compiled.
//
// Opening the library takes about 13 ms, once per process. Code from the disk cache runs without LLVM.

import CLLVM
import Glibc
import Memory

/// `LLVMLibrary` is marked as `@unchecked Sendable`, because the table of functions is complete before any other thread can see the table.
/// The functions may be called from any thread as long as each LLVM context stays on one thread.
package struct LLVMLibrary: @unchecked Sendable {
    let functions: UnsafePointer<LLVMFunctions>

    /// The LLVM library of this process, or the reason why no library could be opened. If the environment variable `RASTER_LLVM_LIBRARY`
    /// names a file, only this file is opened.
    package static let shared: Result<LLVMLibrary, KernelError> = open(RasterEnvironment("RASTER_LLVM_LIBRARY").map { String(cString: $0) })

    /// Opens the file at `path`; if `path` is nil, looks for the library in the system's usual folders.
    package static func open(_ path: String?) -> Result<LLVMLibrary, KernelError> {
        guard AddressSpace.hasRoom(for: roomByteCount) else {
            return .failure(.libraryMissing(reason: "cannot allocate memory: less than \(roomByteCount >> 20) MiB are free"))
        }
        var problem: UnsafePointer<CChar>?
        if let functions = LLVMFunctionsLoad(path, &problem) { return .success(LLVMLibrary(functions: functions)) }
        return .failure(.libraryMissing(reason: problem.map { String(cString: $0) } ?? "unknown reason"))
    }

    /// The number of bytes that must be free before the library is opened. About 190 MiB are for the library and the libraries that it
    /// needs. The rest is for LLVM's work (`KernelCompiler`) and for compiling shaders. If less memory is free, the program draws with the
    /// reference renderer. If a program with less memory opened the library, no memory would be left to compile shaders.
    private static let roomByteCount = 384 << 20

    /// The processor's name and features, as LLVM spells them. The processor is queried only once, because in a virtual machine
    /// each query traps into the hypervisor.
    static let host: (name: String, features: String) = {
        guard let library = try? shared.get() else { return ("", "") }
        return (library.take(message: library.functions.pointee.GetHostCPUName()),
                library.take(message: library.functions.pointee.GetHostCPUFeatures()))
    }()

    /// Returns a copy of a message that LLVM allocated, and frees LLVM's message.
    func take(message: UnsafeMutablePointer<CChar>?) -> String {
        guard let message else { return "" }
        defer { functions.pointee.DisposeMessage(message) }
        return String(cString: message)
    }
}
