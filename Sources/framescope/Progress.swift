// Progress: a line on the terminal. Each report overwrites the line. The line is not shown if standard error is no terminal.

import Foundation

struct Progress {
    private let isShown = isatty(STDERR_FILENO) == 1

    func tell(_ text: String) { write("\r\u{1B}[K" + text) }
    func finish() { write("\r\u{1B}[K") }
    private func write(_ text: String) {
        if isShown { FileHandle.standardError.write(Data(text.utf8)) }
    }
}
