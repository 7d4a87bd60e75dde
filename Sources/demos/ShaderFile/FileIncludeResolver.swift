// FileIncludeResolver: `#include` from disk, relative to the file that holds the directive, with a list of what was read,
// so that a viewer can tell when any of it changes.

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
    /// Folders that are searched for what is not beside the includer, in their order.
    private let folders: [String]

    init(folders: [String] = []) { self.folders = folders }

    /// The file that the wrapper includes: it has been read already.
    func provide(_ source: ShaderSource) { state.withLock { $0.provided = source } }
    /// Paths of the files that were looked for since the start.
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

/// The state of files at one moment, to see later whether one of them has changed. Times alone would not do: two writes within one
/// tick of the file system's clock have the same; a file that takes another's place has a number of its own.
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
    /// Takes the stamps that `earlier` has for the same files.
    mutating func keep(_ earlier: FileStamps) {
        for path in stamps.keys { if let stamp = earlier.stamps[path] { stamps[path] = stamp } }
    }
}
