// ViewController: the update-draw loop of a view, frame by frame, on a clock of one's choice.
//
// Time: within a frame the clock is read once, so update and drawing see the same time; between frames the properties ask
// the clock. A frame depends on the clock and on what the program does, on nothing else: with a ManualFrameClock every
// run is the same. Times are seconds and never negative.
//
// The loop begins with the first `step()` (or the first `isPaused = false`): that is the first resume. Resuming counts as
// an update and a draw for `timeSinceLastUpdate` and `timeSinceLastDraw`, so what moves by them does not jump over a pause.
//
// After each frame the scene says when it changes next by itself. Where nothing will, the controller rests: no frame is due until
// `setNeedsDisplay()`, which counts for those two as resuming does.

public import Raster

/// Hears of a view controller's frames and pauses, in place of a subclass.
public protocol ViewControllerDelegate: AnyObject {
    /// Called once per frame, before it is drawn, in place of `update()`.
    func viewControllerUpdate(_ controller: ViewController) throws
    /// Called before `isPaused` changes.
    func viewController(_ controller: ViewController, willPause pauses: Bool)
    /// Tells after each frame when the picture changes next by itself, as `ViewController.timeUntilNextChange` does.
    func viewControllerTimeUntilNextChange(_ controller: ViewController) -> Double?
}
extension ViewControllerDelegate {
    /// Says that something always moves.
    public func viewControllerTimeUntilNextChange(_ controller: ViewController) -> Double? { 0 }
    /// Does nothing: a delegate need not hear of pauses.
    public func viewController(_ controller: ViewController, willPause pauses: Bool) {}
}

/// The update-draw loop of a view. Subclass it and override `update()` and `view(_:draw:into:)`, or set `delegate` and the view's
/// `drawing`.
open class ViewController: ViewDelegate {
    /// The view that the controller draws.
    public let view: View
    /// The object that hears of frames and pauses. The controller does not keep it alive.
    public weak var delegate: (any ViewControllerDelegate)?

    /// Frames updated and drawn so far.
    public private(set) var framesDisplayed = 0

    /// Frames per second that are wished for; less than 1 counts as 1, more than a million as a million.
    public var preferredFramesPerSecond = 30 { didSet { rateChanged() } }
    /// Refreshes per second of the screen that shows the view, up to a million; nil where there is none. A window sets it.
    public var screenFramesPerSecond: Int? { didSet { rateChanged() } }
    /// Frames per second that are aimed at: the whole part of the screen's rate that is nearest to the preferred one, the lower of
    /// two; without a screen the preferred one itself. Frames that come late do not change it.
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
    /// The time at which the picture changes by itself, as the scene said after the last frame; infinite while it rests.
    private var nextChange = -Double.infinity
    private var needsDisplay = false
    /// When the last rest ended.
    private var lastWake = 0.0

    /// A controller that becomes the view's delegate unless something draws the view already.
    public init(view: View, clock: any FrameClock = MonotonicFrameClock()) {
        self.view = view
        self.clock = clock
        if view.delegate == nil && view.drawing == nil { view.delegate = self }
    }

    /// Called once per frame, before it is drawn: moves the scene on by `timeSinceLastUpdate`. Does nothing by itself.
    open func update() throws {}
    /// Records the frame. Draws nothing by itself.
    open func view(_ view: View, draw encoder: inout CommandEncoder, into drawable: Framebuffer) throws {}

    /// Stops updates and frames until it is false again.
    public var isPaused: Bool {
        get { paused }
        set {
            guard newValue != paused else { return }
            delegate?.viewController(self, willPause: newValue)
            paused = newValue
            if !paused { resume(at: now) }
        }
    }

    /// Seconds since the first resume, pauses included; 0 before it.
    public var timeSinceFirstResume: Double { firstResume.map { now - $0 } ?? 0 }
    /// Seconds since the last resume, 0 before the first.
    public var timeSinceLastResume: Double { firstResume == nil ? 0 : now - lastResume }
    /// Seconds since the last update, or since the last resume or the end of the last rest when that was later.
    public var timeSinceLastUpdate: Double { firstResume == nil ? 0 : now - max(lastUpdate, lastResume, lastWake) }
    /// Seconds since the last frame began to be drawn, or since the last resume or the end of the last rest when that was later.
    public var timeSinceLastDraw: Double { firstResume == nil ? 0 : now - max(lastDraw, lastResume, lastWake) }

    /// Seconds until the picture changes by itself. The controller asks once after each frame, in the frame's time:
    ///
    /// - 0, the default, while something moves: frames follow each other at `framesPerSecond`.
    /// - More than 0 where the picture stays until a known moment, as a caret that blinks does.
    /// - nil where nothing changes any more by itself: bodies sleep, an animation is over, nothing waits for an answer. The controller then
    ///   rests and costs no processor time until `setNeedsDisplay()`.
    ///
    /// A number less than 0, and a NaN, count as 0.
    open var timeUntilNextChange: Double? { delegate.map { $0.viewControllerTimeUntilNextChange(self) } ?? 0 }

    /// Has a frame follow although nothing changes by itself: code that changes the scene from outside calls it. A window calls it for every
    /// event of the user's. It ends a rest, which `timeSinceLastUpdate` and `timeSinceLastDraw` then leave out. While the controller is paused the
    /// frame comes when it is resumed.
    public func setNeedsDisplay() {
        if isResting { lastWake = now }
        needsDisplay = true
    }
    /// Whether nothing will change by itself and nobody has asked for a frame.
    public var isResting: Bool { nextChange == .infinity && !needsDisplay }

    /// Seconds until the next frame is due, 0 when it is; nil while the controller is paused or rests.
    public var timeUntilNextFrame: Double? {
        if paused || isResting { return nil }
        guard firstResume != nil else { return 0 }
        let now = now
        return max(0, schedule.next - now, needsDisplay ? 0 : nextChange - now)
    }

    /// Makes one turn of the loop now, whether a frame is due or not: updates, then draws. Gives false, having done nothing, while
    /// paused.
    /// - Throws: The errors of `update()` and `View.display()`; such a frame does not count.
    @discardableResult public func step() throws -> Bool {
        guard !paused else { return false }
        let time = now
        frameTime = time
        defer { frameTime = nil }
        if firstResume == nil { resume(at: time) }
        schedule.frameDrawn(at: time)
        // Code that asks for a frame during this frame means the next.
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
        // The scene may have changed during the pause.
        nextChange = -.infinity
        schedule.start(at: time)
    }

    /// The frame's time, or the clock's; never less than it was.
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
        // One frame every `skip` refreshes, or one refresh more.
        let skip = max(1, (screen / preferred).rounded(.down))
        let upper = screen / skip, lower = screen / (skip + 1)
        return upper <= preferred || upper - preferred < preferred - lower ? upper : lower
    }
    private func rateChanged() { schedule.setInterval(1 / rate, at: now) }
}
