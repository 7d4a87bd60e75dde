// TileBlock: assigns the pixels of a block to the lanes of a kernel.
//
// Coverage processes blocks of W lanes: 16 lanes are 4×4 pixels, 8 lanes are 4×2 pixels, and 4 lanes are a 2×2 quad. The lanes
// follow one another in rows, like the texels in memory. Shading processes two or four such blocks side by side, quad by quad: the quads
// follow one another in rows, and the lanes of a quad are numbered 2·dy + dx.
//
// The lanes of a batch repeat a loop until the last of them has left it. Pixels that are close together leave a loop at similar turns. So if a
// shader has loops, its batches are as compact as possible: coverage processes blocks of 4×4 pixels on every target, and the quads of such a
// block follow one another.

import Kernel

struct TileBlock {
    /// The size of the block in pixels.
    let width: Int, height: Int
    /// Whether the lanes follow one another in rows of pixels. Otherwise they follow one another quad by quad.
    var isInRows = false
    /// Whether the quads follow one another in squares of 4×4 pixels. Otherwise they follow one another in rows of the whole block.
    var isInSquares = false
    var lanes: Int { width * height }

    static func coverage(lanes: Int) -> TileBlock { TileBlock(width: lanes == 4 ? 2 : 4, height: lanes == 16 ? 4 : 2, isInRows: true) }
    /// Two blocks of coverage side by side.
    static func shading(lanes: Int) -> TileBlock { TileBlock(width: lanes == 4 ? 2 : lanes == 8 ? 4 : 8, height: lanes == 32 ? 4 : 2) }
    /// The longest block that shading processes on a target of W lanes: four blocks of coverage side by side, or two blocks if W is 16.
    static func longShading(lanes: Int) -> TileBlock { lanes >= 16 ? shading(lanes: 2 * lanes) : TileBlock(width: 2 * lanes, height: 2) }
    /// One block of coverage: 16 lanes are 4×4 pixels, and 8 lanes are 4×2 pixels.
    static func narrowShading(lanes: Int) -> TileBlock { TileBlock(width: 4, height: lanes / 4) }
    /// A block for a shader with loops: 8, 16 or 32 lanes are 4×2, 4×4 or 8×4 pixels.
    static func compactShading(lanes: Int) -> TileBlock { lanes == 32 ? TileBlock(width: 8, height: 4, isInSquares: true) : narrowShading(lanes: lanes) }

    /// A block that consists of pixels of one row, from left to right.
    static func row(lanes: Int) -> TileBlock { TileBlock(width: lanes, height: 1, isInRows: true) }

    /// The coordinates x and y of each lane's pixel within the block.
    var laneX: [Int32] { (0..<lanes).map { Int32(isInRows ? $0 % width : quadPlace($0 / 4).x + $0 % 2) } }
    var laneY: [Int32] { (0..<lanes).map { Int32(isInRows ? $0 / width : quadPlace($0 / 4).y + $0 / 2 % 2) } }
    /// The place of a quad's first pixel within the block.
    private func quadPlace(_ quad: Int) -> (x: Int, y: Int) {
        let across = width / 2
        return isInSquares ? (quad / 4 * 4 + quad % 2 * 2, quad % 4 / 2 * 2) : (quad % across * 2, quad / across * 2)
    }
    /// The position of each quad's first pixel relative to the first pixel of the block. The position is packed as in QuadQueue: x
    /// in the lower half, y in the upper half.
    var quadOffsets: [UInt32] { (0..<lanes / 4).map { UInt32(quadPlace($0).y) << 16 | UInt32(quadPlace($0).x) } }
    /// For each lane, the number of its pixel in row-major order. `laneOfRowMajor` is the inverse: for each pixel number, the
    /// lane.
    var rowMajorOfLane: [Int] { (0..<lanes).map { Int(laneY[$0]) * width + Int(laneX[$0]) } }
    var laneOfRowMajor: [Int] {
        var result = [Int](repeating: 0, count: lanes)
        for (lane, pixel) in rowMajorOfLane.enumerated() { result[pixel] = lane }
        return result
    }
}

extension TileBlock {
    /// Returns the bits of the lanes, reordered quad by quad. The rows of the block are two or four pixels wide.
    func inQuads(_ bits: Scalar<UInt32>) -> Scalar<UInt32> {
        if !isInRows || width == 2 { return bits }
        // In each pair of rows, this swaps the right half of the lower row and the left half of the upper row.
        let change = (bits ^ (bits >> 2)) & 0x0C0C
        return bits ^ change ^ (change << 2)
    }
}

/// The pixels for which a kernel's lanes stand. The pixels form a block, or quads at any positions in a tile.
struct LanePixels {
    /// The coordinates of the lanes' pixels. Each call emits the code that computes the coordinates. Often `corner` suffices and is cheaper.
    let x: () -> IntLanes, y: () -> IntLanes
    /// The coordinates of the first lane's pixel.
    let corner: (x: Scalar<Int32>, y: Scalar<Int32>)
    /// True if the lanes form one block; nil if the lanes always form one block.
    let isBlock: Condition?

    var floatX: FloatLanes { x().converted(to: Float.self) }
    var floatY: FloatLanes { y().converted(to: Float.self) }
}
