// CodeCache: compiled objects on disk, each in its own file. The name of an object's file is a digest (SHA-256) of the code from which the
// object was emitted. A second, short file leads from the digest of a key, which identifies a kernel before its code exists, to the
// object's digest. So kernels with different keys and the same code share an object. The rest of this file calls both digests names.
//
// Errors of the cache never reach the caller. A cache file that is damaged, cut off or owned by another user is removed and counts as
// absent. If the cache's directory is not writable, nothing is kept. If other users may write to the directory, the cache does not use the
// directory and prints a notice once. Several processes may share a directory: a file is written under a temporary name and then renamed,
// so that no process sees an incomplete file. The total size is bounded; the least recently used files are removed first.
//
// A cache file contains, in this order: "RASTERK1", the 32 bytes of the name, the object's length (8 bytes, little-endian), the
// object's digest, the object.

import CLLVM
import Glibc
import Host
import Synchronization

package enum CacheLocation: Sendable, Hashable {
    /// `$RASTER_CODE_CACHE`, or `$XDG_CACHE_HOME/raster`, or `~/.cache/raster`.
    case standard
    case directory(String)
    case none
}

/// The place of a cache: the folder of the cache files (`path`), and the enclosing folder that an environment variable names
/// (`home`).
struct CachePlace: Sendable, Hashable {
    var path: String
    /// The folder that $XDG_CACHE_HOME or $HOME names, if `path` lies in this folder; else nil. The folder must belong to the user.
    var home: String?
}

