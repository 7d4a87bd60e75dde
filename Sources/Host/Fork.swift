// Fork: tells the library's objects whether the process has forked since their threads were started.

import CHost

package enum Fork {
    /// The number of forks between the start of the first process and this process. A child process has another number than its
    /// parent, and none of its parent's threads except for the thread that forked.
    package static var count: UInt { RasterForkCount() }
}
