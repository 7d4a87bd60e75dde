// RecentPaths: the paths that the commands of a canvas drew last time, by the index of the command. A drawing with thousands of commands
// finds its paths here without a hash lookup: the entry at the command's index holds the identity and the scale of the last path, and the
// search compares only these two values. The search accesses no path object.
//
// The code is unsafe because several threads write to this list, each thread to its own entries. The list does not retain paths:
// `PreparedPaths` retains the paths, and empties this list before removing a path.

final class RecentPaths {
    /// A known path, with all data that are needed to draw the path.
    struct Entry {
        let path: PathReference
        let bounds: Bounds
        fileprivate let identity: PathIdentity
        fileprivate let scale: Int
        fileprivate var lastFrame: Int
    }
    private var entries: UnsafeMutablePointer<Entry?>
    private var count = 0
    /// The maximum number of commands of a canvas since the last call of `noteFrames`.
    private var most = 0
    /// `noteFrames` releases the memory if the memory has room for more than `slack` times `most` entries, and for more than `leastKept`
    /// entries.
    private static let slack = 4, leastKept = 4096

    /// The memory kept for later frames, in bytes.
    var keptBytes: Int { count * MemoryLayout<Entry?>.stride }

    init() { entries = .allocate(capacity: 1) }
    deinit { entries.deallocate() }

    /// Makes room for this number of commands. Only one thread at a time may call this method.
    func reserve(_ wanted: Int) {
        most = max(most, wanted)
        if wanted <= count { return }
        let more = UnsafeMutablePointer<Entry?>.allocate(capacity: wanted)
        more.update(from: entries, count: count)
        (more + count).initialize(repeating: nil, count: wanted - count)
        entries.deallocate()
        (entries, count) = (more, wanted)
    }
    /// Returns the entry at the command's index if this entry is for the given path at the given scale; otherwise nil.
    func entry(_ path: PathIdentity, _ scale: Int, command: Int, frame: Int) -> Entry? {
        precondition(command < count)
        guard let entry = entries[command], entry.scale == scale, entry.identity == path else { return nil }
        entries[command]?.lastFrame = frame
        return entry
    }
    /// Stores the path that a command draws.
    func keep(_ path: PreparedPath, _ identity: PathIdentity, _ scale: Int, command: Int, frame: Int) -> Entry {
        precondition(command < count)
        note(command)
        path.lastFrame = frame
        let entry = Entry(path: PathReference(path), bounds: path.bounds, identity: identity, scale: scale, lastFrame: frame)
        entries[command] = entry
        return entry
    }
    /// Copies `lastFrame` of each entry to the path of the entry, and then releases memory that only larger canvases needed.
    func noteFrames() {
        for command in 0..<count { note(command) }
        if count > max(RecentPaths.slack * most, RecentPaths.leastKept) {
            entries.deallocate()
            (entries, count) = (.allocate(capacity: 1), 0)
        }
        most = 0
    }
    private func note(_ command: Int) {
        guard let entry = entries[command] else { return }
        entry.path.path._withUnsafeGuaranteedRef { if $0.lastFrame < entry.lastFrame { $0.lastFrame = entry.lastFrame } }
    }
    func removeAll() { entries.update(repeating: nil, count: count) }
}
