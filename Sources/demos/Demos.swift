// Demos: the command line: one subcommand and one file per demo. The executable `demos` is this and nothing else; tests draw
// the demos without it.

import ArgumentParser

package struct Demos: ParsableCommand {
    /// Raster's version, the newest of CHANGELOG.md.
    static let version = "0.1.0"
    package static let configuration = CommandConfiguration(
        commandName: "demos", abstract: "Pictures drawn by Raster, in a window or as PNG files.",
        discussion: """
            Without --png a demo opens a window; where there is no display it writes a PNG into the current folder and \
            says where. In a window Escape and Ctrl-Q close, P saves a screenshot, F11 fills the screen, \
            F12 captures the frame for framescope, F10 sees through it: wireframe, overdraw, depth, cost.

            Examples:
              demos swipe3d
              demos triangles --mode textured --time 2.5 --png box.png
              demos shader plasma.frag --size 640x360 --frames 60 --png out/plasma.png
              demos model chair.glb --device opengl
              demos materials --bench
              demos transition page-curl --frames 60 --fps 30 --png curl.apng
            """,
        version: version,
        subcommands: [ListCommand.self] + all)
    package init() {}
    static let all: [any DemoCommand.Type] = [
        TrianglesCommand.self, TexturedCommand.self, Swipe3DCommand.self, MaterialsCommand.self, ShaderCommand.self, ModelCommand.self,
        LitCommand.self, FiltersCommand.self, FramesCommand.self,
        SeguesCommand.self, TransitionCommand.self,
        FractalCommand.self,
    ]

    package static func main() {
        // A demo that does not exist would be told as an argument too many.
        if let name = CommandLine.arguments.dropFirst().first, !name.hasPrefix("-") {
            let names = ["help", "list"] + all.map { $0.demoName }
            if !names.contains(name) {
                let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? "."
                printError("Error: there is no demo '\(name)'\(nearest) 'demos list' names them all.")
                exit(withError: ExitCode.validationFailure)
            }
        }
        main(nil)
    }
}

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "Names the demos, a line each.")
    func run() {
        let width = Demos.all.map { $0.demoName.count }.max() ?? 0
        for demo in Demos.all {
            print(demo.demoName + String(repeating: " ", count: width - demo.demoName.count + 2) + demo.configuration.abstract)
        }
    }
}
