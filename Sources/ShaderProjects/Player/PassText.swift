// PassText: the complete program of a pass: the host's declarations, the project's common texts, the file, and `main` if the file has no
// `main`. Files are included unchanged, so error messages give the file's own line numbers.

import Raster
import Shading

struct PassText {
    let host: ShaderHost
    let pass: ShaderProject.Pass
    let common: [ShaderSource]
    let parameters: [ShaderParameter]
    /// The channels of the pass and of the project.
    let channels: [String: ShaderProject.Channel]
    /// The names of the passes that draw cube maps.
    let cubePasses: Set<String>
    /// The pass's file, its included files and the common texts.
    let text: ShaderText
    let files: ProjectFiles
    /// Whether the pass draws the final picture, whose alpha is 1.
    let isLast: Bool
    /// Whether the pass is drawn on a mesh.
    let hasMesh: Bool
    /// Whether the pass reverses the order of the rows. The pictures of libretro's passes have their first row at t = 0, so the
    /// pass that draws to the output reverses the rows.
    var isTurned = false

    /// The name of the text around the file, in error messages.
    static let wrapperName = "the text around the file"
    private static let output = "shaderProjectColor"

    // MARK: fragment shader

    /// - Parameters:
    ///   - dimensions: The types of channels that the project does not describe.
    ///   - undeclared: Uniforms that the file uses without a declaration. The text around the file declares these uniforms.
    ///   - reserved: Words that the dialect reserves and the file uses as names. Macros give these names another spelling.
    func fragment(_ dialect: Dialect, dimensions: [String: String] = [:], undeclared: Set<String> = [], reserved: Set<String> = []) -> ShaderSource {
        var lines = [dialect.directive]
        lines += ShaderText.extensions(in: pass.source.text)
        lines += pass.defines.map { "#define \($0.name) \($0.value)" }
        lines += reserved.sorted().map { "#define \($0) shaderProject_\($0)" }
        let own = text.uniforms
        func declare(_ uniforms: [(name: String, declaration: String)]) {
            for (name, declaration) in uniforms where !own.contains(name) && text.words.contains(name) { lines.append("uniform \(declaration);") }
        }
        switch host {
        case .shadertoy, .ghostty:
            if dialect.isES { lines += ["precision highp float;", "precision highp int;", "precision highp sampler2D;", "precision highp sampler3D;"] }
            lines.append("#define HW_PERFORMANCE 1")
            for (name, declaration) in KnownUniforms.shadertoy where !own.contains(name) {
                lines.append("uniform \(samplerType(of: name, dimensions).map { "\($0) \(name)" } ?? declaration);")
            }
            if host == .ghostty {
                declare(KnownUniforms.ghostty)
                lines += KnownUniforms.ghosttyMacros.map { "#define \($0.name) \($0.value)" }
            }
            if pass.isCube { lines.append("uniform mat3 shaderProjectFace;") }
            lines.append(dialect.isOld ? "#define \(PassText.output) gl_FragColor" : "out vec4 \(PassText.output);")
        case .isf:
            lines += isfDeclarations(dialect, own: own)
            lines.append("\(dialect.isOld ? "varying" : "in") vec2 isf_FragNormCoord;")
            lines += isfFunctions(dialect, isFragment: true)
        case .libretro: lines += ["#define FRAGMENT", "#define PARAMETER_UNIFORM"]
        case .picom: lines.append("out vec4 \(PassText.output);")
        default: break
        }
        if !undeclared.isEmpty {
            if dialect.isES { lines += ["precision highp float;", "precision highp int;"] }
            lines += KnownUniforms.undeclared.filter { undeclared.contains($0.name) }.map { "uniform \($0.declaration);" }
        }
        // A text may define a macro mainImage, which must not change the call in main. On Shadertoy's site, the call comes before the text.
        // Therefore, if a text defines such a macro, the call comes first here, too.
        let callsFirst = host.callsMainImage && ShaderText.directives(in: text.code).contains { directive in
            directive.words.first == "define" && directive.words.dropFirst().first?.hasPrefix("mainImage") == true
        }
        if callsFirst { lines += ["void mainImage(out vec4 color, in vec2 place);"] + mainOfShadertoy }
        for source in common + [pass.source] { lines.append("#include \"\(provided(desktopDepth(source, dialect)))\"") }
        switch host {
        case .shadertoy, .ghostty: if !callsFirst { lines += mainOfShadertoy }
        case .picom:
            if text.words.contains("default_post_processing") { lines.append("vec4 default_post_processing(vec4 color) { return color; }") }
            lines.append("void main() { \(PassText.output) = window_shader(); }")
        default: break
        }
        return ShaderSource(text: lines.joined(separator: "\n") + "\n", name: PassText.wrapperName)
    }

