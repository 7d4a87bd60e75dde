// CodeCache: compiled objects on disk, one file each, named by the digest of all that decides the code.
//
// Promises: it never fails its caller. A file that is damaged, cut off or not ours is removed and counts as absent; a
// directory that cannot be written only means that nothing is kept. Several processes may share a directory: files appear
// whole, by renaming. The total size is bounded; what was used longest ago goes first.
//
// File: "RASTERK1", the 32 bytes of its name, the object's length (8 bytes, little-endian), the digest of the object, the object.

import Glibc
import Synchronization

package enum CacheLocation: Sendable, Hashable {
    /// `$RASTER_CODE_CACHE`, or `$XDG_CACHE_HOME/raster`, or `~/.cache/raster`.
    case standard
    case directory(String)
    case none
}

package final class CodeCache: Sendable {
    /// nil: nothing is read or kept.
    package let directory: String?
    /// Bytes in all files together.
    package let limit: Int
    private let state: Mutex<State>

    private struct State {
        /// Bytes written since the directory was last measured; measured before the first write.
        var written: Int?
        var serial = 0
    }

    private static let magic: [UInt8] = Array("RASTERK1".utf8)
    private static let headerSize = 8 + 32 + 8 + 32
    private static let suffix = ".kernel"

    package init(_ location: CacheLocation, limit: Int = 256 << 20) {
        self.limit = limit
        state = Mutex(State())
        directory = switch location {
        case .none: nil
        // To the system a path ends at a zero: that would be another place.
        case .directory(let path): path.utf8.contains(0) ? nil : path
        case .standard: Self.standardDirectory
        }
    }

    private static var standardDirectory: String? {
        func variable(_ name: String) -> String? {
            guard let value = getenv(name).map({ String(cString: $0) }), value.hasPrefix("/") else { return nil }
            return value
        }
        if let own = variable("RASTER_CODE_CACHE") { return own }
        if let caches = variable("XDG_CACHE_HOME") { return caches + "/raster" }
        return variable("HOME").map { $0 + "/.cache/raster" }
    }

    private func path(_ name: Digest) -> String? { directory.map { "\($0)/\(name.hexadecimal)\(Self.suffix)" } }

    /// The object of that name, if it is there and whole.
    package func object(named name: Digest) -> [UInt8]? {
        guard let path = path(name), let file = Self.read(path) else { return nil }
        guard let object = Self.content(of: file, named: name) else {
            unlink(path)
            return nil
        }
        // The time of last use.
        utimensat(AT_FDCWD, path, nil, 0)
        return object
    }

    /// Keeps an object, if that is possible.
    package func store(_ object: [UInt8], named name: Digest) {
        guard let directory, let path = path(name) else { return }
        var file = Self.magic + name.bytes
        withUnsafeBytes(of: UInt64(object.count).littleEndian) { file.append(contentsOf: $0) }
        file += Digest(of: object).bytes
        file += object
        guard file.count <= limit else { return }
        let serial = state.withLock { state in
            state.serial += 1
            return state.serial
        }
        Self.makeDirectory(directory)
        let temporary = "\(directory)/\(getpid())-\(serial).tmp"
        guard Self.write(file, to: temporary) else {
            unlink(temporary)
            return
        }
        guard rename(temporary, path) == 0 else {
            unlink(temporary)
            return
        }
        keepBound(written: file.count)
    }

    private static func content(of file: [UInt8], named name: Digest) -> [UInt8]? {
        guard file.count >= headerSize, file[0 ..< 8].elementsEqual(magic), file[8 ..< 40].elementsEqual(name.bytes) else { return nil }
        let length = file[40 ..< 48].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length == UInt64(file.count - headerSize) else { return nil }
        let object = Array(file[headerSize...])
        return Digest(of: object).bytes.elementsEqual(file[48 ..< 80]) ? object : nil
    }

    // MARK: The bound

    /// Measures the directory before the first file of this process and after each sixteenth of the limit.
    private func keepBound(written bytes: Int) {
        let isDue = state.withLock { state in
            let written = state.written.map { $0 + bytes } ?? .max
            state.written = written > limit / 16 ? 0 : written
            return written > limit / 16
        }
        if isDue { shrink() }
    }

    /// Removes files until three quarters of the limit are left, if it is exceeded. Temporary files an hour old are
    /// what a process left that died, and go too.
    private func shrink() {
        guard let directory, let stream = opendir(directory) else { return }
        defer { closedir(stream) }
        var files: [(path: String, size: Int, lastUse: Int)] = []
        let now = time(nil)
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            let path = "\(directory)/\(name)"
            var status = stat()
            guard name.hasSuffix(Self.suffix) || name.hasSuffix(".tmp"), lstat(path, &status) == 0 else { continue }
            if name.hasSuffix(".tmp") {
                if status.st_mtim.tv_sec < now - 3600 { unlink(path) }
            } else {
                files.append((path, Int(status.st_size), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
            }
        }
        var total = files.reduce(0) { $0 + $1.size }
        guard total > limit else { return }
        for file in files.sorted(by: { $0.lastUse < $1.lastUse }) where total > limit / 4 * 3 {
            unlink(file.path)
            total -= file.size
        }
    }

    // MARK: Files

    private static func makeDirectory(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno != ENOENT { return }
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        makeDirectory(String(path[..<slash]))
        mkdir(path, 0o700)
    }

    private static func read(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < 1 << 30 else { return nil }
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if got <= 0 { break }
                count += got
            }
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        let isWhole = bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let put = Glibc.write(descriptor, buffer.baseAddress! + done, buffer.count - done)
                if put <= 0 { return false }
                done += put
            }
            return true
        }
        return close(descriptor) == 0 && isWhole
    }
}
