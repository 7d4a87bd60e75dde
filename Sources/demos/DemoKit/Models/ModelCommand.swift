// ModelCommand: the command line of the demo model.

import ArgumentParser
import Effects
import Models
import Raster
import Terminal

struct ModelCommand: DemoCommand {
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Shows a model file (\(Model.fileExtensions.joined(separator: ", "))) with orbit controls.",
        discussion: """
            Materials are lit as glTF 2.0 and its material extensions say. 'demos thumbnails FOLDER' makes small pictures of many \
            files. Controls: \(ModelViewer.keys.joined(separator: "; ")).
            """)

    @Argument(help: ArgumentHelp("The model to show; without it, a still life.", valueName: "file"), completion: .file(extensions: Model.fileExtensions))
    var file: String?
    @OptionGroup var look: ModelOptions
    @Option(name: .long, help: ArgumentHelp("The animation that runs: its name, its number from 1 on, all or none. [default: the first]", valueName: "name"))
    var animation: String?
    @Option(name: .long, help: ArgumentHelp("The camera of the file through which the model is seen: its name or its number from 1 on, or orbit. [default: orbit]",
                                            valueName: "name"))
    var camera: String?
    @Option(name: .long, help: ArgumentHelp("The variant of the materials: its name or its number from 1 on.", valueName: "name"))
    var variant: String?
    @Option(name: .long, parsing: .unconditional, help: ArgumentHelp("Turns per minute.", valueName: "turns"))
    var spin = 0.0
    @Flag(name: .long, help: "Draw the triangles' edges.")
    var wireframe = false
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (-1000...1000).contains(spin) else { throw ValidationError("--spin must be between -1000 and 1000 turns per minute, not \(spin).") }
    }
    func makeDemo(device: Device) throws -> ModelViewer {
        let model = try file.map { file in try Suggestion.withSuggestions(for: file, builtIn: []) { try Model(contentsOf: file) } } ?? StillLife.model
        var settings = look.settings
        settings.turnsPerMinute = spin; settings.wireframe = wireframe
        if let animation {
            let choices: [String: ModelPlayback.Choice] = ["all": .all, "none": .none]
            settings.animation = try choices[animation] ?? .one(index(of: animation, "animation", among: model.animations.map(\.name)))
        }
        if let camera, camera != "orbit" {
            let nodes = model.cameraNodes
            settings.camera = nodes[try index(of: camera, "camera", among: nodes.map(model.cameraName))]
        }
        settings.variant = try variant.map { try index(of: $0, "variant", among: model.variants) }
        let viewer = try ModelViewer(device: device, model: model, settings: settings)
        for warning in viewer.warnings { printError("\(file ?? "still life"): \(warning)") }
        return viewer
    }

    /// Returns the index of the animation, camera or variant that the command line names. `text` is a name, or a number counted
    /// from 1.
    private func index(of text: String, _ kind: String, among names: [String]) throws -> Int {
        if let index = names.firstIndex(of: text) { return index }
        if let number = Int(text), names.indices.contains(number - 1) { return number - 1 }
        let known = names.enumerated().map { $1.isEmpty ? "\($0 + 1)" : "'\($1)'" }.joined(separator: ", ")
        let remedy = names.isEmpty ? "leave out --\(kind)" : "use \(Suggestion.nearest(to: text, among: names).map { "'\($0)'" } ?? "one of: \(known)")"
        throw RasterError(.invalidArgument, "--\(kind)", "names no \(kind) of the model: '\(text)'", remedy: remedy)
    }
}
