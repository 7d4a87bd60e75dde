// StageReflection: the declarations of one stage, for programs of a single stage (OpenGL ES 3.1 §7.3.1), and for the locations and bindings
// that a text states.

/// The description of one shader that is not linked with other stages. `ShaderCompiler.reflect` makes the description.
package struct StageReflection: Sendable {
    /// The module of the stage, not linked with other stages. The module's `inputs` and `outputs` have the locations that the text states,
    /// or otherwise the locations that are chosen if no other stage is linked.
    package let module: ShaderModule
    /// The uniforms, blocks, samplers and images of the stage. The list of varyings is empty.
    package let interface: ProgramInterface
    /// `inputLocations`, `outputLocations` and `uniformLocations` have the locations that the text states for inputs, for outputs
    /// and for loose uniforms. The key is the name of the variable; for a block, the block's name.
    package let inputLocations: [String: Int], outputLocations: [String: Int], uniformLocations: [String: Int]
    /// The bindings that the text states for samplers, images and blocks, by name.
    package let bindings: [String: Int]
    /// The variables with a low or medium precision, by name, and the members of inputs and outputs with such a precision. The name of a
    /// member is `variable.member` or, in a block, the `InterfaceVariable.listedName` of the member. Interfaces of GLSL ES match only if
    /// both sides have the same precision.
    package let relaxedVariables: Set<String>

    init(_ stage: SPIRVStage, _ module: ShaderModule, _ interface: ProgramInterface) {
        self.module = module; self.interface = interface
        inputLocations = stage.inputLocations; outputLocations = stage.outputLocations; uniformLocations = stage.uniformLocations
        bindings = stage.bindings
        var relaxed: Set<String> = []
        for variable in stage.module.variables {
            let name = stage.module.name(variable.id)
            if stage.module.decorations(variable.id).isRelaxed { relaxed.insert(name) }
            guard variable.storage == SPIRVStorageClass.input || variable.storage == SPIRVStorageClass.output else { continue }
            let block = stage.module.innermostElement(variable.pointee), isBlock = stage.module.decorations(block).isBlock
            stage.module.addRelaxedMembers(of: variable.pointee, isBlock ? stage.module.listedPrefix(ofBlock: block, variable) : name + ".", to: &relaxed)
        }
        relaxedVariables = relaxed
    }
}

extension SPIRVModule {
    /// Adds the members of a structure that have a low or medium precision. The recursion is no deeper than `maximumTypeDepth`, because
    /// types are not nested more deeply.
    /// - Parameter prefix: The text with which the names of the members begin.
    fileprivate func addRelaxedMembers(of type: UInt32, _ prefix: String, to names: inout Set<String>) {
        let structure = innermostElement(type)
        guard case .structure(let members)? = types[structure] else { return }
        for (index, member) in members.enumerated() {
            let name = prefix + memberName(structure, index)
            if decorations(structure, member: index).isRelaxed { names.insert(name) }
            addRelaxedMembers(of: member, name + ".", to: &names)
        }
    }
}