    /// Replaces `gl_FragDepthEXT`, which is the name of the depth in an extension of ES 1.00. Desktop drivers accept this name.
    private func desktopDepth(_ source: ShaderSource, _ dialect: Dialect) -> ShaderSource {
        guard !dialect.isES, source.text.contains("gl_FragDepthEXT") else { return source }
        return ShaderSource(text: source.text.replacing("gl_FragDepthEXT", with: "gl_FragDepth"), name: source.name)
    }

    private var mainOfShadertoy: [String] {
        if pass.isSound {
            // On Shadertoy's site, mainSound at first had only the time as a parameter. Later, the sample's number was added before the
            // time.
            let call = soundParameterCount == 1 ? "mainSound(time)" : "mainSound(number, time)"
            return ["uniform int shaderProjectSample;", "void main() {",
                    "    int number = shaderProjectSample + int(gl_FragCoord.y) * \(ShaderPlayer.soundBlockSide) + int(gl_FragCoord.x);",
                    "    float time = float(number) / iSampleRate;", "    \(PassText.output) = vec4(\(call), 0.0, 1.0);", "}"]
        }
        if pass.isCube {
            return ["void main() {", "    vec4 color = vec4(0.0);", "    vec2 place = gl_FragCoord.xy / iResolution.xy * 2.0 - 1.0;",
                    "    mainCubemap(color, gl_FragCoord.xy, vec3(0.0), normalize(shaderProjectFace * vec3(place, 1.0)));", "    \(PassText.output) = color;",
                    "}"]
        }
        let color = isLast ? "vec4(color.rgb, 1.0)" : "color"
        return ["void main() {", "    vec4 color = vec4(0.0, 0.0, 0.0, 1.0);", "    mainImage(color, gl_FragCoord.xy);", "    \(PassText.output) = \(color);",
                "}"]
    }

