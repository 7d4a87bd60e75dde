/// A corner of a pixel rectangle, in the layout that the vertex shader reads.
struct PieceVertex: BitwiseCopyable {
    /// The position in pixels from the surface's upper left corner.
    var x: Int16, y: Int16
    /// The coverage of the pixel in column x and row y, counted from the surface's lower left corner, is texel maskBase + x · stepX
    /// + y · stepY of the mask.
    var maskBase: Int32
    var stepX: Int16, stepY: Int16
    /// The premultiplied colour; 65535 means 1. Other paint is multiplied by this colour's alpha. The colour is four separate numbers,
    /// because a vector would need an alignment of 8 bytes.
    var red: UInt16, green: UInt16, blue: UInt16, alpha: UInt16

    init(x: Int16, y: Int16, maskBase: Int32, stepX: Int16, stepY: Int16, color: SIMD4<UInt16>) {
        self.x = x; self.y = y; self.maskBase = maskBase; self.stepX = stepX; self.stepY = stepY
        (red, green, blue, alpha) = (color.x, color.y, color.z, color.w)
    }
}
