import Shading

/// A linked compute shader. `Device.makeComputeProgram` makes a program for one device; `CommandEncoder.compute` runs the program.
public final class ComputeProgram {
    /// The compiled stage and its interface.
    public let linked: LinkedComputeProgram
    /// The program's name in error messages; empty if the program has no name.
    public let label: String
    /// The program's name and locations in captures; see `Program.captureName` and `Program.captureLocations`.
    package var captureName: String?
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
    /// The program's GLSL, for renderers that compile GLSL themselves.
    package let sources: ComputeSources

    package init(linked: LinkedComputeProgram, sources: ComputeSources, label: String, device: Device) {
        self.linked = linked; self.sources = sources; self.label = label; maker = DeviceReference(device)
        table = ProgramTable(programName: Self.name(label), interface: linked.interface, stages: [linked.compute])
    }
    private static func name(_ label: String) -> String { label.isEmpty ? "compute program" : "compute program '\(label)'" }
    package var name: String { Self.name(label) }
    /// Uniforms, uniform blocks, samplers, storage blocks and images.
    public var interface: ProgramInterface { linked.interface }
    /// The number of invocations of a work group along x, y and z: `layout(local_size_x = …) in`.
    public var workGroupSize: (x: Int, y: Int, z: Int) { (linked.compute.workGroupSize.x, linked.compute.workGroupSize.y, linked.compute.workGroupSize.z) }
    /// Whether the shader reads this uniform, or samples through this sampler; see `Program.isActive(uniform:)`.
    public func isActive(uniform name: String) -> Bool { table.isActive(uniform: name) }
}

/// The GLSL of a compute shader, with its defines and includes.
package struct ComputeSources: Sendable {
    package var compute: ShaderSource
    package var options: ShaderCompileOptions
    /// The sources that the `#include`s of the shader name.
    package var includes: [IncludedSource]
    package init(compute: ShaderSource, options: ShaderCompileOptions, includes: [IncludedSource]) {
        self.compute = compute; self.options = options; self.includes = includes
    }
}
