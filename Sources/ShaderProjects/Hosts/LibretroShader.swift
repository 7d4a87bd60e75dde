// LibretroShader: one `.glsl` file with both stages, as RetroArch reads it (docs.libretro.com, "GLSL shaders").

import Raster
import Shading

struct LibretroShader {
    let source: ShaderSource
    init(_ source: ShaderSource) { self.source = source }

    /// Returns a project with this shader as its only pass. The pass reads the input picture and is as large as the output.
    func project() -> ShaderProject {
        var project = ShaderProject(host: .libretro, name: source.name, passes: [ShaderProject.Pass(name: "pass 0", source: LibretroShader.prepared(source))])
        project.channels["Texture"] = ShaderProject.Channel(.input, sampler: .nearest)
        project.parameters = LibretroShader.parameters(in: source.text)
        LibretroShader.addHistory(&project)
        return project
    }

    /// Adds the samplers of the input picture: `OrigTexture` for the current frame, and names for the seven frames before the current
    /// frame.
    static func addHistory(_ project: inout ShaderProject) {
        let contents: [(String, ShaderProject.Content)] = [("OrigTexture", .input), ("PrevTexture", .earlierInput(1))]
            + (1...6).map { ("Prev\($0)Texture", .earlierInput($0 + 1)) }
        for (name, content) in contents where project.channels[name] == nil {
            project.channels[name] = ShaderProject.Channel(content, sampler: .nearest)
        }
    }

    /// Returns the parameters of `#pragma parameter NAME "label" initial minimum maximum step`.
    static func parameters(in text: String) -> [ShaderParameter] {
        var found: [ShaderParameter] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let line = line.trimmed
            guard line.hasPrefix("#pragma"), line.dropFirst(7).trimmed.hasPrefix("parameter"),
                  let open = line.firstIndex(of: "\""), let close = line[line.index(after: open)...].firstIndex(of: "\"") else { continue }
            let words = line[..<open].split { $0 == " " || $0 == "\t" }
            let numbers = line[line.index(after: close)...].split { $0 == " " || $0 == "\t" }.prefix { !$0.hasPrefix("//") }.compactMap {
                Double($0.hasSuffix("f") ? $0.dropLast() : $0)
            }
            guard let name = words.last.map(String.init), words.count >= 3, let initial = numbers.first, initial.isFinite,
                  !found.contains(where: { $0.name == name }) else { continue }
            let label = String(line[line.index(after: open)..<close])
            var parameter = ShaderParameter(name: name, label: label.isEmpty ? name : label, kind: .numbers(count: 1), initial: [initial])
            if numbers.count >= 3, numbers[1] < numbers[2] {
                (parameter.minimum, parameter.maximum) = ([numbers[1]], [numbers[2]])
                if numbers.count > 3, numbers[3] > 0 { parameter.step = numbers[3] }
            }
            found.append(parameter)
        }
        return found
    }
    /// Returns the source without `#pragma parameter`, whose text may have characters that GLSL does not allow.
    static func prepared(_ source: ShaderSource) -> ShaderSource {
        let lines = source.text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            let text = line.trimmed
            return text.hasPrefix("#pragma") && text.dropFirst(7).trimmed.hasPrefix("parameter") ? "" : line
        }
        return ShaderSource(text: lines.joined(separator: "\n"), name: source.name)
    }
}
