// ISFHead: the JSON head of an ISF file: inputs, imported pictures, passes and persistent buffers
// (github.com/mrRay/ISF_Spec, versions 1 and 2).

import Foundation
import Raster
import Shading

struct ISFHead {
    private let source: ShaderSource
    private let head: LooseJSON
    private let files: ProjectFiles

    private static let members: Set<String> = [
        "ISFVSN", "VSN", "INPUTS", "PASSES", "CREDIT", "DESCRIPTION", "CATEGORIES", "PERSISTENT_BUFFERS", "IMPORTED", "LABEL", "KEYWORDS",
    ]

    /// Returns the head of an ISF file: the JSON text in one of the file's first comments, and the number of the line on which this text
    /// begins. Returns nil if the file has no such head.
    static func text(in text: String) -> (text: Substring, line: Int)? {
        guard text.contains("/*") else { return nil }
        var rest = text[...]
        for _ in 0..<commentLimit {
            guard let start = rest.range(of: "/*"), let end = rest[start.upperBound...].range(of: "*/") else { return nil }
            let inside = text[start.upperBound..<end.lowerBound]
            if let open = inside.firstIndex(where: { !$0.isWhitespace && $0 != "*" }), inside[open] == "{",
               members.contains(where: { inside.contains("\"\($0)\"") }) {
                return (inside[open...], 1 + text[..<open].count { $0.isNewline })
            }
            rest = rest[end.upperBound...]
        }
        return nil
    }
    /// The maximum number of comments in which the reader searches for the head. Several comments are searched, because some files begin
    /// with other comments.
    private static let commentLimit = 8

    /// - Throws: `RasterError` with `invalidArgument` and the line of the mistake if the head is no JSON.
    init(_ source: ShaderSource, files: ProjectFiles) throws(RasterError) {
        self.source = source; self.files = files
        guard let (text, line) = ISFHead.text(in: source.text) else { head = .table([]); return }
        do throws(LooseJSON.Mistake) { head = try LooseJSON(String(text)) } catch {
            throw RasterError(.invalidArgument, "the JSON head of '\(source.name)'", at: "line \(line + error.line - 1)", error.message,
                              remedy: "correct the head")
        }
    }

    func project() throws(RasterError) -> ShaderProject {
        var project = ShaderProject(host: .isf, name: source.name, passes: [])
        readInputs(&project)
        readImported(&project)
        try readPasses(&project)
        let vertex = [".vs", ".vert"].map { source.name.folderName + source.name.stem + $0 }.first { FileManager.default.fileExists(atPath: $0) }
        if let vertex {
            let text = try files.text(of: vertex)
            for index in project.passes.indices { project.passes[index].vertex = ShaderSource(text: text, name: vertex) }
        }
        return project
    }

    // MARK: inputs

