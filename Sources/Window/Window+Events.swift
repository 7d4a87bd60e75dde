// Window+Events: turns SDL's events into values.

import CSDL
import Raster

/// A mouse button.
public enum MouseButton: String, Sendable, Hashable, CaseIterable {
    /// The left button.
    case left
    /// The middle button or pressed wheel.
    case middle
    /// The right button.
    case right
}

/// An action of the user, or a change of the window. Positions are pixels of the drawable: x to the right, y up, at the centre of
/// the pixel, as in gl_FragCoord.
public enum WindowEvent: Sendable, Hashable {
    /// A key went down, or repeats while it is held. Names are SDL's for the current keyboard layout: "A", "7", "Space", "Left",
    /// "Return", "Escape", "F1".
    case keyDown(String, isRepeat: Bool)
    /// A key came up; the name is the same as in `keyDown`.
    case keyUp(String)
    /// The user typed a text, with the keyboard layout and dead keys applied: "#", "É". The `keyDown` events of the same keys
    /// are reported too.
    case text(String)
    /// The pointer moved to (x, y). `dx` and `dy` are the distance in pixels since the last move.
    case mouseMoved(x: Float, y: Float, dx: Float, dy: Float)
    /// A button went down at (x, y).
    case mouseDown(MouseButton, x: Float, y: Float)
    /// A button came up at (x, y).
    case mouseUp(MouseButton, x: Float, y: Float)
    /// The wheel turned by this number of notches: y is positive if the wheel turns away from the user; x is positive if the wheel turns to
    /// the right.
    case wheel(x: Float, y: Float)
    /// The user dropped a file or a folder with this path onto the window. If the user drops several files, each file gives a separate
    /// event.
    case dropped(path: String)
    /// The drawable has a new size in pixels. Make framebuffers of this size.
    case resized(width: Int, height: Int)
    /// The user wants to close the window.
    case quit
}

/// A key that the window handles itself; see `Window.ownKeys`.
public enum OwnKey: String, Sendable, Hashable, CaseIterable {
    /// Escape leaves full screen; in a normal window, Escape gives `quit`.
    case escape
    /// Ctrl-Q gives `quit`.
    case controlQ
    /// F11 enters or leaves full screen.
    case f11
    /// P saves a screenshot.
    case p
    /// All keys.
    public static let all = Set(allCases)
}

extension Window {
    /// Returns the events since the last call, oldest first. The window also acts on the keys in `ownKeys`: P saves a screenshot, F11 enters
    /// or leaves full screen, and Escape, Ctrl-Q and the close button give `quit`. In full screen, Escape only leaves full screen.
    public func pollEvents() -> [WindowEvent] {
        var events: [WindowEvent] = []
        var event = SDL_Event()
        while SDL_PollEvent(&event) != 0 {
            hasNews = true
            translate(event, into: &events)
        }
        // Many causes can change the size of the drawable: the user, the window manager, or a move to a screen with another density.
        // Therefore every call compares the size with the last known size.
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
                // An Escape key that is still held after leaving full screen must not close the window.
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
        case SDL_DROPFILE:
            guard let file = event.drop.file else { return }
            events.append(.dropped(path: String(cString: file)))
            SDL_free(file)
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
            // A window without focus does not receive `keyUp` events, so all keys count as released when the window loses the focus.
            pressedKeys = []
        case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_EXPOSED.rawValue:
            needsRepaint = true
        case SDL_CLIPBOARDUPDATE: knownClipboard = nil
        case SDL_WINDOWEVENT where event.window.event == SDL_WINDOWEVENT_FOCUS_GAINED.rawValue: knownClipboard = nil
        case SDL_RENDER_TARGETS_RESET, SDL_RENDER_DEVICE_RESET:
            // The texture is lost; the next frame creates another texture.
            if let texture { SDL_DestroyTexture(texture) }
            texture = nil
            notice?.free()
            notice = nil
        default: break
        }
    }

    /// The number of pixels per point. Sizes of windows are in points. The number is 1 on an ordinary screen, and for example 2 on a
    /// high-density screen.
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
