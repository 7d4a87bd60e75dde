// CompileTier: what a kernel is compiled for, to be there soon or to be fast. The results are the same.
//
// `KernelBuilder.tier` tells code generators which it is. What all kernels do in different ways is named here; what those of the
// tile renderer do, in TierChoices.

package enum CompileTier: UInt8, Sendable, Hashable {
    /// Compiled without optimisation, in a few milliseconds.
    case baseline
    /// Compiled with all of LLVM's passes.
    case optimized

    /// Vectors of constants are loaded from memory, because instruction selection looks at each of their elements again and again.
    var loadsConstants: Bool { self == .baseline }
    /// Bytes are shuffled by the processor's own instructions where LLVM would take its time to find some.
    var shufflesByIntrinsics: Bool { self == .baseline }
    /// Gathers are one instruction where there are mask registers, which is less code than loads lane by lane.
    package var prefersGathers: Bool { self == .baseline }
    /// LLVM's effort, unless the options ask for less.
    func effort(_ wanted: KernelOptions.Effort) -> KernelOptions.Effort { self == .baseline ? .fast : wanted }
}
