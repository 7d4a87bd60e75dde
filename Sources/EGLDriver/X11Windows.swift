import CDriver

/// Windows of an X server (EGL_KHR_platform_x11, EGL_EXT_platform_xcb).
final class X11Windows: WindowSystem {
    private let server: Server
    let visuals: [WindowVisual]

    /// The connection, which lives as long as a window of it does.
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
            let visual = RasterX11Visual(address, Int32(depth))
            return visual == 0 ? nil : WindowVisual(id: EGLint(bitPattern: visual), type: trueColor, hasAlpha: depth == 32, allowsUnusedAlpha: depth == 24)
        }
    }
    func window(_ native: UnsafeMutableRawPointer?, hasAlpha: Bool) throws(EGLError) -> any NativeWindow {
        guard let number = UInt32(exactly: UInt(bitPattern: native)), let window = RasterX11WindowOpen(server.address, number) else {
            throw EGLError(EGL_BAD_NATIVE_WINDOW, "the server has no such window with a depth of 24 or 32")
        }
        return Window(server, window)
    }

    private final class Window: NativeWindow {
        private let server: Server
        private let address: OpaquePointer
        init(_ server: Server, _ address: OpaquePointer) { self.server = server; self.address = address }
        deinit { RasterX11WindowClose(address) }

        func size() throws(EGLError) -> (width: Int, height: Int) {
            var width: Int32 = 0, height: Int32 = 0
            guard RasterX11WindowSize(address, &width, &height) != 0 else { throw .windowIsGone }
            return (Int(width), Int(height))
        }
        /// The server is not synchronised with the screen, so there is nothing to wait for.
        func show(_ picture: WindowPicture, waits: Bool) throws(EGLError) {
            let width = Int32(picture.width), height = Int32(picture.height)
            guard let pixels = RasterX11WindowPixels(address, width, height) else { throw .noWindowMemory }
            picture.write(to: pixels)
            guard RasterX11WindowShow(address, width, height) != 0 else { throw .windowIsGone }
        }
    }
}
