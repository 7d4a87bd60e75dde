import Raster

/// The morph targets of a mesh: displacements of its vertices, as a texture that `PhysicalEffect` reads. The effect's
/// `morphWeights` say how much of each target is added.
public final class MorphTargets {
    /// One morph target: displacements in object space, one for each vertex. An empty array stands for none.
    public struct Target: Sendable {
        /// The displacements of the positions.
        public var positions: [SIMD3<Float>]
        /// The displacements of the normals.
        public var normals: [SIMD3<Float>]
        /// The displacements of the tangents, without w.
        public var tangents: [SIMD3<Float>]
        /// A target; by default it displaces nothing.
        public init(positions: [SIMD3<Float>] = [], normals: [SIMD3<Float>] = [], tangents: [SIMD3<Float>] = []) {
            self.positions = positions; self.normals = normals; self.tangents = tangents
        }
    }
    /// The number of targets.
    public let count: Int
    /// The number of vertices that each target displaces.
    public let vertexCount: Int
    let texture: Texture
    /// The number of texels for each vertex of a target, and the places of normal and tangent among them; nil if no target has them.
    let stride: Int
    let normalPart: Int?
    let tangentPart: Int?

    /// Copies targets into a texture of a device. Vertex number v of a draw (gl_VertexID) reads displacement v.
    /// - Throws: `RasterError` with `invalidSize` if there are no targets or no vertices, if an array has another length than
    ///   `vertexCount`, or if the targets do not fit into a texture; the errors of `Device.makeTexture`.
    public init(device: Device, vertexCount: Int, targets: [Target]) throws {
        guard vertexCount > 0, !targets.isEmpty else {
            throw RasterError(.invalidSize, "morph targets", "have \(targets.count) targets of \(vertexCount) vertices", remedy: "use at least one of each")
        }
        for (i, target) in targets.enumerated() {
            for (part, count) in [("positions", target.positions.count), ("normals", target.normals.count), ("tangents", target.tangents.count)]
            where count != 0 && count != vertexCount {
                throw RasterError(.invalidSize, "\(part) of morph target \(i)", "has \(count) entries for \(vertexCount) vertices",
                                  remedy: "give one for each vertex, or none")
            }
        }
        let hasNormals = targets.contains { !$0.normals.isEmpty }, hasTangents = targets.contains { !$0.tangents.isEmpty }
        normalPart = hasNormals ? 1 : nil
        tangentPart = hasTangents ? (hasNormals ? 2 : 1) : nil
        stride = 1 + (hasNormals ? 1 : 0) + (hasTangents ? 1 : 0)
        count = targets.count
        self.vertexCount = vertexCount
        let side = Device.maximumTextureSize
        let (perTarget, overflows) = vertexCount.multipliedReportingOverflow(by: stride)
        let (total, overflowsToo) = perTarget.multipliedReportingOverflow(by: count)
        guard !overflows, !overflowsToo, total <= side * side else {
            throw RasterError(.invalidSize, "morph targets", "have \(count) targets of \(vertexCount) vertices, which do not fit into a texture",
                              remedy: "split the mesh")
        }
        let width = min(total, side / 4 * side >= total ? side / 4 : side), height = (total + width - 1) / width
        texture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: width, height: height, label: "morph targets"))
        for (first, target) in targets.enumerated() {
            try MorphTargets.write(target, at: first * perTarget, stride: stride, normalPart: normalPart, tangentPart: tangentPart,
                                   vertexCount: vertexCount, to: texture)
        }
    }

    /// Writes the texels of one target row by row, so that only one target is in memory twice.
    private static func write(_ target: Target, at first: Int, stride: Int, normalPart: Int?, tangentPart: Int?, vertexCount: Int,
                              to texture: Texture) throws {
        var texels = Array(repeating: SIMD4<Float>.zero, count: vertexCount * stride)
        for (part, displacements) in [(0, target.positions), (normalPart, target.normals), (tangentPart, target.tangents)] {
            guard let part else { continue }
            for (v, d) in displacements.enumerated() { texels[v * stride + part] = SIMD4(d.x, d.y, d.z, 0) }
        }
        var written = 0
        while written < texels.count {
            let x = (first + written) % texture.width, y = (first + written) / texture.width
            let run = min(texels.count - written, texture.width - x)
            try texture.replace(region: TextureRegion(x: x, y: y, width: run, height: 1), bytes: Array(texels[written..<written + run]))
            written += run
        }
    }
}
