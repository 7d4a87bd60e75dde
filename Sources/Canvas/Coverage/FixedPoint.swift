/// The number formats of scan conversion. Positions are whole multiples of 1/65536 pixel, areas whole multiples of 2⁻²⁴ pixel.
/// Integer sums do not depend on their order: a shape gets the same coverage under every clip, and two shapes that share an edge
/// together cover exactly the same area as their union.
enum FixedPoint {
    /// The side of a pixel. A row has the height of a pixel.
    static let one: Int32 = 1 << 16
    /// Coordinates are clamped to this number of pixels on either side of the origin. Clamped parts lie too far outside to be visible.
    static let farthest = 32_000
    /// The area of a pixel.
    static let fullArea: Int32 = 1 << 24

    /// Returns the nearest integer; ties go to the even integer. `value` must be smaller than 2³¹ in magnitude. The sum of `value` and
    /// 1.5·2⁵² has this integer in its lowest bits.
    @inline(__always) static func rounded(_ value: Double) -> Int32 { Int32(truncatingIfNeeded: (value + 0x1.8p52).bitPattern) }
    /// Converts a position from pixels to fixed point.
    @inline(__always) static func position(_ pixels: Double) -> Int32 { rounded(pixels * 65536) }

    /// Clamps bounds to the range of fixed point.
    static func held(_ bounds: CoverageBounds) -> (columns: Range<Int>, rows: Range<Int>) {
        func range(_ start: Int, _ extent: Int) -> Range<Int> {
            let (end, overflow) = start.addingReportingOverflow(max(0, extent))
            func held(_ value: Int) -> Int { min(max(value, -farthest), farthest) }
            return held(start)..<held(overflow ? .max : end)
        }
        return (range(bounds.x, bounds.width), range(bounds.y, bounds.height))
    }
}

/// A point in fixed point.
struct FixedPosition: BitwiseCopyable, Equatable { var x, y: Int32 }
