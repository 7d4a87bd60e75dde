// ShaderProject, reading: opens a file or folder, finds its host, and calls the reader for this host.

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
        let source = ShaderSource(text: source.text.withLineFeeds, name: source.name)
        try self.init(source: source, options: options, files: ProjectFiles(folders: options.folders))
    }

    /// Reads a project from memory as if it were the file `name`. If the file is a sound or a Processing sketch, its samples or
    /// values are read, and the result is nil.
    package static func read(_ bytes: [UInt8], name: String) throws -> ShaderProject? {
        if SoundFile.extensions.contains(name.fileExtension) {
            _ = AudioAnalysis.texels(of: try SoundFile(bytes, name: name), at: 0.1)
            return nil
        }
        if name.fileExtension == "pde" {
            _ = ProcessingSketch.values(in: ProjectFiles.decoded(Array(bytes.prefix(ProcessingSketch.byteLimit))))
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
        if sound != nil { notes.append(ShadertoyWiring.soundNote) }
        paths.formUnion(files.paths)
        paths.insert(path)
    }

    package init(source: ShaderSource, options: Options, files: ProjectFiles) throws {
        let head = ISFHead.text(in: source.text)
        let text = ShaderText(files.gathered(source), defines: options.defines)
        var host = options.host ?? ShaderHost.detected(in: text, hasHead: head != nil)
        // Without a cursor, a file for ghostty looks like a file for Shadertoy, except for some words and its folder.
        if options.host == nil, host == .shadertoy, ShaderHost.speaksOfTerminals(source) { host = .ghostty }
        switch host {
        case .isf: self = try ISFHead(source, files: files).project()
        case .libretro: self = LibretroShader(source).project()
        case .glslViewer: self = GLSLViewerPasses(source, text: text).project(drawsMesh: options.drawsMesh)
        case .shadertoy where text.functions.contains("mainCubemap") && !text.functions.contains("mainImage"):
            var pass = Pass(name: "Cube A", source: source)
            pass.isCube = true
            self = ShadertoyWiring.showing(cube: pass)
        case .shadertoy, .ghostty: self = try ShadertoyFile(source, host: host, files: files).project()
        default:
            let (filled, placeholders) = host == .pixi ? TemplatePlaceholders.filled(source, defines: options.defines) : (source, [])
            var pass = Pass(name: "main", source: filled)
            for name in ShaderProject.feedbackNames where text.uniforms.contains(name) { pass.channels[name] = Channel(.lastFrame("main"), sampler: .linear) }
            self.init(host: host, name: source.name, passes: [pass])
            notes = placeholders
        }
        if parameters.isEmpty { parameters = CommentedParameters.all(in: source.text) }
        name = source.name
        if head == nil, host != .libretro, !host.callsMainImage { try readVertexShader(text, options, files) }
        if self.host == .processing { readSketch(beside: source.name) }
        paths = files.paths
    }

    /// Finds the vertex shader beside the file, and finds out whether the file is written for a model.
    private mutating func readVertexShader(_ text: ShaderText, _ options: Options, _ files: ProjectFiles) throws {
        let partner = try ShaderProject.vertexPartner(of: name).map { ShaderSource(text: try files.text(of: $0), name: $0) }
        let readsNormals = text.inputs.contains { input in
            ([input] + (input.members ?? [])).contains { InputMeaning($0).map { [.normal, .tangent].contains($0) } == true }
        }
        let partnerText = partner.map { ShaderText(files.gathered($0), defines: ["MODEL_VERTEX_NORMAL"]) }
        // In Processing's shaders for lights and models, only the vertex shader uses names by which Processing can be recognised.
        if options.host == nil, host == .plain, partnerText?.uniforms.isDisjoint(with: ["transform", "modelview", "lightNormal"]) == false {
            host = .processing
        }
        let hasNormals = partnerText?.declarations.contains { ["in", "attribute"].contains($0.storage) && $0.name.lowercased().contains("normal") } == true
        isForMesh = isForMesh || host != .plain && (readsNormals || hasNormals)
        let isOnMesh = options.drawsMesh ?? isForMesh
        // Without a mesh, the file's vertex shader is needed only for inputs that no rectangle can provide.
        guard let partner, isOnMesh || text.inputs.contains(where: { InputMeaning($0) == nil && $0.members == nil }) else { return }
        let marked = passes.contains(where: \.isOnMesh)
        for index in passes.indices where !marked || passes[index].isOnMesh { passes[index].vertex = passes[index].vertex ?? partner }
    }

    /// The samplers by which files of GLSL Sandbox and of Processing read the last frame.
    static let feedbackNames = ["backbuffer", "ppixels"]

    /// Returns the vertex shader beside a fragment shader: the same name with another ending, or with `vert` in place of `frag`. Returns
    /// nil if there is no such file.
    private static func vertexPartner(of path: String) -> String? {
        let stem = path.folderName + path.stem, ending = path.dropFirst(stem.count)
        var candidates = [".vert", ".vs", ".vertex.glsl", ".vert.glsl"].map { stem + $0 }
        for (fragment, vertex) in [("frag", "vert"), ("Frag", "Vert"), ("FRAG", "VERT")] where path.stem.contains(fragment) {
            candidates.append(path.folderName + path.stem.replacing(fragment, with: vertex) + ending)
        }
        return candidates.first { FileManager.default.fileExists(atPath: $0) }
    }
}
