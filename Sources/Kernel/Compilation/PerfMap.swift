// PerfMap: names compiled kernels for Linux's `perf`. `perf` reads /tmp/perf-<process>.map, one line for each piece of code:
// address and size in hexadecimal, and the name. The file is written if RASTER_PERF_MAP is set.

import Glibc
import Synchronization

final class PerfMap: Sendable {
    static let shared: PerfMap? = getenv("RASTER_PERF_MAP") == nil ? nil : PerfMap()
    private let writing = Mutex(())

    func add(_ name: String, _ address: UnsafeMutableRawPointer, _ size: Int) {
        writing.withLock { _ in
            guard let file = fopen("/tmp/perf-\(getpid()).map", "a") else { return }
            fputs("\(String(UInt(bitPattern: address), radix: 16)) \(String(size, radix: 16)) kernel \(name)\n", file)
            fclose(file)
        }
    }
}
