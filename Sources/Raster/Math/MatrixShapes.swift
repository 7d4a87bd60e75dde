// Matrices that are not square. These matrices serve only as uniforms. GLSL's name of a matrix with c columns and r rows is matcxr.

/// Two columns of three floats: GLSL's mat2x3.
public struct Matrix2x3: Sendable, Equatable, BitwiseCopyable {
    /// The columns.
    public var columns: (SIMD3<Float>, SIMD3<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD3<Float>, _ c1: SIMD3<Float>) { columns = (c0, c1) }
    /// Compares the entries as numbers.
    public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}

/// Two columns of four floats: GLSL's mat2x4.
public struct Matrix2x4: Sendable, Equatable, BitwiseCopyable {
    /// The columns.
    public var columns: (SIMD4<Float>, SIMD4<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>) { columns = (c0, c1) }
    /// Compares the entries as numbers.
    public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}

/// Three columns of two floats: GLSL's mat3x2.
public struct Matrix3x2: Sendable, Equatable, BitwiseCopyable {
    /// The columns.
    public var columns: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD2<Float>, _ c1: SIMD2<Float>, _ c2: SIMD2<Float>) { columns = (c0, c1, c2) }
    /// Compares the entries as numbers.
    public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}

/// Three columns of four floats: GLSL's mat3x4.
public struct Matrix3x4: Sendable, Equatable, BitwiseCopyable {
    /// The columns.
    public var columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD4<Float>, _ c1: SIMD4<Float>, _ c2: SIMD4<Float>) { columns = (c0, c1, c2) }
    /// Compares the entries as numbers.
    public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}

/// Four columns of two floats: GLSL's mat4x2.
public struct Matrix4x2: Sendable, Equatable, BitwiseCopyable {
    /// The columns.
    public var columns: (SIMD2<Float>, SIMD2<Float>, SIMD2<Float>, SIMD2<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD2<Float>, _ c1: SIMD2<Float>, _ c2: SIMD2<Float>, _ c3: SIMD2<Float>) { columns = (c0, c1, c2, c3) }
    /// Compares the entries as numbers.
    public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}

/// Four columns of three floats: GLSL's mat4x3.
public struct Matrix4x3: Sendable, Equatable, BitwiseCopyable {
    /// The columns.
    public var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)
    /// Makes a matrix from its columns.
    public init(_ c0: SIMD3<Float>, _ c1: SIMD3<Float>, _ c2: SIMD3<Float>, _ c3: SIMD3<Float>) { columns = (c0, c1, c2, c3) }
    /// Compares the entries as numbers.
    public static func == (a: Self, b: Self) -> Bool { a.columns == b.columns }
}
