/// Runs `body` with a higher priority than the tests that wait for a thread.
///
/// This is for tests that start a process. When a process ends, swift-testing's watcher of processes does not sleep until the task
/// that started the process waits for it. At the usual priority that task waits behind thousands of tests, and meanwhile the
/// watcher takes a core.
package func promptly(_ body: @escaping @Sendable () async -> Void) async { await Task(priority: .high, operation: body).value }
