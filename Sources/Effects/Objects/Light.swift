import Raster

/// One source of light with OpenGL ES 1.1's parameters (§2.12.1) and defaults. A value: `effect.light0.position = …` changes the
/// effect's light 0. Colours are RGBA, usually 0…1, and may go beyond.
///
/// As in ES 1.1, position and spot direction are carried into eye space at the moment they are assigned, by the modelview matrix of
/// that moment. A camera that moves later does not take the light along; assign them again for that.
public struct Light: Sendable, Hashable {
    /// Whether the light is on.
    public var enabled = false
    /// The place in object space, homogeneous. w = 0: infinitely far in that direction; otherwise a point. Assigning it, even to
    /// the same value, carries it into eye space.
    public var position = SIMD4<Float>(0, 0, 1, 0) { didSet { positionIsNew = true } }
    /// The direction in which the spot looks, in object space, of any length but zero. Assigning it carries it into eye space.
    public var spotDirection = SIMD3<Float>(0, 0, -1) { didSet { spotDirectionIsNew = true } }
    /// The light's share of the light that comes from everywhere.
    public var ambientColor = SIMD4<Float>(0, 0, 0, 1)
    /// The light that a surface scatters in all directions.
    public var diffuseColor = SIMD4<Float>(1, 1, 1, 1)
    /// The light that a surface throws back in highlights.
    public var specularColor = SIMD4<Float>(1, 1, 1, 1)
    /// How much the light gathers about the spot's axis, 0 or more.
    public var spotExponent: Float = 0
    /// Half of the spot's cone: degrees from its axis, 0…90, or 180 for light in all directions.
    public var spotCutoff: Float = 180
    /// Point lights fade by 1 / (constant + linear·d + quadratic·d²), d in eye space. Each number is 0 or more, and not all are 0.
    public var constantAttenuation: Float = 1
    /// The number by which the fading grows with the distance in eye space, 0 or more.
    public var linearAttenuation: Float = 0
    /// The number by which the fading grows with the square of the distance in eye space, 0 or more.
    public var quadraticAttenuation: Float = 0
    /// The light's own transform; the identity until it is set. From then on its modelview carries position and spot direction into
    /// eye space, in place of the effect's: both at once when it is set, and each when it is assigned.
    public var transform = Transform() { didSet { hasOwnTransform = true; positionIsNew = true; spotDirectionIsNew = true } }

    /// The position in eye space, from when it was last assigned; a copy of the light keeps it.
    public private(set) var eyePosition = SIMD4<Float>(0, 0, 1, 0)
    /// The spot's direction in eye space, of any length, from when it was last assigned.
    public private(set) var eyeSpotDirection = SIMD3<Float>(0, 0, -1)

    private var hasOwnTransform = false
    private var positionIsNew = false
    private var spotDirectionIsNew = false

    /// A light that is off, with ES 1.1's defaults: white, from +z.
    public init() {}

    /// Carries the positions and directions that were assigned since the last call into eye space.
    mutating func settle(modelview: Matrix4) {
        guard positionIsNew || spotDirectionIsNew else { return }
        let matrix = hasOwnTransform ? transform.modelviewMatrix : modelview
        if positionIsNew { eyePosition = matrix * position }
        if spotDirectionIsNew { eyeSpotDirection = matrix.upperLeft * spotDirection }
        positionIsNew = false; spotDirectionIsNew = false
    }
    var needsSettling: Bool { positionIsNew || spotDirectionIsNew }

    var isPositional: Bool { eyePosition.w != 0 }
    var isSpot: Bool { spotCutoff != 180 }

    /// `index` is the light's number in `effect`.
    func validate(_ index: Int, of effect: String) throws(RasterError) {
        func requireAttenuation(_ value: Float, _ part: String) throws(RasterError) {
            try require(value.isFinite && value >= 0, "light\(index).\(part)Attenuation", "is \(value)", remedy: "use 0 or more", of: effect)
        }
        try requireFinite(position.isFinite && eyePosition.isFinite, "light\(index).position", position, of: effect)
        try requireFinite(spotDirection.isFinite && eyeSpotDirection.isFinite, "light\(index).spotDirection", spotDirection, of: effect)
        try requireFinite(ambientColor.isFinite, "light\(index).ambientColor", ambientColor, of: effect)
        try requireFinite(diffuseColor.isFinite, "light\(index).diffuseColor", diffuseColor, of: effect)
        try requireFinite(specularColor.isFinite, "light\(index).specularColor", specularColor, of: effect)
        try require(spotExponent.isFinite && spotExponent >= 0, "light\(index).spotExponent", "is \(spotExponent)", remedy: "use 0 or more", of: effect)
        try require((0...90).contains(spotCutoff) || spotCutoff == 180, "light\(index).spotCutoff", "is \(spotCutoff)",
                    remedy: "use 0 to 90 degrees, or 180 for no spot", of: effect)
        try requireAttenuation(constantAttenuation, "constant")
        try requireAttenuation(linearAttenuation, "linear")
        try requireAttenuation(quadraticAttenuation, "quadratic")
        try require(constantAttenuation + linearAttenuation + quadraticAttenuation > 0, "light\(index)'s attenuation", "is 0 in all three parts",
                    remedy: "make one of them positive", of: effect)
        try require(!isSpot || (eyeSpotDirection.length > 0), "light\(index).spotDirection", "has no direction", remedy: "use a vector that is not zero", of: effect)
    }
}
