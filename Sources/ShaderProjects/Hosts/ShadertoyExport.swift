// ShadertoyExport: the JSON that Shadertoy's API and its "export" button give. The object that contains `renderpass` is the root or the
// value of `Shader` (or `shader`). If a list holds several such objects, the first of these objects is read.

import Raster
import Shading

struct ShadertoyExport {
    private let path: String
    private let passes: [LooseJSON]

    /// - Throws: `RasterError` with `invalidArgument` if the text is damaged or has no passes.
    init(_ source: ShaderSource) throws(RasterError) {
        path = source.name
        let root: LooseJSON
        do throws(LooseJSON.Mistake) { root = try LooseJSON(source.text) } catch {
            throw RasterError(.invalidArgument, "project '\(source.name)'", at: "line \(error.line)", error.message, remedy: "export the project again")
        }
        let shader = [root, root[name: "Shader"], root[name: "shader"], root.elements.first, root[name: "shaders"]?.elements.first,
                      root.elements.first?[name: "Shader"]]
            .compactMap { $0 }.first { $0[name: "renderpass"] != nil }
        guard let passes = shader?[name: "renderpass"]?.elements, !passes.isEmpty else {
            throw RasterError(.invalidArgument, "project '\(source.name)'", "has no list 'renderpass'",
                              remedy: "name a Shadertoy export, or a folder of shaders")
        }
        guard passes.count <= 32 else {
            throw RasterError(.invalidArgument, "project '\(source.name)'", "has \(passes.count) passes", remedy: "use at most 32")
        }
        self.passes = passes
    }

    private struct Entry { var kind: ShadertoyPass; var json: LooseJSON; var outputs: [String] }

    func project() throws(RasterError) -> ShaderProject {
        var entries: [Entry] = [], bufferCount = 0, notes: [String] = []
        for json in passes {
            let name = json[name: "name"]?.string ?? "", type = json[name: "type"]?.string ?? ""
            var kind = ShadertoyPass(name: name)
            switch type {
            case "image": kind = .image
            case "common": kind = .common
            case "sound": kind = .sound
            case "buffer":
                if case .buffer = kind {} else { kind = .buffer(bufferCount) }
                bufferCount += 1
            case "cubemap": if case .cube = kind {} else { kind = .cube(0) }
            default: break
            }
            guard let kind else {
                notes.append("the pass '\(name)' of type '\(type)' is of an unknown kind and is left out.")
                continue
            }
            // If an export lists a pass twice, the first entry counts.
            if entries.contains(where: { $0.kind == kind }) { continue }
            let outputs = (json[name: "outputs"]?.elements ?? []).compactMap { $0[name: "id"].flatMap(Self.identity) ?? Self.identity($0) }
            entries.append(Entry(kind: kind, json: json, outputs: outputs))
        }
        entries.sort { $0.kind.order < $1.kind.order }
        var project = ShaderProject(host: .shadertoy, name: path, passes: [])
        let folder = path.folderName, isAlone = entries.count == 1
        for entry in entries {
            let code = (entry.json[name: "code"]?.string ?? "").withLineFeeds
            let source = ShaderSource(text: code, name: isAlone ? path : "\(path) (\(entry.kind.title))")
            switch entry.kind {
            case .common: project.common.append(source)
            case .vertex: notes.append("the vertex pass is left out.")
            default:
                var pass = ShaderProject.Pass(name: entry.kind.title, source: source)
                ShadertoyWiring.prepare(&pass, as: entry.kind)
                for input in entry.json[name: "inputs"]?.elements ?? [] {
                    wire(input, to: &pass, entries, folder: folder, notes: &notes)
                }
                if pass.isSound { project.sound = pass } else { project.passes.append(pass) }
            }
        }
        guard !project.passes.isEmpty else {
            throw RasterError(.invalidArgument, "project '\(path)'", "has no pass that draws", remedy: "add a pass of the type 'image'")
        }
        if let last = project.passes.last, last.isCube { project = ShadertoyWiring.showing(cube: last) }
        markMipmaps(&project)
        project.notes = notes
        return project
    }

    private static func identity(_ value: LooseJSON) -> String? { value.string ?? value.integer.map(String.init) }

    private func wire(_ input: LooseJSON, to pass: inout ShaderProject.Pass, _ entries: [Entry], folder: String, notes: inout [String]) {
        guard let number = input[name: "channel"]?.integer, (0..<16).contains(number) else { return }
        let channel = "iChannel\(number)", settings = input[name: "sampler"]
        let kind = (input[name: "ctype"] ?? input[name: "type"])?.string ?? "texture"
        let id = input[name: "id"].flatMap(Self.identity), source = (input[name: "filepath"] ?? input[name: "src"])?.string ?? ""
        let sampler = ShadertoyMedia.sampler(filter: settings?[name: "filter"]?.string, wrap: settings?[name: "wrap"]?.string)
        // If an input reads a pass, the input's id is the id of the pass's output. In older exports, the input's path names the
        // pass: buffer00.png.
        if ["buffer", "cubemap", "texture"].contains(kind) {
            let byNumber = id.flatMap { id in entries.first { $0.outputs.contains(id) && $0.kind != .image } }
            let byPath = source.contains("/previz/") || kind == "buffer" ? Self.passNumber(inPath: source) : nil
            let name = byNumber?.kind.title ?? byPath.flatMap { kind in entries.first { $0.kind == kind }?.kind.title }
            if let name {
                pass.channels[channel] = ShaderProject.Channel(.pass(name), sampler: sampler)
                return
            }
            if kind == "buffer" {
                notes.append("\(pass.name): \(channel) reads a buffer that the project does not have; it is black.")
                pass.channels[channel] = ShaderProject.Channel(.lastFrame(""), sampler: sampler)
                return
            }
        }
        let content = ShadertoyMedia.content(path: source, kind: kind, folder: folder)
        if let note = ShadertoyMedia.note(path: source, kind: kind, content: content, channel: "\(pass.name): \(channel)") { notes.append(note) }
        pass.channels[channel] = ShaderProject.Channel(content, sampler: sampler, isFlipped: settings?[name: "vflip"]?.flag == false)
    }
    /// Returns the pass that a path such as `/media/previz/buffer02.png` or `cubemap00.png` means; nil if the path means no pass.
    private static func passNumber(inPath path: String) -> ShadertoyPass? {
        let stem = path.stem
        for (word, make) in [("buffer", ShadertoyPass.buffer), ("cubemap", ShadertoyPass.cube)] where stem.hasPrefix(word) {
            if let number = Int(stem.dropFirst(word.count)), (0..<8).contains(number) { return make(number) }
        }
        return nil
    }
    /// Requests mip levels for each pass that another pass reads with mip levels.
    private func markMipmaps(_ project: inout ShaderProject) {
        let names = Set(project.passes.flatMap { $0.channels.values }.compactMap { channel -> String? in
            guard channel.sampler.map({ $0.mipFilter != MipFilterMode.none }) == true, case .pass(let name) = channel.content else { return nil }
            return name
        })
        for index in project.passes.indices where names.contains(project.passes[index].name) { project.passes[index].hasMipmaps = true }
    }
}
