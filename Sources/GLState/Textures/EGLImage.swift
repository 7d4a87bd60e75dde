import Host
import Raster

/// An image that EGL shares between textures and renderbuffers of several contexts (EGL_KHR_image_base). EGL makes the image from a texture
/// or a renderbuffer. With glEGLImageTargetTexture2DOES and glEGLImageTargetRenderbufferStorageOES, further textures and renderbuffers show
/// the image. All these objects share the same texels. The texels exist as long as one of the objects or the EGL image exists.
package final class EGLImageSource {
    /// The texels: a level and a slice of a texture, or a renderbuffer's image.
    package let attachment: Attachment
    package let format: GLFormat
    package let width: Int, height: Int
    /// The pending commands that use the texels through any of the objects.
    package var use = PendingUse()

    package init(_ attachment: Attachment, format: GLFormat, width: Int, height: Int) {
        self.attachment = attachment; self.format = format; self.width = width; self.height = height
    }
    package var texture: Texture { attachment.texture }

    // MARK: Handles

    /// The images that exist, by their handles. OpenGL's functions use this table, because EGL's own tables are protected by another lock.
    private static let images = Lock([UnsafeMutableRawPointer: EGLImageSource]())

    package var handle: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }
    /// Adds the image to the table, so that OpenGL's functions find the image.
    package func publish() { Self.images.withLock { $0[handle] = self } }
    package static func withdraw(_ handle: UnsafeMutableRawPointer) { images.withLock { $0[handle] = nil } }
    /// Returns the image of a GLeglImageOES; nil if there is no such image.
    package static func find(_ handle: UnsafeMutableRawPointer?) -> EGLImageSource? { handle.flatMap { handle in images.withLock { $0[handle] } } }
}