package final class CodeCache: Sendable {
    private let place: CachePlace?
    /// The maximum number of bytes in all cache files together.
    package let limit: Int
    private let state: Lock<State>

    private struct State {
        /// The number of bytes written since the directory was last measured; nil before the first write. The first write measures
        /// the directory's size.
        var written: Int?
        var refusal: CacheRefusal?
    }

    private static let magic: [UInt8] = Array("RASTERK1".utf8)
    private static let headerSize = 8 + 32 + 8 + 32
    private static let suffix = ".kernel"
    /// The number of files that this process has written. The name of a temporary file contains this number, so no two temporary
    /// files have the same name, even if several caches share a directory.
    private static let serial = Atomic<Int>(0)

    package init(_ location: CacheLocation, limit: Int = 256 << 20) {
        self.limit = limit
        state = Lock(State())
        place = switch location {
        case .none: nil
        // The system reads a path up to the first zero byte, so a path with a zero byte would name another file.
        case .directory(let path): path.utf8.contains(0) ? nil : CachePlace(path: path)
        case .standard: Self.standardPlace
        }
    }

    /// The path of the cache's directory; nil if there is no directory. Without a directory, the cache reads and keeps nothing.
    package var directory: String? { place?.path }
    /// The reason why the cache directory is not used; nil if no reason has been found so far.
    package var refusal: CacheRefusal? { state.withLock { $0.refusal } }

    private static var standardPlace: CachePlace? {
        func variable(_ name: String) -> String? {
            // In a program with more rights than its caller (setuid), `RasterEnvironment` returns no values, because such a program must
            // not use a folder that the caller names.
            guard let value = RasterEnvironment(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
            return value
        }
        if let own = variable("RASTER_CODE_CACHE") { return CachePlace(path: own) }
        if let caches = variable("XDG_CACHE_HOME") { return CachePlace(path: caches + "/raster", home: caches) }
        return variable("HOME").map { CachePlace(path: $0 + "/.cache/raster", home: $0) }
    }

    /// Runs `body` with the cache directory. Returns nil if the directory cannot be opened or cannot be trusted. If `creates` is
    /// true, a missing directory is created first.
    private func withDirectory<Result>(creates: Bool, _ body: (borrowing CacheDirectory) -> Result?) -> Result? {
        guard let place else { return nil }
        do {
            guard let directory = try CacheDirectory(place, creates: creates) else { return nil }
            return body(directory)
        } catch {
            let isNew = state.withLock { state in
                defer { state.refusal = error }
                return state.refusal != error
            }
            if isNew { CompilerNotice.cache.print("Raster does not cache compiled code: \(error)") }
            return nil
        }
    }

    private static func fileName(_ name: Digest) -> String { name.hexadecimal + suffix }

    /// Returns the object of the given name; nil if the cache does not have the complete object.
    package func object(named name: Digest) -> [UInt8]? {
        withDirectory(creates: false) { directory in
            guard let file = directory.read(Self.fileName(name), limit: limit) else { return nil }
            guard let object = Self.content(of: file, named: name) else {
                directory.remove(Self.fileName(name))
                return nil
            }
            return object
        }
    }

    /// Returns the object to which a key leads; nil if the cache does not have the complete object.
    package func object(for key: Digest) -> [UInt8]? {
        object(named: key).flatMap { Digest(bytes: $0) }.flatMap { object(named: $0) }
    }
    /// Makes a key lead to the object with the given name.
    package func link(_ key: Digest, to name: Digest) { store(name.bytes, named: key) }

    /// Writes an object to the cache, if possible.
    package func store(_ object: [UInt8], named name: Digest) {
        let file = Self.file(of: object, named: name)
        guard file.count <= limit else { return }
        let serial = Self.serial.add(1, ordering: .relaxed).newValue
        _ = withDirectory(creates: true) { directory in
            if directory.write(file, Self.fileName(name), by: "\(getpid())-\(serial).tmp") { keepBound(directory, written: file.count) }
            return ()
        }
    }

    /// Returns the content of the cache file for an object.
    package static func file(of object: [UInt8], named name: Digest) -> [UInt8] {
        var file = magic + name.bytes
        withUnsafeBytes(of: UInt64(object.count).littleEndian) { file.append(contentsOf: $0) }
        return file + Digest(of: object).bytes + object
    }

    /// Returns the object in a cache file; nil if the file is incomplete or contains another name.
    package static func content(of file: [UInt8], named name: Digest) -> [UInt8]? {
        guard file.count >= headerSize, file[0 ..< 8].elementsEqual(magic), file[8 ..< 40].elementsEqual(name.bytes) else { return nil }
        let length = file[40 ..< 48].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length == UInt64(file.count - headerSize) else { return nil }
        let object = Array(file[headerSize...])
        return Digest(of: object).bytes.elementsEqual(file[48 ..< 80]) ? object : nil
    }

    // MARK: The limit on the size

    /// Bounds the directory's size with `shrink`, after the first file that this process writes, and again each time that the
    /// process has written a sixteenth of the limit.
    /// - Parameter bytes: the size of the file that was written last.
    private func keepBound(_ directory: borrowing CacheDirectory, written bytes: Int) {
        let isDue = state.withLock { state in
            let written = state.written.map { $0 + Self.diskSize(bytes) } ?? .max
            state.written = written > limit / 16 ? 0 : written
            return written > limit / 16
        }
        if isDue { shrink(directory) }
    }

    /// If the files exceed the limit, removes the least recently used files until the rest takes at most three quarters of the
    /// limit. Temporary files older than an hour belong to processes that have died; these files are removed too.
    private func shrink(_ directory: borrowing CacheDirectory) {
        let files = directory.files(), hourAgo = (time(nil) - 3600) * 1_000_000_000
        for file in files where file.name.hasSuffix(".tmp") && file.time < hourAgo { directory.remove(file.name) }
        let kernels = files.filter { $0.name.hasSuffix(Self.suffix) }.sorted { $0.time < $1.time }
        var total = kernels.reduce(0) { $0 + Self.diskSize($1.size) }
        guard total > limit else { return }
        for file in kernels where total > limit / 4 * 3 {
            directory.remove(file.name)
            total -= Self.diskSize(file.size)
        }
    }
    /// Returns the number of bytes that a file occupies on disk. File systems usually allocate blocks of 4 KiB.
    private static func diskSize(_ size: Int) -> Int { (size + 4095) & ~4095 }
}
