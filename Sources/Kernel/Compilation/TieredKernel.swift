// TieredKernel: a kernel that is compiled in several tiers, and the address of its best code so far. The baseline tier is compiled
// first, so that drawing can begin. As soon as the optimised tier is compiled, the optimised code replaces the baseline code. Code of both
// tiers gives the same results.

import Host
import Synchronization

package final class TieredKernel: Sendable {
    package let request: KernelRequest
    private let compiler: KernelCompiler
    private let state = Lock(State())
    /// The address of the entry's code; 0 if no code exists yet.
    private let address = Atomic<UInt>(0)
    /// The number of the first execution that used the kernel; `unused` before, and `repeatedlyUsed` after a second execution.
    private let firstExecution = Atomic<Int>(unused)
    private static let unused = -1, repeatedlyUsed = -2

    private struct State {
        /// The owners of the code. The baseline kernel is kept too, because a thread may still run the baseline code.
        var kernels: [Kernel] = []
        var isOptimized = false
    }

    package init(_ request: KernelRequest, compiler: KernelCompiler) {
        self.request = request
        self.compiler = compiler
    }

    /// The address of the entry's code; nil if nothing is compiled yet. The address is valid as long as this object lives.
    package var code: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.load(ordering: .acquiring)) }
    package var isOptimized: Bool { state.withLock { $0.isOptimized } }

    /// Compiles the kernel for the tier, unless code of at least this tier exists. If a cache has optimised code, the optimised code is
    /// used even if `tier` is the baseline. A kernel that is too large for an optimised tier has only baseline code, which counts as
    /// optimised.
    package func fill(_ tier: CompileTier) throws(KernelError) {
        let weight = request.weight, limit = compiler.options.largestWeight
        guard weight <= limit else { throw .tooLarge(name: request.name, weight: weight, limit: limit) }
        let tier = hasOptimizedTier ? tier : .baseline
        if tier == .baseline {
            if code == nil { useCache() }
            if code != nil { return }
        } else if isOptimized { return }
        try keep(try compiler.kernel(request, tier), tier)
    }

    private var hasOptimizedTier: Bool { request.weight <= compiler.options.largestOptimizedWeight }

    /// Uses the optimised tier if a cache has the code of this tier.
    package func useCache() {
        if hasOptimizedTier, let optimized = isOptimized ? nil : compiler.cached(request, .optimized) { try? keep(optimized, .optimized) }
    }

    /// Notes that an execution uses the kernel. Returns true only once: when a second execution uses the kernel.
    /// - Parameter execution: The number of the execution, 0 or greater.
    package func becomesRepeated(in execution: Int) -> Bool {
        let first = firstExecution.load(ordering: .relaxed)
        if first == Self.repeatedlyUsed || first == execution { return false }
        firstExecution.store(first == Self.unused ? execution : Self.repeatedlyUsed, ordering: .relaxed)
        return first != Self.unused
    }

    private func keep(_ kernel: Kernel, _ tier: CompileTier) throws(KernelError) {
        let code = UInt(bitPattern: try kernel.address(of: request.entry))
        state.withLock { state in
            if state.isOptimized { return }
            state.kernels.append(kernel)
            state.isOptimized = tier == .optimized || !hasOptimizedTier
            address.store(code, ordering: .releasing)
        }
    }

    /// Calls `fill` for all kernels in parallel.
    package static func fill(_ kernels: [TieredKernel], _ tier: CompileTier) throws(KernelError) {
        try KernelCompiler.sideBySide(kernels.count) { (index) throws(KernelError) in try kernels[index].fill(tier) }
    }
}
