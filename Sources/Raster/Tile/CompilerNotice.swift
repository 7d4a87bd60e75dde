// CompilerNotice: one line on standard error, once per process, when kernels cannot be compiled.

import Glibc
import Synchronization

enum CompilerNotice {
    private static let wasPrinted = Atomic<Bool>(false)
    static func print(_ text: String) {
        if wasPrinted.exchange(true, ordering: .relaxed) { return }
        let bytes = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
