import Shading

/// Linked shaders: a vertex shader and a fragment shader, and in some programs a geometry shader between the two. `Device.makeProgram`
/// makes a program for one device.
public final class Program {
    /// The compiled stages and their common interface.
    public let linked: LinkedProgram
    /// The program's name in error messages; empty if the program has no name.
    public let label: String
    /// The program's name in captures; nil if captures use `label`. The OpenGL driver sets this name to a name that the drawing application
    /// knows.
    package var captureName: String?
    /// The first location of each uniform, sampler and image by its name, for captures; nil if the application does not use OpenGL, because
    /// only OpenGL's functions address uniforms by location.
    package var captureLocations: [String: Int]?
    /// The device that made the program.
    /// - Throws: `RasterError` with `wrongDevice` if the device no longer exists. The application must keep the device alive; resources do
    ///   not keep their device alive.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made the program; nil if the device no longer exists.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// The uniforms and resources by name.
    package let table: ProgramTable
    /// The word indices of gl_DepthRange's near, far and diff in the default block; empty if the shaders do not read gl_DepthRange.
    package let depthRangeWords: [Int?]
    /// The word index of the target's height in the default block; nil if the shaders do not need the height.
    package let targetHeightWord: Int?
    /// The program's GLSL, for renderers that compile GLSL themselves.
    package let sources: ProgramSources

    package init(linked: LinkedProgram, sources: ProgramSources, label: String, device: Device) {
        self.linked = linked; self.sources = sources; self.label = label; maker = DeviceReference(device)
        let members = linked.interface.uniformBlocks.first?.members ?? []
        table = ProgramTable(programName: Self.name(label), interface: linked.interface, stages: linked.stages,
                             attributes: linked.vertex.inputs.map(\.name))
        let names = ["gl_DepthRange.near", "gl_DepthRange.far", "gl_DepthRange.diff"]
        depthRangeWords = members.contains { $0.name.hasPrefix("gl_DepthRange") }
            ? names.map { name in members.first { $0.name == name }.map { $0.offset / 4 } } : []
        targetHeightWord = members.first { $0.name == ProgramInterface.targetHeightName }.map { $0.offset / 4 }
    }
    private static func name(_ label: String) -> String { label.isEmpty ? "program" : "program '\(label)'" }
    package var name: String { Self.name(label) }
    /// The attributes that the vertex shader uses, with their locations and types.
    public var attributes: [InterfaceVariable] { linked.vertex.inputs }
    /// Uniforms, uniform blocks, samplers, storage blocks and images of all stages.
    public var interface: ProgramInterface { linked.interface }
    /// Whether a shader reads this uniform, or samples through this sampler. A uniform that is declared but not used is not active;
    /// setting its value is allowed. An array may be named with or without an index; an array is active if any of its elements is active.
    public func isActive(uniform name: String) -> Bool { table.isActive(uniform: name) }

    /// Whether a shader reads a texture through the sampler; see `ProgramTable.reads`.
    package func reads(_ sampler: SamplerUniform) -> Bool { table.reads(sampler) }
    package var uniforms: [String: UniformMember] { table.uniforms }
    package var activeUniforms: Set<String> { table.activeUniforms }
    package var samplers: [String: Int] { table.samplers }
    package var blocks: [String: Int] { table.blocks }
    package var initialUniforms: [UInt32] { table.initialUniforms }
}

/// The GLSL of all stages, with its defines and includes.
package struct ProgramSources: Sendable {
    package var vertex: ShaderSource
    package var geometry: ShaderSource?
    package var fragment: ShaderSource
    package var options: ShaderCompileOptions
    /// The sources that the `#include`s of all stages name.
    package var includes: [IncludedSource]
}
