import Raster
import Shading

/// The textures and the sampler that are bound to a texture unit.
package struct TextureUnit {
    package var sampler: SamplerObject?
    package init() {}
}

extension GLContext {
    /// Returns the texture and the sampler with which a draw reads through a sampler uniform; nil if the texture is incomplete, so that
    /// lookups give (0, 0, 0, 1).
    package func textureBinding(unit: Int, for uniform: SamplerUniform) -> TextureBinding? { nil }
}
