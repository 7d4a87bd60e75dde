// CubeFaces: six square pictures of one size, in GL's order +X −X +Y −Y +Z −Z, made from six separate sources or from one strip.
//
// A strip contains the faces from top to bottom (1:6) or from left to right (6:1). All checks of faces are in this file, so that every error
// names the picture's file and the face.

import Raster

struct CubeFaces: Sendable {
    /// Six pictures of one size.
    let pictures: [TexturePicture]
    var size: Int { pictures[0].image.width }
    /// The remarks of the reader about the six files, without duplicates.
    let warnings: [String]
    var hasAlpha: Bool { pictures.contains { $0.hasAlpha } }
    var isAlphaOnly: Bool { pictures.allSatisfy { $0.isAlphaOnly } }

    /// The names of the faces in messages, in order.
    static let names = ["+X", "−X", "+Y", "−Y", "+Z", "−Z"]

    /// Throws `invalidImage` unless there are exactly six sources. The loader calls this function before the loader reads any file.
    static func requireSix(_ sources: [TextureSource]) throws(RasterError) {
        guard sources.count == 6 else {
            let first = sources.first.map { " that starts with \($0.name)" } ?? ""
            throw RasterError(.invalidImage, "cube map\(first)", "has \(sources.count) faces", remedy: "give six: +X, −X, +Y, −Y, +Z, −Z")
        }
    }

    /// Makes the faces from six images; `names` are the names of their sources. Throws `invalidImage` if the images are not square
    /// or differ in size, and the errors of `TexturePicture`.
    init(_ sources: [SourcePicture], names: [String], options: TextureLoader.Options, _ claims: MemoryClaims) throws(RasterError) {
        let first = sources[0].image
        for (i, image) in sources.map(\.image).enumerated() {
            guard image.width == image.height else {
                throw RasterError(.invalidImage, names[i], at: "face \(CubeFaces.names[i])", "is \(image.width)×\(image.height)",
                                  remedy: "cube faces are square")
            }
            guard image.width == first.width else {
                throw RasterError(.invalidImage, names[i], at: "face \(CubeFaces.names[i])",
                                  "is \(image.width)×\(image.height), not \(first.width)×\(first.height) like \(names[0])",
                                  remedy: "give six pictures of one size")
            }
        }
        var pictures: [TexturePicture] = []
        for (source, name) in zip(sources, names) {
            // In GL, the first row of a face is its top row as seen from inside, where t grows downwards. A picture also begins with its
            // top row, so a face is flipped only if the option `originBottomLeft` is set.
            pictures.append(try TexturePicture(source, name: name, options: options, flips: options.originBottomLeft, claims))
        }
        self.pictures = pictures
        warnings = sources.flatMap(\.warnings).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Makes the faces from one image whose ratio of width to height is 1:6 or 6:1. Throws `invalidImage` if the image has a
    /// different ratio.
    init(strip source: SourcePicture, name: String, options: TextureLoader.Options, _ claims: MemoryClaims) throws(RasterError) {
        let strip = source.image
        let size = min(strip.width, strip.height)
        guard size >= 1, max(strip.width, strip.height) == 6 * size else {
            throw RasterError(.invalidImage, name, "is \(strip.width)×\(strip.height), which is not a row or column of six squares",
                              remedy: "make its height six times its width, or its width six times its height")
        }
        let pixelBytes = strip.format.bytesPerPixel, rowBytes = strip.width * pixelBytes
        let isVertical = strip.height > strip.width
        let faces = (0..<6).map { face in
            let left = isVertical ? 0 : face * size, top = isVertical ? face * size : 0
            var bytes: [UInt8] = []
            bytes.reserveCapacity(size * size * pixelBytes)
            for y in top..<(top + size) {
                let start = y * rowBytes + left * pixelBytes
                bytes += strip.bytes[start..<start + size * pixelBytes]
            }
            return SourcePicture(image: Image(width: size, height: size, format: strip.format, bytes: bytes), warnings: source.warnings)
        }
        try self.init(faces, names: Array(repeating: name, count: 6), options: options, claims)
    }
}
