// Bench: measures how many frames of a demo are drawn per second, without a window.
//
// Each frame is finished before the next frame begins. The demo's time advances by a sixtieth of a second per frame, so all runs
// draw the same frames. The first second is not counted, because shaders are still being compiled during that second.

import Foundation
import Raster
import Terminal

struct Bench {
    static let warmUp = Duration.seconds(1), length = Duration.seconds(3)

    let demo: any Demo
    let driver: HeadlessDriver

    /// Draws frames for four seconds, and at least two frames after the first second.
    func measure(from time: Double) throws -> DemoReport.Speed {
        let progress = ProgressLine.ofDemo()
        defer { progress.finish() }
        let clock = ContinuousClock(), start = clock.now
        var frames: [Double] = [], number = 0
        while clock.now - start < Bench.warmUp + Bench.length || frames.count < 2 {
            let begin = clock.now
            try driver.finishFrame(demo, time: time + Double(number) / 60, delta: number == 0 ? 0 : 1.0 / 60, number: number)
            number += 1
            if begin - start >= Bench.warmUp { frames.append((clock.now - begin) / .milliseconds(1)) }
            progress.report("measuring: frame \(number)")
        }
        let sorted = frames.sorted(), total = frames.reduce(0, +)
        return DemoReport.Speed(frames: frames.count, framesPerSecond: Double(frames.count) * 1000 / total, median: sorted[sorted.count / 2],
                                fastest: sorted[0], slowest: sorted[sorted.count - 1])
    }
}

extension DemoReport.Speed: CustomStringConvertible {
    package var description: String {
        func number(_ value: Double) -> String { String(format: value < 100 ? "%.2f" : "%.0f", value) }
        return "\(number(framesPerSecond)) frames per second; \(number(median)) ms a frame in the median, \(number(fastest)) to \(number(slowest)), of \(frames)"
    }
}
