import Raster

extension Framebuffer {
    /// The colour texture of a framebuffer that was made with a colour attachment.
    var picture: Texture {
        guard let texture = color.first??.texture else { preconditionFailure("the framebuffer was made with a colour") }
        return texture
    }
}
