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

/// The pixels that the lanes of a kernel are at: a block, or quads from anywhere in a tile.
struct LanePixels {
    /// Pixel numbers.
    let x: IntLanes, y: IntLanes
    /// Those of the first lane.
    let corner: (x: Scalar<Int32>, y: Scalar<Int32>)
    /// Whether the lanes lie as one block; nil: always.
    let isBlock: Condition?

    var floatX: FloatLanes { x.converted(to: Float.self) }
    var floatY: FloatLanes { y.converted(to: Float.self) }
}
