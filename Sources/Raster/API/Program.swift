import Shading

/// A linked pair of shaders. Made by `Device.makeProgram` for one device.
public final class Program {
    /// Both stages and their common interface as the compiler gives them.
    public let linked: LinkedProgram
    /// The name that error messages call it by; empty for none.
    public let label: String
    /// The device that made it.
    /// - Throws: `RasterError` with `wrongDevice` once the device is gone: the program must still hold it.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made it; nil once that is gone.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// Members of the default block by their names.
    package let uniforms: [String: UniformMember]
    /// The names among them that a shader reads.
    package let activeUniforms: Set<String>
    /// Indices into `linked.interface.samplers` by the samplers' names.
    package let samplers: [String: Int]
    /// Indices (1…) into `linked.interface.uniformBlocks` by the blocks' names.
    package let blocks: [String: Int]
    /// The default block's words before anything is set.
    package let initialUniforms: [UInt32]
    /// One empty place for each uniform block but the default one.
    package let noUniformBuffers: [UniformBufferBinding?]
    /// Words of gl_DepthRange's near, far and diff in the default block; empty when the shaders do not read it.
    package let depthRangeWords: [Int?]
    /// Word of the height of what is drawn into, in the default block; nil when the shaders do not ask for it.
    package let targetHeightWord: Int?
    /// The GLSL that it was compiled from, for renderers that compile it themselves.
    package let sources: ProgramSources

    package init(linked: LinkedProgram, sources: ProgramSources, label: String, device: Device) {
        self.linked = linked; self.sources = sources; self.label = label; maker = DeviceReference(device)
        let interface = linked.interface
        let members = interface.uniformBlocks.first?.members ?? []
        noUniformBuffers = Array(repeating: nil, count: max(0, interface.uniformBlocks.count - 1))
        uniforms = Dictionary(members.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let isRead = linked.uniformWordsRead
        // The default block is tight: a member's words stand together.
        activeUniforms = Set(members.lazy.filter { isRead[$0.offset / 4 ..< $0.offset / 4 + $0.type.scalarCount * $0.arrayCount].contains(true) }.map(\.name))
        let names = ["gl_DepthRange.near", "gl_DepthRange.far", "gl_DepthRange.diff"]
        depthRangeWords = members.contains { $0.name.hasPrefix("gl_DepthRange") } ? names.map { name in members.first { $0.name == name }.map { $0.offset / 4 } } : []
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
    /// Attributes of the vertex shader that are used, with their locations and types.
    public var attributes: [InterfaceVariable] { linked.vertex.inputs }
    /// Uniforms, uniform blocks and samplers of both stages.
    public var interface: ProgramInterface { linked.interface }
}

/// The GLSL of both stages as it was given, with the defines and includes that belong to it.
package struct ProgramSources: Sendable {
    package var vertex: ShaderSource
    package var fragment: ShaderSource
    package var options: ShaderCompileOptions
    /// The answers to the `#include`s of both stages.
    package var includes: [IncludedSource]
}

/// A program, a vertex layout and raster state that were checked against each other. Made by `Device.makePipeline` for one device.
public final class Pipeline {
    /// The shaders.
    public let program: Program
    /// The places of the vertex attributes.
    public let vertexLayout: VertexLayout
    /// All fixed state of its draws.
    public let state: RasterState
    /// The name that error messages call it by; empty for none.
    public let label: String
    /// The device that made it.
    /// - Throws: `RasterError` with `wrongDevice` once the device is gone: the program must still hold it.
    public var device: Device { get throws { try maker.device(of: name) } }
    /// The device that made it; nil once that is gone.
    package var owner: Device? { maker.remembered }
    private let maker: DeviceReference
    /// The source of each input component of the vertex shader.
    package let fetch: [VertexFetch]

    package init(program: Program, vertexLayout: VertexLayout, state: RasterState, label: String, fetch: [VertexFetch], device: Device) {
        self.program = program; self.vertexLayout = vertexLayout; self.state = state; self.label = label
        self.fetch = fetch; maker = DeviceReference(device)
    }
    package var name: String { label.isEmpty ? "pipeline" : "pipeline '\(label)'" }
}

/// One attribute column resolved against the program: up to four components from memory to input components.
package struct VertexFetch: Sendable, Hashable {
    package enum Source: Sendable, Hashable {
        case buffer(slot: Int, offset: Int, format: VertexFormat)
        case constant(SIMD4<Float>)
    }
    package var source: Source
    /// First component of the vertex module's inputs.
    package var firstComponent: Int
    package var componentCount: Int
    /// The type that the shader declares: float, int or uint.
    package var type: ScalarType
}
