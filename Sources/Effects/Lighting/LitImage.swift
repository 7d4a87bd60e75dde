public import Raster

/// An image that `LightingController` lights: a picture, how dark it is without light, and the texture with light on it.
///
/// The composite, with premultiplied values 0…1 as stored, without linearisation (S the picture, G a light's glow, O what is shown):
///
/// - D = S − (1 − ambient) · S.a, its alpha S.a
/// - G = (1 − distance / range) · (colour · intensity, intensity), from 1 at the lamp to 0 at its range
/// - O = (D + ΣG) · S.a, on all channels
///
/// Nothing is clamped or rounded before the end, unless `rollOff` says so.
public final class LitImage {
    /// What is done where the picture is half transparent.
    public enum Edges: Sendable, Hashable, CaseIterable {
        /// As the composite has it: the picture's alpha counts twice, so soft edges get thinner, and light adds to the alpha.
        case composite
        /// Light falls on the colour alone and the alpha stays the picture's: O = (D + ΣG · S.a, S.a), with colours of at most the alpha. Where the
        /// picture is opaque, nothing differs.
        case correct
    }
    /// The device that the image is drawn with.
    public let device: Device
    /// The name that error messages call the image by; empty for none.
    public var label = ""
    /// The picture: premultiplied, 2D, one sample. Where its texels change and it is the same texture, call `setNeedsLightingUpdate`.
    public var picture: Texture { didSet { setNeedsLightingUpdate() } }
    /// How bright the picture is without any lamp near, 0…1; 0.1 at first. 1 leaves it as it is.
    public var ambientLightLevel: Float = 0.1 { didSet { isStale = isStale || ambientLightLevel != oldValue } }
    /// Where the image lies in the view, whose points lamps are placed in. At first a pixel is a point.
    public var transform = ImageTransform.identity { didSet { isStale = isStale || transform != oldValue } }
    /// What is done where the picture is half transparent; `composite` at first.
    public var edges = Edges.composite { didSet { isStale = isStale || edges != oldValue } }
    /// The brightness from which light is rolled off, as a share of the brightest that a picture can show, 0…1. nil, as at first, cuts brighter light off.
    ///
    /// With k for this number, a colour's largest channel m becomes
    ///
    /// - s(m) = m up to k
    /// - s(m) = k + (1 − k) · (m − k) / (m + 1 − 2k) beyond, which goes on with the same slope, always rises and stays below 1
    ///
    /// and the other channels change in proportion, so that the hue stays: R(v) = v · s(m) / m. The light is rolled off by itself, and then what it makes of the picture:
    /// O = R(D + R(ΣG)) · S.a, the alpha as without. However many lamps shine on it, the picture still shows in their light. With `Edges.correct`, 1 stands for the picture's alpha.
    public var rollOff: Float? { didSet { isStale = isStale || rollOff != oldValue } }
    /// Bumps that light shows; nil, as at first, for none.
    public var relief: Relief? { didSet { if relief != oldValue { setNeedsLightingUpdate() } } }
    /// What stands between the lamps and this image; nothing at first.
    public var shadowCasters: [ShadowCaster] = [] { didSet { isStale = isStale || shadowCasters != oldValue } }
    /// The lamps' radius for soft shadows, in points, 0…10⁴. Shadows get softer with the distance from what casts them.
    public var lampRadius: Float = 12 { didSet { isStale = isStale || lampRadius != oldValue } }

    /// How often light has been drawn so far: it stays while nothing changes.
    public internal(set) var renderCount = 0

    /// Whether something of the image itself has changed since light was drawn.
    var isStale = true
    /// The lights that `output` was drawn with; nil before the first time, and while the picture is shown as it is.
    var drawnLights: [ResolvedLight]?
    /// How `output` was drawn.
    var drawnPath: LightingController.Path?
    var output: Framebuffer?
    /// Two float images for sums of several passes.
    var sums: [Framebuffer] = []
    /// Slopes of the relief, and the picture where it has bytes; drawn when it is stale.
    var surface: Framebuffer?
    var surfaceIsStale = true
    /// Whether the picture stands in the surface: four bytes fit in a word, all else is read from the picture.
    var surfaceHasPicture: Bool { picture.format == .rgba8 }
    var shadows: ShadowMaps?

    /// An image in the dark, of which a controller makes a lit one. Throws `wrongDevice` where the device of the picture is gone.
    public init(_ picture: Texture) throws {
        self.picture = picture
        device = try picture.device
    }

    /// The image with light on it, premultiplied, as large as the picture; the picture itself as long as no controller has drawn, and when
    /// the controller has no lights at all.
    public var litTexture: Texture { (drawnLights == nil ? nil : output?.color[0]?.texture) ?? picture }

    /// Says that texels of the picture, of the height map or of a shadow caster have changed: the image is drawn at the next update.
    public func setNeedsLightingUpdate() { isStale = true; surfaceIsStale = true }

    /// Says that texels of shadow casters have changed and those of the picture have not: the image is drawn at the next update, its relief stays.
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
