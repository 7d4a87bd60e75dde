import Raster

/// A light source with OpenGL ES 1.1's parameters (§2.12.1) and defaults. Light is a value type: `effect.light0.position = …`
/// changes the effect's light 0. Colours are RGBA, usually 0…1; components outside of 0…1 are allowed.
///
/// As in ES 1.1, an assigned position or spot direction is converted to eye space with the modelview matrix at the time of the assignment.
/// If the camera moves later, the light keeps its position and direction in eye space until the application assigns the position or
/// direction again.
public struct Light: Sendable, Hashable {
    /// Whether the light is on.
    public var enabled = false
    /// The position in object space, in homogeneous coordinates. If w is 0, the light is infinitely far away in the direction (x, y, z);
    /// otherwise the light is a point. Each assignment converts the position to eye space, even if the value is the same.
    public var position = SIMD4<Float>(0, 0, 1, 0) { didSet { positionIsNew = true } }
    /// The direction of the spot in object space, a vector that is not zero. Each assignment converts the direction to eye space.
    public var spotDirection = SIMD3<Float>(0, 0, -1) { didSet { spotDirectionIsNew = true } }
    /// The light's contribution to the ambient light.
    public var ambientColor = SIMD4<Float>(0, 0, 0, 1)
    /// The light's colour in diffuse reflection.
    public var diffuseColor = SIMD4<Float>(1, 1, 1, 1)
    /// The light's colour in specular highlights.
    public var specularColor = SIMD4<Float>(1, 1, 1, 1)
    /// The exponent that concentrates the light around the axis of the spot, 0 or more.
    public var spotExponent: Float = 0
    /// The angle between the axis and the side of the spot's cone: 0…90 degrees. If the angle is 180 degrees, the light shines in all
    /// directions.
    public var spotCutoff: Float = 180
    /// The constant coefficient of the attenuation. Point lights fade by 1 / (constant + linear·d + quadratic·d²), where d is the
    /// distance in eye space. Each coefficient is 0 or more, and at least one coefficient must be above 0.
    public var constantAttenuation: Float = 1
    /// The coefficient of the distance in the attenuation, 0 or more.
    public var linearAttenuation: Float = 0
    /// The coefficient of the squared distance in the attenuation, 0 or more.
    public var quadraticAttenuation: Float = 0
    /// The light's own transform; the identity until the application sets `transform`. After the application has set `transform`, the
    /// modelview matrix of `transform` converts the position and the spot direction to eye space. The effect's modelview matrix is then not
    /// used for this light. Setting the transform converts position and direction; assigning the position or the direction converts only
    /// that property.
    public var transform = Transform() { didSet { hasOwnTransform = true; positionIsNew = true; spotDirectionIsNew = true } }

    /// The position in eye space, computed at the last assignment. A copy of the light keeps this value.
    public private(set) var eyePosition = SIMD4<Float>(0, 0, 1, 0)
    /// The spot's direction in eye space, computed at the last assignment. The vector `eyeSpotDirection` may have any length.
    public private(set) var eyeSpotDirection = SIMD3<Float>(0, 0, -1)

    private var hasOwnTransform = false
    private var positionIsNew = false
    private var spotDirectionIsNew = false

    /// Creates a light that is off, with ES 1.1's defaults: the light is white and comes from +z.
    public init() {}

    /// Converts the position to eye space if the position has been assigned since the last call, and converts the direction in the same
    /// way.
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

    /// Checks the properties; `index` is the light's number in `effect`.
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
        try require(!isSpot || (eyeSpotDirection.length > 0), "light\(index).spotDirection", "has no direction", remedy: "use a vector that is not zero",
                    of: effect)
    }
}
