// Model+Contents: initialisers with the same argument labels as the initialisers of pictures and textures.

import FoundationEssentials
import Host
import Raster

extension Model {
    /// Loads the model at `path`. Strips, fans and polygons become triangles. Missing normals are computed: flat normals for glTF, as the
    /// glTF specification says, and smooth normals with creases at 60° for other formats. Missing tangents for normal maps are computed,
    /// too. A texture that cannot be read is left out. `warnings` names everything that is left out or replaced.
    /// - Parameters:
    ///   - path: A file whose name ends in one of `fileExtensions`.
    ///   - timeLimit: The time limit for the importer of formats other than glTF, OBJ, PLY and STL, at most one day.
    ///   - memoryLimit: The memory limit for this importer, in bytes.
    /// - Throws: `RasterError` with `fileNotReadable` (the file, or a buffer that the file names), `unsupported` (another format or
    ///   version, an unknown extension that the file requires), `invalidModel` (damaged, or without anything to draw) or `invalidSize` (a
    ///   limit is exceeded).
    public init(contentsOf path: String, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) {
        self = try LibraryCall.perform { () throws(RasterError) in try Model.load(path, timeLimit: timeLimit, memoryLimit: memoryLimit) }
    }
    /// Loads the model at a file URL. Throws the errors of `init(contentsOf:timeLimit:memoryLimit:)` with a path, and `unsupported`
    /// for another kind of URL.
    public init(contentsOf url: URL, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) {
        try self.init(contentsOf: url.filePath(), timeLimit: timeLimit, memoryLimit: memoryLimit)
    }
}
