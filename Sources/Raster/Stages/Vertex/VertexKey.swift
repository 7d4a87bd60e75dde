// VertexKey: identifies the code of a vertex kernel among the vertex kernels of one program.

import Shading

/// All facts, except the program, on which a vertex kernel's code depends.
struct VertexKey: Sendable, Hashable {
    var fetch: [VertexFetch]
    var divisors: [Int]
    var limits: PrimitiveLimits
    /// The numbers of the clip distances that clip.
    var clipDistances: [Int]
    /// Whether the shader decides the size of points.
    var hasPointSize: Bool
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// The texture units whose lookups at one coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]
}
