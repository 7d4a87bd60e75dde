// The model viewer's options and animations, and pictures of many model files.

import DemoKit
import Foundation
import Models
import Raster
import Testing

private let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"

/// A glTF file of one white triangle without lighting, with two animations, a camera and a variant.
private let animated = """
    {"asset": {"version": "2.0"}, "extensionsUsed": ["KHR_materials_unlit", "KHR_materials_variants"],
     "scene": 0, "scenes": [{"nodes": [0, 1]}],
     "nodes": [{"mesh": 0}, {"camera": 0, "name": "front", "translation": [0.3, 0.3, 4]}],
     "cameras": [{"type": "perspective", "perspective": {"yfov": 0.4, "znear": 0.1}}],
     "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "material": 0,
       "extensions": {"KHR_materials_variants": {"mappings": [{"material": 1, "variants": [0]}]}}}]}],
     "extensions": {"KHR_materials_variants": {"variants": [{"name": "green"}]}},
     "materials": [{"doubleSided": true, "extensions": {"KHR_materials_unlit": {}}},
       {"doubleSided": true, "pbrMetallicRoughness": {"baseColorFactor": [0, 1, 0, 1]}, "extensions": {"KHR_materials_unlit": {}}}],
     "animations": [
       {"name": "grow", "channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}], "samplers": [{"input": 1, "output": 2}]},
       {"channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}], "samplers": [{"input": 1, "output": 2}]}],
     "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
       {"bufferView": 1, "componentType": 5126, "count": 2, "type": "SCALAR", "min": [0], "max": [2]},
       {"bufferView": 2, "componentType": 5126, "count": 2, "type": "VEC3"}],
     "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8}, {"buffer": 0, "byteOffset": 44, "byteLength": 24}],
     "buffers": [{"byteLength": 68, "uri": "data:application/octet-stream;base64,\(Data(numbers.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian) { Array($0) } })
                                                                                   .base64EncodedString())"}]}
    """
/// The positions, then the times and the values of the animations.
private let numbers: [Float] = [0, 0, 0, 1, 0, 0, 0, 1, 0] + [0, 2] + [1, 1, 1, 3, 3, 3]

private func folder(_ files: [String: String]) throws -> URL {
    let folder = try temporaryFolder()
    for (name, text) in files {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }
    return folder
}

@Suite("The demo model") struct ModelDemoTests {
    private struct Summary: Decodable {
        struct Picture: Decodable { var file: String, picture: String?, state: String, error: String? }
        var pictures: [Picture]
    }

    @Test("models with the largest coordinates of floats are framed", arguments: [Float(1e19), 3e38])
    func huge(size: Float) throws {
        let corners = [SIMD3(-size, -size, 0), SIMD3(size, -size, 0), SIMD3(0, size, size)]
        var material = Model.Material()
        material.isUnlit = true; material.isDoubleSided = true
        let model = Model(meshes: [Model.Mesh(vertices: corners.map { Model.Vertex(position: $0, normal: SIMD3(0, 0, 1)) }, indices: [0, 1, 2], material: 0)],
                          materials: [material])
        let device = Device(), driver = try HeadlessDriver(device: device, size: PixelSize(width: 48, height: 32), samples: 1)
        let image = try driver.render(ModelViewer(device: device, model: model, settings: .init(yaw: 0)), time: 0)
        #expect(image[24, 16] == [255, 255, 255, 255])
    }

    @Test("thumbnails draws all model files of a folder, a file that fails costs only itself, and --update keeps what is current")
    func thumbnails() throws {
        let folder = try folder(["models/a.obj": triangle, "models/inner/b.gltf": animated, "models/broken.glb": "glTF", "models/note.txt": "no model"])
        defer { try? FileManager.default.removeItem(at: folder) }
        for update in [false, true] {
            let result = try run(["thumbnails", "models", "-o", "pictures", "--size", "48x32", "--json"] + (update ? ["--update"] : []), in: folder)
            #expect(result.status == 1 && result.errors.hasPrefix("models/broken.glb: "), "\(result.errors)")
            let summary = try JSONDecoder().decode(Summary.self, from: result.data)
            #expect(summary.pictures.map(\.file) == ["models/a.obj", "models/broken.glb", "models/inner/b.gltf"])
            #expect(summary.pictures.map(\.state) == [update ? "kept" : "drawn", "failed", update ? "kept" : "drawn"])
            #expect(summary.pictures.map { $0.picture ?? "" } == ["pictures/a.obj.png", "", "pictures/inner/b.gltf.png"])
            #expect(summary.pictures[1].error?.contains("[invalidModel]") == true)
        }
        let image = try Image(contentsOf: folder.appendingPathComponent("pictures/inner/b.gltf.png").path)
        #expect(image.width == 48 && image.height == 32)
        let alone = try run(["thumbnails", "models/a.obj", "-o", "one", "--size", "16x16"], in: folder)
        #expect(alone.status == 0 && alone.output.hasPrefix("1 picture, "))
        #expect(FileManager.default.fileExists(atPath: folder.appendingPathComponent("one/a.obj.png").path))
    }
    @Test("thumbnails names a missing folder, and a folder without models") func nothingToDraw() throws {
        let folder = try folder(["empty/note.txt": "no model"])
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = try demos("thumbnails", "nowhere", in: folder), empty = try demos("thumbnails", "empty", in: folder)
        #expect(missing.status == 1 && missing.errors == "error: 'nowhere' does not exist; name a folder or a model file [fileNotReadable]\n")
        #expect(empty.status == 1 && empty.errors.hasPrefix("error: 'empty' contains no model file"))
    }

