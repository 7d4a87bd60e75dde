// SPIRVProgram: both stages of a program as linked and decoded SPIR-V.

/// One stage of a program.
package struct SPIRVStage: Sendable {
    package let stage: ShaderStage
    package let module: SPIRVModule
    /// The file and line that belong to each line number of OpLine. (OpLine's own file operand does not name the file.)
    package let lines: ShaderLineMap
    package var words: [UInt32] { module.words }
    /// Members that the source declares as bool or bvec, by structure or uniform block; SPIR-V has integers in their place.
    let booleanMembers: [String: Set<String>]
    /// The locations that the source gives to variables. SPIR-V also has the locations that the linker chose.
    let locations: ExplicitLocations

    /// Reads `words`. Throws an error if the words are not a valid module.
    package init(_ words: [UInt32], stage: ShaderStage, lines: ShaderLineMap, booleanMembers: [String: Set<String>] = [:]) throws(ShaderError) {
        try self.init(words, stage: stage, lines: lines, booleanMembers: booleanMembers, locations: ExplicitLocations())
    }
    init(_ words: [UInt32], stage: ShaderStage, lines: ShaderLineMap, booleanMembers: [String: Set<String>], locations: ExplicitLocations) throws(ShaderError) {
        do {
            var module = try SPIRVReader.read(words)
            if !lines.sourceNames.isEmpty {
                module.names = module.names.mapValues { lines.sourceNames[$0] ?? $0 }
                module.memberNames = module.memberNames.mapValues { lines.sourceNames[$0] ?? $0 }
            }
            self.module = module
        } catch {
            throw StageLowering.error("malformed SPIR-V: \(error)", stage: stage, lines: lines, line: 0)
        }
        self.stage = stage
        self.lines = lines
        self.booleanMembers = booleanMembers
        self.locations = locations
    }
}

package struct SPIRVProgram: Sendable {
    package var vertex: SPIRVStage
    package var fragment: SPIRVStage
    package var warnings: [ShaderDiagnostic]
    var stages: [SPIRVStage] { [vertex, fragment] }
}
