// PartialFile: a file that exists completely or not at all. The file is written under a temporary name in the same folder. When the file is
// complete, it is renamed. If the process is interrupted, `Interruption` removes the temporary file.

import Foundation
import Raster

final class PartialFile {
    let path: String
    /// The temporary path: a hidden file in the same folder. A single rename completes the file.
    let partialPath: String
    private var handle: FileHandle?
    private var isDone = false

    /// Creates the temporary file. If `opens` is false, only chooses the temporary path; another program then writes the file.
    /// Throws `fileNotWritable` if the file cannot be created.
    init(_ path: String, opens: Bool = true) throws {
        // If the path is a symbolic link, the link stays, and the file to which the link leads is replaced.
        let path = realpath(path, nil).map { resolved in
            defer { free(resolved) }
            return String(cString: resolved)
        } ?? path
        self.path = path
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        partialPath = path[..<slash] + ".part-" + path[slash...]
        Interruption.remove(partialPath)
        guard opens else { return }
        guard FileManager.default.createFile(atPath: partialPath, contents: nil), let handle = FileHandle(forWritingAtPath: partialPath) else {
            Interruption.keep(partialPath)
            throw refusal("created")
        }
        self.handle = handle
    }
    deinit {
        try? handle?.close()
        if !isDone { unlink(partialPath) }
        Interruption.keep(partialPath)
    }

    func write(_ bytes: [UInt8]) throws {
        do { try handle?.write(contentsOf: bytes) } catch { throw refusal("written") }
    }
    /// Completes the file: renames the temporary file to the final path.
    func finish() throws {
        do { try handle?.close() } catch { throw refusal("written") }
        handle = nil
        guard rename(partialPath, path) == 0 else { throw refusal("moved to its place: \(String(cString: strerror(errno)))") }
        isDone = true
    }
    private func refusal(_ verb: String) -> RasterError {
        RasterError(.fileNotWritable, "file '\(path)'", "cannot be \(verb)", remedy: "check that the folder exists, is writable and has room")
    }

    /// Writes a whole file. A path that is not a regular file, for example a device, is written directly.
    static func write(_ bytes: [UInt8], to path: String) throws {
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG { return try HostFile.write(bytes, to: path) }
        let file = try PartialFile(path)
        try file.write(bytes)
        try file.finish()
    }
}
