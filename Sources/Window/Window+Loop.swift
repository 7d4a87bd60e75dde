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
    /// Calls `frame` for every frame with the time and the events since the last one, and presents the framebuffer that it returns;
    /// nil leaves the picture as it is. Frames come as fast as the screen shows them, some 20 a second while the picture stays as it
    /// is and there are no events, and only for events while the window is minimised, hidden or covered. Ends when the user quits
    /// (then `frame` is not called again) or after `close()`.
    public func run(_ frame: (FrameTime, [WindowEvent]) throws -> Framebuffer?) throws {
        let clock = ContinuousClock()
        let start = clock.now
        var time = FrameTime(seconds: 0, delta: 0, index: 0)
        // Seconds for which no frame was drawn, and the time that passed unseen.
        var still = 0.0, unseen = Duration.zero
        while true {
            let events = pollEvents()
            if isClosing { return }
            if isHidden && events.isEmpty {
                let before = clock.now
                SDL_WaitEventTimeout(nil, 100)
                unseen += clock.now - before
                continue
            }
            let framebuffer = try frame(time, events)
            if let framebuffer {
                try present(framebuffer)
                limiter.wait(framesPerSecond: screenFramesPerSecond ?? 60)
            } else {
                if needsRepaint { try repaint() }
                // Nothing to draw: sleep until something happens, but not so long that an animation would miss its start. Where the picture has stood
                // for a while, none is likely to begin by itself.
                SDL_WaitEventTimeout(nil, still < 1 ? 10 : 50)
            }
            let now = (clock.now - start - unseen) / .seconds(1)
            time = FrameTime(seconds: now, delta: now - time.seconds, index: time.index + 1)
            if framebuffer == nil {
                let before = still
                still += time.delta
                // A picture that stands has no frame time.
                if before < 1, still >= 1 {
                    meter = FrameMeter()
                    if title == nil { showTitle(name) }
                }
            } else {
                if still < 0.1, let text = meter.add(still + time.delta), title == nil { showTitle("\(name) — \(text)") }
                still = 0
            }
        }
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
