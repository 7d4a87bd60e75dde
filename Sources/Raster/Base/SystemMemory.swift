// SystemMemory: the memory that this process may use. This memory is the machine's memory, or the limit of the process's control
// groups if this limit is lower. A container's limit is a limit of a control group.

import Glibc

package enum SystemMemory {
    /// The number of bytes that this process may use.
    static let byteCount = min(physicalByteCount, groupLimit { path in
        (try? HostFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    } ?? .max)

    /// The default limit of a device in bytes: three quarters of the memory. The rest is for the application and the system.
    static var defaultLimit: Int { byteCount / 4 * 3 }

    private static var physicalByteCount: Int {
        let pages = sysconf(Int32(_SC_PHYS_PAGES)), page = sysconf(Int32(_SC_PAGESIZE))
        return pages > 0 && page > 0 ? pages * page : .max
    }

    /// Returns the lowest limit of the process's control groups, of versions 1 and 2; nil if no group has a limit.
    /// - Parameter read: Returns the text of a file; nil if the file cannot be read.
    package static func groupLimit(read: (_ path: String) -> String?) -> Int? {
        guard let groups = read("/proc/self/cgroup") else { return nil }
        var lowest: Int?
        for line in groups.split(separator: "\n") {
            // A line has the form number:controllers:path. In a line for version 2, the controllers are empty.
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            let isMemory = fields[1].split(separator: ",").contains("memory")
            guard fields[1].isEmpty || isMemory else { continue }
            let root = isMemory ? "/sys/fs/cgroup/memory" : "/sys/fs/cgroup", file = isMemory ? "memory.limit_in_bytes" : "memory.max"
            // The limits of the enclosing groups apply, too.
            var names = fields[2].split(separator: "/")
            while true {
                let folder = names.isEmpty ? root : root + "/" + names.joined(separator: "/")
                // Without a limit the file contains "max", or a number larger than any memory.
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
