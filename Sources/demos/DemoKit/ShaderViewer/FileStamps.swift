// FileStamps: finds out whether files have changed.

import Foundation

/// The state of files at one moment, for finding out later whether a file has changed. Modification times alone are not enough,
/// because two writes within one tick of the file system's clock have the same time. A stamp therefore also contains the size and
/// the inode number, because a file that replaces another file has a different inode number.
struct FileStamps: Equatable {
    private struct Stamp: Equatable { var number: UInt, seconds: Int, nanoseconds: Int, size: Int }
    private var stamps: [String: Stamp] = [:]
    init(_ paths: some Sequence<String>) {
        for path in paths {
            var status = stat()
            guard stat(path, &status) == 0 else { continue }
            stamps[path] = Stamp(number: UInt(status.st_ino), seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size))
        }
    }
    /// For each file that is also in `earlier`, takes the stamp from `earlier`.
    mutating func keep(_ earlier: FileStamps) {
        for path in stamps.keys { if let stamp = earlier.stamps[path] { stamps[path] = stamp } }
    }
}
