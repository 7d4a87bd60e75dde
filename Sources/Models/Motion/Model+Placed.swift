// Model+Placed: the shown primitives in world space, moved by nodes, skins and morph targets.

import Raster

/// A primitive in world space, ready for buffers.
public struct PlacedPrimitive: Sendable, Hashable {
    /// The name of the mesh in the file; it may be empty.
    public var name: String
    /// The index of the node in `Model.nodes` that shows the primitive.
    public var node: Int
    /// The index of the material in `Model.materials`.
    public var material: Int
    /// The shapes that the indices describe.
    public var topology: Model.Topology
    /// The vertices in world space, in the layout `Model.vertexLayout`.
    public var vertices: [Model.Vertex]
    /// One, two or three indices for each shape. Front faces are counter-clockwise, even if a transform mirrors.
    public var indices: [UInt32]
}

extension Model {
    /// Returns everything that the model shows, in world space: nodes, instances, skins and morph targets are applied.
    /// - Parameters:
    ///   - pose: The pose; nil if the model is to be shown without animations.
    ///   - variant: The index of a variant in `variants`; nil for the materials of the file.
    /// - Throws: `RasterError` with `invalidSize` if the copies together exceed `maximumVertexCount` or `maximumIndexCount`.
    public func placed(in pose: ModelPose? = nil, variant: Int? = nil) throws(RasterError) -> [PlacedPrimitive] {
        let pose = pose ?? self.pose()
        let size = placedSize(in: pose)
        guard size.vertexCount <= Model.maximumVertexCount, size.indexCount <= Model.maximumIndexCount else {
            throw RasterError(.invalidSize, "model", "has copies of meshes with more than \(Model.maximumVertexCount) vertices or "
                + "\(Model.maximumIndexCount) indices", remedy: "draw its meshes with the matrices of its pose")
        }
        var result: [PlacedPrimitive] = []
        forEachPlacement(in: pose) { node, primitive, placement in
            var indices = primitive.indices
            if placement.isMirroring, primitive.topology == .triangles {
                for i in stride(from: 0, to: indices.count - 2, by: 3) { indices.swapAt(i + 1, i + 2) }
            }
            result.append(PlacedPrimitive(name: meshes[nodes[node].mesh ?? 0].name, node: node, material: primitive.material(in: variant),
                                          topology: primitive.topology, vertices: placement.vertices(), indices: indices))
        }
        return result
    }

    /// Returns the smallest and the largest x, y and z of the vertices in a pose; zeros if nothing is shown. If a model shows very many
    /// copies of meshes, the corners of each mesh's bounding box are used instead, because visiting all vertices would take long.
    public func bounds(in pose: ModelPose) -> (minimum: SIMD3<Float>, maximum: SIMD3<Float>) {
        var minimum = SIMD3<Float>(repeating: .infinity), maximum = -minimum
        func include(_ point: SIMD3<Float>) {
            guard point.x.isFinite, point.y.isFinite, point.z.isFinite else { return }
            minimum = pointwiseMin(minimum, point)
            maximum = pointwiseMax(maximum, point)
        }
        if placedSize(in: pose).vertexCount <= Model.maximumVertexCount {
            forEachPlacement(in: pose) { _, primitive, placement in
                for i in primitive.vertices.indices { include(placement.position(i)) }
            }
        } else {
            let boxes = meshes.map { mesh in
                mesh.primitives.lazy.flatMap(\.vertices).reduce((SIMD3<Float>(repeating: .infinity), SIMD3<Float>(repeating: -.infinity))) {
                    (pointwiseMin($0.0, $1.position), pointwiseMax($0.1, $1.position))
                }
            }
            for (index, node) in nodes.enumerated() where pose.isShown[index] {
                guard let mesh = node.mesh, boxes[mesh].0.x <= boxes[mesh].1.x else { continue }
                let (low, high) = boxes[mesh]
                for instance in node.instances ?? [.identity] {
                    let matrix = pose.matrices[index] * instance
                    for corner in 0..<8 {
                        include(matrix.transformPoint(SIMD3(corner & 1 == 0 ? low.x : high.x, corner & 2 == 0 ? low.y : high.y,
                                                            corner & 4 == 0 ? low.z : high.z)))
                    }
                }
            }
        }
        return minimum.x <= maximum.x ? (minimum, maximum) : (.zero, .zero)
    }

