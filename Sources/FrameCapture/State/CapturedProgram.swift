import CaptureFile
import Raster
import Shading

/// A program of a captured frame, with the names of its sources.
public struct CapturedProgram: Sendable, Hashable {
    /// The program's number in the frame, as in `ShaderReplacement.program`.
    public let number: Int
    /// The program's label; empty if the program has no label.
    public let label: String
    /// The names of the sources.
    public let vertex: String, fragment: String
    /// The name of the geometry shader's source; nil if the program has no geometry shader.
    public let geometry: String?
    /// The macros that were defined when the program was compiled, as NAME=VALUE.
    public let defines: [String]
    /// The names of the files that the sources include.
    public let includes: [String]
}

/// A compute program of a captured frame, with the names of its sources.
public struct CapturedComputeProgram: Sendable, Hashable {
    /// The program's number among the compute programs of the frame.
    public let number: Int
    /// The program's label; empty if the program has no label.
    public let label: String
    /// The name of the source.
    public let compute: String
    /// The macros that were defined when the program was compiled, as NAME=VALUE.
    public let defines: [String]
    /// The names of the files that the source includes.
    public let includes: [String]
}

extension CapturedFrame {
    /// The frame's compute programs, in the order of their numbers.
    public var computePrograms: [CapturedComputeProgram] {
        table.computePrograms.enumerated().map { number, program in
            CapturedComputeProgram(number: number, label: program.label, compute: program.compute.name,
                                   defines: program.defines.map { "\($0.name)=\($0.value)" }, includes: program.includes.map(\.source.name))
        }
    }
    /// The frame's programs, in the order of their numbers.
    public var programs: [CapturedProgram] {
        table.programs.enumerated().map { number, program in
            CapturedProgram(number: number, label: program.label, vertex: program.vertex.name, fragment: program.fragment.name,
                            geometry: program.geometry?.name,
                            defines: program.defines.map { "\($0.name)=\($0.value)" }, includes: program.includes.map(\.source.name))
        }
    }
}

extension Capture {
    /// Returns the source text of a shader as the application supplied the text.
    /// - Parameters:
    ///   - number: The program's number in the frame; for the compute stage, its number among the compute programs.
    ///   - frame: The frame.
    ///   - stage: The stage.
    ///   - isPreprocessed: Whether to expand macros, conditions and includes, so that the text needs no other file.
    /// - Throws: `RasterError` with `invalidArgument` if the frame has no such program, or if the program has no such stage; another
    ///   `RasterError` if the text is damaged.
    public func shader(_ number: Int, _ stage: ShaderStage, in frame: CapturedFrame, isPreprocessed: Bool = false) throws -> String {
        if stage == .compute {
            guard frame.table.computePrograms.indices.contains(number) else {
                let count = frame.table.computePrograms.count
                throw RasterError(.invalidArgument, "compute program \(number)", "is not in frame \(frame.number)",
                                  remedy: count == 0 ? "it has none" : "it has \(count) compute programs, from 0 on")
            }
            let program = frame.table.computePrograms[number], source = try source(program.compute)
            return isPreprocessed ? GLSLCompiler.preprocessedText(of: source, stage: stage, options: try compileOptions(of: program)) : source.text
        }
        let program = try program(number, in: frame), source = try shader(stage, of: program, number)
        return isPreprocessed ? GLSLCompiler.preprocessedText(of: source, stage: stage, options: try compileOptions(of: program)) : source.text
    }
    /// Returns the source of a program's stage. Throws `invalidArgument` if the program has no such stage.
    func shader(_ stage: ShaderStage, of program: RecordedProgram, _ number: Int) throws -> ShaderSource {
        guard let shader = program.shader(stage) else {
            let stages = program.shaders.map(\.stage.rawValue).joined(separator: ", ")
            throw RasterError(.invalidArgument, "program \(number)", "has no \(stage.rawValue) shader", remedy: "it has the stages \(stages)")
        }
        return try source(shader)
    }
    /// Returns the text of a file that a program's sources include.
    /// - Throws: The errors of `shader`; `invalidArgument` if the program does not include the file.
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
