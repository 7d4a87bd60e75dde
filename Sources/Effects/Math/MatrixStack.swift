// MatrixStack: OpenGL's matrix stack (ES 1.1 §2.10.2) as a value. Operations act on the top and post-multiply: what is
// applied last comes first for a point.

import Raster

/// Never empty; starts with one identity.
public struct MatrixStack: Sendable, Hashable {
    private var matrices: [Matrix4] = [.identity]
    public init() {}

    /// Matrices on the stack, 1 or more.
    public var size: Int { matrices.count }
    /// The top.
    public private(set) var matrix4: Matrix4 {
        get { matrices[matrices.count - 1] }
        set { matrices[matrices.count - 1] = newValue }
    }
    /// The top's upper left 3×3.
    public var matrix3: Matrix3 { matrix4.upperLeft }
    /// The top's upper left 2×2.
    public var matrix2: Matrix2 { matrix4.upperLeft2x2 }
    /// nil when the top is singular, as are the three below.
    public var matrix4Inverse: Matrix4? { matrix4.inverse }
    public var matrix4InverseTranspose: Matrix4? { matrix4.inverseTranspose }
    public var matrix3Inverse: Matrix3? { matrix3.inverse }
    public var matrix3InverseTranspose: Matrix3? { matrix3.inverse?.transposed }

    /// A copy of the top becomes the new top.
    public mutating func push() { matrices.append(matrix4) }
    /// Drops the top. The last matrix stays; then it returns false.
    @discardableResult public mutating func pop() -> Bool {
        guard matrices.count > 1 else { return false }
        matrices.removeLast()
        return true
    }
    /// Replaces the top.
    public mutating func load(_ matrix: Matrix4) { matrix4 = matrix }
    public mutating func multiply(_ matrix: Matrix4) { matrix4 = matrix4 * matrix }
    /// Multiplies with the other stack's top.
    public mutating func multiply(_ other: MatrixStack) { multiply(other.matrix4) }

    public mutating func translate(_ x: Float, _ y: Float, _ z: Float) { matrix4 = matrix4.translated(x, y, z) }
    public mutating func translate(_ v: SIMD3<Float>) { matrix4 = matrix4.translated(v) }
    public mutating func scale(_ x: Float, _ y: Float, _ z: Float) { matrix4 = matrix4.scaled(x, y, z) }
    public mutating func scale(_ v: SIMD3<Float>) { matrix4 = matrix4.scaled(v) }
    /// Radians, about an axis of any length but zero.
    public mutating func rotate(_ angle: Float, axis: SIMD3<Float>) { matrix4 = matrix4.rotated(angle, axis: axis) }
    public mutating func rotateX(_ angle: Float) { matrix4 = matrix4.rotatedX(angle) }
    public mutating func rotateY(_ angle: Float) { matrix4 = matrix4.rotatedY(angle) }
    public mutating func rotateZ(_ angle: Float) { matrix4 = matrix4.rotatedZ(angle) }
}
