// ShadertoyFile: a file with `mainImage`, and with directives such as `#iChannel0 "file://buffer.glsl"`, which name the file's channels.

import Foundation
import Raster
import Shading

struct ShadertoyFile {
    private let source: ShaderSource
    private let host: ShaderHost
    private let files: ProjectFiles

    init(_ source: ShaderSource, host: ShaderHost, files: ProjectFiles) { self.source = source; self.host = host; self.files = files }

    /// The file extensions that mean a pass, and not a picture.
    static let shaderExtensions: Set<String> = ["glsl", "frag", "fs", "fsh", "fragment", "shader", "shadertoy", "txt"]
    private static let passLimit = 32

    func project() throws -> ShaderProject {
        var project = ShaderProject(host: host, name: source.name, passes: [])
        try add(source, name: "Image", to: &project, open: [source.name])
        if host == .ghostty {
            let index = project.passes.count - 1
            project.passes[index].channels["iChannel0"] = ShaderProject.Channel(.input, sampler: .linear)
        }
        return project
    }

    /// Adds the pass of a file, after the passes that this pass reads.
    private func add(_ source: ShaderSource, name: String, to project: inout ShaderProject, open: [String]) throws {
        guard project.passes.count < ShadertoyFile.passLimit, open.count < ShadertoyFile.passLimit else {
            throw RasterError(.invalidArgument, "project '\(self.source.name)'", "has more than \(ShadertoyFile.passLimit) passes", remedy: "use fewer buffers")
        }
        var pass = ShaderProject.Pass(name: name, source: ShadertoyDirectives.blanked(source))
        if name != "Image" { pass.format = .rgba32Float }
        let directives = ShadertoyDirectives(source.text)
        for parameter in directives.parameters where !project.parameters.contains(where: { $0.name == parameter.name }) { project.parameters.append(parameter) }
        if directives.usesKeyboard {
            project.channels["iKeyboard"] = ShaderProject.Channel(.keyboard, sampler: .nearest)
            if !project.common.contains(where: { $0.name == ShadertoyDirectives.keyboardFunctions.name }) {
                project.common.insert(ShadertoyDirectives.keyboardFunctions, at: 0)
            }
        }
        for (channel, target) in directives.targets.sorted(by: { $0.key < $1.key }) {
            let sampler = directives.sampler(of: channel)
            if target.lowercased() == "self" {
                pass.channels[channel] = ShaderProject.Channel(.pass(name), sampler: sampler)
            } else if ["keyboard", "iKeyboard"].contains(target) {
                pass.channels[channel] = ShaderProject.Channel(.keyboard, sampler: .nearest)
            } else if let path = ProjectFiles.find(target, beside: source.name.folderName) {
                pass.channels[channel] = ShaderProject.Channel(try content(path, isCube: directives.cubes.contains(channel), project: &project, open: open),
                                                               sampler: sampler)
            } else if directives.cubes.contains(channel) {
                let faces = ["e", "w", "u", "d", "n", "s"].compactMap { ProjectFiles.find(target.replacing("{}", with: $0), beside: source.name.folderName) }
                pass.channels[channel] = ShaderProject.Channel(faces.count == 6 ? .cubeMap(paths: faces) : .sky, sampler: sampler)
            } else {
                project.notes.append("\(name): \(channel) is '\(target)', which is not found; a built-in picture stands for it.")
                pass.channels[channel] = ShaderProject.Channel(.standIn, sampler: sampler)
            }
        }
        project.passes.append(pass)
    }

    private func content(_ path: String, isCube: Bool, project: inout ShaderProject, open: [String]) throws -> ShaderProject.Content {
        let path = URL(fileURLWithPath: path, relativeTo: nil).standardizedFileURL.path == URL(fileURLWithPath: source.name).standardizedFileURL.path
            ? source.name : path
        guard ShadertoyFile.shaderExtensions.contains(path.fileExtension) else {
            return ShaderProject.Content(mediaFile: path) ?? (isCube ? .cubeMap(paths: [path]) : .picture(path: path))
        }
        let key = ShadertoyFile.key(path)
        if let first = open.firstIndex(where: { ShadertoyFile.key($0) == key }) { return .pass(first == 0 ? "Image" : key) }
        if !project.passes.contains(where: { $0.name == key }) {
            try add(ShaderSource(text: try files.text(of: path), name: path), name: key, to: &project, open: open + [path])
        }
        return .pass(key)
    }
    /// Returns the name of a buffer's pass: the path without `.` and `..`, so that two spellings of a path give the same pass.
    private static func key(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
