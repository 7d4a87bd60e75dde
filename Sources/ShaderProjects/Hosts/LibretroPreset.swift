// LibretroPreset: a `.glslp` file: passes with scales and filters, lookup textures and values of parameters.

import Raster
import Shading

struct LibretroPreset {
    private let path: String
    private let files: ProjectFiles
    private var values: [String: String] = [:]
    /// For each value, the folder of the file that set the value. Paths in the value are relative to this folder.
    private var folders: [String: String] = [:]

    private static let passLimit = 64
    /// The number of preset files that were read.
    private var readCount = 0

    /// - Throws: `RasterError` if a file cannot be read, and with `invalidArgument` if presets refer to each other in a circle.
    init(path: String, files: ProjectFiles) throws(RasterError) {
        self.path = path; self.files = files
        try read(path, depth: 0)
    }

    private mutating func read(_ path: String, depth: Int) throws(RasterError) {
        readCount += 1
        guard depth < 16, readCount <= LibretroPreset.passLimit else {
            throw RasterError(.invalidArgument, "preset '\(self.path)'", "refers to too many presets, or to itself", remedy: "remove the circle of #reference")
        }
        let text = try files.text(of: path)
        // A preset that names another preset by #reference overrides the values of that preset.
        for line in text.split(whereSeparator: \.isNewline) where line.trimmed.hasPrefix("#reference") {
            let target = line.trimmed.dropFirst(10).trimmed.filter { $0 != "\"" }
            try read(path.folderName + target, depth: depth + 1)
        }
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            guard !line.hasPrefix("#"), !line.hasPrefix("//"), let equals = line.firstIndex(of: "=") else { continue }
            let key = String(line[..<equals].trimmed)
            var value = line[line.index(after: equals)...].trimmed
            if value.first == "\"" { value = value.dropFirst().prefix { $0 != "\"" } }
            else if let comment = value.range(of: " #") ?? value.range(of: " //") { value = value[..<comment.lowerBound].trimmed }
            values[key] = String(value.trimmed)
            folders[key] = path.folderName
        }
    }
    private func flag(_ key: String) -> Bool? { values[key].flatMap { LooseJSON.text($0).flag } }
    private func file(_ key: String) -> String? {
        values[key].map { value in
            let value = value.replacing("\\", with: "/")
            return value.hasPrefix("/") ? value : (folders[key] ?? "") + value
        }
    }

    func project() throws -> ShaderProject {
        guard let count = values["shaders"].flatMap({ Int($0) }), (1...LibretroPreset.passLimit).contains(count) else {
            throw RasterError(.invalidArgument, "preset '\(path)'", "has no line shaders = N, with N from 1 to \(LibretroPreset.passLimit)",
                              remedy: "say how many passes it has")
        }
        var project = ShaderProject(host: .libretro, name: path, passes: [])
        for index in 0..<count { project.passes.append(try pass(index, count: count, &project)) }
        wire(&project)
        for name in (values["textures"] ?? "").split(separator: ";").map({ String($0.trimmed) }) where !name.isEmpty {
            guard let file = file(name) else { continue }
            let sampler = Sampler(min: flag("\(name)_linear") == true ? .linear : .nearest, mag: flag("\(name)_linear") == true ? .linear : .nearest,
                                  mip: flag("\(name)_mipmap") == true ? .linear : .none, wrap: LibretroPreset.wrap(values["\(name)_wrap_mode"]))
            if ProjectFiles.find(file, beside: "") == nil { project.notes.append("the picture '\(file)' is not found; a built-in picture stands for it.") }
            project.channels[name] = ShaderProject.Channel(ProjectFiles.find(file, beside: "") == nil ? .standIn : .picture(path: file), sampler: sampler)
        }
        for index in project.parameters.indices {
            if let value = values[project.parameters[index].name].flatMap({ Double($0) }), value.isFinite { project.parameters[index].initial = [value] }
        }
        LibretroShader.addHistory(&project)
        return project
    }

    private func pass(_ index: Int, count: Int, _ project: inout ShaderProject) throws -> ShaderProject.Pass {
        guard let file = file("shader\(index)") else {
            throw RasterError(.invalidArgument, "preset '\(path)'", "has no line shader\(index)", remedy: "name the file of each pass")
        }
        let text = try files.text(of: file)
        for parameter in LibretroShader.parameters(in: text) where !project.parameters.contains(where: { $0.name == parameter.name }) {
            project.parameters.append(parameter)
        }
        var pass = ShaderProject.Pass(name: "pass \(index)", source: LibretroShader.prepared(ShaderSource(text: text, name: file)))
        pass.index = index
        if flag("float_framebuffer\(index)") == true {
            pass.format = .rgba32Float
        } else if flag("srgb_framebuffer\(index)") == true {
            pass.format = .srgb8Alpha8
        }
        pass.hasMipmaps = flag("mipmap_input\(index + 1)") == true
        pass.frameModulus = max(0, values["frame_count_mod\(index)"].flatMap { Int($0) } ?? 0)
        pass.width = try extent(index, "x", isLast: index == count - 1)
        pass.height = try extent(index, "y", isLast: index == count - 1)
        return pass
    }
    private func extent(_ index: Int, _ axis: String, isLast: Bool) throws(RasterError) -> ShaderProject.Extent {
        let type = values["scale_type_\(axis)\(index)"] ?? values["scale_type\(index)"]
        let scale = values["scale_\(axis)\(index)"] ?? values["scale\(index)"]
        // If the last pass has no scale, the last pass fills the output. Any other pass without a scale is as large as its source.
        guard let type else { return isLast && scale == nil ? .output(1) : .previous(try number(scale, index)) }
        switch type {
        case "viewport": return .output(try number(scale, index))
        case "absolute": return .pixels(Int(try number(scale, index).rounded()))
        default: return .previous(try number(scale, index))
        }
    }
    private func number(_ text: String?, _ index: Int) throws(RasterError) -> Double {
        guard let text else { return 1 }
        guard let number = Double(text), number > 0, number <= 16384 else {
            throw RasterError(.invalidArgument, "preset '\(path)'", at: "pass \(index)", "has the scale '\(text)'", remedy: "use a number above 0, up to 16384")
        }
        return number
    }
    private static func wrap(_ name: String?) -> WrapMode {
        switch name {
        case "repeat": .repeat
        case "mirrored_repeat": .mirroredRepeat
        case "clamp_to_edge": .clampToEdge
        default: .clampToBorder
        }
    }

    /// Gives each pass its source, the pictures of all earlier passes under RetroArch's names, and the aliases of the preset.
    private func wire(_ project: inout ShaderProject) {
        let names = project.passes.map(\.name)
        for index in project.passes.indices {
            let isLinear = flag("filter_linear\(index)") ?? (index == project.passes.count - 1 && values["filter_linear\(index)"] == nil)
            let filter: FilterMode = isLinear ? .linear : .nearest
            let own = Sampler(min: filter, mag: filter, mip: flag("mipmap_input\(index)") == true ? .linear : .none,
                              wrap: LibretroPreset.wrap(values["wrap_mode\(index)"]))
            var channels: [String: ShaderProject.Channel] = [:]
            channels["Texture"] = ShaderProject.Channel(index == 0 ? .input : .pass(names[index - 1]), sampler: own)
            for earlier in 0..<index {
                let channel = ShaderProject.Channel(.pass(names[earlier]), sampler: .linear)
                channels["PassPrev\(index - earlier)Texture"] = channel
                channels["Pass\(earlier + 1)Texture"] = channel
                if let alias = values["alias\(earlier)"], !alias.isEmpty { channels[alias + "Texture"] = channel }
            }
            channels["PassPrev\(index + 1)Texture"] = ShaderProject.Channel(.input, sampler: .nearest)
            for (number, name) in names.enumerated() {
                channels["PassFeedback\(number)Texture"] = ShaderProject.Channel(.lastFrame(name), sampler: .linear)
                if let alias = values["alias\(number)"], !alias.isEmpty {
                    channels[alias + "Feedback"] = ShaderProject.Channel(.lastFrame(name), sampler: .linear)
                }
            }
            let feedback = values["feedback_pass"].flatMap { Int($0) } ?? index
            channels["FeedbackTexture"] = ShaderProject.Channel(.lastFrame(names[min(max(feedback, 0), names.count - 1)]), sampler: .linear)
            project.passes[index].channels = channels
        }
    }
}
