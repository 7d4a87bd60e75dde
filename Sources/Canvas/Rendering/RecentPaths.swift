// RecentPaths: the paths that a canvas' commands drew the last time, by the commands' numbers, so that a drawing by the thousand finds its paths without looking for them:
// what is compared lies in the order of the commands, and no path is touched for it.
//
// Unsafe because several threads write to it, each to places of its own, and because paths are not counted: `PreparedPaths` keeps them, and empties this before it forgets any.

final class RecentPaths {
    /// A path that is known, with all that it takes to draw it.
    struct Entry {
        let path: PathReference
        let bounds: Bounds
        fileprivate let identity: PathIdentity
        fileprivate let scale: Int
        fileprivate var lastFrame: Int
    }
    private var entries: UnsafeMutablePointer<Entry?>
    private var count = 0
    /// The most commands of a canvas since `noteFrames`.
    private var most = 0
    /// More than so many times the commands that there were is given back, beyond some that cost little.
    private static let slack = 4, leastKept = 4096

    /// Bytes of memory that are kept for the next frames.
    var keptBytes: Int { count * MemoryLayout<Entry?>.stride }

    init() { entries = .allocate(capacity: 1) }
    deinit { entries.deallocate() }

    /// Room for so many commands. One thread at a time may ask for it.
    func reserve(_ wanted: Int) {
        most = max(most, wanted)
        if wanted <= count { return }
        let more = UnsafeMutablePointer<Entry?>.allocate(capacity: wanted)
        more.update(from: entries, count: count)
        (more + count).initialize(repeating: nil, count: wanted - count)
        entries.deallocate()
        (entries, count) = (more, wanted)
    }
    /// What a command drew the last time, if it is this path.
    func entry(_ path: PathIdentity, _ scale: Int, command: Int, frame: Int) -> Entry? {
        precondition(command < count)
        guard let entry = entries[command], entry.scale == scale, entry.identity == path else { return nil }
        entries[command]?.lastFrame = frame
        return entry
    }
    /// Keeps what a command draws.
    func keep(_ path: PreparedPath, _ identity: PathIdentity, _ scale: Int, command: Int, frame: Int) -> Entry {
        precondition(command < count)
        note(command)
        path.lastFrame = frame
        let entry = Entry(path: PathReference(path), bounds: path.bounds, identity: identity, scale: scale, lastFrame: frame)
        entries[command] = entry
        return entry
    }
    /// Tells the paths when they were drawn last. Memory that only larger canvases needed is given back.
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
