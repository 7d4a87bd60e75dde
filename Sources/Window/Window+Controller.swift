// Window+Controller: runs a view controller in the window. The view gets the window's size, frames come at the controller's rate,
// and a key pauses the controller.

import CSDL
import Effects
import Raster

extension Window {
    /// Runs the controller until the user quits or `close()` is called. When the window's size changes, the view is resized before `handle`
    /// is called. If there are events, `handle` is called before the next frame with all events since its last call. The pause key, given
    /// by SDL's name, pauses and resumes the controller. If `pauseKey` is nil, no key pauses the controller. While the controller is
    /// paused, the picture is drawn again only if the window's size changes.
    ///
    /// While a controller rests (`ViewController.timeUntilNextChange`), no frame is drawn and the window sleeps. An event, `waker`,
    /// or `setNeedsDisplay()` of the window or of the controller causes a frame. P saves a screenshot and Escape quits, as in every
    /// window.
    /// - Throws: The errors of the controller, `handle` and `present`, and `systemUnavailable` if the screen is lost.
    public func run(_ controller: ViewController, pauseKey: String? = "Space", _ handle: ([WindowEvent]) throws -> Void = { _ in }) throws {
        let clock = ContinuousClock()
        var lastFrame: ContinuousClock.Instant?
        controller.screenFramesPerSecond = screenFramesPerSecond
        try controller.view.resize(width: width, height: height)
        while true {
            let events = pollEvents()
            if ScreenLoss.isLost { throw ScreenLoss.error(ofWindow: name) }
            if isClosing { return }
            var needsPicture = false
            for event in events {
                switch event {
                case .resized(let width, let height):
                    try controller.view.resize(width: width, height: height)
                    // The window may have moved to a screen with another refresh rate.
                    controller.screenFramesPerSecond = screenFramesPerSecond
                    needsPicture = true
                case .keyDown(let key, isRepeat: false) where key == pauseKey:
                    controller.isPaused.toggle()
                    // `lastFrame` becomes nil, so that the meter does not measure the pause as the time of a frame.
                    lastFrame = nil
                    meter = FrameMeter()
                    if title == nil { showTitle(controller.isPaused ? "\(name) — paused" : name) }
                default: break
                }
            }
            if !events.isEmpty { try handle(events) }
            if isClosing { return }
            if hasNews || !events.isEmpty { controller.setNeedsDisplay() }
            hasNews = false
            if wantsFrame, !controller.isPaused {
                wantsFrame = false
                controller.setNeedsDisplay()
            }

            if isHidden {
                // The window is invisible. `lastFrame` becomes nil, so that the meter does not measure the time until the window is visible
                // again as the time of a frame.
                lastFrame = nil
                sleep(0.1)
            } else if controller.timeUntilNextFrame == 0 {
                wantsFrame = false
                _ = advanceNotice()
                try controller.step()
                try present(controller.view.displayed())
                let now = clock.now
                if let lastFrame, let text = meter.add((now - lastFrame) / .seconds(1)), title == nil { showTitle("\(name) — \(text)") }
                lastFrame = controller.isPaused ? nil : now
            } else if needsPicture || wantsFrame {
                wantsFrame = false
                try controller.view.display()
                try present(controller.view.displayed())
            } else {
                let seconds = controller.timeUntilNextFrame, notice = advanceNotice()
                if needsRepaint { try repaint() }
                if seconds == nil, !controller.isPaused {
                    lastFrame = nil
                    showStanding()
                }
                sleep(seconds, notice)
            }
        }
    }

    /// The refresh rate of the window's screen, in frames per second; nil if the rate is unknown.
    var screenFramesPerSecond: Int? {
        var mode = SDL_DisplayMode()
        guard SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(handle), &mode) == 0, mode.refresh_rate > 0 else { return nil }
        return Int(mode.refresh_rate)
    }
}
