import Raster

/// How a surface reflects light (OpenGL ES 1.1 §2.12.1). The front and the back reflect light in the same way. All properties have ES 1.1's
/// defaults. Colours are RGBA.
public struct Material: Sendable, Hashable {
    /// The fraction of the ambient light that the surface reflects.
    public var ambientColor = SIMD4<Float>(0.2, 0.2, 0.2, 1)
    /// The fraction of light that the surface reflects diffusely. The alpha of this colour is the alpha of the lit surface.
    public var diffuseColor = SIMD4<Float>(0.8, 0.8, 0.8, 1)
    /// The fraction of light that the surface reflects in highlights.
    public var specularColor = SIMD4<Float>(0, 0, 0, 1)
    /// The light that the surface emits.
    public var emissiveColor = SIMD4<Float>(0, 0, 0, 1)
    /// The exponent of the highlight, 0 or more. A larger exponent gives a smaller highlight.
    public var shininess: Float = 0
    /// Creates a material with ES 1.1's defaults: grey, without highlights.
    public init() {}

    func validate(of effect: String) throws(RasterError) {
        try requireFinite(ambientColor.isFinite, "material.ambientColor", ambientColor, of: effect)
        try requireFinite(diffuseColor.isFinite, "material.diffuseColor", diffuseColor, of: effect)
        try requireFinite(specularColor.isFinite, "material.specularColor", specularColor, of: effect)
        try requireFinite(emissiveColor.isFinite, "material.emissiveColor", emissiveColor, of: effect)
        try require(shininess.isFinite && shininess >= 0, "material.shininess", "is \(shininess)", remedy: "use 0 or more", of: effect)
    }
}
