// SPIRVProgram: the stages of a program as linked and decoded SPIR-V.

/// One stage of a program.
package struct SPIRVStage: Sendable {
    package let stage: ShaderStage
    package let module: SPIRVModule
    /// The file and line that belong to each line number of OpLine. (OpLine's own file operand does not name the file.)
    package let lines: ShaderLineMap
    package var words: [UInt32] { module.words }
    /// Members that the source declares as bool or bvec, by structure or uniform block; SPIR-V has integers in their place.
    let booleanMembers: [String: Set<String>]
    /// `inputLocations` and `outputLocations` have the locations that the source gives to inputs and to outputs, by name. SPIR-V
    /// also has the locations that the linker chose.
    let inputLocations: [String: Int], outputLocations: [String: Int]
    /// `uniformLocations` has the locations that the source gives to uniforms, by name. `bindings` has the bindings that the source
    /// gives to samplers, images and blocks, by name. SPIR-V also has bindings that the linker chose.
    let uniformLocations: [String: Int], bindings: [String: Int]

    /// Whether each lookup with comparison in the source gives four components, as in GLSL 1.10 and 1.20.
    let hasOldShadowLookups: Bool

    /// Whether the bindings in SPIR-V are the bindings that the source states.
    private let hasOwnBindings: Bool

    /// Returns the binding that the source gives to a block; 0 if the source gives no binding.
    func binding(of variable: SPIRVVariable, named name: String) -> Int {
        hasOwnBindings ? module.decorations(variable.id).binding ?? 0 : bindings[name] ?? 0
    }

    /// Reads `words`. Throws an error if the words are not a valid module.
    package init(_ words: [UInt32], stage: ShaderStage, lines: ShaderLineMap, booleanMembers: [String: Set<String>] = [:],
                 inputLocations: [String: Int] = [:], outputLocations: [String: Int] = [:], uniformLocations: [String: Int] = [:],
                 bindings: [String: Int]? = nil, hasOldShadowLookups: Bool = false) throws(ShaderError) {
        do {
            var module = try SPIRVReader.read(words)
            // Inputs that are built-in variables keep their names; see `glslang_shaders_separate_inputs`.
            for (id, name) in module.names where name.hasPrefix("gl_") && name.hasSuffix("@") { module.names[id] = String(name.dropLast()) }
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
        self.inputLocations = inputLocations
        self.outputLocations = outputLocations
        self.uniformLocations = uniformLocations
        self.bindings = bindings ?? [:]
        hasOwnBindings = bindings == nil
        self.hasOldShadowLookups = hasOldShadowLookups
    }
}

package struct SPIRVProgram: Sendable {
    package var vertex: SPIRVStage
    /// The geometry stage, which runs between the vertex and the fragment stage; nil if the program has no geometry shader.
    package var geometry: SPIRVStage?
    package var fragment: SPIRVStage
    package var warnings: [ShaderDiagnostic]
    var stages: [SPIRVStage] { [vertex] + (geometry.map { [$0] } ?? []) + [fragment] }
}
