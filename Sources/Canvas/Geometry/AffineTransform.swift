import Raster

/// An affine map of the plane: (x, y) becomes (a·x + c·y + tx, b·x + d·y + ty), as in Core Graphics and SVG's `matrix(a b c d tx
/// ty)`.
public struct AffineTransform: Sendable, Hashable, Codable {
    /// The contribution of x to the new x.
    public var a: Double
    /// The contribution of x to the new y.
    public var b: Double
    /// The contribution of y to the new x.
    public var c: Double
    /// The contribution of y to the new y.
    public var d: Double
    /// The shift along x, in points.
    public var tx: Double
    /// The shift along y, in points.
    public var ty: Double

    /// Creates the transform with these six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a; self.b = b; self.c = c; self.d = d; self.tx = tx; self.ty = ty
    }
    /// The identity transform.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    /// Returns a shift, in points.
    public static func translation(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }
    /// Returns a scale about the origin.
    public static func scale(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }
    /// Returns a scale about the origin, the same along both axes.
    public static func scale(_ factor: Double) -> AffineTransform { scale(factor, factor) }
    /// Returns a rotation about the origin, in radians. Because y points down, positive angles rotate clockwise on the screen.
    public static func rotation(_ angle: Double) -> AffineTransform {
        let (s, c) = (PortableMath.sine(angle), PortableMath.cosine(angle))
        return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }
    /// Returns the map that applies `inner` first and `outer` to its result: `(outer * inner).apply(p) == outer.apply(inner.apply(p))`.
    public static func * (outer: AffineTransform, inner: AffineTransform) -> AffineTransform {
        AffineTransform(a: outer.a * inner.a + outer.c * inner.b, b: outer.b * inner.a + outer.d * inner.b,
                        c: outer.a * inner.c + outer.c * inner.d, d: outer.b * inner.c + outer.d * inner.d,
                        tx: outer.a * inner.tx + outer.c * inner.ty + outer.tx, ty: outer.b * inner.tx + outer.d * inner.ty + outer.ty)
    }
    /// Transforms a point.
    public func apply(_ point: Point) -> Point { Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty) }
    /// Transforms an offset: like a point, but without the shift.
    public func applyToOffset(_ offset: Point) -> Point { Point(a * offset.x + c * offset.y, b * offset.x + d * offset.y) }
    /// The factor by which areas grow; negative if the transform mirrors, 0 if the transform flattens the plane to a line or a point.
    public var determinant: Double { a * d - b * c }
    /// The inverse transform; nil if the determinant is 0 or a number is not finite.
    public var inverse: AffineTransform? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite, tx.isFinite, ty.isFinite else { return nil }
        let inverse = AffineTransform(a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
                                      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
        return inverse.isFinite ? inverse : nil
    }
    /// True if all six numbers are finite.
    public var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
