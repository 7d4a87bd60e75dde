/// A rectangle of whole pixels, y down, from (x0, y0), inclusive, to (x1, y1), exclusive. Pixels are counted from the
/// canvas's origin.
struct PixelBox: Sendable, Hashable {
    var x0: Int, y0: Int, x1: Int, y1: Int
    /// The largest pixel coordinate. With this limit, sums and sizes of boxes do not overflow, and each whole coordinate is exact
    /// as a Float.
    static let reach = 1 << 23
    static let everything = PixelBox(x0: -reach, y0: -reach, x1: reach, y1: reach)
    static let empty = PixelBox(x0: 0, y0: 0, x1: 0, y1: 0)

    var width: Int { max(0, x1 - x0) }
    var height: Int { max(0, y1 - y0) }
    var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

    func intersection(_ other: PixelBox) -> PixelBox {
        let both = PixelBox(x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
        return both.isEmpty ? .empty : both
    }
    func union(_ other: PixelBox) -> PixelBox {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelBox(x0: min(x0, other.x0), y0: min(y0, other.y0), x1: max(x1, other.x1), y1: max(y1, other.y1))
    }
    func contains(_ other: PixelBox) -> Bool { other.isEmpty || (x0 <= other.x0 && y0 <= other.y0 && x1 >= other.x1 && y1 >= other.y1) }
    /// Returns the box enlarged on each side and clipped to `everything`.
    func grown(left: Int, top: Int, right: Int, bottom: Int) -> PixelBox {
        if isEmpty { return self }
        return PixelBox(x0: x0 - left, y0: y0 - top, x1: x1 + right, y1: y1 + bottom).intersection(.everything)
    }
    func moved(_ x: Int, _ y: Int) -> PixelBox { grown(left: -x, top: -y, right: x, bottom: y) }
}

extension PixelBox {
    /// Returns (0, 0) for points near the canvas's origin, otherwise the pixel corner in range that is nearest to the point.
    /// Differences between nearby pixels and the returned corner are exact in Floats.
    static func near(_ point: Point) -> Point {
        let reach = Double(PixelBox.reach), isFar = max(abs(point.x), abs(point.y)) > 8192
        return isFar ? Point(min(max(point.x, -reach), reach).rounded(), min(max(point.y, -reach), reach).rounded()) : Point(0, 0)
    }
    /// Creates the box of the pixels that a rectangle touches; the box is empty if a number is NaN.
    init(touching bounds: Bounds) {
        func held(_ value: Double) -> Double { min(max(value, -Double(PixelBox.reach)), Double(PixelBox.reach)) }
        guard bounds.minX <= bounds.maxX, bounds.minY <= bounds.maxY else { self = .empty; return }
        self.init(x0: Int(held(bounds.minX).rounded(.down)), y0: Int(held(bounds.minY).rounded(.down)),
                  x1: Int(held(bounds.maxX).rounded(.up)), y1: Int(held(bounds.maxY).rounded(.up)))
    }
}

/// The smallest and largest coordinates of points; initially empty.
struct Bounds: Sendable, Hashable {
    var minX = Double.infinity, minY = Double.infinity, maxX = -Double.infinity, maxY = -Double.infinity
    var isEmpty: Bool { !(minX <= maxX && minY <= maxY) }
    mutating func add(_ point: Point) {
        minX = min(minX, point.x); maxX = max(maxX, point.x)
        minY = min(minY, point.y); maxY = max(maxY, point.y)
    }
    /// Returns the bounds of the transformed rectangle.
    func transformed(by transform: AffineTransform) -> Bounds {
        guard !isEmpty else { return self }
        /// Returns the smallest and largest value of a coordinate: each term is minimised and maximised separately.
        func range(_ ofX: Double, _ ofY: Double, _ shift: Double) -> (least: Double, most: Double) {
            let (x0, x1, y0, y1) = (ofX * minX, ofX * maxX, ofY * minY, ofY * maxY)
            return (min(x0, x1) + min(y0, y1) + shift, max(x0, x1) + max(y0, y1) + shift)
        }
        let x = range(transform.a, transform.c, transform.tx), y = range(transform.b, transform.d, transform.ty)
        return Bounds(minX: x.least, minY: y.least, maxX: x.most, maxY: y.most)
    }
}
