// Texture: texels of one format in one of four shapes, with mip levels. Origin bottom-left: row 0 is t = 0.

/// The shape of a texture: one image, a stack of slices, six faces, or layers of an array.
public enum TextureType: UInt8, Sendable, Hashable, CaseIterable, Codable { case d2, d3, cube, d2Array }

/// Cube faces in GL's order.
public enum CubeFace: Int, Sendable, Hashable, CaseIterable, Codable {
    case positiveX, negativeX, positiveY, negativeY, positiveZ, negativeZ
}

/// What a texture is made from: shape, format and size. `Device.makeTexture` says what it refuses.
public struct TextureDescriptor: Sendable, Hashable, Codable {
    public var type: TextureType
    public var format: PixelFormat
    /// Texels of level 0.
    public var width: Int
    public var height: Int
    /// Depth of a 3D texture, layers of an array; 1 otherwise (a cube has its six faces by itself).
    public var depth: Int
    public var mipLevels: Int
    /// 1 or 4. Multisampled textures are 2D with one level; they are rendered to and resolved, not sampled.
    public var samples: Int
    public var label: String

    public init(type: TextureType = .d2, format: PixelFormat, width: Int, height: Int, depth: Int = 1, mipLevels: Int = 1,
                samples: Int = 1, label: String = "") {
        self.type = type; self.format = format; self.width = width; self.height = height
        self.depth = depth; self.mipLevels = mipLevels; self.samples = samples; self.label = label
    }
    /// Levels from the given size down to 1×1(×1).
    public static func fullMipLevelCount(width: Int, height: Int, depth: Int = 1) -> Int {
        let largest = max(width, height, depth, 1)
        return Int.bitWidth - largest.leadingZeroBitCount
    }
    /// Slices of level 0: depth, layers, or 6.
    package var slices: Int { type == .cube ? 6 : depth }
}

/// A box of texels in one level. For d2Array and cube, z is the layer or face.
public struct TextureRegion: Sendable, Hashable, Codable {
    public var x: Int, y: Int, z: Int
    public var width: Int, height: Int, depth: Int
    public init(x: Int = 0, y: Int = 0, z: Int = 0, width: Int, height: Int, depth: Int = 1) {
        self.x = x; self.y = y; self.z = z; self.width = width; self.height = height; self.depth = depth
    }
}

/// Made by `Device.makeTexture`. Belongs to one device.
public final class Texture {
    public let descriptor: TextureDescriptor
    /// The device that made it, which the program keeps as long as it asks for it here.
    public var device: Device {
        guard let owner else { preconditionFailure("a device is gone while what it made is asked for it") }
        return owner
    }
    /// nil when the device is gone.
    package private(set) weak var owner: Device?
    package let storage: TexelStorage
    package let access: DeviceAccess
    /// Grows with every change of the texels in `storage`; tells whether what is known of them still holds.
    package var hostVersion: UInt64 = 0
    /// The renderer holds newer texels than `storage`: call `device.renderer.synchronize` before reading.
    package var hostIsStale = false

    /// What the tile renderer knows of an image of the texture: of its colour or depth, and of its stencil.
    package var clearedTiles: ClearedTiles?
    package var clearedStencilTiles: ClearedTiles?

    package init(descriptor: TextureDescriptor, device: Device, storage: TexelStorage) {
        self.descriptor = descriptor; owner = device; self.storage = storage; access = device.access
    }
    public var width: Int { descriptor.width }
    public var height: Int { descriptor.height }
    public var format: PixelFormat { descriptor.format }
    package var name: String { descriptor.label.isEmpty ? "texture" : "texture '\(descriptor.label)'" }

    /// Brings `storage` up to date before the host reads or partly writes it.
    package func prepareForHostAccess() throws {
        guard hostIsStale else { return }
        guard let owner else {
            throw RasterError(.wrongDevice, name, "was drawn by a device that is gone", remedy: "keep the device until its pictures have been read")
        }
        try owner.renderer.synchronize(self)
    }
    package func region(ofLevel level: Int) -> TextureRegion {
        let l = storage.levels[level]
        return TextureRegion(width: l.width, height: l.height, depth: l.slices)
    }
}
