/// The shape of a texture: one image or row, a stack of slices, six faces, the layers of an array, or the elements of a buffer.
public enum TextureType: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// One image of width × height texels (GL_TEXTURE_2D).
    case d2
    /// A box of width × height × depth texels (GL_TEXTURE_3D).
    case d3
    /// Six square faces, looked up by a direction (GL_TEXTURE_CUBE_MAP).
    case cube
    /// Images of equal size, selected by a layer number (GL_TEXTURE_2D_ARRAY).
    case d2Array
    /// One row of width texels (GL_TEXTURE_1D).
    case d1
    /// Rows of equal width, selected by a layer number (GL_TEXTURE_1D_ARRAY). Each layer is a slice that has one row.
    case d1Array
    /// One image whose coordinates count texels, 0…width and 0…height (GL_TEXTURE_RECTANGLE). The texture has one level, and samplers clamp
    /// the coordinates.
    case rectangle
    /// The elements of a buffer, as a row of texels (GL_TEXTURE_BUFFER). `Device.makeTexture(reading:…)` makes a buffer texture. Shaders
    /// fetch the texels without filtering, or use the texture as an image. No pass draws to a buffer texture.
    case buffer
    /// Cubes of equal size, selected by a layer number (GL_TEXTURE_CUBE_MAP_ARRAY).
    case cubeArray
}

/// The faces of a cube texture in OpenGL's order. The name of a face is the direction from the cube's centre through the face.
public enum CubeFace: Int, Sendable, Hashable, CaseIterable, Codable {
    /// Towards +x (GL_TEXTURE_CUBE_MAP_POSITIVE_X).
    case positiveX
    /// Towards −x (GL_TEXTURE_CUBE_MAP_NEGATIVE_X).
    case negativeX
    /// Towards +y (GL_TEXTURE_CUBE_MAP_POSITIVE_Y).
    case positiveY
    /// Towards −y (GL_TEXTURE_CUBE_MAP_NEGATIVE_Y).
    case negativeY
    /// Towards +z (GL_TEXTURE_CUBE_MAP_POSITIVE_Z).
    case positiveZ
    /// Towards −z (GL_TEXTURE_CUBE_MAP_NEGATIVE_Z).
    case negativeZ
}

/// The shape, format and size of a new texture. `Device.makeTexture` checks the descriptor.
public struct TextureDescriptor: Sendable, Hashable, Codable {
    /// The shape.
    public var type: TextureType
    /// The format of a texel.
    public var format: PixelFormat
    /// The number of texels per row of level 0: 1…`Device.maximumTextureSize`.
    public var width: Int
    /// The number of rows of level 0: 1…`Device.maximumTextureSize`. A cube's height equals its width; a 1D texture has one row.
    public var height: Int
    /// The number of slices of a 3D texture or of layers of an array: 1…`Device.maximumTextureSize`. For all other types, `depth` is 1. An
    /// array of cubes counts its cubes; a cube's six faces are not counted.
    public var depth: Int
    /// The number of mip levels: 1…`fullMipLevelCount`. Each side of a level has
    /// half the length of the previous level's side, rounded down, but at least 1.
    public var mipLevels: Int
    /// The number of samples per texel: 1, 2, 4, 8 or 16. Multisampled textures are 2D or 2D arrays with one level. Shaders fetch the
    /// samples of such textures (`sampler2DMS`, `sampler2DMSArray`), or use such textures as images (`image2DMS`, `image2DMSArray`);
    /// lookups with a filter are not possible.
    public var samples: Int
    /// The texture's name in error messages; empty if the texture has no name.
    public var label: String

    /// By default the texture is 2D and has one level and one sample.
    public init(type: TextureType = .d2, format: PixelFormat, width: Int, height: Int, depth: Int = 1, mipLevels: Int = 1,
                samples: Int = 1, label: String = "") {
        self.type = type; self.format = format; self.width = width; self.height = height
        self.depth = depth; self.mipLevels = mipLevels; self.samples = samples; self.label = label
    }
    /// Returns the number of mip levels in a full chain, from the given size down to 1×1(×1).
    public static func fullMipLevelCount(width: Int, height: Int, depth: Int = 1) -> Int {
        let largest = max(width, height, depth, 1)
        return Int.bitWidth - largest.leadingZeroBitCount
    }
    /// The number of slices of level 0: depth slices, layers, or the faces of all cubes.
    package var slices: Int { type.isCube ? 6 * depth : depth }
}

