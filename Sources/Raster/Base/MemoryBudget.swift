import Synchronization

/// The bytes that a device's resources may take together, and those that they take now. Each resource holds a MemoryShare, which
/// gives its bytes back when it goes; so the count is right whichever is freed first. Device, resources and the threads that decode
/// pictures for it share one budget.
package final class MemoryBudget: Sendable {
    /// Bytes that may be taken together.
    package let limit: Int
    private let taken = Atomic<Int>(0)

    package init(limit: Int) { self.limit = max(0, limit) }

    /// Bytes in use.
    package var used: Int { taken.load(ordering: .relaxed) }

    /// Takes memory until the share goes. Throws `outOfMemory` where less is left; then nothing is taken.
    package func take(_ byteCount: Int, for subject: @autoclosure () -> String) throws(RasterError) -> MemoryShare {
        var now = used
        while byteCount <= limit - now {
            let (exchanged, original) = taken.weakCompareExchange(expected: now, desired: now + byteCount, ordering: .relaxed)
            if exchanged { return MemoryShare(of: self, byteCount) }
            now = original
        }
        throw exceeded(byteCount, subject(), now)
    }
    /// Throws `outOfMemory` where less is left, and takes nothing: for memory that is needed only in passing.
    package func require(_ byteCount: Int, for subject: @autoclosure () -> String) throws(RasterError) {
        let now = used
        if byteCount > limit - now { throw exceeded(byteCount, subject(), now) }
    }
    private func exceeded(_ byteCount: Int, _ subject: String, _ now: Int) -> RasterError {
        RasterError(.outOfMemory, subject, "needs \(byteCount) bytes; \(now) of the device's \(limit) are in use",
                    remedy: "free unused objects, or raise Device.Options.memoryLimit")
    }

    fileprivate func giveBack(_ byteCount: Int) { taken.subtract(byteCount, ordering: .relaxed) }
}

/// Memory of a budget, taken as long as this lives.
package final class MemoryShare: Sendable {
    private let budget: MemoryBudget
    private let byteCount: Int
    fileprivate init(of budget: MemoryBudget, _ byteCount: Int) { self.budget = budget; self.byteCount = byteCount }
    deinit { budget.giveBack(byteCount) }
}

/// The shares of one piece of work, from any of its threads: given back together when the work is done.
package final class MemoryClaims: Sendable {
    private let budget: MemoryBudget
    private let shares = Mutex<[MemoryShare]>([])
    package init(_ budget: MemoryBudget) { self.budget = budget }

    package func take(_ byteCount: Int, for subject: @autoclosure () -> String) throws(RasterError) {
        let share = try budget.take(byteCount, for: subject())
        shares.withLock { $0.append(share) }
    }
}
