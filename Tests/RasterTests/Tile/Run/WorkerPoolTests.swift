// The worker pool: each item of a loop is handed out once, a loop ends when its work is done, and the threads of a pool end with
// the pool.

import Foundation
import Raster
import Synchronization
import TestSupport
import Testing

/// An atomic number that closures can share.
private final class SharedNumber: Sendable {
    private let number = Atomic<Int>(0)
    var value: Int { number.load(ordering: .acquiring) }
    @discardableResult
    func add(_ amount: Int) -> Int { number.add(amount, ordering: .acquiringAndReleasing).oldValue }
}

@Suite("Worker pool") struct WorkerPoolTests {
    /// The results of one loop: how often each item was handed out, and to which worker. `@unchecked`, because only the worker that
    /// has an item writes the item's results.
    private final class Record: @unchecked Sendable {
        let times: UnsafeMutableBufferPointer<Int>, workers: UnsafeMutableBufferPointer<Int>
        init(_ count: Int) {
            times = .allocate(capacity: count); workers = .allocate(capacity: count)
            times.initialize(repeating: 0); workers.initialize(repeating: -1)
        }
        deinit { times.deallocate(); workers.deallocate() }
    }

    /// Runs a loop and returns a description of each error.
    private static func complaints(_ pool: WorkerPool, count: Int, work: Int = 0) -> [String] {
        let record = Record(count), inside = (0..<pool.threadCount).map { _ in SharedNumber() }, lastOfWorker = Record(pool.threadCount)
        let shared = SharedNumber()
        pool.run(count: count) { item, worker in
            guard (0..<count).contains(item), (0..<pool.threadCount).contains(worker) else { return _ = shared.add(1) }
            // Two threads must not run under the same worker number, because such threads would share scratch memory.
            if inside[worker].add(1) != 0 { shared.add(1) }
            // A worker takes the items of its own share in order. After a worker has taken an item of another worker's share, it takes
            // no more items of its own share.
            let isOwn = (count * worker / pool.threadCount..<count * (worker + 1) / pool.threadCount).contains(item)
            if isOwn && lastOfWorker.workers[worker] >= item { shared.add(1) }
            lastOfWorker.workers[worker] = isOwn ? item : count
            for _ in 0..<work { _ = shared.value }
            record.times[item] += 1
            record.workers[item] = worker
            inside[worker].add(-1)
        }
        var found: [String] = []
        if shared.value != 0 { found.append("\(shared.value) numbers out of range, out of order, or two threads under one number") }
        if record.times.contains(where: { $0 != 1 }) { found.append("\(record.times.count { $0 != 1 }) of \(count) numbers were not handed out once when the loop had ended") }
        if inside.contains(where: { $0.value != 0 }) { found.append("the loop ended before its work") }
        return found
    }

    @Test("each item is handed out once, a worker's own in rising order, before the loop ends", arguments: [1, 2, 3, 8])
    func once(threads: Int) {
        let pool = WorkerPool(threadCount: threads)
        #expect(pool.threadCount == threads)
        for count in [0, 1, 2, 3, 7, 100, 20_000] { #expect(Self.complaints(pool, count: count).isEmpty, "\(count) numbers") }
        pool.run(count: -5) { _, _ in Issue.record("a loop of fewer than no numbers ran") }
        #expect(WorkerPool(threadCount: 0).threadCount == 1)
    }

    @Test("a worker that has finished its share takes the last items of a delayed worker", arguments: [2, 3])
    func sharesOfOthers(threads: Int) {
        let pool = WorkerPool(threadCount: threads), done = SharedNumber(), count = 12, waited = SharedNumber()
        pool.run(count: count) { item, _ in
            if item == 0 {
                // The item waits until other workers have done all other items. Because of the time limit, an error makes the test
                // fail instead of letting it hang.
                for _ in 0..<20_000 where done.value < count - 1 { usleep(1000) }
                waited.add(done.value)
            }
            done.add(1)
        }
        #expect(waited.value == count - 1)
    }

    @Test("thousands of loops with few items, with and without a sleep between them, lose and repeat none")
    func manySmallLoops() {
        let pool = WorkerPool(threadCount: 4)
        var found: Set<String> = []
        for loop in 0..<4000 {
            found.formUnion(Self.complaints(pool, count: loop % 9, work: loop % 7 * 20))
            // The pause is longer than the time for which a worker actively waits for the next loop, so the worker falls asleep.
            if loop % 400 == 0 { usleep(3000) }
        }
        #expect(found.isEmpty, "\(found)")
    }

    @Test("a loop does not end before the long work of other workers, even if the caller has no more work")
    func longWork() {
        let pool = WorkerPool(threadCount: 3), done = SharedNumber()
        for _ in 0..<5 {
            done.add(-done.value)
            pool.run(count: 3) { item, _ in
                // The caller takes the first item and is done long before the other workers.
                if item > 0 { usleep(20_000) }
                done.add(1)
            }
            #expect(done.value == 3)
        }
    }

    @Test("pools of several devices work at the same time")
    func sideBySide() {
        let found = Mutex<Set<String>>([])
        DispatchQueue.concurrentPerform(iterations: 4) { number in
            let pool = WorkerPool(threadCount: number + 1)
            for loop in 0..<500 {
                let complaints = Self.complaints(pool, count: loop % 50 + number)
                found.withLock { $0.formUnion(complaints) }
            }
        }
        #expect(found.withLock { $0 }.isEmpty)
    }

    @Test("the threads of a pool end with the pool, whether they sleep or wait actively")
    func ends() async {
        // The test counts threads in a separate process, in which no other test has threads.
        await promptly {
            await #expect(processExitsWith: .success) {
                func threadCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
                // Waits for the expected number of threads: after a join, the operating system still lists the thread for a moment,
                // longer on a busy machine.
                func settledThreadCount(_ expected: Int) throws -> Int {
                    var count = try threadCount(), waits = 0
                    while count != expected, waits < 30_000 {
                        usleep(1000)
                        count = try threadCount()
                        waits += 1
                    }
                    return count
                }
                usleep(100_000)
                let before = try threadCount()
                for round in 0..<50 {
                    let pool = WorkerPool(threadCount: 5)
                    if round % 3 > 0 { pool.run(count: 40) { _, _ in } }
                    if round % 3 == 2 { usleep(2000) }
                    let during = try settledThreadCount(before + 4)
                    precondition(during == before + 4, "\(during - before) threads of a pool of five that has a caller")
                }
                let after = try settledThreadCount(before)
                precondition(after == before, "\(after - before) threads are left")
            }
        }
    }
}
