// framescope shader: lists or prints the sources of a frame's programs.

import ArgumentParser
import FrameCapture
import Raster
import Shading

enum StageArgument: String, ExpressibleByArgument, CaseIterable {
    case vertex, geometry, fragment, compute
    var stage: ShaderStage {
        switch self {
        case .vertex: .vertex
        case .geometry: .geometry
        case .fragment: .fragment
        case .compute: .compute
        }
    }
}

struct Shader: Question {
    static let configuration = CommandConfiguration(
        commandName: "shader", abstract: "Lists the programs of a frame, or prints a program's shader.",
        discussion: """
            Compute programs have numbers of their own; --stage compute prints the shader of one.

            --preprocessed prints a complete text: includes are inserted, and macros and conditions are resolved.

            Examples:
              framescope shader frame.rcap
              framescope shader frame.rcap 2 --stage fragment > new.frag
              framescope shader frame.rcap 2 --stage fragment --preprocessed
              framescope shader frame.rcap 0 --stage compute
              framescope shader frame.rcap 2 --include light.glsl
            """)
    @OptionGroup var input: CaptureArguments
    @Argument(help: "The program's number; without it, all programs are listed.")
    var program: Int?
    @Option(help: ArgumentHelp("The stage of the shader: vertex, geometry, fragment or compute. [default: all stages of the program]", valueName: "stage"))
    var stage: StageArgument?
    @Option(help: ArgumentHelp("A file that the program's shaders include.", valueName: "name"))
    var include: String?
    @Flag(help: "Resolve macros, conditions and includes.")
    var preprocessed = false
    @OptionGroup var format: OutputArguments

    func validate() throws {
        if program == nil && (stage != nil || include != nil || preprocessed) { throw ValidationError("name the program of the shader") }
        if include != nil && (stage != nil || preprocessed) { throw ValidationError("--include prints an unchanged file; leave --stage and --preprocessed out") }
    }
    static let fields = [
        Field("programs", .list(.object([
            Field("program", .integer, "The number of the program."), Field("label", .text, "Its label; empty for none."),
            Field("vertex", .text, "The file of its vertex shader."),
            Field("geometry", .text, "The file of its geometry shader.", only: "if it has one"),
            Field("fragment", .text, "The file of its fragment shader."), Field("defines", .list(.text), "Its definitions, as NAME=VALUE."),
            Field("includes", .list(.text), "The files that it includes."),
        ])), "The programs of the frame.", only: "if no program is chosen"),
        Field("computePrograms", .list(.object([
            Field("program", .integer, "The number of the compute program."), Field("label", .text, "Its label; empty for none."),
            Field("compute", .text, "The file of its shader."), Field("defines", .list(.text), "Its definitions, as NAME=VALUE."),
            Field("includes", .list(.text), "The files that it includes."),
        ])), "The compute programs of the frame.", only: "if no program is chosen"),
        Field("program", .integer, "The chosen program.", only: "if one is chosen"),
        Field("vertex", .text, "The text of its vertex shader.", only: "if it is requested"),
        Field("geometry", .text, "The text of its geometry shader.", only: "if it is requested"),
        Field("fragment", .text, "The text of its fragment shader.", only: "if it is requested"),
        Field("compute", .text, "The text of its compute shader.", only: "if it is requested"),
        Field("include", .text, "The name of an included file.", only: "with `--include`"),
        Field("text", .text, "The text of that file.", only: "with `--include`"),
    ]

    func answer(in session: Session) throws -> Answer {
        let (capture, frame) = try session.open(input)
        guard let program else { return Shader.list(frame.programs, frame.computePrograms) }
        if let include {
            let text = try capture.include(include, of: program, in: frame)
            return Answer(members: [("program", .int(program)), ("include", .string(include)), ("text", .string(text))]) { print(text) }
        }
        let hasGeometry = frame.programs.contains { $0.number == program && $0.geometry != nil }
        let all: [StageArgument] = hasGeometry ? [.vertex, .geometry, .fragment] : [.vertex, .fragment]
        let texts = try (stage.map { [$0] } ?? all).map {
            ($0, try capture.shader(program, $0.stage, in: frame, isPreprocessed: preprocessed))
        }
        return Answer(members: [("program", .int(program))] + texts.map { ($0.0.rawValue, .string($0.1)) }) {
            for (stage, text) in texts {
                if texts.count > 1 { Framescope.note("--- \(stage.rawValue)") }
                print(text)
            }
        }
    }
    private static func list(_ programs: [CapturedProgram], _ computePrograms: [CapturedComputeProgram]) -> Answer {
        let list = programs.map { program in
            let geometry = program.geometry.map { [("geometry", JSON.string($0))] } ?? []
            return JSON.object([("program", .int(program.number)), ("label", .string(program.label)), ("vertex", .string(program.vertex))] + geometry
                               + [("fragment", .string(program.fragment)), ("defines", JSON(program.defines)), ("includes", JSON(program.includes))])
        }
        let computeList = computePrograms.map { program in
            JSON.object([("program", .int(program.number)), ("label", .string(program.label)), ("compute", .string(program.compute)),
                         ("defines", JSON(program.defines)), ("includes", JSON(program.includes))])
        }
        return Answer(members: [("programs", .list(list)), ("computePrograms", .list(computeList))]) {
            if !programs.isEmpty || computePrograms.isEmpty {
                print(Output.table(programs.map { ["\($0.number)", $0.label.isEmpty ? "-" : $0.label, $0.vertex] + ($0.geometry.map { [$0] } ?? [])
                                               + [$0.fragment, ($0.defines + $0.includes).joined(separator: " ")] }))
            }
            if computePrograms.isEmpty { return }
            print(Output.table(computePrograms.map { ["compute \($0.number)", $0.label.isEmpty ? "-" : $0.label, $0.compute,
                                                      ($0.defines + $0.includes).joined(separator: " ")] }))
        }
    }
}
