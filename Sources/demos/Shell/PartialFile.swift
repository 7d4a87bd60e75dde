// PartialFile: a file that is there whole or not at all. It is written under a name of its own beside the one that was asked for, and takes
// that one's place when it is complete. A process that is interrupted removes it (`Interruption`).

import Foundation
import Raster

final class PartialFile {
    let path: String
    /// What is written: hidden, in the same folder, so that taking its place is one step.
    let partialPath: String
    private var handle: FileHandle?
    private var isDone = false

    /// With `opens` false the file is only named: somebody else writes it.
    /// Throws `fileNotWritable` where the file cannot be made.
    init(_ path: String, opens: Bool = true) throws {
        // A link stays one: what it names is replaced.
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
    /// Puts it in its place.
    func finish() throws {
        do { try handle?.close() } catch { throw refusal("written") }
        handle = nil
        guard rename(partialPath, path) == 0 else { throw refusal("put in its place: \(String(cString: strerror(errno)))") }
        isDone = true
    }
    private func refusal(_ verb: String) -> RasterError {
        RasterError(.fileNotWritable, "file '\(path)'", "cannot be \(verb)", remedy: "check that the folder exists, is writable and has room")
    }

    /// Writes a whole file. What is no regular file, such as a device, is written as it is.
    static func write(_ bytes: [UInt8], to path: String) throws {
        var information = stat()
        if stat(path, &information) == 0, information.st_mode & S_IFMT != S_IFREG { return try HostFile.write(bytes, to: path) }
        let file = try PartialFile(path)
        try file.write(bytes)
        try file.finish()
    }
}
