// StageReflection: what one stage declares, for programs of a single stage (OpenGL ES 3.1 §7.3.1) and for places that a text states.

/// The description of one shader, without a partner. `ShaderCompiler.reflect` makes it.
package struct StageReflection: Sendable {
    /// The stage alone. Its `inputs` and `outputs` have locations that the text states, or that would be chosen without a partner.
    package let module: ShaderModule
    /// The uniforms, blocks and samplers of the stage. It has no varyings.
    package let interface: ProgramInterface
    /// The locations that the text states for inputs, outputs and loose uniforms, by the names of the variables; for a block, by the
    /// block's name.
    package let inputLocations: [String: Int], outputLocations: [String: Int], uniformLocations: [String: Int]
    /// The bindings that the text states for samplers and images, by the names of the variables.
    package let bindings: [String: Int]
    /// The blocks of uniforms that the text gives a binding, by the names of the blocks.
    package let blockBindings: [String: Int]
    /// The variables with a low or medium precision, by name. Interfaces of GLSL ES match only if both sides have the same precision.
    package let relaxedVariables: Set<String>

    init(_ stage: SPIRVStage, _ module: ShaderModule, _ interface: ProgramInterface) {
        self.module = module; self.interface = interface
        inputLocations = stage.locations.inputs
        outputLocations = stage.locations.outputs
        uniformLocations = Dictionary(stage.locations.uniforms.map { ($0.name, $0.first) }, uniquingKeysWith: { first, _ in first })
        var bindings: [String: Int] = [:], blockBindings: [String: Int] = [:], relaxed: Set<String> = []
        for variable in stage.module.variables {
            let decorations = stage.module.decorations(variable.id), name = stage.module.name(variable.id)
            if decorations.isRelaxed { relaxed.insert(name) }
            guard let binding = decorations.binding else { continue }
            if variable.storage == SPIRVStorageClass.uniformConstant { bindings[name] = binding }
            if variable.storage == SPIRVStorageClass.uniform {
                blockBindings[stage.module.name(SPIRVInterface(stage.module).elementType(variable.pointee))] = binding
            }
        }
        self.bindings = bindings; self.blockBindings = blockBindings; relaxedVariables = relaxed
    }
}
