// PartialFile: a file that is there whole or not at all. It is written under a name of its own beside the one that was asked for, and takes
// that one's place when it is complete. A process that is interrupted removes it.

import Foundation
import Raster
import Synchronization

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

/// Ctrl-C and other requests to end: files that are not complete are removed, and then the process ends as it would have.
///
/// A signal's handler may neither allocate nor wait for a lock, and files are written by other threads than the one that it interrupts: so it finds
/// the paths as C strings in memory that is never moved or freed, each with its first byte written last and taken away first.
private enum Interruption {
    /// More than are written at once.
    private static let slotCount = 16
    private static let slotLength = Int(PATH_MAX)
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<CChar> = {
        let slots = UnsafeMutablePointer<CChar>.allocate(capacity: slotCount * slotLength)
        slots.initialize(repeating: 0, count: slotCount * slotLength)
        return slots
    }()
    /// Serialises changes of the table; true once the handlers are there.
    private static let isInstalled = Mutex(false)
    /// Whether the process ends: nobody may begin a file then.
    private static let isEnding = Atomic(false)

    /// Has the file removed if the process is asked to end. A path that is too long for that cannot be opened either.
    static func remove(_ path: String) {
        isInstalled.withLock { isInstalled in
            if let free = (0..<slotCount).first(where: { slots[$0 * slotLength] == 0 }), path.utf8.count < slotLength, let first = path.utf8.first {
                let slot = slots + free * slotLength
                for (i, byte) in path.utf8.dropFirst().enumerated() { slot[i + 1] = CChar(bitPattern: byte) }
                slot[path.utf8.count] = 0
                atomicMemoryFence(ordering: .sequentiallyConsistent)
                slot[0] = CChar(bitPattern: first)
            }
            atomicMemoryFence(ordering: .sequentiallyConsistent)
            while isEnding.load(ordering: .sequentiallyConsistent) { pause() }
            guard !isInstalled else { return }
            isInstalled = true
            // A process inherits what the thread that started it had blocked, which may be all.
            var signals = sigset_t()
            sigemptyset(&signals)
            defer { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
            for number in [SIGINT, SIGTERM, SIGHUP] {
                sigaddset(&signals, number)
                var old = sigaction()
                // What the shell has the process ignore stays so.
                guard sigaction(number, nil, &old) == 0, unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
                signal(number) { number in
                    Interruption.isEnding.store(true, ordering: .sequentiallyConsistent)
                    Interruption.removeAll()
                    signal(number, SIG_DFL)
                    raise(number)
                }
            }
        }
    }
    private static func removeAll() {
        for i in 0..<slotCount where slots[i * slotLength] != 0 { unlink(slots + i * slotLength) }
    }
    /// The file is complete, or gone.
    static func keep(_ path: String) {
        isInstalled.withLock { _ in
            for i in 0..<slotCount where slots[i * slotLength] != 0 && String(cString: slots + i * slotLength) == path {
                slots[i * slotLength] = 0
                return
            }
        }
    }
}
