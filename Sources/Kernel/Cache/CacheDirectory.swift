// CacheDirectory: the folder of the code cache, opened only if no other user can have put a file into the folder.
//
// The process runs code from the cache, so the cache must hold only files that this process's user has written. A folder or file is
// opened first; then the owner and the permissions of the folder or file are checked through the descriptor. Files are opened relative to
// the folder's descriptor. So another process cannot replace the folder, or a file in the folder, between the check and the use of the
// folder or file. The cache uses a folder or file only if the effective user owns the folder or file and nobody else may write to it. See
// docs/Security.md.

import Glibc

/// The reason why a folder is not used.
package enum CacheRefusal: Error, Sendable, Equatable, CustomStringConvertible {
    case foreignOwner(path: String, owner: UInt32)
    case othersMayWrite(path: String, mode: UInt32)
    /// The home folder belongs to another user, for example after sudo, which may keep the caller's HOME. Raster creates no cache in a home
    /// folder of another user, because the cache would fill the other user's folder.
    case foreignHome(path: String, owner: UInt32)

    package var description: String {
        let reason = switch self {
        case .foreignOwner(let path, let owner): "'\(path)' belongs to user \(owner), but user \(geteuid()) runs this program"
        case .othersMayWrite(let path, let mode): "other users may write to '\(path)' (mode \(String(mode, radix: 8)))"
        case .foreignHome(let path, let owner): "the caches in '\(path)' belong to user \(owner), but user \(geteuid()) runs this program"
        }
        return "\(reason); remove other users' write permission, or name your own folder in RASTER_CODE_CACHE"
    }
}

struct CacheDirectory: ~Copyable {
    let descriptor: Int32

    /// Opens the folder. If `creates` is true, a missing folder is created first. Returns nil if the folder is missing and is not
    /// created.
    init?(_ place: CachePlace, creates: Bool) throws(CacheRefusal) {
        if let home = place.home, let owner = Self.ownerOfNearest(home), owner != geteuid(), owner != 0 {
            throw .foreignHome(path: home, owner: owner)
        }
        if creates { Self.make(place.path) }
        let descriptor = open(place.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            close(descriptor)
            return nil
        }
        if status.st_uid != geteuid() {
            close(descriptor)
            throw .foreignOwner(path: place.path, owner: status.st_uid)
        }
        if Self.othersMayWrite(status) {
            close(descriptor)
            throw .othersMayWrite(path: place.path, mode: status.st_mode & 0o7777)
        }
        self.descriptor = descriptor
    }
    deinit { close(descriptor) }

    private static func othersMayWrite(_ status: stat) -> Bool { status.st_mode & (S_IWGRP | S_IWOTH) != 0 }

    /// Returns the owner of the folder. If the folder is missing, returns the owner of the innermost enclosing folder that exists. Returns
    /// nil if none of the folders in a relative path exists.
    private static func ownerOfNearest(_ path: String) -> UInt32? {
        var path = path
        var status = stat()
        while stat(path, &status) != 0 {
            guard let slash = path.lastIndex(of: "/") else { return nil }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
            if path == "/" { break }
        }
        return status.st_uid
    }

    private static func make(_ path: String) {
        if mkdir(path, 0o700) == 0 || errno != ENOENT { return }
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
        make(String(path[..<slash]))
        mkdir(path, 0o700)
    }

    // MARK: Files

    /// Returns a file's bytes; nil if there is no usable file. A usable file is a regular file that can be opened, that only the process's
    /// user may write, and that has at most `limit` bytes. If the name belongs to anything else, the entry with this name is removed.
    func read(_ name: String, limit: Int) -> [UInt8]? {
        // The name may belong to a pipe or to a link instead of a file. Opening a pipe must not block, and a link must not be followed.
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            if errno != ENOENT { remove(name) }
            return nil
        }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), !Self.othersMayWrite(status),
              status.st_size <= limit else {
            remove(name)
            return nil
        }
        // The cache regards a file's modification time as the time of the file's last use. So reading a file sets the file's modification
        // time to the present.
        futimens(file, nil)
        let size = Int(status.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(file, buffer.baseAddress! + count, size - count)
                if got <= 0 { break }
                count += got
            }
        }
    }

    /// Writes a new file. On failure, returns false and leaves no file behind.
    func write(_ bytes: [UInt8], _ name: String, by temporary: String) -> Bool {
        let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard file >= 0 else { return false }
        let isWhole = bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                let put = Glibc.write(file, buffer.baseAddress! + done, buffer.count - done)
                if put <= 0 { return false }
                done += put
            }
            return true
        }
        if close(file) == 0, isWhole, renameat(descriptor, temporary, descriptor, name) == 0 { return true }
        remove(temporary)
        return false
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Returns the names of all files, their sizes in bytes and their times of last change in nanoseconds.
    func files() -> [(name: String, size: Int, time: Int)] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var files: [(name: String, size: Int, time: Int)] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            files.append((name, Int(status.st_size), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
        }
        return files
    }
}