    /// The number of parameters of the file's mainSound.
    private var soundParameterCount: Int {
        guard let range = text.active.firstRange(of: /\bmainSound\s*\(/) else { return 2 }
        return text.active[range.upperBound...].prefix { $0 != ")" }.count { $0 == "," } + 1
    }

    private func isfDeclarations(_ dialect: Dialect, own: Set<String>) -> [String] {
        var lines: [String] = dialect.isES ? ["precision highp float;", "precision highp int;"] : []
        lines += KnownUniforms.isf.filter { !own.contains($0.name) }.map { "uniform \($0.declaration);" }
        for parameter in parameters where !own.contains(parameter.name) {
            let type = switch parameter.kind {
            case .flag, .event: "bool"
            case .whole, .choice: "int"
            case .numbers(let count), .color(let count): count == 1 ? "float" : "vec\(count)"
            }
            lines.append("uniform \(type) \(parameter.name);")
        }
        for (name, channel) in channels.sorted(by: { $0.key < $1.key }) where !own.contains(name) {
            lines.append("uniform \(channel.dimension == .cube ? "samplerCube" : "sampler2D") \(name);")
        }
        // Declares the names by which older versions of ISF give the rectangle of an image in its texture.
        for name in channels.keys.sorted() {
            if text.words.contains("_\(name)_imgRect") { lines.append("const vec4 _\(name)_imgRect = vec4(0.0, 0.0, 1.0, 1.0);") }
            if text.words.contains("_\(name)_imgSize") { lines.append("#define _\(name)_imgSize IMG_SIZE(\(name))") }
            if text.words.contains("_\(name)_flip") { lines.append("const bool _\(name)_flip = false;") }
        }
        return lines + ["#define vv_FragNormCoord isf_FragNormCoord"]
    }
    /// Returns the functions of ISF that read images. The functions of ISF need the declaration of `isf_FragNormCoord`.
    private func isfFunctions(_ dialect: Dialect, isFragment: Bool) -> [String] {
        let look = dialect.isOld || !dialect.isES ? "texture2D" : "texture", cube = dialect.isOld || !dialect.isES ? "textureCube" : "texture"
        // GLSL versions before 1.30 cannot query the size of a texture. Most images are as large as the picture, so the picture's size is used.
        let size = dialect.isOld ? "RENDERSIZE" : "vec2(textureSize(image, 0))"
        var lines = [
            "vec2 IMG_SIZE(sampler2D image) { return \(size); }",
            "vec4 IMG_NORM_PIXEL(sampler2D image, vec2 place) { return \(look)(image, place); }",
            "vec4 IMG_PIXEL(sampler2D image, vec2 pixel) { return \(look)(image, pixel / IMG_SIZE(image)); }",
            "vec4 IMG_THIS_PIXEL(sampler2D image) { return \(look)(image, isf_FragNormCoord); }",
            "vec4 IMG_THIS_NORM_PIXEL(sampler2D image) { return \(look)(image, isf_FragNormCoord); }",
        ]
        if channels.values.contains(where: { $0.dimension == .cube }) {
            lines.append("vec4 IMG_NORM_PIXEL(samplerCube image, vec3 direction) { return \(cube)(image, direction); }")
        }
        if isFragment {
            lines += ["vec4 IMG_NORM_PIXEL(sampler2D image, vec2 place, float bias) { return \(look)(image, place, bias); }",
                      "vec4 IMG_PIXEL(sampler2D image, vec2 pixel, float bias) { return \(look)(image, pixel / IMG_SIZE(image), bias); }"]
        }
        return lines
    }

    /// Returns the sampler type of one of Shadertoy's channels; nil for `sampler2D`.
    private func samplerType(of name: String, _ dimensions: [String: String]) -> String? {
        if let dimension = dimensions[name] { return dimension }
        guard let channel = channels[name] else { return nil }
        if case .pass(let pass) = channel.content, cubePasses.contains(pass) { return "samplerCube" }
        return channel.dimension == .cube ? "samplerCube" : channel.dimension == .d3 ? "sampler3D" : nil
    }

    // MARK: vertex shader

    /// Returns the vertex shader, and sentences about inputs without a known meaning.
    func vertex(_ dialect: Dialect) -> (source: ShaderSource, notes: [String]) {
        if host == .libretro {
            let lines = [dialect.directive] + ShaderText.extensions(in: pass.source.text)
                + ["#define VERTEX", "#define PARAMETER_UNIFORM", "#include \"\(provided(pass.source))\""]
            return (ShaderSource(text: lines.joined(separator: "\n") + "\n", name: PassText.wrapperName), [])
        }
        let (input, output) = dialect.isOld ? ("attribute", "varying") : ("in", "out")
        if let vertex = pass.vertex {
            var lines = [dialect.directive] + ShaderText.extensions(in: vertex.text) + pass.defines.map { "#define \($0.name) \($0.value)" }
            if host == .isf {
                lines += isfDeclarations(dialect, own: ShaderText(files.gathered(vertex)).uniforms)
                lines += ["\(input) vec2 shaderProjectCorner;", "\(output) vec2 isf_FragNormCoord;",
                          "void isf_vertShaderInit() { gl_Position = vec4(shaderProjectCorner, 0.0, 1.0); isf_FragNormCoord = shaderProjectCorner * 0.5 + 0.5; }",
                          "#define vv_vertShaderInit isf_vertShaderInit"] + isfFunctions(dialect, isFragment: false)
            }
            lines.append("#include \"\(provided(vertex))\"")
            return (ShaderSource(text: lines.joined(separator: "\n") + "\n", name: "the text around the vertex shader"), [])
        }
        var declarations: [String] = [], statements: [String] = [], notes: [String] = [], seen: Set<String> = []
        if host == .isf {
            declarations.append("\(output) vec2 isf_FragNormCoord;")
            statements.append("isf_FragNormCoord = shaderPlace;")
            seen = ["isf_FragNormCoord", "vv_FragNormCoord"]
        }
        for variable in text.inputs where seen.insert(variable.name.isEmpty ? variable.type : variable.name).inserted {
            let (text, inputNotes) = InputMeaning.statements(for: variable, host: host)
            notes += inputNotes
            guard !text.isEmpty else { continue }
            declarations.append(variable.declared(as: output))
            statements.append(text)
        }
        if text.words.contains("gl_TexCoord") { statements.append("gl_TexCoord[0] = vec4(shaderPlace, 0.0, 1.0);") }
        if text.words.contains("gl_Color") { statements.append("gl_FrontColor = vec4(1.0);") }
        let place = host.countsRowsDown ? "vec2(corner.x * 0.5 + 0.5, 0.5 - corner.y * 0.5)" : "corner * 0.5 + 0.5"
        let attributes = hasMesh ? ["vec3 shaderProjectPosition", "vec3 shaderProjectNormal", "vec2 shaderProjectPlace"] : ["vec2 shaderProjectCorner"]
        let start = hasMesh ? [
            "vec3 shaderPosition = shaderProjectPosition, shaderNormal = shaderProjectNormal;", "vec2 shaderPlace = shaderProjectPlace;",
            "gl_Position = shaderProjectMatrix * vec4(shaderPosition, 1.0);",
        ] : [
            "vec2 shaderPlace = \(place.replacing("corner", with: "shaderProjectCorner"));",
            "vec3 shaderPosition = vec3(shaderProjectCorner, 0.0), shaderNormal = vec3(0.0, 0.0, 1.0);", "gl_Position = vec4(shaderProjectCorner, 0.0, 1.0);",
        ]
        let lines = [dialect.directive] + attributes.map { "\(input) \($0);" } + ["uniform vec2 shaderProjectSize;"]
            + (hasMesh ? ["uniform mat4 shaderProjectMatrix;"] : []) + declarations + ["void main() {"] + (start + statements).map { "    " + $0 } + ["}"]
        return (ShaderSource(text: lines.joined(separator: "\n") + "\n", name: hasMesh ? "mesh.vert" : "fullscreen.vert"), notes)
    }

    /// Makes the source available to `#include`, without its `#version`, and returns the name for the directive.
    private func provided(_ source: ShaderSource) -> String {
        files.provide(ShaderSource(text: ShaderText.withoutHead(source.text), name: source.name))
        return source.name
    }
}

extension ShaderText {
    private static func isDirective(_ line: Substring, _ name: String) -> Bool {
        let text = line.trimmed
        return text.hasPrefix("#") && text.dropFirst().trimmed.hasPrefix(name)
    }
    private static func lines(of text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    /// Returns the lines with `#extension`. The lines with `#extension` must come before the declarations of the text around a file.
    static func extensions(in text: String) -> [String] {
        guard text.contains("extension") else { return [] }
        return withoutComments(text).split(separator: "\n").filter { isDirective($0, "extension") }.map { String($0.trimmed) }
    }
    /// Returns the text with empty lines in place of `#version` and `#extension`.
    static func withoutHead(_ text: String) -> String {
        guard text.contains("version") || text.contains("extension") else { return text }
        return lines(of: text).map { isDirective($0, "version") || isDirective($0, "extension") ? "" : String($0) }.joined(separator: "\n")
    }
}
