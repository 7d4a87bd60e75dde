// CompilerNotice: prints a line on standard error, at most once in a process for each subject.

import Glibc
import Synchronization

package enum CompilerNotice: Int, Sendable {
    /// Kernels cannot be compiled, or a shader is too large to be compiled.
    case compiler
    /// Compiled code is not kept in the disk cache.
    case cache

    private static let printed = Atomic<Int>(0)

    package func print(_ text: String) {
        let bit = 1 << rawValue
        if Self.printed.bitwiseOr(bit, ordering: .relaxed).oldValue & bit != 0 { return }
        let bytes = Array((text + "\n").utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }
}
