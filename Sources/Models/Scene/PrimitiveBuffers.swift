// PrimitiveBuffers: the primitives of a model in buffers of a device. A primitive that several nodes show is copied once. A layout
// names only attributes that the primitive has, because PhysicalEffect computes less for missing attributes.

import Effects
import Raster

struct PrimitiveBuffers {
    /// A primitive on the device.
    struct Shape {
        var vertexBuffers: [Buffer]
        var layout: VertexLayout
        var indices: Buffer
        var count: Int
        var primitive: PrimitiveType
        var isSkinned: Bool
        var targets: MorphTargets?
    }
    private struct Key: Hashable { var mesh: Int, number: Int }

    private let device: Device
    private var shapes: [Key: Shape] = [:]

    init(device: Device) { self.device = device }

    mutating func shape(of primitive: Model.Primitive, mesh: Int, number: Int, label: String) throws -> Shape {
        let key = Key(mesh: mesh, number: number)
        if let known = shapes[key] { return known }
        var buffers = [try device.makeBuffer(primitive.vertices, label: "\(label) vertices")]
        var layout = VertexLayout(buffers: Model.vertexLayout.buffers, attributes: primitive.attributes)
        let sets = primitive.strongestInfluences
        for (set, influences) in sets.enumerated() {
            layout.buffers.append(VertexBufferLayout(stride: MemoryLayout<Model.Influence>.stride))
            layout.attributes += [VertexAttribute(set == 0 ? .joints0 : .joints1, .integer(.uint16, 4), offset: 0, slot: buffers.count),
                                  VertexAttribute(set == 0 ? .weights0 : .weights1, .float4, offset: 16, slot: buffers.count)]
            buffers.append(try device.makeBuffer(influences, label: "\(label) joints"))
        }
        let targets = primitive.targets.isEmpty ? nil : try MorphTargets(device: device, vertexCount: primitive.vertices.count, targets: primitive.targets.map {
            var target = MorphTargets.Target(positions: $0.positions, normals: $0.normals, tangents: $0.tangents)
            (target.colors, target.texCoords0, target.texCoords1) = ($0.colors, $0.texCoords0, $0.texCoords1)
            return target
        })
        let shape = Shape(vertexBuffers: buffers, layout: layout, indices: try device.makeBuffer(primitive.indices, label: "\(label) indices"),
                          count: primitive.indices.count, primitive: primitive.topology.primitiveType, isSkinned: !sets.isEmpty, targets: targets)
        shapes[key] = shape
        return shape
    }

    /// Returns a part that draws a shape once, or once for each of the instances.
    func part(_ shape: Shape, instances: [Matrix4]) throws -> PhysicalPart {
        var layout = shape.layout, buffers = shape.vertexBuffers
        if !instances.isEmpty {
            layout.attributes += VertexAttribute.instanceMatrix(slot: buffers.count)
            layout.buffers.append(VertexBufferLayout(stride: MemoryLayout<Matrix4>.stride, divisor: 1))
            buffers.append(try device.makeBuffer(instances, label: "instances"))
        }
        let part = PhysicalPart(device: device, vertexBuffers: buffers, layout: layout, indices: shape.indices, count: shape.count, primitive: shape.primitive)
        part.instanceCount = max(instances.count, 1)
        part.morphTargets = shape.targets
        return part
    }

    /// Divides the instances of a node into groups. One draw shows the instances of a group. In a mirrored instance, front faces are
    /// clockwise. Therefore each mirrored instance is a group of its own, and its matrix becomes the matrix of the part.
    static func groups(of instances: [Matrix4]?) -> [[Matrix4]] {
        guard let instances else { return [[.identity]] }
        let mirrored = instances.filter { $0.upperLeft.determinant < 0 }, others = instances.filter { $0.upperLeft.determinant >= 0 }
        return (others.isEmpty ? [] : [others]) + mirrored.map { [$0] }
    }
}

extension Model.Primitive {
    /// The attributes of `Model.vertexLayout` that differ from PhysicalEffect's defaults.
    fileprivate var attributes: [VertexAttribute] {
        Model.vertexLayout.attributes.filter { attribute in
            switch attribute.name {
            case "normal": topology == .triangles || vertices.contains { $0.normal != .zero }
            case "tangent": hasTangents
            case "color": vertices.contains { $0.color != SIMD4(repeating: .max) } || targets.contains { !$0.colors.isEmpty }
            default: true
            }
        }
    }

    /// The influences for PhysicalEffect, which reads at most two sets. If a vertex has more than eight joints, only the eight joints with
    /// the largest weights are kept.
    fileprivate var strongestInfluences: [[Model.Influence]] {
        guard influences.count > 2 else { return influences }
        var sets = [[Model.Influence]](repeating: [], count: 2)
        for vertex in vertices.indices {
            let all = influences.flatMap { set in (0..<4).map { (set[vertex].joints[$0], set[vertex].weights[$0]) } }
            let strongest = all.enumerated().sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.prefix(8).map(\.element)
            for set in 0..<2 {
                let four = strongest[4 * set ..< 4 * set + 4].map { $0 }
                sets[set].append(Model.Influence(joints: SIMD4(four[0].0, four[1].0, four[2].0, four[3].0),
                                                 weights: SIMD4(four[0].1, four[1].1, four[2].1, four[3].1)))
            }
        }
        return sets
    }
}
