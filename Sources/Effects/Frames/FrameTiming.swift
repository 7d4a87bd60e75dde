public import Raster

/// The times at which the frames of an animation are shown. The shown frame depends only on the time, not on earlier calls.
///
/// If all frames have the same length, frame k begins at k / fps, rounded to the nearest `Double`. If the lengths differ, a frame
/// begins at the sum of the lengths of all earlier frames.
public struct FrameTiming: Sendable, Hashable {
    /// The time at which each frame begins, in seconds; empty if all frames have the same length.
    private let starts: [Double]
    /// The number of frames per second, if all frames have the same length.
    private let rate: Double
    /// The number of frames, 1 or more.
    public let count: Int
    /// The sum of the lengths of all frames, in seconds.
    public let duration: Double

    /// Creates a timing of frames of equal length.
    /// - Parameters:
    ///   - count: The number of frames, 1 or more; a smaller number traps.
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
    /// Creates a timing of frames with individual lengths in seconds, each 0 or more. If all lengths are 0, each frame takes a tenth of a
    /// second. Traps if `lengths` is empty.
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

    /// Returns the seconds until the next frame begins or, during the last frame, until the last frame ends. `time` is in seconds
    /// since the start; NaN counts as 0. Returns nil after the end of the sequence, and if a single frame repeats.
    public func timeUntilNextFrame(at time: Double, repeats: Bool) -> Double? {
        let time = time.isNaN ? 0 : min(time, 1e9)
        if repeats ? count == 1 : time >= duration { return nil }
        guard time > 0 else { return beginning(of: 1) - time }
        let round = repeats ? (time / duration).rounded(.down) * duration : 0
        return max(0, round + beginning(of: index(at: time - round, repeats: false) + 1) - time)
    }
    /// Returns the time at which a frame begins. If `index` is the number of frames, returns the time at which the last frame ends.
    private func beginning(of index: Int) -> Double { index >= count ? duration : starts.isEmpty ? Double(index) / rate : starts[index] }

    /// Returns the frame that is shown at a time in seconds since the start. Before the start, the result is the first frame. After
    /// the end, the result is the last frame; but if `repeats` is true, the sequence begins again. NaN counts as 0.
    public func index(at time: Double, repeats: Bool) -> Int {
        guard time > 0 else { return 0 }
        if !repeats, time >= duration { return count - 1 }
        let bounded = min(time, 1e9)
        if starts.isEmpty {
            // The product is rounded, so `number` may be one too low or too high. The loops correct `number` by comparing the time with the
            // exact beginnings of frames.
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
