// LinearSamplers: the types sampler1D, isampler1D and usampler1D (OpenGL 3.3 §3.8). A one-dimensional texture is a two-dimensional one of one
// row, and its lookups read the middle of that row.

import Shading

/// A shader's text with two-dimensional samplers in place of one-dimensional ones.
struct LinearSamplers {
    /// The text, whose lines have the same numbers as before.
    let text: String
    /// The names that the text gives to one-dimensional samplers.
    let names: Set<String>

    private static let types = ["sampler1D": "sampler2D", "isampler1D": "isampler2D", "usampler1D": "usampler2D"]
    /// The functions of the language that take such samplers. In the new text they have other names, which stand for all samplers.
    private static let calls = ["texture", "textureLod", "textureGrad", "texelFetch", "texture1D"]
    private static let prefix = "raster_linear_"

    /// Returns nil if the text has no one-dimensional samplers.
    init?(_ source: String, _ stage: ShaderStage) {
        guard source.contains("sampler1D") else { return nil }
        let version = ShaderVersion(of: source), isOld = !version.hasDirective || version.number < 130
        var result = "", names: Set<String> = [], lineStart = result.endIndex, isAfterType = false
        var functionsPlace: Int?
        var words: Set<String> = []
        for piece in ShaderPieces(source) {
            switch piece {
            case .other(let character):
                result.append(character)
                if character.isNewline { lineStart = result.endIndex }
                if character == ";" || character == ")" { isAfterType = false }
            case .word(let word, let rest):
                words.insert(word)
                if word.contains("sampler"), functionsPlace == nil { functionsPlace = result.distance(from: result.startIndex, to: lineStart) }
                if let type = Self.types[word] {
                    result += type
                    isAfterType = true
                } else {
                    if isAfterType { names.insert(word) }
                    if word == "textureSize", let sampler = Self.firstArgument(rest), names.contains(sampler) {
                        result += Self.prefix + word
                        continue
                    }
                    result += Self.calls.contains(word) && !(isOld && word == "texture") ? Self.prefix + word : word
                }
            }
        }
        guard let functionsPlace, !names.isEmpty else { return nil }
        result.insert(contentsOf: Self.functions(words, stage, isOld: isOld), at: result.index(result.startIndex, offsetBy: functionsPlace))
        text = result
        self.names = names
    }

    /// The name that a call begins with after its parenthesis.
    private static func firstArgument(_ rest: Substring) -> String? {
        let call = rest.drop { $0.isWhitespace }
        guard call.first == "(" else { return nil }
        return String(call.dropFirst().drop { $0.isWhitespace }.prefix(while: ShaderPieces.isPartOfWord))
    }
    /// The functions with the new names, for the sampler types and functions that the text has.
    private static func functions(_ words: Set<String>, _ stage: ShaderStage, isOld: Bool) -> String {
        var text = ""
        if isOld {
            guard words.contains("texture1D") else { return "" }
            text += "vec4 \(prefix)texture1D(sampler2D s, float x) { return texture2D(s, vec2(x, 0.5)); } "
            return text
        }
        let samplers: [(suffix: String, place: String, texel: String)] = [
            ("2D", "vec2", "ivec2"), ("3D", "vec3", "ivec3"), ("Cube", "vec3", ""), ("2DArray", "vec3", "ivec3"),
        ]
        for kind in ["", "i", "u"] {
            for (suffix, place, texel) in samplers {
                let isLinear = suffix == "2D" && words.contains("\(kind)sampler1D"), type = "\(kind)sampler\(suffix)"
                guard isLinear || words.contains(type) else { continue }
                var forms = words.contains(type) || suffix == "2D" ? [(place, "p", texel, "p")] : []
                if isLinear { forms.append(("float", "vec2(p, 0.5)", "int", "ivec2(p, 0)")) }
                for (argument, value, texel, texelValue) in forms {
                    let result = "\(kind)vec4"
                    if words.contains("texture") || words.contains("texture1D") {
                        text += "\(result) \(prefix)texture(\(type) s, \(argument) p) { return texture(s, \(value)); } "
                        if stage == .fragment { text += "\(result) \(prefix)texture(\(type) s, \(argument) p, float b) { return texture(s, \(value), b); } " }
                    }
                    if words.contains("textureSize"), argument == "float" {
                        text += "int \(prefix)textureSize(\(type) s, int l) { return textureSize(s, l).x; } "
                    }
                    if words.contains("textureLod") {
                        text += "\(result) \(prefix)textureLod(\(type) s, \(argument) p, float l) { return textureLod(s, \(value), l); } "
                    }
                    if words.contains("textureGrad") {
                        let slope = argument == "float" ? ("vec2(dx, 0)", "vec2(dy, 0)") : ("dx", "dy")
                        text += "\(result) \(prefix)textureGrad(\(type) s, \(argument) p, \(argument) dx, \(argument) dy) "
                            + "{ return textureGrad(s, \(value), \(slope.0), \(slope.1)); } "
                    }
                    if words.contains("texelFetch"), !texel.isEmpty {
                        text += "\(result) \(prefix)texelFetch(\(type) s, \(texel) p, int l) { return texelFetch(s, \(texelValue), l); } "
                    }
                }
            }
        }
        for (type, place) in [("sampler2DShadow", "vec3"), ("samplerCubeShadow", "vec4"), ("sampler2DArrayShadow", "vec4")] where words.contains(type) {
            text += "float \(prefix)texture(\(type) s, \(place) p) { return texture(s, p); } "
        }
        return text
    }
}
