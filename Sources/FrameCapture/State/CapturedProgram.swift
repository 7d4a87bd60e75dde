import CaptureFile
import Raster
import Shading

/// A program of a captured frame: where its texts come from.
public struct CapturedProgram: Sendable, Hashable {
    /// Its number in the frame, which `Replayer` takes for replaced shaders.
    public let number: Int
    /// Its label; empty for none.
    public let label: String
    /// Names of the sources.
    public let vertex: String, fragment: String
    /// The macros that it was compiled with, NAME=VALUE.
    public let defines: [String]
    /// Names of the files that the sources include.
    public let includes: [String]
}

extension CapturedFrame {
    /// Its programs by their numbers.
    public var programs: [CapturedProgram] {
        table.programs.enumerated().map { number, program in
            CapturedProgram(number: number, label: program.label, vertex: program.vertex.name, fragment: program.fragment.name,
                            defines: program.defines.map { "\($0.name)=\($0.value)" }, includes: program.includes.map(\.source.name))
        }
    }
}

extension Capture {
    /// The text of a shader as the program gave it.
    /// - Parameters:
    ///   - number: The program's number in the frame.
    ///   - frame: The frame.
    ///   - stage: The stage.
    ///   - isPreprocessed: Whether macros, conditions and includes are replaced, so that the text is complete in itself.
    /// - Throws: `RasterError` with `invalidArgument` for a program that the frame has not, and where the text is damaged.
    public func shader(_ number: Int, _ stage: ShaderStage, in frame: CapturedFrame, isPreprocessed: Bool = false) throws -> String {
        let program = try program(number, in: frame), source = try source(stage == .vertex ? program.vertex : program.fragment)
        return isPreprocessed ? GLSLCompiler.preprocessedText(of: source, stage: stage, options: try compileOptions(of: program)) : source.text
    }
    /// The text of a file that a program's sources include.
    /// - Throws: As `shader`; `invalidArgument` for a file that it does not include.
    public func include(_ name: String, of number: Int, in frame: CapturedFrame) throws -> String {
        let program = try program(number, in: frame)
        guard let found = program.includes.first(where: { $0.source.name == name || $0.path == name }) else {
            throw RasterError(.invalidArgument, "file '\(name)'", "is not included by program \(number)",
                              remedy: program.includes.isEmpty ? "it includes none" : "it includes \(program.includes.map(\.source.name).joined(separator: ", "))")
        }
        return try source(found.source).text
    }
    private func program(_ number: Int, in frame: CapturedFrame) throws -> RecordedProgram {
        guard frame.table.programs.indices.contains(number) else {
            throw RasterError(.invalidArgument, "program \(number)", "is not in frame \(frame.number)", remedy: "it has \(frame.table.programs.count) programs, from 0 on")
        }
        return frame.table.programs[number]
    }
}
