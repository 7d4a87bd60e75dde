import Effects
import Foundation
import Models
import Raster
import TestSupport
import Testing

@Suite("Damaged model files") struct ModelErrorTests {
    static let kinds = ["square.obj", "text.ply", "binary.ply", "text.stl", "binary.stl", "square.gltf", "square.glb", "draco.gltf"]
    static func bytes(_ kind: String) throws -> [UInt8] {
        switch kind {
        case "square.obj": Array(Square.obj.utf8)
        case "text.ply": Array(Square.plyText.utf8)
        case "binary.ply": Square.plyBinary
        case "text.stl": Array(Square.stlText.utf8)
        case "binary.stl": Square.stlBinary
        case "square.gltf": Array(try Square.gltfWithDataURIs().utf8)
        case "draco.gltf": Array(GLTFTests.dracoFile().text.utf8)
        default: try Square.glb()
        }
    }
    /// Loads a file, and checks the rules that must hold for any damaged file.
    static func check(_ bytes: [UInt8], _ kind: String, in folder: TemporaryFolder) throws {
        let path = try folder.write(bytes, kind)
        do {
            let model = try Model.load(path)
            expectConsistent(model)
            _ = try? model.placed()
        } catch {
            #expect(error.code == .invalidModel || error.code == .invalidSize || error.code == .unsupported || error.code == .fileNotReadable, "\(error)")
            #expect(error.subject == "model '\(path)'")
        }
    }

    @Test("limits of the largest and smallest numbers are respected") func extremeLimits() throws {
        let folder = try TemporaryFolder(), path = try folder.write(Square.collada, "square.dae")
        #expect(try Model.load(path, timeLimit: .seconds(Int64.max), memoryLimit: .max).triangleCount == 2)
        for time in [Duration.seconds(Int64.min), .zero] {
            let error = #expect(throws: RasterError.self) { try Model.load(path, timeLimit: time) }
            #expect(error?.code == .invalidSize)
        }
    }