    @Test("a transparent picture has straight alpha: a white model is white at its edges, and nothing is beside it") func transparent() throws {
        let folder = try folder(["white.gltf": animated])
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = try demos("model", "white.gltf", "--transparent", "--no-floor", "--tone-mapping", "none", "--size", "64x64", "--png", "white.png",
                               in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let image = try Image(contentsOf: folder.appendingPathComponent("white.png").path).converted(to: .rgba8)
        var full = 0, partial = 0
        for y in 0..<64 {
            for x in 0..<64 {
                let pixel = image[x, y]
                if pixel.w == 255 { full += 1 } else if pixel.w > 0 { partial += 1 }
                #expect(pixel.w == 0 || pixel.x >= 254 && pixel.y >= 254 && pixel.z >= 254, "\(x), \(y): \(pixel)")
            }
        }
        #expect(image[0, 0].w == 0 && full > 40 && partial > 10)
    }

    @Test("animations, cameras and variants are chosen by name or number, and an unknown name is told with the known ones") func choices() throws {
        let folder = try folder(["x.gltf": animated])
        defer { try? FileManager.default.removeItem(at: folder) }
        func picture(_ options: String...) throws -> Image {
            let result = try run(["model", "x.gltf", "--size", "48x48", "--png", "x.png"] + options, in: folder)
            #expect(result.status == 0, "\(result.errors)")
            return try Image(contentsOf: folder.appendingPathComponent("x.png").path)
        }
        let first = try picture("--time", "1")
        #expect(try picture("--time", "1", "--animation", "grow") == first)
        #expect(try picture("--time", "1", "--animation", "1") == first)
        #expect(try picture("--time", "1", "--animation", "none") != first)
        #expect(try picture("--time", "1", "--animation", "all") != first)
        let front = try picture("--camera", "front", "--animation", "none"), green = try picture("--camera", "1", "--animation", "none", "--variant", "green")
        #expect(try picture("--camera", "orbit", "--animation", "none") != front)
        #expect(front[24, 24].y > 240 && green[24, 24].y > 240 && green[24, 24].x < 60)
        for (option, known) in [("--animation", "'grow', 2"), ("--camera", "'front'"), ("--variant", "'green'")] {
            let result = try demos("model", "x.gltf", option, "nothing", "--png", "y.png", in: folder)
            #expect(result.status == 1 && result.errors.contains("'nothing'") && result.errors.contains(known), "\(result.errors)")
        }
    }

    @Test("playing, pausing, seeking and another speed never make the animation jump") func playback() throws {
        let folder = try folder(["x.gltf": animated])
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = try Model(contentsOf: folder.appendingPathComponent("x.gltf").path)
        var playback = ModelPlayback(model, .one(0))
        #expect(playback.duration == 2 && playback.position(at: 0.5) == 0.5 && playback.position(at: 2.5) == 0.5)
        playback.speed = 2
        #expect(playback.position(at: 2.5) == 0.5 && playback.position(at: 3) == 1.5)
        playback.isPlaying = false
        #expect(playback.position(at: 9) == 1.5)
        playback.isPlaying = true
        #expect(playback.position(at: 9) == 1.5 && playback.position(at: 9.125) == 1.75)
        playback.seek(0.25)
        #expect(playback.position(at: 9.125) == 0.25)
        playback.speed = -1
        #expect(playback.position(at: 9.125) == 0.25 && playback.position(at: 9.625) == 1.75)
        var still = ModelPlayback(model, .none)
        #expect(still.duration == 0 && still.position(at: 5) == 0)
    }
}
