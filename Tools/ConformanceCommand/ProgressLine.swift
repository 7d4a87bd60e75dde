// ProgressLine: a line on the terminal that is overwritten; not shown if standard error is no terminal.

import Foundation

/// Unchecked, because the compiler cannot see that `SuiteRun` makes its calls one at a time.
final class ProgressLine: @unchecked Sendable {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private var last: ContinuousClock.Instant?

    func report(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard isTerminal, last.map({ now - $0 > .milliseconds(100) }) ?? true else { return }
        last = now
        printError("\r\u{1B}[K" + text().prefix(150), terminator: "")
    }
    /// Removes the line from the terminal.
    func finish() {
        if isTerminal && last != nil { printError("\r\u{1B}[K", terminator: "") }
    }
}

func printError(_ text: String, terminator: String = "\n") { FileHandle.standardError.write(Data((text + terminator).utf8)) }
