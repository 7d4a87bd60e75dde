// ViewController: the update-draw loop of a view, frame by frame, on a clock that the application can choose.
//
// Within a frame, the clock is read only once, so update and drawing see the same time. Between frames, the controller's time properties
// return the current time of the clock. A frame depends only on the clock and on the application, so with a ManualFrameClock every run
// gives the same frames. Times are seconds and never negative.
//
// The loop begins with the first `step()` (or the first `isPaused = false`), which is the first resume. `timeSinceLastUpdate` and
// `timeSinceLastDraw` also restart at a resume, so motion does not jump after a pause.
//
// After each frame, the scene gives the time of its next change without events (`timeUntilNextChange`). If the scene will not change, the
// controller rests: no frame is due until `setNeedsDisplay()`. Like a resume, the end of a rest restarts `timeSinceLastUpdate` and
// `timeSinceLastDraw`.

public import Raster

/// An object that a view controller calls for each frame and each pause. A delegate is an alternative to a subclass.
public protocol ViewControllerDelegate: AnyObject {
    /// Called once per frame before the drawing, like `update()` of a subclass.
    func viewControllerUpdate(_ controller: ViewController) throws
    /// Called before `isPaused` changes.
    func viewController(_ controller: ViewController, willPause pauses: Bool)
    /// Called after each frame. Returns the seconds until the picture changes by itself; the result has the same meaning as
    /// `ViewController.timeUntilNextChange`.
    func viewControllerTimeUntilNextChange(_ controller: ViewController) -> Double?
}
extension ViewControllerDelegate {
    /// Returns 0, which means that the scene always moves.
    public func viewControllerTimeUntilNextChange(_ controller: ViewController) -> Double? { 0 }
    /// Does nothing, because a delegate may ignore pauses.
    public func viewController(_ controller: ViewController, willPause pauses: Bool) {}
}

/// The update-draw loop of a view. Make a subclass and override `update()` and `view(_:draw:into:)`, or set `delegate` and the
/// view's `drawing`.
open class ViewController: ViewDelegate {
    /// The view that the controller draws.
    public let view: View
    /// The object that the controller calls for each frame and each pause; nil if there is no delegate. The controller's reference to its
    /// delegate is weak.
    public weak var delegate: (any ViewControllerDelegate)?

    /// The number of frames updated and drawn so far.
    public private(set) var framesDisplayed = 0

    /// The preferred number of frames per second, limited to 1…1,000,000.
    public var preferredFramesPerSecond = 30 { didSet { rateChanged() } }
    /// The refresh rate of the screen that shows the view, per second, up to a million; nil without a screen. A window sets this
    /// rate.
    public var screenFramesPerSecond: Int? { didSet { rateChanged() } }
    /// The frames per second that the controller aims at. The value is the screen's rate divided by an integer: the quotient
    /// nearest to the preferred rate. Of two equally near quotients, the lower quotient is used. If `screenFramesPerSecond` is nil, the
    /// value is the preferred rate. Late frames do not change `framesPerSecond`.
    public var framesPerSecond: Int { Int(rate.rounded()) }

    private let clock: any FrameClock
    private var schedule = FrameSchedule(interval: 1.0 / 30)
    private var latestTime = 0.0
    private var frameTime: Double?
    private var paused = false
    private var firstResume: Double?
    private var lastResume = 0.0
    private var lastUpdate = 0.0
    private var lastDraw = 0.0
    /// The time at which the scene changes next without events. The scene gave this time after the last frame. The time is infinite while the
    /// controller rests.
    private var nextChange = -Double.infinity
    private var needsDisplay = false
    /// The time at which the last rest ended.
    private var lastWake = 0.0

    /// Creates a controller for `view`. The controller becomes the view's delegate unless the view already has a delegate or a `drawing`.
    public init(view: View, clock: any FrameClock = MonotonicFrameClock()) {
        self.view = view
        self.clock = clock
        if view.delegate == nil && view.drawing == nil { view.delegate = self }
    }

