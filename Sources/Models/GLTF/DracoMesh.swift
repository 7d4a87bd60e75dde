// DracoMesh: triangles compressed by KHR_draco_mesh_compression, decoded by libdraco.

import CDraco
import Raster

final class DracoMesh {
    private let mesh: OpaquePointer
    private let file: ModelFile
    private let vertexCount: Int
    let indices: [UInt32]

    init(_ bytes: ArraySlice<UInt8>, place: String, _ file: ModelFile) throws(RasterError) {
        var reason = [CChar](repeating: 0, count: 200)
        let decoded = bytes.withUnsafeBufferPointer {
            draco_mesh_decode($0.baseAddress, $0.count, UInt32(Model.maximumVertexCount), UInt32(Model.maximumIndexCount), &reason, reason.count)
        }
        guard let decoded else {
            let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            throw file.damaged("\(place) cannot be decompressed: \(text)")
        }
        mesh = decoded
        self.file = file
        vertexCount = draco_mesh_vertex_count(decoded)
        indices = [UInt32](unsafeUninitializedCapacity: draco_mesh_index_count(decoded)) { buffer, count in
            draco_mesh_indices(decoded, buffer.baseAddress)
            count = draco_mesh_index_count(decoded)
        }
    }
    deinit { draco_mesh_free(mesh) }

    /// Returns all components of an attribute, as stored.
    /// - Parameters:
    ///   - identifier: The attribute's number in the compressed data.
    ///   - name: The attribute's place in the description, for error messages.
    func values(_ identifier: Int, width: Int, name: String) throws(RasterError) -> [Float] {
        var isThere = false
        let values = [Float](unsafeUninitializedCapacity: vertexCount * width) { buffer, count in
            isThere = draco_mesh_attribute(mesh, UInt32(clamping: identifier), UInt32(width), buffer.baseAddress)
            count = isThere ? vertexCount * width : 0
        }
        guard isThere else { throw file.damaged("\(name) names the compressed attribute \(identifier), which does not exist with \(width) components") }
        return values
    }
}
