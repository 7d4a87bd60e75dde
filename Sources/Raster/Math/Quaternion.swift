/// A rotation in space, represented by the quaternion x·i + y·j + z·k + scalar. Rotations are unit quaternions. `a * b` rotates by
/// b first, like matrices. Angles are in radians and counterclockwise, seen along the axis towards the origin.
public struct Quaternion: Sendable, Hashable, BitwiseCopyable {
    /// The factors of i, j and k.
    public var vector: SIMD3<Float>
    /// The real part.
    public var scalar: Float

    /// Makes a quaternion from its parts: the factors of i, j and k, and the real part. The quaternion need not have the length 1.
    public init(vector: SIMD3<Float>, scalar: Float) { self.vector = vector; self.scalar = scalar }
    /// Makes a quaternion from its parts: the factors of i, j and k, and the real part. The quaternion need not have the length 1.
    public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) { self.init(vector: SIMD3(x, y, z), scalar: w) }
    /// No rotation.
    public static let identity = Quaternion(0, 0, 0, 1)

    /// Makes a rotation by `angle` radians about `axis`, which may have any length. A zero axis causes no rotation.
    public init(angle: Float, axis: SIMD3<Float>) {
        let n = axis.normalized, half = Double(angle) / 2
        guard n != .zero else { self = .identity; return }
        self.init(vector: n * Float(PortableMath.sine(half)), scalar: Float(PortableMath.cosine(half)))
    }
    /// Makes the rotation that a rotation matrix describes. A rotation matrix is orthonormal and has the determinant 1. Any other matrix
    /// gives a similar rotation.
    public init(_ m: Matrix3) {
        // The divisor s is four times a part of the quaternion that is at least ½, so s is never small.
        let (a, b, c) = m.columns
        let trace = a.x + b.y + c.z
        func root(_ value: Float) -> Float { max(value, 0).squareRoot() * 2 }
        if trace > 0 {
            let s = root(trace + 1)
            self.init((b.z - c.y) / s, (c.x - a.z) / s, (a.y - b.x) / s, s / 4)
        } else if a.x > b.y, a.x > c.z {
            let s = root(1 + a.x - b.y - c.z)
            self.init(s / 4, (a.y + b.x) / s, (c.x + a.z) / s, (b.z - c.y) / s)
        } else if b.y > c.z {
            let s = root(1 + b.y - a.x - c.z)
            self.init((a.y + b.x) / s, s / 4, (b.z + c.y) / s, (c.x - a.z) / s)
        } else {
            let s = root(1 + c.z - a.x - b.y)
            self.init((c.x + a.z) / s, (b.z + c.y) / s, s / 4, (a.y - b.x) / s)
        }
    }
    /// Makes the rotation that the upper left 3×3 matrix of a 4×4 matrix describes.
    public init(_ m: Matrix4) { self.init(m.upperLeft) }

    /// Returns the sum, part by part.
    public static func + (a: Quaternion, b: Quaternion) -> Quaternion { Quaternion(vector: a.vector + b.vector, scalar: a.scalar + b.scalar) }
    /// Returns the difference, part by part.
    public static func - (a: Quaternion, b: Quaternion) -> Quaternion { Quaternion(vector: a.vector - b.vector, scalar: a.scalar - b.scalar) }
    /// Returns the rotation that rotates by `b` first, then by `a`.
    public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
        Quaternion(vector: b.vector * a.scalar + a.vector * b.scalar + a.vector.cross(b.vector), scalar: a.scalar * b.scalar - a.vector.dot(b.vector))
    }
    /// Returns a quaternion whose parts are the parts of `q`, multiplied by a number.
    public static func * (q: Quaternion, s: Float) -> Quaternion { Quaternion(vector: q.vector * s, scalar: q.scalar * s) }
    /// Returns the quaternion with all parts negated. The result is the same rotation.
    public static prefix func - (q: Quaternion) -> Quaternion { Quaternion(vector: -q.vector, scalar: -q.scalar) }

    /// Returns the sum of the products of the parts. For unit quaternions, this sum is the cosine of half the angle between the rotations.
    public func dot(_ other: Quaternion) -> Float { vector.dot(other.vector) + scalar * other.scalar }
    /// The square root of the sum of the squared parts; 1 for a rotation.
    public var length: Float { dot(self).squareRoot() }
    /// The quaternion scaled to length 1; the identity if the quaternion is zero or not finite.
    public var normalized: Quaternion {
        let l = length
        return l.isFinite && l > 0 ? Quaternion(vector: vector / l, scalar: scalar / l) : .identity
    }
    /// The quaternion with the factors of i, j and k negated. For a unit quaternion, the conjugate is the inverse rotation.
    public var conjugate: Quaternion { Quaternion(vector: -vector, scalar: scalar) }
    /// The quaternion whose product with this quaternion is the identity; nil if this quaternion is zero or not finite.
    public var inverse: Quaternion? {
        let squared = dot(self)
        return squared > 0 && squared.isFinite ? Quaternion(vector: -vector / squared, scalar: scalar / squared) : nil
    }
    /// The rotation angle of a unit quaternion in radians, 0…2π.
    public var angle: Float { Float(2 * PortableMath.arctangent(Double(vector.length), Double(scalar))) }
    /// The rotation axis as a unit vector; zero if there is no rotation.
    public var axis: SIMD3<Float> { vector.normalized }

    /// Returns the vector rotated by a unit quaternion.
    public func rotate(_ v: SIMD3<Float>) -> SIMD3<Float> {
        let t = vector.cross(v) * 2
        return v + t * scalar + vector.cross(t)
    }
    /// Returns the vector with its first three components rotated; w is unchanged.
    public func rotate(_ v: SIMD4<Float>) -> SIMD4<Float> { SIMD4(rotate(SIMD3(v.x, v.y, v.z)), v.w) }

    /// Rotates from self (t = 0) to `end` (t = 1) at constant speed, along the shorter arc. `self` and `end` must have the length 1.
    public func slerp(to end: Quaternion, _ t: Float) -> Quaternion {
        let cosine = dot(end)
        let near = cosine < 0 ? -end : end
        // Between almost equal rotations, the arc is nearly a straight line, so linear interpolation is accurate.
        guard abs(cosine) < 0.9995 else { return (self + (near - self) * t).normalized }
        let angle = PortableMath.arccosine(Double(abs(cosine)))
        return self * Float(PortableMath.sine(angle * Double(1 - t)) / PortableMath.sine(angle))
            + near * Float(PortableMath.sine(angle * Double(t)) / PortableMath.sine(angle))
    }
}

extension Quaternion: CustomStringConvertible {
    /// The parts as "(x, y, z), scalar".
    public var description: String { "(\(vector.x), \(vector.y), \(vector.z)), \(scalar)" }
}
