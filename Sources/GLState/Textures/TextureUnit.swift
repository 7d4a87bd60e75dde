import Raster

/// The textures and the sampler that are bound to a texture unit. nil stands for the name 0: a default texture, or no sampler.
package struct TextureUnit {
    package var sampler: SamplerObject?
    package var d2: TextureObject?
    package var d3: TextureObject?
    package var cube: TextureObject?
    package var d2Array: TextureObject?
    /// The texture whose texels lie in a buffer (GL_TEXTURE_BUFFER of desktop OpenGL).
    var buffer: TextureObject?
    /// The texture with several samples (GL_TEXTURE_2D_MULTISAMPLE).
    var multisampled: TextureObject?
    /// The one-dimensional texture (GL_TEXTURE_1D of desktop OpenGL), which has one row.
    var linear: TextureObject?

    /// The textures of other types that only newer versions have.
    private var others: [TextureType: TextureObject] = [:]

    package init() {}

    /// The texture of a target of glBindTexture.
    package subscript(target: GLenum) -> TextureObject? {
        switch target {
        case GL_TEXTURE_2D: d2
        case GL_TEXTURE_3D: d3
        case GL_TEXTURE_CUBE_MAP: cube
        case GL_TEXTURE_2D_ARRAY: d2Array
        default: nil
        }
    }
    package subscript(type: TextureType) -> TextureObject? {
        get {
            switch type {
            case .d2: d2
            case .d3: d3
            case .cube: cube
            case .d2Array: d2Array
            default: others[type]
            }
        }
        set {
            switch type {
            case .d2: d2 = newValue
            case .d3: d3 = newValue
            case .cube: cube = newValue
            case .d2Array: d2Array = newValue
            default: others[type] = newValue
            }
        }
    }
}

/// The textures with the name 0, which each context has for itself (OpenGL ES 3.0.6 §3.8).
package final class DefaultTextures {
    package let d2 = TextureObject(name: 0, target: GL_TEXTURE_2D, type: .d2)
    package let d3 = TextureObject(name: 0, target: GL_TEXTURE_3D, type: .d3)
    package let cube = TextureObject(name: 0, target: GL_TEXTURE_CUBE_MAP, type: .cube)
    package let d2Array = TextureObject(name: 0, target: GL_TEXTURE_2D_ARRAY, type: .d2Array)
    let multisampled = TextureObject(name: 0, target: GL_TEXTURE_2D_MULTISAMPLE, type: .d2)

    private let others: [TextureType: TextureObject] = Dictionary(uniqueKeysWithValues: [
        (TextureType.d1, GL_TEXTURE_1D), (.d1Array, GL_TEXTURE_1D_ARRAY), (.rectangle, GL_TEXTURE_RECTANGLE), (.buffer, GL_TEXTURE_BUFFER),
        (.cubeArray, GL_TEXTURE_CUBE_MAP_ARRAY),
    ].map { ($0, TextureObject(name: 0, target: $1, type: $0)) })

    package init() {}
    package subscript(type: TextureType) -> TextureObject {
        switch type {
        case .d2: d2
        case .d3: d3
        case .cube: cube
        case .d2Array: d2Array
        default: others[type]!
        }
    }
}
