// Model+Contents: initialisers with the same labels as those of pictures and textures.

import FoundationEssentials
import Raster

extension Model {
    /// Loads the model at `path`. Lines and points are left out, and polygons are divided into triangles. Missing normals are
    /// computed and smoothed, except over creases of more than 60°. Skins, animations and cameras are not applied; `warnings` says
    /// so.
    /// - Parameters:
    ///   - path: A file whose name ends in one of `fileExtensions`.
    ///   - timeLimit: The time limit for the importer, at most one day.
    ///   - memoryLimit: The memory limit for the importer, in bytes.
    /// - Throws: `RasterError` with `fileNotReadable`, `unsupported` (another format or version, a compression, only points and
    ///   lines), `invalidModel` (damaged, or without triangles) or `invalidSize` (a limit is exceeded).
    public init(contentsOf path: String, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) {
        self = try Model.load(path, timeLimit: timeLimit, memoryLimit: memoryLimit)
    }
    /// Loads the model at a file URL. Throws the errors of `init(contentsOf:timeLimit:memoryLimit:)` with a path, and `unsupported`
    /// for another kind of URL.
    public init(contentsOf url: URL, timeLimit: Duration = .seconds(120), memoryLimit: Int = 4 << 30) throws(RasterError) {
        self = try Model.load(url.filePath(), timeLimit: timeLimit, memoryLimit: memoryLimit)
    }
}
