// Fork: lets the library's objects find out whether the process has forked since their threads were started.

import CHost

package enum Fork {
    /// The number of forks between the start of the first process and this process. A child process has a different number than its parent.
    /// If an object's threads were started under another number, these threads do not exist in this process: after a fork(), the child has
    /// only the thread that called fork().
    package static var count: UInt { RasterForkCount() }
}
