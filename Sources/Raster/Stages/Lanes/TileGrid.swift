// TileGrid: divides the pixels of a framebuffer. A framebuffer consists of tiles (TileGrid). A kernel processes the pixels of a tile in blocks,
// and a block has one pixel for each lane (TileBlock, LanePixels).

import Kernel

/// Divides a framebuffer into tiles. Only one worker at a time draws in a tile, so pixels need no locks. The tiles of layer k of a
/// layered framebuffer are further rows of the grid, above the rows of layer k − 1.
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
    /// Returns the tiles of the pixels from `first` to `last`. These pixels must lie within the target.
    @inline(__always)
    static func packed(first: SIMD2<Int32>, last: SIMD2<Int32>) -> UInt32 {
        func tile(_ pixel: SIMD2<Int32>) -> UInt32 {
            let tile = SIMD2<UInt32>(truncatingIfNeeded: pixel &>> TileGrid.sizeLog2)
            return tile.x | tile.y &<< rowShift
        }
        return tile(first) | tile(last) &<< lastShift
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

// MARK: Blocks

/// Assigns the pixels of a block to the lanes of a kernel.
///
/// Coverage processes blocks of W lanes (W is the number of lanes of the target): 16 lanes are 4×4 pixels, 8 lanes are 4×2 pixels, and 4
/// lanes are a 2×2 quad. The lanes follow one another in rows, like the texels in memory. Shading processes two or four blocks of coverage
/// side by side, quad by quad: the quads follow one another in rows, and the lanes of a quad are numbered 2·dy + dx.
///
/// All lanes of a batch take part in a loop until the last lane has left the loop. Pixels that are close together usually leave a loop
/// after similar numbers of iterations. So if a shader has loops, its batches are as compact as possible: coverage processes blocks of 4×4
/// pixels on every target, and the quads of such a block follow one another.
struct TileBlock {
    /// The size of the block in pixels.
    let width: Int, height: Int
    /// Whether the lanes follow one another in rows of pixels. If false, the lanes follow one another quad by quad.
    var isInRows = false
    /// Whether the quads follow one another in squares of 4×4 pixels. If false, the quads follow one another in rows of the whole block.
    var isInSquares = false
    var lanes: Int { width * height }

    static func coverage(lanes: Int) -> TileBlock { TileBlock(width: lanes == 4 ? 2 : 4, height: lanes == 16 ? 4 : 2, isInRows: true) }
    /// Returns the block that shading usually processes: two blocks of coverage side by side.
    static func shading(lanes: Int) -> TileBlock { TileBlock(width: lanes == 4 ? 2 : lanes == 8 ? 4 : 8, height: lanes == 32 ? 4 : 2) }
    /// Returns the longest block that shading processes on a target of W lanes: four blocks of coverage side by side, or two blocks if W is
    /// 16.
    static func longShading(lanes: Int) -> TileBlock { lanes >= 16 ? shading(lanes: 2 * lanes) : TileBlock(width: 2 * lanes, height: 2) }
    /// Returns a block of shading that has the size of one block of coverage: 16 lanes are 4×4 pixels, and 8 lanes are 4×2 pixels.
    static func narrowShading(lanes: Int) -> TileBlock { TileBlock(width: 4, height: lanes / 4) }
    /// Returns the block for a shader with loops: 8, 16 or 32 lanes are 4×2, 4×4 or 8×4 pixels.
    static func compactShading(lanes: Int) -> TileBlock { lanes == 32 ? TileBlock(width: 8, height: 4, isInSquares: true) : narrowShading(lanes: lanes) }

    /// Returns a block that consists of pixels of one row, from left to right.
    static func row(lanes: Int) -> TileBlock { TileBlock(width: lanes, height: 1, isInRows: true) }

    /// For each lane, the coordinate x (`laneX`) and y (`laneY`) of the lane's pixel within the block.
    var laneX: [Int32] { (0..<lanes).map { Int32(isInRows ? $0 % width : quadPlace($0 / 4).x + $0 % 2) } }
    var laneY: [Int32] { (0..<lanes).map { Int32(isInRows ? $0 / width : quadPlace($0 / 4).y + $0 / 2 % 2) } }
    /// Returns the position of a quad's first pixel within the block.
    private func quadPlace(_ quad: Int) -> (x: Int, y: Int) {
        let across = width / 2
        return isInSquares ? (quad / 4 * 4 + quad % 2 * 2, quad % 4 / 2 * 2) : (quad % across * 2, quad / across * 2)
    }
    /// The position of each quad's first pixel relative to the first pixel of the block. The position is packed as in QuadQueue: x
    /// in the lower half, y in the upper half.
    var quadOffsets: [UInt32] { (0..<lanes / 4).map { UInt32(quadPlace($0).y) << 16 | UInt32(quadPlace($0).x) } }
    /// For each lane, the number of the lane's pixel in row-major order. `laneOfRowMajor` is the inverse: for each pixel number, the lane.
    var rowMajorOfLane: [Int] { (0..<lanes).map { Int(laneY[$0]) * width + Int(laneX[$0]) } }
    var laneOfRowMajor: [Int] {
        var result = [Int](repeating: 0, count: lanes)
        for (lane, pixel) in rowMajorOfLane.enumerated() { result[pixel] = lane }
        return result
    }
}

extension TileBlock {
    /// Returns the bits of the lanes, reordered quad by quad. If `isInRows` is true, the block must have rows of two or four pixels.
    func inQuads(_ bits: Scalar<UInt32>) -> Scalar<UInt32> {
        if !isInRows || width == 2 { return bits }
        // In each pair of rows, the following lines swap the right half of the lower row and the left half of the upper row.
        let change = (bits ^ (bits >> 2)) & 0x0C0C
        return bits ^ change ^ (change << 2)
    }
}

/// The pixels that a kernel's lanes process, one pixel per lane. The pixels form a block, or quads at any positions in a tile.
struct LanePixels {
    /// The coordinates of the lanes' pixels. Each call emits the code that computes the coordinates. Often `corner` suffices and is cheaper.
    let x: () -> IntLanes, y: () -> IntLanes
    /// The coordinates of the first lane's pixel.
    let corner: (x: Scalar<Int32>, y: Scalar<Int32>)
    /// Whether the lanes form one block, as a condition that is known at run time; nil if the lanes always form one block.
    let isBlock: Condition?
    /// Whether a store to some of the pixels may also write the other pixels back unchanged. This is allowed if all pixels lie in the
    /// kernel's tile, because only one thread draws in a tile.
    let rewriting: Rewriting

    var floatX: FloatLanes { x().converted(to: Float.self) }
    var floatY: FloatLanes { y().converted(to: Float.self) }
}
