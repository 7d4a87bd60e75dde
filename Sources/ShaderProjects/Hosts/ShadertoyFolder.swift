// ShadertoyFolder: a folder with one file for each of Shadertoy's passes, as public repositories keep them: `image.glsl`, `BufferA.glsl`,
// `Buf A.frag`, `buffer-a.glsl`, `common.glsl`. A JSON file in the same folder may describe the channels.

import Foundation
import Raster
import Shading

struct ShadertoyFolder {
    private let path: String
    private let files: ProjectFiles

    init(path: String, files: ProjectFiles) { self.path = path.hasSuffix("/") ? path : path + "/"; self.files = files }

    func project(_ options: ShaderProject.Options) throws -> ShaderProject {
        let names = ProjectFiles.names(in: path)
        let shaders = names.filter { ShadertoyFile.shaderExtensions.contains($0.fileExtension) && !$0.hasPrefix(".") }
        var found: [ShadertoyPass: String] = [:]
        for name in shaders {
            guard let kind = ShadertoyFolder.pass(of: name), found[kind] == nil || name.fileExtension == "glsl" else { continue }
            found[kind] = name
        }
        let documents = names.filter { $0.fileExtension == "json" }
        // Some tools name the image pass shader.glsl.
        if found[.image] == nil { found[.image] = shaders.first { $0.stem.lowercased() == "shader" } }
        guard let image = found[.image] else { return try other(shaders, documents, options) }
        let main = ShaderSource(text: try files.text(of: path + image), name: path + image)
        let text = ShaderText(files.gathered(main), defines: options.defines)
        let host = options.host ?? ShaderHost.detected(in: text, hasHead: ISFHead.text(in: main.text) != nil)
        guard host.callsMainImage else { return try ShaderProject(source: main, options: options, files: files) }
        if main.text.split(whereSeparator: \.isNewline).contains(where: { $0.trimmed.hasPrefix("#iChannel") }) {
            return try ShadertoyFile(main, host: host, files: files).project()
        }
        var project = ShaderProject(host: host, name: path, passes: [])
        for (kind, name) in found.sorted(by: { $0.key.order < $1.key.order }) {
            let source = ShadertoyDirectives.blanked(ShaderSource(text: try files.text(of: path + name), name: path + name))
            switch kind {
            case .common: project.common.append(source)
            case .vertex: project.notes.append("the vertex pass '\(name)' is left out.")
            default:
                var pass = ShaderProject.Pass(name: kind.title, source: source)
                ShadertoyWiring.prepare(&pass, as: kind)
                if pass.isSound { project.sound = pass } else { project.passes.append(pass) }
            }
        }
        // If a pass includes the common file itself, the pass must not get the common file a second time.
        let commonNames = Set(project.common.map { $0.name.fileName })
        let includesCommon = project.passes.contains { pass in
            ShaderText.directives(in: ShaderText.withoutComments(pass.source.text)).contains { directive in
                directive.words.first == "include" && commonNames.contains { name in directive.words.joined(separator: " ").contains(name) }
            }
        }
        if includesCommon { project.common = [] }
        for document in documents.prefix(8) { describe(&project, by: path + document) }
        for index in project.passes.indices where project.passes[index].channels.isEmpty { readComments(of: &project, index) }
        project.notes += ShadertoyWiring.wireByCustom(&project)
        return project
    }

    /// Returns the pass that a file's name means; nil if the name means no pass. The name of the pass is the whole file name or the last
    /// part of the file name, as in `clouds_bufferA.glsl`.
    private static func pass(of name: String) -> ShadertoyPass? {
        let stem = name.stem
        if let kind = ShadertoyPass(name: stem) { return kind }
        // The name of a pass may contain a separator itself, as in `Buf_A`. Therefore, the last two parts together are tried first, and then
        // the last part.
        let parts = stem.split(whereSeparator: { "-_. ".contains($0) })
        for count in [2, 1] where parts.count > count {
            if let kind = ShadertoyPass(name: parts.suffix(count).joined()) { return kind }
        }
        return nil
    }

    /// Reads a folder without an image pass: its only shader or, if there is not exactly one shader, its first export.
    private func other(_ shaders: [String], _ documents: [String], _ options: ShaderProject.Options) throws -> ShaderProject {
        if shaders.count == 1 {
            return try ShaderProject(source: ShaderSource(text: try files.text(of: path + shaders[0]), name: path + shaders[0]), options: options, files: files)
        }
        for document in documents {
            guard let text = try? files.text(of: path + document), text.contains("renderpass") else { continue }
            return try ShadertoyExport(ShaderSource(text: text, name: path + document)).project()
        }
        throw RasterError(.invalidArgument, "folder '\(path)'", "has no image pass", remedy: shaders.isEmpty ? "name a folder with image.glsl, or a file"
            : "name the last pass image.glsl, or name one of its files: \(shaders.prefix(8).joined(separator: ", "))")
    }

