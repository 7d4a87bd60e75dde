// FrameMemory: plays animations of several lengths. For each animation, measures the needed memory and the time on the drawing thread.

import Effects
import Foundation
import Raster

package enum FrameMemory {
    package struct Row: Sendable {
        package var count: Int
        package var compressedBytes: Int
        /// The number of bytes that all decoded frames would take together.
        package var decodedBytes: Int
        /// The peak of the process's resident memory in bytes, minus the resident memory before the frames were read.
        package var grownBytes: Int
        /// The mean time per frame in milliseconds: `drawing` on the drawing thread, `decoding` on the decoder's thread.
        package var drawing: Double
        package var decoding: Double
    }

    /// Plays the frames twice. Each frame is shown as soon as it is decoded.
    package static func measure(_ frames: [[UInt8]], device: Device) throws -> Row {
        let before = residentBytes()
        // Some elements of `frames` may share memory. Copies of the bytes give each frame memory of its own, as if each frame had
        // been read from a separate file.
        let copies = frames.map { [UInt8]($0[...].map { $0 }) }
        let sequence = try FrameSequence(bytes: copies), animation = FrameAnimation(device: device)
        try animation.play(sequence, fps: 30, repeat: true)
        let clock = ContinuousClock()
        var largest = before, drawing = Duration.zero, decoding = Duration.zero
        for k in 0..<(2 * sequence.count) {
            let time = Double(k) / 30, begin = clock.now
            animation.waitForFrame(at: time)
            let decoded = clock.now
            try animation.update(at: time, waits: false)
            drawing += clock.now - decoded
            decoding += decoded - begin
            largest = max(largest, residentBytes())
        }
        let total = Double(2 * sequence.count)
        return Row(count: frames.count, compressedBytes: sequence.compressedByteCount, decodedBytes: sequence.count * sequence.width * sequence.height * 4,
                   grownBytes: max(0, largest - before), drawing: drawing / .milliseconds(1) / total, decoding: decoding / .milliseconds(1) / total)
    }

    /// Prints a table of measurements, and for comparison the numbers from the article on which the demo is based. The article measured
    /// frames of 350 × 285 pixels on a device of 2015.
    static func print(device: Device) throws {
        let frames = try FramesDemo.walk(device: device, count: 80)
        // The first round allocates memory that later rounds use again, so the result of the first round is not used.
        _ = try measure(Array(frames.prefix(10)), device: device)
        Swift.print("frames of 350×285  compressed  all decoded  resident growth  drawing thread  decoder")
        for count in [10, 20, 40, 80] {
            let row = try measure(Array(frames.prefix(count)), device: device)
            Swift.print(String(format: "%18d %8.2f MB %9.2f MB %13.2f MB %12.2f ms %5.2f ms", row.count, Double(row.compressedBytes) / 1e6,
                               Double(row.decodedBytes) / 1e6,
                               Double(row.grownBytes) / 1e6, row.drawing, row.decoding))
        }
        Swift.print("The process first uses resident memory that it already had, which is not growth.")
        Swift.print("The article, 80 frames: 119 MB with all frames decoded, 8.4 MB when each was decoded on demand.")
    }
    /// Returns the process's resident memory in bytes (proc(5), statm).
    private static func residentBytes() -> Int {
        let words = (try? HostFile.read("/proc/self/statm")).map { String(decoding: $0, as: UTF8.self).split(separator: " ") } ?? []
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
    }
}
