/// The source of a view controller's time: the clock of the machine, or a test that sets the time. If a clock goes backwards or returns a
/// number that is not finite, the controller's time does not advance.
public protocol FrameClock {
    /// The seconds since a fixed moment.
    var seconds: Double { get }
}

/// A clock that counts the machine's time since the clock was made. The time never goes back.
public struct MonotonicFrameClock: FrameClock {
    private let start = ContinuousClock.now
    /// Creates a clock that starts at 0 now.
    public init() {}
    /// Seconds since the clock was made.
    public var seconds: Double { (ContinuousClock.now - start) / .seconds(1) }
}

/// A clock whose time changes only when the application sets or advances the time. With a `ManualFrameClock`, every run of the application
/// draws the same pictures.
public final class ManualFrameClock: FrameClock {
    /// The current time of the clock.
    public var seconds: Double
    /// Creates a clock whose time is `seconds`.
    public init(seconds: Double = 0) { self.seconds = seconds }
    /// Moves the time forward by `seconds`.
    public func advance(by seconds: Double) { self.seconds += seconds }
}
