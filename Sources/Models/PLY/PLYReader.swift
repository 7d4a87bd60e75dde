// PLYReader: PLY files, text or binary: vertices with normals, colours and texture coordinates; faces, strips and edges.

import Effects
import Raster

struct PLYReader {
    private let head: PLYHead
    private let file: ModelFile
    private var values: PLYValues
    private var notes = ModelNotes()
    private var vertices: [Model.Vertex] = []
    private var hasNormals = false
    /// `corners`: the vertex indices of all faces. `faces`: the range of each face in `corners`.
    private var corners: [UInt32] = []
    private var faces: [Range<Int>] = []
    /// Texture coordinates for each corner of the faces; empty if the faces have no texture coordinates.
    private var cornerCoordinates: [SIMD2<Float>] = []
    private var hasCornerCoordinates = false
    private var lines: [UInt32] = []
    private var triangles: [UInt32] = []

    static func read(_ bytes: [UInt8], _ file: ModelFile) throws(RasterError) -> Model {
        let head = try PLYHead(bytes, file)
        var reader = PLYReader(head: head, file: file, bytes: bytes)
        for element in head.elements {
            do throws(RasterError) { try reader.read(element) } catch {
                guard reader.isCut(within: element) else { throw error }
                reader.notes.add("the file ends within \(element.name) \(reader.faces.count) of \(element.count), so the others are missing")
                break
            }
        }
        return try reader.model()
    }
    /// Returns whether reading the faces failed because the file ends too early: some faces are complete, and fewer than 16 bytes are left.
    /// If this function returns true, reading stops, and the complete faces are shown.
    private func isCut(within element: PLYHead.Element) -> Bool {
        ["face", "faces"].contains(element.name) && !faces.isEmpty && values.left < 16
    }
    private init(head: PLYHead, file: ModelFile, bytes: [UInt8]) {
        self.head = head; self.file = file
        values = PLYValues(bytes: bytes, position: head.end, format: head.format)
    }

    private mutating func read(_ element: PLYHead.Element) throws(RasterError) {
        switch element.name {
        case "vertex", "vertices", "point": try readVertices(element)
        case "face", "faces": try readFaces(element)
        case "tristrips": try readStrips(element)
        case "edge", "edges": try readEdges(element)
        default:
            if element.count > 0, !element.properties.isEmpty { notes.add("elements of '\(element.name.prefix(40))' are ignored") }
            for i in 0..<(element.properties.isEmpty ? 0 : element.count) {
                values.beginLine()
                for property in element.properties { _ = try list(property, element, i) }
                values.endLine()
            }
        }
    }
    private func ends(_ element: PLYHead.Element, _ index: Int) -> RasterError {
        file.damaged("it ends within \(element.name.prefix(40)) \(index) of \(element.count), or has no number there")
    }
    private mutating func number(_ type: PLYHead.Number, _ element: PLYHead.Element, _ index: Int) throws(RasterError) -> Double {
        guard let value = values.next(type) else { throw ends(element, index) }
        return value
    }
    /// Returns the value of a property: a single number, or the numbers of a list. A list may be missing at the end of a line of text.
    private mutating func list(_ property: PLYHead.Property, _ element: PLYHead.Element, _ index: Int) throws(RasterError) -> [Double] {
        guard let type = property.listCount else { return [try number(property.number, element, index)] }
        if values.isAtLineEnd { return [] }
        let count = try number(type, element, index)
        // In a text file, a number takes at least two bytes.
        let least = head.format == .text ? 2 : property.number.byteCount
        guard count >= 0, count == count.rounded(), count <= Double(values.left / least + 1) else {
            throw file.damaged("\(element.name.prefix(40)) \(index) has a list of \(count) numbers, but \(values.left) bytes are left")
        }
        var result: [Double] = []
        result.reserveCapacity(Int(count))
        for _ in 0..<Int(count) { result.append(try number(property.number, element, index)) }
        return result
    }

    // MARK: Vertices

