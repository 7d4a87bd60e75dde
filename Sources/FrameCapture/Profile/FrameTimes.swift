import Raster

/// The time that the draws and passes of a frame take, estimated by drawing them again and again.
public struct FrameTimes: Sendable {
    /// Milliseconds of each draw, by its number: the median of its submits, less the time of an empty pass; 0 for a draw that takes no longer than one.
    ///
    /// A draw is submitted by itself, so that its tiles are read and written for it alone, and no other draw's vertices are shaded meanwhile: the sum of a
    /// pass's draws is mostly more than the pass takes.
    public let draws: [Double]
    /// Milliseconds of each pass, by its number: the median of its submits, with its clear and all its draws.
    public let passes: [Double]
    /// Milliseconds of the whole frame in one submit, the median.
    public let frame: Double
    /// How often each was drawn.
    public let repetitions: Int

    /// A sentence that says how the numbers came about, and what they are worth.
    public var method: String {
        "estimated: medians of \(repetitions) runs on this machine, each draw submitted by itself less the time of an empty pass, each pass with all its draws; draws share work in their pass, so that their sum is mostly more"
    }
}

extension Capture {
    /// Estimates the time of each draw and pass of a frame.
    ///
    /// Contents are loaded, and code is compiled, outside of the time that is measured. Other work on the machine makes the numbers larger.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - repetitions: How often each is drawn, 1…1000. Once at least three runs are done, it takes no longer than some seconds.
    ///   - device: The device that draws.
    /// - Throws: `RasterError` as the captured frame did; with `invalidArgument` for a count out of its range.
    public func times(of frame: CapturedFrame, repetitions: Int = 9, on device: Device = Device(.jit)) throws -> FrameTimes {
        guard (1...1000).contains(repetitions) else { throw RasterError(.invalidArgument, "\(repetitions) repetitions", "are out of range", remedy: "use 1 to 1000") }
        let measurement = try TimeMeasurement(Replayer(frame, of: self, on: device))
        // Code of the second tier takes the place of the first in the meantime.
        for _ in 0..<2 { try measurement.run() }
        measurement.forget()
        let start = ContinuousClock.now
        var count = 0
        repeat {
            try measurement.run()
            count += 1
        } while count < repetitions && (count < 3 || ContinuousClock.now - start < .seconds(8))
        return measurement.times(repetitions: count)
    }
}

private final class TimeMeasurement {
    private let replayer: Replayer
    private let passes: [CapturedPass]
    private var drawTimes: [[Double]], emptyTimes: [[Double]], passTimes: [[Double]], frameTimes: [Double] = []

    init(_ replayer: Replayer) {
        self.replayer = replayer
        passes = replayer.frame.passes
        drawTimes = replayer.frame.draws.map { _ in [] }
        emptyTimes = passes.map { _ in [] }
        passTimes = passes.map { _ in [] }
    }
    func forget() {
        for index in drawTimes.indices { drawTimes[index] = [] }
        for index in passes.indices { (emptyTimes[index], passTimes[index]) = ([], []) }
        frameTimes = []
    }
    /// Draws the frame as a whole, then pass by pass, then draw by draw.
    func run() throws {
        let events = replayer.frame.events
        try replayer.loadContents()
        frameTimes.append(try milliseconds(events[...]))
        try replayer.loadContents()
        try goThrough { pass in passTimes[pass.number].append(try milliseconds(events[pass.events])) }
        try replayer.loadContents()
        try goThrough(byDraw)
    }
    private func goThrough(_ draw: (CapturedPass) throws -> Void) throws {
        var event = 0
        for pass in passes {
            try replayer.submit(replayer.frame.events[event..<pass.events.lowerBound])
            try draw(pass)
            event = pass.events.upperBound + 1
        }
        try replayer.submit(replayer.frame.events[event...])
    }
    private func byDraw(_ pass: CapturedPass) throws {
        // A slice that begins inside of a pass goes on with it; one without events in it is an empty pass.
        let events = replayer.frame.events, first = pass.events.lowerBound, last = pass.events.upperBound
        try replayer.submit(events[first...first])
        emptyTimes[pass.number].append(try milliseconds(events[last...last]))
        var number = pass.draws.lowerBound
        for event in pass.events.dropFirst().dropLast() {
            // An event that is no draw still takes its turn: it may clear.
            guard case .draw = events[event] else {
                try replayer.submit(events[event...event])
                continue
            }
            drawTimes[number].append(try milliseconds(events[event...event]))
            number += 1
        }
    }
    /// The time of a submit alone: what it records is recorded before.
    private func milliseconds(_ events: ArraySlice<RecordedEvent>) throws -> Double {
        let encoder = try replayer.encoder(for: events)
        return try ContinuousClock().measure { try replayer.device.submit(encoder) } / .milliseconds(1)
    }

    func times(repetitions: Int) -> FrameTimes {
        func median(_ list: [Double]) -> Double { list.isEmpty ? 0 : list.sorted()[list.count / 2] }
        var draws = drawTimes.map(median)
        for pass in passes {
            let empty = median(emptyTimes[pass.number])
            for draw in pass.draws { draws[draw] = max(0, draws[draw] - empty) }
        }
        return FrameTimes(draws: draws, passes: passTimes.map(median), frame: median(frameTimes), repetitions: repetitions)
    }
}
