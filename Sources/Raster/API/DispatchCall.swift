// DispatchCall: a dispatch of work groups of a compute program, with the uniforms and resources that the program uses.

/// The number of work groups along x, y and z.
public struct WorkGroupCount: Sendable, Hashable, Codable {
    /// The number of work groups along x.
    public var x: Int
    /// The number of work groups along y.
    public var y: Int
    /// The number of work groups along z.
    public var z: Int
    /// By default, `y` and `z` are 1, so the groups form a row.
    public init(_ x: Int, _ y: Int = 1, _ z: Int = 1) { self.x = x; self.y = y; self.z = z }
}

/// The place, in a buffer, of a dispatch's work group counts along x, y and z: three unsigned integers of 32 bits.
package struct IndirectGroups {
    package var buffer: Buffer
    package var offset: Int
    package static let byteCount = 12
    package init(buffer: Buffer, offset: Int) { self.buffer = buffer; self.offset = offset }
}

/// One dispatch, with all state and resources on which its results depend. A DispatchCall never changes.
package final class DispatchCall {
    package let program: ComputeProgram
    package let groups: WorkGroupCount
    /// The words of the default uniform block.
    package let uniforms: [UInt32]
    /// The buffers of the uniform blocks. The index of a buffer in this list is the number of its block minus 1, because block 0 is the
    /// default block.
    package let uniformBuffers: [UniformBufferBinding?]
    /// The textures, indexed by texture unit.
    package let textures: [TextureBinding?]
    /// The buffers of the storage blocks, in the order of `ProgramInterface.storageBlocks`.
    package let storageBuffers: [StorageBufferBinding?]
    /// The images, indexed by image unit.
    package let images: [ImageBinding?]
    package let label: String
    /// The source location at which the application recorded the dispatch.
    package let site: CallSite
    /// The place of the work group counts in a buffer; nil if the application stated the counts. The device reads the counts before a
    /// renderer executes the dispatch. In the dispatch that the renderer executes, `indirect` is nil.
    package let indirect: IndirectGroups?
    /// The place in a buffer from which the work group counts were read; nil if the application stated the counts.
    package let arguments: ReadArguments?
    /// Whether the dispatch may lack buffers; see `Device.Options.robustAccess`.
    package let isRobust: Bool
    /// The names of the uniforms that were not set, for validation mode; empty if validation mode is off.
    package let unset: [String]

    package init(program: ComputeProgram, groups: WorkGroupCount, uniforms: [UInt32], resources: ResourceBindings, label: String, site: CallSite,
                 indirect: IndirectGroups? = nil, isRobust: Bool = false, unset: [String] = [], arguments: ReadArguments? = nil) {
        self.program = program; self.groups = groups; self.uniforms = uniforms
        uniformBuffers = resources.uniformBuffers; textures = resources.textures
        storageBuffers = resources.storageBuffers; images = resources.images
        self.label = label; self.site = site; self.indirect = indirect; self.isRobust = isRobust; self.unset = unset
        self.arguments = arguments
    }
    package var resources: ResourceBindings {
        ResourceBindings(uniformBuffers: uniformBuffers, textures: textures, storageBuffers: storageBuffers, images: images)
    }
    /// Returns a copy of the dispatch. `groups` and `resources`, if given, replace the work group counts and the resources. The copy's work
    /// group counts do not come from a buffer.
    func with(groups: WorkGroupCount? = nil, resources: ResourceBindings? = nil) -> DispatchCall {
        DispatchCall(program: program, groups: groups ?? self.groups, uniforms: uniforms, resources: resources ?? self.resources, label: label, site: site,
                     indirect: groups == nil ? indirect : nil, isRobust: isRobust, unset: unset,
                     arguments: groups == nil ? arguments : indirect.map { ReadArguments(buffer: $0.buffer, offset: $0.offset) } ?? arguments)
    }
    /// The dispatch's name in error messages.
    package var place: String { label.isEmpty ? "dispatch" : "dispatch '\(label)'" }
    /// Whether the dispatch has no invocations.
    package var isEmpty: Bool { groups.x == 0 || groups.y == 0 || groups.z == 0 }
}
