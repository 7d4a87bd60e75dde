// ForeignModel: reads the formats for which this module has no reader of its own. assimp reads the file in a child process (see CAssimp).
// The parent process then checks the whole result, because the contents of a file cannot be trusted.

import CAssimp
import Effects
import Glibc
import Raster

package enum ForeignModel {
    static func load(_ path: String, _ file: ModelFile, timeLimit: Duration, memoryLimit: Int) throws(RasterError) -> Model {
        try HostFile.requireReadable(path)
        return try assembled(from: try importStream(path, file, timeLimit: timeLimit, memoryLimit: memoryLimit), file)
    }

    /// Builds the model from the bytes that the importing child wrote. Images are looked up beside `path`.
    package static func assembled(from stream: [UInt8], path: String) throws(RasterError) -> Model { try assembled(from: stream, ModelFile(path: path)) }

    private static func assembled(from stream: [UInt8], _ file: ModelFile) throws(RasterError) -> Model {
        let imported: ImportedScene
        do { imported = try ImportedScene(stream) } catch {
            let remedy = "check the file with the program that wrote it"
            switch error {
            case .refused(let reason):
                let words = switch reason {
                case "": "the importer gave no reason"
                // The importer has requested more memory than its limit allows. The model may be too large, or a count in a damaged file
                // may be too high.
                case "std::bad_alloc": "it needs more memory than its importer may use"
                default: reason
                }
                throw RasterError(.invalidModel, file.name, "cannot be read: \(words)", remedy: remedy)
            case .noFaces: throw file.unsupported("has no faces; points and lines of this format are not loaded", remedy: "export it as glTF")
            case .cut: throw RasterError(.invalidModel, file.name, "is damaged: its importer crashed", remedy: remedy)
            case .tooLarge: throw file.tooLarge("has more than \(Model.maximumVertexCount) vertices or \(Model.maximumIndexCount) indices")
            }
        }
        return try model(imported, file)
    }

    private static func model(_ scene: ImportedScene, _ file: ModelFile) throws(RasterError) -> Model {
        var vertexCount = 0, indexCount = 0, meshes: [Model.Mesh] = [], nodes: [Model.Node] = []
        for mesh in scene.meshes {
            vertexCount += mesh.vertexCount
            indexCount += mesh.indices.count
            try file.requireSize(vertexCount: vertexCount, indexCount: indexCount)
            guard mesh.indices.isEmpty || scene.materials.indices.contains(mesh.material) else {
                throw file.damaged("mesh '\(mesh.name)' names material \(mesh.material), but there are \(scene.materials.count)")
            }
            guard mesh.indices.allSatisfy({ $0 < mesh.vertexCount }) else {
                throw file.damaged("mesh '\(mesh.name)' has an index beyond its \(mesh.vertexCount) vertices")
            }
            guard mesh.positions.allSatisfy(\.isFinite) else { throw file.damaged("mesh '\(mesh.name)' has a position that is not a number") }
            guard mesh.indices.count % 3 == 0 else { throw file.damaged("mesh '\(mesh.name)' has an incomplete triangle") }
            var primitive = Model.Primitive(vertices: vertices(mesh), indices: mesh.indices, material: mesh.material)
            primitive.normalizeNormals()
            meshes.append(Model.Mesh(name: mesh.name, primitives: mesh.indices.isEmpty ? [] : [primitive]))
        }
        var placed = (0, 0)
        for instance in scene.instances {
            guard meshes.indices.contains(instance.mesh) else { throw file.damaged("a node names mesh \(instance.mesh), but there are \(meshes.count)") }
            if meshes[instance.mesh].primitives.isEmpty { continue }
            placed = (placed.0 + scene.meshes[instance.mesh].vertexCount, placed.1 + scene.meshes[instance.mesh].indices.count)
            try file.requireSize(vertexCount: placed.0, indexCount: placed.1)
            guard instance.transform.elements.allSatisfy(\.isFinite) else { throw file.damaged("a node has a transform that is not a number") }
            var node = Model.Node(name: meshes[instance.mesh].name)
            node.mesh = instance.mesh
            node.transform.fixed = instance.transform
            nodes.append(node)
        }
        guard !nodes.isEmpty else { throw file.empty("contains no triangles", remedy: "export it with faces") }
        var (materials, images, notes) = resolveImages(scene, file)
        if materials.isEmpty { materials = [.plain] }
        var model = Model(meshes: meshes, nodes: nodes, roots: Array(nodes.indices), materials: materials, images: images)
        notes.add("skins, animations, cameras and lights of this format are not read")
        model.warnings = notes.warnings
        return model
    }
    private static func vertices(_ mesh: ImportedScene.Mesh) -> [Model.Vertex] {
        (0..<mesh.vertexCount).map { i in
            var vertex = Model.Vertex(position: SIMD3(mesh.positions[3 * i], mesh.positions[3 * i + 1], mesh.positions[3 * i + 2]))
            if !mesh.normals.isEmpty { vertex.normal = SIMD3(mesh.normals[3 * i], mesh.normals[3 * i + 1], mesh.normals[3 * i + 2]) }
            if !mesh.uv.isEmpty, mesh.uv[2 * i].isFinite, mesh.uv[2 * i + 1].isFinite { (vertex.u, vertex.v) = (mesh.uv[2 * i], mesh.uv[2 * i + 1]) }
            if !mesh.colors.isEmpty {
                vertex.color = Model.Vertex.color(SIMD4(mesh.colors[4 * i], mesh.colors[4 * i + 1], mesh.colors[4 * i + 2], mesh.colors[4 * i + 3]))
            }
            return vertex
        }
    }

    // MARK: Images

    private static func resolveImages(_ scene: ImportedScene, _ file: ModelFile) -> ([Model.Material], [Image], ModelNotes) {
        var known: [String: Int] = [:], images: [Image] = [], notes = ModelNotes()
        let materials = scene.materials.map { imported in
            var material = imported.material
            let source = imported.imagePath
            if source.isEmpty { return material }
            notes.add(imported.hasTextureTransform, "material '\(material.name)' moves or scales its texture, which is ignored")
            if known[source] == nil {
                do {
                    images.append(source.hasPrefix("*") ? try embedded(source, scene.images)
                        : try file.companion(source) { path throws(RasterError) in try Image.read(from: path) })
                    known[source] = images.count - 1
                } catch { notes.add("material '\(material.name)' lacks a texture: \(error)") }
            }
            if let image = known[source] {
                var sampler = Sampler(mip: .linear, wrap: .repeat)
                (sampler.wrapS, sampler.wrapT) = (imported.wrapU, imported.wrapV)
                material.textures[.baseColor] = MaterialTexture(image, sampler: sampler)
            }
            return material
        }
        return (materials, images, notes)
    }
    private static func embedded(_ source: String, _ images: [ImportedScene.EmbeddedImage]) throws(RasterError) -> Image {
        let name = "embedded image \(source.dropFirst())"
        guard let index = Int(source.dropFirst()), images.indices.contains(index) else {
            throw RasterError(.invalidImage, name, "is not in the file", remedy: "export the model again")
        }
        let image = images[index]
        if image.height == 0 { return try Image.read(bytes: image.bytes, name: name) }
        guard image.width >= 1, image.width <= Image.maximumSide, image.height <= Image.maximumSide, image.bytes.count == image.width * image.height * 4 else {
            throw RasterError(.invalidImage, name, "has \(image.bytes.count) bytes for \(image.width)×\(image.height) texels", remedy: "export the model again")
        }
        var bytes = image.bytes
        for i in stride(from: 0, to: bytes.count, by: 4) { bytes.swapAt(i, i + 2) }
        return Image(width: image.width, height: image.height, format: .rgba8, bytes: bytes)
    }

    // MARK: The child process

    /// Runs the child process, and returns everything that the child process writes. Before the function returns or throws, the function
    /// kills the child and waits for the child's end.
    private static func importStream(_ path: String, _ file: ModelFile, timeLimit: Duration, memoryLimit: Int) throws(RasterError) -> [UInt8] {
        var child: pid_t = 0
        let timeLimit = min(max(timeLimit, .zero), .seconds(86_400))
        let descriptor = model_import_start(path, UInt64(clamping: memoryLimit), UInt32(timeLimit.components.seconds) + 1, &child)
        guard descriptor >= 0 else {
            throw RasterError(.systemUnavailable, file.name, "cannot be read: no process can be started (\(String(cString: strerror(errno))))",
                              remedy: "free memory")
        }
        defer {
            kill(child, SIGKILL)
            while waitpid(child, nil, 0) < 0 && errno == EINTR {}
            close(descriptor)
        }
        let deadline = ContinuousClock.now + timeLimit
        var stream: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let left = deadline - .now
            var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = left > .zero ? poll(&request, 1, Int32(left / .milliseconds(1)) + 1) : 0
            if ready < 0 && errno == EINTR { continue }
            guard ready > 0, stream.count <= HostFile.maximumByteCount * 2 else {
                throw RasterError(.invalidSize, file.name, ready > 0 ? "is too large" : "takes longer than \(timeLimit) to read",
                                  remedy: "simplify it; a damaged file may cause this too")
            }
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return stream }
            stream += chunk[..<count]
        }
    }
}
