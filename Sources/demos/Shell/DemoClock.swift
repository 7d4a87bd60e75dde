// DemoClock: a demo's time in a window, which the space bar stops and the arrow keys move while it stands.

package struct DemoClock {
    /// A step of an arrow key, in seconds: a frame of a screen of 60 Hz.
    package static let step = 1.0 / 60
    /// The time that the demo had when it was stopped; nil while it runs.
    private var stopped: Double?
    /// Seconds of the window's time that the demo has not seen.
    private var lost = 0.0

    package init() {}
    package var isPaused: Bool { stopped != nil }
    /// The demo's time at the window's time `seconds`.
    package func time(at seconds: Double) -> Double { stopped ?? seconds - lost }

    package mutating func togglePause(at seconds: Double) {
        if let time = stopped {
            lost = seconds - time
            stopped = nil
        } else {
            stopped = time(at: seconds)
        }
    }
    /// Moves a stopped clock by so many frames, never before its beginning.
    package mutating func move(frames: Int) {
        if let time = stopped { stopped = max(0, time + Double(frames) * DemoClock.step) }
    }
}
