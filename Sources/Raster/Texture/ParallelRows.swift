// ParallelRows: distributes the rows of an image over threads, for commands that copy or convert texels without a kernel.

/// A function that calls `body` for each number 0 ..< `count`, in any order and on any threads.
package typealias BandLoop = (_ count: Int, _ body: (Int) -> Void) -> Void

/// The rows that a command writes. No row depends on another row of the same command.
struct ParallelRows {
    let count: Int
    /// The number of rows that one thread takes at once.
    private let rowsPerBand: Int
    private let loop: BandLoop

    /// A band has at least this number of bytes. A thread needs more time to take a smaller band than to copy the band.
    private static let fewestBytes = 1 << 15

    /// - Parameters:
    ///   - byteCount: The number of bytes that are read or written for one row.
    ///   - loop: The loop that calls a function for each band.
    init(count: Int, byteCount: Int, _ loop: @escaping BandLoop) {
        self.count = count; self.loop = loop
        rowsPerBand = max(1, Self.fewestBytes / max(1, byteCount))
    }

    /// Calls `body` for each row. Rows of different bands may be processed at the same time.
    func forEach(_ body: (Int) -> Void) {
        forEachBand { rows in for row in rows { body(row) } }
    }
    /// Calls `body` for each band. Several bands may be processed at the same time.
    func forEachBand(_ body: (Range<Int>) -> Void) {
        loop((count + rowsPerBand - 1) / rowsPerBand) { band in
            body(band * rowsPerBand ..< min((band + 1) * rowsPerBand, count))
        }
    }

    /// Calls `body` for each number on the calling thread, in rising order.
    static func inOrder(_ count: Int, _ body: (Int) -> Void) {
        for number in 0..<count { body(number) }
    }
}
