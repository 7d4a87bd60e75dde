// Matrix+Parts: makes matrices from rows, arrays and smaller matrices, and gives access to rows, columns and entries.

extension Matrix4 {
    /// Makes a matrix from its rows. Each row has the entries of columns 0 to 3.
    public init(rows r0: SIMD4<Float>, _ r1: SIMD4<Float>, _ r2: SIMD4<Float>, _ r3: SIMD4<Float>) {
        self = Matrix4(r0, r1, r2, r3).transposed
    }
    /// Makes a matrix from 16 numbers, column by column. Returns nil if `m` does not have 16 numbers.
    public init?(columnMajor m: some Collection<Float>) {
        guard m.count == 16 else { return nil }
        let m = Array(m)
        func column(_ i: Int) -> SIMD4<Float> { SIMD4(m[4 * i], m[4 * i + 1], m[4 * i + 2], m[4 * i + 3]) }
        self.init(column(0), column(1), column(2), column(3))
    }
    /// Makes a 4×4 matrix with the linear map of a 3×3 matrix, without translation.
    public init(_ m: Matrix3) {
        self.init(SIMD4(m.columns.0, 0), SIMD4(m.columns.1, 0), SIMD4(m.columns.2, 0), SIMD4(0, 0, 0, 1))
    }
    /// The 16 entries, column by column.
    public var elements: [Float] {
        [columns.0, columns.1, columns.2, columns.3].flatMap { [$0.x, $0.y, $0.z, $0.w] }
    }
    /// Reads or writes column 0…3. Traps for any other index.
    public subscript(column i: Int) -> SIMD4<Float> {
        get {
            switch i {
            case 0: columns.0
            case 1: columns.1
            case 2: columns.2
            case 3: columns.3
            default: preconditionFailure("a Matrix4 has no column \(i)")
            }
        }
        set {
            switch i {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            case 2: columns.2 = newValue
            case 3: columns.3 = newValue
            default: preconditionFailure("a Matrix4 has no column \(i)")
            }
        }
    }
    /// Reads or writes row 0…3. Traps for any other index.
    public subscript(row i: Int) -> SIMD4<Float> {
        get { SIMD4(columns.0[i], columns.1[i], columns.2[i], columns.3[i]) }
        set { columns.0[i] = newValue.x; columns.1[i] = newValue.y; columns.2[i] = newValue.z; columns.3[i] = newValue.w }
    }
    /// The upper left 2×2 matrix.
    public var upperLeft2x2: Matrix2 { upperLeft.upperLeft }
}

extension Matrix3 {
    /// Makes a matrix from its rows. Each row has the entries of columns 0 to 2.
    public init(rows r0: SIMD3<Float>, _ r1: SIMD3<Float>, _ r2: SIMD3<Float>) { self = Matrix3(r0, r1, r2).transposed }
    /// Makes a matrix from 9 numbers, column by column. Returns nil if `m` does not have 9 numbers.
    public init?(columnMajor m: some Collection<Float>) {
        guard m.count == 9 else { return nil }
        let m = Array(m)
        func column(_ i: Int) -> SIMD3<Float> { SIMD3(m[3 * i], m[3 * i + 1], m[3 * i + 2]) }
        self.init(column(0), column(1), column(2))
    }
    /// The 9 entries, column by column.
    public var elements: [Float] { [columns.0, columns.1, columns.2].flatMap { [$0.x, $0.y, $0.z] } }
    /// Reads or writes column 0…2. Traps for any other index.
    public subscript(column i: Int) -> SIMD3<Float> {
        get {
            switch i {
            case 0: columns.0
            case 1: columns.1
            case 2: columns.2
            default: preconditionFailure("a Matrix3 has no column \(i)")
            }
        }
        set {
            switch i {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            case 2: columns.2 = newValue
            default: preconditionFailure("a Matrix3 has no column \(i)")
            }
        }
    }
    /// Reads or writes row 0…2. Traps for any other index.
    public subscript(row i: Int) -> SIMD3<Float> {
        get { SIMD3(columns.0[i], columns.1[i], columns.2[i]) }
        set { columns.0[i] = newValue.x; columns.1[i] = newValue.y; columns.2[i] = newValue.z }
    }
    /// The upper left 2×2 matrix.
    public var upperLeft: Matrix2 { Matrix2(SIMD2(columns.0.x, columns.0.y), SIMD2(columns.1.x, columns.1.y)) }
}

extension Matrix2 {
    /// Returns the vector transformed by the matrix.
    public static func * (m: Matrix2, v: SIMD2<Float>) -> SIMD2<Float> { m.columns.0 * v.x + m.columns.1 * v.y }
    /// Returns the matrix that applies `b` first, then `a`.
    public static func * (a: Matrix2, b: Matrix2) -> Matrix2 { Matrix2(a * b.columns.0, a * b.columns.1) }
    /// Returns a rotation by `angle` radians, from x towards y.
    public static func rotation(_ angle: Float) -> Matrix2 { Matrix3.rotationZ(angle).upperLeft }
    /// Scales by a factor for each axis.
    public static func scale(_ x: Float, _ y: Float) -> Matrix2 { Matrix2(.init(x, 0), .init(0, y)) }
    /// The matrix with rows and columns swapped.
    public var transposed: Matrix2 { Matrix2(.init(columns.0.x, columns.1.x), .init(columns.0.y, columns.1.y)) }
    /// The signed area of the transformed unit square; negative if the matrix mirrors.
    public var determinant: Float { columns.0.x * columns.1.y - columns.1.x * columns.0.y }
    /// The inverse matrix; nil if the matrix is singular or not finite.
    public var inverse: Matrix2? {
        let d = determinant
        guard d.isFinite, d != 0 else { return nil }
        return Matrix2(.init(columns.1.y / d, -columns.0.y / d), .init(-columns.1.x / d, columns.0.x / d))
    }
}

extension Matrix4: CustomStringConvertible {
    /// The rows from top to bottom, with a semicolon between them.
    public var description: String { (0..<4).map { i in let r = self[row: i]; return "\(r.x) \(r.y) \(r.z) \(r.w)" }.joined(separator: "; ") }
}
extension Matrix3: CustomStringConvertible {
    /// The rows from top to bottom, with a semicolon between them.
    public var description: String { (0..<3).map { i in let r = self[row: i]; return "\(r.x) \(r.y) \(r.z)" }.joined(separator: "; ") }
}
