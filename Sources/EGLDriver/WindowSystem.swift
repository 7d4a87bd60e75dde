import CDriver
import GLState

/// A window system in which surfaces can be windows.
package protocol WindowSystem: AnyObject {
    /// The pixel formats of windows.
    var visuals: [WindowVisual] { get }
    /// Whether surfaces can be pixmaps.
    var hasPixmaps: Bool { get }
    /// Returns the object for a window that the program has made with the window system.
    func window(_ native: UnsafeMutableRawPointer?, hasAlpha: Bool) throws(EGLError) -> any NativeWindow
    /// Returns the object for a pixmap that the program has made with the window system.
    func pixmap(_ native: UInt) throws(EGLError) -> any NativeWindow
}

/// A window or a pixmap that the program has made with its window system.
package protocol NativeWindow: AnyObject {
    /// The number of bits of a pixel that belong to channels; 32 if the pixel has alpha.
    var depth: Int { get }
    /// Returns the window's present size in pixels.
    /// - Throws: EGL_BAD_NATIVE_WINDOW if the window does not exist, or no longer exists.
    func size() throws(EGLError) -> (width: Int, height: Int)
    /// Shows a picture.
    /// - Parameter waits: Whether to wait until the window system has shown the previous picture.
    func show(_ picture: WindowPicture, waits: Bool) throws(EGLError)
    /// Reads pixels from the window system, as rows from the bottom up. Returns nil if the window system does not let programs read pixels.
    func read(width: Int, height: Int, layout: WindowPicture.Layout) -> [UInt8]?
}

/// Pixels to show: rows from the bottom up, without padding.
package struct WindowPicture {
    /// The order of the channels in memory, and the number of bytes of a pixel.
    package enum Layout { case rgba, rgb, rgb565 }
    var bytes: [UInt8]
    var width: Int, height: Int
    var layout: Layout

    /// Writes the pixels in the form that windows need: rows from the top down, and the channels in the order blue, green, red, alpha.
    func write(to pixels: UnsafeMutablePointer<UInt32>) {
        bytes.withUnsafeBufferPointer { bytes in
            switch layout {
            case .rgba: RasterPixelsFromRGBA(pixels, bytes.baseAddress, Int32(width), Int32(height))
            case .rgb: RasterPixelsFromRGB(pixels, bytes.baseAddress, Int32(width), Int32(height))
            case .rgb565: RasterPixelsFromRGB565(pixels, bytes.baseAddress, Int32(width), Int32(height))
            }
        }
    }
}

extension EGLError {
    package static let windowIsGone = EGLError(EGL_BAD_NATIVE_WINDOW, "the window no longer exists")
    static let noWindowMemory = EGLError(EGL_BAD_ALLOC, "there is no memory for the window's pixels")
}