    /// Returns the number of vertices and the number of indices of all copies, each at most 2⁴⁰ so that the sums cannot overflow.
    private func placedSize(in pose: ModelPose) -> (vertexCount: Int, indexCount: Int) {
        let sizes = meshes.map { $0.primitives.reduce((0, 0)) { ($0.0 + $1.vertices.count, $0.1 + $1.indices.count) } }
        var total = (0, 0)
        for (index, node) in nodes.enumerated() where pose.isShown[index] {
            guard let mesh = node.mesh else { continue }
            let copies = node.instances?.count ?? 1
            total = (min(total.0 + sizes[mesh].0 * copies, 1 << 40), min(total.1 + sizes[mesh].1 * copies, 1 << 40))
        }
        return total
    }

    private func forEachPlacement(in pose: ModelPose, _ body: (_ node: Int, Primitive, Placement) -> Void) {
        for (index, node) in nodes.enumerated() where pose.isShown[index] {
            guard let mesh = node.mesh else { continue }
            let joints = node.skin.map { pose.jointMatrices(of: skins[$0]) }
            for primitive in meshes[mesh].primitives {
                for instance in node.instances ?? [.identity] {
                    body(index, primitive, Placement(primitive, matrix: pose.matrices[index] * instance, joints: joints, weights: pose.weights[index]))
                }
            }
        }
    }
}

/// Moves the vertices of a primitive into world space.
private struct Placement {
    let primitive: Model.Primitive
    let matrix: Matrix4
    /// The matrices of the joints; nil if the mesh is rigid.
    let joints: [Matrix4]?
    /// The morph targets with weights other than 0.
    let blended: [(target: Model.MorphTarget, weight: Float)]
    /// True if the transform mirrors.
    let isMirroring: Bool

    init(_ primitive: Model.Primitive, matrix: Matrix4, joints: [Matrix4]?, weights: [Float]) {
        self.primitive = primitive; self.matrix = matrix
        self.joints = primitive.influences.isEmpty ? nil : joints
        blended = zip(primitive.targets, weights).filter { $0.1 != 0 }
        isMirroring = (self.joints?.first ?? matrix).upperLeft.determinant < 0
    }

    private func matrix(_ i: Int) -> Matrix4 {
        guard let joints else { return matrix }
        var sum = Matrix4(.zero, .zero, .zero, .zero)
        for set in primitive.influences {
            let influence = set[i]
            for k in 0..<4 where influence.weights[k] != 0 && joints.indices.contains(Int(influence.joints[k])) {
                let joint = joints[Int(influence.joints[k])].columns, weight = influence.weights[k]
                sum.columns.0 += joint.0 * weight
                sum.columns.1 += joint.1 * weight
                sum.columns.2 += joint.2 * weight
                sum.columns.3 += joint.3 * weight
            }
        }
        return sum
    }
    private func blend<Vector: SIMD>(_ value: Vector, _ i: Int, _ differences: (Model.MorphTarget) -> [Vector]) -> Vector where Vector.Scalar == Float {
        blended.reduce(value) { sum, item in
            let differences = differences(item.target)
            return differences.isEmpty ? sum : sum + differences[i] * item.weight
        }
    }
    /// Adds the differences of colours and texture coordinates.
    private func blendSurface(_ vertex: inout Model.Vertex, _ i: Int) {
        if blended.contains(where: { !$0.target.colors.isEmpty }) {
            vertex.color = Model.Vertex.color(blend(SIMD4<Float>(vertex.color) / 65535, i, \.colors))
        }
        let first = blend(SIMD2(vertex.u, vertex.v), i, \.texCoords0), second = blend(SIMD2(vertex.u1, vertex.v1), i, \.texCoords1)
        (vertex.u, vertex.v, vertex.u1, vertex.v1) = (first.x, first.y, second.x, second.y)
    }
    func position(_ i: Int) -> SIMD3<Float> { matrix(i).transformPoint(blend(primitive.vertices[i].position, i, \.positions)) }

    func vertices() -> [Model.Vertex] {
        primitive.vertices.indices.map { i in
            var vertex = primitive.vertices[i]
            let matrix = matrix(i), (x, y, z) = matrix.upperLeft.columns
            vertex.position = matrix.transformPoint(blend(vertex.position, i, \.positions))
            // Normals are transformed by the cofactor matrix. Except for a factor, the cofactor matrix equals the inverse transpose. Unlike
            // the inverse transpose, the cofactor matrix exists even if a scale is 0.
            let cofactors = Matrix3(y.cross(z), z.cross(x), x.cross(y))
            let normal = (cofactors * blend(vertex.normal, i, \.normals)).normalized
            vertex.normal = vertex.normal == .zero ? .zero : normal == .zero ? SIMD3(0, 0, 1) : isMirroring ? -normal : normal
            vertex.tangent = (matrix.upperLeft * blend(vertex.tangent, i, \.tangents)).normalized
            if isMirroring { vertex.tangentSign = -vertex.tangentSign }
            if !blended.isEmpty { blendSurface(&vertex, i) }
            return vertex
        }
    }
}
