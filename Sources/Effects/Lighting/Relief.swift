public import Raster

/// The relief of a flat image, so that light shows its bumps: each pixel has a normal, and light from the side that it leans to is
/// stronger there, light from the other side weaker (Lambert's law, in proportion to what a flat surface would get). An image without bumps looks as it does
/// without a relief.
public struct Relief {
    /// Where the bumps come from.
    public enum Source {
        /// The image's own luminance (Rec. 709 of the stored values): bright is high.
        case luminance
        /// The luminance of another picture, stretched over the image.
        case heightMap(Texture)
        /// Normals of another picture, stretched over the image: red to the right, green upwards, blue towards the viewer, with 128 of 255 for none.
        case normalMap(Texture)
    }
    /// Where the bumps come from.
    public var source: Source
    /// How high white is above black, in pixels of the image, 0…1000. Of a normal map, how many times as steep slopes are as it says: 1 leaves them as they are.
    public var depth: Float
    /// How high lamps stand above the image, as a share of their range, 0.01…100. Low lamps show more of the relief.
    public var lampHeight: Float
    /// The image's own luminance, 4 pixels deep, unless it is said otherwise.
    public init(_ source: Source = .luminance, depth: Float = 4, lampHeight: Float = 0.4) { self.source = source; self.depth = depth; self.lampHeight = lampHeight }

    /// Whether the other picture has normals.
    var hasNormals: Bool { if case .normalMap = source { true } else { false } }

    func validate(of owner: String, device: Device) throws(RasterError) {
        try require((0...1000).contains(depth), "relief.depth", "is \(depth)", remedy: "use 0 to 1000 pixels", of: owner)
        try require((0.01...100).contains(lampHeight), "relief.lampHeight", "is \(lampHeight)", remedy: "use 0.01 to 100", of: owner)
        try source.map?.requirePicture("relief.source", of: owner, device: device)
    }
}

extension Relief.Source {
    /// The other picture; nil for the image's own luminance.
    var map: Texture? {
        switch self {
        case .luminance: nil
        case .heightMap(let map), .normalMap(let map): map
        }
    }
}

extension Relief: Equatable {
    /// Whether the numbers are equal and the bumps come from the same texture in the same way.
    public static func == (a: Relief, b: Relief) -> Bool {
        a.depth == b.depth && a.lampHeight == b.lampHeight && a.source.map === b.source.map && a.hasNormals == b.hasNormals
    }
}

/// Something that stands between lamps and a lit image: the alpha of a picture. It darkens what lies behind it, softly where the lamp is large.
public struct ShadowCaster {
    /// The picture whose alpha stops light.
    public var picture: Texture
    /// Where the picture lies in the view.
    public var transform: ImageTransform
    /// How much of the light an opaque pixel stops, 0…1.
    public var opacity: Float
    /// A caster at a place of the view, which stops all light unless it is said otherwise.
    public init(_ picture: Texture, transform: ImageTransform, opacity: Float = 1) { self.picture = picture; self.transform = transform; self.opacity = opacity }

    func validate(_ name: String, of owner: String, device: Device) throws(RasterError) {
        try picture.requirePicture("\(name).picture", of: owner, device: device)
        try transform.validate("\(name).transform", of: owner)
        try require((0...1).contains(opacity), "\(name).opacity", "is \(opacity)", remedy: "use 0 to 1", of: owner)
    }
}

extension ShadowCaster: Equatable {
    /// Whether the numbers are equal and the picture is the same texture.
    public static func == (a: ShadowCaster, b: ShadowCaster) -> Bool { a.picture === b.picture && a.transform == b.transform && a.opacity == b.opacity }
}

extension Texture {
    /// Throws unless the texture is a plain picture of `device`.
    func requirePicture(_ property: String, of owner: String, device: Device) throws(RasterError) {
        guard self.owner === device else {
            throw RasterError(.wrongDevice, "\(property) of \(owner)", "belongs to another device", remedy: "make it with the device that uses it")
        }
        guard descriptor.type == .d2, descriptor.samples == 1, format.isColor, !format.isInteger else {
            throw RasterError(.invalidFormat, "\(property) of \(owner)", "is not a 2D colour picture of one sample", remedy: "give such a texture, not of integers")
        }
    }
}
