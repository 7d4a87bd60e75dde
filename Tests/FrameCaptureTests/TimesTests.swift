// The times that draws take. The tests check which times exist, not their values.

import FrameCapture
import Raster
import Testing

@Suite("Times of draws") struct TimesTests {
    @Test("passes have their labels, sizes and draws, and each has a time") func times() throws {
        let file = TemporaryFile(), fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        #expect(frame.passes.map(\.label) == ["small", "main"] && frame.passes.map(\.draws) == [0..<1, 1..<3])
        #expect(frame.passes.map(\.width) == [16, 48] && frame.passes.map(\.height) == [16, 32])
        #expect(frame.textureNames(of: frame.draws[1]) == ["checks"] && frame.textureNames(of: frame.draws[0]) == [])
        let times = try capture.times(of: frame, repetitions: 3, on: fixture.device)
        #expect(times.draws.count == 3 && times.passes.count == 2 && times.repetitions == 3 && times.frame > 0 && times.passes.allSatisfy { $0 > 0 }
                && times.draws.allSatisfy { $0 >= 0 })
        #expect(times.method.contains("estimated: medians of 3 runs"))
        for wrong in [0, -1, 1001] { #expect(throws: RasterError.self) { try capture.times(of: frame, repetitions: wrong, on: fixture.device) } }
    }

    @Test("each dispatch has a time, in the list of draws too") func dispatches() throws {
        let file = TemporaryFile()
        _ = try ComputeFixture.capture(file)
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let times = try capture.times(of: frame, repetitions: 1, on: Device(.reference))
        #expect(!frame.dispatches.isEmpty && times.dispatches.count == frame.dispatches.count && times.dispatches.allSatisfy { $0 > 0 })
        let lines = try framescope("draws", file.path, "--time", "--on", "reference").output.split(separator: "\n").filter { $0.hasPrefix("dispatch:") }
        #expect(lines.count == frame.dispatches.count && lines.allSatisfy { $0.contains(" ms ") }, "\(lines)")
    }

    @Test("a frame without draws, and a pass that only clears, have times too") func empty() throws {
        let file = TemporaryFile(), device = Device(.reference), target = try device.makeFramebuffer(width: 4, height: 4)
        try device.startCapture(to: file.path)
        try device.submit(device.makeCommandEncoder())
        var frame = device.makeCommandEncoder()
        frame.render(to: target, clear: .color(1, 0, 0), label: "clear") { _ in }
        try device.submit(frame)
        try device.stopCapture()
        let capture = try Capture(contentsOf: file.path)
        let nothing = try capture.times(of: capture.frames[0], repetitions: 1, on: device),
            cleared = try capture.times(of: capture.frames[1], repetitions: 1, on: device)
        #expect(nothing.passes.isEmpty && nothing.draws.isEmpty && cleared.passes.count == 1 && cleared.draws.isEmpty)
        #expect(capture.frames[1].passes.map(\.draws) == [0..<0])
    }
}
