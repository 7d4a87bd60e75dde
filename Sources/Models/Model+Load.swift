// Model+Load: reads a model file with assimp, which runs in a child process (see CAssimp), and then checks everything, because the
// contents of a file cannot be trusted.

import CAssimp
import Glibc
import Raster

extension Model {
    /// The supported file extensions. Companion files (.bin, .mtl, images) are looked up relative to the file's folder.
    public static let fileExtensions = ["obj", "gltf", "glb", "ply", "stl"]

    /// See `init(contentsOf:timeLimit:memoryLimit:)`.
    package static func load(_ path: String, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) -> Model {
        let name = "model '\(path)'"
        let fileExtension = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        guard fileExtensions.contains(fileExtension) else {
            throw RasterError(.unsupported, name, "has an unknown format",
                              remedy: "use one of: \(fileExtensions.map { "." + $0 }.joined(separator: ", "))")
        }
        try HostFile.requireReadable(path)
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let notes = try looked(at: path, fileExtension, folder: folder, name: name)
        let stream = try importStream(path, name: name, timeLimit: timeLimit, memoryLimit: memoryLimit)
        var model = try assembled(from: stream, path: path, name: name)
        model.warnings = notes + model.warnings
        return model
    }

    /// Checks a file before the importer reads it, and returns warnings about contents that are left out. An OBJ file that is too
    /// large to be checked is loaded without warnings.
    private static func looked(at path: String, _ fileExtension: String, folder: String, name: String) throws(RasterError) -> [String] {
        switch fileExtension {
        case "gltf", "glb":
            let bytes = try HostFile.read(path)
            try ModelHead(whole: bytes).check(fileExtension, name: name)
            return try GLTFNotes(bytes, name: name).warnings
        case "obj": return (try? HostFile.read(path)).map { OBJNotes($0, folder: folder).warnings } ?? []
        default:
            try ModelHead(of: path)?.check(fileExtension, name: name)
            return []
        }
    }

    /// Builds the model from the bytes that the importing child wrote. Images are looked up beside `path`.
    package static func assembled(from stream: [UInt8], path: String, name: String) throws(RasterError) -> Model {
        let imported: ImportedScene
        do { imported = try ImportedScene(stream) } catch {
            switch error {
            case .refused(let reason):
                let words = switch reason {
                case "": "the importer gave no reason"
                // A damaged count can also make the importer request more memory than its limit.
                case "std::bad_alloc": "it needs more memory than its importer may use"
                default: reason
                }
                throw RasterError(.invalidModel, name, "cannot be read: \(words)", remedy: "check the file with the program that wrote it")
            case .noFaces: throw pointsAlone(name)
            case .cut:
                throw RasterError(.invalidModel, name, "is damaged: its importer crashed", remedy: "check the file with the program that wrote it")
            case .tooLarge:
                throw RasterError(.invalidSize, name, "has more than \(maximumVertexCount) vertices or \(maximumIndexCount) indices", remedy: "simplify it")
            }
        }
        return try assemble(imported, path: path, name: name)
    }

    /// Runs the child and returns everything that it writes. The child is always killed and waited for.
    private static func importStream(_ path: String, name: String, timeLimit: Duration, memoryLimit: Int) throws(RasterError) -> [UInt8] {
        var child: pid_t = 0
        let timeLimit = min(max(timeLimit, .zero), .seconds(86_400))
        let descriptor = model_import_start(path, UInt64(clamping: memoryLimit), UInt32(timeLimit.components.seconds) + 1, &child)
        guard descriptor >= 0 else {
            throw RasterError(.systemUnavailable, name, "cannot be read: no process can be started (\(String(cString: strerror(errno))))",
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
                throw RasterError(.invalidSize, name, ready > 0 ? "is too large" : "takes longer than \(timeLimit) to read",
                                  remedy: "simplify it; a damaged file may cause this too")
            }
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count <= 0 { return stream }
            stream += chunk[..<count]
        }
    }

