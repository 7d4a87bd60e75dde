// Device+Threads: the threads that draw also do work of the layers above, which need none of their own then.

extension Device {
    /// Threads that `run` uses, the caller's included: those that draw.
    package var threadCount: Int { renderer.threadCount }
    /// Calls `body` with each number below `count`, once, and with the number of the thread that calls it, below `threadCount`; returns when all are done. Which thread
    /// gets which number is left open: what `body` makes must not depend on it.
    package func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void) throws { try use { renderer.run(count: count, body) } }
}
