// HostFile: reads and writes whole files through the C library alone. Foundation would double the start-up time of a program.

import Glibc

package enum HostFile {
    /// The size in bytes of the largest file that Raster reads. Reading an endless pipe stops at this size.
    package static let maximumByteCount = 1 << 30

    /// Throws `fileNotReadable` with the system's reason unless `path` is a readable file or pipe.
    package static func requireReadable(_ path: String) throws(RasterError) { close(try openForReading(path).descriptor) }

    private static func openForReading(_ path: String) throws(RasterError) -> (descriptor: Int32, regularByteCount: Int?) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw unreadable(path, "cannot be opened: \(systemReason())", remedy: "check the path and its permissions") }
        var information = stat()
        let isKnown = fstat(descriptor, &information) == 0
        let kind = information.st_mode & S_IFMT
        guard isKnown, kind == S_IFREG || kind == S_IFIFO else {
            close(descriptor)
            throw unreadable(path, "is a folder or a device", remedy: "name a file")
        }
        return (descriptor, kind == S_IFREG ? Int(information.st_size) : nil)
    }
    private static func unreadable(_ path: String, _ problem: String, remedy: String) -> RasterError {
        RasterError(.fileNotReadable, "file '\(path)'", problem, remedy: remedy)
    }

    /// Returns all bytes of the file. Throws `fileNotReadable` with the system's reason.
    package static func read(_ path: String) throws(RasterError) -> [UInt8] {
        let (descriptor, regularByteCount) = try openForReading(path)
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        // The room is one byte larger than the file. So the first call of the C library's `read` reads a regular file completely, and the
        // next call finds the end of the file.
        var room = (regularByteCount ?? 1 << 16) + 1
        while true {
            guard max(bytes.count, regularByteCount ?? 0) <= maximumByteCount else {
                throw unreadable(path, "is larger than \(maximumByteCount >> 20) MiB", remedy: "use a smaller file")
            }
            var result = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                repeat { result = Glibc.read(descriptor, buffer.baseAddress, room) } while result < 0 && errno == EINTR
                count = max(0, result)
            }
            guard result >= 0 else { throw unreadable(path, "cannot be read: \(systemReason())", remedy: "name a regular file") }
            if result == 0 { return bytes }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            room = 1 << 16
        }
    }

    /// Writes `bytes` as the whole file. If `replacing` is false, an existing file is an error and stays unchanged. Throws
    /// `fileNotWritable` with the system's reason. If a write fails, the incomplete file is removed.
    package static func write(_ bytes: [UInt8], to path: String, replacing: Bool = true) throws(RasterError) {
        func failure(_ verb: String) -> RasterError {
            RasterError(.fileNotWritable, "file '\(path)'", "cannot be \(verb): \(systemReason())",
                        remedy: "check that the folder exists, is writable and has room")
        }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | (replacing ? O_TRUNC : O_EXCL), 0o666)
        guard descriptor >= 0 else { throw failure("created") }
        var written = 0
        while written < bytes.count {
            let result = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + written, bytes.count - written) }
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else {
                let error = failure("written")
                close(descriptor)
                removePartial(path)
                throw error
            }
            written += result
        }
        guard close(descriptor) == 0 else {
            let error = failure("written")
            removePartial(path)
            throw error
        }
    }

    /// Removes the incomplete file if it is a regular file. A device file such as /dev/full must stay.
    private static func removePartial(_ path: String) {
        var information = stat()
        if lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG { unlink(path) }
    }

    private static func systemReason() -> String { String(cString: strerror(errno)) }
}
