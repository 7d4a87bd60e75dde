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
