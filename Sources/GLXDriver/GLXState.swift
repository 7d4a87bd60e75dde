import CDriver
import EGLDriver
import GLState
import Host

/// The screens, contexts and drawables of a program's Display.
final class GLXDisplay {
    let address: UnsafeMutableRawPointer
    var screens: [Int32: GLXScreen] = [:]
    var contexts = ObjectTable<DriverContext>()
    /// Windows, pixmaps and pbuffers by their numbers. A window that the program made with Xlib and passed to glXMakeCurrent has the number
    /// that Xlib gave to the window.
    var drawables: [RasterXID: GLXDrawable] = [:]

    init(_ address: UnsafeMutableRawPointer) { self.address = address }
}

/// A screen: a display of the driver, whose contexts can share objects.
final class GLXScreen {
    let number: Int32
    let display: DriverDisplay
    let windows: X11Windows
    let configs: [GLXConfig]
    /// For each visual that glXChooseVisual has returned: the configuration that this function had chosen when it last returned the visual.
    /// Several configurations may have the same visual.
    private var chosen: [Int32: GLXConfig] = [:]

    init(_ number: Int32, _ address: UnsafeMutableRawPointer) throws(EGLError) {
        self.number = number
        display = DriverDisplay(platform: EGLenum(EGL_PLATFORM_X11_KHR), nativeDisplay: address, attributes: [(Int(EGL_PLATFORM_X11_SCREEN_KHR), Int(number))],
                                makeDevice: { GLXState.device })
        try display.initialize()
        guard let windows = display.windows as? X11Windows else { throw EGLError(EGL_NOT_INITIALIZED, "there is no X server") }
        self.windows = windows
        configs = GLXConfig.all(windows, screen: number)
    }
    func choose(_ wishes: GLXWishes) -> GLXConfig? {
        guard let config = wishes.choose(from: configs).first else { return nil }
        chosen[config.config.visual] = config
        return config
    }
    /// Returns the configuration of windows with this visual; nil if OpenGL cannot draw such windows.
    func config(visual: UInt32) -> GLXConfig? {
        let number = Int32(bitPattern: visual)
        if let config = chosen[number] ?? configs.first(where: { $0.config.visual == number }) { return config }
        let depth = [24, 32].first { windows.visualNumbers(depth: $0).contains(visual) }
        return configs.first { $0.config.blendsWindow == (depth == 32) && depth != nil }
    }
}

/// A drawable of GLX: a surface, and its properties in GLX.
final class GLXDrawable {
    enum Kind { case xWindow, window, pixmap, pbuffer }
    let kind: Kind
    let surface: DriverSurface
    let config: GLXConfig
    var eventMask: UInt = 0
    /// The values of the pbuffer's attributes that have no effect.
    var attributes: [Int32: UInt32] = [:]

    init(_ kind: Kind, _ surface: DriverSurface, _ config: GLXConfig) { self.kind = kind; self.surface = surface; self.config = config }
}

struct GLXState {
    /// Every function of GLX takes this lock, and then the lock of EGL's state, which contains the current contexts.
    static let lock = Lock(GLXState())

    /// The device of all contexts, because a program may share objects between the contexts of its Displays.
    static let device = DriverDevice.chosenByEnvironment()

    private var displays: [UnsafeMutableRawPointer: GLXDisplay] = [:]

    /// Returns the driver's object for a Display. If the driver has no object for this Display yet, a new object is made.
    mutating func display(_ address: UnsafeMutableRawPointer?) throws(GLXError) -> GLXDisplay {
        guard let address else { throw GLXError(.badValue, "the display is NULL") }
        if let known = displays[address] { return known }
        let made = GLXDisplay(address)
        displays[address] = made
        return made
    }
    mutating func screen(_ number: Int32, _ address: UnsafeMutableRawPointer?, _ current: inout EGLState) throws(GLXError) -> GLXScreen {
        let display = try display(address)
        if let known = display.screens[number] { return known }
        guard number >= 0 && number < RasterXlibScreenCount(display.address) else { throw GLXError(.badValue, "the display has no screen \(number)") }
        let made = try GLXError.rethrowing { () throws(EGLError) in try GLXScreen(number, display.address) }
        display.screens[number] = made
        _ = current.displaysOfGLX.add(made.display)
        return made
    }
    /// Returns the configuration with a handle. A program may get the handle from one Display, and use the handle with another Display of the
    /// same server.
    mutating func config(_ handle: UnsafeMutableRawPointer?, _ address: UnsafeMutableRawPointer?, _ current: inout EGLState)
        throws(GLXError) -> (config: GLXConfig, screen: GLXScreen) {
        guard let handle, let config = displays.values.lazy.flatMap(\.screens.values).flatMap(\.configs).first(where: { $0.handle == handle }) else {
            throw .badConfig
        }
        return (config, try screen(config.screen, address, &current))
    }
    func context(_ handle: UnsafeMutableRawPointer?) throws(GLXError) -> DriverContext {
        // A context is found by its handle alone; the context may belong to any Display.
        guard let context = displays.values.lazy.compactMap({ $0.contexts[handle] }).first else { throw .badContext }
        return context
    }
    /// Removes the context with this handle; returns false if no context has the handle. A removed context that is current exists until it is
    /// no longer current.
    func removeContext(_ handle: UnsafeMutableRawPointer?) -> Bool { displays.values.contains { $0.contexts.remove(handle) != nil } }

    /// Removes a Display that the program closes. The contexts and drawables of the Display are then no longer current on this thread.
    mutating func close(_ address: UnsafeMutableRawPointer, _ current: inout EGLState) {
        guard let display = displays.removeValue(forKey: address) else { return }
        if let context = current.current, display.screens.values.contains(where: { $0.display === context.display }) { current.release() }
        for screen in display.screens.values {
            current.displaysOfGLX.remove(ObjectTable.handle(of: screen.display))
            screen.display.terminate()
        }
    }
}

/// Calls `body` under the locks of GLX and EGL. If `body` throws an error, the program receives the error as an error of X, and the result is
/// `failure`.
func perform<Result>(_ name: StaticString, _ request: Int32, _ display: UnsafeMutableRawPointer?, _ failure: Result,
                     _ body: (inout GLXState, inout EGLState) throws(GLXError) -> Result) -> Result {
    do throws(GLXError) {
        return try LibraryCall.performHere { () throws(GLXError) in
            try GLXState.lock.withLock { glx throws(GLXError) in
                try EGLState.lock.withLock { current throws(GLXError) in try body(&glx, &current) }
            }
        }
    } catch {
        // The error is sent after the locks have been released, because the program's error handler may call GLX, and may never return.
        error.send(name, request, display)
        return failure
    }
}
