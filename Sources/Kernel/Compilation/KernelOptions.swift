// KernelOptions: how kernels are compiled and what is shown of it.

import CLLVM
import Glibc
import Synchronization

package struct KernelOptions: Sendable {
    /// Effort of instruction selection and register allocation.
    package enum Effort: UInt8, Sendable, Hashable { case fast, normal, thorough }
    package var effort: Effort = .normal
    /// LLVM's passes over the intermediate code, in the words of its `opt` tool; empty for none.
    package var passes = KernelOptions.standardPasses
    /// Check the kernel with LLVM's verifier, which finds misuse of the builder.
    package var verifies: Bool
    /// Receives a title and a text: intermediate code before and after the passes, and assembly, of each kernel that is
    /// compiled; not of those that a cache has. At first, `RASTER_DUMP_KERNELS=folder` decides: one file for each text.
    package var dump: (@Sendable (_ title: String, _ text: String) -> Void)? = KernelOptions.dumpToFolder

    /// Weight of a kernel (see KernelRequest) beyond which it is not compiled, and beyond which it has no optimised tier.
    package var largestWeight = Int.max, largestOptimizedWeight = Int.max

    /// How code checks its accesses to memory; nil: it does not.
    package var checks = MemoryChecks.standard

    package static let standardPasses = "function(sroa,early-cse,simplifycfg)"

    package init() {
        #if DEBUG
        verifies = true
        #else
        verifies = false
        #endif
    }

    private static let dumpToFolder: (@Sendable (String, String) -> Void)? = {
        guard let folder = RasterEnvironment("RASTER_DUMP_KERNELS").map({ String(cString: $0) }), !folder.isEmpty else { return nil }
        let written = Mutex(0)
        mkdir(folder, 0o755)
        return { title, text in
            let number = written.withLock { count -> Int in
                count += 1
                return count
            }
            guard let file = fopen("\(folder)/\(getpid())-\(number) \(title).txt", "w") else { return }
            fputs(text, file)
            fclose(file)
        }
    }()
}
