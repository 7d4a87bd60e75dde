// DemoClock: a demo's time in a window. The space bar stops the time, and the arrow keys move the stopped time.

package struct DemoClock {
    /// The time step of an arrow key, in seconds: one frame of a 60 Hz screen.
    package static let step = 1.0 / 60
    /// The time at which the demo was stopped; nil while the demo runs.
    private var stopped: Double?
    /// How long the demo has been stopped so far, in seconds of the window's time.
    private var lost = 0.0

    package init() {}
    package var isPaused: Bool { stopped != nil }
    /// Converts the window's time `seconds` to the demo's time.
    package func time(at seconds: Double) -> Double { stopped ?? seconds - lost }

    package mutating func togglePause(at seconds: Double) {
        if let time = stopped {
            lost = seconds - time
            stopped = nil
        } else {
            stopped = time(at: seconds)
        }
    }
    /// Moves a stopped clock by a number of frames, but not to a time before 0.
    package mutating func move(frames: Int) {
        if let time = stopped { stopped = max(0, time + Double(frames) * DemoClock.step) }
    }
}
