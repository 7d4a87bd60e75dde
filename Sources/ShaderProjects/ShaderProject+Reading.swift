// ShaderProject, reading: opens a file or folder and passes it to the reader of its host.

import Foundation
import Raster
public import Shading

extension ShaderProject {
    /// Reads a project: a shader file of any host, a folder of Shadertoy's passes, Shadertoy's export (`.json`) or a libretro
    /// preset (`.glslp`).
    /// - Throws: `RasterError` with `fileNotReadable` if a file cannot be read, and `invalidArgument` with the line if a project's
    ///   description is damaged.
    public init(contentsOf path: String, options: Options = Options()) throws {
        try self.init(contentsOf: path, options: options, files: ProjectFiles(folders: options.folders))
    }

    /// Reads a project that consists of one text.
    public init(source: ShaderSource, options: Options = Options()) throws {
        try self.init(source: source, options: options, files: ProjectFiles(folders: options.folders))
    }

    /// Reads a project from memory as if it were the file `name`. The file's bytes may be a sound: then only its samples are decoded, and
    /// the result is nil.
    package static func read(_ bytes: [UInt8], name: String) throws -> ShaderProject? {
        if name.fileExtension == "wav" {
            _ = AudioAnalysis.texels(of: try WaveFile(bytes, name: name), at: 0.1)
            return nil
        }
        let files = ProjectFiles()
        files.provide(ShaderSource(text: ProjectFiles.decoded(bytes), name: name))
        return try ShaderProject(contentsOf: name, options: Options(), files: files)
    }

    package init(contentsOf path: String, options: Options, files: ProjectFiles) throws {
        if ProjectFiles.isFolder(path) {
            self = try ShadertoyFolder(path: path, files: files).project(options)
        } else if path.fileExtension == "glslp" {
            self = try LibretroPreset(path: path, files: files).project()
        } else {
            let source = ShaderSource(text: try files.text(of: path), name: path)
            if path.fileExtension == "json" {
                self = try ShadertoyExport(source).project()
            } else {
                try self.init(source: source, options: options, files: files)
            }
        }
        paths.formUnion(files.paths)
        paths.insert(path)
    }

    package init(source: ShaderSource, options: Options, files: ProjectFiles) throws {
        let head = ISFHead.text(in: source.text)
        let text = ShaderText(files.gathered(source), defines: options.defines)
        var host = options.host ?? ShaderHost.detected(in: text, hasHead: head != nil)
        // ghostty's files without a cursor differ from Shadertoy's only in words and in the folder.
        if options.host == nil, host == .shadertoy, ShaderHost.speaksOfTerminals(source) { host = .ghostty }
        switch host {
        case .isf: self = try ISFHead(source, files: files).project()
        case .libretro: self = LibretroShader(source).project()
        case .glslViewer: self = GLSLViewerPasses(source, text: text).project()
        case .shadertoy where text.functions.contains("mainCubemap") && !text.functions.contains("mainImage"):
            var pass = Pass(name: "Cube A", source: source)
            pass.isCube = true
            self = ShadertoyWiring.showing(cube: pass)
        case .shadertoy, .ghostty: self = try ShadertoyFile(source, host: host, files: files).project()
        default:
            var pass = Pass(name: "main", source: source)
            for name in ShaderProject.feedbackNames where text.uniforms.contains(name) { pass.channels[name] = Channel(.lastFrame("main"), sampler: .linear) }
            self.init(host: host, name: source.name, passes: [pass])
        }
        if parameters.isEmpty { parameters = CommentedParameters.all(in: source.text) }
        name = source.name
        if head == nil, host != .libretro, let partner = ShaderProject.vertexPartner(of: source.name, text: text, host: host, drawsMesh: options.drawsMesh) {
            for index in passes.indices { passes[index].vertex = ShaderSource(text: try files.text(of: partner), name: partner) }
        }
        paths = files.paths
    }

    /// The samplers by which files of GLSL Sandbox and of Processing read the last frame.
    static let feedbackNames = ["backbuffer", "ppixels"]

    /// The vertex shader beside a fragment shader, if a mesh is drawn or the fragment shader has inputs that no rectangle can provide.
    private static func vertexPartner(of path: String, text: ShaderText, host: ShaderHost, drawsMesh: Bool) -> String? {
        guard !host.callsMainImage, drawsMesh || text.inputs.contains(where: { InputMeaning($0) == nil }) else { return nil }
        let stem = path.folderName + path.stem
        return [".vert", ".vs", ".vertex.glsl", ".vert.glsl"].map { stem + $0 }.first { FileManager.default.fileExists(atPath: $0) }
    }
}
