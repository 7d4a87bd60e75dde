import CHost
import Glibc

/// Finds the host's functions that are on the call stack during a call of the library.
package enum Callers {
    private static let largestCount = 12
    nonisolated private static let names = Lock([UnsafeMutableRawPointer: String]())
    /// The functions in which a program and its threads begin. The callers of these functions belong to the system.
    private static let ends: Set<String> = ["main", "start_thread", "clone3", "clone", "_start", "__libc_start_main"]

    /// Returns the names of the host's functions on the call stack, the innermost first, up to `main`. The list is empty if the library is
    /// linked into the program. Each name is looked up only once, because a look-up takes about a millisecond.
    package static func here() -> [String] {
        var addresses = [UnsafeMutableRawPointer?](repeating: nil, count: largestCount)
        let count = Int(RasterHostCallers(&addresses, Int32(largestCount)))
        var result: [String] = []
        for address in addresses[..<count] {
            guard let address else { continue }
            let name = name(address)
            if name == "main" { result.append(name) }
            // The system has no table with the names of libc's internal functions, so these functions are recognised by the name of their
            // library, libc.so.
            if ends.contains(name) || name.hasPrefix("__libc_start") || name.hasPrefix("libc.so") { break }
            if name != "main" { result.append(name) }
        }
        return result
    }
    private static func name(_ address: UnsafeMutableRawPointer) -> String {
        names.withLock { names in
            if let known = names[address] { return known }
            let text = RasterHostNameOfCaller(address), name = text.map { String(cString: $0) } ?? "an unknown function"
            free(text)
            names[address] = name
            return name
        }
    }
}
