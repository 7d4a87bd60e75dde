// Device+Threads: runs work of the layers above Raster on the device's drawing threads, so that these layers need no threads of their own.

extension Device {
    /// The number of threads that `run` uses, including the caller's. Drawing uses the same threads.
    package var threadCount: Int { renderer.threadCount }
    /// Calls `body` once for each item number below `count`, and returns when all calls are done. `thread` is the number of the
    /// calling thread, below `threadCount`. Any thread may process any item, so the results of `body` must not depend on `thread`.
    package func run(count: Int, _ body: (_ item: Int, _ thread: Int) -> Void) throws { try use { renderer.run(count: count, body) } }
}
