/// A lamp that shines on lit images. A fixture may be a value or an object of the program's own; `LightingController` reads it.
///
/// Places and lengths are points of the view, y upward. Values out of their ranges are refused when light is worked out, by an error
/// that names the fixture and the property.
public protocol LightFixture {
    /// Where the lamp is, in points; each coordinate −10⁶…10⁶.
    var position: SIMD2<Float> { get }
    /// How bright it is: 0…1000, where 1 adds the whole colour at the lamp. It is added to the alpha too, as the composite wants it.
    var intensity: Float { get }
    /// How far it reaches, in points, 0…10⁶. With 0 it lights nothing.
    var range: Float { get }
    /// Red, green and blue, 0…1 each, as stored in pictures: not linear light.
    var color: SIMD3<Float> { get }
    /// false: the light falls off evenly from the lamp to its range. true: it is a disc, as bright everywhere that is nearer than the range.
    var constantIntensityOverRange: Bool { get }
}

extension LightFixture {
    /// White.
    public var color: SIMD3<Float> { .one }
    /// The light falls off.
    public var constantIntensityOverRange: Bool { false }
}

/// A light fixture that is nothing but its properties.
public struct PointLight: LightFixture, Sendable, Hashable {
    /// Where the lamp is, in points of the view, y upward.
    public var position: SIMD2<Float>
    /// How bright it is, 0…1000.
    public var intensity: Float
    /// How far it reaches, in points, 0…10⁶.
    public var range: Float
    /// Red, green and blue, 0…1 each.
    public var color: SIMD3<Float>
    /// Whether the light is as bright everywhere within the range, as a disc.
    public var constantIntensityOverRange: Bool
    /// A white light that falls off, unless it is said otherwise.
    public init(position: SIMD2<Float>, intensity: Float = 0.8, range: Float = 250, color: SIMD3<Float> = .one, constantIntensityOverRange: Bool = false) {
        self.position = position; self.intensity = intensity; self.range = range; self.color = color
        self.constantIntensityOverRange = constantIntensityOverRange
    }
}