    private enum Role { case position(Int), normal(Int), coordinate(Int), color(Int, full: Float) }
    private static func role(_ property: PLYHead.Property) -> Role? {
        if property.listCount != nil { return nil }
        let full = property.number.fullColor
        switch property.name {
        case "x": return .position(0)
        case "y": return .position(1)
        case "z": return .position(2)
        case "nx", "normal_x": return .normal(0)
        case "ny", "normal_y": return .normal(1)
        case "nz", "normal_z": return .normal(2)
        case "u", "s", "texture_u", "tx": return .coordinate(0)
        case "v", "t", "texture_v", "ty": return .coordinate(1)
        case "red", "r", "diffuse_red": return .color(0, full: full)
        case "green", "g", "diffuse_green": return .color(1, full: full)
        case "blue", "b", "diffuse_blue": return .color(2, full: full)
        case "alpha", "a", "diffuse_alpha": return .color(3, full: full)
        default: return nil
        }
    }
    private mutating func readVertices(_ element: PLYHead.Element) throws(RasterError) {
        let roles = element.properties.map(Self.role)
        guard (0..<3).allSatisfy({ axis in roles.contains { if case .position(axis)? = $0 { true } else { false } } }) else {
            throw file.damaged("its vertices have no x, y and z")
        }
        try file.requireSize(vertexCount: vertices.count + element.count, indexCount: 0)
        vertices.reserveCapacity(element.count)
        let hasColor = roles.contains { if case .color? = $0 { true } else { false } }
        for i in 0..<element.count {
            values.beginLine()
            var position = SIMD3<Float>.zero, normal = SIMD3<Float>.zero, coordinate = SIMD2<Float>.zero, color = SIMD4<Float>.one
            for (property, role) in zip(element.properties, roles) {
                guard let role else { _ = try list(property, element, i); continue }
                let value = Float(try number(property.number, element, i))
                switch role {
                case .position(let axis): position[axis] = value
                case .normal(let axis): normal[axis] = value
                case .coordinate(let axis): coordinate[axis] = value.isFinite ? value : 0
                case .color(let channel, let full): color[channel] = value / full
                }
            }
            values.endLine()
            vertices.append(Model.Vertex(position: position, normal: normal.normalized, u: coordinate.x, v: coordinate.y,
                                         color: hasColor ? Model.Vertex.color(color) : SIMD4(repeating: .max)))
        }
        hasNormals = (0..<3).allSatisfy { axis in roles.contains { if case .normal(axis)? = $0 { true } else { false } } }
    }

    // MARK: Faces, strips, edges

    private mutating func readFaces(_ element: PLYHead.Element) throws(RasterError) {
        for i in 0..<(element.properties.isEmpty ? 0 : element.count) {
            values.beginLine()
            var numbers: [Double] = [], coordinates: [Double] = []
            for property in element.properties {
                switch property.name {
                case "vertex_indices" where property.listCount != nil, "vertex_index" where property.listCount != nil: numbers = try list(property, element, i)
                case "texcoord" where property.listCount != nil: coordinates = try list(property, element, i)
                case "red", "green", "blue":
                    notes.add("colours of faces are ignored")
                    _ = try list(property, element, i)
                default: _ = try list(property, element, i)
                }
            }
            values.endLine()
            let start = corners.count
            for number in numbers { corners.append(UInt32(exactly: number) ?? .max) }
            try file.requireSize(vertexCount: 0, indexCount: corners.count)
            faces.append(start..<corners.count)
            let isFull = coordinates.count == numbers.count * 2 && !coordinates.isEmpty
            hasCornerCoordinates = hasCornerCoordinates || isFull
            for k in numbers.indices {
                cornerCoordinates.append(isFull ? SIMD2(Float(coordinates[2 * k]), Float(coordinates[2 * k + 1])) : .zero)
            }
        }
    }
    /// Reads triangle strips. One list holds all strips; after each strip, the list has the number −1.
    private mutating func readStrips(_ element: PLYHead.Element) throws(RasterError) {
        for i in 0..<(element.properties.isEmpty ? 0 : element.count) {
            values.beginLine()
            for property in element.properties {
                let numbers = try list(property, element, i)
                guard property.name == "vertex_indices" || property.name == "vertex_index" else { continue }
                for strip in numbers.split(separator: -1) {
                    triangles += PrimitiveShape(mode: 5).list(strip.map { UInt32(exactly: $0) ?? .max })
                    try file.requireSize(vertexCount: 0, indexCount: triangles.count)
                }
            }
            values.endLine()
        }
    }
    private mutating func readEdges(_ element: PLYHead.Element) throws(RasterError) {
        for i in 0..<(element.properties.isEmpty ? 0 : element.count) {
            values.beginLine()
            var ends: [UInt32] = []
            for property in element.properties {
                let numbers = try list(property, element, i)
                if property.name == "vertex1" || property.name == "vertex2", let number = numbers.first { ends.append(UInt32(exactly: number) ?? .max) }
            }
            values.endLine()
            if ends.count == 2 { lines += ends }
            try file.requireSize(vertexCount: 0, indexCount: lines.count)
        }
    }

    // MARK: The model

