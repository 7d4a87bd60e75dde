// Fork: lets the library's objects find out whether the process has forked since their threads were started.

import CHost

package enum Fork {
    /// The number of forks between the start of the first process and this process. A child process has a different fork count than its
    /// parent. If the fork count was different when an object started its threads, these threads do not exist in this process: after a
    /// fork(), the child has only the thread that called fork().
    package static var count: UInt { RasterForkCount() }
}
