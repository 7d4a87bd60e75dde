// Interruption: handles Ctrl-C and other signals that ask the process to end. The handler removes incomplete files, and prints which
// frames are kept and how the user can continue. After the handler's work, the signal ends the process.
//
// A signal handler may neither allocate memory nor wait for a lock, and other threads may write files while the handler runs. For these
// reasons, the signal handler reads paths and sentences as C strings in memory that is never moved or freed. The first byte of a path is
// written last and cleared first, so the handler never reads an incomplete path. There are two buffers for sentences. A new sentence is
// written into the buffer that the handler does not use; then the handler is switched to this buffer.

import Foundation
import Synchronization

enum Interruption {
    /// The number of slots for paths. There are more slots than files that are written at the same time.
    private static let slotCount = 16
    private static let slotLength = Int(PATH_MAX)
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<CChar> = zeros(slotCount * slotLength)
    /// The size of a sentence buffer in bytes. A buffer has room for two sentences with paths.
    private static let wordsLength = 4 * Int(PATH_MAX)
    nonisolated(unsafe) private static let words: UnsafeMutablePointer<CChar> = zeros(2 * wordsLength)
    /// The index of the buffer that the handler reads.
    private static let saidWords = Atomic(0)
    /// True while the program rewrites the terminal's last line. While the value is true, the cursor is at the end of the rewritten line.
    private static let isInLine = Atomic(false)
    /// The lock for changes of `slots` and `words`. The lock's value is true if the signal handlers are installed.
    private static let isInstalled = Mutex(false)
    /// Whether the process is ending. If `isEnding` is true, no new file may be started.
    private static let isEnding = Atomic(false)

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<CChar> {
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: count)
        bytes.initialize(repeating: 0, count: count)
        return bytes
    }

    /// Registers a file: if the process is asked to end, the handler removes the file. A path that is too long for a slot is
    /// ignored, because no file can be opened under such a path.
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
            install(&isInstalled)
        }
    }
    /// Removes the path of a complete or deleted file from the table.
    static func keep(_ path: String) {
        isInstalled.withLock { _ in
            for i in 0..<slotCount where slots[i * slotLength] != 0 && String(cString: slots + i * slotLength) == path {
                slots[i * slotLength] = 0
                return
            }
        }
    }
    /// Sets the sentence that the handler writes to standard error if the process is asked to end. An empty text means no sentence.
    static func say(_ text: String) {
        isInstalled.withLock { isInstalled in
            let next = 1 - saidWords.load(ordering: .sequentiallyConsistent), room = words + next * wordsLength
            let bytes = text.utf8.prefix(wordsLength - 1)
            for (i, byte) in bytes.enumerated() { room[i] = CChar(bitPattern: byte) }
            room[bytes.count] = 0
            saidWords.store(next, ordering: .sequentiallyConsistent)
            install(&isInstalled)
        }
    }
    /// Sets whether the program rewrites the terminal's last line. While the program rewrites this line, the handler's sentence and
    /// the shell's prompt begin on new lines.
    static func setInLine(_ inLine: Bool) { isInLine.store(inLine, ordering: .sequentiallyConsistent) }

    private static func install(_ isInstalled: inout Bool) {
        guard !isInstalled else { return }
        isInstalled = true
        // This line uses the static variables before the handler is installed, because static variables are made at their first use, and
        // a signal handler must not make a variable.
        _ = (slots, words, isInLine.load(ordering: .relaxed), saidWords.load(ordering: .relaxed))
        // A process inherits the set of blocked signals from the thread that started the process. The starting thread may have blocked all
        // signals, so this code unblocks the signals that the handler handles.
        var signals = sigset_t()
        sigemptyset(&signals)
        defer { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            sigaddset(&signals, number)
            var old = sigaction()
            // If the program that started this process ignored the signal, as nohup does, this process ignores the signal too.
            guard sigaction(number, nil, &old) == 0,
                  unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
            signal(number) { number in
                Interruption.isEnding.store(true, ordering: .sequentiallyConsistent)
                Interruption.removeAll()
                Interruption.sayFarewell()
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }
    private static func removeAll() {
        for i in 0..<slotCount where slots[i * slotLength] != 0 { unlink(slots + i * slotLength) }
    }
    private static func sayFarewell() {
        var newline: CChar = 10
        if isInLine.load(ordering: .sequentiallyConsistent) { write(STDERR_FILENO, &newline, 1) }
        let text = words + saidWords.load(ordering: .sequentiallyConsistent) * wordsLength, count = strlen(text)
        guard count > 0 else { return }
        write(STDERR_FILENO, text, count)
        write(STDERR_FILENO, &newline, 1)
    }
}
