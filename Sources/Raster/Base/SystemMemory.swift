// SystemMemory: how much memory this process may have: what the machine has or, where that is less, what the control groups
// allow that it runs in. A container's limit is one of those.

import Glibc

package enum SystemMemory {
    /// Bytes.
    static let byteCount = min(physicalByteCount, groupLimit { path in
        (try? HostFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    } ?? .max)

    /// The bytes that a device may take unless its options say otherwise: three quarters. The rest is for the program and the
    /// system.
    static var defaultLimit: Int { byteCount / 4 * 3 }

    private static var physicalByteCount: Int {
        let pages = sysconf(Int32(_SC_PHYS_PAGES)), page = sysconf(Int32(_SC_PAGESIZE))
        return pages > 0 && page > 0 ? pages * page : .max
    }

    /// The lowest limit of the process's control groups, of version 2 and 1; nil where there is none.
    /// - Parameter read: gives the text of a file, nil where it cannot be read.
    package static func groupLimit(read: (_ path: String) -> String?) -> Int? {
        guard let groups = read("/proc/self/cgroup") else { return nil }
        var lowest: Int?
        for line in groups.split(separator: "\n") {
            // number:controllers:path; version 2 has no controllers here.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isMemory = fields[1].split(separator: ",").contains("memory")
            guard fields[1].isEmpty || isMemory else { continue }
            let root = isMemory ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", file = isMemory ? "memory.limit_in_bytes" : "memory.max"
            // A group is bound by those around it, too.
            var names = fields[2].split(separator: "/")
            while true {
                let folder = names.isEmpty ? root : root + "/" + names.joined(separator: "/")
                // Without a limit the file says "max", or a number beyond all memory.
                if let text = read(folder + "/" + file), let limit = Int(text.split(separator: "\n").first ?? ""), limit > 0 {
                    lowest = min(lowest ?? limit, limit)
                }
                if names.isEmpty { break }
                names.removeLast()
            }
        }
        return lowest
    }
}
