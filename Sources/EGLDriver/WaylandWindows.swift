import CDriver

/// Windows of a Wayland compositor (EGL_KHR_platform_wayland).
final class WaylandWindows: WindowSystem {
    private let compositor: Compositor
    /// Wayland does not number pixel formats, so the ids are 0.
    package let visuals = [false, true].map { WindowVisual(id: 0, type: EGL_NONE, hasAlpha: $0, allowsUnusedAlpha: false) }

    /// The connection to the compositor. The connection is closed as soon as neither the window system nor a window uses it.
    private final class Compositor {
        let address: OpaquePointer
        init(_ address: OpaquePointer) { self.address = address }
        deinit { RasterWaylandClose(address) }
    }

    init(_ display: DriverDisplay) throws(EGLError) {
        var reason: UnsafePointer<CChar>?
        guard let address = RasterWaylandOpen(display.nativeDisplay, &reason) else {
            throw EGLError(EGL_NOT_INITIALIZED, reason.map { String(cString: $0) } ?? "there is no Wayland compositor")
        }
        compositor = Compositor(address)
    }
    package let hasPixmaps = false
    package func pixmap(_ native: UInt) throws(EGLError) -> any NativeWindow {
        throw EGLError(EGL_BAD_NATIVE_PIXMAP, "Wayland has no pixmaps")
    }
    package func window(_ native: UnsafeMutableRawPointer?, hasAlpha: Bool) throws(EGLError) -> any NativeWindow {
        guard let native else { throw EGLError(EGL_BAD_NATIVE_WINDOW, "the window is NULL") }
        guard let window = RasterWaylandWindowOpen(compositor.address, native, hasAlpha ? 1 : 0) else {
            throw EGLError(EGL_BAD_ALLOC, "the window has a surface already")
        }
        return Window(compositor, window, depth: hasAlpha ? 32 : 24)
    }

    private final class Window: NativeWindow {
        private let compositor: Compositor
        private let address: OpaquePointer
        let depth: Int
        init(_ compositor: Compositor, _ address: OpaquePointer, depth: Int) { self.compositor = compositor; self.address = address; self.depth = depth }
        deinit { RasterWaylandWindowClose(address) }

        func size() throws(EGLError) -> (width: Int, height: Int) {
            var width: Int32 = 0, height: Int32 = 0
            guard RasterWaylandWindowSize(address, &width, &height) != 0 else { throw .windowIsGone }
            return (max(0, Int(width)), max(0, Int(height)))
        }
        func show(_ picture: WindowPicture, waits: Bool) throws(EGLError) {
            guard let pixels = RasterWaylandWindowPixels(address, Int32(picture.width), Int32(picture.height)) else { throw .noWindowMemory }
            picture.write(to: pixels)
            guard RasterWaylandWindowShow(address, waits ? 1 : 0) != 0 else { throw .windowIsGone }
        }
        /// Returns nil, because a compositor does not let programs read the pixels of a window.
        func read(width: Int, height: Int, layout: WindowPicture.Layout) -> [UInt8]? { nil }
    }
}
