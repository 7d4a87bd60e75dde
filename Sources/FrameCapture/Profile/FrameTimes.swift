import Raster

/// The times of a frame's draws and passes, estimated by drawing each draw, dispatch and pass repeatedly.
public struct FrameTimes: Sendable {
    /// The time of each draw in milliseconds, keyed by the draw's number: the median over the draw's submits, minus the time of an empty
    /// pass; 0 if the draw takes no longer than an empty pass.
    ///
    /// Each draw is submitted alone: the tiles of the image are read and written for this draw alone, and no other draw's vertices are shaded
    /// at the same time. Therefore, the draws of a pass, measured one by one, usually take longer together than the pass.
    public let draws: [Double]
    /// The time of each dispatch in milliseconds, keyed by the dispatch's number: the median over the dispatch's submits. Each dispatch is
    /// submitted alone.
    public let dispatches: [Double]
    /// The median time of each pass, with its clear and all its draws, in milliseconds, keyed by the pass's number.
    public let passes: [Double]
    /// The median time of the whole frame in one submit, in milliseconds.
    public let frame: Double
    /// The number of times that the measurement drew the frame, each pass and each draw.
    public let repetitions: Int

    /// A sentence that says how the times were measured, and how precise the times are.
    public var method: String {
        "estimated: medians of \(repetitions) runs on this machine. Each draw is submitted alone, minus the time of an empty pass; each pass with all its draws. Draws share work in their pass, so their sum is usually larger"
    }
}

extension Capture {
    /// Estimates the time of each draw and pass of a frame.
    ///
    /// The time excludes loading contents and compiling code. Other work on the machine increases the times.
    /// - Parameters:
    ///   - frame: The frame.
    ///   - repetitions: The number of times to draw the frame, each pass and each draw, 1…1000. If the measurement takes more than eight
    ///     seconds, the measurement ends early, but not before three repetitions.
    ///   - device: The device that draws.
    /// - Throws: The captured frame's `RasterError`; `invalidArgument` if the number of repetitions is out of range.
    public func times(of frame: CapturedFrame, repetitions: Int = 9, on device: Device = Device(.jit)) throws -> FrameTimes {
        guard (1...1000).contains(repetitions) else {
            throw RasterError(.invalidArgument, "\(repetitions) repetitions", "are out of range", remedy: "use 1 to 1000")
        }
        let measurement = try TimeMeasurement(Replayer(frame, of: self, on: device))
        // The frame is drawn twice before the measurement. After two drawings, the optimised code (the second tier) has replaced the quickly
        // compiled code (the first tier).
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
    private var drawTimes: [[Double]], dispatchTimes: [[Double]], emptyTimes: [[Double]], passTimes: [[Double]], frameTimes: [Double] = []

    init(_ replayer: Replayer) {
        self.replayer = replayer
        passes = replayer.frame.passes
        drawTimes = replayer.frame.draws.map { _ in [] }
        dispatchTimes = replayer.frame.dispatches.map { _ in [] }
        emptyTimes = passes.map { _ in [] }
        passTimes = passes.map { _ in [] }
    }
    func forget() {
        for index in drawTimes.indices { drawTimes[index] = [] }
        for index in dispatchTimes.indices { dispatchTimes[index] = [] }
        for index in passes.indices { (emptyTimes[index], passTimes[index]) = ([], []) }
        frameTimes = []
    }
    /// Draws the frame as a whole, then pass by pass, and then each draw and each dispatch alone.
    func run() throws {
        let events = replayer.frame.events
        try replayer.loadContents()
        frameTimes.append(try milliseconds(events[...]))
        try replayer.loadContents()
        try goThrough(between: { try replayer.submit($0) }) { pass in passTimes[pass.number].append(try milliseconds(events[pass.events])) }
        try replayer.loadContents()
        var dispatch = 0
        try goThrough(between: { try byDispatch($0, &dispatch) }, byDraw)
    }
    /// - Parameter between: Executes the events between two passes.
    private func goThrough(between: (ArraySlice<RecordedEvent>) throws -> Void, _ draw: (CapturedPass) throws -> Void) throws {
        var event = 0
        for pass in passes {
            try between(replayer.frame.events[event..<pass.events.lowerBound])
            try draw(pass)
            event = pass.events.upperBound + 1
        }
        try between(replayer.frame.events[event...])
    }
    /// - Parameter number: The number of the next dispatch.
    private func byDispatch(_ events: ArraySlice<RecordedEvent>, _ number: inout Int) throws {
        for event in events.indices {
            guard case .dispatch = events[event] else {
                try replayer.submit(events[event...event])
                continue
            }
            dispatchTimes[number].append(try milliseconds(events[event...event]))
            number += 1
        }
    }
    private func byDraw(_ pass: CapturedPass) throws {
        // A slice of events that starts inside of a pass continues the pass. A slice with only the event that ends the pass is
        // therefore an empty pass.
        let events = replayer.frame.events, first = pass.events.lowerBound, last = pass.events.upperBound
        try replayer.submit(events[first...first])
        emptyTimes[pass.number].append(try milliseconds(events[last...last]))
        var number = pass.draws.lowerBound
        for event in pass.events.dropFirst().dropLast() {
            // Events other than draws are executed, too, because an event may be a clear.
            guard case .draw = events[event] else {
                try replayer.submit(events[event...event])
                continue
            }
            drawTimes[number].append(try milliseconds(events[event...event]))
            number += 1
        }
    }
    /// Returns the time that the submit takes. The commands are recorded before the clock starts.
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
        return FrameTimes(draws: draws, dispatches: dispatchTimes.map(median), passes: passTimes.map(median),
                          frame: median(frameTimes), repetitions: repetitions)
    }
}
