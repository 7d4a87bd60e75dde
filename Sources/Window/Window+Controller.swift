// Window+Controller: a view controller's loop on the screen: the view takes the window's size, frames come at the
// controller's pace, a key pauses.

import CSDL
import Effects
import Raster

extension Window {
    /// Runs the controller until the user quits or after `close()`. The view is resized with the window, before `handle`
    /// hears of it; `handle` gets the events since it was last called, before each frame. The pause key (SDL's name; nil
    /// for none) stops and resumes the controller; while it is paused the picture is drawn again only for a new size.
    ///
    /// A controller that rests (`ViewController.timeUntilNextChange`) has no frames, and the window sleeps until something happens: events, `setNeedsDisplay()` of the window or the
    /// controller and `waker` give it a frame. P saves a screenshot and Escape quits, as in every window.
    /// - Throws: The errors of the controller, `handle` and `present`, and `systemUnavailable` when the screen is lost.
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
                    // The window may have moved to another screen.
                    controller.screenFramesPerSecond = screenFramesPerSecond
                    needsPicture = true
                case .keyDown(let key, isRepeat: false) where key == pauseKey:
                    controller.isPaused.toggle()
                    // A pause is no frame time.
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
                // Nobody sees it, and this time is no frame's.
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

    /// Refreshes per second of the screen that the window is on; nil when it does not tell.
    var screenFramesPerSecond: Int? {
        var mode = SDL_DisplayMode()
        guard SDL_GetCurrentDisplayMode(SDL_GetWindowDisplayIndex(handle), &mode) == 0, mode.refresh_rate > 0 else { return nil }
        return Int(mode.refresh_rate)
    }
}
