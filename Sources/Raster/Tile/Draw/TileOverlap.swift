// TileOverlap: among the tiles that a primitive's bounds touch, finds the tiles that the primitive itself may touch. A long
// slanting primitive misses most tiles of its bounds.

/// For each edge function of a record, the greatest value in a tile. If one of these values is negative, the primitive misses the tile.
struct TileOverlap {
    private var start: (Int, Int, Int, Int)
    private let right: (Int, Int, Int, Int)
    private let up: (Int, Int, Int, Int)

    /// - Parameter range: The tiles that the record's bounds touch.
    init(_ record: UnsafeRawPointer, _ range: TileRange) {
        let size = 256 * TileGrid.tileSize
        // Samples lie up to half a pixel from the pixel centres.
        let reach = 128, x = range.x0 * size, y = range.y0 * size
        func edge(_ k: Int) -> (start: Int, right: Int, up: Int) {
            let a = Int(record.primitive.pointee.a[k])
            let b = Int(record.primitive.pointee.b[k])
            let c = Int(record.primitive.pointee.c[k])
            let farX = a < 0 ? x - reach : x + size - 256 + reach, farY = b < 0 ? y - reach : y + size - 256 + reach
            return (a &* farX &+ b &* farY &+ c, a &* size, b &* size)
        }
        let (e0, e1, e2, e3) = (edge(0), edge(1), edge(2), edge(3))
        start = (e0.start, e1.start, e2.start, e3.start)
        right = (e0.right, e1.right, e2.right, e3.right)
        up = (e0.up, e1.up, e2.up, e3.up)
    }

    /// Returns the columns of the touched tiles in the current row, and makes the next row above the current row. The columns are
    /// consecutive, because primitives are convex.
    @inline(__always)
    mutating func nextRow(columns: Int) -> Range<Int> {
        var value = start
        var first = 0
        while first < columns && (value.0 | value.1 | value.2 | value.3) < 0 {
            value.0 &+= right.0; value.1 &+= right.1; value.2 &+= right.2; value.3 &+= right.3
            first += 1
        }
        var end = first
        while end < columns && (value.0 | value.1 | value.2 | value.3) >= 0 {
            value.0 &+= right.0; value.1 &+= right.1; value.2 &+= right.2; value.3 &+= right.3
            end += 1
        }
        start.0 &+= up.0; start.1 &+= up.1; start.2 &+= up.2; start.3 &+= up.3
        return first..<end
    }
}
