import CDriver
import GLState
import Raster

/// A surface: the images that OpenGL draws, and the window or the pixmap that shows them (EGL 1.5 §3.5, GLX 1.4 §3.3.4 to §3.3.6).
package final class DriverSurface {
    let config: DriverConfig
    package let images: DefaultFramebuffer
    package let kind: Kind
    /// The window or the pixmap; nil for a pbuffer.
    package let window: (any NativeWindow)?
    /// The values that the program gave for attributes that have no effect. eglQuerySurface returns these values again.
    var attributes: [EGLint: EGLint]
    /// The context with which the surface is current, on any thread; nil if the surface is not current.
    package internal(set) weak var context: DriverContext?
    /// The number of swaps since the back buffer's image was drawn; 0 if the contents are undefined (EGL_EXT_buffer_age).
    package private(set) var age: EGLint = 0
    /// The value of eglSwapInterval. With the value 0, swaps do not wait for the screen.
    package var swapInterval = 1

    package enum Kind: Sendable {
        case pbuffer, window
        /// A window without a back buffer. The window shows the new picture when the program waits for its commands (glFinish).
        case singleBufferedWindow
        case pixmap
        /// Whether the surface has a back buffer, which a swap shows.
        var hasBackBuffer: Bool { self == .window || self == .pbuffer }
    }

    /// Makes a surface with images of `format`, which is the configuration's format or its variant with sRGB.
    init(_ driver: DriverDevice, _ config: DriverConfig, _ format: SurfaceFormat, _ kind: Kind, width: Int, height: Int, window: (any NativeWindow)?,
         attributes: [EGLint: EGLint]) throws(EGLError) {
        self.config = config; self.kind = kind; self.window = window; self.attributes = attributes
        images = try EGLError.rethrowing {
            try driver.lock.withLock { _ in try DefaultFramebuffer(driver: driver, format: format, width: width, height: height) }
        }
        images.hasBackBuffer = kind.hasBackBuffer
        if kind == .pixmap { try readPixmap() }
    }
    /// Makes a surface for a window or a pixmap. The surface has the size of the window or pixmap.
    package convenience init(_ driver: DriverDevice, _ config: DriverConfig, _ kind: Kind, _ window: any NativeWindow) throws(EGLError) {
        let size = try window.size()
        try self.init(driver, config, config.format, kind, width: size.width, height: size.height, window: window, attributes: [:])
    }
    /// Makes a pbuffer.
    package convenience init(_ driver: DriverDevice, _ config: DriverConfig, width: Int, height: Int) throws(EGLError) {
        try self.init(driver, config, config.format, .pbuffer, width: width, height: height, window: nil, attributes: [:])
    }

    /// Adapts the surface to changes in the window system: to the new size of a window, or to the new contents of a pixmap.
    func followNative() throws(EGLError) { if kind == .pixmap { try readPixmap() } else { try followWindow() } }

    /// Gives the surface's images the present size of the window. The caller must not hold the device's lock.
    package func followWindow() throws(EGLError) {
        try EGLError.rethrowing { try images.driver.lock.withLock { _ in try followWindowHere() } }
    }
    private func followWindowHere() throws {
        guard let window, kind != .pixmap else { return }
        let size = try window.size()
        guard size != (images.width, images.height) else { return }
        try images.resize(width: size.width, height: size.height)
        age = 0
    }

    /// Returns the finished picture; nil if the surface has no window or no pixels. The caller holds the device's lock, and has submitted the
    /// context's commands.
    func picture() throws -> WindowPicture? {
        guard window != nil else { return nil }
        return try finishedPicture()
    }
    func finishedPicture() throws -> WindowPicture? {
        try images.finish()
        guard let color = images.color else { return nil }
        return WindowPicture(bytes: try color.read(), width: color.width, height: color.height, layout: Self.layout(color))
    }
    private static func layout(_ color: Texture) -> WindowPicture.Layout {
        switch color.format {
        case .rgb8: .rgb
        case .rgb565: .rgb565
        default: .rgba
        }
    }
    /// Shows the picture of this surface (eglSwapBuffers).
    func show(_ picture: WindowPicture?) throws(EGLError) {
        guard let window else { return }
        if let picture { try window.show(picture, waits: swapInterval > 0) }
        try followWindow()
        // The surface has only one image, which still has the contents of the previous frame, so the age is 1.
        age = 1
    }

    /// Shows the picture of a window that is not current on this thread (glXSwapBuffers).
    package func showAlone() throws(EGLError) {
        guard kind == .window else { return }
        try show(try EGLError.rethrowing { try images.driver.lock.withLock { _ in try picture() } })
    }
    /// Copies the picture to the window if the surface has no back buffer. The caller holds the device's lock and has submitted the
    /// context's commands.
    func showFront() throws {
        guard !kind.hasBackBuffer, let window else { return }
        if let picture = try picture() { try window.show(picture, waits: false) }
        try followWindowHere()
    }
    /// Replaces the surface's image by the present contents of the pixmap, because other programs may have drawn into the pixmap.
    package func readPixmap() throws(EGLError) {
        guard kind == .pixmap, let window else { return }
        try EGLError.rethrowing {
            try images.driver.lock.withLock { _ in
                images.use.finish()
                guard let color = images.color, let pixels = window.read(width: color.width, height: color.height, layout: Self.layout(color)) else { return }
                try images.replaceColor(pixels)
            }
        }
    }

    /// Returns the value of an attribute (eglQuerySurface, EGL 1.5 table 3.5); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_WIDTH: EGLint(images.width)
        case EGL_HEIGHT: EGLint(images.height)
        case EGL_CONFIG_ID: config.id
        case EGL_RENDER_BUFFER: kind.hasBackBuffer ? EGL_BACK_BUFFER : EGL_SINGLE_BUFFER
        case EGL_BUFFER_AGE_EXT: age
        case EGL_HORIZONTAL_RESOLUTION, EGL_VERTICAL_RESOLUTION, EGL_PIXEL_ASPECT_RATIO: -1 // EGL_UNKNOWN
        default: attributes[attribute] ?? Self.initialValues[attribute]
        }
    }
    private static let initialValues: [EGLint: EGLint] = [
        EGL_GL_COLORSPACE: EGL_GL_COLORSPACE_LINEAR, EGL_LARGEST_PBUFFER: EGL_FALSE, EGL_MIPMAP_LEVEL: 0, EGL_MIPMAP_TEXTURE: EGL_FALSE,
        EGL_MULTISAMPLE_RESOLVE: EGL_MULTISAMPLE_RESOLVE_DEFAULT, EGL_SWAP_BEHAVIOR: EGL_BUFFER_DESTROYED,
        EGL_TEXTURE_FORMAT: EGL_NO_TEXTURE, EGL_TEXTURE_TARGET: EGL_NO_TEXTURE, EGL_VG_ALPHA_FORMAT: EGL_VG_ALPHA_FORMAT_NONPRE,
        EGL_VG_COLORSPACE: EGL_VG_COLORSPACE_sRGB,
    ]
}
