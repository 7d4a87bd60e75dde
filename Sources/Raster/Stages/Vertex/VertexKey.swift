// VertexKey: identifies the code of a vertex kernel among the vertex kernels of one program.

import Shading

/// All facts, except the program, on which a vertex kernel's code depends.
struct VertexKey: Sendable, Hashable {
    var fetch: [VertexFetch]
    var divisors: [Int]
    /// How the rows for set-up are written; nil if a geometry shader reads the vertices.
    var rows: RowKey?
    /// The key of each texture unit; nil for a unit that is empty or not read.
    var units: [SamplerKey?]
    /// The texture units whose lookups at one coordinate share work.
    var alikeUnits: AlikeUnits
    /// The key of each image unit; nil for a unit that is empty or not used.
    var images: [ImageKey?]
}
