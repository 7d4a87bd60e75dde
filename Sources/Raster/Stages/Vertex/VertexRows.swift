// VertexRows: the memory layout of shaded vertices, which the vertex kernel or the geometry kernel writes and set-up reads; and the layout of
// the vertices that the geometry kernel reads.

import Shading

/// The layout of a chunk's shaded vertices in memory. First there is one row per vertex, because set-up reads corners one by one. A row has the
/// window position and then the varyings, padded to whole vectors of four words. After the rows there are the words that only clipping and
/// scalar set-up read: one array of `capacity` words for each word that VertexRowLayout has before the varyings.
struct VertexRows: Sendable, Hashable {
    /// Byte offsets in a row: the window position in 1/256 pixel (Int32), depth and 1/w (Float). The coordinate x takes the lower
    /// 27 bits of its word; flags take the other bits.
    static let x = 0, y = 4, z = 8, inverseW = 12, varyings = 16
    static let positionBits: UInt32 = 27
    let layout: VertexRowLayout
    /// The number of bytes per row.
    var stride: Int { Self.stride(varyings: layout.varyingCount) }
    static func stride(varyings: Int) -> Int { self.varyings + 16 * ((varyings + 3) / 4) }
    func byteCount(capacity: Int) -> Int { capacity * (stride + 4 * layout.varyings) }

    /// Returns the flag of a vertex that is outside of the given side of the view volume. `outsideMask` has the flags of all sides.
    static func outside(_ side: ViewSide) -> UInt32 { 1 << (positionBits + side.rawValue) }
    static let outsideMask = ViewSide.allCases.reduce(0) { $0 | outside($1) }
    /// The flag of a vertex that is not finite, or that is outside of a plane at which primitives are cut. The primitives of such a
    /// vertex go to the scalar clipper, and its window position is meaningless.
    static let needsClipping: UInt32 = 1 << 31
}

/// The memory of a chunk's shaded vertices, for scalar set-up.
struct ShadedVertices {
    let rows: UnsafeMutableRawPointer
    let capacity: Int
    let layout: VertexRows

    /// Returns a word that transform feedback writes.
    @inline(__always)
    func feedback(_ word: Int, of vertex: Int) -> UInt32 {
        (rows + capacity * layout.stride).load(fromByteOffset: 4 * ((layout.layout.feedback + word) * capacity + vertex), as: UInt32.self)
    }
    /// Copies the words of a vertex to `row`, in the order of VertexRowLayout.
    func copy(_ vertex: Int, to row: VertexRow) {
        let before = layout.layout.varyings
        let columns = (rows + capacity * layout.stride).assumingMemoryBound(to: Float.self) + vertex
        for k in 0..<before { row[k] = columns[k * capacity] }
        let varyings = (rows + vertex * layout.stride + VertexRows.varyings).assumingMemoryBound(to: Float.self)
        for k in 0..<layout.layout.varyingCount { row[before + k] = varyings[k] }
    }
}

/// The layout of the vertices that a geometry shader reads: a row for each vertex, which has the scalars of `ProgramInterface.geometryInputs`,
/// padded to whole vectors of four words.
enum GeometryInputRows {
    /// The number of bytes per row.
    static func stride(_ program: LinkedProgram) -> Int { 16 * ((program.interface.geometryInputs.count + 3) / 4) }
}

/// The order of the words of a vertex that is clipped, shaded or emitted by a geometry shader: clip position x y z w, point size in
/// pixels, clip distances, the outputs that transform feedback writes, then the varyings in the order of
/// `ProgramInterface.varyings`.
package struct VertexRowLayout: Sendable, Hashable {
    static let position = 0
    static let pointSize = 4
    static let clipDistances = 5
    let clipDistanceCount: Int
    /// The number of words that transform feedback writes, in the order of `TransformFeedbackLayout.slots`.
    let feedbackCount: Int
    let varyingCount: Int
    var feedback: Int { VertexRowLayout.clipDistances + clipDistanceCount }
    var varyings: Int { feedback + feedbackCount }
    /// The number of words per vertex.
    var stride: Int { varyings + varyingCount }

    /// - Parameter additionalVaryingCount: The number of words that follow the program's varyings.
    init(program: LinkedProgram, additionalVaryingCount: Int = 0) {
        let outputs = program.lastVertexStage.builtinOutputs
        clipDistanceCount = outputs.clipDistance == nil ? 0 : outputs.clipDistanceCount
        feedbackCount = program.interface.transformFeedback?.slots.count ?? 0
        varyingCount = program.interface.varyings.count + additionalVaryingCount
    }
    /// Makes the layout of the rows that the vertex shader writes: the layout above, or the layout of rows that a geometry shader reads.
    /// Rows for a geometry shader have a position, a point size, and `ProgramInterface.geometryInputs` in place of varyings.
    init(shadedBy program: LinkedProgram) {
        self = program.geometry == nil ? Self(program: program) : Self(geometryInputCount: program.interface.geometryInputs.count)
    }
    private init(geometryInputCount: Int) { clipDistanceCount = 0; feedbackCount = 0; varyingCount = geometryInputCount }
}

extension UInt8 {
    /// Returns the numbers, below a limit, of the bits that are set.
    func numbers(below limit: Int) -> [Int] { (0..<limit).filter { self & 1 << UInt8($0) != 0 } }
}

/// A shaded vertex: `VertexRowLayout.stride` words.
typealias VertexRow = UnsafeMutablePointer<Float>
