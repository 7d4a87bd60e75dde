import Raster
import Shading

/// Answers `#include` as the resolver of the captured program did.
struct RecordedIncludes: IncludeResolver {
    struct Question: Hashable, Sendable {
        var path: String
        var isSystem: Bool
        var includer: String
    }
    var answers: [Question: ShaderSource]

    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        if let answer = answers[Question(path: path, isSystem: isSystem, includer: includer)] { return answer }
        // A shader that takes a captured one's place has another name, and asks for the same files.
        return answers.sorted { $0.key.includer < $1.key.includer }.first { $0.key.path == path && $0.key.isSystem == isSystem }?.value
    }
}

/// The captured programs that have been compiled, each once.
final class ProgramCatalogue {
    private var linked: [RecordedProgram: LinkedProgram] = [:]

    func linked(_ program: RecordedProgram, of capture: Capture) throws -> LinkedProgram {
        if let known = linked[program] { return known }
        let made = try ShaderCompiler.link(vertex: capture.source(program.vertex), fragment: capture.source(program.fragment), options: capture.compileOptions(of: program))
        linked[program] = made
        return made
    }
}

extension ShaderLimits {
    /// The limits, none of them above the standard: a stranger's file must not raise what a shader may take.
    var withinStandard: ShaderLimits {
        let standard = ShaderLimits()
        var limits = self
        limits.sourceBytes = min(sourceBytes, standard.sourceBytes)
        limits.expandedTokens = min(expandedTokens, standard.expandedTokens)
        limits.includeDepth = min(includeDepth, standard.includeDepth)
        limits.tokensPerStatement = min(tokensPerStatement, standard.tokensPerStatement)
        limits.numbers = min(numbers, standard.numbers)
        limits.cases = min(cases, standard.cases)
        limits.structureMembers = min(structureMembers, standard.structureMembers)
        limits.nesting = min(nesting, standard.nesting)
        limits.instructions = min(instructions, standard.instructions)
        limits.localScalars = min(localScalars, standard.localScalars)
        return limits
    }
}
