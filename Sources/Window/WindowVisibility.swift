// WindowVisibility: detects whether other windows fully cover a window. X11 reports whether a window is covered, but SDL 2 does not pass on these reports.
//
// Over each connection, X11 sends only the events that the process has selected for that connection, and SDL's selection must not be
// changed. Therefore this class opens its own connection. If a compositor keeps pictures of all windows, or the system is not X11, no
// window counts as covered.
//
// The code is unsafe because X11's functions are looked up by name, as in SDL, and an event is raw memory.

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

    /// Watches a window; nil if the window is not an X11 window.
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
    /// Returns X11's identifiers of a window and its connection; nil if the window is not an X11 window.
    static func system(of window: OpaquePointer) -> SystemWindow? {
        var system = SystemWindow()
        system.version = SDL_version(major: UInt8(SDL_MAJOR_VERSION), minor: UInt8(SDL_MINOR_VERSION), patch: UInt8(SDL_PATCHLEVEL))
        let isKnown = withUnsafeMutablePointer(to: &system) { SDL_GetWindowWMInfo(window, OpaquePointer($0)) == SDL_TRUE }
        let subsystemX11: Int32 = 2
        return isKnown && system.subsystem == subsystemX11 ? system : nil
    }
    deinit {
        // If the connection is lost, the call that closes the connection would never return.
        guard !ScreenLoss.isLost else { return }
        _ = close(display)
        dlclose(library)
    }

    /// Waits until X11 has processed everything that this process has sent on any of its connections. X11 serves its connections in turn.
    /// So when X11 has answered several requests on this connection, X11 has also served all other connections.
    func waitForSystem() {
        for _ in 0..<4 { _ = synchronize(display, 0) }
    }

    /// True if no pixel of the window is visible now.
    var isCovered: Bool {
        // An XEvent is 24 longs. A VisibilityNotify event begins with the type; the display, the window and the state follow.
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
