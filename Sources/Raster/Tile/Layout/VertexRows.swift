// VertexRows: shaded vertices in memory, as the vertex kernel leaves them and set-up reads them.

import Shading

/// A shaded chunk in memory. First what triangles are set up from, a row per vertex, since corners are read one by one:
/// the window position and then the varyings, rounded up to whole vectors of four words. Behind the rows what only clipping
/// and the scalar path read: one array per word of VertexRowLayout before the varyings, `capacity` words each.
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

    /// Flags. Outside the view volume at the left, right, bottom, top.
    static let outsideMask: UInt32 = 15 << 27
    /// Not inside all planes that are cut at, or not finite: left to the scalar clipper. The position is then anything.
    static let needsClipping: UInt32 = 1 << 31
}

/// The memory of a shaded chunk, for the scalar path.
struct ShadedVertices {
    let rows: UnsafeMutableRawPointer
    let capacity: Int
    let layout: VertexRows

    /// Writes the words of a vertex one behind the other.
    func copy(_ vertex: Int, to row: VertexRow) {
        let before = layout.layout.varyings
        let columns = (rows + capacity * layout.stride).assumingMemoryBound(to: Float.self) + vertex
        for k in 0..<before { row[k] = columns[k * capacity] }
        let varyings = (rows + vertex * layout.stride + VertexRows.varyings).assumingMemoryBound(to: Float.self)
        for k in 0..<layout.layout.varyingCount { row[before + k] = varyings[k] }
    }
}
