// WindowVisibility: whether other windows cover all of a window, which X11 tells and SDL 2 does not.
//
// X11 tells a program only what it asked for, and SDL's wishes for its own connection are not to be changed: so this has a connection of
// its own. Where a compositor keeps pictures of all windows, or the system is not X11, no window counts as covered.
//
// Unsafe because X11's functions are found by name, as SDL finds them, and an event is raw memory.

import CSDL
import Glibc

final class WindowVisibility {
    private let library: UnsafeMutableRawPointer
    private let display: UnsafeMutableRawPointer
    private let close: @convention(c) (UnsafeMutableRawPointer) -> Int32
    private let pending: @convention(c) (UnsafeMutableRawPointer) -> Int32
    private let nextEvent: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32
    private let synchronize: @convention(c) (UnsafeMutableRawPointer, Int32) -> Int32
    private var covered = false

    /// nil where the window is not X11's.
    init?(_ window: OpaquePointer) {
        guard let system = WindowVisibility.system(of: window), let library = dlopen("libX11.so.6", RTLD_NOW) else { return nil }
        typealias Open = @convention(c) (UnsafePointer<CChar>?) -> UnsafeMutableRawPointer?
        typealias SelectInput = @convention(c) (UnsafeMutableRawPointer, UInt, Int) -> Int32
        guard let open = dlsym(library, "XOpenDisplay"), let select = dlsym(library, "XSelectInput"), let close = dlsym(library, "XCloseDisplay"),
              let pending = dlsym(library, "XPending"), let next = dlsym(library, "XNextEvent"),
              let synchronize = dlsym(library, "XSync"),
              let display = unsafeBitCast(open, to: Open.self)(nil) else {
            dlclose(library)
            return nil
        }
        self.library = library
        self.display = display
        self.close = unsafeBitCast(close, to: (@convention(c) (UnsafeMutableRawPointer) -> Int32).self)
        self.pending = unsafeBitCast(pending, to: (@convention(c) (UnsafeMutableRawPointer) -> Int32).self)
        nextEvent = unsafeBitCast(next, to: (@convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Int32).self)
        self.synchronize = unsafeBitCast(synchronize, to: (@convention(c) (UnsafeMutableRawPointer, Int32) -> Int32).self)
        let visibilityChangeMask = 1 << 16
        _ = unsafeBitCast(select, to: SelectInput.self)(display, system.window, visibilityChangeMask)
        ScreenLoss.watch(display: display)
    }
    /// X11's names for a window and its connection; nil where the window is not X11's.
    static func system(of window: OpaquePointer) -> SystemWindow? {
        var system = SystemWindow()
        system.version = SDL_version(major: UInt8(SDL_MAJOR_VERSION), minor: UInt8(SDL_MINOR_VERSION), patch: UInt8(SDL_PATCHLEVEL))
        let isKnown = withUnsafeMutablePointer(to: &system) { SDL_GetWindowWMInfo(window, OpaquePointer($0)) == SDL_TRUE }
        let subsystemX11: Int32 = 2
        return isKnown && system.subsystem == subsystemX11 ? system : nil
    }
    deinit {
        // The farewell of a lost connection would wait for ever.
        guard !ScreenLoss.isLost else { return }
        _ = close(display)
        dlclose(library)
    }

    /// Returns when X11 has gone through all that this process has sent so far, over whichever connection: it goes round its connections for each answer.
    func waitForSystem() {
        for _ in 0..<4 { _ = synchronize(display, 0) }
    }

    /// Whether no pixel of the window is seen, as of now.
    var isCovered: Bool {
        // XEvent is 24 longs. A VisibilityNotify has its type first, and its state behind its display and window.
        withUnsafeTemporaryAllocation(byteCount: 24 * 8, alignment: 8) { event in
            guard let address = event.baseAddress else { return }
            while pending(display) > 0 {
                _ = nextEvent(display, address)
                let visibilityNotify: Int32 = 15, fullyObscured: Int32 = 2
                if event.load(as: Int32.self) == visibilityNotify { covered = event.load(fromByteOffset: 40, as: Int32.self) == fullyObscured }
            }
        }
        return covered
    }
}
