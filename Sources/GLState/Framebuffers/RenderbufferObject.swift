import Raster

/// A renderbuffer (OpenGL ES 3.0.6 §4.4.2).
package final class RenderbufferObject {
    package let name: GLuint
    package var label = ""
    /// The image; nil before glRenderbufferStorage, and if the width or the height is 0.
    package private(set) var image: Attachment?
    package private(set) var width = 0, height = 0
    /// 0, or the number of samples of a multisampled image.
    package private(set) var samples = 0
    /// The format of the image; nil before glRenderbufferStorage.
    package private(set) var format: GLFormat?
    /// Grows when the image is replaced.
    package private(set) var imageVersion = 0
    package var use = PendingUse()

    package init(name: GLuint) { self.name = name }

    /// Replaces the image by a new one, or by an EGL image. The former image lives on where pending commands or EGL images use it.
    package func setImage(_ image: Attachment?, format: GLFormat, width: Int, height: Int, samples: Int = 0) {
        self.image = image; self.format = format; self.width = width; self.height = height; self.samples = samples
        imageVersion += 1
    }
}
