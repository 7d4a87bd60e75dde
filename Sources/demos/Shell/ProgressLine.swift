// ProgressLine: the progress of long headless work on standard error: a line that rewrites itself on a terminal, a line every
// few seconds in a log.

import Foundation

struct ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    /// Says `text` unless it said something a moment ago. Quiet in the first second: short work needs no progress.
    mutating func report(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard now - start > .seconds(1), last.map({ now - $0 > (isTerminal ? .milliseconds(100) : .seconds(5)) }) ?? true else { return }
        last = now
        printError(isTerminal ? "\r\u{1B}[K" + text() : text(), terminator: isTerminal ? "" : "\n")
    }
    /// Removes the rewritten line.
    func finish() {
        if isTerminal && last != nil { printError("\r\u{1B}[K", terminator: "") }
    }
}

func printError(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
}