    /// Places the instances of the meshes in world space and loads the images.
    private static func assemble(_ scene: ImportedScene, path: String, name: String) throws(RasterError) -> Model {
        var model = Model(meshes: [], materials: scene.materials.map(\.material), images: [], warnings: [],
                          minimum: SIMD3(repeating: .infinity), maximum: SIMD3(repeating: -.infinity))
        var vertexCount = 0, indexCount = 0
        for instance in scene.instances {
            guard scene.meshes.indices.contains(instance.mesh) else { throw damaged(name, "a node names mesh \(instance.mesh), but there are \(scene.meshes.count)") }
            let mesh = scene.meshes[instance.mesh]
            if mesh.indices.isEmpty { continue }
            vertexCount += mesh.vertexCount
            indexCount += mesh.indices.count
            guard vertexCount <= maximumVertexCount, indexCount <= maximumIndexCount else {
                throw RasterError(.invalidSize, name, "has more than \(maximumVertexCount) vertices or \(maximumIndexCount) indices", remedy: "simplify it")
            }
            guard model.materials.indices.contains(mesh.material) else {
                throw damaged(name, "mesh '\(mesh.name)' names material \(mesh.material), but there are \(model.materials.count)")
            }
            guard mesh.indices.allSatisfy({ $0 < mesh.vertexCount }) else {
                throw damaged(name, "mesh '\(mesh.name)' has an index beyond its \(mesh.vertexCount) vertices")
            }
            let placed = place(mesh, instance.transform)
            for vertex in placed.vertices {
                let position = SIMD3(vertex.x, vertex.y, vertex.z)
                guard position.x.isFinite, position.y.isFinite, position.z.isFinite else {
                    throw damaged(name, "mesh '\(mesh.name)' has a position that is not a number")
                }
                model.minimum = pointwiseMin(model.minimum, position)
                model.maximum = pointwiseMax(model.maximum, position)
            }
            model.meshes.append(placed)
        }
        guard !model.meshes.isEmpty else {
            throw RasterError(.invalidModel, name, "has no triangles", remedy: "export it with faces")
        }
        model.resolveImages(scene, path: path)
        return model
    }

    static func pointsAlone(_ name: String) -> RasterError {
        RasterError(.unsupported, name, "has no faces; a model of only points and lines is not loaded", remedy: "export it with faces")
    }
    private static func damaged(_ name: String, _ problem: String) -> RasterError {
        RasterError(.invalidModel, name, "is damaged: \(problem)", remedy: "check the file with the program that wrote it")
    }

    /// Returns the mesh in world space. If the transform mirrors, the triangles' order is reversed so that front faces stay front
    /// faces.
    private static func place(_ mesh: ImportedScene.Mesh, _ transform: Matrix4) -> Mesh {
        let (a, b, c, _) = transform.columns
        let x = SIMD3(a.x, a.y, a.z), y = SIMD3(b.x, b.y, b.z), z = SIMD3(c.x, c.y, c.z)
        // Normals are transformed by the cofactor matrix. This matrix equals the inverse transpose except for a factor, and also
        // exists if a scale is 0.
        let normalMatrix = Matrix3(cross(y, z), cross(z, x), cross(x, y))
        let isMirroring = dot(x, cross(y, z)) < 0
        var vertices: [Vertex] = []
        vertices.reserveCapacity(mesh.vertexCount)
        for i in 0..<mesh.vertexCount {
            let p = transform * SIMD4(mesh.positions[3 * i], mesh.positions[3 * i + 1], mesh.positions[3 * i + 2], 1)
            var n = SIMD3<Float>.zero
            if !mesh.normals.isEmpty {
                n = normalMatrix * SIMD3(mesh.normals[3 * i], mesh.normals[3 * i + 1], mesh.normals[3 * i + 2])
                if isMirroring { n = -n }
            }
            let length = dot(n, n).squareRoot()
            // A degenerate triangle has no normal. Any vector of length 1 keeps NaN out of shaders.
            n = length > 0 && length.isFinite ? n / length : SIMD3(0, 0, 1)
            var color: UInt32 = .max
            if !mesh.colors.isEmpty {
                color = (0..<4).reduce(0) { word, k in
                    let value = mesh.colors[4 * i + k]
                    return word | UInt32((value >= 0 ? min(value, 1) : 0) * 255 + 0.5) << (8 * k)
                }
            }
            vertices.append(Vertex(x: p.x, y: p.y, z: p.z, normalX: n.x, normalY: n.y, normalZ: n.z,
                                   u: mesh.uv.isEmpty ? 0 : mesh.uv[2 * i], v: mesh.uv.isEmpty ? 0 : mesh.uv[2 * i + 1], color: color))
        }
        var indices = mesh.indices
        if isMirroring {
            for i in stride(from: 0, to: indices.count, by: 3) { indices.swapAt(i + 1, i + 2) }
        }
        return Mesh(name: mesh.name, vertices: vertices, indices: indices, material: mesh.material)
    }
}

private func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() }
private func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}
