import CSDL
import Glibc
import Raster

/// Shows framebuffers on the screen, through SDL 2.
///
/// Sizes are pixels of the drawable; on a high-DPI screen, a window has more pixels than points. Positions have their origin at the bottom
/// left, as in OpenGL and gl_FragCoord. A window must be used on the thread that made the window. An application should make its window on
/// the main thread. There can be only one window at a time, because SDL has a single event queue.
///
/// An application that renders without a window does not use SDL: SDL starts when a window opens, and ends when the window is released.
public final class Window {
    /// The name at the start of the title bar and of the names of screenshots.
    public let name: String
    /// The whole text of the title bar; nil to show the name and, while `run` draws, the frame time.
    public var title: String? { didSet { showTitle(title ?? name) } }
    /// Draws the picture of a notice for `showNotice`. The arguments are the notice's text, the number of pixels per point, and the
    /// picture's maximum width in pixels. The picture has straight alpha, RGBA with 8 bits per channel, and its top row first. If
    /// `noticePainter` is nil or throws an error, the title bar shows notices.
    public var noticePainter: ((_ text: String, _ pixelsPerPoint: Float, _ maximumWidth: Int) throws -> Image)?
    /// The keys that the window handles itself. The application receives the events of these keys, too. Remove keys that only the
    /// application should handle.
    public var ownKeys = OwnKey.all
    /// The keys that are held down, by their names in `WindowEvent`, as of the last `pollEvents`.
    public internal(set) var pressedKeys: Set<String> = []
    /// Whether the pointer is hidden and cannot leave the window. If `capturesCursor` is true, `mouseMoved` reports movement without
    /// limits, as games need it for looking around.
    public var capturesCursor: Bool {
        get { SDL_GetRelativeMouseMode() == SDL_TRUE }
        set { SDL_SetRelativeMouseMode(newValue ? SDL_TRUE : SDL_FALSE) }
    }
    /// The width of the drawable in pixels. The width changes when events are polled. A framebuffer of this width and height fills
    /// the window pixel by pixel.
    public internal(set) var width: Int
    /// The height of the drawable in pixels.
    public internal(set) var height: Int
    /// True if the user has asked to close the window (close button, Escape, Ctrl-C), or if `close()` was called; `run` then ends.
    public internal(set) var isClosing = false

    let handle: OpaquePointer
    let renderer: OpaquePointer
    /// Whether the renderer shows BGRA bytes without conversion. If `swapsRedAndBlue` is false, the renderer shows RGBA bytes without conversion.
    let swapsRedAndBlue: Bool
    var texture: OpaquePointer?
    var textureSize = (width: 0, height: 0)
    var needsRepaint = false
    var meter = FrameMeter()
    var limiter = FrameLimiter()
    /// The open gamepads, by SDL's instance id.
    var openGamepads: [Int32: OpaquePointer] = [:]
    /// Detects whether other windows cover this window; nil if the system does not report covered windows.
    private var visibility: WindowVisibility?
    /// True if a frame has been requested since the last frame.
    var wantsFrame = false
    /// True if SDL has sent any event since the last frame, including internal events: a waker's event, a change of the clipboard.
    var hasNews = false
    /// The current notice, over the picture or in the title bar; nil if no notice is shown.
    var notice: Notice?
    /// The text of the title bar while the title bar shows no notice.
    var wantedTitle: String
    /// The cached result of `clipboardText`; nil if the clipboard must be read again.
    var knownClipboard: KnownClipboard?

