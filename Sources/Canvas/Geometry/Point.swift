/// A position or an offset in the user space of a `Canvas`: x to the right, y down, in points. The coordinates are doubles, so that
/// a path keeps its shape at any scale.
public typealias Point = SIMD2<Double>

/// A width and a height in points.
public struct Size: Sendable, Hashable, Codable {
    /// Extent along x, in points.
    public var width: Double
    /// Extent along y, in points.
    public var height: Double
    /// Creates a size with this width and height.
    public init(width: Double, height: Double) { self.width = width; self.height = height }
}
