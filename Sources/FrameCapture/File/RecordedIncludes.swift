import Raster
import Shading

/// Resolves `#include` with the files that the captured application's resolver returned.
struct RecordedIncludes: IncludeResolver {
    struct Question: Hashable, Sendable {
        var path: String
        var isSystem: Bool
        var includer: String
    }
    var answers: [Question: ShaderSource]

    func resolve(_ path: String, isSystem: Bool, from includer: String) -> ShaderSource? {
        if let answer = answers[Question(path: path, isSystem: isSystem, includer: includer)] { return answer }
        // A replacement of a shader may have a file name that does not occur in the capture. Usually the replacement includes the same
        // files as the captured shader. This second search therefore ignores the name of the including file.
        return answers.sorted { $0.key.includer < $1.key.includer }.first { $0.key.path == path && $0.key.isSystem == isSystem }?.value
    }
}

/// The captured shader programs that have been linked. Each shader program is linked once.
final class ProgramCatalogue {
    private var linked: [RecordedProgram: LinkedProgram] = [:]
    private var linkedCompute: [RecordedComputeProgram: LinkedComputeProgram] = [:]

    func linked(_ program: RecordedProgram, of capture: Capture) throws -> LinkedProgram {
        if let known = linked[program] { return known }
        let made = try ShaderCompiler.link(vertex: capture.source(program.vertex), geometry: program.geometry.map(capture.source),
                                           fragment: capture.source(program.fragment), options: capture.compileOptions(of: program))
        linked[program] = made
        return made
    }
    func linked(_ program: RecordedComputeProgram, of capture: Capture) throws -> LinkedComputeProgram {
        if let known = linkedCompute[program] { return known }
        let made = try ShaderCompiler.linkCompute(capture.source(program.compute), options: capture.compileOptions(of: program))
        linkedCompute[program] = made
        return made
    }
}

extension ShaderLimits {
    /// The captured limits. A limit above the standard limit is lowered to the standard limit, because a capture from an untrusted source
    /// must not raise the limits for shaders.
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
