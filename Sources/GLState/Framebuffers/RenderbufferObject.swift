import Raster

/// A renderbuffer (OpenGL ES 3.0.6 §4.4.2).
package final class RenderbufferObject {
    package let name: GLuint
    package var label = ""
    /// The image; nil before glRenderbufferStorage.
    package var texture: Texture?
    package var use = PendingUse()
    package init(name: GLuint) { self.name = name }
}
