/// The source of a view controller's time: the machine, or a test that moves the hands itself. A clock that goes backwards, or
/// tells no number, is taken to stand still.
public protocol FrameClock {
    /// Seconds since some origin, which stays the same.
    var seconds: Double { get }
}

/// The machine's time since this clock was made; never goes back.
public struct MonotonicFrameClock: FrameClock {
    private let start = ContinuousClock.now
    /// A clock that begins at 0 now.
    public init() {}
    /// Seconds since the clock was made.
    public var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}

/// A clock that stands still until it is moved: for pictures at chosen times, the same on every run.
public final class ManualFrameClock: FrameClock {
    /// The time that it shows.
    public var seconds: Double
    /// A clock that shows `seconds`.
    public init(seconds: Double = 0) { self.seconds = seconds }
    /// Moves the hands on by `seconds`.
    public func advance(by seconds: Double) { self.seconds += seconds }
}
