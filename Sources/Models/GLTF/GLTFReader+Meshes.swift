// GLTFReader+Meshes: meshes and primitives (glTF 2.0 §3.7).

import Raster

extension GLTFReader {
    mutating func mesh(_ object: GLTFObject) throws(RasterError) -> Model.Mesh {
        var primitives: [Model.Primitive] = []
        for primitive in try object.objects("primitives") {
            if let primitive = try self.primitive(primitive) { primitives.append(primitive) }
        }
        var mesh = Model.Mesh(name: object.label("name"), primitives: primitives)
        mesh.weights = try object.numbers("weights") ?? []
        if case .object(let extras)? = object.members["extras"] {
            mesh.targetNames = GLTFObject(members: extras, place: "", file: file).labels("targetNames")
        }
        return mesh
    }

    /// Reads a primitive; nil if the primitive shows nothing.
    private mutating func primitive(_ object: GLTFObject) throws(RasterError) -> Model.Primitive? {
        let attributes = try GLTFAttributes(object, accessors: accessors, buffers: buffers)
        let mode = try object.integer("mode", in: 0...6) ?? 4
        guard let positions = try attributes.floats("POSITION", components: 3...3)?.values else {
            notes.add("primitives without positions are left out")
            return nil
        }
        let count = positions.count / 3
        vertexCount += count
        try file.requireSize(vertexCount: vertexCount, indexCount: indexCount)
        let (topology, indices) = try self.indices(object, attributes, mode: mode, vertexCount: count)
        indexCount += indices.count
        try file.requireSize(vertexCount: vertexCount, indexCount: indexCount)
        if count == 0 || indices.isEmpty { return nil }

        let vertices = try self.vertices(attributes, positions: positions, count: count, place: object.place)
        var material = try object.index("material", below: materialCount, of: "materials") ?? -1
        if material < 0 { material = defaultMaterialIndex() }
        var primitive = Model.Primitive(topology: topology, vertices: vertices, indices: indices, material: material)
        primitive.leaveOutUnplaced(&notes)
        if primitive.indices.isEmpty { return nil }
        primitive.influences = try influences(attributes, count: count, place: object.place)
        primitive.targets = try targets(object, count: count)
        primitive.variants = try variants(object)
        primitive.hasTangents = attributes.has("TANGENT")
        for name in attributes.names where !GLTFReader.drawnAttributes.contains(name) && !name.hasPrefix("_") && !name.hasPrefix("JOINTS_")
            && !name.hasPrefix("WEIGHTS_") { notes.add("the vertex attribute \(name.prefix(40)) is ignored") }
        try complete(&primitive, hasNormals: attributes.has("NORMAL"))
        return primitive
    }
    private static let drawnAttributes: Set<String> = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_0", "TEXCOORD_1", "COLOR_0"]

    /// Adds normals and tangents that a draw needs and the file lacks: flat normals (glTF 2.0 §3.7.2.1), and tangents for normal maps.
    private mutating func complete(_ primitive: inout Model.Primitive, hasNormals: Bool) throws(RasterError) {
        guard primitive.topology == .triangles else { return }
        if !hasNormals {
            let corners = primitive.indices.count
            vertexCount += max(0, corners - primitive.vertices.count)
            try file.requireSize(vertexCount: vertexCount, indexCount: indexCount)
            primitive.makeFlat()
        } else {
            primitive.normalizeNormals()
        }
        let coordinates = ([primitive.material] + primitive.variants.values).compactMap { materials[$0].tangentCoordinates }
        if let set = coordinates.first, !primitive.hasTangents {
            vertexCount -= primitive.vertices.count
            primitive.makeTangents(texCoord: set)
            vertexCount += primitive.vertices.count
            try file.requireSize(vertexCount: vertexCount, indexCount: indexCount)
        }
    }

