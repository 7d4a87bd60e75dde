// STLReader: triangles in STL files, text or binary.

import Raster

struct STLReader {
    private let bytes: [UInt8]
    private let file: ModelFile
    private var solids: [(name: String, corners: [Model.Vertex])] = []

    static func read(_ bytes: [UInt8], _ file: ModelFile) throws(RasterError) -> Model {
        var reader = STLReader(bytes: bytes, file: file)
        if bytes.isEmpty { throw file.damaged("it is empty") }
        if reader.isText { try reader.readText() } else { try reader.readBinary() }
        return try reader.model()
    }
    private init(bytes: [UInt8], file: ModelFile) { self.bytes = bytes; self.file = file }

    /// Whether the file is a text file. A text file begins with `solid`, but some binary files begin with this word, too. If the size of
    /// the file fits the number of triangles, or if the first 512 bytes are not a text, a file that begins with `solid` is binary.
    private var isText: Bool {
        let text = TextBytes.utf8(Array(bytes.prefix(512)))
        guard text.drop(while: { $0 <= 32 }).prefix(5).map({ $0 | 32 }).elementsEqual("solid".utf8) else {
            // The file does not begin with `solid`. If the file is too short for a binary file and contains only text, the file is a
            // damaged text file.
            return bytes.count < 84 ? text.allSatisfy { $0 >= 9 && $0 < 127 } : false
        }
        if bytes.count >= 84, bytes.count == 84 + 50 * Int(word(80)) { return false }
        return text.allSatisfy { $0 >= 32 && $0 != 127 || (9...13).contains($0) }
    }
    private func word(_ offset: Int) -> UInt32 { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) } }
    private func half(_ offset: Int) -> UInt16 { bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt16.self) } }

    // MARK: Binary

    /// Reads a binary file: 80 bytes of any text, a count, and 50 bytes for each triangle (normal, corners, colour). Further bytes may follow.
    private mutating func readBinary() throws(RasterError) {
        guard bytes.count >= 84 else { throw file.damaged("it has \(bytes.count) bytes, but a binary STL file has 84 before its first triangle") }
        let count = Int(word(80)), room = (bytes.count - 84) / 50
        guard count <= room else {
            throw file.damaged("its header announces \(count) triangles, but its \(bytes.count) bytes have room for \(room)")
        }
        try file.requireSize(vertexCount: count * 3, indexCount: count * 3)
        var corners: [Model.Vertex] = []
        corners.reserveCapacity(count * 3)
        // The application Magics writes a colour for the whole object into the header, and stores the red of a triangle in the low bits of
        // the triangle's colour. Other applications store the blue of a triangle in the low bits of the triangle's colour.
        let mark = Array("COLOR=".utf8), whole = (0...(80 - 10)).first { bytes[$0..<($0 + 6)].elementsEqual(mark) }
        let wholeColor = whole.map { SIMD4(Float(bytes[$0 + 6]), Float(bytes[$0 + 7]), Float(bytes[$0 + 8]), 255) / 255 }
        for triangle in 0..<count {
            let start = 84 + 50 * triangle
            func vector(_ offset: Int) -> SIMD3<Float> {
                SIMD3(Float(bitPattern: word(start + offset)), Float(bitPattern: word(start + offset + 4)), Float(bitPattern: word(start + offset + 8)))
            }
            let attribute = half(start + 48)
            let low = Float(attribute & 31) / 31, middle = Float(attribute >> 5 & 31) / 31, high = Float(attribute >> 10 & 31) / 31
            let color: SIMD4<Float> = if let wholeColor { attribute & 0x8000 == 0 ? SIMD4(low, middle, high, 1) : wholeColor } else {
                attribute & 0x8000 != 0 ? SIMD4(high, middle, low, 1) : .one
            }
            for k in 1...3 { corners.append(Model.Vertex(position: vector(12 * k), normal: vector(0).normalized, color: Model.Vertex.color(color))) }
        }
        solids = [("", corners)]
    }
    // MARK: Text

    private mutating func readText() throws(RasterError) {
        let text = TextBytes.utf8(bytes)
        var lines = TextLines(text), normal = SIMD3<Float>.zero, pending: [Model.Vertex] = [], isInFacet = false
        while let line = lines.next() {
            var words = TextReader(line)
            // One line may contain several statements, so the loop reads statements until the line ends.
            while words.skipBlanks() {
                let word = String(decoding: words.word().prefix(16), as: UTF8.self).lowercased()
                func vector(_ words: inout TextReader) throws(RasterError) -> SIMD3<Float> {
                    guard let x = words.number(), let y = words.number(), let z = words.number() else {
                        throw file.damaged("line \(lines.number) does not have three numbers after '\(word)'")
                    }
                    return SIMD3(Float(x), Float(y), Float(z))
                }
                switch word {
                case "solid": solids.append((words.rest(), []))
                case "endsolid": _ = words.rest()
                case "facet":
                    if isInFacet { throw file.damaged("line \(lines.number) begins a facet within a facet") }
                    isInFacet = true
                    let before = words
                    normal = .zero
                    let hasNormal = String(decoding: words.word(), as: UTF8.self).lowercased() == "normal"
                    if hasNormal { normal = (try? vector(&words)) ?? .zero } else { words = before }
                case "outer", "loop", "endloop": break
                case "vertex":
                    guard isInFacet else { throw file.damaged("line \(lines.number) has a vertex outside of a facet") }
                    pending.append(Model.Vertex(position: try vector(&words), normal: normal.normalized))
                case "endfacet":
                    guard pending.count >= 3, !solids.isEmpty else { throw file.damaged("line \(lines.number) ends a facet of \(pending.count) vertices") }
                    let corners = pending
                    Polygon.triangulate(corners.map(\.position)) { solids[solids.count - 1].corners += [corners[$0], corners[$1], corners[$2]] }
                    try file.requireSize(vertexCount: solids[solids.count - 1].corners.count, indexCount: 0)
                    pending = []
                    isInFacet = false
                // Some writers give colours or comments, which begin with these words.
                case "color", "#": _ = words.rest()
                default: throw file.damaged("line \(lines.number) has the unknown word '\(word)'")
                }
            }
        }
        if isInFacet { throw file.damaged("it ends within a facet") }
    }

    private func model() throws(RasterError) -> Model {
        let full = solids.filter { !$0.corners.isEmpty }
        guard !full.isEmpty else { throw file.empty("contains no triangles", remedy: "export it with faces") }
        let total = full.reduce(0) { $0 + $1.corners.count }
        try file.requireSize(vertexCount: total, indexCount: total)
        var notes = ModelNotes(), meshes: [Model.Mesh] = []
        for solid in full {
            var primitive = Model.Primitive(vertices: solid.corners, indices: Array(0..<UInt32(solid.corners.count)), material: 0)
            primitive.share(primitive.vertices)
            primitive.leaveOutUnplaced(&notes)
            if primitive.indices.isEmpty { continue }
            if solid.corners.contains(where: { $0.normal != .zero }) { primitive.normalizeNormals() } else { primitive.makeSmooth() }
            meshes.append(Model.Mesh(name: solid.name, primitives: [primitive]))
        }
        guard !meshes.isEmpty else { throw file.empty("contains no triangle whose position is a number", remedy: "export it again") }
        var model = Model(meshes: meshes, materials: [.plain])
        model.warnings = notes.warnings
        return model
    }
}
