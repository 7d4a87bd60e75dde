// ComputeKey: identifies the code of a compute kernel among the kernels of one program.

import Shading

/// All facts, except the program, on which a compute kernel's code depends.
struct ComputeKey: Sendable, Hashable {
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// The texture units whose lookups at one coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]

    init(_ call: DispatchCall) {
        let module = call.program.linked.compute
        units = SamplerKey.states(of: call, readBy: module)
        alikeUnits = AlikeUnits(of: call, readBy: module)
        images = ImageKey.states(of: call, usedBy: module)
    }
}
