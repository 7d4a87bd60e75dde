// Matrix+Operations: adds and subtracts matrices, appends transforms to a matrix, and transforms points and directions.
//
// Matrices post-multiply: `m.translated(v)` is m · T(v), so the translation is applied before m.

extension Matrix4 {
    /// Returns the sum, entry by entry.
    public static func + (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2, a.columns.3 + b.columns.3)
    }
    /// Returns the difference, entry by entry.
    public static func - (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2, a.columns.3 - b.columns.3)
    }
    /// Scales by a factor for each axis.
    public static func scale(_ v: SIMD3<Float>) -> Matrix4 { scale(v.x, v.y, v.z) }
    /// Makes a matrix that rotates like a unit quaternion, without translation.
    public init(_ q: Quaternion) { self.init(Matrix3(q)) }

    /// self · T(v): translates by `v`, then applies self.
    public func translated(_ v: SIMD3<Float>) -> Matrix4 {
        var m = self
        m.columns.3 = columns.0 * v.x + columns.1 * v.y + columns.2 * v.z + columns.3
        return m
    }
    /// self · T(x, y, z): translates by (x, y, z), then applies self.
    public func translated(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 { translated(SIMD3(x, y, z)) }
    /// self · S(v): scales each axis by its factor, then applies self.
    public func scaled(_ v: SIMD3<Float>) -> Matrix4 { Matrix4(columns.0 * v.x, columns.1 * v.y, columns.2 * v.z, columns.3) }
    /// self · S(x, y, z): scales each axis by its factor, then applies self.
    public func scaled(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 { scaled(SIMD3(x, y, z)) }
    /// self · R(angle, axis): rotates by `angle` radians about an axis of any length, then applies self. A zero axis causes no
    /// rotation.
    public func rotated(_ angle: Float, axis: SIMD3<Float>) -> Matrix4 { self * .rotation(angle, axis: axis) }
    /// self · Rx(angle): rotates about the x axis by `angle` radians, then applies self.
    public func rotatedX(_ angle: Float) -> Matrix4 { self * .rotationX(angle) }
    /// self · Ry(angle): rotates about the y axis by `angle` radians, then applies self.
    public func rotatedY(_ angle: Float) -> Matrix4 { self * .rotationY(angle) }
    /// self · Rz(angle): rotates about the z axis by `angle` radians, then applies self.
    public func rotatedZ(_ angle: Float) -> Matrix4 { self * .rotationZ(angle) }
    /// The transpose of the inverse; nil if the matrix is singular or not finite.
    public var inverseTranspose: Matrix4? { inverse?.transposed }

    /// Transforms the vector as a direction: w is 0, so translation has no effect.
    public func transformDirection(_ v: SIMD3<Float>) -> SIMD3<Float> { xyz(self * SIMD4(v, 0)) }
    /// Transforms the vector as a point: w is 1. The result has no w.
    public func transformPoint(_ v: SIMD3<Float>) -> SIMD3<Float> { xyz(self * SIMD4(v, 1)) }
    /// Transforms the vector as a point and divides by the result's w. If the result's w is 0, the returned vector is not finite.
    public func projectPoint(_ v: SIMD3<Float>) -> SIMD3<Float> {
        let r = self * SIMD4(v, 1)
        return xyz(r) / r.w
    }
}

extension Matrix3 {
    /// Returns the sum, entry by entry.
    public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.columns.0 + b.columns.0, a.columns.1 + b.columns.1, a.columns.2 + b.columns.2)
    }
    /// Returns the difference, entry by entry.
    public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a.columns.0 - b.columns.0, a.columns.1 - b.columns.1, a.columns.2 - b.columns.2)
    }
    /// Scales by a factor for each axis.
    public static func scale(_ x: Float, _ y: Float, _ z: Float) -> Matrix3 { Matrix3(.init(x, 0, 0), .init(0, y, 0), .init(0, 0, z)) }
    /// Returns a rotation by `angle` radians about an axis of any length; a zero axis causes no rotation.
    public static func rotation(_ angle: Float, axis: SIMD3<Float>) -> Matrix3 { Matrix4.rotation(angle, axis: axis).upperLeft }
    /// Returns a rotation by `angle` radians about the x axis, from y towards z.
    public static func rotationX(_ angle: Float) -> Matrix3 { Matrix4.rotationX(angle).upperLeft }
    /// Returns a rotation by `angle` radians about the y axis, from z towards x.
    public static func rotationY(_ angle: Float) -> Matrix3 { Matrix4.rotationY(angle).upperLeft }
    /// Returns a rotation by `angle` radians about the z axis, from x towards y.
    public static func rotationZ(_ angle: Float) -> Matrix3 { Matrix4.rotationZ(angle).upperLeft }
    /// self · S(x, y, z): scales each axis by its factor, then applies self.
    public func scaled(_ x: Float, _ y: Float, _ z: Float) -> Matrix3 { Matrix3(columns.0 * x, columns.1 * y, columns.2 * z) }
    /// self · R(angle, axis): rotates by `angle` radians about an axis of any length, then applies self. A zero axis causes no
    /// rotation.
    public func rotated(_ angle: Float, axis: SIMD3<Float>) -> Matrix3 { self * .rotation(angle, axis: axis) }
    /// self · Rx(angle): rotates about the x axis by `angle` radians, then applies self.
    public func rotatedX(_ angle: Float) -> Matrix3 { self * .rotationX(angle) }
    /// self · Ry(angle): rotates about the y axis by `angle` radians, then applies self.
    public func rotatedY(_ angle: Float) -> Matrix3 { self * .rotationY(angle) }
    /// self · Rz(angle): rotates about the z axis by `angle` radians, then applies self.
    public func rotatedZ(_ angle: Float) -> Matrix3 { self * .rotationZ(angle) }
    /// The signed volume of the transformed unit cube; negative if the matrix mirrors.
    public var determinant: Float { columns.0.dot(columns.1.cross(columns.2)) }
    /// Makes a matrix that rotates like a unit quaternion.
    public init(_ q: Quaternion) {
        let x = q.vector.x, y = q.vector.y, z = q.vector.z, w = q.scalar
        self.init(.init(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
                  .init(2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
                  .init(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    }
}

func xyz(_ v: SIMD4<Float>) -> SIMD3<Float> { SIMD3(v.x, v.y, v.z) }
