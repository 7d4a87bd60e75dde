// Matrix+Transforms: the matrices of a camera and its objects. OpenGL's fixed-function pipeline and its utility library define these
// matrices (OpenGL 2.1 §2.11.2).
//
// Conventions: matrices are column-major and post-multiply, so `a * b` applies b first. Angles are in radians and counterclockwise,
// seen along the axis towards the origin. Eye space looks down −z. Clip z runs from −w at the near plane to w at the far plane.
// Sines are computed in double precision and rounded once.

extension Matrix4 {
    /// Returns a symmetric perspective view (gluPerspective). `fovy` is the full vertical angle in radians (0 < fovy < π), `aspect` is
    /// width over height, `near` and `far` are positive distances from the eye.
    public static func perspective(fovy: Float, aspect: Float, near: Float, far: Float) -> Matrix4 {
        let f = Float(1 / PortableMath.tangent(Double(fovy) / 2))
        let depth = near - far
        return Matrix4(.init(f / aspect, 0, 0, 0), .init(0, f, 0, 0),
                       .init(0, 0, (far + near) / depth, -1), .init(0, 0, 2 * far * near / depth, 0))
    }
    /// Returns a perspective view through the rectangle left…right × bottom…top on the near plane (glFrustum). `near` and `far` are
    /// positive distances from the eye.
    public static func frustum(left: Float, right: Float, bottom: Float, top: Float, near: Float, far: Float) -> Matrix4 {
        let width = right - left, height = top - bottom, depth = near - far
        return Matrix4(.init(2 * near / width, 0, 0, 0), .init(0, 2 * near / height, 0, 0),
                       .init((right + left) / width, (top + bottom) / height, (far + near) / depth, -1),
                       .init(0, 0, 2 * far * near / depth, 0))
    }
    /// Returns a parallel view of the box left…right × bottom…top, from `near` to `far` in front of the eye (glOrtho).
    public static func ortho(left: Float, right: Float, bottom: Float, top: Float, near: Float = -1, far: Float = 1) -> Matrix4 {
        let width = right - left, height = top - bottom, depth = far - near
        return Matrix4(.init(2 / width, 0, 0, 0), .init(0, 2 / height, 0, 0), .init(0, 0, -2 / depth, 0),
                       .init(-(right + left) / width, -(top + bottom) / height, -(far + near) / depth, 1))
    }
    /// Transforms world space to eye space, for an eye at `eye` that looks at `center`. If `eye` and `center` are the same point,
    /// the eye looks along −z. If `up` is parallel to the view, another direction replaces `up`.
    public static func lookAt(eye: SIMD3<Float>, center: SIMD3<Float>, up: SIMD3<Float> = .init(0, 1, 0)) -> Matrix4 {
        let forward = (center - eye).normalizedOrNil ?? .init(0, 0, -1)
        let side = forward.cross(up).normalizedOrNil ?? forward.cross(.init(0, 0, 1)).normalizedOrNil ?? .init(1, 0, 0)
        let upright = side.cross(forward)
        return Matrix4(.init(side.x, upright.x, -forward.x, 0), .init(side.y, upright.y, -forward.y, 0),
                       .init(side.z, upright.z, -forward.z, 0),
                       .init(-side.dot(eye), -upright.dot(eye), forward.dot(eye), 1))
    }
    /// Moves points by (x, y, z).
    public static func translation(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 {
        var m = identity
        m.columns.3 = .init(x, y, z, 1)
        return m
    }
    /// Moves points by `v`.
    public static func translation(_ v: SIMD3<Float>) -> Matrix4 { translation(v.x, v.y, v.z) }
    /// Scales by a factor for each axis.
    public static func scale(_ x: Float, _ y: Float, _ z: Float) -> Matrix4 {
        Matrix4(.init(x, 0, 0, 0), .init(0, y, 0, 0), .init(0, 0, z, 0), .init(0, 0, 0, 1))
    }
    /// Scales by `s` in all directions.
    public static func scale(_ s: Float) -> Matrix4 { scale(s, s, s) }
    /// Returns a rotation by `angle` radians about an axis of any length; a zero axis causes no rotation.
    public static func rotation(_ angle: Float, axis: SIMD3<Float>) -> Matrix4 {
        guard let n = axis.normalizedOrNil else { return .identity }
        let (s, c) = sineAndCosine(angle)
        let t = 1 - c
        return Matrix4(.init(n.x * n.x * t + c, n.y * n.x * t + n.z * s, n.z * n.x * t - n.y * s, 0),
                       .init(n.x * n.y * t - n.z * s, n.y * n.y * t + c, n.z * n.y * t + n.x * s, 0),
                       .init(n.x * n.z * t + n.y * s, n.y * n.z * t - n.x * s, n.z * n.z * t + c, 0),
                       .init(0, 0, 0, 1))
    }
    /// Returns a rotation by `angle` radians about the x axis, from y towards z.
    public static func rotationX(_ angle: Float) -> Matrix4 {
        let (s, c) = sineAndCosine(angle)
        return Matrix4(.init(1, 0, 0, 0), .init(0, c, s, 0), .init(0, -s, c, 0), .init(0, 0, 0, 1))
    }
    /// Returns a rotation by `angle` radians about the y axis, from z towards x.
    public static func rotationY(_ angle: Float) -> Matrix4 {
        let (s, c) = sineAndCosine(angle)
        return Matrix4(.init(c, 0, -s, 0), .init(0, 1, 0, 0), .init(s, 0, c, 0), .init(0, 0, 0, 1))
    }
    /// Returns a rotation by `angle` radians about the z axis, from x towards y.
    public static func rotationZ(_ angle: Float) -> Matrix4 {
        let (s, c) = sineAndCosine(angle)
        return Matrix4(.init(c, s, 0, 0), .init(-s, c, 0, 0), .init(0, 0, 1, 0), .init(0, 0, 0, 1))
    }

    /// The matrix with rows and columns swapped.
    public var transposed: Matrix4 {
        let (a, b, c, d) = columns
        return Matrix4(.init(a.x, b.x, c.x, d.x), .init(a.y, b.y, c.y, d.y), .init(a.z, b.z, c.z, d.z), .init(a.w, b.w, c.w, d.w))
    }
    /// The inverse matrix; nil if the matrix is singular or not finite.
    public var inverse: Matrix4? {
        // The cofactors are computed from the 2×2 minors of the upper two and the lower two rows, in double precision.
        let m = [columns.0, columns.1, columns.2, columns.3].map { SIMD4<Double>($0) }
        func minor(_ row: Int, _ i: Int, _ j: Int) -> Double { m[i][row] * m[j][row + 1] - m[j][row] * m[i][row + 1] }
        let s0 = minor(0, 0, 1), s1 = minor(0, 0, 2), s2 = minor(0, 0, 3), s3 = minor(0, 1, 2), s4 = minor(0, 1, 3), s5 = minor(0, 2, 3)
        let c0 = minor(2, 0, 1), c1 = minor(2, 0, 2), c2 = minor(2, 0, 3), c3 = minor(2, 1, 2), c4 = minor(2, 1, 3), c5 = minor(2, 2, 3)
        let determinant = s0 * c5 - s1 * c4 + s2 * c3 + s3 * c2 - s4 * c1 + s5 * c0
        guard determinant.isFinite, determinant != 0 else { return nil }
        func entry(_ value: Double) -> Float { Float(value / determinant) }
        return Matrix4(
            .init(entry(m[1][1] * c5 - m[2][1] * c4 + m[3][1] * c3), entry(-m[0][1] * c5 + m[2][1] * c2 - m[3][1] * c1),
                  entry(m[0][1] * c4 - m[1][1] * c2 + m[3][1] * c0), entry(-m[0][1] * c3 + m[1][1] * c1 - m[2][1] * c0)),
            .init(entry(-m[1][0] * c5 + m[2][0] * c4 - m[3][0] * c3), entry(m[0][0] * c5 - m[2][0] * c2 + m[3][0] * c1),
                  entry(-m[0][0] * c4 + m[1][0] * c2 - m[3][0] * c0), entry(m[0][0] * c3 - m[1][0] * c1 + m[2][0] * c0)),
            .init(entry(m[1][3] * s5 - m[2][3] * s4 + m[3][3] * s3), entry(-m[0][3] * s5 + m[2][3] * s2 - m[3][3] * s1),
                  entry(m[0][3] * s4 - m[1][3] * s2 + m[3][3] * s0), entry(-m[0][3] * s3 + m[1][3] * s1 - m[2][3] * s0)),
            .init(entry(-m[1][2] * s5 + m[2][2] * s4 - m[3][2] * s3), entry(m[0][2] * s5 - m[2][2] * s2 + m[3][2] * s1),
                  entry(-m[0][2] * s4 + m[1][2] * s2 - m[3][2] * s0), entry(m[0][2] * s3 - m[1][2] * s1 + m[2][2] * s0)))
    }
    /// The inverse transpose of the upper left 3×3 matrix. If this matrix transforms positions, the normal matrix transforms normals. If
    /// the 3×3 matrix is singular, the result is the matrix of cofactors of the 3×3 matrix. The matrix of cofactors gives the right
    /// direction for every normal, except for normals that the matrix of cofactors turns into zero.
    public var normalMatrix: Matrix3 { upperLeft.inverseTranspose }
}

extension Matrix3 {
    /// The inverse matrix; nil if the matrix is singular or not finite.
    public var inverse: Matrix3? {
        let determinant = columns.0.dot(columns.1.cross(columns.2))
        return determinant.isFinite && determinant != 0 ? inverseTranspose.transposed : nil
    }
    /// The transpose of the inverse; the matrix of cofactors if the matrix is singular.
    public var inverseTranspose: Matrix3 {
        let (a, b, c) = columns
        let cofactors = (b.cross(c), c.cross(a), a.cross(b))
        let determinant = a.dot(cofactors.0)
        guard determinant.isFinite, determinant != 0 else { return Matrix3(cofactors.0, cofactors.1, cofactors.2) }
        return Matrix3(cofactors.0 / determinant, cofactors.1 / determinant, cofactors.2 / determinant)
    }
}

extension SIMD3 where Scalar == Float {
    /// Returns the dot product, summed in the order x, y, z.
    public func dot(_ other: SIMD3<Float>) -> Float { x * other.x + y * other.y + z * other.z }
    /// Returns the cross product, by the right-hand rule.
    public func cross(_ other: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }
    /// The Euclidean length.
    public var length: Float { dot(self).squareRoot() }
    /// The vector scaled to length 1; nil if the vector is zero or not finite.
    var normalizedOrNil: SIMD3<Float>? {
        let l = length
        return l.isFinite && l > 0 ? self / l : nil
    }
    /// The vector scaled to length 1; zero if the vector is zero or not finite.
    public var normalized: SIMD3<Float> { normalizedOrNil ?? .zero }
}

private func sineAndCosine(_ angle: Float) -> (Float, Float) { (Float(PortableMath.sine(Double(angle))), Float(PortableMath.cosine(Double(angle)))) }
