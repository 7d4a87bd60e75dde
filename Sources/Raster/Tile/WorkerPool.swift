// WorkerPool: resident threads that share the work of one loop at a time and sleep in between.
//
// `run` hands out the numbers 0 ..< count to the caller and the workers, each number once, in rising order, and returns
// when all are done. Which thread gets which number is left open: work items must not depend on it.

import Glibc
import Synchronization

/// Shared between the threads. Everything that changes is atomic or guarded by `mutex`; the body pointer is valid while
/// `run` waits.
package final class WorkerPool: @unchecked Sendable {
    /// Threads that work, the caller included.
    package let threadCount: Int

    /// Processors this process may use.
    package static let coreCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

    /// item number, worker number (0 is the caller)
    package typealias Body = (Int, Int) -> Void

    private let next = Atomic<Int>(0)
    private let count = Atomic<Int>(0)
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let wake: UnsafeMutablePointer<pthread_cond_t>
    private let done: UnsafeMutablePointer<pthread_cond_t>
    // Guarded by mutex.
    private var generation = 0
    private var busy = 0
    private var stopping = false
    private var body: Body?
    private var threads: [pthread_t] = []

    package init(threadCount: Int) {
        self.threadCount = max(1, threadCount)
        mutex = .allocate(capacity: 1); wake = .allocate(capacity: 1); done = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(wake, nil)
        pthread_cond_init(done, nil)
        for worker in 1..<max(1, self.threadCount) {
            let start = WorkerStart(pool: Unmanaged.passUnretained(self), worker: worker)
            let argument = Unmanaged.passRetained(start).toOpaque()
            var thread = pthread_t()
            let status = pthread_create(&thread, nil, { argument in
                let start = Unmanaged<WorkerStart>.fromOpaque(argument!).takeRetainedValue()
                // The pool joins its threads before it goes, so it outlives this one.
                start.pool._withUnsafeGuaranteedRef { $0.work(start.worker) }
                return nil
            }, argument)
            // Without the thread the others do its share.
            if status == 0 { threads.append(thread) } else { Unmanaged<WorkerStart>.fromOpaque(argument).release() }
        }
    }

    deinit {
        pthread_mutex_lock(mutex)
        stopping = true
        pthread_cond_broadcast(wake)
        pthread_mutex_unlock(mutex)
        for thread in threads { pthread_join(thread, nil) }
        pthread_cond_destroy(wake); pthread_cond_destroy(done); pthread_mutex_destroy(mutex)
        mutex.deallocate(); wake.deallocate(); done.deallocate()
    }

    package func run(count items: Int, _ body: Body) {
        if items <= 1 || threads.isEmpty {
            for item in 0..<max(0, items) { body(item, 0) }
            return
        }
        withoutActuallyEscaping(body) { body in
            pthread_mutex_lock(mutex)
            next.store(0, ordering: .relaxed)
            count.store(items, ordering: .relaxed)
            self.body = body
            generation += 1
            busy = threads.count
            pthread_cond_broadcast(wake)
            pthread_mutex_unlock(mutex)

            take(body, worker: 0)

            pthread_mutex_lock(mutex)
            while busy > 0 { pthread_cond_wait(done, mutex) }
            self.body = nil
            pthread_mutex_unlock(mutex)
        }
    }

    private func take(_ body: Body, worker: Int) {
        let items = count.load(ordering: .relaxed)
        while true {
            let item = next.add(1, ordering: .relaxed).oldValue
            if item >= items { return }
            body(item, worker)
        }
    }

    private func work(_ worker: Int) {
        var seen = 0
        pthread_mutex_lock(mutex)
        while true {
            while generation == seen && !stopping { pthread_cond_wait(wake, mutex) }
            if stopping { break }
            seen = generation
            let body = self.body
            pthread_mutex_unlock(mutex)
            if let body { take(body, worker: worker) }
            pthread_mutex_lock(mutex)
            busy -= 1
            if busy == 0 { pthread_cond_signal(done) }
        }
        pthread_mutex_unlock(mutex)
    }
}

private final class WorkerStart {
    let pool: Unmanaged<WorkerPool>
    let worker: Int
    init(pool: Unmanaged<WorkerPool>, worker: Int) { self.pool = pool; self.worker = worker }
}