    private mutating func model() throws(RasterError) -> Model {
        guard !vertices.isEmpty else { throw file.empty("contains no vertices", remedy: "export it with a mesh") }
        for list in [corners, lines, triangles] {
            if let wrong = list.first(where: { $0 >= vertices.count }) {
                throw file.damaged("it names vertex \(wrong == .max ? "that is no whole number" : "\(wrong)"), but there are \(vertices.count)")
            }
        }
        var material = Model.Material.plain, images: [Image] = []
        if let name = head.textureFile {
            do {
                images = [try file.companion(name) { path throws(RasterError) in try Image.read(from: path) }]
                material.textures[.baseColor] = MaterialTexture(0)
            } catch { notes.add("the model lacks its texture: \(error)") }
        }
        var primitives: [Model.Primitive] = []
        let isPlaced = vertices.allSatisfy(\.isPlaced)
        if let surface = try surface() { primitives.append(surface) }
        if !lines.isEmpty { primitives.append(Model.Primitive(topology: .lines, vertices: vertices, indices: lines, material: 0)) }
        // A file with vertices and without faces, strips and edges is a cloud of points: each vertex becomes a point.
        if primitives.isEmpty {
            primitives = [Model.Primitive(topology: .points, vertices: vertices, indices: Array(0..<UInt32(vertices.count)), material: 0)]
        }
        if !isPlaced {
            for i in primitives.indices { primitives[i].leaveOutUnplaced(&notes) }
            primitives.removeAll(where: \.indices.isEmpty)
            guard !primitives.isEmpty else { throw file.empty("contains no vertex whose position is a number", remedy: "export it again") }
        }
        var model = Model(meshes: [Model.Mesh(primitives: primitives)], materials: [material], images: images)
        model.warnings = notes.warnings
        return model
    }
    private func surface() throws(RasterError) -> Model.Primitive? {
        // `indices`: the three vertices of each triangle. `places`: for each triangle of a face, the corners as indices in
        // `corners`, if corners have texture coordinates.
        var indices = triangles, places: [Int] = []
        for face in faces where face.count >= 3 {
            let first = face.lowerBound
            Polygon.triangulate(face.map { vertices[Int(corners[$0])].position }) { a, b, c in
                for k in [a, b, c] {
                    indices.append(corners[first + k])
                    if hasCornerCoordinates { places.append(first + k) }
                }
            }
            try file.requireSize(vertexCount: 0, indexCount: indices.count)
        }
        if indices.isEmpty { return nil }
        var primitive = Model.Primitive(vertices: vertices, indices: indices, material: 0)
        if hasCornerCoordinates {
            try file.requireSize(vertexCount: indices.count, indexCount: indices.count)
            var expanded = indices.map { vertices[Int($0)] }
            for (i, place) in places.enumerated() {
                (expanded[triangles.count + i].u, expanded[triangles.count + i].v) = (cornerCoordinates[place].x, cornerCoordinates[place].y)
            }
            primitive.share(expanded)
        }
        if hasNormals {
            primitive.normalizeNormals()
        } else {
            try file.requireSize(vertexCount: indices.count, indexCount: indices.count)
            primitive.makeSmooth()
        }
        return primitive
    }
}

/// The numbers after the header, one after another.
private struct PLYValues {
    private let bytes: [UInt8]
    private var text: TextReader
    private var position: Int
    private let format: PLYHead.Format

    init(bytes: [UInt8], position: Int, format: PLYHead.Format) {
        self.bytes = bytes; self.position = position; self.format = format
        // If lines end with CR alone, each CR is replaced by LF.
        let hasLF = format != .text || bytes[position...].contains(10)
        text = TextReader(hasLF ? bytes[position...] : bytes[position...].map { $0 == 13 ? 10 : $0 }[...])
    }
    /// Whether the current line of a text file has no further number. In binary files, line ends have no meaning.
    var isAtLineEnd: Bool {
        mutating get { format == .text && text.skipBlanks() && text.bytes[text.position] == 10 }
    }
    /// Skips blank lines. `beginLine` is called before each row, and has an effect only in a text file.
    mutating func beginLine() { if format == .text { text.skipSpace() } }
    /// Skips the rest of a text file's line, because some writers give more numbers than the header announces. `endLine` is called after
    /// each row.
    mutating func endLine() { if format == .text { text.skipLine() } }
    /// The number of bytes that are left.
    var left: Int { format == .text ? text.bytes.endIndex - text.position : bytes.count - position }

    /// Returns the next number; nil if the file ends, or if the next word is not a number.
    mutating func next(_ type: PLYHead.Number) -> Double? {
        if format == .text {
            text.skipSpace()
            return text.number()
        }
        guard position + type.byteCount <= bytes.count else { return nil }
        defer { position += type.byteCount }
        let isBig = format == .bigEndian
        return bytes.withUnsafeBytes { source in
            func load<Value: FixedWidthInteger>(_ type: Value.Type) -> Value {
                let value = source.loadUnaligned(fromByteOffset: position, as: type)
                return isBig ? value.byteSwapped : value
            }
            return switch type {
            case .int8: Double(load(Int8.self))
            case .uint8: Double(load(UInt8.self))
            case .int16: Double(load(Int16.self))
            case .uint16: Double(load(UInt16.self))
            case .int32: Double(load(Int32.self))
            case .uint32: Double(load(UInt32.self))
            case .float32: Double(Float(bitPattern: load(UInt32.self)))
            case .float64: Double(bitPattern: load(UInt64.self))
            }
        }
    }
}
