// FileIncludeResolver: reads `#include` files from disk, relative to the folder of the file that contains the directive. The
// resolver lists the paths of these files, because a viewer watches the files for changes.

import Foundation
import Raster
import Shading
import Synchronization

final class FileIncludeResolver: IncludeResolver {
    private struct State {
        var provided: ShaderSource?
        var paths: Set<String> = []
    }
    private let state = Mutex(State())
    /// The folders that are searched, in order, for files that are not in the folder of the including file.
    private let folders: [String]

    init(folders: [String] = []) { self.folders = folders }

    /// Sets the path and text of the main file, which has been read already. The wrapper around the shader includes the main file.
    func provide(_ source: ShaderSource) { state.withLock { $0.provided = source } }
    /// The paths of all files that the resolver has looked for so far.
    var paths: Set<String> { state.withLock { $0.paths } }

    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        if let provided = state.withLock({ $0.provided }), provided.name == path { return provided }
        let folder = includer.lastIndex(of: "/").map { String(includer[...$0]) } ?? ""
        let names = path.hasPrefix("/") ? [path] : ([folder] + folders.map { $0.hasSuffix("/") ? $0 : $0 + "/" }).map { $0 + path }
        for name in names {
            state.withLock { _ = $0.paths.insert(name) }
            if let bytes = try? HostFile.read(name) { return ShaderSource(text: String(decoding: bytes, as: UTF8.self), name: name) }
        }
        return nil
    }
}

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
