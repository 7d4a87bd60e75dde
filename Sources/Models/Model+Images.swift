// Model+Images: loads the base-colour images of the materials, embedded or beside the model. An image that cannot be read causes a
// warning and leaves its material white, because a model without a texture is still useful.

import Raster

extension Model {
    mutating func resolveImages(_ scene: ImportedScene, path: String) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        var known: [String: Int] = [:]
        for (index, imported) in scene.materials.enumerated() {
            let source = imported.imagePath
            if source.isEmpty { continue }
            if imported.hasTextureTransform {
                warnings.append("material '\(imported.material.name)' moves or scales its texture, which is ignored")
            }
            if let image = known[source] {
                materials[index].image = image
                continue
            }
            do {
                let image = source.hasPrefix("*") ? try Self.embedded(source, scene.images) : try Self.external(source, folder: folder)
                known[source] = images.count
                materials[index].image = images.count
                images.append(image)
            } catch {
                warnings.append("material '\(imported.material.name)' has no image: \(error)")
            }
        }
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

    private static func external(_ source: String, folder: String) throws(RasterError) -> Image {
        try companion(source, folder: folder) { path throws(RasterError) in try Image.read(from: path) }
    }
    /// Reads a file in the model's folder through the closure `read`. A model file may give the name as a percent-encoded URI
    /// (`my%20image.png`) or with backslashes as separators; these readings are tried if there is no file with the literal name.
    static func companion<Contents>(_ source: String, folder: String, read: (_ path: String) throws(RasterError) -> Contents) throws(RasterError) -> Contents {
        func attempt(_ path: String) throws(RasterError) -> Contents { try read(path.hasPrefix("/") ? path : folder + path) }
        do { return try attempt(source) } catch {
            guard error.code == .fileNotReadable else { throw error }
            let plain = percentDecoded(source.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "/"))
            if plain != source, let contents = try? attempt(plain) { return contents }
            throw error
        }
    }
    private static func percentDecoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = Character(UnicodeScalar(byte)) == "%" ? rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue } : []
            if digits.count == 2 {
                bytes.append(UInt8(digits[0] * 16 + digits[1]))
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
