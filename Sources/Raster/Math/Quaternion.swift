/// A turn in space, as x·i + y·j + z·k + scalar. Turns are unit quaternions; a * b turns by b first, as matrices do. Angles are
/// radians, counter-clockwise when one looks along the axis towards the origin.
public struct Quaternion: Sendable, Hashable, BitwiseCopyable {
    /// The parts of i, j and k.
    public var vector: SIMD3<Float>
    /// The real part.
    public var scalar: Float

    /// A quaternion from the parts of i, j, k and the real part, of any length.
    public init(vector: SIMD3<Float>, scalar: Float) { self.vector = vector; self.scalar = scalar }
    /// A quaternion from the parts of i, j, k and the real part, of any length.
    public init(_ x: Float, _ y: Float, _ z: Float, _ w: Float) { self.init(vector: SIMD3(x, y, z), scalar: w) }
    /// No turn.
    public static let identity = Quaternion(0, 0, 0, 1)

    /// A turn by `angle` radians about `axis`, of any length; a zero axis turns nothing.
    public init(angle: Float, axis: SIMD3<Float>) {
        let n = axis.normalized, half = Double(angle) / 2
        guard n != .zero else { self = .identity; return }
        self.init(vector: n * Float(Elementary.sine(half)), scalar: Float(Elementary.cosine(half)))
    }
    /// The turn of a rotation matrix: orthonormal, determinant 1. Anything else gives some quaternion near it.
    public init(_ m: Matrix3) {
        // The division is by the largest of the four squares, so that it is well conditioned.
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
    /// The turn of a matrix's upper left 3×3.
    public init(_ m: Matrix4) { self.init(m.upperLeft) }

    /// The sum, part by part.
    public static func + (a: Quaternion, b: Quaternion) -> Quaternion { Quaternion(vector: a.vector + b.vector, scalar: a.scalar + b.scalar) }
    /// The difference, part by part.
    public static func - (a: Quaternion, b: Quaternion) -> Quaternion { Quaternion(vector: a.vector - b.vector, scalar: a.scalar - b.scalar) }
    /// The turn that turns by `b` first, then by `a`.
    public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
        Quaternion(vector: b.vector * a.scalar + a.vector * b.scalar + a.vector.cross(b.vector), scalar: a.scalar * b.scalar - a.vector.dot(b.vector))
    }
    /// All parts multiplied by a number.
    public static func * (q: Quaternion, s: Float) -> Quaternion { Quaternion(vector: q.vector * s, scalar: q.scalar * s) }
    /// All parts with the other sign: the same turn.
    public static prefix func - (q: Quaternion) -> Quaternion { Quaternion(vector: -q.vector, scalar: -q.scalar) }

    /// The sum of the products of the parts: of unit quaternions the cosine of half the angle between the turns.
    public func dot(_ other: Quaternion) -> Float { vector.dot(other.vector) + scalar * other.scalar }
    /// The root of the sum of the squares of the parts; 1 for a turn.
    public var length: Float { dot(self).squareRoot() }
    /// The quaternion at length 1; the identity when it has no direction.
    public var normalized: Quaternion {
        let l = length
        return l.isFinite && l > 0 ? Quaternion(vector: vector / l, scalar: scalar / l) : .identity
    }
    /// The parts of i, j and k with the other sign: of a unit quaternion the turn back.
    public var conjugate: Quaternion { Quaternion(vector: -vector, scalar: scalar) }
    /// The quaternion that, multiplied with this one, gives the identity; nil for zero and for parts that are not finite.
    public var inverse: Quaternion? {
        let squared = dot(self)
        return squared > 0 && squared.isFinite ? Quaternion(vector: -vector / squared, scalar: scalar / squared) : nil
    }
    /// The angle of a unit quaternion's turn in radians, 0…2π.
    public var angle: Float { Float(2 * Elementary.arctangent(Double(vector.length), Double(scalar))) }
    /// The axis of the turn as a unit vector; zero for no turn.
    public var axis: SIMD3<Float> { vector.normalized }

    /// The vector turned by a unit quaternion.
    public func rotate(_ v: SIMD3<Float>) -> SIMD3<Float> {
        let t = vector.cross(v) * 2
        return v + t * scalar + vector.cross(t)
    }
    /// The first three components turned; w stays.
    public func rotate(_ v: SIMD4<Float>) -> SIMD4<Float> { SIMD4(rotate(SIMD3(v.x, v.y, v.z)), v.w) }

    /// Turns from self (t = 0) to `end` (t = 1) at constant speed, the shorter way round. Both are unit quaternions.
    public func slerp(to end: Quaternion, _ t: Float) -> Quaternion {
        let cosine = dot(end)
        let near = cosine < 0 ? -end : end
        // Between almost equal turns the arc is a line.
        guard abs(cosine) < 0.9995 else { return (self + (near - self) * t).normalized }
        let angle = Elementary.arccosine(Double(abs(cosine)))
        return self * Float(Elementary.sine(angle * Double(1 - t)) / Elementary.sine(angle)) + near * Float(Elementary.sine(angle * Double(t)) / Elementary.sine(angle))
    }
}

extension Quaternion: CustomStringConvertible {
    /// The parts as "(x, y, z), scalar".
    public var description: String { "(\(vector.x), \(vector.y), \(vector.z)), \(scalar)" }
}
