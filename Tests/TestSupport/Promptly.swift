/// Runs `body` with a higher priority than the tests that wait for a thread.
///
/// This function is for tests that start a process. When a process ends, swift-testing's watcher of processes stays awake until the
/// task that started the process waits for its end. At the usual priority this task is scheduled only after thousands of tests, and
/// until then the watcher takes a whole core.
package func promptly(_ body: @escaping @Sendable () async -> Void) async { await Task(priority: .high, operation: body).value }