    // MARK: channels

    /// Reads the channels from a JSON file: an export, or a table whose members have the names of passes.
    private func describe(_ project: inout ShaderProject, by document: String) {
        guard let text = try? files.text(of: document), let json = try? LooseJSON(text) else { return }
        if let export = try? ShadertoyExport(ShaderSource(text: text, name: document)).project() {
            for pass in export.passes {
                if let index = project.passes.firstIndex(where: { $0.name == pass.name }) { project.passes[index].channels = pass.channels }
            }
            project.notes += export.notes
            return
        }
        for members in [json.members] + ["passes", "buffers", "shaders"].map({ json[name: $0]?.members ?? [] }) {
            for member in members {
                guard let kind = ShadertoyPass(name: member.name), let index = project.passes.firstIndex(where: { $0.name == kind.title }) else { continue }
                let channels = member.value[name: "channels"] ?? member.value[name: "inputs"] ?? member.value
                for (number, channel) in channels.elements.prefix(16).enumerated() { wire(channel, "iChannel\(number)", &project, index) }
                for entry in channels.members {
                    let digits = entry.name.drop { !$0.isNumber }
                    guard let number = Int(digits), (0..<16).contains(number), digits.endIndex == entry.name.endIndex else { continue }
                    wire(entry.value, "iChannel\(number)", &project, index)
                }
            }
        }
    }

    private func wire(_ value: LooseJSON, _ channel: String, _ project: inout ShaderProject, _ index: Int) {
        var texts = [value.string].compactMap { $0 } + value.members.compactMap(\.value.string)
        if value[name: "keyboard"]?.flag == true { texts.append("keyboard") }
        if value[name: "audio"]?.flag == true { texts.append("audio") }
        let sampler = ShadertoyMedia.sampler(filter: value[name: "filter"]?.string?.lowercased(), wrap: value[name: "wrap"]?.string?.lowercased())
        for text in texts {
            guard let content = content(text, project, type: value[name: "type"]?.string ?? "") else { continue }
            project.passes[index].channels[channel] = ShaderProject.Channel(content, sampler: value.string == nil ? sampler : content.isPass ? .linear : nil)
            return
        }
        if let text = texts.first { project.notes.append("\(project.passes[index].name): \(channel) is '\(text)', which is neither a pass nor a file here.") }
    }
    /// Returns the content that a word means: a pass, the keyboard, sound or a file. Returns nil if the word has no such meaning.
    private func content(_ text: String, _ project: ShaderProject, type: String) -> ShaderProject.Content? {
        if let kind = ShadertoyPass(name: text.stem), project.passes.contains(where: { $0.name == kind.title }) { return .pass(kind.title) }
        if text.lowercased() == "keyboard" { return .keyboard }
        if ["audio", "music", "mic", "microphone"].contains(text.lowercased()) { return .audio(path: nil) }
        guard let found = ProjectFiles.find(text, beside: path) else { return nil }
        if let media = ShaderProject.Content(mediaFile: found) { return media }
        switch found.fileExtension {
        case "png", "jpg", "jpeg": return type.lowercased().contains("cube") ? .cubeMap(paths: [found]) : .picture(path: found)
        default: return nil
        }
    }

    /// Reads comments such as `// iChannel0: Buffer A`.
    private func readComments(of project: inout ShaderProject, _ index: Int) {
        for line in project.passes[index].source.text.split(whereSeparator: \.isNewline) {
            let text = line.trimmed
            guard text.hasPrefix("//") || text.hasPrefix("*") || text.hasPrefix("/*"), let range = text.range(of: "iChannel"),
                  let digit = text[range.upperBound...].first, let number = digit.wholeNumberValue, number < 4 else { continue }
            let rest = text[range.upperBound...].dropFirst().drop { " \t:=-→>@".contains($0) }
            let words = rest.split(whereSeparator: { " \t,;()\"'".contains($0) }).map(String.init)
            // A name may be written with a space: Buffer A. So the first two words together are tried before the first word alone.
            let names = [words.prefix(2).joined(), words.first ?? ""]
            guard let content = content(names[0], project, type: "") ?? content(names[1], project, type: "") else { continue }
            project.passes[index].channels["iChannel\(number)"] = ShaderProject.Channel(content, sampler: content.isPass ? .linear : nil)
        }
    }
}

extension ShaderProject.Content {
    var isPass: Bool { switch self { case .pass, .lastFrame, .depth: true; default: false } }
    var isPicture: Bool { switch self { case .picture, .standIn: true; default: false } }
}