    /// Opens a resizable window of `width` × `height` points. Throws `invalidSize`, or `systemUnavailable` if there is no screen. Without a
    /// screen, the application can still render without a window.
    public init(name: String, width: Int = 1280, height: Int = 720) throws(RasterError) {
        guard (1...16384).contains(width), (1...16384).contains(height) else {
            throw RasterError(.invalidSize, "window '\(name)'", "cannot be \(width)×\(height)", remedy: "use 1 to 16384 a side")
        }
        func unavailable(_ reason: String = String(cString: SDL_GetError())) -> RasterError {
            RasterError(.systemUnavailable, "window '\(name)'", "cannot be opened: \(reason)",
                        remedy: "set DISPLAY or WAYLAND_DISPLAY to a screen, or render headless into a PNG file")
        }
        // A lost connection cannot be opened again, because SDL still regards the connection as open.
        guard !ScreenLoss.isLost else { throw unavailable("this process has already lost its screen") }
        // Every process starts in the C locale. In the C locale, X11 refuses titles that are not ASCII.
        if let locale = setlocale(LC_CTYPE, nil), String(cString: locale) == "C" { setlocale(LC_CTYPE, "C.UTF-8") }
        if getenv("DISPLAY") != nil { LateWakeUps.passOver() }
        // After this call, SDL turns SIGINT and SIGTERM into a quit event.
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw unavailable() }
        // Without a screen, SDL may select a driver that draws into memory. A window of such a driver is invisible, and the user cannot
        // close the window.
        let driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? ""
        guard getenv("SDL_VIDEODRIVER") != nil || !["offscreen", "dummy"].contains(driver) else {
            SDL_QuitSubSystem(SDL_INIT_VIDEO)
            throw unavailable("there is no screen")
        }
        let flags = SDL_WINDOW_RESIZABLE.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue
        let centered = Int32(SDL_WINDOWPOS_CENTERED_MASK)
        guard let handle = SDL_CreateWindow(name, centered, centered, Int32(width), Int32(height), flags) else {
            defer { SDL_QuitSubSystem(SDL_INIT_VIDEO) }
            throw unavailable()
        }
        guard let renderer = Window.makeRenderer(for: handle) else {
            defer { SDL_DestroyWindow(handle); SDL_QuitSubSystem(SDL_INIT_VIDEO) }
            throw unavailable()
        }
        SDL_SetWindowMinimumSize(handle, 64, 64)
        var information = SDL_RendererInfo()
        SDL_GetRendererInfo(renderer, &information)
        let formats = withUnsafeBytes(of: information.texture_formats) { [UInt32]($0.bindMemory(to: UInt32.self)).prefix(Int(information.num_texture_formats)) }
        let first = formats.first { $0 == SDL_PIXELFORMAT_ABGR8888.rawValue || $0 == SDL_PIXELFORMAT_ARGB8888.rawValue }
        swapsRedAndBlue = first != SDL_PIXELFORMAT_ABGR8888.rawValue
        self.name = name
        wantedTitle = name
        self.handle = handle
        self.renderer = renderer
        self.width = width
        self.height = height
        visibility = WindowVisibility(handle)
        ScreenLoss.watch(handle)
        (self.width, self.height) = drawableSize()
    }

    deinit {
        // After the connection is lost, SDL would wait for ever for a reply, so the window is not closed.
        guard !ScreenLoss.isLost else { return }
        if let texture { SDL_DestroyTexture(texture) }
        notice?.free()
        // SDL sends wake-up messages to the window over a separate connection. The wake-up messages must arrive before the window is
        // destroyed; see LateWakeUps.
        visibility?.waitForSystem()
        visibility = nil
        closeGamepads()
        SDL_DestroyRenderer(renderer)
        SDL_DestroyWindow(handle)
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// Ends `run` after this frame.
    public func close() {
        isClosing = true
        waker.wake()
    }

    /// True if the window is minimised, hidden, or fully covered by other windows. Some systems do not report covered windows. `run` draws
    /// no frames while this property is true, because such frames would be invisible.
    public var isHidden: Bool {
        SDL_GetWindowFlags(handle) & (SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_HIDDEN.rawValue) != 0 || visibility?.isCovered == true
    }

    /// Requests a frame even if nothing else causes a frame, for example from a view controller that rests or is paused. On other threads
    /// use `waker`.
    public func setNeedsDisplay() { wantsFrame = true }

    func showTitle(_ text: String) {
        wantedTitle = text
        SDL_SetWindowTitle(handle, notice?.titleText(of: self) ?? text)
    }

    /// True if the window fills the screen.
    public var isFullScreen: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
    /// Enters or leaves full screen. The key F11 also switches full screen; Escape leaves full screen.
    public func toggleFullScreen() { SDL_SetWindowFullscreen(handle, isFullScreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue) }

    /// Asks the system to give the drawable this size in pixels, limited to 64…16384, and leaves full screen. The system may choose
    /// another size. `width` and `height` change when events are polled, together with the event `resized`.
    public func resize(width: Int, height: Int) {
        if isFullScreen { toggleFullScreen() }
        func points(_ pixels: Int) -> Int32 { Int32((Float(min(max(pixels, 64), 16384)) / pixelsPerPoint).rounded()) }
        SDL_SetWindowSize(handle, points(width), points(height))
    }

    /// Returns the current size of the drawable in pixels.
    func drawableSize() -> (width: Int, height: Int) {
        var w: Int32 = 0, h: Int32 = 0
        SDL_GetRendererOutputSize(renderer, &w, &h)
        return (max(1, Int(w)), max(1, Int(h)))
    }
    func failure(_ what: String) -> RasterError {
        if ScreenLoss.isLost { return ScreenLoss.error(ofWindow: name) }
        return RasterError(.systemUnavailable, "window '\(name)'", "\(what): \(String(cString: SDL_GetError()))", remedy: "render headless into a PNG file")
    }
}
