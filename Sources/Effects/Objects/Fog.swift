import Raster

/// Fog: a colour that covers surfaces more with growing distance (OpenGL ES 1.1 §3.8), with ES 1.1's defaults. The distance is |z|
/// in eye space. Fog does not change the alpha.
public struct Fog: Sendable, Hashable {
    /// The formula by which the fraction f of the surface's own colour decreases with the distance d.
    public enum Mode: Int, Sendable, Hashable, CaseIterable {
        /// f = e^(−density·d)
        case exp
        /// f = e^(−(density·d)²)
        case exp2
        /// f = (end − d) / (end − start). If `start` and `end` are equal, f is a step at `end`.
        case linear
    }
    /// Whether the fog is drawn.
    public var enabled = false
    /// The formula by which the fraction of the surface's own colour decreases with the distance.
    public var mode = Mode.exp
    /// Red, green and blue of the fog; alpha is not used.
    public var color = SIMD4<Float>(0, 0, 0, 0)
    /// In the modes `exp` and `exp2`, the density of the fog per unit of eye space, 0 or more.
    public var density: Float = 1
    /// In the mode `linear`, the distance in eye space at which fog begins.
    public var start: Float = 0
    /// In the mode `linear`, the distance in eye space from which only the fog's colour is visible.
    public var end: Float = 1
    /// Creates fog that is off, with ES 1.1's defaults.
    public init() {}

    func validate(of effect: String) throws(RasterError) {
        try requireFinite(color.isFinite, "fog.color", color, of: effect)
        try require(density.isFinite && density >= 0, "fog.density", "is \(density)", remedy: "use 0 or more", of: effect)
        try requireFinite(start.isFinite, "fog.start", start, of: effect)
        try requireFinite(end.isFinite, "fog.end", end, of: effect)
    }
}
