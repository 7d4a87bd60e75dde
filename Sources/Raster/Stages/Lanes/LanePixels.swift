// LanePixels: the pixels of a kernel's lanes.

import Kernel

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
