// ShaderHost: the applications that shader files were written for, and the names by which the host of a file is recognised.

import Shading

/// An application that shader files are written for. Each host has names, passes and coordinates of its own. The files of a host rely on
/// these names, passes and coordinates without declaring them.
public enum ShaderHost: String, Sendable, Hashable, CaseIterable {
    /// Shadertoy: `mainImage`, `iTime`, `iChannel0`; buffers A to D, Cube A and Common (shadertoy.com, "How To").
    case shadertoy
    /// glslViewer: `u_time`, `u_tex0`; passes by `BUFFER_0`, `DOUBLE_BUFFER_0` and `POSTPROCESSING`.
    case glslViewer = "glslviewer"
    /// GLSL Sandbox: `time`, `resolution`, `backbuffer`.
    case glslSandbox = "sandbox"
    /// Interactive Shader Format, version 1 and 2: a JSON head with inputs and passes, `IMG_PIXEL`.
    case isf
    /// RetroArch's GLSL shaders and presets: both stages in one file, `#pragma parameter`.
    case libretro
    /// raylib: `fragTexCoord`, `texture0`, `colDiffuse`.
    case raylib
    /// Processing: `vertTexCoord`, `vertColor`, `texOffset`.
    case processing
    /// PixiJS filters: `vTextureCoord`, `uSampler`, `inputSize`.
    case pixi
    /// The terminal ghostty: Shadertoy's names, with the terminal in `iChannel0`, its colours and its cursor.
    case ghostty
    /// The compositor picom: `vec4 window_shader()`.
    case picom
    /// The compositor Hyprland, with hyprshade: `tex`, `v_texcoord`.
    case hyprshade
    /// A shader with `main` that uses no host's names.
    case plain

    /// The name of the host in the spelling of its authors.
    public var title: String {
        switch self {
        case .shadertoy: "Shadertoy"
        case .glslViewer: "glslViewer"
        case .glslSandbox: "GLSL Sandbox"
        case .isf: "ISF"
        case .libretro: "libretro"
        case .raylib: "raylib"
        case .processing: "Processing"
        case .pixi: "PixiJS"
        case .ghostty: "ghostty"
        case .picom: "picom"
        case .hyprshade: "hyprshade"
        case .plain: "plain GLSL"
        }
    }
    /// Finds the host with this name, in upper or lower case; nil if there is no such host.
    public init?(name: String) {
        guard let host = ShaderHost.allCases.first(where: { $0.rawValue == name.lowercased() || $0.title.lowercased() == name.lowercased() }) else {
            return nil
        }
        self = host
    }

    /// Whether the file has `mainImage` instead of `main`, and declares no uniforms.
    var callsMainImage: Bool { self == .shadertoy || self == .ghostty }
    /// Whether y coordinates increase downwards, and pictures have their first row at the top.
    var countsRowsDown: Bool { self == .libretro || self == .pixi || self == .picom || self == .hyprshade }
    /// Whether the picture that the file changes is as large as the output, because the picture is a window, a screen or a sprite.
    var fitsInput: Bool { [.isf, .pixi, .ghostty, .picom, .hyprshade, .processing].contains(self) }
    /// Whether the host's files change a picture, a window or a screen, so that a file without an input picture shows nothing.
    var filtersAPicture: Bool { [.isf, .libretro, .raylib, .processing, .pixi, .ghostty, .picom, .hyprshade].contains(self) }
}

// MARK: names and words by which a host is recognised

extension ShaderHost {
    /// Names in ghostty's files that no other host has.
    static let ghosttyNames: Set<String> = [
        "iCurrentCursor", "iPreviousCursor", "iCurrentCursorColor", "iPreviousCursorColor", "iTimeCursorChange", "iCursorColor", "iBackgroundColor",
        "iForegroundColor", "iPalette", "iTimeFocus", "iFocus", "iSelectionBackgroundColor", "iSelectionForegroundColor", "iCursorText",
    ]
    /// Returns whether a file with Shadertoy's names contains words about terminals, or lies in a folder of ghostty's files.
    static func speaksOfTerminals(_ source: ShaderSource) -> Bool {
        let text = source.text.lowercased()
        guard text.contains("ichannel0") else { return false }
        return text.contains("ghostty") || text.contains("terminal") || source.name.lowercased().contains("ghostty")
    }
    private static let imageFunctions: Set<String> = [
        "IMG_PIXEL", "IMG_NORM_PIXEL", "IMG_THIS_PIXEL", "IMG_THIS_NORM_PIXEL", "IMG_SIZE", "isf_FragNormCoord", "vv_FragNormCoord", "RENDERSIZE",
        "PASSINDEX",
    ]

    /// Finds the host of a file by the declarations and calls of the file.
    /// - Parameters:
    ///   - text: The file and its included files.
    ///   - hasHead: Whether the file begins with ISF's JSON head.
    package static func detected(in text: ShaderText, hasHead: Bool = false) -> ShaderHost {
        let words = text.words, functions = text.functions
        if hasHead || !words.isDisjoint(with: imageFunctions) { return .isf }
        if functions.contains("window_shader") { return .picom }
        let directives = ShaderText.directives(in: text.code)
        let conditions = Set(directives.filter {
            ["if", "ifdef", "elif", "ifndef"].contains($0.words.first)
        }.flatMap { ShaderText.words(in: $0.words.joined(separator: " ")) })
        if conditions.isSuperset(of: ["VERTEX", "FRAGMENT"]) || directives.contains(where: { $0.words.prefix(2) == ["pragma", "parameter"] }) {
            return .libretro
        }
        if !functions.contains("main"), !functions.isDisjoint(with: ["mainImage", "mainCubemap"]) {
            return words.isDisjoint(with: ghosttyNames) ? .shadertoy : .ghostty
        }
        if conditions.contains(where: GLSLViewerPasses.isPassName) { return .glslViewer }
        let uniforms = text.uniforms, inputs = Set(text.inputs.map(\.name))
        if text.code.contains("PROCESSING_"), text.code.contains(/#\s*define\s+PROCESSING_\w+_SHADER/) { return .processing }
        if !uniforms.isDisjoint(with: ["u_time", "u_resolution", "u_mouse", "u_date", "u_frame", "u_delta", "u_tex0", "u_scene"]) { return .glslViewer }
        if !uniforms.isDisjoint(with: ["texture0", "colDiffuse"]) || inputs.contains("fragTexCoord") { return .raylib }
        if !inputs.isDisjoint(with: ["vertTexCoord", "vertColor"]) || uniforms.contains("texOffset") { return .processing }
        if inputs.contains("vTextureCoord"), !uniforms.isDisjoint(with: ["uSampler", "uTexture"]) || !uniforms.isDisjoint(with: pixiUniforms) { return .pixi }
        if uniforms.contains("tex"), inputs.contains("v_texcoord") { return .hyprshade }
        if !uniforms.isDisjoint(with: ["time", "resolution", "mouse", "backbuffer"]) { return .glslSandbox }
        return .plain
    }
    private static let pixiUniforms: Set<String> = ["filterArea", "filterClamp", "inputSize", "outputFrame", "uInputSize", "uOutputFrame", "uInputClamp",
                                                    "dimensions"]
}
