// Vector: geometry on SIMD2, SIMD3 and SIMD4 of Float. Arithmetic, minimum, maximum and comparison are Swift's own (`+ - * /`,
// `pointwiseMin`, `pointwiseMax`, `.<`). dot, cross, length and normalized of SIMD3 are in Matrix+Transforms. Sums add the
// components in the order x, y, z, w, without fused operations.

extension SIMD2 where Scalar == Float {
    /// Returns the dot product, summed in the order x, y.
    public func dot(_ other: SIMD2<Float>) -> Float { x * other.x + y * other.y }
    /// The Euclidean length.
    public var length: Float { dot(self).squareRoot() }
    /// The vector scaled to length 1; zero if the vector is zero or not finite.
    public var normalized: SIMD2<Float> {
        let l = length
        return l.isFinite && l > 0 ? self / l : .zero
    }
    /// Returns the Euclidean distance between two points.
    public func distance(to other: SIMD2<Float>) -> Float { (other - self).length }
    /// Returns the point on the line through self (t = 0) and `other` (t = 1), for any t.
    public func lerp(to other: SIMD2<Float>, _ t: Float) -> SIMD2<Float> { self + (other - self) * t }
    /// Returns the projection of the vector onto `axis`; zero if `axis` is zero.
    public func projected(onto axis: SIMD2<Float>) -> SIMD2<Float> {
        let squared = axis.dot(axis)
        return squared > 0 ? axis * (dot(axis) / squared) : .zero
    }
}

extension SIMD3 where Scalar == Float {
    /// Returns the Euclidean distance between two points.
    public func distance(to other: SIMD3<Float>) -> Float { (other - self).length }
    /// Returns the point on the line through self (t = 0) and `other` (t = 1), for any t.
    public func lerp(to other: SIMD3<Float>, _ t: Float) -> SIMD3<Float> { self + (other - self) * t }
    /// Returns the projection of the vector onto `axis`; zero if `axis` is zero.
    public func projected(onto axis: SIMD3<Float>) -> SIMD3<Float> {
        let squared = axis.dot(axis)
        return squared > 0 ? axis * (dot(axis) / squared) : .zero
    }
    /// Returns the vector reflected by a surface with the unit normal `n`.
    public func reflected(at n: SIMD3<Float>) -> SIMD3<Float> { self - n * (2 * n.dot(self)) }
}

extension SIMD4 where Scalar == Float {
    /// Returns the dot product, summed in the order x, y, z, w.
    public func dot(_ other: SIMD4<Float>) -> Float { x * other.x + y * other.y + z * other.z + w * other.w }
    /// Returns the cross product of the first three components; w is 0.
    public func cross(_ other: SIMD4<Float>) -> SIMD4<Float> {
        SIMD4(SIMD3(x, y, z).cross(SIMD3(other.x, other.y, other.z)), 0)
    }
    /// The Euclidean length.
    public var length: Float { dot(self).squareRoot() }
    /// The vector scaled to length 1; zero if the vector is zero or not finite.
    public var normalized: SIMD4<Float> {
        let l = length
        return l.isFinite && l > 0 ? self / l : .zero
    }
    /// Returns the Euclidean distance between two points.
    public func distance(to other: SIMD4<Float>) -> Float { (other - self).length }
    /// Returns the point on the line through self (t = 0) and `other` (t = 1), for any t.
    public func lerp(to other: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { self + (other - self) * t }
    /// Returns the projection of the vector onto `axis`; zero if `axis` is zero.
    public func projected(onto axis: SIMD4<Float>) -> SIMD4<Float> {
        let squared = axis.dot(axis)
        return squared > 0 ? axis * (dot(axis) / squared) : .zero
    }
}

extension Float {
    /// Returns the angle in radians that equals this angle in degrees.
    public static func radians(fromDegrees degrees: Float) -> Float { Float(Double(degrees) * .pi / 180) }
    /// Returns the angle in degrees that equals this angle in radians.
    public static func degrees(fromRadians radians: Float) -> Float { Float(Double(radians) * 180 / .pi) }
}
