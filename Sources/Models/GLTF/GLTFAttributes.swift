// GLTFAttributes: the vertex attributes and indices of a primitive, from accessors or from compressed data
// (KHR_draco_mesh_compression).

import Raster

struct GLTFAttributes {
    private let listed: GLTFObject
    private let accessors: GLTFAccessors
    private let compressed: (mesh: DracoMesh, identifiers: GLTFObject)?
    /// The names of the attributes in the file, in alphabetical order.
    var names: [String] { listed.members.keys.sorted() }
    func has(_ name: String) -> Bool { listed.members[name] != nil }
    /// True if the indices form a list of triangles, whatever the primitive's mode is. Decompression turns strips into lists.
    var isTriangleList: Bool { compressed != nil }

    init(_ primitive: GLTFObject, accessors: GLTFAccessors, buffers: GLTFBuffers) throws(RasterError) {
        listed = try primitive.required("attributes", try primitive.object("attributes"))
        self.accessors = accessors
        guard let draco = try primitive.extension("KHR_draco_mesh_compression") else { compressed = nil; return }
        let view = try draco.required("bufferView", try draco.index("bufferView", below: buffers.viewCount, of: "bufferViews"))
        compressed = (try buffers.mesh(in: view, place: draco.place, draco.file),
                      try draco.required("attributes", try draco.object("attributes")))
    }

    private func accessor(_ name: String) throws(RasterError) -> Int? { try listed.index(name, below: accessors.count, of: "accessors") }

    /// Returns the values of an attribute and its number of components; nil if the primitive does not have the attribute.
    func floats(_ name: String, components: ClosedRange<Int>) throws(RasterError) -> (values: [Float], width: Int)? {
        guard let accessor = try accessor(name) else { return nil }
        let width = try accessors.componentCount(accessor)
        if let compressed, let identifier = try compressed.identifiers.integer(name) {
            guard components.contains(width) else { throw listed.damaged(name, "has \(width) components") }
            let scale = try accessors.normalization(accessor)
            let values = try compressed.mesh.values(identifier, width: width, name: listed.path(name))
            return (scale == 1 ? values : values.map { max($0 / scale, -1) }, width)
        }
        return (try accessors.floats(accessor, components: components), width)
    }
    func integers(_ name: String, components: ClosedRange<Int>) throws(RasterError) -> [UInt32]? {
        guard let accessor = try accessor(name) else { return nil }
        if let compressed, let identifier = try compressed.identifiers.integer(name) {
            let width = try accessors.componentCount(accessor)
            guard components.contains(width) else { throw listed.damaged(name, "has \(width) components") }
            return try compressed.mesh.values(identifier, width: width, name: listed.path(name)).map { UInt32(exactly: $0) ?? .max }
        }
        return try accessors.integers(accessor, components: components)
    }
    /// Returns the indices of a primitive; nil if the primitive has no indices.
    func indices(_ primitive: GLTFObject) throws(RasterError) -> [UInt32]? {
        if let compressed { return compressed.mesh.indices }
        guard let accessor = try primitive.index("indices", below: accessors.count, of: "accessors") else { return nil }
        return try accessors.integers(accessor, components: 1...1)
    }
}
