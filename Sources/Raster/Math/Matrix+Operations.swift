// Matrix+Operations: sums, transforms appended to a matrix, points and directions through it, and the way from object
// space to the window and back (as OpenGL's utility library defines it).
//
// Matrices post-multiply: `m.translated(v)` is m · T(v), so the translation comes before m.

extension Matrix4 {
    /// The sum, entry by entry.
    public static func + (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2, a.columns.3 + b.columns.3)
    }
    /// The difference, entry by entry.
    public static func - (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2, a.columns.3 - b.columns.3)
    }
    /// Scales by a factor for each axis.
    public static func scale(_ v: SIMD3<Float>) -> Matrix4 { scale(v.x, v.y, v.z) }
    /// The rotation of a unit quaternion, without translation.
    public init(_ q: Quaternion) { self.init(Matrix3(q)) }

    /// self · T(v), which translates by `v` before it does what self does.
    public func translated(_ v: SIMD3<Float>) -> Matrix4 {
        var m = self
        m.columns.3 = columns.0 * v.x + columns.1 * v.y + columns.2 * v.z + columns.3
        return m
    }
    /// self · T(x, y, z), which translates by (x, y, z) before it does what self does.
    public func translated(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 { translated(SIMD3(x, y, z)) }
    /// self · S(v), which scales by a factor for each axis before it does what self does.
    public func scaled(_ v: SIMD3<Float>) -> Matrix4 { Matrix4(columns.0 * v.x, columns.1 * v.y, columns.2 * v.z, columns.3) }
    /// self · S(x, y, z), which scales by a factor for each axis before it does what self does.
    public func scaled(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 { scaled(SIMD3(x, y, z)) }
    /// self · R(angle, axis), which turns by `angle` radians about an axis of any length before it does what self does. A zero axis
    /// turns nothing.
    public func rotated(_ angle: Float, axis: SIMD3<Float>) -> Matrix4 { self * .rotation(angle, axis: axis) }
    /// self · Rx(angle), which turns about the x axis by `angle` radians before it does what self does.
    public func rotatedX(_ angle: Float) -> Matrix4 { self * .rotationX(angle) }
    /// self · Ry(angle), which turns about the y axis by `angle` radians before it does what self does.
    public func rotatedY(_ angle: Float) -> Matrix4 { self * .rotationY(angle) }
    /// self · Rz(angle), which turns about the z axis by `angle` radians before it does what self does.
    public func rotatedZ(_ angle: Float) -> Matrix4 { self * .rotationZ(angle) }
    /// The transpose of the inverse; nil when the matrix is singular or not finite.
    public var inverseTranspose: Matrix4? { inverse?.transposed }

    /// Moves the vector as a direction: w is 0, so that translation does nothing.
    public func transformDirection(_ v: SIMD3<Float>) -> SIMD3<Float> { xyz(self * SIMD4(v, 0)) }
    /// Moves the vector as a point: w is 1. The result's w is left out.
    public func transformPoint(_ v: SIMD3<Float>) -> SIMD3<Float> { xyz(self * SIMD4(v, 1)) }
    /// Moves the vector as a point and divides by the result's w, which makes infinities when that is 0.
    public func projectPoint(_ v: SIMD3<Float>) -> SIMD3<Float> {
        let r = self * SIMD4(v, 1)
        return xyz(r) / r.w
    }
}

extension Matrix3 {
    /// The sum, entry by entry.
    public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2)
    }
    /// The difference, entry by entry.
    public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2)
    }
    /// Scales by a factor for each axis.
    public static func scale(_ x: Float, _ y: Float, _ z: Float) -> Matrix3 { Matrix3(.init(x, 0, 0), .init(0, y, 0), .init(0, 0, z)) }
    /// A turn by `angle` radians about an axis of any length; a zero axis turns nothing.
    public static func rotation(_ angle: Float, axis: SIMD3<Float>) -> Matrix3 { Matrix4.rotation(angle, axis: axis).upperLeft }
    /// A turn about the x axis, from y towards z; radians.
    public static func rotationX(_ angle: Float) -> Matrix3 { Matrix4.rotationX(angle).upperLeft }
    /// A turn about the y axis, from z towards x; radians.
    public static func rotationY(_ angle: Float) -> Matrix3 { Matrix4.rotationY(angle).upperLeft }
    /// A turn about the z axis, from x towards y; radians.
    public static func rotationZ(_ angle: Float) -> Matrix3 { Matrix4.rotationZ(angle).upperLeft }
    /// self · S(x, y, z), which scales by a factor for each axis before it does what self does.
    public func scaled(_ x: Float, _ y: Float, _ z: Float) -> Matrix3 { Matrix3(columns.0 * x, columns.1 * y, columns.2 * z) }
    /// self · R(angle, axis), which turns by `angle` radians about an axis of any length before it does what self does. A zero axis
    /// turns nothing.
    public func rotated(_ angle: Float, axis: SIMD3<Float>) -> Matrix3 { self * .rotation(angle, axis: axis) }
    /// self · Rx(angle), which turns about the x axis by `angle` radians before it does what self does.
    public func rotatedX(_ angle: Float) -> Matrix3 { self * .rotationX(angle) }
    /// self · Ry(angle), which turns about the y axis by `angle` radians before it does what self does.
    public func rotatedY(_ angle: Float) -> Matrix3 { self * .rotationY(angle) }
    /// self · Rz(angle), which turns about the z axis by `angle` radians before it does what self does.
    public func rotatedZ(_ angle: Float) -> Matrix3 { self * .rotationZ(angle) }
    /// The volume that the unit cube is moved to; negative where the matrix mirrors.
    public var determinant: Float { columns.0.dot(columns.1.cross(columns.2)) }
    /// The rotation of a unit quaternion.
    public init(_ q: Quaternion) {
        let x = q.vector.x, y = q.vector.y, z = q.vector.z, w = q.scalar
        self.init(.init(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
                  .init(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
                  .init(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    }
}

func xyz(_ v: SIMD4<Float>) -> SIMD3<Float> { SIMD3(v.x, v.y, v.z) }
