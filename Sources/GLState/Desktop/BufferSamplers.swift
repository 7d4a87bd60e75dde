// BufferSamplers: the types samplerBuffer, isamplerBuffer and usamplerBuffer (OpenGL 3.3 §3.8.5). Raster has no such samplers, so a shader reads
// the buffer's texels from a two-dimensional texture with rows of 4096 texels; see BufferTexture.

/// A shader's text with two-dimensional samplers in place of samplers of buffers.
struct BufferSamplers {
    /// The text, whose lines have the same numbers as before.
    let text: String
    /// The names that the text gives to samplers of buffers.
    let names: Set<String>

    private static let types = ["samplerBuffer": "sampler2D", "isamplerBuffer": "isampler2D", "usamplerBuffer": "usampler2D"]
    /// The functions of the language that take such samplers, and their names in the new text, which has them for all samplers.
    private static let calls = ["texelFetch": "raster_texelFetch", "textureSize": "raster_textureSize"]
    private static let functions = ["", "i", "u"].map { kind in
        let others = [("2D", "ivec2", "ivec2"), ("3D", "ivec3", "ivec3"), ("2DArray", "ivec3", "ivec3"), ("Cube", "", "ivec2")].map { name, place, size in
            let fetch = place.isEmpty ? "" : "\(kind)vec4 raster_texelFetch(\(kind)sampler\(name) s, \(place) p, int l) { return texelFetch(s, p, l); } "
            return fetch + "\(size) raster_textureSize(\(kind)sampler\(name) s, int l) { return textureSize(s, l); } "
        }.joined()
        return others + "\(kind)vec4 raster_texelFetch(\(kind)sampler2D s, int i) "
            + "{ return texelFetch(s, ivec2(i & \(BufferTexture.width - 1), i >> \(BufferTexture.widthBits)), 0); } "
            + "int raster_textureSize(\(kind)sampler2D s) { ivec2 size = textureSize(s, 0); return size.x * size.y; } "
    }.joined()

    /// Returns nil if the text has no samplers of buffers.
    init?(_ source: String) {
        guard source.contains("samplerBuffer") else { return nil }
        var result = "", names: Set<String> = [], lineStart = result.endIndex, isAfterType = false, hasFunctions = false
        for piece in ShaderPieces(source) {
            switch piece {
            case .other(let character):
                result.append(character)
                if character.isNewline { lineStart = result.endIndex }
                if character == ";" || character == ")" { isAfterType = false }
            case .word(let word, _):
                if let type = Self.types[word] {
                    if !hasFunctions {
                        let offset = result.distance(from: result.startIndex, to: lineStart)
                        result.insert(contentsOf: Self.functions, at: lineStart)
                        lineStart = result.index(result.startIndex, offsetBy: offset)
                        hasFunctions = true
                    }
                    result += type
                    isAfterType = true
                } else {
                    if isAfterType { names.insert(word) }
                    result += Self.calls[word] ?? word
                }
            }
        }
        guard hasFunctions else { return nil }
        text = result
        self.names = names
    }
}
