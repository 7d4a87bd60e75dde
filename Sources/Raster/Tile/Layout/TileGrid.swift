// TileGrid: the tiles of a framebuffer. A tile has one owner at a time, hence no locks.

struct TileGrid: Sendable {
    /// Pixels a side.
    static let tileSize = 64
    let width: Int
    let height: Int
    var columns: Int { (width + TileGrid.tileSize - 1) / TileGrid.tileSize }
    var rows: Int { (height + TileGrid.tileSize - 1) / TileGrid.tileSize }

    func pixels(_ x: Int, _ y: Int) -> PixelBounds {
        let size = TileGrid.tileSize
        return PixelBounds(minX: x * size, minY: y * size, maxX: min((x + 1) * size, width) - 1, maxY: min((y + 1) * size, height) - 1)
    }
}

struct TileRange: Sendable {
    var x0: Int, y0: Int, columns: Int, rows: Int
    init(x0: Int, y0: Int, columns: Int, rows: Int) { self.x0 = x0; self.y0 = y0; self.columns = columns; self.rows = rows }
    /// From the first and the last column and row, a byte each: x0 | y0 << 8 | x1 << 16 | y1 << 24.
    @inline(__always)
    init(packed: UInt32) {
        x0 = Int(packed & 255); y0 = Int(packed >> 8 & 255)
        columns = Int(packed >> 16 & 255) - x0 + 1; rows = Int(packed >> 24) - y0 + 1
    }
    /// The tiles that a record's bounds touch; they lie within the target.
    static func packed(boundsOf record: UnsafeRawPointer) -> UInt32 {
        func bound(_ k: Int) -> UInt32 { UInt32(bitPattern: record.load(fromByteOffset: PrimitiveRecord.bounds + 4 * k, as: Int32.self)) >> 6 }
        return bound(0) | bound(1) << 8 | bound(2) << 16 | bound(3) << 24
    }
    static let empty = TileRange(x0: 0, y0: 0, columns: 0, rows: 0)
    func contains(_ x: Int, _ y: Int) -> Bool { x >= x0 && x < x0 + columns && y >= y0 && y < y0 + rows }
    mutating func include(_ o: TileRange) {
        if columns == 0 { self = o; return }
        let x1 = max(x0 + columns, o.x0 + o.columns), y1 = max(y0 + rows, o.y0 + o.rows)
        x0 = min(x0, o.x0); y0 = min(y0, o.y0)
        columns = x1 - x0; rows = y1 - y0
    }
}
