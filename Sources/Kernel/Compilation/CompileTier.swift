// CompileTier: whether a kernel is compiled in little time, or optimised so that its code is fast. Kernels of both tiers give the same results.
//
// Code generators read the tier from `KernelBuilder.tier`. This file contains the choices between short and fast code that concern all
// kernels. TierChoices contains the choices between short and fast code for the tile renderer's kernels.

package enum CompileTier: UInt8, Sendable, Hashable {
    /// Compiled without optimisation, in a few milliseconds.
    case baseline
    /// Compiled with all of LLVM's passes.
    case optimized

    /// Whether constant vectors are loaded from memory. Loading constant vectors saves compile time, because LLVM's instruction selection
    /// looks many times at each element of a constant vector.
    var loadsConstants: Bool { self == .baseline }
    /// Whether shuffles of bytes use the processor's intrinsics (functions of LLVM for single instructions). The intrinsics save compile
    /// time, because LLVM takes long to choose instructions for a general shuffle.
    var shufflesByIntrinsics: Bool { self == .baseline }
    /// Whether a gather is preferred to a separate load for each lane. On a processor with mask registers a gather is one
    /// instruction, which compiles faster.
    package var prefersGathers: Bool { self == .baseline }
    /// Returns LLVM's effort in this tier. `wanted` is the effort that the options request; only the optimised tier uses `wanted`.
    func effort(_ wanted: KernelOptions.Effort) -> KernelOptions.Effort { self == .baseline ? .fast : wanted }
}
