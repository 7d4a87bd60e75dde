// Material: what a surface does with light (OpenGL ES 1.1 §2.12.1), both faces alike.

import Raster

/// A value with ES 1.1's defaults. Colours are RGBA.
public struct Material: Sendable, Hashable {
    public var ambientColor = SIMD4<Float>(0.2, 0.2, 0.2, 1)
    /// Its alpha is the lit surface's alpha.
    public var diffuseColor = SIMD4<Float>(0.8, 0.8, 0.8, 1)
    public var specularColor = SIMD4<Float>(0, 0, 0, 1)
    public var emissiveColor = SIMD4<Float>(0, 0, 0, 1)
    /// The exponent of the highlight, 0 or more.
    public var shininess: Float = 0
    public init() {}

    func validate(of effect: String) throws(RasterError) {
        try requireFinite(ambientColor.isFinite, "material.ambientColor", ambientColor, of: effect)
        try requireFinite(diffuseColor.isFinite, "material.diffuseColor", diffuseColor, of: effect)
        try requireFinite(specularColor.isFinite, "material.specularColor", specularColor, of: effect)
        try requireFinite(emissiveColor.isFinite, "material.emissiveColor", emissiveColor, of: effect)
        try require(shininess.isFinite && shininess >= 0, "material.shininess", "is \(shininess)", remedy: "use 0 or more", of: effect)
    }
}
