// ScreenLoss: a window whose X server ends, or shuts it out, throws an error; Xlib by itself would end the process without a sentence of the program's.
//
// Xlib tells of a lost connection by a handler, and ends the process when a second one returns unless it is replaced for that connection. After that
// its functions do nothing, so that the call of SDL's that met the loss returns, and the window's loop throws. Nothing of SDL is
// called any more then: its farewell would wait for answers for ever.
//
// Unsafe because X11's functions are found by name, as SDL finds them.

import CSDL
import Glibc
import Raster
import Synchronization

enum ScreenLoss {
    private typealias Handler = @convention(c) (_ display: UnsafeMutableRawPointer?) -> Int32
    private typealias ExitHandler = @convention(c) (_ display: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) -> Void
    private struct State {
        var isInstalled = false
        /// Connections whose loss ends no process, by their addresses.
        var displays: Set<UInt> = []
    }
    private static let state = Mutex(State())
    private static let lost = Atomic(false)
    /// The handler that was there before.
    nonisolated(unsafe) private static var previous: Handler?

    /// Whether a window of this process has lost its screen: no other one can be opened then.
    static var isLost: Bool { lost.load(ordering: .acquiring) }
    static func error(ofWindow name: String) -> RasterError {
        RasterError(.systemUnavailable, "window '\(name)'", "has lost its screen: the connection to the display\(getenv("DISPLAY").map { " \(String(cString: $0))" } ?? "") broke",
                    remedy: "restart the program when the screen is available")
    }

    /// Takes the loss of SDL's connection for an error from now on.
    static func watch(_ window: OpaquePointer) {
        if let display = WindowVisibility.system(of: window)?.display { watch(display: display) }
    }
    static func watch(display: UnsafeMutableRawPointer) {
        state.withLock { state in
            // Never closed: the handlers stay. An Xlib before 1.7 has no second one, and ends the process with a sentence of its own.
            guard let library = dlopen("libX11.so.6", RTLD_NOW), let found = dlsym(library, "XSetIOErrorHandler"), let foundExit = dlsym(library, "XSetIOErrorExitHandler") else { return }
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
        // The window's error says it; of another connection Xlib does.
        return isOurs ? 0 : previous.map { $0(display) } ?? 0
    }
}
