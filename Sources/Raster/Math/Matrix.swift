// Matrix4, Matrix3, Matrix2: column-major, post-multiplying matrices of Float, like GLSL's mat4, mat3, mat2.

/// Four columns of four floats, like GLSL's mat4: `m * v` transforms a column vector, `a * b` applies b first.
public struct Matrix4: Sendable, Hashable, BitwiseCopyable {
    /// The columns, each (x, y, z, w).
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>, _ c2: SIMD4<Float>, _ c3: SIMD4<Float>) { columns = (c0, c1, c2, c3) }
    /// The identity matrix.
    public static let identity = Matrix4(.init(1, 0, 0, 0), .init(0, 1, 0, 0), .init(0, 0, 1, 0), .init(0, 0, 0, 1))

    /// Returns the vector transformed by the matrix.
    public static func * (m: Matrix4, v: SIMD4<Float>) -> SIMD4<Float> {
        m.columns.0 * v.x + m.columns.1 * v.y + m.columns.2 * v.z + m.columns.3 * v.w
    }
    /// Returns the matrix that applies `b` first, then `a`.
    public static func * (a: Matrix4, b: Matrix4) -> Matrix4 {
        Matrix4(a * b.columns.0, a * b.columns.1, a * b.columns.2, a * b.columns.3)
    }
    /// Compares the entries as numbers: −0 equals 0, and NaN does not equal anything.
    public static func == (a: Matrix4, b: Matrix4) -> Bool { a.columns == b.columns }
    /// Feeds all entries to `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(columns.0); hasher.combine(columns.1); hasher.combine(columns.2); hasher.combine(columns.3)
    }
    /// The upper left 3×3 matrix.
    public var upperLeft: Matrix3 {
        func xyz(_ v: SIMD4<Float>) -> SIMD3<Float> { .init(v.x, v.y, v.z) }
        return Matrix3(xyz(columns.0), xyz(columns.1), xyz(columns.2))
    }
}

/// Three columns of three floats, like GLSL's mat3: `m * v` transforms a column vector, `a * b` applies b first.
public struct Matrix3: Sendable, Hashable, BitwiseCopyable {
    /// The columns, each (x, y, z).
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD3<Float>, _ c1: SIMD3<Float>, _ c2: SIMD3<Float>) { columns = (c0, c1, c2) }
    /// The identity matrix.
    public static let identity = Matrix3(.init(1, 0, 0), .init(0, 1, 0), .init(0, 0, 1))
    /// Returns the vector transformed by the matrix.
    public static func * (m: Matrix3, v: SIMD3<Float>) -> SIMD3<Float> { m.columns.0 * v.x + m.columns.1 * v.y + m.columns.2 * v.z }
    /// Returns the matrix that applies `b` first, then `a`.
    public static func * (a: Matrix3, b: Matrix3) -> Matrix3 { Matrix3(a * b.columns.0, a * b.columns.1, a * b.columns.2) }
    /// Compares the entries as numbers: −0 equals 0, and NaN does not equal anything.
    public static func == (a: Matrix3, b: Matrix3) -> Bool { a.columns == b.columns }
    /// Feeds all entries to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(columns.0); hasher.combine(columns.1); hasher.combine(columns.2) }
    /// The matrix with rows and columns swapped.
    public var transposed: Matrix3 {
        let c = columns
        return Matrix3(.init(c.0.x, c.1.x, c.2.x), .init(c.0.y, c.1.y, c.2.y), .init(c.0.z, c.1.z, c.2.z))
    }
}

/// Two columns of two floats, like GLSL's mat2: `m * v` transforms a column vector.
public struct Matrix2: Sendable, Hashable, BitwiseCopyable {
    /// The columns, each (x, y).
    public var columns: (SIMD2<Float>, SIMD2<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD2<Float>, _ c1: SIMD2<Float>) { columns = (c0, c1) }
    /// The identity matrix.
    public static let identity = Matrix2(.init(1, 0), .init(0, 1))
    /// Compares the entries as numbers: −0 equals 0, and NaN does not equal anything.
    public static func == (a: Matrix2, b: Matrix2) -> Bool { a.columns == b.columns }
    /// Feeds all entries to `hasher`.
    public func hash(into hasher: inout Hasher) { hasher.combine(columns.0); hasher.combine(columns.1) }
}
