// GLTFFile: the description and the binary chunk of a glTF file: JSON text (.gltf), or chunks (.glb, glTF 2.0 §4.4).

import Raster

struct GLTFFile {
    /// The whole description.
    let root: GLTFObject
    /// The binary chunk of a .glb file; nil if the file has no such chunk.
    let binary: ArraySlice<UInt8>?

    /// - Throws: `unsupported` for glTF 1.0 and for versions after 2, `invalidModel` for a damaged file.
    init(_ bytes: [UInt8], file: ModelFile) throws(RasterError) {
        let isBinary = bytes.starts(with: Array("glTF".utf8))
        if isBinary {
            let chunks = try GLTFFile.chunks(bytes, file)
            (root, binary) = (try GLTFFile.description(chunks.json, file), chunks.binary)
        } else {
            (root, binary) = (try GLTFFile.description(TextBytes.utf8(bytes)[...], file), nil)
        }
        try requireVersion()
    }

    static func isGLTF1(_ file: ModelFile) -> RasterError { file.unsupported("is glTF 1.0, which is not supported", remedy: "export it as glTF 2.0") }

    private static func description(_ text: ArraySlice<UInt8>, _ file: ModelFile) throws(RasterError) -> GLTFObject {
        let value: JSONValue
        do { value = try JSONValue(parsing: text) } catch { throw file.damaged(error.text) }
        guard case .object(let members) = value else { throw file.damaged("the description is \(value.typeName), not an object") }
        return GLTFObject(members: members, place: "", file: file)
    }
    private func requireVersion() throws(RasterError) {
        guard let asset = try root.object("asset"), asset.members["version"] != nil else {
            throw root.file.damaged("it has no asset.version, so it is no glTF file")
        }
        // Some writers store the version as the number 2.0, and not as a string.
        let version: String
        switch asset.members["version"] {
        case .string(let text)?: version = text
        case .number(let number)?: version = "\(number)"
        default: throw asset.damaged("version", "is no string")
        }
        if version.hasPrefix("1") || version.hasPrefix("0") { throw GLTFFile.isGLTF1(root.file) }
        let minimum = asset.label("minVersion")
        guard version.hasPrefix("2"), minimum.isEmpty || minimum == "2.0" || minimum == "2" else {
            throw root.file.unsupported("is glTF \(minimum.isEmpty ? version.prefix(20) : minimum.prefix(20)), which is not supported",
                                        remedy: "export it as glTF 2.0")
        }
    }

    private static func chunks(_ bytes: [UInt8], _ file: ModelFile) throws(RasterError) -> (json: ArraySlice<UInt8>, binary: ArraySlice<UInt8>?) {
        func word(_ offset: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) } }
        guard bytes.count >= 20 else { throw file.damaged("it ends within its header of 20 bytes") }
        let version = word(4)
        if version == 1 { throw isGLTF1(file) }
        guard version == 2 else { throw file.unsupported("is binary glTF \(version), which is not supported", remedy: "export it as glTF 2.0") }
        let length = word(8)
        guard length <= bytes.count else { throw file.damaged("its header announces \(length) bytes, but it has \(bytes.count)") }
        var json: ArraySlice<UInt8>?, binary: ArraySlice<UInt8>?, start = 12
        while start + 8 <= length {
            let size = word(start), kind = word(start + 4)
            guard size <= length - start - 8 else {
                throw file.damaged("a chunk at byte \(start) announces \(size) bytes, but \(length - start - 8) follow")
            }
            let contents = bytes[(start + 8)..<(start + 8 + size)]
            switch kind {
            case jsonChunk where json == nil: json = contents
            case binaryChunk where binary == nil: binary = contents
            default: break
            }
            start += 8 + size
            // Chunks end at multiples of four bytes. Some writers leave out the padding, and other writers do not count the padding in the
            // chunk's length.
            let aligned = (start + 3) & ~3
            func isChunk(_ at: Int) -> Bool { at + 8 <= length && [jsonChunk, binaryChunk].contains(word(at + 4)) }
            if start != aligned, !isChunk(start), isChunk(aligned) { start = aligned }
        }
        guard let json else { throw file.damaged("it has no chunk with a description") }
        return (json, binary)
    }
    /// The types of the chunks `JSON` and `BIN`.
    private static let jsonChunk = 0x4E4F_534A, binaryChunk = 0x004E_4942
}
