public import Raster

/// The relief of a flat image: bumps that become visible in the light of lamps. Each pixel has a normal. A slope that faces the lamp gets
/// more light than a flat surface, and a slope that faces away gets less light (Lambert's law). An image without bumps looks the same as
/// without a relief.
public struct Relief {
    /// The source of the bumps.
    public enum Source {
        /// The luminance of the image itself (Rec. 709, computed from the stored values): bright parts are high.
        case luminance
        /// The luminance of another picture, stretched over the image.
        case heightMap(Texture)
        /// Another picture that stores normals and is stretched over the image. Red is the component to the right, green the component
        /// upwards, and blue the component towards the viewer. The stored value 128 (of 255) means that the component is 0.
        case normalMap(Texture)
    }
    /// The source of the bumps.
    public var source: Source
    /// The height of white above black, in pixels of the image, 0…1000. For a normal map, `depth` is a factor of the slopes, and 1
    /// does not change the slopes.
    public var depth: Float
    /// The height of lamps above the image, as a fraction of the lamps' range, 0.01…100. Under low lamps, the relief is more visible.
    public var lampHeight: Float
    /// Creates a relief. By default, the source of a relief is the luminance of the image itself, and white is 4 pixels above black.
    public init(_ source: Source = .luminance, depth: Float = 4, lampHeight: Float = 0.4) {
        self.source = source
        self.depth = depth
        self.lampHeight = lampHeight
    }

    /// Whether the source is a normal map.
    var hasNormals: Bool { if case .normalMap = source { true } else { false } }

    func validate(of owner: String, device: Device) throws(RasterError) {
        try require((0...1000).contains(depth), "relief.depth", "is \(depth)", remedy: "use 0 to 1000 pixels", of: owner)
        try require((0.01...100).contains(lampHeight), "relief.lampHeight", "is \(lampHeight)", remedy: "use 0.01 to 100", of: owner)
        try source.map?.requirePicture("relief.source", of: owner, device: device)
    }
}

extension Relief.Source {
    /// The height map or normal map; nil if the source is the image itself.
    var map: Texture? {
        switch self {
        case .luminance: nil
        case .heightMap(let map), .normalMap(let map): map
        }
    }
}

extension Relief: Equatable {
    /// Returns whether `depth` and `lampHeight` are equal, and the sources are of the same kind and have the same texture.
    public static func == (a: Relief, b: Relief) -> Bool {
        a.depth == b.depth && a.lampHeight == b.lampHeight && a.source.map === b.source.map && a.hasNormals == b.hasNormals
    }
}

/// An object between the lamps and a lit image; the alpha of a picture gives its shape. The shadow of the object darkens the image
/// behind the object. Large lamps give soft shadows.
public struct ShadowCaster {
    /// The picture whose alpha stops the light.
    public var picture: Texture
    /// The position of the picture in the view.
    public var transform: ImageTransform
    /// The fraction of the light that an opaque pixel stops, 0…1.
    public var opacity: Float
    /// Creates a caster at the given position in the view. By default, the opaque pixels of the caster stop all light.
    public init(_ picture: Texture, transform: ImageTransform, opacity: Float = 1) {
        self.picture = picture
        self.transform = transform
        self.opacity = opacity
    }

    func validate(_ name: String, of owner: String, device: Device) throws(RasterError) {
        try picture.requirePicture("\(name).picture", of: owner, device: device)
        try transform.validate("\(name).transform", of: owner)
        try require((0...1).contains(opacity), "\(name).opacity", "is \(opacity)", remedy: "use 0 to 1", of: owner)
    }
}

extension ShadowCaster: Equatable {
    /// Returns whether transform and opacity are equal, and the picture is the same texture.
    public static func == (a: ShadowCaster, b: ShadowCaster) -> Bool { a.picture === b.picture && a.transform == b.transform && a.opacity == b.opacity }
}

extension Texture {
    /// Throws an error unless the texture is a 2D colour texture of `device` with one sample and without integers.
    func requirePicture(_ property: String, of owner: String, device: Device) throws(RasterError) {
        guard self.owner === device else {
            throw RasterError(.wrongDevice, "\(property) of \(owner)", "belongs to another device", remedy: "make it with the device that uses it")
        }
        guard descriptor.type == .d2, descriptor.samples == 1, format.isColor, !format.isInteger else {
            throw RasterError(.invalidFormat, "\(property) of \(owner)", "is not a 2D colour picture of one sample",
                              remedy: "use a 2D colour texture with one sample and no integer format")
        }
    }
}
