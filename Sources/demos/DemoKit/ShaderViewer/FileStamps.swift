// FileStamps: finds out whether files have changed.

import Foundation

/// The state of files at one moment. A comparison with a later state shows whether a file has changed. A stamp contains the modification
/// time, the file's size, and its inode number, which changes if another file replaces the file. The modification time alone is not
/// enough, because two writes within one tick of the file system's clock give the same time.
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
    /// For each file that also has a stamp in `earlier`, replaces the file's stamp by the earlier stamp.
    mutating func keep(_ earlier: FileStamps) {
        for path in stamps.keys { if let stamp = earlier.stamps[path] { stamps[path] = stamp } }
    }
}
