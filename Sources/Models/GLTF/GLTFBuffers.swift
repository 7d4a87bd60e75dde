// GLTFBuffers: the bytes of buffers and buffer views (glTF 2.0 §3.6.1). The bytes are read when an accessor or an image first needs the
// bytes.

import Raster

final class GLTFBuffers {
    private let gltf: GLTFFile
    private let buffers: [GLTFObject]
    private let views: [GLTFObject]
    private var loaded: [Int: ArraySlice<UInt8>] = [:]
    private var decoded: [Int: ArraySlice<UInt8>] = [:]
    private var meshes: [Int: DracoMesh] = [:]
    /// `loadedByteCount`: the size of all loaded files and data. `decodedByteCount`: the size of all decompressed views.
    private var loadedByteCount = 0, decodedByteCount = 0

    init(_ gltf: GLTFFile) throws(RasterError) {
        self.gltf = gltf
        buffers = try gltf.root.objects("buffers")
        views = try gltf.root.objects("bufferViews")
    }
    var viewCount: Int { views.count }

    private func buffer(_ index: Int) throws(RasterError) -> ArraySlice<UInt8> {
        if let bytes = loaded[index] { return bytes }
        let buffer = buffers[index], file = buffer.file
        let bytes: ArraySlice<UInt8>
        if let uri = try buffer.text("uri") {
            if URIText.isData(uri) {
                guard let data = URIText.data(uri) else { throw buffer.damaged("uri", "is no valid data URI") }
                bytes = data[...]
            } else {
                do { bytes = try file.companion(uri) { path throws(RasterError) in try HostFile.read(path) }[...] } catch {
                    throw RasterError(error.code, file.name, "needs \(error.subject), which \(error.problem)", remedy: error.remedy)
                }
            }
        } else {
            guard index == 0, let binary = gltf.binary else { throw buffer.damaged("uri", "is missing") }
            bytes = binary
        }
        loadedByteCount += bytes.count
        guard loadedByteCount <= 2 * HostFile.maximumByteCount else {
            throw file.tooLarge("has buffers of more than \(2 * HostFile.maximumByteCount >> 20) MiB")
        }
        loaded[index] = bytes
        return bytes
    }

    /// Returns the part of a buffer that the members `buffer`, `byteOffset` and `byteLength` of `view` describe.
    private func range(of view: GLTFObject) throws(RasterError) -> ArraySlice<UInt8> {
        let index = try view.required("buffer", try view.index("buffer", below: buffers.count, of: "buffers"))
        let offset = try view.integer("byteOffset") ?? 0, length = try view.required("byteLength", try view.integer("byteLength"))
        let bytes = try buffer(index)
        guard offset + length <= bytes.count else {
            throw view.file.damaged("\(view.place) ends at byte \(offset + length), but buffers[\(index)] has \(bytes.count) bytes")
        }
        return bytes[(bytes.startIndex + offset)..<(bytes.startIndex + offset + length)]
    }

    /// Returns the bytes of a buffer view, decompressed if the view is compressed.
    func view(_ index: Int) throws(RasterError) -> ArraySlice<UInt8> {
        if let bytes = decoded[index] { return bytes }
        let view = views[index]
        let bytes: ArraySlice<UInt8>
        if let compressed = try view.extension("EXT_meshopt_compression") {
            let size = try MeshoptDecoder.byteCount(of: compressed)
            decodedByteCount += size
            guard decodedByteCount <= HostFile.maximumByteCount else {
                throw view.file.tooLarge("has compressed buffers of more than \(HostFile.maximumByteCount >> 20) MiB")
            }
            bytes = try MeshoptDecoder.decode(compressed, source: try range(of: compressed))[...]
        } else {
            bytes = try range(of: view)
        }
        decoded[index] = bytes
        return bytes
    }
    /// Returns the mesh whose Draco data are in a view. Each mesh is decompressed only once, even if several primitives name its view.
    func mesh(in view: Int, place: String, _ file: ModelFile) throws(RasterError) -> DracoMesh {
        if let mesh = meshes[view] { return mesh }
        let mesh = try DracoMesh(try self.view(view), place: place, file)
        meshes[view] = mesh
        return mesh
    }
    /// Returns the distance between elements in bytes; nil if the elements are packed.
    func stride(of index: Int) throws(RasterError) -> Int? {
        if let compressed = try views[index].extension("EXT_meshopt_compression") { return try compressed.integer("byteStride", in: 1...256) }
        let stride = try views[index].integer("byteStride", in: 0...1 << 20)
        return stride == 0 ? nil : stride
    }
}
