// GLSLViewerPasses: the passes of a glslViewer file. The file marks each pass by a condition such as `#if defined(BUFFER_0)`. Every
// pass is the whole file with one of these names defined (DEFINES.md and UNIFORMS.md of glslViewer).

import Raster
import Shading

struct GLSLViewerPasses {
    private let source: ShaderSource
    /// The file with its included files.
    private let text: ShaderText
    /// `conditions`: the names in the conditions of the file and of its included files. `ownConditions`: the names in the conditions of the
    /// file alone. Only `ownConditions` are evidence that the file is written for models, because libraries of shaders have conditions for
    /// models, too.
    private let conditions: Set<String>, ownConditions: Set<String>

    init(_ source: ShaderSource, text: ShaderText) {
        self.source = source; self.text = text
        conditions = GLSLViewerPasses.conditions(in: text.code)
        ownConditions = GLSLViewerPasses.conditions(in: ShaderText.withoutComments(source.text))
    }
    private static func conditions(in code: String) -> Set<String> {
        Set(ShaderText.directives(in: code).filter { ["if", "ifdef", "elif"].contains($0.words.first) }
            .flatMap { ShaderText.words(in: $0.words.joined(separator: " ")) })
    }

    private static let limit = 32
    /// A kind of numbered passes. The conditions that mark such a pass have names that begin with `define`. The samplers that read the pass's
    /// picture have names that begin with an element of `samplers`.
    private struct Kind {
        var define: String, samplers: [String]
        var steps: ShaderProject.Steps.Kind?
        /// The name of the condition around the file's own algorithm for the steps; empty if passes of this kind have no steps.
        var algorithm = ""
    }
    private static let kinds = [
        Kind(define: "BUFFER", samplers: ["u_buffer"]), Kind(define: "DOUBLE_BUFFER", samplers: ["u_doubleBuffer"]),
        Kind(define: "CONVOLUTION_PYRAMID", samplers: ["u_convolutionPyramid", "u_pyramid"], steps: .pyramid,
             algorithm: "CONVOLUTION_PYRAMID_ALGORITHM"),
        Kind(define: "PYRAMID", samplers: ["u_pyramid"], steps: .pyramid, algorithm: "PYRAMID_ALGORITHM"),
        Kind(define: "FLOOD", samplers: ["u_flood"], steps: .flood, algorithm: "FLOOD_ALGORITHM"),
    ]
    /// Conditions that are true only if a model is drawn.
    private static let modelConditions: Set<String> = ["MODEL_VERTEX_NORMAL", "MODEL_VERTEX_COLOR", "MODEL_VERTEX_TANGENT", "BACKGROUND", "FLOOR"]

    /// Returns whether a condition with this name marks a pass.
    static func isPassName(_ name: String) -> Bool {
        ["BACKGROUND", "POSTPROCESSING"].contains(name) || kinds.contains { number(of: name, $0.define) != nil } || isSceneBuffer(name)
    }
    /// Returns the number after `define` in a name. The name `CONVOLUTION_PYRAMID` without a number gives −1, because the name of the
    /// pyramid's sampler has no number either. Returns nil for names of another form.
    private static func number(of name: String, _ define: String) -> Int? {
        if name == "CONVOLUTION_PYRAMID", define == name { return -1 }
        guard name.hasPrefix(define + "_"), let number = Int(name.dropFirst(define.count + 1)), (0..<limit).contains(number) else { return nil }
        return number
    }
    private static func isSceneBuffer(_ name: String) -> Bool { number(of: name, "SCENE_BUFFER") != nil }

    /// - Parameter drawsMesh: Whether the player has a mesh; nil if the file's own conditions determine whether the file is drawn on a
    ///   mesh.
    func project(drawsMesh: Bool?) -> ShaderProject {
        var project = ShaderProject(host: .glslViewer, name: source.name, passes: [])
        project.isForMesh = !ownConditions.isDisjoint(with: GLSLViewerPasses.modelConditions) || text.inputs.contains { $0.name == "v_lightCoord" }
        let isOnMesh = drawsMesh ?? project.isForMesh
        addNumbered(to: &project)
        var main = ShaderProject.Pass(name: "main", source: source)
        for name in ShaderProject.feedbackNames where text.uniforms.contains(name) {
            main.channels[name] = ShaderProject.Channel(.lastFrame("main"), sampler: .linear)
        }
        if isOnMesh { addScene(to: &project, &main) }
        project.passes.append(main)
        if conditions.contains("POSTPROCESSING") {
            project.passes[project.passes.count - 1].format = .rgba16Float
            var post = ShaderProject.Pass(name: "POSTPROCESSING", source: source)
            post.defines = [ShaderDefine("POSTPROCESSING")]
            project.passes.append(post)
            project.channels["u_scene"] = ShaderProject.Channel(.pass("main"), sampler: .linear)
        }
        return project
    }

