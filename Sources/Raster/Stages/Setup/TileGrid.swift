// TileGrid: divides a framebuffer into tiles. Only one worker at a time draws in a tile, so pixels need no locks. The tiles of layer k of a
// layered framebuffer are further rows of the grid, above the rows of layer k − 1.

package struct TileGrid: Sendable {
    /// The base-2 logarithm of `tileSize`.
    static let sizeLog2: Int32 = 6
    /// The length of a tile's side in pixels.
    package static let tileSize = 1 << Int(sizeLog2)
    let width: Int
    let height: Int
    /// The number of layers; 1 if the framebuffer is not layered.
    let layerCount: Int
    package init(width: Int, height: Int, layerCount: Int = 1) { self.width = width; self.height = height; self.layerCount = layerCount }
    init(_ target: Framebuffer) { self.init(width: target.width, height: target.height, layerCount: target.layerCount) }
    package var columns: Int { (width + TileGrid.tileSize - 1) / TileGrid.tileSize }
    /// The number of rows of tiles in a layer.
    package var rows: Int { (height + TileGrid.tileSize - 1) / TileGrid.tileSize }
    package var tileCount: Int { columns * rows * layerCount }

    /// Returns the pixels of a tile. The row `y` is counted within the tile's layer.
    package func pixels(_ x: Int, _ y: Int) -> InclusivePixelBounds {
        let size = TileGrid.tileSize
        return InclusivePixelBounds(minX: x * size, minY: y * size, maxX: min((x + 1) * size, width) - 1, maxY: min((y + 1) * size, height) - 1)
    }
}

struct TileRange: Sendable {
    var x0: Int, y0: Int, columns: Int, rows: Int
    init(x0: Int, y0: Int, columns: Int, rows: Int) { self.x0 = x0; self.y0 = y0; self.columns = columns; self.rows = rows }

    // A packed range is one word of four bytes, x0 | y0 << 8 | x1 << 16 | y1 << 24: the first column, the first row, the last
    // column and the last row.
    static let rowShift: UInt32 = 8, lastShift: UInt32 = 16

    @inline(__always)
    init(packed: UInt32) {
        func byte(_ shift: UInt32) -> Int { Int(packed &>> shift & 255) }
        x0 = byte(0); y0 = byte(Self.rowShift)
        columns = byte(Self.lastShift) - x0 + 1; rows = byte(Self.lastShift + Self.rowShift) - y0 + 1
    }
    /// Returns the tiles of the pixels from `first` to `last`, which must lie within the target.
    @inline(__always)
    static func packed(first: SIMD2<Int32>, last: SIMD2<Int32>) -> UInt32 {
        func tile(_ pixel: SIMD2<Int32>) -> UInt32 {
            let tile = SIMD2<UInt32>(truncatingIfNeeded: pixel &>> TileGrid.sizeLog2)
            return tile.x | tile.y &<< rowShift
        }
        return tile(first) | tile(last) &<< lastShift
    }
    /// Returns the tiles that a record's bounds touch.
    static func packed(boundsOf record: UnsafeRawPointer) -> UInt32 {
        let bounds = record.primitive.pointee.bounds
        return packed(first: bounds.lowHalf, last: bounds.highHalf)
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
