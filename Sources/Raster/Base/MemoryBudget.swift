import Host
import Synchronization

/// The maximum number of bytes that all resources of a device may take together, and the number of bytes that these resources take now.
/// Each resource holds a MemoryShare. When the share is freed, it gives its bytes back to the budget. So the number of bytes in use is
/// correct, whatever the order in which resources are freed. The device, its resources and the threads that decode pictures for the device
/// share one budget.
package final class MemoryBudget: Sendable {
    /// The maximum number of bytes that all shares may take together.
    package let limit: Int
    private let taken = Atomic<Int>(0)

    package init(limit: Int) { self.limit = max(0, limit) }

    /// The number of bytes in use.
    package var used: Int { taken.load(ordering: .relaxed) }

    /// Takes `byteCount` bytes until the share is freed. Throws `outOfMemory` and takes nothing if fewer than `byteCount` bytes are left.
    package func take(_ byteCount: Int, for subject: @autoclosure () -> String) throws(RasterError) -> MemoryShare {
        var now = used
        while byteCount <= limit - now {
            let (exchanged, original) = taken.weakCompareExchange(expected: now, desired: now + byteCount, ordering: .relaxed)
            if exchanged { return MemoryShare(of: self, byteCount) }
            now = original
        }
        throw exceeded(byteCount, subject(), now)
    }
    /// Throws `outOfMemory` if fewer than `byteCount` bytes are left. The function takes no bytes from the budget, because it is called for
    /// memory that is needed only briefly.
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

/// A part of a memory budget, in use as long as this object exists.
package final class MemoryShare: Sendable {
    private let budget: MemoryBudget
    private let byteCount: Int
    fileprivate init(of budget: MemoryBudget, _ byteCount: Int) { self.budget = budget; self.byteCount = byteCount }
    deinit { budget.giveBack(byteCount) }
}

/// The memory shares that the threads of one piece of work take. All shares go back to the budget together when the work is done.
package final class MemoryClaims: Sendable {
    private let budget: MemoryBudget
    private let shares = Lock<[MemoryShare]>([])
    package init(_ budget: MemoryBudget) { self.budget = budget }

    package func take(_ byteCount: Int, for subject: @autoclosure () -> String) throws(RasterError) {
        let share = try budget.take(byteCount, for: subject())
        shares.withLock { $0.append(share) }
    }
}
