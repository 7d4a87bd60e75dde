// GeometryKey: identifies the code of a geometry kernel among the geometry kernels of one program.

import Shading

/// All facts, except the program, on which a geometry kernel's code depends.
struct GeometryKey: Sendable, Hashable {
    /// How the rows of emitted vertices are written.
    var rows: RowKey
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// The texture units whose lookups at one coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]

    /// - Parameter module: The geometry shader of the draw's program.
    init(_ call: DrawCall, _ module: ShaderModule) {
        rows = RowKey(call.pipeline)
        units = SamplerKey.states(of: call, readBy: module)
        alikeUnits = AlikeUnits(of: call, readBy: module)
        images = ImageKey.states(of: call, usedBy: module)
    }
}
