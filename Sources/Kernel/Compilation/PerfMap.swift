// PerfMap: writes the names of compiled kernels for Linux's profiler `perf`. `perf` reads /tmp/perf-<process>.map. Each line of the
// perf map file describes one piece of code: its address and size in hexadecimal, and its name. The perf map file is written if
// RASTER_PERF_MAP is set.

import Glibc
import Host

final class PerfMap: Sendable {
    static let shared: PerfMap? = getenv("RASTER_PERF_MAP") == nil ? nil : PerfMap()
    private let writing = Lock(())

    func add(_ name: String, _ address: UnsafeMutableRawPointer, _ size: Int) {
        writing.withLock { _ in
            guard let file = fopen("/tmp/perf-\(getpid()).map", "a") else { return }
            fputs("\(String(UInt(bitPattern: address), radix: 16)) \(String(size, radix: 16)) kernel \(name)\n", file)
            fclose(file)
        }
    }
}
