public import Raster

/// When the frames of an animation are shown: an exact function of the time, without memory.
///
/// Frame k of an even sequence is shown from k / fps on, that quotient being the nearest `Double`. Frames with times of their own follow one another by the sum
/// of the times before.
public struct FrameTiming: Sendable, Hashable {
    /// When each frame begins, in seconds; empty for even frames.
    private let starts: [Double]
    /// Frames per second of even frames.
    private let rate: Double
    /// The number of frames, 1 or more.
    public let count: Int
    /// How long all frames take together, in seconds.
    public let duration: Double

    /// Frames of one length.
    /// - Parameters:
    ///   - count: Their number, 1 or more; traps otherwise.
    ///   - fps: Frames per second, 0.001…1000.
    /// - Throws: `invalidArgument` for a rate out of its range.
    public init(count: Int, fps: Double) throws(RasterError) {
        precondition(count >= 1)
        guard (0.001...1000).contains(fps) else { throw RasterError(.invalidArgument, "fps of a frame animation", "is \(fps)", remedy: "use 0.001 to 1000") }
        self.count = count
        rate = fps
        starts = []
        duration = Double(count) / fps
    }
    /// Frames with lengths of their own, in seconds: at least one, each 0 or more, not all 0 (then each takes a tenth). Traps for none.
    init(lengths: [Double]) {
        precondition(!lengths.isEmpty)
        let usable = lengths.contains { $0 > 0 } ? lengths : lengths.map { _ in 0.1 }
        var starts: [Double] = [], now = 0.0
        for length in usable {
            starts.append(now)
            now += length
        }
        self.starts = starts
        count = usable.count
        rate = 0
        duration = now
    }

    /// Seconds from a time since the start until another frame is shown, or until the end where the last frame is; nil where none follows: after the end, or where a single frame
    /// repeats. NaN counts as 0.
    public func timeUntilNextFrame(at time: Double, repeats: Bool) -> Double? {
        let time = time.isNaN ? 0 : min(time, 1e9)
        if repeats ? count == 1 : time >= duration { return nil }
        guard time > 0 else { return beginning(of: 1) - time }
        let round = repeats ? (time / duration).rounded(.down) * duration : 0
        return max(0, round + beginning(of: index(at: time - round, repeats: false) + 1) - time)
    }
    /// When a frame begins in the sequence; the one after the last at its end.
    private func beginning(of index: Int) -> Double { index >= count ? duration : starts.isEmpty ? Double(index) / rate : starts[index] }

    /// The frame that is shown at a time in seconds since the start; before it the first one. After the end it is the last one, or with `repeats` as if the
    /// sequence began anew. NaN counts as 0.
    public func index(at time: Double, repeats: Bool) -> Int {
        guard time > 0 else { return 0 }
        if !repeats, time >= duration { return count - 1 }
        let bounded = min(time, 1e9)
        if starts.isEmpty {
            // A product may be rounded over a frame's beginning; the quotient decides.
            var number = Int((bounded * rate).rounded(.down))
            while Double(number + 1) / rate <= bounded { number += 1 }
            while number > 0, Double(number) / rate > bounded { number -= 1 }
            return repeats ? number % count : min(number, count - 1)
        }
        let within = repeats ? bounded.truncatingRemainder(dividingBy: duration) : bounded
        var low = 0, high = count
        while high - low > 1 {
            let middle = (low + high) / 2
            if starts[middle] <= within { low = middle } else { high = middle }
        }
        return low
    }
}
