// TileBlock: how the lanes of a kernel lie on the pixels. 16 lanes are a block of 4×4 pixels, 8 lanes of 4×2, 4 lanes a
// 2×2 quad; within a block, quads follow one another in rows and the four lanes of a quad are lane = 2·dy + dx.

import Kernel

struct TileBlock {
    let lanes: Int
    /// Pixels.
    var width: Int { lanes == 4 ? 2 : 4 }
    var height: Int { lanes == 16 ? 4 : 2 }
    /// x and y of each lane within the block.
    var laneX: [Int32] {
        let quadStep = lanes == 4 ? 0 : 2
        return (0..<lanes).map { lane in
            let inQuad = lane & 1, quad = (lane >> 2) & 1
            return Int32(inQuad + quad * quadStep)
        }
    }
    var laneY: [Int32] {
        (0..<lanes).map { lane in
            let inQuad = (lane >> 1) & 1, quad = lane >> 3
            return Int32(inQuad + quad * 2)
        }
    }
    /// For each lane its place in row-major order, and for each place its lane.
    var rowMajorOfLane: [Int] { (0..<lanes).map { Int(laneY[$0]) * width + Int(laneX[$0]) } }
    var laneOfRowMajor: [Int] {
        var result = [Int](repeating: 0, count: lanes)
        for (lane, place) in rowMajorOfLane.enumerated() { result[place] = lane }
        return result
    }
}

/// The place of one block in a kernel: scalars of its corner, lanes of its pixels.
struct BlockPosition {
    let x: Scalar<Int32>
    let y: Scalar<Int32>
    /// Pixel numbers of the lanes as floats.
    let pixelX: FloatLanes
    let pixelY: FloatLanes
}
