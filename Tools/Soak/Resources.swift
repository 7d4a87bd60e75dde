// Resources: the memory, descriptors, threads and files of a process, and the allowed growth of each resource.

import CHeap
import Foundation

struct Resources: CustomStringConvertible {
    /// The number of bytes that malloc has allocated and that are not freed.
    var heap: Int
    /// The number of bytes of memory that the process uses, including code and mapped files.
    var resident: Int
    var descriptors: Int
    var threads: Int
    /// The number of entries in the folder for temporary files.
    var files: Int

    /// The number of threads that the system may keep for later work.
    static let idleThreads = 4

    /// Waits until no other thread is working and the heap no longer changes, but at most ten seconds; returns the
    /// resources.
    static func settled(in folder: URL) -> Resources {
        var now = Resources(in: folder), unchanged = 0
        for _ in 0..<1000 where unchanged < 5 {
            usleep(10_000)
            let next = Resources(in: folder)
            unchanged = next.heap == now.heap && threadsAtWork == 0 ? unchanged + 1 : 0
            now = next
        }
        return now
    }
    /// The number of threads that run or are ready to run, except the calling thread. Idle threads and leaked threads sleep, so
    /// this number does not include them.
    private static var threadsAtWork: Int {
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self"))?.split(separator: "/").last.map { String($0) }
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
        return threads.count { thread in
            // The line has the form "number (name) state …"; the name may contain any character.
            guard thread != own, let line = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8),
                  let end = line.lastIndex(of: ")") else { return false }
            return line[line.index(after: end)...].first { $0 != " " } != "S"
        }
    }
    /// Returns the resources once no thread has ended or begun for a second.
    static func steady(in folder: URL) -> Resources {
        var now = Resources(in: folder), unchanged = 0
        while unchanged < 20 {
            usleep(50_000)
            let next = Resources(in: folder)
            unchanged = next.threads == now.threads ? unchanged + 1 : 0
            now = next
        }
        return now
    }
    init(in folder: URL) {
        heap_trim()
        heap = heap_in_use()
        func count(_ path: String) -> Int { (try? FileManager.default.contentsOfDirectory(atPath: path).count) ?? 0 }
        // The list of descriptors includes the descriptor that is open for listing.
        descriptors = count("/proc/self/fd") - 1
        threads = count("/proc/self/task")
        files = count(folder.path)
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        resident = pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    private static func megabytes(_ bytes: Int) -> String { String(format: "%.1f MB", Double(bytes) / 1e6) }
    var description: String {
        "heap \(Resources.megabytes(heap)), resident \(Resources.megabytes(resident)), \(descriptors) descriptors, \(threads) threads, \(files) temporary files"
    }

    /// Returns a sentence for each resource that grew since `before` by more than its allowance; the list is empty if no resource grew this much.
    func gains(since before: Resources, allowance: Int) -> [String] {
        var gains: [String] = []
        // Resident memory includes freed memory that the allocator keeps, so the allowance for resident memory is larger.
        if heap - before.heap > allowance { gains.append("\(Resources.megabytes(heap - before.heap)) of heap") }
        if resident - before.resident > 3 * allowance { gains.append("\(Resources.megabytes(resident - before.resident)) of resident memory") }
        if descriptors > before.descriptors { gains.append("\(descriptors - before.descriptors) descriptors") }
        if threads > before.threads + Resources.idleThreads { gains.append("\(threads - before.threads) threads") }
        if files > before.files { gains.append("\(files - before.files) temporary files") }
        return gains
    }
}
