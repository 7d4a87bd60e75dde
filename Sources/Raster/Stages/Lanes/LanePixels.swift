// LanePixels: which pixels the lanes of a kernel are at.

import Kernel

/// The pixels that the lanes of a kernel are at: a block, or quads from anywhere in a tile.
struct LanePixels {
    /// Pixel numbers: emitted where they are wanted, for often the corner is enough.
    let x: () -> IntLanes, y: () -> IntLanes
    /// Those of the first lane.
    let corner: (x: Scalar<Int32>, y: Scalar<Int32>)
    /// Whether the lanes lie as one block; nil: always.
    let isBlock: Condition?

    var floatX: FloatLanes { x().converted(to: Float.self) }
    var floatY: FloatLanes { y().converted(to: Float.self) }
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
