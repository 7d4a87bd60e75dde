import Raster

/// A linear map and a shift of the plane: (x, y) goes to (a·x + c·y + tx, b·x + d·y + ty), as in Core Graphics and SVG's `matrix(a b c d tx ty)`.
public struct AffineTransform: Sendable, Hashable, Codable {
    /// What x gives to x.
    public var a: Double
    /// What x gives to y.
    public var b: Double
    /// What y gives to x.
    public var c: Double
    /// What y gives to y.
    public var d: Double
    /// The shift along x, in points.
    public var tx: Double
    /// The shift along y, in points.
    public var ty: Double

    /// A transform by its six numbers.
    public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a; self.b = b; self.c = c; self.d = d; self.tx = tx; self.ty = ty
    }
    /// The transform that changes nothing.
    public static let identity = AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
    /// A shift, in points.
    public static func translation(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y) }
    /// A scale about the origin.
    public static func scale(_ x: Double, _ y: Double) -> AffineTransform { AffineTransform(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0) }
    /// A scale about the origin, the same along both axes.
    public static func scale(_ factor: Double) -> AffineTransform { scale(factor, factor) }
    /// A turn about the origin in radians. As y points down, positive angles turn clockwise on the screen.
    public static func rotation(_ angle: Double) -> AffineTransform {
        let (s, c) = (Elementary.sine(angle), Elementary.cosine(angle))
        return AffineTransform(a: c, b: s, c: -s, d: c, tx: 0, ty: 0)
    }
    /// The map that applies `inner` first and `outer` to its result: `(outer * inner).apply(p) == outer.apply(inner.apply(p))`.
    public static func * (outer: AffineTransform, inner: AffineTransform) -> AffineTransform {
        AffineTransform(a: outer.a * inner.a + outer.c * inner.b, b: outer.b * inner.a + outer.d * inner.b,
                        c: outer.a * inner.c + outer.c * inner.d, d: outer.b * inner.c + outer.d * inner.d,
                        tx: outer.a * inner.tx + outer.c * inner.ty + outer.tx, ty: outer.b * inner.tx + outer.d * inner.ty + outer.ty)
    }
    /// Where a point goes.
    public func apply(_ point: Point) -> Point { Point(a * point.x + c * point.y + tx, b * point.x + d * point.y + ty) }
    /// Where an offset goes: without the shift.
    public func applyToOffset(_ offset: Point) -> Point { Point(a * offset.x + c * offset.y, b * offset.x + d * offset.y) }
    /// By how much areas grow; negative where the map mirrors, 0 where it flattens everything to a line.
    public var determinant: Double { a * d - b * c }
    /// The map back; nil where areas go to nothing or a number is not finite.
    public var inverse: AffineTransform? {
        let determinant = determinant
        guard determinant != 0, determinant.isFinite, tx.isFinite, ty.isFinite else { return nil }
        let inverse = AffineTransform(a: d / determinant, b: -b / determinant, c: -c / determinant, d: a / determinant,
                                      tx: (c * ty - d * tx) / determinant, ty: (b * tx - a * ty) / determinant)
        return inverse.isFinite ? inverse : nil
    }
    /// Whether all six numbers are finite.
    public var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite }
}
