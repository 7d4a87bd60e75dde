// TileBlock: says which pixel of a block each lane of a kernel has.
//
// Coverage takes blocks of W lanes: 16 are 4×4 pixels, 8 are 4×2, 4 a 2×2 quad. The lanes follow one another in rows, as the
// texels do in memory. Shading takes two of these blocks side by side, quad by quad: quads follow one another in rows, and the
// four lanes of a quad are lane = 2·dy + dx.

import Kernel

struct TileBlock {
    /// Pixels.
    let width: Int, height: Int
    /// Whether the lanes follow one another in rows of pixels; otherwise they do so quad by quad.
    var isInRows = false
    var lanes: Int { width * height }
    /// Quads in a row.
    var quadsAcross: Int { width / 2 }

    static func coverage(lanes: Int) -> TileBlock { TileBlock(width: lanes == 4 ? 2 : 4, height: lanes == 16 ? 4 : 2, isInRows: true) }
    /// Two blocks of coverage side by side.
    static func shading(lanes: Int) -> TileBlock { TileBlock(width: lanes == 4 ? 2 : lanes == 8 ? 4 : 8, height: lanes == 32 ? 4 : 2) }
    /// One block of coverage: 16 lanes are 4×4 pixels, 8 are 4×2.
    static func narrowShading(lanes: Int) -> TileBlock { TileBlock(width: 4, height: lanes / 4) }

    /// Pixels of one row, from left to right.
    static func row(lanes: Int) -> TileBlock { TileBlock(width: lanes, height: 1, isInRows: true) }

    /// x and y of each lane within the block.
    var laneX: [Int32] { (0..<lanes).map { Int32(isInRows ? $0 % width : $0 / 4 % quadsAcross * 2 + $0 % 2) } }
    var laneY: [Int32] { (0..<lanes).map { Int32(isInRows ? $0 / width : $0 / 4 / quadsAcross * 2 + $0 / 2 % 2) } }
    /// The first pixel of each quad relative to the block's, packed as QuadQueue has it: x, and y in the upper half.
    var quadOffsets: [UInt32] { (0..<lanes / 4).map { UInt32($0 / quadsAcross * 2) << 16 | UInt32($0 % quadsAcross * 2) } }
    /// For each lane the number of its pixel in row-major order; below, for each such number the lane.
    var rowMajorOfLane: [Int] { (0..<lanes).map { Int(laneY[$0]) * width + Int(laneX[$0]) } }
    var laneOfRowMajor: [Int] {
        var result = [Int](repeating: 0, count: lanes)
        for (lane, pixel) in rowMajorOfLane.enumerated() { result[pixel] = lane }
        return result
    }
}

extension TileBlock {
    /// Bits by lane, for blocks whose lanes are in rows four or two pixels wide, in the order of quads.
    func inQuads(_ bits: Scalar<UInt32>) -> Scalar<UInt32> {
        if !isInRows || width == 2 { return bits }
        // Of each two rows, the right half of the first and the left half of the second change places.
        let change = (bits ^ (bits >> 2)) & 0x0C0C
        return bits ^ change ^ (change << 2)
    }
}
