// FrameClock: where a view controller has the time from: the machine, or a test that turns the hands itself.

/// Seconds since some origin. A clock that goes backwards, or tells no number, is taken to stand still.
public protocol FrameClock {
    var seconds: Double { get }
}

/// The machine's time since this clock was made; never goes back.
public struct MonotonicFrameClock: FrameClock {
    private let start = ContinuousClock.now
    public init() {}
    public var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}

/// Stands still until it is moved: for pictures at chosen times, the same on every run.
public final class ManualFrameClock: FrameClock {
    public var seconds: Double
    public init(seconds: Double = 0) { self.seconds = seconds }
    /// Moves the hands on by `seconds`.
    public func advance(by seconds: Double) { self.seconds += seconds }
}
