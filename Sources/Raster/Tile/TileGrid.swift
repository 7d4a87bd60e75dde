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
    /// The tiles that a record's bounds touch; they lie within the target.
    @inline(__always)
    func tiles(of record: UnsafeRawPointer) -> TileRange {
        func bound(_ k: Int) -> Int { Int(record.load(fromByteOffset: PrimitiveRecord.bounds + 4 * k, as: Int32.self)) >> 6 }
        let x0 = bound(0), y0 = bound(1)
        return TileRange(x0: x0, y0: y0, columns: bound(2) - x0 + 1, rows: bound(3) - y0 + 1)
    }
}

struct TileRange: Sendable {
    var x0: Int, y0: Int, columns: Int, rows: Int
    static let empty = TileRange(x0: 0, y0: 0, columns: 0, rows: 0)
    func contains(_ x: Int, _ y: Int) -> Bool { x >= x0 && x < x0 + columns && y >= y0 && y < y0 + rows }
    mutating func include(_ o: TileRange) {
        if columns == 0 { self = o; return }
        let x1 = max(x0 + columns, o.x0 + o.columns), y1 = max(y0 + rows, o.y0 + o.rows)
        x0 = min(x0, o.x0); y0 = min(y0, o.y0)
        columns = x1 - x0; rows = y1 - y0
    }
}
