// Model+Load: chooses the reader of a file. Readers of this module read glTF, OBJ, PLY and STL; assimp reads other formats in a child
// process.

import Raster

extension Model {
    /// The supported file extensions. Companion files (.bin, .mtl, images) are looked up relative to the file's folder.
    public static let fileExtensions = ["gltf", "glb", "obj", "ply", "stl"] + importedExtensions
    /// The formats that assimp reads.
    private static let importedExtensions = ["fbx", "dae", "3ds", "blend"]

    /// Loads a model; `init(contentsOf:timeLimit:memoryLimit:)` describes the parameters and errors.
    package static func load(_ path: String, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) -> Model {
        let file = ModelFile(path: path)
        let fileExtension = path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? ""
        guard fileExtensions.contains(fileExtension) else {
            throw file.unsupported("has an unknown format", remedy: "use one of: \(fileExtensions.map { "." + $0 }.joined(separator: ", "))")
        }
        if importedExtensions.contains(fileExtension) {
            return try ForeignModel.load(path, file, timeLimit: timeLimit, memoryLimit: memoryLimit)
        }
        return try read(try HostFile.read(path), fileExtension: fileExtension, file)
    }

    /// Reads the bytes of a file.
    static func read(_ bytes: [UInt8], fileExtension: String, _ file: ModelFile) throws(RasterError) -> Model {
        switch fileExtension {
        case "obj": try OBJReader.read(bytes, file)
        case "ply": try PLYReader.read(bytes, file)
        case "stl": try STLReader.read(bytes, file)
        default: try GLTFReader.read(bytes, file)
        }
    }
    /// Reads bytes as if they were the contents of the file `path`. Companion files are looked up in the folder of `path`.
    package static func read(_ bytes: [UInt8], as path: String) throws(RasterError) -> Model {
        try read(bytes, fileExtension: path.lastIndex(of: ".").map { path[path.index(after: $0)...].lowercased() } ?? "", ModelFile(path: path))
    }
}
