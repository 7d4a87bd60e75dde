// Demos: the command line of the demos. Each demo has one subcommand and one file. The executable `demos` only runs this command. Tests
// draw the demos directly, without the executable.

import ArgumentParser
import Terminal

package struct Demos: ParsableCommand {
    /// Raster's version: the newest version in CHANGELOG.md.
    static let version = "0.1.0"
    package static let configuration = CommandConfiguration(
        commandName: "demos", abstract: "Pictures drawn by Raster, in a window or as PNG files.",
        discussion: """
            Without --png a demo opens a window; without a display it writes a PNG into the current folder and prints \
            its name. In a window Escape and Ctrl-Q close, Space pauses, arrows step through frames, P saves a \
            screenshot, F11 fills the screen, F12 captures the frame for framescope, F10 shows an X-ray view: wireframe, \
            overdraw, depth, cost; ? lists the keys.

            Examples:
              demos swipe3d
              demos triangles --mode textured --time 2.5 --png box.png
              demos shader plasma.frag --size 640x360 --frames 60 --png out/plasma.png
              demos model chair.glb --device opengl
              demos materials --bench
              demos transition page-curl --frames 60 --fps 30 --png curl.apng
            """,
        version: version,
        subcommands: [ListCommand.self, ThumbnailsCommand.self], groupedSubcommands: themes.map { CommandGroup(name: $0.name, subcommands: $0.demos) })
    package init() {}

    /// The demos by subject, in the order of 'demos list' and the help.
    static let themes: [(name: String, demos: [any DemoCommand.Type])] = [
        ("The pipeline", [TrianglesCommand.self, TexturedCommand.self, MaterialsCommand.self]),
        ("Your own files", [ShaderCommand.self, ModelCommand.self]),
        ("Light and pictures", [LitCommand.self, FluidCommand.self, FiltersCommand.self, FramesCommand.self]),
        ("Between screens", [Swipe3DCommand.self, SeguesCommand.self, TransitionCommand.self]),
        ("Drawn on the canvas", [RopeCommand.self, DropShapesCommand.self, VineCommand.self, PickerCommand.self, GraphsCommand.self, ArrowCommand.self,
                                 EmitterCommand.self, FractalCommand.self]),
    ]
    static let all = themes.flatMap(\.demos)

    package static func main() {
        if DemoHelp.show(for: Array(CommandLine.arguments.dropFirst()), among: all) { return }
        // The name of the demo is checked here, because the parser would report an unknown name as a superfluous argument.
        if let name = CommandLine.arguments.dropFirst().first, !name.hasPrefix("-") {
            let names = ["help", "list", "thumbnails"] + all.map { $0.demoName }
            if !names.contains(name) {
                let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "."
                printError("Error: there is no demo '\(name)'\(nearest) 'demos list' lists all demos.")
                exit(withError: ExitCode.validationFailure)
            }
        }
        main(nil)
    }
}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Lists the demos by theme, a line each.")
    func run() {
        let width = Demos.all.map { $0.demoName.count }.max() ?? 0
        for (index, theme) in Demos.themes.enumerated() {
            print((index == 0 ? "" : "\n") + theme.name)
            for demo in theme.demos {
                print("  " + demo.demoName + String(repeating: " ", count: width - demo.demoName.count + 2) + demo.configuration.abstract)
            }
        }
    }
}
