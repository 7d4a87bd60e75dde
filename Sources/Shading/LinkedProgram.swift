/// Both stages of a linked program.
public struct LinkedProgram: Sendable {
    /// The vertex stage.
    public var vertex: ShaderModule
    /// The fragment stage.
    public var fragment: ShaderModule
    /// Both stages, in the order in which they run.
    package var stages: [ShaderModule] { [vertex, fragment] }
    /// The uniforms, samplers and varyings of both stages.
    public var interface: ProgramInterface
    /// The compiler's warnings. The program is valid despite these warnings.
    public var warnings: [ShaderDiagnostic]
    /// The locations that the source gives to attributes, by name. The other attributes in `vertex.inputs` have locations that the linker
    /// chose.
    package var attributeLocations: [String: Int] = [:]
    /// The locations that the source gives to uniforms, samplers and images, by name.
    package var uniformLocations: [String: Int] = [:]
    /// Creates a program.
    public init(vertex: ShaderModule, fragment: ShaderModule, interface: ProgramInterface, warnings: [ShaderDiagnostic] = []) {
        self.vertex = vertex; self.fragment = fragment; self.interface = interface; self.warnings = warnings
    }
}
