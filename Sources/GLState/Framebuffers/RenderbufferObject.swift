import Raster

/// A renderbuffer (OpenGL ES 3.0.6 §4.4.2).
package final class RenderbufferObject {
    package let name: GLuint
    package var label = ""
    /// The image; nil before glRenderbufferStorage, and if the width or the height is 0.
    package private(set) var image: Attachment?
    package private(set) var width = 0, height = 0
    /// The number of samples; 0 if the image is not multisampled.
    package private(set) var samples = 0
    /// The format of the image; nil before glRenderbufferStorage.
    package private(set) var format: GLFormat?
    /// A number that grows when the image is replaced.
    package private(set) var imageVersion = 0
    /// The pending commands that use the image.
    package var use: PendingUse {
        get { shared?.use ?? ownUse }
        set { if let shared { shared.use = newValue } else { ownUse = newValue } }
    }
    private var ownUse = PendingUse()
    /// The image of EGL that has the same pixels; nil if no other object shows these pixels.
    private var shared: EGLImageSource?

    package init(name: GLuint) { self.name = name }

    /// Replaces the image by a new image. The old image exists as long as pending commands or images of EGL use the old image.
    package func setImage(_ image: Attachment?, format: GLFormat, width: Int, height: Int, samples: Int) {
        self.image = image; self.format = format; self.width = width; self.height = height; self.samples = samples
        shared = nil
        imageVersion += 1
    }
    /// Makes the renderbuffer show the pixels of an image of EGL.
    package func show(_ source: EGLImageSource) {
        setImage(source.attachment, format: source.format, width: source.width, height: source.height, samples: 0)
        shared = source
    }
    /// Whether an image of EGL shows the pixels.
    package var isShared: Bool { shared != nil }
    /// Makes an EGL image from the renderbuffer. Returns nil if the renderbuffer has no pixels, or is multisampled.
    package func makeImageSource() -> EGLImageSource? {
        guard let image, let format, samples == 0 else { return nil }
        let source = EGLImageSource(image, format: format, width: width, height: height)
        source.use = use
        shared = source
        return source
    }
}