    /// Adds the buffers, pyramids and floods.
    private func addNumbered(to project: inout ShaderProject) {
        let sizes = commentedSizes()
        for kind in GLSLViewerPasses.kinds {
            for number in Set(conditions.compactMap { GLSLViewerPasses.number(of: $0, kind.define) }).sorted() {
                let name = number < 0 ? kind.define : "\(kind.define)_\(number)", samplers = kind.samplers.map { number < 0 ? $0 : "\($0)\(number)" }
                var pass = ShaderProject.Pass(name: name, source: source)
                pass.defines = [ShaderDefine(name)]
                pass.format = .rgba32Float
                if let size = samplers.lazy.compactMap({ sizes[$0] }).first { (pass.width, pass.height) = size }
                if let steps = kind.steps {
                    let isOwn = conditions.contains(kind.algorithm)
                    pass.steps = ShaderProject.Steps(steps, source: isOwn ? source : steps == .pyramid ? StepTexts.pyramid : StepTexts.flood,
                                                     defines: isOwn ? [ShaderDefine(kind.algorithm)] : [])
                }
                project.passes.append(pass)
                for sampler in samplers {
                    project.channels[sampler] = ShaderProject.Channel(.pass(name), sampler: kind.steps == .flood ? .nearest : .linear)
                }
            }
        }
    }

    /// Prepares the project for drawing a model. Adds passes for the background, the file's scene buffers, the normals and the positions of
    /// the model, and adds the channels by which other passes read the scene buffers, normals, positions and depth.
    private func addScene(to project: inout ShaderProject, _ main: inout ShaderProject.Pass) {
        main.isOnMesh = true
        main.defines = [ShaderDefine("MODEL_VERTEX_POSITION", "v_position"), ShaderDefine("MODEL_VERTEX_NORMAL", "v_normal"),
                        ShaderDefine("MODEL_VERTEX_TEXCOORD", "v_texcoord"), ShaderDefine("MODEL_PRIMITIVE_TRIANGLES")]
        if text.uniforms.contains("u_cubeMap") { main.defines.append(ShaderDefine("SCENE_CUBEMAP", "u_cubeMap")) }
        if text.uniforms.contains("u_SH") { main.defines.append(ShaderDefine("SCENE_SH_ARRAY", "u_SH")) }
        if conditions.contains("BACKGROUND") {
            var background = ShaderProject.Pass(name: "BACKGROUND", source: source)
            background.defines = [ShaderDefine("BACKGROUND")]
            background.format = .rgba16Float
            project.passes.append(background)
            main.backdrop = background.name
        }
        func add(_ sampler: String, _ name: String, _ pass: ShaderProject.Pass) {
            var pass = pass
            (pass.name, pass.format, pass.isOnMesh) = (name, .rgba32Float, true)
            project.passes.append(pass)
            project.channels[sampler] = ShaderProject.Channel(.pass(name), sampler: .linear)
        }
        for number in Set(conditions.compactMap { GLSLViewerPasses.number(of: $0, "SCENE_BUFFER") }).sorted() {
            var pass = main
            (pass.backdrop, pass.channels) = (nil, [:])
            pass.defines.append(ShaderDefine("SCENE_BUFFER_\(number)"))
            add("u_sceneBuffer\(number)", "SCENE_BUFFER_\(number)", pass)
        }
        if text.uniforms.contains("u_sceneNormal") { add("u_sceneNormal", "normals", ShaderProject.Pass(name: "", source: StepTexts.sceneNormal)) }
        if text.uniforms.contains("u_scenePosition") { add("u_scenePosition", "positions", ShaderProject.Pass(name: "", source: StepTexts.scenePosition)) }
        project.channels["u_sceneDepth"] = ShaderProject.Channel(.depth("main"), sampler: .nearest)
        if text.uniforms.contains("u_cubeMap") { project.channels["u_cubeMap"] = ShaderProject.Channel(.sky, sampler: .trilinear) }
    }

    /// Returns the sizes of pictures that comments give, keyed by the samplers' names: `uniform sampler2D u_buffer0; // 512x256`.
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
