// KernelOptions: options for compiling kernels and for writing dumps.

import CLLVM
import Glibc
import Host

package struct KernelOptions: Sendable {
    /// The effort of instruction selection and register allocation.
    package enum Effort: UInt8, Sendable, Hashable { case fast, normal, thorough }
    package var effort: Effort = .normal
    /// LLVM's passes over the intermediate code, in the syntax of its `opt` tool; empty if no passes run.
    package var passes = KernelOptions.standardPasses
    /// Whether LLVM's verifier checks the kernel. The check finds misuse of the builder.
    package var verifies: Bool
    /// The function that receives the code of each compiled kernel as a title and a text. The function is called three times for
    /// each kernel: with the intermediate code before the passes, with the code after the passes, and with the assembly. The property is
    /// nil if no function receives the code. Kernels from a cache are not dumped. By default, if the environment variable
    /// `RASTER_DUMP_KERNELS` names a folder, each text is written to a file in this folder.
    package var dump: (@Sendable (_ title: String, _ text: String) -> Void)? = KernelOptions.dumpToFolder

    /// `largestWeight` is the maximum weight (see KernelRequest) of a kernel that is compiled. `largestOptimizedWeight` is the
    /// maximum weight of a kernel that also gets an optimised tier.
    package var largestWeight = Int.max, largestOptimizedWeight = Int.max

    /// How compiled code checks its accesses to memory; nil for no checks.
    package var checks = MemoryChecks.standard

    package static let standardPasses = "function(sroa,early-cse,simplifycfg)"
    /// The passes for optimised code with loops that run often. Code that gives the same value in each turn is moved out of its loop. The
    /// second `sroa` turns an array into values if all indices of the array have become constants.
    package static let loopPasses = "function(sroa,early-cse<memssa>,simplifycfg,sroa,early-cse<memssa>,loop-simplify,lcssa,loop(loop-rotate),loop-mssa(licm),gvn,early-cse,simplifycfg)"

    package init() {
        #if DEBUG
        verifies = true
        #else
        verifies = false
        #endif
    }

    private static let dumpToFolder: (@Sendable (String, String) -> Void)? = {
        guard let folder = RasterEnvironment("RASTER_DUMP_KERNELS").map({ String(cString: $0) }), !folder.isEmpty else { return nil }
        let written = Lock(0)
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
