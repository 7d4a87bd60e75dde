// CaptureRun: the counts that all processes of a run share. With these counts, each capture gets its own file.
//
// An application with worker processes passes RASTER_CAPTURE on to these processes. The workers may run one after another, so an existing
// file does not show which process wrote it. The first process therefore keeps a list of counts in a file without a name. The other
// processes find the file of the list through an environment variable.

import CLLVM
import Glibc
import Host

package enum CaptureRun {
    /// The environment variable that contains the path of the run's list.
    static let variable = "RASTER_CAPTURE_RUN"
    /// The start of every line that reports the outcome of a capture. A process with workers also prints the lines of its workers that
    /// begin with this text.
    package static let noticePrefix = "Raster capture"

    private struct State {
        /// The counts of this process, used as long as the process can reach no list file.
        var counts: [String: Int] = [:]
        /// The descriptor of the list file that this process keeps open; nil if this process keeps no list file.
        var list: Int32?
    }
    private static let state = Lock(State())
    /// The first line of a list. A file without this first line does not count as a list.
    private static let signature = "raster captures 1"
    /// The name under which the run counts its devices. This name differs from every path, because no path is empty.
    private static let devices = ""

    /// Counts one more use of a name in this run, and returns the new count.
    static func next(_ name: String) -> Int {
        state.withLock { state in
            if let path = listPath(of: state), let number = CaptureRun.change(path, { $0[name, default: 0] += 1; return $0[name, default: 1] }) {
                return number
            }
            state.counts[name, default: 0] += 1
            return state.counts[name, default: 1]
        }
    }
    /// Counts a device whose frames the environment asks the process to capture.
    static func noteDevice() { _ = next(devices) }

    /// Returns the environment for worker processes. With this environment, the workers and this process count their captures in one list,
    /// so that no two captures get the same file.
    ///
    /// If neither this process nor a worker makes a device, this process says so on standard error when it exits.
    package static func environment(_ own: [String: String]) -> [String: String] {
        guard let request = try? CaptureRequest.fromEnvironment(), own[CaptureRequest.variable] != nil else { return own }
        let path: String? = state.withLock { state in
            if let path = listPath(of: state) { return path }
            guard let list = newList() else { return nil }
            state.list = list
            let counts = state.counts, path = listPath(of: state)
            if let path { _ = CaptureRun.change(path) { $0 = counts; return 0 } }
            CaptureEnd.atExit { tellOfNoDevice(request) }
            return path
        }
        return path.map { own.merging([variable: $0]) { $1 } } ?? own
    }
    private static func tellOfNoDevice(_ request: CaptureRequest) {
        guard CaptureRequest.isAskedStill, let path = state.withLock({ listPath(of: $0) }),
              CaptureRun.change(path, { $0[devices, default: 0] }) == 0 else { return }
        CaptureEnd.tell("Raster captured nothing into '\(request.expandedPath)': neither this program nor its worker processes made a device")
    }

    /// Returns the path of the list: this process's own list, or the list that the environment names; nil if there is no list.
    private static func listPath(of state: State) -> String? {
        state.list.map { "/proc/\(getpid())/fd/\($0)" } ?? RasterEnvironment(variable).map { String(cString: $0) }
    }
    private static func newList() -> Int32? {
        let folder = RasterEnvironment("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var path = Array("\(folder)/raster-captures-XXXXXX".utf8CString)
        let list = mkstemp(&path)
        guard list >= 0 else { return nil }
        _ = fcntl(list, F_SETFD, FD_CLOEXEC)
        unlink(path)
        let head = Array((signature + "\n").utf8)
        guard pwrite(list, head, head.count, 0) == head.count else {
            close(list)
            return nil
        }
        return list
    }
    /// Changes a list. Other processes cannot change the list at the same time. Returns nil if the file does not exist or is not a
    /// list.
    private static func change(_ path: String, _ body: (inout [String: Int]) -> Int) -> Int? {
        let file = open(path, O_RDWR | O_CLOEXEC)
        guard file >= 0 else { return nil }
        // Closing the file releases the lock.
        defer { close(file) }
        while flock(file, LOCK_EX) != 0 { if errno != EINTR { return nil } }
        var bytes: [UInt8] = [], part = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = pread(file, &part, part.count, off_t(bytes.count))
            guard count > 0, bytes.count < 1 << 24 else { break }
            bytes += part[..<count]
        }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == signature else { return nil }
        var counts: [String: Int] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2, let count = Int(parts[0]) { counts[String(parts[1])] = count }
        }
        let before = counts, result = body(&counts)
        guard counts != before else { return result }
        // A line feed in a path would break the list. A path with a line feed is counted under a changed name.
        let text = signature + "\n" + counts.sorted { $0.key < $1.key }.map { "\($0.value) \(String($0.key.map { $0.isNewline ? "\u{0}" : $0 }))\n" }.joined()
        let written = Array(text.utf8)
        guard ftruncate(file, 0) == 0, pwrite(file, written, written.count, 0) == written.count else { return nil }
        return result
    }
}
