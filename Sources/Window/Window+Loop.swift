// Window+Loop: frame after frame until the user leaves, with the time each takes in the title bar.

import CSDL
import Raster

/// The time at which a frame is drawn.
public struct FrameTime: Sendable, Hashable {
    /// Seconds since the first frame, which has 0. While the window is minimised, hidden or covered they stand still, so that what moves goes on
    /// where it was.
    public var seconds: Double
    /// Seconds since the frame before, of those that `seconds` counts; 0 for the first.
    public var delta: Double
    /// 0, 1, 2 …
    public var index: Int
}

extension Window {
    /// Calls `frame` with the time and the events since the last call, and presents the framebuffer that it returns; nil leaves the picture as it is. Ends when the user quits
    /// (then `frame` is not called again) or after `close()`.
    ///
    /// After each call `timeUntilNextFrame` tells for how many seconds nothing will change by itself: 0 asks for the next frame as soon as the screen shows it, nil for
    /// none. Until then the window sleeps, which costs no processor time. An event of the user's, a new size, `setNeedsDisplay()` and `waker` end the sleep at once:
    ///
    ///     try window.run(timeUntilNextFrame: { ball.isMoving ? 0 : nil }) { time, events in
    ///         for event in events { ball.handle(event) }
    ///         return try ball.draw(at: time.seconds)
    ///     }
    ///
    /// Without it frames follow each other as fast as the screen shows them, and after a nil `frame` is asked again soon: a hundred times a second at first, and some 20 times where the
    /// picture has stood for a second. While the window is minimised, hidden or covered, `frame` is called for events only.
    /// - Throws: The errors of `frame` and `present`, and `systemUnavailable` when the screen is lost.
    public func run(timeUntilNextFrame: (() -> Double?)? = nil, _ frame: (FrameTime, [WindowEvent]) throws -> Framebuffer?) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var time = FrameTime(seconds: 0, delta: 0, index: 0)
        // When `frame` is to be called though nothing happens; nil for never.
        var due: ContinuousClock.Instant? = start
        var unseen = Duration.zero
        // When the last picture was asked for and when it was shown, and the seconds slept since then. nil where no frame time begins there.
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
            // A new size may be seen without news of SDL's.
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
                // An animation is not to miss its start. Where the picture has stood for a while, none is likely to begin by itself.
                due = clock.now + (framebuffer != nil ? .zero : clock.now - lastShown < .seconds(1) ? .milliseconds(10) : .milliseconds(50))
                continue
            }
            due = timeUntilNextFrame().flatMap { $0 >= 1e9 ? nil : clock.now + .seconds($0 > 0 ? $0 : 0) }
        }
    }

    /// Sleeps until something comes from SDL, at most until the nearest of these seconds from now; nil for no limit. Half a second is the longest sleep: a signal that asks the
    /// process to end may come just before it.
    func sleep(_ seconds: Double?...) {
        let shortest = seconds.compactMap { $0 }.reduce(0.5, min)
        SDL_WaitEventTimeout(nil, Int32(max(1, (shortest * 1000).rounded(.up))))
    }
    /// A picture that stands has no frame time.
    func showStanding() {
        meter = FrameMeter()
        if title == nil, wantedTitle != name { showTitle(name) }
    }
}

/// Mean frame time, told twice a second.
struct FrameMeter {
    private var seconds = 0.0
    private var frames = 0

    /// Adds a frame of `delta` seconds; gives "12.3 ms (81 fps)" when half a second has passed since it last did.
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
