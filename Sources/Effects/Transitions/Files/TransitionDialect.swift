// TransitionDialect: the shader around a transition file, in each GLSL version that is tried.

import Raster
import Shading

enum TransitionDialect: CaseIterable {
    // The dialects to try; the most likely dialect comes first.
    case desktop330, desktop120, es100

    /// The names of two uniforms of the surrounding shader. The prefix `raster_` distinguishes these names from the names in transition
    /// files.
    static let fromScale = "raster_from_scale", toScale = "raster_to_scale"

    /// Compiles the program in the first dialect that accepts the file. If no dialect accepts the file, throws the `ShaderError` of the
    /// first dialect.
    static func makeProgram(device: Device, file: TransitionFile) throws -> Program {
        var firstError: (any Error)?
        for dialect in allCases {
            do {
                let resolver = IncludedTransition(file: file.source, others: DirectoryIncludeResolver([]))
                return try device.makeProgram(vertex: dialect.vertex, fragment: dialect.fragment(around: file),
                                              options: ShaderCompileOptions(includeResolver: resolver), label: file.source.name)
            } catch {
                firstError = firstError ?? error
            }
        }
        throw firstError ?? ShaderError(diagnostics: [])
    }

    private var directive: String {
        switch self {
        case .desktop330: "#version 330"
        case .desktop120: "#version 120"
        case .es100: "#version 100"
        }
    }
    /// Whether the dialect has the qualifiers `attribute` and `varying` instead of `in` and `out`.
    private var isOld: Bool { self != .desktop330 }

    private var vertex: ShaderSource {
        ShaderSource(text: """
            \(directive)
            \(isOld ? "attribute" : "in") vec2 position;
            \(isOld ? "varying" : "out") vec2 raster_place;
            void main() {
                raster_place = position * 0.5 + 0.5;
                gl_Position = vec4(position, 0.0, 1.0);
            }
            """, name: "transition.vert")
    }

    private func fragment(around file: TransitionFile) -> ShaderSource {
        var lines = [directive]
        if self == .es100 { lines += ["#ifdef GL_FRAGMENT_PRECISION_HIGH", "precision highp float;", "precision highp int;", "#endif"] }
        for (name, type) in [("progress", "float"), ("ratio", "float"), ("from", "sampler2D"), ("to", "sampler2D")] where !file.uniforms.contains(name) {
            lines.append("uniform \(type) \(name);")
        }
        lines += ["uniform vec2 \(Self.fromScale);", "uniform vec2 \(Self.toScale);", "\(isOld ? "varying" : "in") vec2 raster_place;"]
        if !isOld { lines.append("out vec4 raster_color;") }
        let sample = isOld ? "texture2D" : "texture"
        // `getFromColor` and `getToColor` read the samplers `from` and `to`. If the file itself declares these samplers, the functions must
        // come after the file's text.
        let getters = [
            "vec4 getFromColor(vec2 uv) { return \(sample)(from, 0.5 + (uv - 0.5) * \(Self.fromScale)); }",
            "vec4 getToColor(vec2 uv) { return \(sample)(to, 0.5 + (uv - 0.5) * \(Self.toScale)); }",
        ]
        let declaresPictures = file.uniforms.contains("from") || file.uniforms.contains("to")
        lines += declaresPictures ? ["vec4 getFromColor(vec2 uv);", "vec4 getToColor(vec2 uv);"] : getters
        lines.append("#include \"\(IncludedTransition.path)\"")
        if declaresPictures { lines += getters }
        lines += ["void main() {", "    \(isOld ? "gl_FragColor" : "raster_color") = transition(raster_place);", "}"]
        return ShaderSource(text: lines.joined(separator: "\n") + "\n", name: "shader around \(file.source.name)")
    }
}

/// Includes the transition file, which has been read already. Other included files are in the transition file's folder.
private struct IncludedTransition: IncludeResolver {
    static let path = "the transition"
    let file: ShaderSource
    let others: DirectoryIncludeResolver

    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        path == Self.path ? file : others.resolve(path, isSystem: isSystem, from: includer)
    }
}
