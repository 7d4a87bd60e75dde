/// Runs `body` with a higher priority than the tests that wait for a thread.
///
/// `promptly` is for tests that start a process. When the process has ended, a thread of swift-testing runs without a pause, and takes a
/// whole core, until the test asks for the process's exit status. At the usual priority the test would ask only after thousands of other
/// tests have run.
package func promptly(_ body: @escaping @Sendable () async -> Void) async { await Task(priority: .high, operation: body).value }
