import Raster

/// OpenGL's matrix stack (ES 1.1 §2.10.2) as a value. The stack is never empty and starts with one identity matrix. An operation multiplies
/// the top matrix by a matrix on the right. Therefore the top matrix applies the operations to a point in reverse order: the operation that
/// was called last comes first.
public struct MatrixStack: Sendable, Hashable {
    private var matrices: [Matrix4] = [.identity]
    /// Creates a stack with one identity matrix.
    public init() {}

    /// The number of matrices on the stack, 1 or more.
    public var size: Int { matrices.count }
    /// The top matrix of the stack.
    public private(set) var matrix4: Matrix4 {
        get { matrices[matrices.count - 1] }
        set { matrices[matrices.count - 1] = newValue }
    }
    /// The upper left 3×3 part of the top matrix.
    public var matrix3: Matrix3 { matrix4.upperLeft }
    /// The upper left 2×2 part of the top matrix.
    public var matrix2: Matrix2 { matrix4.upperLeft2x2 }
    /// The inverse of the top matrix; nil if the top matrix is singular.
    public var matrix4Inverse: Matrix4? { matrix4.inverse }
    /// The transposed inverse of the top matrix; nil if the top matrix is singular.
    public var matrix4InverseTranspose: Matrix4? { matrix4.inverseTranspose }
    /// The inverse of `matrix3`; nil if `matrix3` is singular.
    public var matrix3Inverse: Matrix3? { matrix3.inverse }
    /// The transposed inverse of `matrix3`, which transforms normals; nil if `matrix3` is singular.
    public var matrix3InverseTranspose: Matrix3? { matrix3.inverse?.transposed }

    /// Pushes a copy of the top matrix.
    public mutating func push() { matrices.append(matrix4) }
    /// Removes the top matrix. If the stack has only one matrix, the call removes nothing and returns false.
    @discardableResult public mutating func pop() -> Bool {
        guard matrices.count > 1 else { return false }
        matrices.removeLast()
        return true
    }
    /// Replaces the top matrix.
    public mutating func load(_ matrix: Matrix4) { matrix4 = matrix }
    /// Replaces the top matrix T by T · `matrix`.
    public mutating func multiply(_ matrix: Matrix4) { matrix4 = matrix4 * matrix }
    /// Replaces the top matrix T by T · O, where O is the top matrix of `other`.
    public mutating func multiply(_ other: MatrixStack) { multiply(other.matrix4) }

    /// Replaces the top matrix by its product with a translation by (x, y, z).
    public mutating func translate(_ x: Float, _ y: Float, _ z: Float) { matrix4 = matrix4.translated(x, y, z) }
    /// Replaces the top matrix by its product with a translation by `v`.
    public mutating func translate(_ v: SIMD3<Float>) { matrix4 = matrix4.translated(v) }
    /// Replaces the top matrix by its product with a scaling by (x, y, z).
    public mutating func scale(_ x: Float, _ y: Float, _ z: Float) { matrix4 = matrix4.scaled(x, y, z) }
    /// Replaces the top matrix by its product with a scaling by `v`.
    public mutating func scale(_ v: SIMD3<Float>) { matrix4 = matrix4.scaled(v) }
    /// Replaces the top matrix by its product with a rotation by `angle` radians about an axis of any length. If the axis is zero, the
    /// rotation is the identity.
    public mutating func rotate(_ angle: Float, axis: SIMD3<Float>) { matrix4 = matrix4.rotated(angle, axis: axis) }
    /// Replaces the top matrix by its product with a rotation about the x axis by `angle` radians.
    public mutating func rotateX(_ angle: Float) { matrix4 = matrix4.rotatedX(angle) }
    /// Replaces the top matrix by its product with a rotation about the y axis by `angle` radians.
    public mutating func rotateY(_ angle: Float) { matrix4 = matrix4.rotatedY(angle) }
    /// Replaces the top matrix by its product with a rotation about the z axis by `angle` radians.
    public mutating func rotateZ(_ angle: Float) { matrix4 = matrix4.rotatedZ(angle) }
}
