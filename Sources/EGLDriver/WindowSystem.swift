import CDriver
import GLState

/// A window system in which surfaces can be windows.
package protocol WindowSystem: AnyObject {
    /// The pixel formats of windows.
    var visuals: [WindowVisual] { get }
    /// Whether surfaces can be pixmaps.
    var hasPixmaps: Bool { get }
    /// Returns a window that the program has made.
    func window(_ native: UnsafeMutableRawPointer?, hasAlpha: Bool) throws(EGLError) -> any NativeWindow
    /// Returns a pixmap that the program has made.
    func pixmap(_ native: UInt) throws(EGLError) -> any NativeWindow
}

/// A window or a pixmap that the program has made with its window system.
package protocol NativeWindow: AnyObject {
    /// The number of bits of a pixel that count: 32 if alpha is one of its channels.
    var depth: Int { get }
    /// The window's present size in pixels.
    /// - Throws: EGL_BAD_NATIVE_WINDOW if there is no such window, or no longer.
    func size() throws(EGLError) -> (width: Int, height: Int)
    /// Shows a picture.
    /// - Parameter waits: Whether to wait until the window system has shown the picture before.
    func show(_ picture: WindowPicture, waits: Bool) throws(EGLError)
    /// Returns what the window system has, as rows from the bottom up; nil if it does not tell.
    func read(width: Int, height: Int, layout: WindowPicture.Layout) -> [UInt8]?
}

/// Pixels to show: rows from the bottom up, without padding.
package struct WindowPicture {
    /// The order of the channels in memory, and the number of bytes of a pixel.
    package enum Layout { case rgba, rgb, rgb565 }
    var bytes: [UInt8]
    var width: Int, height: Int
    var layout: Layout

    /// Writes the pixels in the order of windows: blue, green, red, alpha, rows from the top down.
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

