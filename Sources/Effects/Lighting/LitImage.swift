public import Raster

/// An image that `LightingController` lights: a picture, its brightness without light, and the lit texture.
///
/// The composite formula uses stored, premultiplied values 0…1 without conversion to linear light. S is the picture, D the darkened
/// picture, G the glow of a light, and O the result. S.a is the alpha of S:
///
/// - D = S − (1 − ambient) · S.a for the colours; the alpha stays S.a
/// - G = (1 − distance / range) · (colour · intensity, intensity), from 1 at the lamp to 0 at its range
/// - O = (D + ΣG) · S.a, on all channels
///
/// Values are clamped and rounded only at the end. If `rollOff` is not nil, bright values are compressed before they are clamped.
public final class LitImage {
    /// How light falls on half-transparent pixels.
    public enum Edges: Sendable, Hashable, CaseIterable {
        /// The composite formula: the picture's alpha is applied twice, so soft edges get thinner, and light adds to the alpha.
        case composite
        /// Light changes only the colour; the alpha of the picture does not change: O = (D + ΣG · S.a, S.a). The resulting colours
        /// are limited to the alpha. Opaque pixels get the same colour as with `composite`.
        case correct
    }
    /// The device that draws the image.
    public let device: Device
    /// The name of the image in error messages; empty if the image has no name.
    public var label = ""
    /// The picture: premultiplied, 2D, one sample. After changing the texels of this texture, call `setNeedsLightingUpdate`.
    public var picture: Texture { didSet { setNeedsLightingUpdate() } }
    /// The brightness of the picture without light, 0…1; 0.1 by default. If the value is 1, the picture is not darkened.
    public var ambientLightLevel: Float = 0.1 { didSet { isStale = isStale || ambientLightLevel != oldValue } }
    /// The position of the image in the view. Lamps' positions are in points of the view. By default, one pixel of the image is one point.
    public var transform = ImageTransform.identity { didSet { isStale = isStale || transform != oldValue } }
    /// How light falls on half-transparent pixels; `composite` by default.
    public var edges = Edges.composite { didSet { isStale = isStale || edges != oldValue } }
    /// The brightness above which light is compressed, 0…1; 1 is the brightest value that a picture can show. If the value is nil,
    /// which is the default, values above 1 are cut off.
    ///
    /// With k = `rollOff`, a colour's largest channel m becomes s(m):
    ///
    /// - s(m) = m up to k
    /// - s(m) = k + (1 − k) · (m − k) / (m + 1 − 2k) beyond k. At m = k, both parts of s have the slope 1. s always increases and stays
    ///   below 1.
    ///
    /// The other channels of the colour change in the same proportion, which keeps the hue: R(v) = v · s(m) / m. First the sum of the
    /// lights is compressed, and then the lit picture: O = R(D + R(ΣG)) · S.a. The picture therefore stays visible even in the light of
    /// many lamps. The alpha is not compressed. If `edges` is `correct`, the picture's alpha replaces the 1 in s(m).
    public var rollOff: Float? { didSet { isStale = isStale || rollOff != oldValue } }
    /// The bumps that become visible in the light; nil, the default, if the image is flat.
    public var relief: Relief? { didSet { if relief != oldValue { setNeedsLightingUpdate() } } }
    /// The objects that cast shadows on this image; by default, no object casts shadows.
    public var shadowCasters: [ShadowCaster] = [] { didSet { isStale = isStale || shadowCasters != oldValue } }
    /// The radius of the lamps for soft shadows, in points, 0…10⁴. A shadow gets softer with the distance from its caster.
    public var lampRadius: Float = 12 { didSet { isStale = isStale || lampRadius != oldValue } }

    /// The number of times that the image has been drawn with light. While the image and its lights do not change, this number
    /// stays the same.
    public internal(set) var renderCount = 0

    /// Whether the image itself has changed since the image was last drawn with light.
    var isStale = true
    /// The lights with which `output` was drawn; nil before the first drawing, and while the picture is shown unlit.
    var drawnLights: [ResolvedLight]?
    /// The path by which `output` was drawn; nil before the first drawing.
    var drawnPath: LightingController.Path?
    var output: Framebuffer?
    /// Two float images for the sum of the lights, if the lights need several passes.
    var sums: [Framebuffer] = []
    /// The slopes of the relief and, if the picture is rgba8, the picture's bytes; drawn again if `surfaceIsStale`. `surface` is nil until
    /// the relief is first drawn.
    var surface: Framebuffer?
    var surfaceIsStale = true
    /// Whether the surface contains the picture, which is true for rgba8, because four bytes fit in a word. Pictures of other
    /// formats are read from their own texture.
    var surfaceHasPicture: Bool { picture.format == .rgba8 }
    var shadows: ShadowMaps?

    /// Creates an image that is unlit until a controller lights the image. Throws `wrongDevice` if the picture's device no longer exists.
    public init(_ picture: Texture) throws {
        self.picture = picture
        device = try picture.device
    }

    /// The lit image, premultiplied, as large as the picture. Before a controller has drawn the image, and while the controller has no
    /// lights, this property is the picture itself.
    public var litTexture: Texture { (drawnLights == nil ? nil : output?.color[0]?.texture) ?? picture }

    /// Makes the next update draw the image. Call this method after changing texels of the picture, the height map or a shadow caster.
    public func setNeedsLightingUpdate() { isStale = true; surfaceIsStale = true }

    /// Makes the next update draw the image, but not its relief. Call this method if only texels of shadow casters have changed.
    public func setNeedsShadowUpdate() { isStale = true }

    var name: String { label.isEmpty ? "lit image" : "lit image '\(label)'" }

    func validate() throws(RasterError) {
        try picture.requirePicture("picture", of: name, device: device)
        try require((0...1).contains(ambientLightLevel), "ambientLightLevel", "is \(ambientLightLevel)", remedy: "use 0 to 1", of: name)
        try require((0...1e4).contains(lampRadius), "lampRadius", "is \(lampRadius)", remedy: "use 0 to 10000 points", of: name)
        try require(rollOff.map { (0...1).contains($0) } ?? true, "rollOff", "is \(rollOff ?? 0)", remedy: "use 0 to 1, or nil", of: name)
        try transform.validate("transform", of: name)
        try relief?.validate(of: name, device: device)
        for (i, caster) in shadowCasters.enumerated() { try caster.validate("shadowCasters[\(i)]", of: name, device: device) }
    }
}