    /// Called once per frame before the drawing: moves the scene by `timeSinceLastUpdate`. Does nothing by default.
    open func update() throws {}
    /// Records the frame. Draws nothing by default.
    open func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) throws {}

    /// Whether updates and frames are stopped.
    public var isPaused: Bool {
        get { paused }
        set {
            guard newValue != paused else { return }
            delegate?.viewController(self, willPause: newValue)
            paused = newValue
            if !paused { resume(at: now) }
        }
    }

    /// The seconds since the first resume, including pauses; 0 before the first resume.
    public var timeSinceFirstResume: Double { firstResume.map { now - $0 } ?? 0 }
    /// The seconds since the last resume; 0 before the first resume.
    public var timeSinceLastResume: Double { firstResume == nil ? 0 : now - lastResume }
    /// The seconds since the latest of three times: the last update, the last resume, and the end of the last rest.
    public var timeSinceLastUpdate: Double { firstResume == nil ? 0 : now - max(lastUpdate, lastResume, lastWake) }
    /// The seconds since the latest of three times: the beginning of the last drawing, the last resume, and the end of the last rest.
    public var timeSinceLastDraw: Double { firstResume == nil ? 0 : now - max(lastDraw, lastResume, lastWake) }

    /// The seconds until the picture changes by itself. The controller reads this property once after each frame, at the frame's
    /// time:
    ///
    /// - 0, the default, while something moves: frames follow each other at `framesPerSecond`.
    /// - More than 0 if the picture stays the same until a known moment, for example while a caret blinks.
    /// - nil if nothing changes by itself any more, for example because all bodies rest, or because an animation is over. The controller
    ///   then rests and uses no processor time until `setNeedsDisplay()`.
    ///
    /// A negative number and NaN count as 0.
    open var timeUntilNextChange: Double? { delegate.map { $0.viewControllerTimeUntilNextChange(self) } ?? 0 }

    /// Requests a frame, even if nothing changes by itself. Call this function after changing the scene from outside; a window calls this
    /// function for every event from the user. The call ends a rest, and `timeSinceLastUpdate` and `timeSinceLastDraw` exclude the rest. If
    /// the controller is paused, the frame is drawn after the pause.
    public func setNeedsDisplay() {
        if isResting { lastWake = now }
        needsDisplay = true
    }
    /// Whether the controller rests: nothing will change by itself, and no frame has been requested.
    public var isResting: Bool { nextChange == .infinity && !needsDisplay }

    /// The seconds until the next frame is due; 0 if a frame is due now; nil while the controller is paused or rests.
    public var timeUntilNextFrame: Double? {
        if paused || isResting { return nil }
        guard firstResume != nil else { return 0 }
        let now = now
        return max(0, schedule.next - now, needsDisplay ? 0 : nextChange - now)
    }

    /// Runs the loop once now, whether or not a frame is due: updates, then draws. While the controller is paused, does nothing and
    /// returns false.
    /// - Throws: The errors of `update()` and `View.display()`. A frame that throws an error is not counted.
    @discardableResult public func step() throws -> Bool {
        guard !paused else { return false }
        let time = now
        frameTime = time
        defer { frameTime = nil }
        if firstResume == nil { resume(at: time) }
        schedule.frameDrawn(at: time)
        // `needsDisplay` is cleared before the frame is drawn. Therefore a request during this frame sets `needsDisplay` again and causes another frame.
        needsDisplay = false
        if let delegate { try delegate.viewControllerUpdate(self) } else { try update() }
        lastUpdate = time
        try view.display()
        lastDraw = time
        framesDisplayed += 1
        nextChange = timeUntilNextChange.map { time + ($0 > 0 ? $0 : 0) } ?? .infinity
        return true
    }

    private func resume(at time: Double) {
        if firstResume == nil { firstResume = time }
        lastResume = time
        // The scene may have changed during the pause, so a new frame is needed.
        nextChange = -.infinity
        schedule.start(at: time)
    }

    /// The time of the current frame or, between frames, the time of the clock. The controller's time never goes back.
    private var now: Double {
        if let frameTime { return frameTime }
        let seconds = clock.seconds
        if seconds.isFinite { latestTime = max(latestTime, seconds) }
        return latestTime
    }

    private var rate: Double {
        let highest = 1_000_000, preferred = Double(min(max(1, preferredFramesPerSecond), highest))
        guard let screenFramesPerSecond, screenFramesPerSecond > 0 else { return preferred }
        let screen = Double(min(screenFramesPerSecond, highest))
        // `upper` is the rate of one frame per `skip` refreshes, and `lower` is the rate of one frame per `skip` + 1
        // refreshes.
        let skip = max(1, (screen / preferred).rounded(.down))
        let upper = screen / skip, lower = screen / (skip + 1)
        return upper <= preferred || upper - preferred < preferred - lower ? upper : lower
    }
    private func rateChanged() { schedule.setInterval(1 / rate, at: now) }
}
