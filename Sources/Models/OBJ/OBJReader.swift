// OBJReader: Wavefront OBJ files. Statements may come in any order, so the reader first keeps the indices of all faces, and makes meshes
// from these indices at the end.

import Raster

struct OBJReader {
    /// The indices of a corner's position, texture coordinates and normal, from 0. An index is −1 if the corner does not have this value.
    struct Corner: Hashable {
        var position: Int32, coordinate: Int32, normal: Int32
    }
    /// A face, a polyline or points: a range of `corners`.
    private struct Shape {
        var topology: Model.Topology
        var start: Int
        var count: Int
        var material: Int
        var line: Int
    }
    private let file: ModelFile
    private var notes = ModelNotes()
    private var positions: [SIMD3<Float>] = []
    private var colors: [SIMD3<Float>] = []
    private var coordinates: [SIMD2<Float>] = []
    private var normals: [SIMD3<Float>] = []
    private var corners: [Corner] = []
    private var shapes: [Shape] = []
    /// The objects: for each object, its name and the index of its first shape.
    private var objects: [(name: String, firstShape: Int)] = [("", 0)]
    private var materialNames: [String: Int] = [:]
    private var libraries: [String] = []
    private var unknown = UnknownWords()

    static func read(_ bytes: [UInt8], _ file: ModelFile) throws(RasterError) -> Model {
        var reader = OBJReader(file: file)
        try reader.readStatements(TextBytes.utf8(bytes))
        return try reader.model()
    }
    private init(file: ModelFile) { self.file = file }

    // MARK: Statements

    private static let freeform: Set<String> = ["vp", "cstype", "deg", "bmat", "step", "curv", "curv2", "surf", "parm", "trim", "hole", "scrv", "sp", "end",
                                                "con", "ctech", "stech"]
    /// The keywords of groups and of display settings, which are ignored without a warning.
    private static let silent: Set<String> = ["g", "s", "mg", "bevel", "c_interp", "d_interp", "lod", "shadow_obj", "trace_obj", "usemap", "maplib"]

    private mutating func readStatements(_ bytes: [UInt8]) throws(RasterError) {
        var lines = TextLines(bytes), material = -1
        while let line = lines.next() {
            var words = TextReader(line)
            let word = words.word()
            guard let first = word.first, first != UInt8(ascii: "#") else { continue }
            // Nearly all lines are vertices and faces. The reader recognises these lines by their bytes, because making a string for each
            // line would take longer.
            switch (first, word.count > 1 ? word[word.startIndex + 1] : 0, word.count) {
            case (UInt8(ascii: "v"), _, 1): try vertex(&words, lines.number)
            case (UInt8(ascii: "v"), UInt8(ascii: "t"), 2):
                let u = try number(&words, lines.number), v = words.number()
                coordinates.append(SIMD2(u.isFinite ? u : 0, v.map { $0.isFinite ? Float($0) : 0 } ?? 0))
            case (UInt8(ascii: "v"), UInt8(ascii: "n"), 2):
                normals.append(SIMD3(try number(&words, lines.number), try number(&words, lines.number), try number(&words, lines.number)))
            case (UInt8(ascii: "f"), _, 1), (UInt8(ascii: "f"), UInt8(ascii: "o"), 2): try shape(.triangles, &words, material, lines.number)
            case (UInt8(ascii: "l"), _, 1): try shape(.lines, &words, material, lines.number)
            case (UInt8(ascii: "p"), _, 1): try shape(.points, &words, material, lines.number)
            default:
                let word = String(decoding: word, as: UTF8.self)
                switch word {
                case "o": objects.append((words.rest(), shapes.count))
                case "usemtl":
                    let name = words.rest()
                    material = materialNames[name] ?? materialNames.count
                    materialNames[name] = material
                case "mtllib":
                    let name = words.rest()
                    if !libraries.contains(name), libraries.count < 100 { libraries.append(name) }
                case _ where Self.silent.contains(word): break
                case _ where Self.freeform.contains(word): notes.add("curves and freeform surfaces are left out")
                default: unknown.add(word)
                }
            }
        }
    }
    private mutating func number(_ words: inout TextReader, _ line: Int) throws(RasterError) -> Float {
        let word = words.word()
        if let value = Decimal.number(word) { return Float(value) }
        guard !word.isEmpty else { throw file.damaged("line \(line) lacks a number") }
        let problem = "line \(line) has '\(String(decoding: word.prefix(20), as: UTF8.self))' in place of a number"
        guard let value = Decimal.numberBeforeExponent(word) else { throw file.damaged(problem) }
        notes.add("\(problem); the number is read without its exponent")
        return Float(value)
    }
    private mutating func vertex(_ words: inout TextReader, _ line: Int) throws(RasterError) {
        let position = SIMD3(try number(&words, line), try number(&words, line), try number(&words, line))
        positions.append(position)
        try file.requireSize(vertexCount: positions.count, indexCount: 0)
        // Three further numbers after the position are a colour. A single further number is a weight for curves. After the weight, a colour
        // may follow.
        var more: [Float] = []
        while more.count < 4, let value = words.number() { more.append(value.isFinite ? Float(value) : 0) }
        if more.count >= 3 {
            if colors.isEmpty { colors = [SIMD3<Float>](repeating: .one, count: positions.count - 1) }
            let color = more.suffix(3)
            colors.append(SIMD3(color[color.startIndex], color[color.startIndex + 1], color[color.startIndex + 2]))
        } else if !colors.isEmpty {
            colors.append(.one)
        }
    }

