import CDriver
import GLState

/// A window system in which surfaces can be windows.
protocol WindowSystem: AnyObject {
    /// The pixel formats of windows.
    var visuals: [WindowVisual] { get }
    /// Returns a window that the program has made.
    func window(_ native: UnsafeMutableRawPointer?) throws(EGLError) -> any NativeWindow
}

/// A window that the program has made with its window system.
protocol NativeWindow: AnyObject {
    /// The window's present size in pixels.
    /// - Throws: EGL_BAD_NATIVE_WINDOW if there is no such window, or no longer.
    func size() throws(EGLError) -> (width: Int, height: Int)
    /// Shows a picture of `width`·`height` pixels. Its rows run from the bottom up.
    func show(_ picture: WindowPicture) throws(EGLError)
}

/// Pixels to show: rows from the bottom up, without padding.
struct WindowPicture {
    /// The order of the channels in memory, and the number of bytes of a pixel.
    enum Layout { case rgba, rgb, rgb565 }
    var bytes: [UInt8]
    var width: Int, height: Int
    var layout: Layout
}

