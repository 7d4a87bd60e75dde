// Interruption: on Ctrl-C and other requests to end, incomplete files are removed, the user is told which frames are kept and how to go on, and then the signal ends the process.
//
// A signal's handler may neither allocate nor wait for a lock, and other threads than the interrupted thread write files: so the handler finds
// paths and words as C strings in memory that is never moved or freed. The first byte of a path is written last and removed first; words are
// written into the text that the handler does not read, and then the handler is pointed to this text.

import Foundation
import Synchronization

enum Interruption {
    /// More slots than files that are written at once.
    private static let slotCount = 16
    private static let slotLength = Int(PATH_MAX)
    nonisolated(unsafe) private static let slots: UnsafeMutablePointer<CChar> = zeros(slotCount * slotLength)
    /// Room for two texts with paths in them.
    private static let wordsLength = 4 * Int(PATH_MAX)
    nonisolated(unsafe) private static let words: UnsafeMutablePointer<CChar> = zeros(2 * wordsLength)
    /// Which of the two texts is said.
    private static let saidWords = Atomic(0)
    /// Whether the terminal's last line is a line that rewrites itself, so that the cursor stands behind it.
    private static let isInLine = Atomic(false)
    /// Serialises changes of the tables; true once the handlers are there.
    private static let isInstalled = Mutex(false)
    /// Whether the process ends: nobody may begin a file then.
    private static let isEnding = Atomic(false)

    private static func zeros(_ count: Int) -> UnsafeMutablePointer<CChar> {
        let bytes = UnsafeMutablePointer<CChar>.allocate(capacity: count)
        bytes.initialize(repeating: 0, count: count)
        return bytes
    }

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
            install(&isInstalled)
        }
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
    /// Has a sentence said on standard error if the process is asked to end; an empty one for none.
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
    /// Tells whether the cursor stands behind a line that rewrites itself: the last sentence then begins a line of its own, and so does the shell's prompt.
    static func setInLine(_ inLine: Bool) { isInLine.store(inLine, ordering: .sequentiallyConsistent) }

    private static func install(_ isInstalled: inout Bool) {
        guard !isInstalled else { return }
        isInstalled = true
        // The tables are made before a handler may look at them.
        _ = (slots, words, isInLine.load(ordering: .relaxed), saidWords.load(ordering: .relaxed))
        // A process inherits the blocked signals of the thread that started it, which may be all signals.
        var signals = sigset_t()
        sigemptyset(&signals)
        defer { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
        for number in [SIGINT, SIGTERM, SIGHUP] {
            sigaddset(&signals, number)
            var old = sigaction()
            // A signal that the shell has the process ignore stays ignored.
            guard sigaction(number, nil, &old) == 0, unsafeBitCast(old.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) else { continue }
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
