import Raster

/// The two matrices of a draw, from object space to eye space and from eye space to clip space, and the matrices derived from these
/// two. Both matrices are identities by default.
public struct Transform: Sendable, Hashable {
    /// The matrix from object space to eye space.
    public var modelviewMatrix: Matrix4
    /// The matrix from eye space to clip space.
    public var projectionMatrix: Matrix4

    /// Creates a transform; both matrices are identities by default.
    public init(modelview: Matrix4 = .identity, projection: Matrix4 = .identity) {
        modelviewMatrix = modelview; projectionMatrix = projection
    }
    /// The inverse transpose of the modelview matrix's upper left 3×3 part, computed on each access. If the 3×3 part has no inverse, the
    /// result is the matrix of its cofactors.
    public var normalMatrix: Matrix3 { modelviewMatrix.normalMatrix }
    /// The product projection · modelview, from object space to clip space.
    public var modelviewProjectionMatrix: Matrix4 { projectionMatrix * modelviewMatrix }

    /// The normal matrix times a positive factor. If the modelview matrix is very small or large, the factor prevents overflow and
    /// underflow. The factor has no visible effect, because shaders normalise normals.
    var scaledNormalMatrix: Matrix3 {
        func scaled(_ m: Matrix3) -> Matrix3 {
            func largest(_ v: SIMD3<Float>) -> Float { max(abs(v.x), abs(v.y), abs(v.z)) }
            let size = max(largest(m.columns.0), largest(m.columns.1), largest(m.columns.2))
            guard size > 0, size.isFinite else { return m }
            return Matrix3(m.columns.0 / size, m.columns.1 / size, m.columns.2 / size)
        }
        return scaled(scaled(modelviewMatrix.upperLeft).inverseTranspose)
    }
}