    @Test("a truncated file gives a model or a typed error", arguments: kinds)
    func truncated(kind: String) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.bytes(kind)
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 200)) { try Self.check(Array(bytes[..<count]), kind, in: folder) }
    }

    @Test("a file with random damage gives a model or a typed error", arguments: kinds)
    func mutated(kind: String) throws {
        let folder = try TemporaryFolder()
        let bytes = try Self.bytes(kind)
        var state: UInt64 = 7
        func random(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
        for round in 0..<250 {
            var damaged = bytes
            for _ in 0...(round % 4) {
                let at = random(damaged.count)
                switch random(3) {
                case 0: damaged[at] = UInt8(random(256))
                case 1: damaged.remove(at: at)
                default: damaged.replaceSubrange(at...at, with: Array(["-1", "99999999", "\"", "null"][random(4)].utf8))
                }
            }
            try Self.check(damaged, kind, in: folder)
        }
    }

    @Test("a header that announces more than the file can hold is an error, and no memory is allocated for it")
    func excessiveHeads() throws {
        let folder = try TemporaryFolder()
        // The headers declare more vertices than fit into memory, a list of negative length, and 4 billion faces.
        let headers = ["element vertex 4294967295\nproperty float x\nproperty float y\nproperty float z\n",
                       "element vertex 3\nproperty list char float x\n",
                       "element vertex 0\nproperty float x\nelement face 4294967295\nproperty list uchar int vertex_indices\n"]
        for header in headers {
            try Self.check(Array("ply\nformat binary_little_endian 1.0\n\(header)end_header\n".utf8) + [255, 255, 255, 255, 0, 0, 0, 0], "bad.ply", in: folder)
        }
    }

    @Test("the error of a file that needs more memory than there is says so")
    func memory() throws {
        let told = Array("std::bad_alloc".utf8)
        let error = #expect(throws: RasterError.self) {
            try ForeignModel.assembled(from: [0, 0, 0, 0, UInt8(told.count), 0, 0, 0] + told, path: "a.fbx")
        }
        #expect(error?.code == .invalidModel && error?.problem == "cannot be read: it needs more memory than its importer may use")
    }

    @Test("a header that is damaged, or promises more than the file contains, is named in the error")
    func heads() throws {
        let folder = try TemporaryFolder()
        // Returns the problem that the reader reports for a file.
        func problem(_ bytes: [UInt8], _ name: String) throws -> String {
            let path = try folder.write(bytes, name)
            do { _ = try Model.load(path); return "loaded" } catch {
                #expect(error.code == .invalidModel)
                return String(error.problem.trimmingPrefix("is damaged: "))
            }
        }
        for (kind, bytes) in [("text.ply", Array(Square.plyText.utf8)), ("binary.ply", Square.plyBinary)] {
            #expect(try problem(bytes, kind) == "loaded")
            let text = String(decoding: bytes, as: UTF8.self)
            let end = text.utf8.count - text[text.range(of: "end_header")!.upperBound...].utf8.count
            for count in stride(from: 4, to: end, by: 9) { #expect(try problem(Array(bytes[..<count]), "cut.ply") == "its header has no end", "\(count)") }
            #expect(try problem(Array(bytes.dropFirst()), "begin.ply") == "it does not begin with 'ply'")
            let vertices = try #require(text.split(separator: "\n").first { $0.hasPrefix("element vertex") })
            for count in ["100000", "4294967295", "9223372036854775807"] {
                let more = Array(bytes.split(separator: Array("\n".utf8)).map {
                    $0.elementsEqual(vertices.utf8) ? Array("element vertex \(count)".utf8)[...] : $0
                }.joined(separator: Array("\n".utf8)))
                let found = try problem(more, "more.ply")
                #expect(found.hasPrefix("its header announces \(count) of 'vertex', but "), "\(found)")
            }
        }
        func ply(_ head: String) -> [UInt8] { Array("ply\n\(head)\nend_header\n".utf8) }
        #expect(try problem(ply("element vertex 0"), "a.ply") == "its header has no format")
        #expect(try problem(ply("format binary 1.0"), "b.ply") == "its header has the unknown format 'binary 1.0'")
        #expect(try problem(ply("format ascii 1.0\nelement vertex -3"), "c.ply") == "its header has no count of elements in 'element vertex -3'")
        #expect(try problem(ply("format ascii 1.0\nelement vertex 99999999999999999999"), "d.ply").hasPrefix("its header has no count of elements"))
        #expect(try problem(ply("format ascii 1.0\nproperty float x"), "e.ply") == "its header has a property without an element")
        #expect(try problem(ply("format ascii 1.0\nelement vertex 1\nproperty quark x"), "f.ply") == "its header has the unknown type 'quark'")
        #expect(try problem(ply("format ascii 1.0\nelement face 1\nproperty list uchar quark x"), "g.ply") == "its header has the unknown type 'quark'")
        for type in ["INT8", "double64"] { #expect(try problem(ply("format ascii 1.0\nelement vertex 0\nproperty \(type) x\nproperty float y\nproperty float z"), "h.ply") == "contains no vertices") }
        // Lines may end with CR LF, as on other systems.
        #expect(try problem(Array(Square.plyText.replacing("\n", with: "\r\n").utf8), "crlf.ply") == "loaded")
        #expect(try problem([], "empty.ply") == "it does not begin with 'ply'")

        var stl = Square.stlBinary
        #expect(try problem(stl, "binary.stl") == "loaded")
        #expect(try problem(Array(stl[..<83]), "cut.stl") == "it has 83 bytes, but a binary STL file has 84 before its first triangle")
        stl.replaceSubrange(80..<84, with: [255, 255, 255, 255])
        #expect(try problem(stl, "more.stl") == "its header announces 4294967295 triangles, but its \(stl.count) bytes have room for \((stl.count - 84) / 50)")
        #expect(try problem([], "empty.stl") == "it is empty")
        #expect(try problem(Array(Square.stlText.utf8), "text.stl") == "loaded")

        var glb = try Square.glb()
        #expect(try problem(glb, "whole.glb") == "loaded")
        for count in [0, 3, 19, glb.count - 1] { #expect(try problem(Array(glb[..<count]), "cut.glb") != "loaded", "\(count)") }
        glb[15] = 0x7F
        #expect(try problem(glb, "chunk.glb").hasPrefix("a chunk at byte 12 announces "))
    }

    @Test("descriptions and nodes with unlimited nesting are refused on a small stack")
    func nesting() throws {
        let folder = try TemporaryFolder()
        let children = (0..<100_000).map { "{\"children\":[\($0 + 1)]}" }.joined(separator: ",")
        for text in ["{\"asset\":" + String(repeating: "[", count: 100_000), String(repeating: "{\"a\":", count: 100_000),
                     "{\"asset\":{\"version\":\"2.0\"},\"extras\":\(String(repeating: "[", count: 400) + String(repeating: "]", count: 400))}",
                     "{\"asset\":{\"version\":\"2.0\"},\"scenes\":[{\"nodes\":[0]}],\"nodes\":[\(children),{}]}"] {
            let path = try folder.write(Array(text.utf8), "deep.gltf")
            let code = try onSmallStack { () -> RasterError.Code? in
                do { _ = try Model.load(path, timeLimit: .seconds(20)); return nil } catch { return (error as? RasterError)?.code }
            }
            #expect(code == .invalidModel || code == .invalidSize, "\(text.prefix(60)) \(String(describing: code))")
        }
    }

    @Test("messages of glTF files name the unsupported and the ignored parts") func gltfNotes() throws {
        let folder = try TemporaryFolder()
        func message(_ text: String) throws -> String? {
            let path = try folder.write(text, "a.gltf")
            do { _ = try Model(contentsOf: path); return nil } catch { return error.description.replacingOccurrences(of: path, with: "a.gltf") }
        }
        #expect(try message("{\"asset\":{\"version\":\"1.0\"}}") == "model 'a.gltf' is glTF 1.0, which is not supported; export it as glTF 2.0 [unsupported]")
        let requiring = "{\"asset\":{\"version\":\"2.0\"},\"extensionsRequired\":[\"VENDOR_glow\"]}"
        #expect(try message(requiring)
            == "model 'a.gltf' requires the extension VENDOR_glow, which is not supported; export it without the extension [unsupported]")
        #expect(try message(requiring.replacingOccurrences(of: "VENDOR_glow", with: "KHR_texture_basisu"))
            == "model 'a.gltf' requires KHR_texture_basisu (KTX2 textures with Basis Universal), which is not supported; "
            + "export it with PNG, JPEG or WebP textures [unsupported]")
        #expect(try message("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"mesh\":0}],\"skins\":[{}]}")?.contains("nodes[0].mesh is 0, but there are 0 meshes")
            == true)
        let whole = try Square.gltfWithDataURIs()
        let noted = whole.prefix { $0 != "{" } + "{\"extensionsUsed\":[\"KHR_texture_transform\",\"VENDOR_glow\",\"VENDOR_air\"],"
            + whole.drop { $0 != "{" }.dropFirst()
        #expect(try Model(contentsOf: folder.write(String(noted), "b.gltf")).warnings
            == ["the extension VENDOR_air is not supported and ignored", "the extension VENDOR_glow is not supported and ignored"])
        let remote = #expect(throws: RasterError.self) { _ = try Model(contentsOf: URL(string: "https://example.invalid/a.glb")!) }
        #expect(remote?.description == "URL 'https://example.invalid/a.glb' does not name a file; use a file URL, or load its bytes yourself [unsupported]")
    }

    @Test("messages of OBJ files and material libraries name the ignored and the unknown parts") func objNotes() throws {
        let folder = try TemporaryFolder()
        try folder.write(try Square.image.pngData(), "paint.png")
        func warnings(_ extra: String, _ material: String, library: String = "square.mtl") throws -> [String] {
            try folder.write(Square.mtl(image: "paint.png") + material, library)
            let model = try Model(contentsOf: folder.write(Square.obj + extra, "square.obj"))
            #expect(model.triangleCount == 2 && model.images == [Square.image])
            return model.warnings.map { $0.replacingOccurrences(of: folder.url.path + "/", with: "") }
        }
        #expect(try warnings("s off\ng a b\nvn 0 0 1\n\t# vp\nusemtl painted\n", "Ka 0 0 0\nKs 1 1 1\nNs 10\nillum 2\nPr 0.5\r\n") == [])
        #expect(try warnings("l 1 2\np 1\ncstype bezier\nxyzzy 1 2\nv1 3\n", "map_Bump -bm 0.5 bump.png\nmap_Ks s.png\nbump b.png\nglow 1\n") == [
            "curves and freeform surfaces are left out", "the file has unknown words, which are ignored: 'xyzzy', 'v1'",
            "maps are ignored: bump, specular", "material library 'square.mtl' has unknown words, which are ignored: 'glow'",
        ])
        #expect(try warnings("", (0..<20).map { "word\($0) \\\n going on\n" }.joined())
            == ["material library 'square.mtl' has unknown words, which are ignored: \((0..<8).map { "'word\($0)'" }.joined(separator: ", ")) and more"])
        let lost = try Model(contentsOf: folder.write(Square.obj.replacingOccurrences(of: "square.mtl", with: "lost%20one.mtl"), "lost.obj"))
        #expect(lost.triangleCount == 2 && lost.warnings.count == 1 && lost.warnings[0].hasPrefix("material library 'lost%20one.mtl' is not used: file '"),
                "\(lost.warnings)")
        try folder.write(Square.mtl(image: "paint.png") + "glow 1\n", "lost one.mtl")
        let found = try Model(contentsOf: folder.write(Square.obj.replacingOccurrences(of: "square.mtl", with: "lost%20one.mtl"), "lost.obj"))
        #expect(found.images == [Square.image] && found.warnings == ["material library 'lost%20one.mtl' has unknown words, which are ignored: 'glow'"])
        // A name with another system's separators between folders must mean the same file in the importer and in messages. Separators in
        // the path of the folder are not changed.
        let inner = folder.url.appendingPathComponent("100%25 a\\b/parts"), tidy = Square.mtl(image: "paint%20box.png")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try folder.write(try Square.image.pngData(), "100%25 a\\b/paint box.png")
        try folder.write(tidy + "glow 1\n", "100%25 a\\b/parts/my colours.mtl")
        let foreign = try Model(contentsOf: folder.write(Square.obj.replacingOccurrences(of: "square.mtl", with: "parts\\my%20colours.mtl"),
                                                         "100%25 a\\b/foreign.obj"))
        #expect(foreign.images == [Square.image] && foreign.materials[foreign.meshes[0].primitives[0].material].name == "painted")
        #expect(foreign.warnings == ["material library 'parts\\my%20colours.mtl' has unknown words, which are ignored: 'glow'"], "\(foreign.warnings)")
        let options = try Model(contentsOf: folder.write(Square.obj.replacingOccurrences(of: "square.mtl", with: "options.mtl"), "options.obj"))
        #expect(options.warnings.count == 1, "\(options.warnings)")
        try folder.write("newmtl painted\nmap_Kd -s 2 2 1 -boost 3 -clamp on -o 0.5 paint.png\n", "options.mtl")
        let mapped = try Model(contentsOf: folder.url.appendingPathComponent("options.obj"))
        #expect(mapped.warnings == ["options of textures are ignored: -boost"])
        let use = mapped.materials[0].textures[.baseColor]
        #expect(use?.sampler.wrapS == .clampToEdge && use?.transform == TextureTransform(offset: SIMD2(0.5, -1), scale: SIMD2(2, 2)))
    }

    @Test("the error of a file that cannot be loaded has the reason and names the file")
    func errors() throws {
        let folder = try TemporaryFolder()
        func error(_ path: String) -> RasterError? { do { _ = try Model.load(path); return nil } catch { return error } }
        let missing = folder.url.appendingPathComponent("missing.obj").path
        #expect(error(missing)?.code == .fileNotReadable && error(missing)?.description.contains(missing) == true)
        #expect(error(try folder.write("hello", "hello.txt"))?.code == .unsupported)
        #expect(error(try folder.write("hello", "obj"))?.code == .unsupported)
        #expect(error("")?.code == .unsupported)
        let nonsense = error(try folder.write("{ nonsense", "nonsense.gltf"))
        #expect(nonsense?.code == .invalidModel && nonsense?.problem == "is damaged: a member of the description has no name (line 1, byte 2)")
        let empty = try folder.write("solid none\nendsolid none\n", "none.stl")
        #expect(error(empty)?.description == "model '\(empty)' contains no triangles; export it with faces [invalidModel]")
        #expect(error(try folder.write("# nothing\n", "none.obj"))?.problem == "contains no vertices")
        #expect(error(try folder.write(Square.gltf(buffer: "absent.bin", bufferByteCount: 92, image: "\"uri\":\"absent.png\""),
                                       "absent.gltf"))?.code == .fileNotReadable)
    }
}
