// Kernel: compiled code in memory, ready to be called. The code's memory is freed with the last reference to the kernel, so keep
// the kernel as long as its functions are in use.
//
// Loading places the object's sections one after another, resolves references between sections and to host functions, and makes the pages
// executable and read-only. Code from LLVM needs no further steps, so no linker is needed. Loading takes microseconds, and code from the
// cache runs in a process that never opens LLVM.

import CLLVM
import Glibc

/// `Kernel` is marked as `@unchecked Sendable`, because the kernel's memory is written before the initialiser returns and never changes
/// after that.
package final class Kernel: @unchecked Sendable {
    package let name: String
    private let memory: UnsafeMutableRawPointer
    /// The number of mapped bytes.
    package let size: Int
    private let entries: [String: UnsafeRawPointer]

    /// - Parameter hostFunctions: C functions by the names under which the kernel calls them. `hostFunctions` need not contain the
    ///   functions to which LLVM adds calls by itself (see KernelFunctions.c).
    package init(name: String, object bytes: [UInt8], hostFunctions: [String: UnsafeRawPointer] = [:]) throws(KernelError) {
        let object = try ObjectFile(bytes)
        self.name = name
        var layout = try CodeLayout(object)
        try layout.resolve(hostFunctions)
        let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
        let size = (layout.size + pageSize - 1) / pageSize * pageSize
        guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), memory != MAP_FAILED else {
            throw .executableMemoryDenied(reason: String(cString: strerror(errno)))
        }
        self.memory = memory
        self.size = size
        do {
            try layout.write(to: memory)
            RasterCodeWritten(memory, memory + size)
            guard mprotect(memory, size, PROT_READ | PROT_EXEC) == 0 else {
                throw KernelError.executableMemoryDenied(reason: String(cString: strerror(errno)))
            }
            var entries: [String: UnsafeRawPointer] = [:]
            for symbol in object.symbols where symbol.isGlobal && symbol.isFunction {
                if let offset = layout.offset(of: symbol) { entries[symbol.name] = UnsafeRawPointer(memory) + offset }
            }
            self.entries = entries
            PerfMap.shared?.add(name, memory, layout.size)
        } catch {
            munmap(memory, size)
            throw error as! KernelError
        }
    }

    deinit { munmap(memory, size) }

    /// Returns the address of an entry. Throws `symbolMissing` if the kernel has no such entry.
    package func address(of entry: String) throws(KernelError) -> UnsafeRawPointer {
        guard let address = entries[entry] else { throw .symbolMissing(entry) }
        return address
    }

    /// Returns an entry as a C function.
    /// - Parameter type: `(@convention(c) (…) -> …).self`. The type must fit the entry's signature; the types are not compared.
    package func function<Function>(_ entry: String, as type: Function.Type = Function.self) throws(KernelError) -> Function {
        precondition(MemoryLayout<Function>.size == MemoryLayout<UnsafeRawPointer>.size, "\(type) is no C function")
        return unsafeBitCast(try address(of: entry), to: type)
    }
}
