// HostDescriptor: an open file. Each read and each write takes an offset in the file as an argument.

import Glibc

package final class HostDescriptor {
    private let descriptor: Int32
    let path: String
    var subject: String { "capture '\(path)'" }

    enum Purpose { case reading, replacing, appending }

    init(_ path: String, for purpose: Purpose) throws(CaptureFileError) {
        self.path = path
        let flags: Int32 = switch purpose { case .reading: O_RDONLY; case .replacing: O_RDWR | O_CREAT; case .appending: O_RDWR }
        descriptor = open(path, flags | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let reason = HostDescriptor.reason()
            throw purpose == .reading
                ? CaptureFileError(.notReadable, "capture '\(path)'", "cannot be opened: \(reason)", remedy: "check the path and its permissions")
                : CaptureFileError(.notWritable, "capture '\(path)'", "cannot be \(purpose == .replacing ? "created" : "opened for writing"): \(reason)",
                                   remedy: "check that the folder exists and is writable")
        }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw CaptureFileError(purpose == .reading ? .notReadable : .notWritable, "capture '\(path)'", "is not a regular file", remedy: "name a file")
        }
        if purpose != .reading { try claim() }
        if purpose == .replacing { try truncate(to: 0) }
    }
    /// Locks the file for this writer, because two writers would mix their bytes in one file. The lock ends if the process crashes. On a file
    /// system without locks, nothing stops a second writer.
    private func claim() throws(CaptureFileError) {
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            guard errno == EWOULDBLOCK else { return }
            throw CaptureFileError(.inUse, subject, "is being written by another process or device", remedy: "name another file, or wait until it is complete")
        }
    }
    deinit {
        // When the file is closed, another thread may just be starting a process. The new process holds a copy of the descriptor until the
        // new process runs its program, and the copy would keep the lock. So `deinit` releases the lock explicitly.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    func byteCount() throws(CaptureFileError) -> UInt64 {
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_size >= 0 else { throw unreadable() }
        return UInt64(information.st_size)
    }

    /// Reads until `room` is full or the file ends; returns the number of bytes read.
    func read(at offset: UInt64, into room: UnsafeMutableRawBufferPointer) throws(CaptureFileError) -> Int {
        var count = 0
        while count < room.count, let start = room.baseAddress {
            let result = pread(descriptor, start + count, room.count - count, off_t(offset) + off_t(count))
            if result < 0 && errno == EINTR { continue }
            guard result >= 0 else { throw unreadable() }
            if result == 0 { break }
            count += result
        }
        return count
    }
    func read(at offset: UInt64, count: Int) throws(CaptureFileError) -> [UInt8] {
        var failure: CaptureFileError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { room, initialized in
            do throws(CaptureFileError) {
                initialized = try read(at: offset, into: UnsafeMutableRawBufferPointer(room))
            } catch {
                failure = error; initialized = 0
            }
        }
        if let failure { throw failure }
        return bytes
    }
    private func unreadable() -> CaptureFileError {
        CaptureFileError(.notReadable, subject, "cannot be read: \(HostDescriptor.reason())", remedy: "check the disk")
    }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: UInt64) throws(CaptureFileError) {
        var written = 0
        while written < bytes.count, let start = bytes.baseAddress {
            let result = pwrite(descriptor, start + written, bytes.count - written, off_t(offset) + off_t(written))
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else {
                throw CaptureFileError(.notWritable, subject, "cannot be written: \(HostDescriptor.reason())", remedy: "check that the disk has room")
            }
            written += result
        }
    }
    /// Truncates the file to `byteCount` bytes.
    func truncate(to byteCount: UInt64) throws(CaptureFileError) {
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw CaptureFileError(.notWritable, subject, "cannot be shortened: \(HostDescriptor.reason())", remedy: "check the disk")
        }
    }
    func remove() { unlink(path) }

    private static func reason() -> String { String(cString: strerror(errno)) }
}
