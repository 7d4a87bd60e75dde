// LateWakeUps: keeps Xlib from ending the process when a window closes itself in response to an event.
//
// SDL wakes a thread that waits for events by sending a message to the window over a separate connection (`X11_SendWakeupEvent`). If the
// application closes the window immediately after SDL has sent the message, X11 may close the window before X11 processes the message. Then
// the message has no receiver, which is an error. Xlib ends the process on every error without a handler. Therefore, this file installs a
// handler that ignores this error, and passes all other errors to the previous handler.
//
// The code is unsafe because X11's function is looked up by name, as in SDL, and an error is raw memory.

import Glibc
import Synchronization

enum LateWakeUps {
    private typealias Handler = @convention(c) (_ display: UnsafeMutableRawPointer?, _ error: UnsafeRawPointer?) -> Int32
    /// The error handler that was installed before this one (`handle`); it may be Xlib's own. nil if no handler was installed.
    nonisolated(unsafe) private static var previous: Handler?
    private static let isPassedOver = Mutex(false)

    /// Makes this process ignore the errors that X11 reports for messages to closed windows. This function must be called before SDL connects to X11: when
    /// SDL connects, SDL stores the error handler that is installed at that moment. SDL restores the stored handler before it closes its connections. The
    /// errors of late messages arrive after the handler is restored, so these errors go to the stored handler.
    static func passOver() {
        isPassedOver.withLock { isPassedOver in
            typealias SetHandler = @convention(c) (Handler?) -> Handler?
            // The library is never closed, because the handler stays installed.
            guard !isPassedOver, let library = dlopen("libX11.so.6", RTLD_NOW), let found = dlsym(library, "XSetErrorHandler") else { return }
            let set = unsafeBitCast(found, to: SetHandler.self)
            let handler: Handler = { display, error in LateWakeUps.handle(display, error) }
            previous = set(handler)
            isPassedOver = true
        }
    }
    private static func handle(_ display: UnsafeMutableRawPointer?, _ error: UnsafeRawPointer?) -> Int32 {
        // In XErrorEvent, the type, the display, the resource and the serial number take 8 bytes each. The error code is at byte 32, and
        // the request code is at byte 33.
        let badWindow: UInt8 = 3, sendEvent: UInt8 = 25
        if let error, error.load(fromByteOffset: 32, as: UInt8.self) == badWindow, error.load(fromByteOffset: 33, as: UInt8.self) == sendEvent { return 0 }
        return previous.map { $0(display, error) } ?? 0
    }
}
