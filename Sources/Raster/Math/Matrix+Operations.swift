// Matrix+Operations: sums, transforms appended to a matrix, points and directions through it, and the way from object
// space to the window and back (as OpenGL's utility library defines it).
//
// Matrices post-multiply: `m.translated(v)` is m · T(v), so the translation comes before m.

extension Matrix4 {
    public static func + (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2, a.columns.3 + b.columns.3)
    }
    public static func - (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2, a.columns.3 - b.columns.3)
    }
    public static func scale(_ v: SIMD3<Float>) -> Matrix4 { scale(v.x, v.y, v.z) }
    public init(_ q: Quaternion) { self.init(Matrix3(q)) }

    public func translated(_ v: SIMD3<Float>) -> Matrix4 {
        var m = self
        m.columns.3 = columns.0 * v.x + columns.1 * v.y + columns.2 * v.z + columns.3
        return m
    }
    public func translated(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 { translated(SIMD3(x, y, z)) }
    public func scaled(_ v: SIMD3<Float>) -> Matrix4 { Matrix4(columns.0 * v.x, columns.1 * v.y, columns.2 * v.z, columns.3) }
    public func scaled(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 { scaled(SIMD3(x, y, z)) }
    /// Radians, about an axis of any length but zero.
    public func rotated(_ angle: Float, axis: SIMD3<Float>) -> Matrix4 { self * .rotation(angle, axis: axis) }
    public func rotatedX(_ angle: Float) -> Matrix4 { self * .rotationX(angle) }
    public func rotatedY(_ angle: Float) -> Matrix4 { self * .rotationY(angle) }
    public func rotatedZ(_ angle: Float) -> Matrix4 { self * .rotationZ(angle) }
    /// nil when the matrix is singular or not finite.
    public var inverseTranspose: Matrix4? { inverse?.transposed }

    /// The vector as a direction: w = 0, no translation.
    public func transformDirection(_ v: SIMD3<Float>) -> SIMD3<Float> { xyz(self * SIMD4(v, 0)) }
    /// The vector as a point: w = 1, with translation; the result's w is left out.
    public func transformPoint(_ v: SIMD3<Float>) -> SIMD3<Float> { xyz(self * SIMD4(v, 1)) }
    /// The vector as a point, divided by the result's w, which makes infinities when it is 0.
    public func projectPoint(_ v: SIMD3<Float>) -> SIMD3<Float> {
        let r = self * SIMD4(v, 1)
        return xyz(r) / r.w
    }
}

extension Matrix3 {
    public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2)
    }
    public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2)
    }
    public static func scale(_ x: Float, _ y: Float, _ z: Float) -> Matrix3 { Matrix3(.init(x, 0, 0), .init(0, y, 0), .init(0, 0, z)) }
    /// Radians, about an axis of any length but zero.
    public static func rotation(_ angle: Float, axis: SIMD3<Float>) -> Matrix3 { Matrix4.rotation(angle, axis: axis).upperLeft }
    public static func rotationX(_ angle: Float) -> Matrix3 { Matrix4.rotationX(angle).upperLeft }
    public static func rotationY(_ angle: Float) -> Matrix3 { Matrix4.rotationY(angle).upperLeft }
    public static func rotationZ(_ angle: Float) -> Matrix3 { Matrix4.rotationZ(angle).upperLeft }
    public func scaled(_ x: Float, _ y: Float, _ z: Float) -> Matrix3 { Matrix3(columns.0 * x, columns.1 * y, columns.2 * z) }
    public func rotated(_ angle: Float, axis: SIMD3<Float>) -> Matrix3 { self * .rotation(angle, axis: axis) }
    public func rotatedX(_ angle: Float) -> Matrix3 { self * .rotationX(angle) }
    public func rotatedY(_ angle: Float) -> Matrix3 { self * .rotationY(angle) }
    public func rotatedZ(_ angle: Float) -> Matrix3 { self * .rotationZ(angle) }
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
