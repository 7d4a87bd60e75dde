// ProgressLine: the progress of long work on standard error. On a terminal, each report overwrites the same line. If standard error goes to
// a log, the log gets a line every few seconds, or no lines.

import Foundation

/// `Sendable` is unchecked, because the class has no lock. Only one thread may call its methods at the same time.
package final class ProgressLine: @unchecked Sendable {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let start = ContinuousClock.now
    private let delay: Duration
    private let logInterval: Duration?
    private let isInLine: (Bool) -> Void
    private var last: ContinuousClock.Instant?

    /// - Parameters:
    ///   - delay: The time at the start during which nothing is printed, because the progress of short work is not worth a line.
    ///   - logInterval: The time between two lines if standard error is no terminal; nil to write no lines to such an output.
    ///   - isInLine: Called with true before a text without a line end is printed, and with false when the line is finished.
    package init(delay: Duration = .zero, logInterval: Duration? = nil, isInLine: @escaping (Bool) -> Void = { _ in }) {
        self.delay = delay
        self.logInterval = logInterval
        self.isInLine = isInLine
    }

    /// Prints the text unless something was printed a moment ago.
    package func report(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard let interval = isTerminal ? .milliseconds(100) : logInterval, now - start >= delay, last.map({ now - $0 > interval }) ?? true else { return }
        last = now
        isInLine(isTerminal)
        printError(isTerminal ? "\r\u{1B}[K" + text() : text(), terminator: isTerminal ? "" : "\n")
    }
    /// Removes the progress line from the terminal.
    package func finish() {
        isInLine(false)
        if isTerminal && last != nil { printError("\r\u{1B}[K", terminator: "") }
    }
}

/// Writes the text to standard error.
package func printError(_ text: String, terminator: String = "\n") { FileHandle.standardError.write(Data((text + terminator).utf8)) }
