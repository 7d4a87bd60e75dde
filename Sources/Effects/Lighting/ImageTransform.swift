import Raster

/// The position of an image in a view: an affine map from the image's pixels to the view's points. In the image and in the view, y grows
/// upward.
public struct ImageTransform: Sendable, Hashable {
    /// The position of the image's lower left corner, in points.
    public var origin: SIMD2<Float>
    /// The vector in the view, in points, that corresponds to one pixel to the right in the image.
    public var xAxis: SIMD2<Float>
    /// The vector in the view, in points, that corresponds to one pixel upward in the image.
    public var yAxis: SIMD2<Float>
    /// One pixel is one point, and the image lies in the view's lower left corner.
    public static let identity = ImageTransform(origin: .zero, xAxis: SIMD2(1, 0), yAxis: SIMD2(0, 1))
    /// Creates a map with the given origin and axes.
    public init(origin: SIMD2<Float>, xAxis: SIMD2<Float>, yAxis: SIMD2<Float>) { self.origin = origin; self.xAxis = xAxis; self.yAxis = yAxis }
    /// Creates a map that makes the image fill a rectangle of the view.
    /// - Parameters:
    ///   - origin: The rectangle's lower left corner, in points.
    ///   - size: The rectangle's width and height, in points.
    ///   - width: The image's width in pixels.
    ///   - height: The image's height in pixels.
    public init(origin: SIMD2<Float>, size: SIMD2<Float>, width: Int, height: Int) {
        self.init(origin: origin, xAxis: SIMD2(size.x / Float(width), 0), yAxis: SIMD2(0, size.y / Float(height)))
    }
    /// Converts a position in the image to a position in the view.
    public func viewPlace(of pixel: SIMD2<Float>) -> SIMD2<Float> { origin + xAxis * pixel.x + yAxis * pixel.y }
    /// Converts a position in the view, such as a light's position, to a position in the image. Returns nil if the image's width or
    /// height in the view is zero.
    public func imagePlace(of point: SIMD2<Float>) -> SIMD2<Float>? {
        guard let (row0, row1) = inverse else { return nil }
        let way = point - origin
        return SIMD2((row0 * way).sum(), (row1 * way).sum())
    }
    /// The rows of the inverse of the map's linear part; nil if the origin or the inverse is not finite.
    var inverse: (SIMD2<Float>, SIMD2<Float>)? {
        let determinant = xAxis.x * yAxis.y - xAxis.y * yAxis.x
        let rows = (SIMD2(yAxis.y, -yAxis.x) / determinant, SIMD2(-xAxis.y, xAxis.x) / determinant)
        guard (0..<2).allSatisfy({ rows.0[$0].isFinite && rows.1[$0].isFinite && origin[$0].isFinite }) else { return nil }
        return rows
    }
    func validate(_ property: String, of owner: String) throws(RasterError) {
        let limit = Float(1e6)
        for (part, value) in [("origin", origin), ("xAxis", xAxis), ("yAxis", yAxis)] {
            for i in 0..<2 {
                try require(abs(value[i]) <= limit, "\(property).\(part) of \(owner)", "is \(value)", remedy: "use finite numbers in ±10⁶")
            }
        }
        try require(inverse != nil, "\(property) of \(owner)", "gives the image no area", remedy: "use axes that are neither zero nor parallel")
    }
    private func require(_ holds: Bool, _ subject: @autoclosure () -> String, _ problem: @autoclosure () -> String, remedy: String) throws(RasterError) {
        if !holds { throw RasterError(.invalidArgument, subject(), problem(), remedy: remedy) }
    }
}