extension TextureType {
    /// Whether the slices are the faces of cubes.
    package var isCube: Bool { self == .cube || self == .cubeArray }
    /// Whether the texture may have several layers.
    package var isArray: Bool { self == .d1Array || self == .d2Array || self == .cubeArray }
    /// Whether the texture has one row in each slice.
    package var hasOneRow: Bool { self == .d1 || self == .d1Array || self == .buffer }
}

/// A box of texels in one level. In an array or a cube, z is the layer or face; face f of cube c in an array is 6·c + f.
public struct TextureRegion: Sendable, Hashable, Codable {
    /// The number of texels left of the box.
    public var x: Int
    /// The number of rows below the box.
    public var y: Int
    /// The number of slices, layers or faces before the box.
    public var z: Int
    /// The number of texels per row of the box.
    public var width: Int
    /// The number of rows of the box.
    public var height: Int
    /// The number of slices, layers or faces of the box.
    public var depth: Int
    /// Makes a box whose first texel is (x, y, z). By default, the box starts at the lower left texel of the first slice and is one slice
    /// deep.
    public init(x: Int = 0, y: Int = 0, z: Int = 0, width: Int, height: Int, depth: Int = 1) {
        self.x = x; self.y = y; self.z = z; self.width = width; self.height = height; self.depth = depth
    }
}

/// Texels of one format in one of the shapes of `TextureType`, with mip levels. `Device.makeTexture` makes a texture for one device. The origin is
/// at the bottom left: row 0 is at t = 0.
public final class Texture {
    /// The shape, format and size with which the texture was made.
    public let descriptor: TextureDescriptor
    /// The device that made the texture.
    /// - Throws: `RasterError` with `wrongDevice` if the device no longer exists. The application must keep the device alive; resources do
    ///   not keep their device alive.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made the texture; nil if the device no longer exists.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    package let storage: TexelStorage
    /// The part of a buffer that a buffer texture reads; nil for other textures.
    package let source: TexelSource?
    package let access: DeviceAccess
    /// The version of the texels in `storage`: a number that grows with every change of the texels. A fact that was found out about an
    /// older version may no longer be true.
    package var hostVersion: UInt64 = 0
    /// The texture's name in captures; nil if captures use the descriptor's label. The OpenGL driver sets this name to a name that the
    /// drawing application knows.
    package var captureName: String?
    /// Whether the renderer has newer texels than `storage`. If so, call `device.renderer.synchronize` before reading `storage`.
    package var hostIsStale = false

    /// Facts about the texels that a renderer keeps between passes; nil if the renderer keeps no facts. Only the renderer that made the
    /// object knows the object's type.
    package var rendererState: AnyObject?

    package init(descriptor: TextureDescriptor, device: Device, storage: TexelStorage, source: TexelSource? = nil) {
        self.descriptor = descriptor; maker = DeviceReference(device); self.storage = storage; self.source = source; access = device.access
    }
    /// The number of texels per row of level 0.
    public var width: Int { descriptor.width }
    /// The number of rows of level 0.
    public var height: Int { descriptor.height }
    /// The format of a texel.
    public var format: PixelFormat { descriptor.format }
    package var name: String { descriptor.label.isEmpty ? "texture" : "texture '\(descriptor.label)'" }

    /// Updates `storage` before the host reads `storage` or writes a part of it.
    package func prepareForHostAccess() throws {
        guard hostIsStale else { return }
        guard let owner else {
            throw RasterError(.wrongDevice, name, "has lost its device", remedy: "keep the device until its pictures are read")
        }
        try owner.renderer.synchronize(self)
    }
    package func region(ofLevel level: Int) -> TextureRegion {
        let l = storage.levels[level]
        return TextureRegion(width: l.width, height: l.height, depth: l.slices)
    }
}
