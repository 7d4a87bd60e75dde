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

    /// The file that the wrapper includes: it has been read already.
    func provide(_ source: ShaderSource) { state.withLock { $0.provided = source } }
    /// Paths of the files that were looked for since the start.
    var paths: Set<String> { state.withLock { $0.paths } }

    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        if let provided = state.withLock({ $0.provided }), provided.name == path { return provided }
        let folder = includer.lastIndex(of: "/").map { includer[...$0] } ?? ""
        let name = path.hasPrefix("/") ? path : folder + path
        state.withLock { _ = $0.paths.insert(name) }
        guard let bytes = try? HostFile.read(name) else { return nil }
        return ShaderSource(text: String(decoding: bytes, as: UTF8.self), name: name)
    }
}

/// When files were last written, to see later whether any was written again.
struct FileTimes: Equatable {
    private var times: [String: Date] = [:]
    init(_ paths: some Sequence<String>) {
        for path in paths {
            times[path] = (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        }
    }
}
