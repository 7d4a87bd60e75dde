/// A lamp that shines on lit images. The type of a fixture may be a structure or a class. `LightingController` reads the properties.
///
/// Positions and lengths are in points of the view; y grows upward. If a value is out of its range, the controller's update throws
/// an error that names the fixture and the property.
public protocol LightFixture {
    /// The position of the lamp, in points; each coordinate −10⁶…10⁶.
    var position: SIMD2<Float> { get }
    /// The brightness, 0…1000. An intensity of 1 adds the whole colour at the lamp's position. The intensity is also added to the
    /// alpha of the image (see `LitImage`).
    var intensity: Float { get }
    /// The distance that the light reaches, in points, 0…10⁶. A lamp with range 0 lights nothing.
    var range: Float { get }
    /// Red, green and blue, 0…1 each, as stored in pictures, not in linear light.
    var color: SIMD3<Float> { get }
    /// If this property is true, the light is a disc that is equally bright everywhere within the range. If this property is false, the
    /// light falls off evenly from the lamp to the end of the range.
    var constantIntensityOverRange: Bool { get }
}

extension LightFixture {
    /// The default colour of a fixture: white.
    public var color: SIMD3<Float> { .one }
    /// Returns false: by default, the light falls off from the lamp to the end of the range.
    public var constantIntensityOverRange: Bool { false }
}

/// A light fixture that only stores its properties.
public struct PointLight: LightFixture, Sendable, Hashable {
    /// The position of the lamp, in points of the view; y grows upward.
    public var position: SIMD2<Float>
    /// The brightness, 0…1000.
    public var intensity: Float
    /// The distance that the light reaches, in points, 0…10⁶.
    public var range: Float
    /// Red, green and blue, 0…1 each.
    public var color: SIMD3<Float>
    /// Whether the light is a disc that is equally bright everywhere within the range.
    public var constantIntensityOverRange: Bool
    /// Creates a light with the given properties. By default the light is white and falls off.
    public init(position: SIMD2<Float>, intensity: Float = 0.8, range: Float = 250, color: SIMD3<Float> = .one, constantIntensityOverRange: Bool = false) {
        self.position = position; self.intensity = intensity; self.range = range; self.color = color
        self.constantIntensityOverRange = constantIntensityOverRange
    }
}