    private mutating func indices(_ object: GLTFObject, _ attributes: GLTFAttributes, mode: Int,
                                  vertexCount: Int) throws(RasterError) -> (Model.Topology, [UInt32]) {
        let listed = try attributes.indices(object)
        let list = listed ?? Array(0..<UInt32(vertexCount))
        let shape = PrimitiveShape(mode: attributes.isTriangleList ? 4 : mode)
        notes.add(shape.leftover(list.count) > 0, "the last \(shape.topology.rawValue) of a list without all their corners are left out")
        // `list` may be a strip or a fan. The list of triangles that is made from `list` has up to three times as many indices.
        try file.requireSize(vertexCount: 0, indexCount: indexCount + list.count * 3)
        let indices = shape.list(list)
        guard let wrong = list.first(where: { $0 >= vertexCount }) else { return (shape.topology, indices) }
        let kept = shape.topology.shapes(of: indices) { $0 < vertexCount }
        let problem = "\(object.place) has the index \(wrong), but \(vertexCount) vertices"
        guard !kept.isEmpty else { throw file.damaged(problem) }
        notes.add("\(problem); \(shape.topology.rawValue) with missing vertices are left out")
        return (shape.topology, kept)
    }

    private func vertices(_ attributes: GLTFAttributes, positions: [Float], count: Int, place: String) throws(RasterError) -> [Model.Vertex] {
        func values(_ name: String, _ components: ClosedRange<Int>) throws(RasterError) -> (values: [Float], width: Int)? {
            guard let read = try attributes.floats(name, components: components) else { return nil }
            guard read.values.count == count * read.width else {
                throw file.damaged("\(place) has \(read.values.count / read.width) elements of \(name), but \(count) positions")
            }
            return read
        }
        let normals = try values("NORMAL", 3...3)?.values, tangents = try values("TANGENT", 4...4)?.values
        let first = try values("TEXCOORD_0", 2...2)?.values, second = try values("TEXCOORD_1", 2...2)?.values
        let colors = try values("COLOR_0", 3...4)
        func finite(_ value: Float) -> Float { value.isFinite ? value : 0 }
        var vertices: [Model.Vertex] = []
        vertices.reserveCapacity(count)
        for i in 0..<count {
            let position = SIMD3(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2])
            var vertex = Model.Vertex(position: position)
            if let normals { vertex.normal = SIMD3(normals[3 * i], normals[3 * i + 1], normals[3 * i + 2]) }
            if let tangents {
                vertex.tangent = SIMD3(tangents[4 * i], tangents[4 * i + 1], tangents[4 * i + 2]).normalized
                vertex.tangentSign = tangents[4 * i + 3] < 0 ? -1 : 1
            }
            // In the file, v grows downward, so v is replaced by 1 − v.
            if let first { (vertex.u, vertex.v) = (finite(first[2 * i]), finite(1 - first[2 * i + 1])) }
            if let second { (vertex.u1, vertex.v1) = (finite(second[2 * i]), finite(1 - second[2 * i + 1])) }
            if let (colors, width) = colors {
                vertex.color = Model.Vertex.color(SIMD4(colors[width * i], colors[width * i + 1], colors[width * i + 2],
                                                        width == 4 ? colors[width * i + 3] : 1))
            }
            vertices.append(vertex)
        }
        return vertices
    }

    private mutating func influences(_ attributes: GLTFAttributes, count: Int, place: String) throws(RasterError) -> [[Model.Influence]] {
        var sets: [[Model.Influence]] = []
        // At most sixteen sets are read: 64 joints for each vertex.
        for set in 0..<16 {
            guard let joints = try attributes.integers("JOINTS_\(set)", components: 4...4),
                  let weights = try attributes.floats("WEIGHTS_\(set)", components: 4...4)?.values else { break }
            guard joints.count == count * 4, weights.count == count * 4 else {
                throw file.damaged("\(place) has \(joints.count / 4) joints and \(weights.count / 4) weights for \(count) positions")
            }
            influenceCount += count
            guard influenceCount <= 2 * Model.maximumVertexCount else { throw file.tooLarge("has more than \(2 * Model.maximumVertexCount) sets of joints") }
            sets.append((0..<count).map { i in
                var influence = Model.Influence(joints: .zero, weights: .zero)
                for k in 0..<4 where weights[4 * i + k] > 0 && weights[4 * i + k].isFinite {
                    influence.weights[k] = weights[4 * i + k]
                    influence.joints[k] = UInt16(clamping: joints[4 * i + k])
                }
                return influence
            })
        }
        for i in sets.isEmpty ? 0..<0 : 0..<count {
            let sum = sets.reduce(Float(0)) { $0 + $1[i].weights.sum() }
            if sum > 0, sum.isFinite, abs(sum - 1) > 1e-6 { for set in sets.indices { sets[set][i].weights /= sum } }
        }
        return sets
    }

    private mutating func targets(_ object: GLTFObject, count: Int) throws(RasterError) -> [Model.MorphTarget] {
        let objects = try object.objects("targets")
        targetVertexCount += objects.count * count
        guard targetVertexCount <= Model.maximumVertexCount else {
            throw file.tooLarge("has morph targets with more than \(Model.maximumVertexCount) vertices")
        }
        var targets: [Model.MorphTarget] = []
        for object in objects {
            let accessors = self.accessors
            /// Returns the differences of an attribute. A component that is missing, infinite or NaN is replaced by 0.
            func differences(_ name: String, _ components: ClosedRange<Int>) throws(RasterError) -> [SIMD4<Float>] {
                guard let index = try object.index(name, below: accessors.count, of: "accessors") else { return [] }
                let values = try accessors.floats(index, components: components), width = try accessors.componentCount(index)
                guard values.count == count * width else {
                    throw object.damaged(name, "has \(values.count / width) elements for \(count) positions")
                }
                return (0..<count).map { i in
                    var value = SIMD4<Float>.zero
                    for k in 0..<width where values[width * i + k].isFinite { value[k] = values[width * i + k] }
                    return value
                }
            }
            func vectors(_ name: String) throws(RasterError) -> [SIMD3<Float>] { try differences(name, 3...4).map { SIMD3($0.x, $0.y, $0.z) } }
            // Returns the differences of texture coordinates. In the file, v grows downward, so the differences of v change their sign.
            func coordinates(_ name: String) throws(RasterError) -> [SIMD2<Float>] { try differences(name, 2...2).map { SIMD2($0.x, -$0.y) } }
            var target = Model.MorphTarget()
            target.positions = try vectors("POSITION")
            target.normals = try vectors("NORMAL")
            target.tangents = try vectors("TANGENT")
            target.colors = try differences("COLOR_0", 3...4)
            target.texCoords0 = try coordinates("TEXCOORD_0")
            target.texCoords1 = try coordinates("TEXCOORD_1")
            for name in object.members.keys.sorted() where !GLTFReader.drawnAttributes.contains(name) && !name.hasPrefix("_") {
                notes.add("morph targets of \(name.prefix(40)) are ignored")
            }
            targets.append(target)
        }
        return targets
    }

    private func variants(_ object: GLTFObject) throws(RasterError) -> [Int: Int] {
        guard let mappings = try object.extension("KHR_materials_variants")?.objects("mappings") else { return [:] }
        let count = try gltf.root.extension("KHR_materials_variants")?.objects("variants").count ?? 0
        var result: [Int: Int] = [:]
        for mapping in mappings {
            guard let material = try mapping.index("material", below: materialCount, of: "materials") else { continue }
            for variant in try mapping.indices("variants", below: count, of: "variants") { result[variant] = material }
        }
        return result
    }
}

extension Model.Material {
    /// The set of texture coordinates from which the material's tangents are computed; nil if the material needs no tangents.
    var tangentCoordinates: Int? {
        if let map = textures[.normal] ?? textures[.clearcoatNormal] ?? textures[.anisotropy] { return map.texCoord }
        return anisotropy == nil ? nil : 0
    }
}
