import Raster

/// A framebuffer object (OpenGL ES 3.0.6 §4.4).
package final class FramebufferObject {
    package let name: GLuint
    package var label = ""
    package init(name: GLuint) { self.name = name }
}

extension GLContext {
    /// Returns the images that draws and clears write, and notes that the pending commands use these images.
    /// - Throws: `invalidFramebufferOperation` if the framebuffer is incomplete.
    package func drawTarget() throws(GLError) -> Framebuffer { throw .invalidFramebufferOperation("there is no framebuffer") }
}