    private func readInputs(_ project: inout ShaderProject) {
        var names: Set<String> = []
        for input in (head[name: "INPUTS"]?.elements ?? []).prefix(256) {
            // If two inputs have the same name, the first input counts.
            guard let name = input[name: "NAME"]?.string, ISFHead.isName(name), names.insert(name).inserted else { continue }
            let type = input[name: "TYPE"]?.string?.lowercased() ?? "float", label = input[name: "LABEL"]?.string
            func numbers(_ key: String, count: Int) -> [Double]? {
                guard let values = input[name: key]?.doubles, !values.isEmpty else { return nil }
                return values.count >= count ? Array(values.prefix(count)) : values.count == 1 ? Array(repeating: values[0], count: count) : nil
            }
            func parameter(_ kind: ShaderParameter.Kind, _ count: Int, otherwise: [Double]) -> ShaderParameter {
                let low = numbers("MIN", count: count), high = numbers("MAX", count: count)
                // If an input has a range but no default, the initial value of the input is the number in the range that is nearest to 0.
                let middle = low.flatMap { low in high.map { high in zip(low, high).map { min(max(0, $0), $1) } } }
                return ShaderParameter(name: name, label: label, kind: kind, initial: numbers("DEFAULT", count: count) ?? middle ?? otherwise,
                                       minimum: low, maximum: high)
            }
            switch type {
            case "image":
                // A transition has two input pictures. The second picture must differ from the first, because otherwise the transition would
                // be invisible.
                project.channels[name] = ShaderProject.Channel(project.inputNames.isEmpty ? .input : .standIn, sampler: .linear)
                project.inputNames.append(name)
            case "audio", "audiofft":
                project.channels[name] = ShaderProject.Channel(.audio(path: nil), sampler: .linear)
                project.notes.append("the input '\(name)' is sound; it is silent unless --texture \(name)=FILE.wav gives a file.")
            case "cube": project.channels[name] = ShaderProject.Channel(.sky, sampler: .linear)
            case "bool": project.parameters.append(parameter(.flag, 1, otherwise: [0]))
            case "event": project.parameters.append(ShaderParameter(name: name, label: label, kind: .event, initial: [0]))
            case "point2d": project.parameters.append(parameter(.numbers(count: 2), 2, otherwise: [0, 0]))
            case "color": project.parameters.append(parameter(.color(count: 4), 4, otherwise: [1, 1, 1, 1]))
            case "long", "int":
                let values = (input[name: "VALUES"]?.elements ?? []).compactMap(\.double), labels = (input[name: "LABELS"]?.elements ?? []).compactMap(\.string)
                let kind: ShaderParameter.Kind = values.isEmpty ? .whole
                    : .choice(values: values, labels: labels.count == values.count ? labels : values.map { "\($0)" })
                project.parameters.append(parameter(kind, 1, otherwise: [values.first ?? 0]))
            default: project.parameters.append(parameter(.numbers(count: 1), 1, otherwise: [0]))
            }
        }
    }
    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return name.utf8.allSatisfy { $0 < 0x80 && ShaderText.isWordByte($0) }
    }

    private func readImported(_ project: inout ShaderProject) {
        guard let imported = head[name: "IMPORTED"] else { return }
        let entries = imported.members.map { ($0.name, $0.value) } + imported.elements.compactMap { entry in entry[name: "NAME"]?.string.map { ($0, entry) } }
        for (name, entry) in entries where ISFHead.isName(name) && !project.parameters.contains(where: { $0.name == name }) {
            let isCube = entry[name: "TYPE"]?.string == "cube"
            let paths = (entry[name: "PATH"]?.elements.compactMap(\.string) ?? []) + [entry[name: "PATH"]?.string].compactMap { $0 }
            let found = paths.compactMap { ProjectFiles.find($0, beside: source.name.folderName) }
            let content: ShaderProject.Content = if isCube { found.count == paths.count && !found.isEmpty ? .cubeMap(paths: found) : .sky }
                else if let first = found.first { .picture(path: first) }
                else { ShadertoyMedia.content(path: paths.first ?? "", kind: "texture", folder: "") }
            if found.isEmpty { project.notes.append("the imported picture '\(paths.first ?? name)' is not beside the file; a built-in picture stands for it.") }
            project.channels[name] = ShaderProject.Channel(content, sampler: Sampler(wrap: .repeat))
        }
    }

    // MARK: passes

    private func readPasses(_ project: inout ShaderProject) throws(RasterError) {
        // In version 1, a separate list names the persistent buffers.
        let persistent = head[name: "PERSISTENT_BUFFERS"]
        var kept: [String: LooseJSON] = [:]
        for entry in persistent?.elements ?? [] { if let name = entry.string ?? entry[name: "NAME"]?.string { kept[name] = entry } }
        for member in persistent?.members ?? [] { kept[member.name] = member.value }
        let passes = head[name: "PASSES"]?.elements ?? []
        guard passes.count <= 64 else {
            throw RasterError(.invalidArgument, "file '\(source.name)'", "has \(passes.count) passes", remedy: "use at most 64")
        }
        var targets: Set<String> = []
        for (index, json) in (passes.isEmpty ? [.table([])] : passes).enumerated() {
            let target = json[name: "TARGET"]?.string.flatMap { name in
                ISFHead.isName(name) && !project.parameters.contains { $0.name == name } ? name : nil
            }
            // If two passes draw to one target, each pass has a picture of its own, and a pass that reads the target gets the newest picture.
            var pass = ShaderProject.Pass(name: target ?? "pass \(index)", source: source)
            pass.index = index
            let keptEntry = target.flatMap { kept[$0] }
            pass.isPersistent = json[name: "PERSISTENT"]?.flag ?? (keptEntry != nil)
            if json[name: "FLOAT"]?.flag ?? keptEntry?[name: "FLOAT"]?.flag ?? false { pass.format = .rgba32Float }
            pass.width = try extent(json[name: "WIDTH"] ?? keptEntry?[name: "WIDTH"]) ?? .output(1)
            pass.height = try extent(json[name: "HEIGHT"] ?? keptEntry?[name: "HEIGHT"]) ?? .output(1)
            if let target { targets.insert(target) }
            project.passes.append(pass)
        }
        for name in targets { project.channels[name] = ShaderProject.Channel(.pass(name), sampler: .linear) }
        for name in kept.keys where !targets.contains(name) && ISFHead.isName(name) {
            project.channels[name] = ShaderProject.Channel(.lastFrame(""), sampler: .linear)
        }
    }
    private func extent(_ value: LooseJSON?) throws(RasterError) -> ShaderProject.Extent? {
        if let number = value?.integer, (1...Device.maximumTextureSize).contains(number) { return .pixels(number) }
        guard let text = value?.string, !text.allSatisfy(\.isWhitespace) else { return nil }
        return .formula(try SizeFormula(text))
    }
}
