// GLSLViewerPasses: the passes of a glslViewer file, which it marks by conditions: `#if defined(BUFFER_0)`. Every pass is the whole
// file with one of these names defined.

import Raster
import Shading

struct GLSLViewerPasses {
    private let source: ShaderSource
    /// The file with its included files.
    private let text: ShaderText

    init(_ source: ShaderSource, text: ShaderText) { self.source = source; self.text = text }

    private static let limit = 32
    private static let numbered = ["BUFFER_", "DOUBLE_BUFFER_", "CONVOLUTION_PYRAMID_"]

    /// Whether a name of a condition marks a pass.
    static func isPassName(_ name: String) -> Bool {
        ["BACKGROUND", "POSTPROCESSING"].contains(name) || numbered.contains { name.hasPrefix($0) && Int(name.dropFirst($0.count)) != nil }
    }

    func project() -> ShaderProject {
        let names = Set(ShaderText.directives(in: text.code).filter { ["if", "ifdef", "elif"].contains($0.words.first) }
            .flatMap { ShaderText.words(in: $0.words.joined(separator: " ")) }.filter(GLSLViewerPasses.isPassName))
        func numbers(_ prefix: String) -> [Int] {
            let all = names.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
            return all.filter { (0..<GLSLViewerPasses.limit).contains($0) }.sorted()
        }
        var project = ShaderProject(host: .glslViewer, name: source.name, passes: [])
        let sizes = commentedSizes()
        func pass(_ name: String, sampler: String?) -> ShaderProject.Pass {
            var pass = ShaderProject.Pass(name: name, source: source)
            pass.defines = [ShaderDefine(name)]
            pass.format = .rgba32Float
            if let sampler, let size = sizes[sampler] { (pass.width, pass.height) = size }
            return pass
        }
        for number in numbers("BUFFER_") {
            project.passes.append(pass("BUFFER_\(number)", sampler: "u_buffer\(number)"))
            project.channels["u_buffer\(number)"] = ShaderProject.Channel(.pass("BUFFER_\(number)"), sampler: .linear)
        }
        for number in numbers("DOUBLE_BUFFER_") {
            project.passes.append(pass("DOUBLE_BUFFER_\(number)", sampler: "u_doubleBuffer\(number)"))
            project.channels["u_doubleBuffer\(number)"] = ShaderProject.Channel(.pass("DOUBLE_BUFFER_\(number)"), sampler: .linear)
        }
        for number in numbers("CONVOLUTION_PYRAMID_") {
            project.passes.append(pass("CONVOLUTION_PYRAMID_\(number)", sampler: nil))
            project.channels["u_pyramid\(number)"] = ShaderProject.Channel(.pass("CONVOLUTION_PYRAMID_\(number)"), sampler: .linear)
            project.notes.append("the pyramid \(number) is not convolved; its picture is that of the pass.")
        }
        var main = ShaderProject.Pass(name: "main", source: source)
        for name in ShaderProject.feedbackNames where text.uniforms.contains(name) {
            main.channels[name] = ShaderProject.Channel(.lastFrame("main"), sampler: .linear)
        }
        project.passes.append(main)
        if names.contains("BACKGROUND") { project.notes.append("the block BACKGROUND, which stands behind a model, is left out.") }
        if names.contains("POSTPROCESSING") {
            project.passes[project.passes.count - 1].format = .rgba16Float
            var post = ShaderProject.Pass(name: "POSTPROCESSING", source: source)
            post.defines = [ShaderDefine("POSTPROCESSING")]
            project.passes.append(post)
            project.channels["u_scene"] = ShaderProject.Channel(.pass("main"), sampler: .linear)
        }
        return project
    }

    /// The sizes in comments: `uniform sampler2D u_buffer0; // 512x256`.
    private func commentedSizes() -> [String: (ShaderProject.Extent, ShaderProject.Extent)] {
        var sizes: [String: (ShaderProject.Extent, ShaderProject.Extent)] = [:]
        for line in source.text.split(whereSeparator: \.isNewline) where line.contains("sampler2D") {
            guard let comment = line.range(of: "//"), let name = ShaderText.words(in: String(line[..<comment.lowerBound])).last else { continue }
            let word = line[comment.upperBound...].split(whereSeparator: { $0 == " " || $0 == "\t" }).first ?? ""
            let sides = word.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
            if sides.count == 2, let width = sides[0], let height = sides[1], (1...8192).contains(width), (1...8192).contains(height) {
                sizes[name] = (.pixels(width), .pixels(height))
            } else if sides.count == 1, let share = Double(word), share > 0, share <= 8 {
                sizes[name] = (.output(share), .output(share))
            }
        }
        return sizes
    }
}