    private mutating func shape(_ topology: Model.Topology, _ words: inout TextReader, _ material: Int, _ line: Int) throws(RasterError) {
        let start = corners.count
        while words.skipBlanks() {
            let word = words.word()
            // The rest of the line may be a comment.
            if word.first == UInt8(ascii: "#") { break }
            corners.append(try corner(word, line))
            try file.requireSize(vertexCount: 0, indexCount: corners.count)
        }
        let count = corners.count - start
        guard count > 0 else { return }
        // A face of one or two corners is a point or a line.
        let topology: Model.Topology = topology == .triangles && count < 3 ? (count == 1 ? .points : .lines) : topology
        if topology == .lines && count == 1 { return notes.add("lines with one corner are left out") }
        shapes.append(Shape(topology: topology, start: start, count: count, material: material, line: line))
    }
    /// Reads `7`, `7/1`, `7//3` or `7/1/3`. A negative number counts backwards from the last element that has been read.
    private func corner(_ word: ArraySlice<UInt8>, _ line: Int) throws(RasterError) -> Corner {
        var values: (Int32, Int32, Int32) = (-1, -1, -1), part = 0, at = word.startIndex
        while at < word.endIndex {
            var isNegative = false, value = 0, hasDigits = false
            if word[at] == UInt8(ascii: "-") { isNegative = true; at += 1 }
            while at < word.endIndex, word[at] >= 48, word[at] <= 57 {
                value = min(value * 10 + Int(word[at] - 48), 1 << 40)
                hasDigits = true
                at += 1
            }
            if hasDigits {
                let count = part == 0 ? positions.count : part == 1 ? coordinates.count : normals.count
                let index = isNegative ? count - value : value - 1
                guard value > 0, index >= 0, index < Int(Int32.max) else { throw wrong(word, line) }
                switch part {
                case 0: values.0 = Int32(index)
                case 1: values.1 = Int32(index)
                default: values.2 = Int32(index)
                }
            } else if part == 0 || isNegative {
                throw wrong(word, line)
            }
            if at < word.endIndex {
                guard word[at] == UInt8(ascii: "/"), part < 2 else { throw wrong(word, line) }
                at += 1
                part += 1
            }
        }
        return Corner(position: values.0, coordinate: values.1, normal: values.2)
    }
    private func wrong(_ word: ArraySlice<UInt8>, _ line: Int) -> RasterError {
        file.damaged("line \(line) has the corner '\(String(decoding: word.prefix(40), as: UTF8.self))'")
    }

    // MARK: Meshes

