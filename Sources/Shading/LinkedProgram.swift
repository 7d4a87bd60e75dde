/// The stages of a linked program.
public struct LinkedProgram: Sendable {
    /// The vertex stage.
    public var vertex: ShaderModule
    /// The stage that reads primitives and emits other primitives; nil if the program has no geometry shader.
    public var geometry: ShaderModule?
    /// The fragment stage.
    public var fragment: ShaderModule
    /// All stages, in the order in which they run.
    package var stages: [ShaderModule] { geometry.map { [vertex, $0, fragment] } ?? [vertex, fragment] }
    /// The stage whose outputs are the vertices that are clipped and drawn: the geometry stage if there is one, else the vertex stage.
    package var lastVertexStage: ShaderModule { geometry ?? vertex }
    /// The uniforms, samplers and varyings of all stages.
    public var interface: ProgramInterface
    /// The compiler's warnings. The program is valid despite these warnings.
    public var warnings: [ShaderDiagnostic]
    /// The locations that the source gives to attributes, by name. The other attributes in `vertex.inputs` have locations that the linker
    /// chose.
    package var attributeLocations: [String: Int] = [:]
    /// The locations that the source gives to uniforms, samplers and images, by name.
    package var uniformLocations: [String: Int] = [:]
    /// Creates a program.
    public init(vertex: ShaderModule, geometry: ShaderModule? = nil, fragment: ShaderModule, interface: ProgramInterface,
                warnings: [ShaderDiagnostic] = []) {
        self.vertex = vertex; self.geometry = geometry; self.fragment = fragment; self.interface = interface; self.warnings = warnings
    }
}
