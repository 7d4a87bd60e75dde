// WorkerPool: permanent threads that share the work of a loop and sleep between loops. Only one loop runs at a time.
//
// `run` gives the numbers 0 ..< count to the caller and the workers, each number once, and returns when the work for all numbers is done.
// The work for a number must not depend on the thread that gets the number. But each thread first takes the numbers of its own share, a
// range of consecutive numbers, in rising order. When its own share is used up, the thread takes the last numbers of other shares. So a
// thread mostly gets the tiles that it had in the previous frame, and the memory of these tiles is still in the cache of the thread. The
// memory of another processor may be far away, and fetching data from that memory takes longer than the work.
//
// Many loops are over before a sleeping thread is awake. So a waiting thread looks for work for some time before it sleeps. A loop does not
// wait for workers that wake up when no numbers are left.

import Glibc
import Host
import Kernel
import Synchronization

/// The threads and the state that the threads share. The variables that several threads access at the same time are atomic; the body of a
/// loop is valid while `run` waits.
package final class WorkerPool: @unchecked Sendable {
    /// The number of threads that work, including the caller.
    package let threadCount: Int

    /// The number of processors that this process may use.
    package static let coreCount = ParallelLoop.processorCount

    /// The body of a loop. Its arguments are the item's number and the worker's number (0 is the caller).
    package typealias Body = (Int, Int) -> Void

    /// For each thread, a word with the numbers that are left of the thread's share: the first number in the lower half, and the last number
    /// plus 1 in the upper half. The words lie in different cache lines, because processors exchange memory in whole cache lines.
    private let shares: UnsafeMutableRawPointer
    private static let shareStride = 128
    /// One word with three parts: the number of workers in the loop (the bits below `open`), whether workers may enter the loop (the bit
    /// `open`), and the loop's number (the bits from `step` on).
    private let state = Atomic<Int>(0)
    private static let open = 1 << 16, step = 1 << 17
    /// The number of workers that sleep or are about to sleep. `callerSleeps` says whether the caller sleeps.
    private let sleepers = Atomic<Int>(0)
    private let callerSleeps = Atomic<Bool>(false)
    private let stopping = Atomic<Bool>(false)
    /// The number of times that a waiting thread checks for work before it sleeps. These checks take about 50 µs.
    private static let patience = 2000
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let wake: UnsafeMutablePointer<pthread_cond_t>
    private let done: UnsafeMutablePointer<pthread_cond_t>
    /// The body of the running loop; nil if no loop is running. The body changes only while no worker can enter the loop and no worker is
    /// in the loop.
    private var body: Body?
    private var threads: [LibraryThread] = []
    /// The value of `Fork.count` in the process in which the threads run. `Fork.count` has another value in a child process.
    private var process: UInt

    package init(threadCount: Int) {
        self.threadCount = max(1, threadCount)
        process = Fork.count
        shares = .allocate(byteCount: self.threadCount * Self.shareStride, alignment: Self.shareStride)
        for thread in 0..<self.threadCount {
            (shares + thread * Self.shareStride).assumingMemoryBound(to: Atomic<UInt64>.self).initialize(to: Atomic(0))
        }
        mutex = .allocate(capacity: 1); wake = .allocate(capacity: 1); done = .allocate(capacity: 1)
        startThreads()
    }

    private func startThreads() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(wake, nil)
        pthread_cond_init(done, nil)
        let pool = WorkerPoolReference(pool: Unmanaged.passUnretained(self))
        // If the system cannot start a thread, the other threads process this thread's share.
        threads = (1..<max(1, threadCount)).compactMap { worker in
            // The pool joins its threads before it is freed, so the pool outlives this thread.
            LibraryThread.start(.helper) { pool.pool._withUnsafeGuaranteedRef { $0.work(worker) } }
        }
    }
    /// Starts the threads again in the child process of a fork(). No loop runs during a fork, so all threads were waiting.
    private func continueAfterFork() {
        process = Fork.count
        sleepers.store(0, ordering: .relaxed)
        startThreads()
    }

    deinit {
        defer { mutex.deallocate(); wake.deallocate(); done.deallocate(); shares.deallocate() }
        // In the child process of a fork() there are no threads to wait for.
        guard process == Fork.count else { return }
        stopping.store(true, ordering: .sequentiallyConsistent)
        pthread_mutex_lock(mutex)
        pthread_cond_broadcast(wake)
        pthread_mutex_unlock(mutex)
        for thread in threads { thread.join() }
        pthread_cond_destroy(wake); pthread_cond_destroy(done); pthread_mutex_destroy(mutex)
    }

    /// - Parameter isSequential: Whether the caller alone takes all numbers, in rising order.
    package func run(count items: Int, isSequential: Bool = false, _ body: Body) {
        if items <= 1 || threads.isEmpty || isSequential {
            for item in 0..<max(0, items) { body(item, 0) }
            return
        }
        if process != Fork.count { continueAfterFork() }
        withoutActuallyEscaping(body) { body in
            precondition(items <= Int(UInt32.max))
            for thread in 0..<threadCount {
                let first = UInt64(items * thread / threadCount), end = UInt64(items * (thread + 1) / threadCount)
                share(of: thread).pointee.store(end << 32 | first, ordering: .relaxed)
            }
            self.body = body
            let number = (state.load(ordering: .relaxed) / Self.step + 1) * Self.step
            state.store(number | Self.open, ordering: .sequentiallyConsistent)
            if sleepers.load(ordering: .sequentiallyConsistent) > 0 {
                pthread_mutex_lock(mutex)
                pthread_cond_broadcast(wake)
                pthread_mutex_unlock(mutex)
            }

            take(body, worker: 0)

            _ = state.bitwiseAnd(~Self.open, ordering: .acquiringAndReleasing)
            waitForWorkers()
            self.body = nil
        }
    }

    private var isEmpty: Bool { state.load(ordering: .sequentiallyConsistent) % Self.open == 0 }

    private func waitForWorkers() {
        for _ in 0..<Self.patience {
            if isEmpty { return }
            KernelTarget.pause()
        }
        pthread_mutex_lock(mutex)
        callerSleeps.store(true, ordering: .sequentiallyConsistent)
        while !isEmpty { pthread_cond_wait(done, mutex) }
        callerSleeps.store(false, ordering: .relaxed)
        pthread_mutex_unlock(mutex)
    }

    private func share(of thread: Int) -> UnsafeMutablePointer<Atomic<UInt64>> {
        (shares + thread * Self.shareStride).assumingMemoryBound(to: Atomic<UInt64>.self)
    }
    private func take(_ body: Body, worker: Int) {
        while let item = takeNumber(of: worker, isFirst: true) { body(item, worker) }
        for distance in 1..<max(threadCount, 1) {
            while let item = takeNumber(of: (worker + distance) % threadCount, isFirst: false) { body(item, worker) }
        }
    }
    /// Takes the first or the last number that is left of a thread's share. Returns nil if no number is left.
    private func takeNumber(of thread: Int, isFirst: Bool) -> Int? {
        let share = share(of: thread)
        var now = share.pointee.load(ordering: .relaxed)
        while true {
            let first = now & 0xFFFF_FFFF, end = now >> 32
            if first >= end { return nil }
            let (exchanged, original) = share.pointee.weakCompareExchange(expected: now, desired: isFirst ? now + 1 : now - (1 << 32), ordering: .relaxed)
            if exchanged { return Int(isFirst ? first : end - 1) }
            now = original
        }
    }

    /// Enters the running loop if the loop is open and its number is not `seen`, the number of the last loop that this worker
    /// entered. Returns the loop's number; nil if the worker does not enter.
    private func enter(_ seen: Int) -> Int? {
        var now = state.load(ordering: .sequentiallyConsistent)
        while now & Self.open != 0 && now / Self.step != seen {
            let (exchanged, original) = state.compareExchange(expected: now, desired: now + 1, ordering: .sequentiallyConsistent)
            if exchanged { return now / Self.step }
            now = original
        }
        return nil
    }

    /// Waits for a loop whose number is not `seen`, and enters this loop. Returns the loop's number; nil if the pool ends.
    private func waitToEnter(_ seen: Int) -> Int? {
        for _ in 0..<Self.patience {
            if let number = enter(seen) { return number }
            KernelTarget.pause()
        }
        pthread_mutex_lock(mutex)
        sleepers.add(1, ordering: .sequentiallyConsistent)
        defer {
            sleepers.subtract(1, ordering: .relaxed)
            pthread_mutex_unlock(mutex)
        }
        while !stopping.load(ordering: .sequentiallyConsistent) {
            if let number = enter(seen) { return number }
            pthread_cond_wait(wake, mutex)
        }
        return nil
    }

    private func work(_ worker: Int) {
        var seen = 0
        while let number = waitToEnter(seen) {
            seen = number
            if let body { take(body, worker: worker) }
            let left = state.subtract(1, ordering: .sequentiallyConsistent).newValue
            if left % Self.open == 0 && callerSleeps.load(ordering: .sequentiallyConsistent) {
                pthread_mutex_lock(mutex)
                pthread_cond_signal(done)
                pthread_mutex_unlock(mutex)
            }
        }
    }
}

private struct WorkerPoolReference { let pool: Unmanaged<WorkerPool> }
