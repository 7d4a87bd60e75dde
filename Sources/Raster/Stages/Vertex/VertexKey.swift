// VertexKey: identifies the code of a vertex kernel among those of one program.

import Shading

/// Everything besides the program that a vertex kernel's code depends on.
struct VertexKey: Sendable, Hashable {
    var fetch: [VertexFetch]
    var divisors: [Int]
    var limits: PrimitiveLimits
    /// Per texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
}
