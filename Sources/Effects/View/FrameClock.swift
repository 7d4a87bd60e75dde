/// The source of a view controller's time: the clock of the machine, or a test that sets the time. If a clock goes backwards or
/// returns a number that is not finite, the controller's time stands still.
public protocol FrameClock {
    /// The seconds since a fixed moment.
    var seconds: Double { get }
}

/// The machine's time since this clock was made; it never goes back.
public struct MonotonicFrameClock: FrameClock {
    private let start = ContinuousClock.now
    /// A clock that starts at 0 now.
    public init() {}
    /// Seconds since the clock was made.
    public var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}

/// A clock that moves only when the program moves it. Pictures at chosen times are then the same on every run.
public final class ManualFrameClock: FrameClock {
    /// The current time of the clock.
    public var seconds: Double
    /// A clock whose time is `seconds`.
    public init(seconds: Double = 0) { self.seconds = seconds }
    /// Moves the time forward by `seconds`.
    public func advance(by seconds: Double) { self.seconds += seconds }
}
