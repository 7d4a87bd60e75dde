import Shading

/// A linked pair of shaders. `Device.makeProgram` makes a program for one device.
public final class Program {
    /// Both compiled stages and their common interface.
    public let linked: LinkedProgram
    /// The program's name in error messages; empty if it has none.
    public let label: String
    /// The program's name in captures; nil if it is `label`. A driver names objects as its programs know them.
    package var captureName: String?
    /// The device that made the program.
    /// - Throws: `RasterError` with `wrongDevice` if the device no longer exists. The application must keep the device alive;
    ///   resources do not.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made the program; nil if it no longer exists.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// The members of the default uniform block by name.
    package let uniforms: [String: UniformMember]
    /// The names of the uniforms in the default block that a shader reads.
    package let activeUniforms: Set<String>
    /// Indices into `linked.interface.samplers` by the samplers' names.
    package let samplers: [String: Int]
    /// Indices (1…) into `linked.interface.uniformBlocks` by the blocks' names.
    package let blocks: [String: Int]
    /// The initial words of the default block, before any uniform is set.
    package let initialUniforms: [UInt32]
    /// The initial buffer bindings of a draw: nil for each uniform block except the default block.
    package let noUniformBuffers: [UniformBufferBinding?]
    /// The word indices of gl_DepthRange's near, far and diff in the default block; empty if the shaders do not read gl_DepthRange.
    package let depthRangeWords: [Int?]
    /// The word index of the target's height in the default block; nil if the shaders do not read it.
    package let targetHeightWord: Int?
    /// The program's GLSL, for renderers that compile GLSL themselves.
    package let sources: ProgramSources

    package init(linked: LinkedProgram, sources: ProgramSources, label: String, device: Device) {
        self.linked = linked; self.sources = sources; self.label = label; maker = DeviceReference(device)
        let interface = linked.interface
        let members = interface.uniformBlocks.first?.members ?? []
        noUniformBuffers = Array(repeating: nil, count: max(0, interface.uniformBlocks.count - 1))
        uniforms = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let isRead = linked.uniformWordsRead
        // The default block is packed tightly, so the words of a member are consecutive.
        activeUniforms = Set(members.lazy.filter { isRead[$0.offset / 4 ..< $0.offset / 4 + $0.type.scalarCount * $0.arrayCount].contains(true) }.map(\.name))
        let names = ["gl_DepthRange.near", "gl_DepthRange.far", "gl_DepthRange.diff"]
        depthRangeWords = members.contains { $0.name.hasPrefix("gl_DepthRange") }
            ? names.map { name in members.first { $0.name == name }.map { $0.offset / 4 } } : []
        targetHeightWord = members.first { $0.name == ProgramInterface.targetHeightName }.map { $0.offset / 4 }
        samplers = Dictionary(interface.samplers.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        blocks = Dictionary(interface.uniformBlocks.enumerated().dropFirst().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        var initialUniforms = [UInt32](repeating: 0, count: ((interface.uniformBlocks.first?.byteCount ?? 0) + 3) / 4)
        for member in members {
            guard let value = member.defaultValue else { continue }
            initialUniforms.replaceSubrange(member.offset / 4 ..< member.offset / 4 + value.count, with: value)
        }
        self.initialUniforms = initialUniforms
    }
    package var name: String { label.isEmpty ? "program" : "program '\(label)'" }
    /// The attributes that the vertex shader uses, with their locations and types.
    public var attributes: [InterfaceVariable] { linked.vertex.inputs }
    /// Uniforms, uniform blocks and samplers of both stages.
    public var interface: ProgramInterface { linked.interface }
}

/// The GLSL of both stages, with its defines and includes.
package struct ProgramSources: Sendable {
    package var vertex: ShaderSource
    package var fragment: ShaderSource
    package var options: ShaderCompileOptions
    /// The answers to the `#include`s of both stages.
    package var includes: [IncludedSource]
}
