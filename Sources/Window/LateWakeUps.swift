// LateWakeUps: a window that closes at an event ends nothing but itself.
//
// SDL wakes a thread that waits for events by a message to the window, which it sends over a connection of its own (`X11_SendWakeupEvent`). Where the window is closed at
// once, X11 may hear of that first, the message then has no receiver, and Xlib ends the process: it does so for every error that nobody handles. So this error is passed over,
// and all others go to whoever handled them before.
//
// Unsafe because X11's function is found by name, as SDL finds it, and an error is raw memory.

import Glibc
import Synchronization

enum LateWakeUps {
    private typealias Handler = @convention(c) (_ display: UnsafeMutableRawPointer?, _ error: UnsafeRawPointer?) -> Int32
    /// The handler that was there before; Xlib's own is one, too.
    nonisolated(unsafe) private static var previous: Handler?
    private static let isPassedOver = Mutex(false)

    /// Passes over messages to windows that are gone, in this process from now on. Before SDL connects to X11: it asks whoever handled errors then, and puts that handler back
    /// before it closes its connections, at which late errors come.
    static func passOver() {
        isPassedOver.withLock { isPassedOver in
            typealias SetHandler = @convention(c) (Handler?) -> Handler?
            // Never closed: the handler stays.
            guard !isPassedOver, let library = dlopen("libX11.so.6", RTLD_NOW), let found = dlsym(library, "XSetErrorHandler") else { return }
            let set = unsafeBitCast(found, to: SetHandler.self)
            let handler: Handler = { display, error in LateWakeUps.handle(display, error) }
            previous = set(handler)
            isPassedOver = true
        }
    }
    private static func handle(_ display: UnsafeMutableRawPointer?, _ error: UnsafeRawPointer?) -> Int32 {
        // XErrorEvent: the type, the display, the resource and the serial number take 8 bytes each; then come the error's code and the request's.
        let badWindow: UInt8 = 3, sendEvent: UInt8 = 25
        if let error, error.load(fromByteOffset: 32, as: UInt8.self) == badWindow, error.load(fromByteOffset: 33, as: UInt8.self) == sendEvent { return 0 }
        return previous.map { $0(display, error) } ?? 0
    }
}
