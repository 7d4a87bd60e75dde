// TextureLoader+Async: the calls of TextureLoader.swift as async functions. Reading, decoding and all work on pixels happen on
// other threads. The six files of a cube map are read in parallel. The texture itself is made on the caller's actor, which owns the
// device.
//
// A cancelled task throws `CancellationError` before it reads files or makes the texture. All other errors are the errors of the
// synchronous functions. If several faces fail, the error of the first of these faces is thrown.

public import FoundationEssentials
public import Raster

extension TextureLoader {
    /// Makes a 2D texture from a picture file.
    public nonisolated(nonsending) func texture(withContentsOfFile path: String, options: Options = Options()) async throws -> TextureInfo {
        try await texture(.file(path), options)
    }
    /// Makes a 2D texture from a picture file, which is given by its file URL.
    public nonisolated(nonsending) func texture(withContentsOf url: URL, options: Options = Options()) async throws -> TextureInfo {
        try await texture(TextureSource(url), options)
    }
    /// Makes a 2D texture from the bytes of a picture file. In errors, the file is called `name`.
    public nonisolated(nonsending) func texture(withContentsOf bytes: [UInt8], options: Options = Options(),
                                                name: String = "image in memory") async throws -> TextureInfo {
        try await texture(.bytes(bytes, name: name), options)
    }
    /// Makes a 2D texture from an image. In errors, the image is called `name`.
    public nonisolated(nonsending) func texture(with image: Image, options: Options = Options(), name: String = "image") async throws -> TextureInfo {
        try await texture(.image(image, name: name), options)
    }
    /// Makes a cube map from six files: +X, −X, +Y, −Y, +Z, −Z.
    public nonisolated(nonsending) func cubeMap(withContentsOfFiles paths: [String], options: Options = Options()) async throws -> TextureInfo {
        try await cubeMap(paths.map { .file($0) }, options)
    }
    /// Makes a cube map from six file URLs.
    public nonisolated(nonsending) func cubeMap(withContentsOf urls: [URL], options: Options = Options()) async throws -> TextureInfo {
        try await cubeMap(urls.map { url throws(RasterError) in try TextureSource(url) }, options)
    }
    /// Makes a cube map from six pictures. In errors, a picture is called `name`, with the name of its face.
    public nonisolated(nonsending) func cubeMap(with images: [Image], options: Options = Options(), name: String = "image") async throws -> TextureInfo {
        try await cubeMap(images.map { .image($0, name: name) }, options)
    }
    /// Makes a cube map from a file with all faces in a column (1:6) or in a row (6:1).
    public nonisolated(nonsending) func cubeMap(withContentsOfFile path: String, options: Options = Options()) async throws -> TextureInfo {
        try await cubeMap(strip: .file(path), options)
    }
    /// Makes a cube map from a file that contains a strip of all faces. The file is given by its file URL.
    public nonisolated(nonsending) func cubeMap(withContentsOf url: URL, options: Options = Options()) async throws -> TextureInfo {
        try await cubeMap(strip: TextureSource(url), options)
    }
    /// Makes a cube map from the bytes of a picture file that contains a strip of all faces. In errors, the file is called `name`.
    public nonisolated(nonsending) func cubeMap(withContentsOf bytes: [UInt8], options: Options = Options(),
                                                name: String = "image in memory") async throws -> TextureInfo {
        try await cubeMap(strip: .bytes(bytes, name: name), options)
    }
    /// Makes a cube map from an image that contains a strip of all faces. In errors, the image is called `name`.
    public nonisolated(nonsending) func cubeMap(with strip: Image, options: Options = Options(), name: String = "image") async throws -> TextureInfo {
        try await cubeMap(strip: .image(strip, name: name), options)
    }

    private nonisolated(nonsending) func texture(_ source: TextureSource, _ options: Options) async throws -> TextureInfo {
        let picture = try await TextureLoader.concurrentPicture(source, options, device.memory)
        try Task.checkCancellation()
        return try makeTexture(picture, options, label: source.label)
    }
    private nonisolated(nonsending) func cubeMap(_ sources: [TextureSource], _ options: Options) async throws -> TextureInfo {
        try CubeFaces.requireSix(sources)
        let faces = try await TextureLoader.concurrentFaces(sources, options, device.memory)
        try Task.checkCancellation()
        return try makeCubeMap(faces, options, label: sources[0].label)
    }
    private nonisolated(nonsending) func cubeMap(strip: TextureSource, _ options: Options) async throws -> TextureInfo {
        let faces = try await TextureLoader.concurrentFaces(strip: strip, options, device.memory)
        try Task.checkCancellation()
        return try makeCubeMap(faces, options, label: strip.label)
    }

    @concurrent private static func concurrentPicture(_ source: TextureSource, _ options: Options, _ memory: MemoryBudget) async throws -> TexturePicture {
        try Task.checkCancellation()
        return try picture(source, options, memory)
    }
    @concurrent private static func concurrentFaces(strip: TextureSource, _ options: Options, _ memory: MemoryBudget) async throws -> CubeFaces {
        try Task.checkCancellation()
        let claims = MemoryClaims(memory)
        return try CubeFaces(strip: strip.read(claims), name: strip.name, options: options, claims)
    }
    @concurrent private static func concurrentFaces(_ sources: [TextureSource], _ options: Options, _ memory: MemoryBudget) async throws -> CubeFaces {
        try Task.checkCancellation()
        let claims = MemoryClaims(memory)
        let results = await withTaskGroup(of: (Int, Result<SourcePicture, RasterError>).self) { group in
            for (i, source) in sources.enumerated() {
                group.addTask { (i, Result { () throws(RasterError) in try source.read(claims) }) }
            }
            var results = [Result<SourcePicture, RasterError>?](repeating: nil, count: sources.count)
            for await (i, result) in group { results[i] = result }
            return results.compactMap { $0 }
        }
        return try CubeFaces(results.map { result throws(RasterError) in try result.get() }, names: sources.map(\.name), options: options, claims)
    }
}
