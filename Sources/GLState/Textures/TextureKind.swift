// TextureKind: the targets of glBindTexture, and the types of Raster's textures that are used for these targets (OpenGL 3.3 §3.8.1, OpenGL
// ES 3.1 §8.1).

import Raster
import Shading

/// The kind of a texture: the target to which the program first binds the texture.
package enum TextureKind: Int, CaseIterable, Sendable {
    case d2, d3, cube, d2Array, d1, d1Array, rectangle, buffer, cubeArray, multisampled, multisampledArray

    private struct Row {
        var target: GLenum
        /// The constant with which glGetIntegerv returns the name of the bound texture.
        var binding: GLenum
        /// The proxy target, with which programs of desktop OpenGL ask whether an image could be made; GL_NONE if the kind has no proxy target.
        var proxy: GLenum
        var type: TextureType
        /// The number in the name of the function that specifies images: 1 for glTexImage1D; 0 if no such function specifies images of this kind.
        var imageDimensions: Int
        var isOffered: @Sendable (GLVersion) -> Bool
    }
    /// The properties of each kind, in the order of the cases of `TextureKind`.
    private static let rows = [
        Row(target: GL_TEXTURE_2D, binding: GL_TEXTURE_BINDING_2D, proxy: GL_PROXY_TEXTURE_2D, type: .d2, imageDimensions: 2) { _ in true },
        Row(target: GL_TEXTURE_3D, binding: GL_TEXTURE_BINDING_3D, proxy: GL_PROXY_TEXTURE_3D, type: .d3, imageDimensions: 3, isOffered: \.hasES3),
        Row(target: GL_TEXTURE_CUBE_MAP, binding: GL_TEXTURE_BINDING_CUBE_MAP, proxy: GL_PROXY_TEXTURE_CUBE_MAP, type: .cube, imageDimensions: 2) { _ in true },
        Row(target: GL_TEXTURE_2D_ARRAY, binding: GL_TEXTURE_BINDING_2D_ARRAY, proxy: GL_PROXY_TEXTURE_2D_ARRAY, type: .d2Array, imageDimensions: 3,
            isOffered: \.hasES3),
        Row(target: GL_TEXTURE_1D, binding: GL_TEXTURE_BINDING_1D, proxy: GL_PROXY_TEXTURE_1D, type: .d1, imageDimensions: 1, isOffered: \.isDesktop),
        Row(target: GL_TEXTURE_1D_ARRAY, binding: GL_TEXTURE_BINDING_1D_ARRAY, proxy: GL_PROXY_TEXTURE_1D_ARRAY, type: .d1Array, imageDimensions: 2,
            isOffered: \.isDesktop),
        Row(target: GL_TEXTURE_RECTANGLE, binding: GL_TEXTURE_BINDING_RECTANGLE, proxy: GL_PROXY_TEXTURE_RECTANGLE, type: .rectangle, imageDimensions: 2,
            isOffered: \.isDesktop),
        Row(target: GL_TEXTURE_BUFFER, binding: GL_TEXTURE_BINDING_BUFFER, proxy: GL_NONE, type: .buffer, imageDimensions: 0, isOffered: \.hasES31),
        Row(target: GL_TEXTURE_CUBE_MAP_ARRAY, binding: GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, proxy: GL_PROXY_TEXTURE_CUBE_MAP_ARRAY_ARB, type: .cubeArray,
            imageDimensions: 3, isOffered: \.hasES31),
        Row(target: GL_TEXTURE_2D_MULTISAMPLE, binding: GL_TEXTURE_BINDING_2D_MULTISAMPLE, proxy: GL_PROXY_TEXTURE_2D_MULTISAMPLE, type: .d2,
            imageDimensions: 0, isOffered: \.hasES31),
        Row(target: GL_TEXTURE_2D_MULTISAMPLE_ARRAY, binding: GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, proxy: GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY,
            type: .d2Array, imageDimensions: 0, isOffered: \.hasES31),
    ]
    private var row: Row { Self.rows[rawValue] }
    private init?(_ version: GLVersion, where isWanted: (Row) -> Bool) {
        guard let index = Self.rows.firstIndex(where: isWanted), Self.rows[index].isOffered(version) else { return nil }
        self.init(rawValue: index)
    }

    /// Finds the kind of a target; nil if glBindTexture does not have this target in contexts of the version.
    init?(target: GLenum, _ version: GLVersion) { self.init(version) { $0.target == target } }
    /// Finds the kind of a query such as GL_TEXTURE_BINDING_2D; nil if contexts of the version have no such query.
    init?(binding: GLenum, _ version: GLVersion) { self.init(version) { $0.binding == binding } }
    /// Finds the kind of a proxy target; nil if contexts of the version have no such proxy target. Only desktop OpenGL has proxies (OpenGL
    /// 3.3 §3.8.17).
    init?(proxy: GLenum, _ version: GLVersion) {
        guard version.isDesktop, proxy != GL_NONE else { return nil }
        self.init(version) { $0.proxy == proxy }
    }
    package var target: GLenum { row.target }
    /// The type of the texture in Raster.
    package var type: TextureType { row.type }
    var imageDimensions: Int { row.imageDimensions }

    package var isMultisampled: Bool { self == .multisampled || self == .multisampledArray }
    /// Whether textures have levels above 0.
    var hasMipmaps: Bool { !isMultisampled && self != .rectangle && self != .buffer }
    /// Whether lookups have filters and wrap modes.
    var hasSampler: Bool { !isMultisampled && self != .buffer }
    /// Whether an image consists of layers or slices. Each layer or slice can be attached to a framebuffer.
    var hasLayers: Bool { self == .d3 || self == .d2Array || self == .d1Array || self == .cubeArray || self == .multisampledArray }
    /// The kind of a texture that has one layer or slice of this texture.
    var kindOfLayer: TextureKind {
        switch self {
        case .d1Array: .d1
        case .multisampledArray: .multisampled
        default: .d2
        }
    }
    /// Whether an image consists of several two-dimensional images in the program's memory, so that the pixel store's image height applies.
    var isVolume: Bool { imageDimensions == 3 }

    /// Returns the box for the arguments of a function with two dimensions. For a one-dimensional array, a function with two dimensions
    /// passes layers as rows (OpenGL 3.3 §3.8.3).
    func box(x: GLint = 0, y: GLint = 0, width: GLsizei, height: GLsizei) -> ImageBox {
        self == .d1Array ? ImageBox(x: Int(x), z: Int(y), width: Int(width), height: 1, depth: Int(height))
            : ImageBox(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    }
}

extension TextureDimension {
    /// The kind of texture that a sampler of this dimension reads.
    var kind: TextureKind {
        switch self {
        case .d2: .d2
        case .d3: .d3
        case .cube: .cube
        case .d2Array: .d2Array
        case .d1: .d1
        case .d1Array: .d1Array
        case .rectangle: .rectangle
        case .buffer: .buffer
        case .cubeArray: .cubeArray
        case .d2Multisample: .multisampled
        case .d2MultisampleArray: .multisampledArray
        }
    }
}
