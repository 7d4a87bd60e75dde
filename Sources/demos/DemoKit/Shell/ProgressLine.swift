// ProgressLine: the progress of long headless work on standard error: in a terminal one line that rewrites itself, in a log one
// line every few seconds.

import Foundation

struct ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) != 0
    private let start = ContinuousClock.now
    private var last: ContinuousClock.Instant?

    /// Prints `text` unless something was printed a moment ago. Prints nothing in the first second, because short work needs no
    /// progress.
    mutating func report(_ text: @autoclosure () -> String) {
        let now = ContinuousClock.now
        guard now - start > .seconds(1), last.map({ now - $0 > (isTerminal ? .milliseconds(100) : .seconds(5)) }) ?? true else { return }
        last = now
        Interruption.setInLine(isTerminal)
        printError(isTerminal ? "\r\u{1B}[K" + text() : text(), terminator: isTerminal ? "" : "\n")
    }
    /// Clears the rewritten line.
    func finish() {
        Interruption.setInLine(false)
        if isTerminal && last != nil { printError("\r\u{1B}[K", terminator: "") }
    }
}

/// The progress of a sequence: a bar with the frames drawn per second and the time left.
package struct SequenceProgress {
    private let count: Int
    private var line = ProgressLine()
    private let start = ContinuousClock.now
    private var drawn = 0, kept = 0

    init(count: Int) { self.count = count }
    mutating func drewFrame() { drawn += 1 }
    mutating func keptFrame() { kept += 1 }
    mutating func report() {
        let text = SequenceProgress.text(drawn: drawn, kept: kept, count: count, seconds: (ContinuousClock.now - start) / .seconds(1))
        line.report(text)
    }
    func finish() { line.finish() }

    /// `[######----------] 34 of 120 frames, 12.3 a second, 0:07 left`
    package static func text(drawn: Int, kept: Int, count: Int, seconds: Double) -> String {
        let done = drawn + kept, width = 24, filled = count > 0 ? width * done / count : width
        let bar = "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "] \(done) of \(count) frames"
        guard drawn > 0, seconds > 0 else { return bar }
        let rate = Double(drawn) / seconds, left = Int(min(Double(count - done) / rate, 359_999).rounded(.up))
        let clock = left >= 3600 ? String(format: "%d:%02d:%02d", left / 3600, left / 60 % 60, left % 60) : String(format: "%d:%02d", left / 60, left % 60)
        return bar + String(format: ", %.1f a second, ", rate) + clock + " left"
    }
}

func printError(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
}
