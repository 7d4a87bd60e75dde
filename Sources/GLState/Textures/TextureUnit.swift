import Raster

/// The textures and the sampler that are bound to a texture unit. The value nil means the name 0: a default texture, or no sampler.
package struct TextureUnit {
    package var sampler: SamplerObject?
    /// The textures in the order of the cases of `TextureKind`.
    private var textures = InlineArray<11, TextureObject?>(repeating: nil)

    package init() {}

    package subscript(kind: TextureKind) -> TextureObject? {
        get { textures[kind.rawValue] }
        set { textures[kind.rawValue] = newValue }
    }
}

/// The textures with the name 0. Each context has its own default textures (OpenGL ES 3.0.6 §3.8).
package final class DefaultTextures {
    private let objects = TextureKind.allCases.map { TextureObject(name: 0, kind: $0) }

    package init() {}
    package subscript(kind: TextureKind) -> TextureObject { objects[kind.rawValue] }
}
