// framescope shader: the sources of a frame's programs.

import ArgumentParser
import FrameCapture
import Raster
import Shading

enum StageArgument: String, ExpressibleByArgument, CaseIterable {
    case vertex, fragment
    var stage: ShaderStage { self == .vertex ? .vertex : .fragment }
}

struct Shader: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Lists the programs of a frame, or prints a shader of one.",
        discussion: """
            A text that --preprocessed gives is complete in itself: with what is included, and without macros and conditions.

            Examples:
              framescope shader frame.rcap
              framescope shader frame.rcap 2 --stage fragment > new.frag
              framescope shader frame.rcap 2 --stage fragment --preprocessed
              framescope shader frame.rcap 2 --include light.glsl
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "Number of the program; without it all are listed.")
    var program: Int?
    @Option(help: "vertex or fragment.")
    var stage: StageArgument?
    @Option(help: ArgumentHelp("A file that the program's shaders include.", valueName: "name"))
    var include: String?
    @Flag(help: "Replace macros, conditions and includes.")
    var preprocessed = false
    @OptionGroup var output: OutputArguments

    func validate() throws {
        if program == nil && (stage != nil || include != nil || preprocessed) { throw ValidationError("name the program whose shader is meant") }
        if include != nil && (stage != nil || preprocessed) { throw ValidationError("--include prints a file as it is; leave --stage and --preprocessed out") }
    }
    func run() throws {
        let capture = try input.open(), frame = try input.chosenFrame(of: capture)
        guard let program else { return list(frame.programs) }
        if let include {
            let text = try capture.include(include, of: program, in: frame)
            return output.json ? Output.print(.object([("name", .string(include)), ("text", .string(text))])) : print(text)
        }
        let texts = try (stage.map { [$0] } ?? StageArgument.allCases).map { ($0, try capture.shader(program, $0.stage, in: frame, isPreprocessed: preprocessed)) }
        if output.json { return Output.print(.object(texts.map { ($0.0.rawValue, .string($0.1)) })) }
        for (stage, text) in texts {
            if texts.count > 1 { Framescope.note("--- \(stage.rawValue)") }
            print(text)
        }
    }
    private func list(_ programs: [CapturedProgram]) {
        if output.json {
            return Output.print(.list(programs.map { program in
                .object([("program", .int(program.number)), ("label", .string(program.label)), ("vertex", .string(program.vertex)), ("fragment", .string(program.fragment)),
                         ("defines", .list(program.defines.map { .string($0) })), ("includes", .list(program.includes.map { .string($0) }))])
            }))
        }
        print(Output.table(programs.map { ["\($0.number)", $0.label.isEmpty ? "-" : $0.label, $0.vertex, $0.fragment, ($0.defines + $0.includes).joined(separator: " ")] }))
    }
}
