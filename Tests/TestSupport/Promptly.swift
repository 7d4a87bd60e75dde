/// Runs `body` before the tests that wait for a thread.
///
/// For tests that start a process of their own: swift-testing's watcher of processes does not sleep from the process' end on until the task that started it waits for it. At the
/// usual priority that task waits behind thousands of tests, and meanwhile the watcher takes a core.
package func promptly(_ body: @escaping @Sendable () async -> Void) async { await Task(priority: .high, operation: body).value }
