import CDriver

/// Windows and pixmaps of an X server (EGL_KHR_platform_x11, EGL_EXT_platform_xcb, GLX).
package final class X11Windows: WindowSystem {
    private let server: Server
    package let visuals: [WindowVisual]
    package let hasPixmaps = true

    /// The connection to the server. The connection is closed as soon as neither the window system nor a window uses it.
    fileprivate final class Server {
        let address: OpaquePointer
        init(_ address: OpaquePointer) { self.address = address }
        deinit { RasterX11Close(address) }
    }

    init(_ display: DriverDisplay) throws(EGLError) {
        let isXCB = display.platform == EGLenum(EGL_PLATFORM_XCB_EXT)
        let kind = display.nativeDisplay == nil ? RasterX11NativeNone : isXCB ? RasterX11NativeXCB : RasterX11NativeXlib
        var reason: UnsafePointer<CChar>?
        let screenName = Int(isXCB ? EGL_PLATFORM_XCB_SCREEN_EXT : EGL_PLATFORM_X11_SCREEN_KHR)
        let screen = display.attributes.first { $0.name == screenName }.flatMap { Int32(exactly: $0.value) } ?? -1
        guard let address = RasterX11Open(kind, display.nativeDisplay, screen, &reason) else {
            throw EGLError(EGL_NOT_INITIALIZED, reason.map { String(cString: $0) } ?? "there is no X server")
        }
        server = Server(address)
        let trueColor: EGLint = 4
        visuals = [24, 32].compactMap { depth in
            guard RasterX11VisualCount(address, Int32(depth)) > 0 else { return nil }
            let visual = RasterX11Visual(address, Int32(depth), 0)
            return WindowVisual(id: EGLint(bitPattern: visual), type: trueColor, hasAlpha: depth == 32, allowsUnusedAlpha: depth == 24)
        }
    }
    package func window(_ native: UnsafeMutableRawPointer?, hasAlpha: Bool) throws(EGLError) -> any NativeWindow {
        guard let window = open(UInt(bitPattern: native), isPixmap: false) else {
            throw EGLError(EGL_BAD_NATIVE_WINDOW, "the server has no such window with a depth of 24 or 32")
        }
        return window
    }
    package func pixmap(_ native: UInt) throws(EGLError) -> any NativeWindow {
        guard let pixmap = open(native, isPixmap: true) else {
            throw EGLError(EGL_BAD_NATIVE_PIXMAP, "the server has no such pixmap with a depth of 24 or 32")
        }
        return pixmap
    }
    private func open(_ native: UInt, isPixmap: Bool) -> Window? {
        guard let number = UInt32(exactly: native), number != 0 else { return nil }
        return RasterX11WindowOpen(server.address, number, isPixmap ? 1 : 0).map { Window(server, $0) }
    }
    /// Returns the visuals of the screen that have this depth, 24 or 32. The visual of the root window comes first.
    package func visualNumbers(depth: Int) -> [UInt32] {
        (0..<RasterX11VisualCount(server.address, Int32(depth))).map { RasterX11Visual(server.address, Int32(depth), $0) }
    }
    /// Returns an unused number for a new object of the server; nil if the program has closed the connection.
    package func newNumber() -> UInt32? {
        let number = RasterX11NewNumber(server.address)
        return number == 0 ? nil : number
    }

    private final class Window: NativeWindow {
        private let server: Server
        private let address: OpaquePointer
        init(_ server: Server, _ address: OpaquePointer) { self.server = server; self.address = address }
        deinit { RasterX11WindowClose(address) }
        var depth: Int { Int(RasterX11WindowDepth(address)) }

        func size() throws(EGLError) -> (width: Int, height: Int) {
            var width: Int32 = 0, height: Int32 = 0
            guard RasterX11WindowSize(address, &width, &height) != 0 else { throw .windowIsGone }
            return (Int(width), Int(height))
        }
        /// Shows a picture. The function ignores `waits` and never waits, because the X server does not report when the screen shows a picture.
        func show(_ picture: WindowPicture, waits: Bool) throws(EGLError) {
            let width = Int32(picture.width), height = Int32(picture.height)
            guard let pixels = RasterX11WindowPixels(address, width, height) else { throw .noWindowMemory }
            picture.write(to: pixels)
            guard RasterX11WindowShow(address, width, height) != 0 else { throw .windowIsGone }
        }
        func read(width: Int, height: Int, layout: WindowPicture.Layout) -> [UInt8]? {
            guard layout != .rgb565, let pixels = RasterX11WindowRead(address, Int32(width), Int32(height)) else { return nil }
            let pixelSize = layout == .rgba ? 4 : 3
            return [UInt8](unsafeUninitializedCapacity: width * height * pixelSize) { bytes, count in
                guard let target = bytes.baseAddress else { return }
                if layout == .rgba { RasterPixelsToRGBA(target, pixels, Int32(width), Int32(height)) }
                else { RasterPixelsToRGB(target, pixels, Int32(width), Int32(height)) }
                count = width * height * pixelSize
            }
        }
    }
}
