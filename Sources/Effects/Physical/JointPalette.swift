import Raster

/// The matrices of a skin's joints, as a texture that `PhysicalEffect` reads.
///
/// A draw reads the texture when the encoder of the draw is submitted. Two poses of one skin in the same encoder therefore need two palettes.
public final class JointPalette {
    /// The number of joints.
    public let count: Int
    let texture: Texture
    private static let jointsPerRow = 1024
    /// The maximum number of joints. A vertex attribute of 16 bits cannot name more joints.
    public static let maximumCount = 65536

    /// Creates a palette of identities.
    /// - Throws: `RasterError` with `invalidSize` if `count` is not 1…`maximumCount`, and the errors of `Device.makeTexture`.
    public init(device: Device, count: Int) throws {
        guard (1...JointPalette.maximumCount).contains(count) else {
            throw RasterError(.invalidSize, "joint palette", "cannot have \(count) joints", remedy: "use 1 to \(JointPalette.maximumCount)")
        }
        self.count = count
        let columns = min(count, JointPalette.jointsPerRow)
        texture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: 3 * columns, height: (count + columns - 1) / columns,
                                                           label: "joints"))
        try update(Array(repeating: .identity, count: count))
    }

    /// Sets the matrices. The matrix of a joint is the joint's global transform times its inverse bind matrix. This product maps the
    /// vertices of the mesh to the space that `PhysicalEffect.modelMatrix` maps to world space.
    /// - Throws: `RasterError` with `invalidSize` unless there are `count` matrices, and with `invalidArgument` if a matrix is not finite.
    public func update(_ matrices: [Matrix4]) throws {
        guard matrices.count == count else {
            throw RasterError(.invalidSize, "joint palette", "has \(count) joints, but got \(matrices.count) matrices", remedy: "give a matrix for each joint")
        }
        if let wrong = matrices.firstIndex(where: { !$0.isFinite }) {
            throw RasterError(.invalidArgument, "joint palette", "has a matrix that is not finite, of joint \(wrong)", remedy: "use finite numbers")
        }
        var rows = matrices.flatMap { [$0[row: 0], $0[row: 1], $0[row: 2]] }
        rows += Array(repeating: .zero, count: texture.width * texture.height - rows.count)
        try texture.replace(bytes: rows)
    }
}
