// VertexRows: shaded vertices in memory, as the vertex kernel leaves them and set-up reads them.

import Shading

/// The layout of a chunk's shaded vertices in memory. First comes a row per vertex, because set-up reads corners one by one: the window
/// position and then the varyings, rounded up to whole vectors of four words. Behind the rows lie the words that only clipping and scalar
/// set-up read: one array of `capacity` words for each word of VertexRowLayout before the varyings.
struct VertexRows: Sendable, Hashable {
    /// Byte offsets. Window position in 1/256 pixel (Int32), depth and 1/w (Float). The flags share a word with x, which has
    /// 27 bits.
    static let x = 0, y = 4, z = 8, inverseW = 12, varyings = 16
    static let positionBits: UInt32 = 27
    let layout: VertexRowLayout
    /// Bytes per row.
    var stride: Int { Self.stride(varyings: layout.varyingCount) }
    static func stride(varyings: Int) -> Int { self.varyings + 16 * ((varyings + 3) / 4) }
    func byteCount(capacity: Int) -> Int { capacity * (stride + 4 * layout.varyings) }

    /// The flag of a vertex that is outside of a side of the view volume, and the flags of all sides.
    static func outside(_ side: ViewSide) -> UInt32 { 1 << (positionBits + side.rawValue) }
    static let outsideMask = ViewSide.allCases.reduce(0) { $0 | outside($1) }
    /// The vertex is outside of a plane at which primitives are cut, or not finite: the scalar clipper takes its primitives, and the window
    /// position means nothing.
    static let needsClipping: UInt32 = 1 << 31
}

/// The memory of a chunk's shaded vertices, for scalar set-up.
struct ShadedVertices {
    let rows: UnsafeMutableRawPointer
    let capacity: Int
    let layout: VertexRows

    /// Copies the words of a vertex to `row`, one behind the other, in the order of VertexRowLayout.
    func copy(_ vertex: Int, to row: VertexRow) {
        let before = layout.layout.varyings
        let columns = (rows + capacity * layout.stride).assumingMemoryBound(to: Float.self) + vertex
        for k in 0..<before { row[k] = columns[k * capacity] }
        let varyings = (rows + vertex * layout.stride + VertexRows.varyings).assumingMemoryBound(to: Float.self)
        for k in 0..<layout.layout.varyingCount { row[before + k] = varyings[k] }
    }
}
