import CSDL
import Glibc
import Raster

/// Shows framebuffers on the screen, through SDL 2.
///
/// Sizes are pixels of the drawable, which on a high-DPI screen are more than the window's points; positions have GL's
/// origin, bottom-left, as gl_FragCoord does. A window stays on the thread that made it, which should be the main one,
/// and there is one at a time: SDL has a single queue of events.
///
/// Nothing here is touched by a program that renders headless: SDL starts with the first window and ends with it.
public final class Window {
    /// The name that stands first in the title bar and in the names of screenshots.
    public let name: String
    /// The whole title bar, for a program that wants its own; nil shows the name and, while `run` draws, the time of a frame.
    public var title: String? { didSet { showTitle(title ?? name) } }
    /// Makes the picture of a notice, for `showNotice`, from its text, the number of pixels for a point, and the largest width in pixels; straight alpha, RGBA of 8 bits,
    /// the top row first. Without a painter, or where it throws, the title bar shows notices.
    public var noticePainter: ((_ text: String, _ pixelsPerPoint: Float, _ maximumWidth: Int) throws -> Image)?
    /// The keys that the window acts on by itself; the program hears of them in any case. Take out the keys that the program wants for itself.
    public var ownKeys = OwnKey.all
    /// The keys that are held down now, by their names in `WindowEvent`, as of the last `pollEvents`.
    public internal(set) var pressedKeys: Set<String> = []
    /// Whether the pointer is hidden and held in the window, so that `mouseMoved` tells moves without end: for looking around.
    public var capturesCursor: Bool {
        get { SDL_GetRelativeMouseMode() == SDL_TRUE }
        set { SDL_SetRelativeMouseMode(newValue ? SDL_TRUE : SDL_FALSE) }
    }
    /// Pixels of a row. Changes as events are polled; a framebuffer of this size fills the window pixel by pixel.
    public internal(set) var width: Int
    /// Number of rows, in pixels.
    public internal(set) var height: Int
    /// Whether the user (close button, Escape, Ctrl-C) or `close()` wants the window closed; ends `run`.
    public internal(set) var isClosing = false

    let handle: OpaquePointer
    let renderer: OpaquePointer
    /// Whether the renderer takes BGRA without converting, instead of RGBA (the order of bytes in memory).
    let swapsRedAndBlue: Bool
    var texture: OpaquePointer?
    var textureSize = (width: 0, height: 0)
    var needsRepaint = false
    var meter = FrameMeter()
    var limiter = FrameLimiter()
    /// Opened gamepads by SDL's number for each.
    var openGamepads: [Int32: OpaquePointer] = [:]
    /// nil where the system does not tell.
    private var visibility: WindowVisibility?
    /// Somebody asked for a frame since the last one.
    var wantsFrame = false
    /// SDL has sent something since the last frame, also events that are not the user's: a waker, another clipboard.
    var hasNews = false
    /// The notice over the picture, or in the title bar.
    var notice: Notice?
    /// The text that the title bar shows while no notice is in it.
    var wantedTitle: String
    /// What `clipboardText` has found; nil where it has to ask anew.
    var knownClipboard: KnownClipboard?

    /// Opens a resizable window of `width` × `height` points. Throws `invalidSize`, or `systemUnavailable` where there is
    /// no screen; the caller may then render headless.
    public init(name: String, width: Int = 1280, height: Int = 720) throws(RasterError) {
        guard (1...16384).contains(width), (1...16384).contains(height) else {
            throw RasterError(.invalidSize, "window '\(name)'", "cannot be \(width)×\(height)", remedy: "use 1 to 16384 a side")
        }
        func unavailable(_ reason: String = String(cString: SDL_GetError())) -> RasterError {
            RasterError(.systemUnavailable, "window '\(name)'", "cannot be opened: \(reason)",
                        remedy: "set DISPLAY or WAYLAND_DISPLAY to a screen, or render headless into a PNG file")
        }
        // A connection that was lost cannot be opened anew: SDL has it open.
        guard !ScreenLoss.isLost else { throw unavailable("this process has already lost its screen") }
        // In the C locale, which every program starts in, X11 refuses titles that are not ASCII.
        if let locale = setlocale(LC_CTYPE, nil), String(cString: locale) == "C" { setlocale(LC_CTYPE, "C.UTF-8") }
        if getenv("DISPLAY") != nil { LateWakeUps.passOver() }
        // SDL turns SIGINT and SIGTERM into a quit event from here on.
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { throw unavailable() }
        // Without a screen SDL may draw into memory, which nobody sees and nobody can close.
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
        // SDL would wait for answers that cannot come any more.
        guard !ScreenLoss.isLost else { return }
        if let texture { SDL_DestroyTexture(texture) }
        notice?.free()
        // SDL's wake-ups come over a connection of their own, and must not find the window gone: see LateWakeUps.
        visibility?.waitForSystem()
        visibility = nil
        closeGamepads()
        SDL_DestroyRenderer(renderer)
        SDL_DestroyWindow(handle)
        SDL_QuitSubSystem(SDL_INIT_VIDEO)
    }

    /// Lets `run` end after this frame.
    public func close() {
        isClosing = true
        waker.wake()
    }

    /// Whether the window is minimised, hidden, or covered by others where the system tells: nobody would see a frame, and `run` draws
    /// none until it is back.
    public var isHidden: Bool {
        SDL_GetWindowFlags(handle) & (SDL_WINDOW_MINIMIZED.rawValue | SDL_WINDOW_HIDDEN.rawValue) != 0 || visibility?.isCovered == true
    }

    /// Has `run` draw a frame soon, when nothing else asks for one: for a view controller that rests or is paused. Other threads use `waker`.
    public func setNeedsDisplay() { wantsFrame = true }

    func showTitle(_ text: String) {
        wantedTitle = text
        SDL_SetWindowTitle(handle, notice?.titleText(of: self) ?? text)
    }

    /// Whether the window fills the screen.
    public var isFullScreen: Bool { SDL_GetWindowFlags(handle) & SDL_WINDOW_FULLSCREEN.rawValue != 0 }
    /// Fills the screen, or is a window again. F11 does it too, and Escape makes it a window again.
    public func toggleFullScreen() { SDL_SetWindowFullscreen(handle, isFullScreen ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue) }

    /// Pixels, as the screen has it now.
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
