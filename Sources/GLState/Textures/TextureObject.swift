import Raster

/// A texture object (OpenGL ES 3.0.6 §3.8).
package final class TextureObject {
    package let name: GLuint
    package var label = ""
    /// The target with which the texture was first bound.
    package let target: GLenum
    package var use = PendingUse()

    package init(name: GLuint, target: GLenum) { self.name = name; self.target = target }
}
