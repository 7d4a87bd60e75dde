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

    /// Object space to the window: x, y in pixels from the bottom-left, z in 0…1 from near to far (in the viewport's depth
    /// range). nil for a point whose clip w is 0.
    public static func project(_ object: SIMD3<Float>, modelview: Matrix4, projection: Matrix4, viewport: Viewport) -> SIMD3<Float>? {
        let clip = projection * (modelview * SIMD4(object, 1))
        guard clip.w != 0, clip.w.isFinite else { return nil }
        let device = xyz(clip) / clip.w
        return SIMD3(viewport.x + viewport.width * (device.x + 1) / 2, viewport.y + viewport.height * (device.y + 1) / 2,
                     viewport.depthNear + (viewport.depthFar - viewport.depthNear) * (device.z + 1) / 2)
    }
    /// The way back. nil when the matrices have no inverse, the viewport no area or no depth, or the point lies at infinity.
    public static func unproject(_ window: SIMD3<Float>, modelview: Matrix4, projection: Matrix4, viewport: Viewport) -> SIMD3<Float>? {
        let depth = viewport.depthFar - viewport.depthNear
        guard viewport.width != 0, viewport.height != 0, depth != 0, let inverse = (projection * modelview).inverse else { return nil }
        let device = SIMD3((window.x - viewport.x) / viewport.width, (window.y - viewport.y) / viewport.height,
                           (window.z - viewport.depthNear) / depth) * 2 - 1
        let object = inverse * SIMD4(device, 1)
        guard object.w != 0 else { return nil }
        let result = xyz(object) / object.w
        return result.x.isFinite && result.y.isFinite && result.z.isFinite ? result : nil
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

private func xyz(_ v: SIMD4<Float>) -> SIMD3<Float> { SIMD3(v.x, v.y, v.z) }
