// Window+Loop: draws frame after frame until the user quits, and shows the frame time in the title bar.

import CSDL
import Raster

/// The time of a frame.
public struct FrameTime: Sendable, Hashable {
    /// Seconds since the first frame; 0 for the first frame. While the window is minimised, hidden or covered, `seconds` does not increase,
    /// so that animations later continue at the same point.
    public var seconds: Double
    /// The increase of `seconds` since the previous frame; 0 for the first frame.
    public var delta: Double
    /// The index of the frame: 0, 1, 2 …
    public var index: Int
}

extension Window {
    /// Calls `frame` with the time and the events since the last call, and presents the framebuffer that `frame` returns. If `frame`
    /// returns nil, the last picture stays. The loop ends when the user quits (then `frame` is not called again) or after `close()`.
    ///
    /// After each call, `timeUntilNextFrame` returns the number of seconds until the picture changes by itself: 0 requests the next frame
    /// at the screen's next refresh, nil requests no frame. Until the picture changes, the window sleeps and uses no processor time. Input
    /// events, a new size, `setNeedsDisplay()` and `waker` end the sleep at once:
    ///
    ///     try window.run(timeUntilNextFrame: { ball.isMoving ? 0 : nil }) { time, events in
    ///         for event in events { ball.handle(event) }
    ///         return try ball.draw(at: time.seconds)
    ///     }
    ///
    /// Without `timeUntilNextFrame`, frames follow each other at the screen's rate. While `frame` returns nil, the loop calls `frame` every
    /// 10 milliseconds during the first second after the last picture, and later every 50 milliseconds. While the window is minimised,
    /// hidden or covered, `frame` is called only for events.
    /// - Throws: The errors of `frame` and `present`, and `systemUnavailable` if the screen is lost.
    public func run(timeUntilNextFrame: (() -> Double?)? = nil, _ frame: (FrameTime, [WindowEvent]) throws -> Framebuffer?) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var time = FrameTime(seconds: 0, delta: 0, index: 0)
        // The next time at which `frame` is called even without events; nil if `frame` is called only for events.
        var due: ContinuousClock.Instant? = start
        var unseen = Duration.zero
        // `lastFrame` is the time at which `frame` was last called for a picture; nil if the time until the next frame must not be
        // measured. `lastShown` is the time at which the last picture was shown. `slept` is the number of seconds that the loop has slept
        // since `lastShown`.
        var lastFrame: ContinuousClock.Instant?, lastShown = start, slept = 0.0
        while true {
            let events = pollEvents()
            if ScreenLoss.isLost { throw ScreenLoss.error(ofWindow: name) }
            if isClosing { return }
            let before = clock.now
            if isHidden && events.isEmpty {
                sleep(0.1)
                unseen += clock.now - before
                lastFrame = nil
                continue
            }
            // `events` is tested in addition to `hasNews`, because `events` can contain a new size even if SDL has sent no event.
            guard hasNews || wantsFrame || !events.isEmpty || due.map({ $0 <= before }) == true else {
                if before - lastShown >= .seconds(1) { showStanding() }
                let notice = advanceNotice()
                if needsRepaint { try repaint() }
                sleep(due.map { ($0 - before) / .seconds(1) }, notice)
                slept += (clock.now - before) / .seconds(1)
                continue
            }
            hasNews = false
            wantsFrame = false
            if time.index > 0 {
                let now = (before - start - unseen) / .seconds(1)
                time = FrameTime(seconds: now, delta: now - time.seconds, index: time.index)
            }
            let framebuffer = try frame(time, events)
            if let framebuffer {
                _ = advanceNotice()
                try present(framebuffer)
                if let last = lastFrame, slept < 0.1, let text = meter.add((before - last) / .seconds(1)), title == nil { showTitle("\(name) — \(text)") }
                limiter.wait(framesPerSecond: screenFramesPerSecond ?? 60)
                (lastFrame, lastShown, slept) = (before, clock.now, 0)
            }
            time.index += 1
            guard let timeUntilNextFrame else {
                // A new animation should start without delay, so `frame` is called often during the first second after the last picture.
                // After this second, an animation will probably begin only with an event, so `frame` is called less often.
                due = clock.now + (framebuffer != nil ? .zero : clock.now - lastShown < .seconds(1) ? .milliseconds(10) : .milliseconds(50))
                continue
            }
            due = timeUntilNextFrame().flatMap { $0 >= 1e9 ? nil : clock.now + .seconds($0 > 0 ? $0 : 0) }
        }
    }

    /// Sleeps until SDL reports an event, but at most until the earliest of the given times. A time is in seconds from now; nil means no
    /// limit. A sleep lasts at most half a second, because a signal that asks the process to end may arrive just before the sleep begins.
    func sleep(_ seconds: Double?...) {
        let shortest = seconds.compactMap { $0 }.reduce(0.5, min)
        SDL_WaitEventTimeout(nil, Int32(max(1, (shortest * 1000).rounded(.up))))
    }
    /// Shows the title without a frame time, because the picture does not change.
    func showStanding() {
        meter = FrameMeter()
        if title == nil, wantedTitle != name { showTitle(name) }
    }
}

/// The mean frame time, updated twice a second.
struct FrameMeter {
    private var seconds = 0.0
    private var frames = 0

    /// Adds a frame of `delta` seconds. Returns "12.3 ms (81 fps)" if half a second has passed since the last text; otherwise returns nil.
    mutating func add(_ delta: Double) -> String? {
        seconds += delta
        frames += 1
        guard seconds >= 0.5 else { return nil }
        let mean = seconds / Double(frames)
        (seconds, frames) = (0, 0)
        let rate = 1 / mean
        return "\(oneDecimal(mean * 1000)) ms (\(rate < 9.95 ? oneDecimal(rate) : String(Int(rate.rounded()))) fps)"
    }
    private func oneDecimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
