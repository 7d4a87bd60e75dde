import CDriver
import GLState
import Raster

/// A surface: the images that OpenGL draws, and the window that shows them (EGL 1.5 §3.5).
final class DriverSurface {
    let config: DriverConfig
    let images: DefaultFramebuffer
    /// nil for a pbuffer.
    let window: (any NativeWindow)?
    /// The values that the program gave for attributes which change nothing, for eglQuerySurface.
    var attributes: [EGLint: EGLint]
    /// The context that draws or reads the surface, on whatever thread.
    weak var context: DriverContext?
    /// 0 if the contents are undefined, otherwise how many swaps ago the image was drawn (EGL_EXT_buffer_age).
    var age: EGLint = 0
    /// 0 if swaps need not wait for the screen (eglSwapInterval).
    var swapInterval = 1

    init(config: DriverConfig, images: DefaultFramebuffer, window: (any NativeWindow)?, attributes: [EGLint: EGLint]) {
        self.config = config; self.images = images; self.window = window; self.attributes = attributes
    }

    /// Gives the images the present size of the window.
    func followWindow() throws(EGLError) {
        guard let window else { return }
        let size = try window.size()
        guard size != (images.width, images.height) else { return }
        try EGLError.rethrowing { try images.driver.lock.withLock { _ in try images.resize(width: size.width, height: size.height) } }
        age = 0
    }

    /// Returns the finished picture; nil if the surface is no window or has no pixels. The caller holds the device's lock, and has submitted the
    /// context's commands.
    func picture() throws -> WindowPicture? {
        guard window != nil else { return nil }
        try images.finish()
        guard let color = images.color else { return nil }
        let layout: WindowPicture.Layout = switch color.format {
        case .rgb8: .rgb
        case .rgb565: .rgb565
        default: .rgba
        }
        return WindowPicture(bytes: try color.read(), width: color.width, height: color.height, layout: layout)
    }
    /// Shows the picture of this surface (eglSwapBuffers).
    func show(_ picture: WindowPicture?) throws(EGLError) {
        guard let window else { return }
        if let picture { try window.show(picture, waits: swapInterval > 0) }
        try followWindow()
        // There is one image, so it always has the contents of the frame before.
        age = 1
    }

    /// The value of an attribute (eglQuerySurface, EGL 1.5 table 3.5); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_WIDTH: EGLint(images.width)
        case EGL_HEIGHT: EGLint(images.height)
        case EGL_CONFIG_ID: config.id
        case EGL_RENDER_BUFFER: EGL_BACK_BUFFER
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
