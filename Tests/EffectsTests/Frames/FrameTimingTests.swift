// The frame that is shown at a given time.

import Effects
import Raster
import TestSupport
import Testing

@Suite("Frame timing") struct FrameTimingTests {
    @Test("frame k is shown from k / fps on, exact to the last bit of the time", arguments: [0.001, 1, 7, 24, 29.97, 30, 59.94, 60, 1000])
    func exact(fps: Double) throws {
        let timing = try FrameTiming(count: 5000, fps: fps)
        for k in [0, 1, 2, 3, 49, 997, 4999] {
            let start = Double(k) / fps
            #expect(timing.index(at: start, repeats: false) == k)
            #expect(timing.index(at: start, repeats: true) == k)
            if k > 0 { #expect(timing.index(at: start.nextDown, repeats: true) == k - 1) }
        }
        #expect(timing.duration == 5000 / fps)
    }

    @Test("after the last frame, this frame stays or the first frame follows; no time traps")
    func ends() throws {
        let timing = try FrameTiming(count: 4, fps: 10)
        #expect([0.4, 0.75, 1e300, .infinity].map { timing.index(at: $0, repeats: false) } == [3, 3, 3, 3])
        #expect([0.4, 0.45, 0.7, 40.1].map { timing.index(at: $0, repeats: true) } == [0, 0, 3, 1])
        for time in [-1, -.infinity, .nan, 1e300, .infinity, .leastNonzeroMagnitude] { #expect((0..<4).contains(timing.index(at: time, repeats: true))) }
        #expect(timing.index(at: -1, repeats: false) == 0 && timing.index(at: .nan, repeats: false) == 0)
        for fps in [0, -1, .nan, .infinity, 1001] { #expect(RasterError.thrown { _ = try FrameTiming(count: 1, fps: fps) }?.code == .invalidArgument) }
    }

    @Test("the time until the next frame is exact: then, and not earlier, another frame begins; after the last frame there is no such time")
    func untilNextFrame() throws {
        let image = Image(width: 2, height: 2)
        let frames = [(1, 10), (3, 10), (0, 10), (50, 0)].map { AnimatedPNGWriter.Frame(image: image, delay: ($0.0, $0.1)) }
        let uneven = try #require(FrameSequence(bytes: [AnimatedPNGWriter(width: 2, height: 2, frames: frames).data()]).timing)
        for timing in [uneven, try FrameTiming(count: 5, fps: 29.97), try FrameTiming(count: 2, fps: 0.5)] {
            for repeats in [false, true] {
                for step in 0..<200 {
                    let time = timing.duration * Double(step) / 97 - 0.01
                    guard let left = timing.timeUntilNextFrame(at: time, repeats: repeats) else {
                        #expect(!repeats && time >= timing.duration)
                        continue
                    }
                    let index = timing.index(at: time, repeats: repeats)
                    #expect(left >= 0 && timing.index(at: time + left * 0.999 - 1e-9, repeats: repeats) == index, "at \(time)")
                    #expect(timing.index(at: time + left + 1e-9, repeats: repeats) != index || (!repeats && time + left + 1e-9 >= timing.duration),
                            "at \(time)")
                }
            }
        }
        let single = try FrameTiming(count: 1, fps: 10)
        #expect(single.timeUntilNextFrame(at: 0.05, repeats: true) == nil && single.timeUntilNextFrame(at: 0.05, repeats: false) == 0.05)
        for time in [-1, -.infinity, .nan, 1e300, .infinity] { #expect((uneven.timeUntilNextFrame(at: time, repeats: true) ?? -1) >= 0) }
    }

    @Test("an animated PNG's frames have the durations of the file")
    func ownTimes() throws {
        let image = Image(width: 2, height: 2)
        let frames = [(1, 10), (3, 10), (0, 10), (50, 0)].map { AnimatedPNGWriter.Frame(image: image, delay: ($0.0, $0.1)) }
        let timing = try #require(FrameSequence(bytes: [AnimatedPNGWriter(width: 2, height: 2, frames: frames).data()]).timing)
        #expect(abs(timing.duration - 0.9) < 1e-12)
        #expect([0, 0.05, 0.1, 0.39, 0.41, 0.89, 5].map { timing.index(at: $0, repeats: false) } == [0, 0, 1, 1, 3, 3, 3])
        #expect([0.91, 1.85].map { timing.index(at: $0, repeats: true) } == [0, 0])
        let still = try #require(FrameSequence(bytes: [AnimatedPNGWriter(width: 2, height: 2,
                                                                         frames: frames.prefix(1).map {
                                                                             AnimatedPNGWriter.Frame(image: $0.image, delay: (0, 0))
                                                                         }).data()]).timing)
        #expect(still.duration == 0.1)
    }
}
