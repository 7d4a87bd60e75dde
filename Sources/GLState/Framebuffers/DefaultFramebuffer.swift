import Raster

/// The sizes in bits of the channels of a surface's images, and its number of samples (the attributes of an EGL configuration).
package struct SurfaceFormat: Sendable, Hashable {
    package var red = 8, green = 8, blue = 8, alpha = 8
    package var depth = 24, stencil = 8
    /// 0 or 4.
    package var samples = 0
    package init() {}
}

/// The images of a surface, with the name 0 for OpenGL. EGL makes them; draws write them; EGL shows `color` after it has resolved samples.
package final class DefaultFramebuffer {
    package let driver: DriverDevice
    package let format: SurfaceFormat
    package private(set) var width = 0, height = 0
    /// The single-sampled colours, which EGL shows, with rows from the bottom up.
    package private(set) var color: Texture?
    package var use = PendingUse()

    package init(driver: DriverDevice, format: SurfaceFormat, width: Int, height: Int) throws {
        self.driver = driver; self.format = format
        try resize(width: width, height: height)
    }
    /// Replaces the images if the size differs (a window was resized). The contents are lost, as EGL allows.
    package func resize(width: Int, height: Int) throws { self.width = width; self.height = height }
    /// Runs the pending commands and resolves samples, so that `color` has the finished picture.
    package func finish() throws {}
}
