// Reads small files of each format that other programs can read too, and compares the models with the known contents.

import Effects
import Foundation
import Models
import Raster
import TestSupport
import Testing

private func load(_ text: String, _ name: String) throws -> Model {
    let folder = try TemporaryFolder()
    return try Model(contentsOf: folder.write(text, name))
}
private func problem(_ text: String, _ name: String) throws -> String {
    do { _ = try load(text, name); return "loaded" } catch let error as RasterError { return error.problem }
}

@Suite("OBJ, PLY and STL as programs write them") struct FormatTests {
    @Test("OBJ: faces before vertices, negative indices, missing coordinates, line ends of all systems, UTF-16") func objForms() throws {
        let square = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n", expected = twoTriangles
        #expect(triangles(try load("f 1 2 3 4\n" + square, "a.obj")) == expected)
        #expect(triangles(try load(square + "f -4 -3 -2 -1\n", "b.obj")) == expected)
        #expect(triangles(try load((square + "f 1 2 3 4\n").replacing("\n", with: "\r"), "c.obj")) == expected)
        #expect(triangles(try load((square + "f 1 2 3 \\\n 4 # four\n").replacing("\n", with: "\r\n"), "d.obj")) == expected)
        let missing = try load(square + "f 1/1 2/2 3/3 4/4\n", "e.obj")
        #expect(triangles(missing) == expected)
        #expect(missing.warnings == ["faces name texture coordinates that the file does not have; they count as 0"])
        let folder = try TemporaryFolder()
        for isLittle in [true, false] {
            let units = Array((square + "f 1 2 3 4\n").utf16)
            let bytes = ([0xFEFF] + units).flatMap { isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
            #expect(triangles(try Model(contentsOf: folder.write(bytes, "wide.obj"))) == expected)
        }
        #expect(try problem(square + "f 1 2 9\n", "f.obj") == "is damaged: line 5 names vertex 9, but the file has 4")
        #expect(try problem(square + "f 1 2 0\n", "g.obj") == "is damaged: line 5 has the corner '0'")
        #expect(try problem(square + "f 1 2 -9\n", "h.obj") == "is damaged: line 5 has the corner '-9'")
        #expect(try problem("v 1 two 3\n", "i.obj") == "is damaged: line 1 has 'two' in place of a number")
        let hole = try load(square + "v nan 0 inf\nf 1 2 3\nf 1 2 5\n", "k.obj")
        #expect(hole.triangleCount == 1 && hole.maximum == SIMD3(1, 1, 0) && hole.warnings == ["vertices whose position is not a number are left out"])
        #expect(try problem("v nan 0 0\np 1\n", "l.obj") == "contains no face, line or point whose position is a number")
        #expect(try problem("v 1 2\n", "j.obj") == "is damaged: line 1 lacks a number")
    }
    private let twoTriangles: Set<[SIMD3<Float>]> = [[.zero, SIMD3(1, 0, 0), SIMD3(1, 1, 0)], [.zero, SIMD3(1, 1, 0), SIMD3(0, 1, 0)]]
    private func triangles(_ model: Model) -> Set<[SIMD3<Float>]> {
        Set(((try? model.placed()) ?? []).flatMap { primitive in
            stride(from: 0, to: primitive.indices.count, by: 3).map { first in
                (0..<3).map { primitive.vertices[Int(primitive.indices[first + $0])].position }
            }
        })
    }

    @Test("OBJ: points, lines, and faces of two corners are drawn; vertices alone are points; colours follow positions") func objShapes() throws {
        let model = try load("v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 1 1 0 0 0 1\nl 1 2 3\np 1 3\nf 2 3\n", "a.obj")
        let primitives = try model.placed()
        #expect(primitives.map(\.topology) == [.lines, .points] && primitives.map(\.indices.count) == [6, 2])
        #expect(primitives[0].vertices.map(\.color) == [SIMD4(65535, 0, 0, 65535), SIMD4(0, 65535, 0, 65535), SIMD4(0, 0, 65535, 65535)])
        #expect(model.warnings.isEmpty)
        let cloud = try load("v 0 0 0\nv .5 -.5 1e1\n", "b.obj")
        #expect(try cloud.placed().map(\.topology) == [.points] && cloud.maximum == SIMD3(0.5, 0, 10) && cloud.minimum == SIMD3(0, -0.5, 0))
    }

    @Test("numbers are the nearest ones, in all forms that programs write") func numbers() throws {
        var generator = SystemRandomNumberGenerator(), texts = ["0", "-0", ".5", "5.", "+1.5", "1e3", "1E-3", "-2.5e+2", "0.000000000000000000001", "16777217"]
        for _ in 0..<500 {
            let value = Double(Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator)) * pow(10, Double(Int.random(in: -25...10)))
            texts += ["\(value)", String(format: "%.\(Int.random(in: 0...20))f", value), String(format: "%.17e", value)]
        }
        let vertices = try load(texts.map { "v \($0) 0 0\n" }.joined(), "a.obj").meshes[0].primitives[0].vertices
        for (text, vertex) in zip(texts, vertices) {
            let expected = Float(try #require(Double(text.hasSuffix(".") ? text + "0" : text.hasPrefix(".") ? "0" + text : text)))
            #expect(vertex.x == expected, "\(text)")
        }
        for wrong in ["1..2", "1x", "--1", "1,5", "0x10", "e5", "."] {
            #expect(try problem("v \(wrong) 0 0\n", "b.obj").contains("in place of a number"), "\(wrong)")
        }
    }

    @Test("MTL: the words of the PBR extension become a physical material") func physicalMaterial() throws {
        let folder = try TemporaryFolder()
        try folder.write("newmtl m\nKd 1 0.5 0\nKe 0 2 0\nNi 1.33\nPr 0.25\nPm 1\nPs 0.5\nPc 0.75\nPcr 0.125\naniso 0.5\nanisor 0.25\nTr 0.25\n", "m.mtl")
        let model = try Model(contentsOf: folder.write("mtllib m.mtl\nusemtl m\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "m.obj"))
        let material = model.materials[0]
        #expect(model.warnings.isEmpty, "\(model.warnings)")
        #expect(material.baseColor == SIMD4(1, 0.5, 0, 0.75) && material.alphaMode == .blend && material.emissive == SIMD3(0, 2, 0))
        #expect(material.metallic == 1 && material.roughness == 0.25 && material.ior == 1.33)
        #expect(material.clearcoat == Clearcoat(factor: 0.75, roughness: 0.125) && material.sheen?.color == SIMD3(repeating: 0.5))
        #expect(material.anisotropy == Anisotropy(strength: 0.5, rotation: .pi / 2))
    }

    @Test("MTL: an opacity map becomes the alpha of the base colour, at any size; leaves are cut out, glass is blended") func opacityMap() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Square.image.pngData(), "paint.png")
        try folder.write(try Image(width: 4, height: 1, format: .gray8, bytes: [0, 0, 255, 255]).pngData(), "leaf.png")
        try folder.write(try Image(width: 2, height: 2, format: .gray8, bytes: [100, 200, 100, 200]).pngData(), "glass.png")
        try folder.write("newmtl leaf\nmap_Kd paint.png\nmap_d leaf.png\nnewmtl glass\nmap_d glass.png\n", "m.mtl")
        let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl leaf\nf 1 2 3\nusemtl glass\nf 1 2 3\n"
        let model = try Model(contentsOf: folder.write(text, "m.obj"))
        let (leaf, glass) = (model.materials[0], model.materials[1])
        #expect(leaf.alphaMode == .mask && glass.alphaMode == .blend && model.warnings.isEmpty)
        #expect(leaf.textures[.baseColor].map { model.images[$0.image].bytes }
            == [255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 255, 0, 255, 255, 255, 255])
        #expect(glass.textures[.baseColor].map { model.images[$0.image].bytes }
            == [255, 255, 255, 100, 255, 255, 255, 200, 255, 255, 255, 100, 255, 255, 255, 200])
    }

    @Test("polygons keep their area, whether convex, concave or with many corners", arguments: [4, 5, 12, 101, 3000])
    func polygons(count: Int) throws {
        // With few corners, the polygon is a star, which is concave at its inner corners. With 3000 corners, the polygon is nearly a
        // circle. The polygon's plane is parallel to none of the axes.
        let corners = (0..<count).map { i -> SIMD3<Float> in
            let angle = Double(i) / Double(count) * 2 * .pi, radius = i % 2 == 0 || count > 1024 ? 1.0 : 0.4
            let x = Float(radius * cos(angle)), y = Float(radius * sin(angle))
            return SIMD3(x, y, x - y)
        }
        func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> { a.cross(b) }
        let expected = (0..<count).reduce(SIMD3<Float>.zero) { $0 + cross(corners[$1], corners[($1 + 1) % count]) }
        let text = corners.map { "v \($0.x) \($0.y) \($0.z)\n" }.joined() + "f " + (1...count).map(String.init).joined(separator: " ") + "\n"
        let surface = try #require(try load(text, "star.obj").placed().first)
        #expect(surface.indices.count == 3 * (count - 2))
        var sum = SIMD3<Float>.zero, size: Float = 0
        for first in stride(from: 0, to: surface.indices.count, by: 3) {
            let p = (0..<3).map { surface.vertices[Int(surface.indices[first + $0])].position }, area = cross(p[1] - p[0], p[2] - p[0])
            sum += area
            size += area.length
        }
        // The sum of the triangles' areas equals the polygon's area only if all triangles face the same way as the polygon.
        #expect((sum - expected).length < 1e-3 && abs(size - expected.length) < 1e-3)
    }

    @Test("PLY: comments, lists of texture coordinates, strips, edges, big-endian numbers, other elements") func plyForms() throws {
        func head(_ elements: String, _ format: String = "ascii") -> String { "ply\nformat \(format) 1.0\ncomment a b\nobj_info c\n\(elements)end_header\n" }
        let xyz = "property float x\nproperty float y\nproperty float z\n", corners = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n"
        let wedges = try load(head("element vertex 4\n" + xyz + "element face 1\nproperty list uchar int vertex_index\nproperty list uchar float texcoord\n")
            + corners + "4 0 1 2 3 8 0 0 .5 0 .5 .5 0 .5\n", "a.ply").placed()
        #expect(wedges[0].indices.count == 6 && wedges[0].vertices.allSatisfy { $0.u == $0.x / 2 && $0.v == $0.y / 2 && $0.normalZ == 1 })
        let strip = try load(head("element vertex 4\n" + xyz + "element tristrips 1\nproperty list int int vertex_indices\n") + corners + "5 0 1 3 2 -1\n", "b.ply")
        #expect(try strip.placed()[0].indices.count == 6 && strip.placed()[0].vertices.allSatisfy { $0.normalZ == 1 })
        let edges = try load(head("element vertex 4\n" + xyz + "element edge 2\nproperty int vertex1\nproperty int vertex2\nelement sky 1\nproperty list char int x\n")
            + corners + "0 1\n2 3\n2 7 8\n", "c.ply")
        #expect(try edges.placed().map(\.topology) == [.lines] && edges.warnings == ["elements of 'sky' are ignored"])
        var big = Array(head("element vertex 3\nproperty double x\nproperty double y\nproperty short z\nproperty ushort red\nproperty ushort green\n"
            + "property ushort blue\n", "binary_big_endian").utf8)
        for i in 0..<3 {
            for value in [Double(i), Double(2 * i)] { big += (0..<8).map { UInt8(truncatingIfNeeded: value.bitPattern >> (56 - 8 * $0)) } }
            big += [0xFF, 0xFE, 0x12, 0x34, 0, 0, 0xFF, 0xFF]
        }
        let folder = try TemporaryFolder(), cloud = try Model(contentsOf: folder.write(big, "d.ply"))
        #expect(cloud.minimum == SIMD3(0, 0, -2) && cloud.maximum == SIMD3(2, 4, -2))
        #expect(try cloud.placed()[0].topology == .points && cloud.placed()[0].vertices[1].color == SIMD4(0x1234, 0, 0xFFFF, 0xFFFF))
        #expect(try problem(head("element vertex 1\nproperty float x\nproperty float y\n") + "0 0\n", "e.ply") == "is damaged: its vertices have no x, y and z")
        #expect(try problem(head("element vertex 3\n" + xyz + "element face 1\nproperty list uchar int vertex_index\n") + "0 0 0\n1 0 0\n0 1 0\n3 0 1 7\n",
                            "f.ply") == "is damaged: it names vertex 7, but there are 3")
    }

    @Test("PLY: texts with more numbers in a line than the header says, or with a missing list; points without a place") func plyLines() throws {
        let xyz = "property float x\nproperty float y\nproperty float z\n", end = "end_header\n"
        let head = "ply\nformat ascii 1.0\nelement vertex 3\n" + xyz + "element face 1\nproperty list uchar int vertex_index\n" + end
        for ends in ["\n", "\r\n", "\r"] {
            let text = (head + "0 0 0 7 7\n1 0 0 9\n0 1 0\n3 0 1 2 1 2 3\n").replacing("\n", with: ends)
            #expect(try load(text, "a.ply").triangleCount == 1)
        }
        let listless = "ply\nformat ascii 1.0\nelement vertex 2\n" + xyz + "property list uchar int more\n" + end + "1 2 3\n4 5 6\n"
        #expect(try load(listless, "b.ply").maximum == SIMD3(4, 5, 6))
        let cloud = try load("ply\nformat ascii 1.0\nelement vertex 3\n" + xyz + end + "1 2 3\nnan nan nan\n4 5 6\n", "c.ply")
        #expect(try cloud.placed()[0].indices == [0, 2] && cloud.minimum == SIMD3(1, 2, 3))
        #expect(cloud.warnings == ["vertices whose position is not a number are left out"])
        #expect(try problem("ply\nformat ascii 1.0\nelement vertex 1\n" + xyz + end + "inf 0 0\n", "d.ply") == "contains no vertex whose position is a number")
    }

    @Test("PLY: a first data byte that is a line end belongs to the data") func plyFirstByte() throws {
        let head = "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        let folder = try TemporaryFolder()
        for (first, ends) in [(10, "\n"), (13, "\n"), (10, "\r\n"), (13, "\r")] as [(UInt8, String)] {
            let bytes = Array(head.replacing("\n", with: ends).utf8) + [first, 0, 0, 0x40] + [0, 0, 0, 0, 0, 0, 0, 0]
            let model = try Model(contentsOf: folder.write(bytes, "a.ply"))
            #expect(model.maximum.x == Float(bitPattern: 0x4000_0000 | UInt32(first)))
        }
    }

    @Test("STL: empty solids, bytes after the end, binary files that begin with solid, colours") func stlForms() throws {
        let facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
        let two = try load("solid a\n\(facet)endsolid a\nsolid b\nendsolid b\nsolid c\n\(facet)endsolid c\n", "a.stl")
        #expect(two.meshes.map(\.name) == ["a", "c"] && two.triangleCount == 2)
        var bytes = Square.stlBinary + [1, 2, 3]
        bytes.replaceSubrange(0..<6, with: Array("solid ".utf8))
        // Sets the colour of the first triangle: 31, 0, 15, and the bit that marks the number as a colour.
        bytes[84 + 48] = 0x0F; bytes[84 + 49] = 0xFC
        let folder = try TemporaryFolder(), model = try Model(contentsOf: folder.write(bytes, "b.stl"))
        let colors = Set(try model.placed()[0].vertices.map(\.color))
        #expect(model.triangleCount == 2 && colors == [SIMD4(repeating: .max), SIMD4(65535, 0, UInt16((15.0 / 31 * 65535).rounded()), 65535)])
        bytes.replaceSubrange(96..<100, with: [0, 0, 0xC0, 0x7F])
        let holed = try Model(contentsOf: folder.write(bytes, "e.stl"))
        #expect(holed.triangleCount == 1 && holed.warnings == ["vertices whose position is not a number are left out"])
        #expect(try problem("solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\n", "c.stl") == "is damaged: it ends within a facet")
        #expect(try problem("solid a\nfacet normal 0 0 1\nvertex 0 zero 0\n", "d.stl") == "is damaged: line 3 does not have three numbers after 'vertex'")
    }
}
