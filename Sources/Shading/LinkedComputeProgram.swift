/// A linked program of a compute shader alone.
public struct LinkedComputeProgram: Sendable {
    /// The compute stage.
    public var compute: ShaderModule
    /// The program's uniforms, samplers, storage blocks and images. The list of varyings is empty.
    public var interface: ProgramInterface
    /// The compiler's warnings. The program is valid despite these warnings.
    public var warnings: [ShaderDiagnostic]
    /// The locations that the source gives to uniforms, samplers and images, by name.
    package var uniformLocations: [String: Int] = [:]
    /// Creates a program.
    public init(compute: ShaderModule, interface: ProgramInterface, warnings: [ShaderDiagnostic] = []) {
        self.compute = compute; self.interface = interface; self.warnings = warnings
    }
}
