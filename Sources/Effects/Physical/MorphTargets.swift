import Raster

/// The morph targets of a mesh: differences of its vertices, as a texture that `PhysicalEffect` reads. The effect's
/// `morphWeights` say how much of each target is added.
public final class MorphTargets {
    /// A morph target: differences in object space. Each array has an element for each vertex, or is empty.
    public struct Target: Sendable {
        /// The displacements of the positions.
        public var positions: [SIMD3<Float>]
        /// The displacements of the normals.
        public var normals: [SIMD3<Float>]
        /// The displacements of the tangents, without w.
        public var tangents: [SIMD3<Float>]
        /// The differences of the colours. The sum of colour and differences is clamped to 0…1.
        public var colors: [SIMD4<Float>] = []
        /// The differences of the texture coordinates `texCoord0`.
        public var texCoords0: [SIMD2<Float>] = []
        /// The differences of the texture coordinates `texCoord1`.
        public var texCoords1: [SIMD2<Float>] = []
        /// Creates a target. By default, the target displaces nothing.
        public init(positions: [SIMD3<Float>] = [], normals: [SIMD3<Float>] = [], tangents: [SIMD3<Float>] = []) {
            self.positions = positions; self.normals = normals; self.tangents = tangents
        }
        /// The lengths of the arrays, with the names of the arrays.
        fileprivate var counts: [(name: String, count: Int)] {
            [("positions", positions.count), ("normals", normals.count), ("tangents", tangents.count), ("colors", colors.count),
             ("texCoords0", texCoords0.count), ("texCoords1", texCoords1.count)]
        }
        fileprivate func isEmpty(_ part: Part) -> Bool {
            switch part {
            case .position: positions.isEmpty
            case .normal: normals.isEmpty
            case .tangent: tangents.isEmpty
            case .color: colors.isEmpty
            case .coordinates: texCoords0.isEmpty && texCoords1.isEmpty
            }
        }
        /// Returns the texels of a part, one for each vertex; empty if the target does not change this part.
        fileprivate func texels(_ part: Part) -> [SIMD4<Float>] {
            func texels(_ vectors: [SIMD3<Float>]) -> [SIMD4<Float>] { vectors.map { SIMD4($0, 0) } }
            switch part {
            case .position: return texels(positions)
            case .normal: return texels(normals)
            case .tangent: return texels(tangents)
            case .color: return colors
            case .coordinates:
                return (0..<max(texCoords0.count, texCoords1.count)).map { i in
                    let first = texCoords0.isEmpty ? .zero : texCoords0[i], second = texCoords1.isEmpty ? .zero : texCoords1[i]
                    return SIMD4(first.x, first.y, second.x, second.y)
                }
            }
        }
    }
    /// The number of targets.
    public let count: Int
    /// The number of vertices that each target displaces.
    public let vertexCount: Int
    let texture: Texture
    /// The meanings of the texels of a vertex, in the order of the texels: the position, then every other attribute that a target
    /// changes.
    let parts: [Part]
    /// The number of texels that a vertex of a target has.
    var stride: Int { parts.count }

    /// The meaning of a texel.
    enum Part: CaseIterable {
        case position, normal, tangent, color
        /// The texture coordinates of set 0 and of set 1, two numbers each.
        case coordinates
    }

    /// Copies targets into a texture of a device. The vertex with number v in a draw (gl_VertexID) reads element v of each array of a target.
    /// - Throws: `RasterError` with `invalidSize` if there are no targets or no vertices, if the length of an array is neither 0 nor
    ///   `vertexCount`, or if the targets do not fit into a texture; the errors of `Device.makeTexture`.
    public init(device: Device, vertexCount: Int, targets: [Target]) throws {
        guard vertexCount > 0, !targets.isEmpty else {
            throw RasterError(.invalidSize, "morph targets", "have \(targets.count) targets of \(vertexCount) vertices", remedy: "use at least one of each")
        }
        for (i, target) in targets.enumerated() {
            for (list, count) in target.counts where count != 0 && count != vertexCount {
                throw RasterError(.invalidSize, "\(list) of morph target \(i)", "has \(count) entries for \(vertexCount) vertices",
                                  remedy: "give one for each vertex, or none")
            }
        }
        parts = Part.allCases.filter { part in part == .position || targets.contains { !$0.isEmpty(part) } }
        count = targets.count
        self.vertexCount = vertexCount
        let side = Device.maximumTextureSize
        let (perTarget, overflows) = vertexCount.multipliedReportingOverflow(by: parts.count)
        let (total, overflowsToo) = perTarget.multipliedReportingOverflow(by: count)
        guard !overflows, !overflowsToo, total <= side * side else {
            throw RasterError(.invalidSize, "morph targets", "have \(count) targets of \(vertexCount) vertices, which do not fit into a texture",
                              remedy: "split the mesh")
        }
        let width = min(total, side / 4 * side >= total ? side / 4 : side), height = (total + width - 1) / width
        texture = try device.makeTexture(TextureDescriptor(format: .rgba32Float, width: width, height: height, label: "morph targets"))
        for (first, target) in targets.enumerated() { try write(target, at: first * perTarget) }
    }

    /// Writes the texels of one target row by row. The targets are written one after another, so at most one target has a copy in memory at
    /// any time.
    private func write(_ target: Target, at first: Int) throws {
        var texels = Array(repeating: SIMD4<Float>.zero, count: vertexCount * stride)
        for (place, part) in parts.enumerated() {
            for (v, texel) in target.texels(part).enumerated() { texels[v * stride + place] = texel }
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
