// ScreenLoss: makes a window throw an error if its X server ends or closes the connection. By default, Xlib would end the process without a
// message from the application.
//
// Xlib reports a lost connection to a handler. If that handler returns, Xlib calls a second handler, which ends the process, unless the
// application has replaced this second handler for the connection. With the replaced handler, Xlib's functions do nothing after the loss.
// Therefore the SDL call during which the connection was lost returns, and the window's loop throws an error. From then on, no function of
// SDL is called, not even to close the window, because SDL would wait for ever for a reply.
//
// The code is unsafe because X11's functions are looked up by name, as in SDL.

import CSDL
import Glibc
import Raster
import Synchronization

enum ScreenLoss {
    private typealias Handler = @convention(c) (_ display: UnsafeMutableRawPointer?) -> Int32
    private typealias ExitHandler = @convention(c) (_ display: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) -> Void
    private struct State {
        var isInstalled = false
        /// The addresses of connections whose loss must not end the process.
        var displays: Set<UInt> = []
    }
    private static let state = Mutex(State())
    private static let lost = Atomic(false)
    /// The handler for lost connections that was installed before; nil if no handler was installed.
    nonisolated(unsafe) private static var previous: Handler?

    /// True if a window of this process has lost its screen. After a loss, no other window can be opened.
    static var isLost: Bool { lost.load(ordering: .acquiring) }
    static func error(ofWindow name: String) -> RasterError {
        RasterError(.systemUnavailable, "window '\(name)'",
                    "has lost its screen: the connection to the display\(getenv("DISPLAY").map { " \(String(cString: $0))" } ?? "") broke",
                    remedy: "restart the program when the screen is available")
    }

    /// Ensures that a loss of SDL's connection no longer ends the process, but makes the window throw an error.
    static func watch(_ window: OpaquePointer) {
        if let display = WindowVisibility.system(of: window)?.display { watch(display: display) }
    }
    static func watch(display: UnsafeMutableRawPointer) {
        state.withLock { state in
            // The library is never closed, because the handlers stay installed. Xlib before 1.7 has no second handler, and ends the
            // process with its own message.
            guard let library = dlopen("libX11.so.6", RTLD_NOW), let found = dlsym(library, "XSetIOErrorHandler"),
                  let foundExit = dlsym(library, "XSetIOErrorExitHandler") else { return }
            if !state.isInstalled {
                let set = unsafeBitCast(found, to: (@convention(c) (Handler?) -> Handler?).self)
                previous = set { display in ScreenLoss.handle(display) }
                state.isInstalled = true
            }
            state.displays.insert(UInt(bitPattern: display))
            let setExit = unsafeBitCast(foundExit, to: (@convention(c) (UnsafeMutableRawPointer, ExitHandler?, UnsafeMutableRawPointer?) -> Void).self)
            setExit(display, { _, _ in ScreenLoss.lost.store(true, ordering: .releasing) }, nil)
        }
    }
    private static func handle(_ display: UnsafeMutableRawPointer?) -> Int32 {
        let isOurs = state.withLock { $0.displays.contains(UInt(bitPattern: display)) }
        // If the lost connection is in `displays`, the window throws an error, so nothing is printed. For any other connection, the
        // previous handler runs; Xlib's own handler prints a message.
        return isOurs ? 0 : previous.map { $0(display) } ?? 0
    }
}
