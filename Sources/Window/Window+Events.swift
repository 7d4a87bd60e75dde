// Window+Events: the user's actions, as values.

import CSDL
import Raster

/// A button of the mouse.
public enum MouseButton: String, Sendable, Hashable, CaseIterable {
    /// The left button.
    case left
    /// The wheel, pressed.
    case middle
    /// The right button.
    case right
}

/// An action of the user's, or a change of the window. Positions are pixels of the drawable: x to the right, y up, at the pixel's
/// centre, as gl_FragCoord has them.
public enum WindowEvent: Sendable, Hashable {
    /// A key went down, or repeats while held. Names are SDL's for the layout in use: "A", "7", "Space", "Left", "Return",
    /// "Escape", "F1".
    case keyDown(String, isRepeat: Bool)
    /// A key came up; named as for `keyDown`.
    case keyUp(String)
    /// Keys have made a text, as the layout in use and dead keys make it: "#", "É". It comes besides the `keyDown` of its keys.
    case text(String)
    /// The pointer moved to (x, y); `dx` and `dy` are pixels since the last move.
    case mouseMoved(x: Float, y: Float, dx: Float, dy: Float)
    /// A button went down at (x, y).
    case mouseDown(MouseButton, x: Float, y: Float)
    /// A button came up at (x, y).
    case mouseUp(MouseButton, x: Float, y: Float)
    /// The wheel turned by so many notches: y is positive away from the user, x to the right.
    case wheel(x: Float, y: Float)
    /// The drawable has a new size in pixels; make framebuffers of this size.
    case resized(width: Int, height: Int)
    /// The user wants the window closed.
    case quit
}

/// A key that a window acts on by itself; see `Window.ownKeys`.
public enum OwnKey: String, Sendable, Hashable, CaseIterable {
    /// Escape takes a window that fills the screen back to its own size, and else gives `quit`.
    case escape
    /// Ctrl-Q gives `quit`.
    case controlQ
    /// F11 fills the screen, or makes it a window again.
    case f11
    /// P saves a screenshot.
    case p
    /// All of them.
    public static let all = Set(allCases)
}

extension Window {
    /// The events since the last call, oldest first. Those `ownKeys` that are in the set act by themselves: Escape, Ctrl-Q and the close
    /// button also give `quit`, but Escape only leaves a full screen first; P saves a screenshot and F11 fills the screen.
    public func pollEvents() -> [WindowEvent] {
        var events: [WindowEvent] = []
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 {
            hasNews = true
            translate(event, into: &events)
        }
        // One look at the size covers user, window manager and a move to a screen of another density alike.
        let size = drawableSize()
        if size != (width, height) {
            (width, height) = size
            needsRepaint = true
            events.append(.resized(width: width, height: height))
        }
        return events
    }

    private func translate(_ event: SDL_Event, into events: inout [WindowEvent]) {
        switch SDL_EventType(event.type) {
        case SDL_QUIT:
            isClosing = true
            events.append(.quit)
        case SDL_KEYDOWN:
            let key = event.key.keysym.sym, isRepeat = event.key.repeat != 0
            let name = String(cString: SDL_GetKeyName(key))
            pressedKeys.insert(name)
            events.append(.keyDown(name, isRepeat: isRepeat))
            let isControlQ = key == SDLK_q.rawValue && Int32(event.key.keysym.mod) & Int32(KMOD_CTRL.rawValue) != 0
            if key == SDLK_ESCAPE.rawValue, ownKeys.contains(.escape), isFullScreen {
                toggleFullScreen()
            } else if key == SDLK_ESCAPE.rawValue, isRepeat {
                // Held longer than it took to leave the full screen, it does not go on to close the window.
            } else if key == SDLK_ESCAPE.rawValue && ownKeys.contains(.escape) || isControlQ && ownKeys.contains(.controlQ) {
                isClosing = true
                events.append(.quit)
            } else if key == SDLK_F11.rawValue, !isRepeat, ownKeys.contains(.f11) {
                toggleFullScreen()
            } else if key == SDLK_p.rawValue, !isRepeat, ownKeys.contains(.p) {
                reportScreenshot()
            }
        case SDL_KEYUP:
            let name = String(cString: SDL_GetKeyName(event.key.keysym.sym))
            pressedKeys.remove(name)
            events.append(.keyUp(name))
        case SDL_TEXTINPUT:
            let text = withUnsafeBytes(of: event.text.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !text.isEmpty { events.append(.text(text)) }
        case SDL_MOUSEMOTION:
            let (x, y) = position(event.motion.x, event.motion.y), scale = density()
            events.append(.mouseMoved(x: x, y: y, dx: Float(event.motion.xrel) * scale.x, dy: -Float(event.motion.yrel) * scale.y))
        case SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP:
            let button: MouseButton? = switch Int32(event.button.button) {
            case SDL_BUTTON_LEFT: .left
            case SDL_BUTTON_MIDDLE: .middle
            case SDL_BUTTON_RIGHT: .right
            default: nil
            }
            guard let button else { return }
            let (x, y) = position(event.button.x, event.button.y)
            events.append(event.type == SDL_MOUSEBUTTONDOWN.rawValue ? .mouseDown(button, x: x, y: y) : .mouseUp(button, x: x, y: y))
        case SDL_MOUSEWHEEL:
            events.append(.wheel(x: event.wheel.preciseX, y: event.wheel.preciseY))
        case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_FOCUS_LOST.rawValue:
            // Their ends would be told to another window.
            pressedKeys = []
        case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_EXPOSED.rawValue:
            needsRepaint = true
        case SDL_CLIPBOARDUPDATE: knownClipboard = nil
        case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED.rawValue: knownClipboard = nil
        case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET:
            // The texture is lost; the next frame makes another.
            if let texture { SDL_DestroyTexture(texture) }
            texture = nil
            notice?.free()
            notice = nil
        default: break
        }
    }

    /// How much denser the screen's pixels are than the points that sizes of windows are given in: 1, on dense screens 2.
    public var pixelsPerPoint: Float { let scale = density(); return max(0.5, min(scale.x, 8)) }

    private func density() -> (x: Float, y: Float) {
        var w: Int32 = 1, h: Int32 = 1
        SDL_GetWindowSize(handle, &w, &h)
        return (Float(width) / Float(max(1, w)), Float(height) / Float(max(1, h)))
    }
    private func position(_ x: Int32, _ y: Int32) -> (x: Float, y: Float) {
        let scale = density()
        return ((Float(x) + 0.5) * scale.x, Float(height) - (Float(y) + 0.5) * scale.y)
    }
}