    private mutating func model() throws(RasterError) -> Model {
        guard !positions.isEmpty else { throw file.empty("contains no vertices", remedy: "check that it is an OBJ file") }
        unknown.tell(of: "the file", in: &notes)
        // A file that has vertices but no shapes is a cloud of points: each vertex becomes a point.
        if shapes.isEmpty {
            corners = (0..<Int32(positions.count)).map { Corner(position: $0, coordinate: -1, normal: -1) }
            shapes = [Shape(topology: .points, start: 0, count: corners.count, material: -1, line: 0)]
        }
        try checkCorners()
        // Some files have colours of 0…255 instead of 0…1.
        if colors.contains(where: { $0.max() > 1 }) { for i in colors.indices { colors[i] /= 255 } }

        var library = MTLReader(file: file)
        for name in libraries { library.read(name) }
        var materials: [Model.Material] = [], materialOf: [Int: Int] = [:]
        func material(_ index: Int, _ library: inout MTLReader, _ names: [Int: String], _ notes: inout ModelNotes) -> Int {
            if let known = materialOf[index] { return known }
            var material = Model.Material.plain
            if let name = names[index] {
                if let found = library.materials[name] { material = found } else {
                    material.name = name
                    notes.add(library.hasRead, "the material '\(name.prefix(80))' is not in the file's libraries")
                }
            }
            materialOf[index] = materials.count
            materials.append(material)
            return materials.count - 1
        }
        let names = Dictionary(uniqueKeysWithValues: materialNames.map { ($1, $0) })

        var meshes: [Model.Mesh] = []
        for (index, object) in objects.enumerated() {
            let end = index + 1 < objects.count ? objects[index + 1].firstShape : shapes.count
            var mesh = Model.Mesh(name: object.name, primitives: [])
            struct Key: Hashable { var material: Int, topology: Model.Topology }
            var order: [Key] = [], members: [Key: [Int]] = [:]
            for i in object.firstShape..<end {
                let key = Key(material: shapes[i].material, topology: shapes[i].topology)
                if members[key] == nil { order.append(key) }
                members[key, default: []].append(i)
            }
            for key in order {
                let material = material(key.material, &library, names, &notes)
                if let primitive = try primitive(key.topology, members[key] ?? [], material: material) { mesh.primitives.append(primitive) }
            }
            if !mesh.primitives.isEmpty { meshes.append(mesh) }
        }
        guard !meshes.isEmpty else { throw file.empty("contains no face, line or point whose position is a number", remedy: "export it again") }
        var model = Model(meshes: meshes, materials: materials, images: library.images)
        model.warnings = notes.warnings + library.notes.warnings
        return model
    }

    /// Throws if a corner names a missing vertex. If a corner names texture coordinates or a normal that the file lacks, the index in the
    /// corner becomes −1, and a warning says so.
    private mutating func checkCorners() throws(RasterError) {
        for shape in shapes {
            for i in shape.start..<(shape.start + shape.count) {
                let corner = corners[i]
                guard corner.position < positions.count else {
                    throw file.damaged("line \(shape.line) names vertex \(corner.position + 1), but the file has \(positions.count)")
                }
                if corner.coordinate >= coordinates.count {
                    corners[i].coordinate = -1
                    notes.add("faces name texture coordinates that the file does not have; they count as 0")
                }
                if corner.normal >= normals.count {
                    corners[i].normal = -1
                    notes.add("faces name normals that the file does not have; they are computed")
                }
            }
        }
    }

    private mutating func primitive(_ topology: Model.Topology, _ members: [Int], material: Int) throws(RasterError) -> Model.Primitive? {
        let cornerCount = members.reduce(0) { $0 + shapes[$1].count }
        var vertices: [Model.Vertex] = [], indices: [UInt32] = [], known = [Corner: UInt32](minimumCapacity: min(cornerCount / 4, 1 << 20))
        var lacksNormals = false, hasNormals = false
        func vertex(_ corner: Corner) -> UInt32 {
            if let index = known[corner] { return index }
            let place = Int(corner.position)
            var vertex = Model.Vertex(position: positions[place])
            if corner.normal >= 0 { vertex.normal = normals[Int(corner.normal)]; hasNormals = true } else { lacksNormals = true }
            if corner.coordinate >= 0 { (vertex.u, vertex.v) = (coordinates[Int(corner.coordinate)].x, coordinates[Int(corner.coordinate)].y) }
            if !colors.isEmpty { vertex.color = Model.Vertex.color(SIMD4(colors[place], 1)) }
            let index = UInt32(vertices.count)
            known[corner] = index
            vertices.append(vertex)
            return index
        }
        for member in members {
            let shape = shapes[member], own = corners[shape.start..<(shape.start + shape.count)]
            switch topology {
            case .points: indices += own.map(vertex)
            case .lines: for i in own.indices.dropFirst() { indices += [vertex(own[i - 1]), vertex(own[i])] }
            case .triangles:
                if shape.count == 3 {
                    for corner in own { indices.append(vertex(corner)) }
                } else {
                    let numbers = own.map(vertex)
                    Polygon.triangulate(own.map { positions[Int($0.position)] }) { indices += [numbers[$0], numbers[$1], numbers[$2]] }
                }
            }
            try file.requireSize(vertexCount: 0, indexCount: indices.count)
        }
        var primitive = Model.Primitive(topology: topology, vertices: vertices, indices: indices, material: material)
        primitive.leaveOutUnplaced(&notes)
        if primitive.indices.isEmpty { return nil }
        if topology == .triangles {
            try file.requireSize(vertexCount: indices.count, indexCount: indices.count)
            if lacksNormals && !hasNormals { primitive.makeSmooth() } else { primitive.normalizeNormals() }
        }
        return primitive
    }
}

extension Model.Material {
    /// The material for files without materials: white and matte.
    static var plain: Model.Material {
        var material = Model.Material()
        material.metallic = 0
        material.roughness = 0.8
        return material
    }
}
