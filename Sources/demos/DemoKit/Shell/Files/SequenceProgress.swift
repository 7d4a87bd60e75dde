// SequenceProgress: the progress of a sequence of frames, and the progress lines that demos without a window print.

import Foundation
import Terminal

extension ProgressLine {
    /// Returns an object that prints the progress of a demo's work. During the first second, nothing is printed. If the output is a
    /// log, the progress is printed as a line every five seconds.
    static func ofDemo() -> ProgressLine {
        ProgressLine(delay: .seconds(1), logInterval: .seconds(5), isInLine: Interruption.setInLine)
    }
}

/// The progress of a sequence: a bar with the frames drawn per second and the time left.
package struct SequenceProgress {
    private let count: Int
    private let line = ProgressLine.ofDemo()
    private let start = ContinuousClock.now
    private var drawn = 0, kept = 0

    init(count: Int) { self.count = count }
    mutating func drewFrame() { drawn += 1 }
    mutating func keptFrame() { kept += 1 }
    func report() {
        let text = SequenceProgress.text(drawn: drawn, kept: kept, count: count, seconds: (ContinuousClock.now - start) / .seconds(1))
        line.report(text)
    }
    func finish() { line.finish() }

    /// Returns a text such as `[######----------] 34 of 120 frames, 12.3 a second, 0:07 left`.
    package static func text(drawn: Int, kept: Int, count: Int, seconds: Double) -> String {
        let done = drawn + kept, width = 24, filled = count > 0 ? width * done / count : width
        let bar = "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: width - filled) + "] \(done) of \(count) frames"
        guard drawn > 0, seconds > 0 else { return bar }
        let rate = Double(drawn) / seconds, left = Int(min(Double(count - done) / rate, 359_999).rounded(.up))
        let clock = left >= 3600 ? String(format: "%d:%02d:%02d", left / 3600, left / 60 % 60, left % 60) : String(format: "%d:%02d", left / 60, left % 60)
        return bar + String(format: ", %.1f a second, ", rate) + clock + " left"
    }
}
