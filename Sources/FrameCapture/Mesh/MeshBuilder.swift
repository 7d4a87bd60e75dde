import Raster

/// Writes a draw, instance by instance, as the text of a Wavefront OBJ file.
struct MeshBuilder {
    private let stage: MeshStage, space: MeshSpace
    private let viewport: Viewport
    private let name: String
    /// For the position, the normal and the texture coordinate: the index in `DrawMesh.attributes` of the attribute that holds the
    /// value; nil if no attribute holds the value.
    private let position: Int?, normal: Int?, coordinate: Int?
    private let attributes: [DrawMesh.Attribute]
    private var text: String
    private var positions: [SIMD4<Float>] = [], corners: [[Int]] = [], oddVertexCount = 0
    private let omitted: [String]

    init(_ call: DrawCall, _ draw: CapturedDraw, _ stage: MeshStage, _ space: MeshSpace, _ wanted: MeshAttributes) throws {
        self.stage = stage; self.space = space; viewport = call.viewport
        let attributes = DrawMesh.attributes(of: call.pipeline)
        self.attributes = attributes
        name = draw.label.isEmpty ? "draw\(draw.number)" : String(draw.label.map { $0.isWhitespace || $0.isNewline ? "_" : $0 })
        func find(_ name: String?, _ words: [String]) throws -> Int? {
            if let name {
                guard let index = attributes.firstIndex(where: { $0.name == name }) else {
                    throw RasterError(.invalidArgument, "attribute '\(name)'", "is not read by draw @\(draw.number)",
                                      remedy: attributes.isEmpty ? "it reads none" : "use \(attributes.map(\.name).joined(separator: ", "))")
                }
                return index
            }
            return words.lazy.compactMap { word in attributes.firstIndex { $0.name.lowercased().contains(word) } }.first
        }
        if stage == .in {
            guard let position = try find(wanted.position, ["position", "pos", "vertex"])
                  ?? attributes.firstIndex(where: { $0.type == .float && $0.componentCount > 1 }) else {
                throw RasterError(.invalidArgument, "the mesh of draw @\(draw.number)", "has no attribute that could be a position",
                                  remedy: attributes.isEmpty ? "its shader makes the vertices: use the stage out" : "name one of \(attributes.map(\.name).joined(separator: ", "))")
            }
            self.position = position
            normal = try find(wanted.normal, ["normal"]).flatMap { $0 == position ? nil : $0 }
            coordinate = try find(wanted.textureCoordinate, ["texcoord", "texture", "uv"]).flatMap { $0 == position ? nil : $0 }
        } else {
            position = nil; normal = nil; coordinate = nil
        }
        let used = [position, normal, coordinate]
        omitted = stage == .in ? attributes.indices.filter { !used.contains($0) }.map { attributes[$0].name } : []
        text = "# draw @\(draw.number), \(stage == .in ? "attributes" : "\(space.rawValue) space after the vertex shader")\n"
    }

    mutating func add(_ mesh: DrawMesh, instances: Int) {
        let vertexCount = positions.count
        text += "o \(name)\(instances > 1 ? ".\(mesh.instance)" : "")\n"
        for index in mesh.vertices.indices {
            if let position {
                let values = numbers(mesh.inputs[position][index], attributes[position])
                // OBJ readers expect exactly three coordinates.
                write("v", values.count < 3 ? values + [Float](repeating: 0, count: 3 - values.count) : Array(values.prefix(3)))
            } else {
                write("v", placed(mesh.positions[index]))
            }
        }
        if let coordinate { for bits in mesh.inputs[coordinate] { write("vt", numbers(bits, attributes[coordinate])) } }
        if let normal {
            for bits in mesh.inputs[normal] {
                let values = numbers(bits, attributes[normal])
                write("vn", values.count < 3 ? values + [Float](repeating: 0, count: 3 - values.count) : Array(values.prefix(3)))
            }
        }
        for corners in mesh.primitives {
            self.corners.append(corners.map { vertexCount + $0 })
            text += corners.count == 3 ? "f" : corners.count == 2 ? "l" : "p"
            for corner in corners {
                // In OBJ, vertex numbers start at 1 and count through the whole file.
                let number = vertexCount + corner + 1
                text += " \(number)"
                switch (coordinate != nil, normal != nil, corners.count) {
                case (true, true, 3): text += "/\(number)/\(number)"
                case (false, true, 3): text += "//\(number)"
                case (true, _, 2...3): text += "/\(number)"
                default: break
                }
            }
            text += "\n"
        }
    }
    var export: MeshExport {
        MeshExport(obj: text, positions: positions, corners: corners, omittedAttributes: omitted, oddVertexCount: oddVertexCount)
    }

    private func placed(_ p: SIMD4<Float>) -> [Float] {
        switch space {
        case .clip: return [p.x, p.y, p.z, p.w]
        case .ndc: return [p.x / p.w, p.y / p.w, p.z / p.w]
        case .window:
            let near = min(max(viewport.depthNear, 0), 1), far = min(max(viewport.depthFar, 0), 1)
            return [viewport.x + (p.x / p.w + 1) * viewport.width / 2, viewport.y + (p.y / p.w + 1) * viewport.height / 2,
                    (far - near) / 2 * (p.z / p.w) + (near + far) / 2]
        }
    }
    private func numbers(_ bits: SIMD4<UInt32>, _ attribute: DrawMesh.Attribute) -> [Float] {
        (0..<min(attribute.componentCount, 4)).map { k in
            switch attribute.type {
            case .float: Float(bitPattern: bits[k])
            case .int: Float(Int32(bitPattern: bits[k]))
            default: Float(bits[k])
            }
        }
    }
    private mutating func write(_ word: String, _ values: [Float]) {
        if word == "v" {
            if !values.allSatisfy(\.isFinite) { oddVertexCount += 1 }
            positions.append(SIMD4(values[0], values[1], values[2], values.count > 3 ? values[3] : 1))
        }
        text += word
        // Swift's shortest text for a float is read back as the same float.
        for value in values { text += " \(value.shown)" }
        text += "\n"
    }
}
