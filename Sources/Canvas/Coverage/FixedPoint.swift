/// Numbers of scan conversion. Positions are whole multiples of 1/65536 pixel and areas of 2⁻²⁴ pixel, so that sums do not depend on their order: a shape gets
/// the same coverage whatever it is clipped to, and two shapes that share an edge cover together exactly what their union covers.
enum FixedPoint {
    /// A pixel, or the height of a row.
    static let one: Int32 = 1 << 16
    /// Positions beyond this many pixels are cut off, or moved there where they lie to the side, which nobody sees.
    static let farthest = 32_000
    /// The area of a pixel.
    static let fullArea: Int32 = 1 << 24

    /// The nearest whole number; ties go to the even one. For numbers of less than 2³¹. Adding 1.5·2⁵² leaves the number in the lowest bits.
    @inline(__always) static func rounded(_ value: Double) -> Int32 { Int32(truncatingIfNeeded: (value + 0x1.8p52).bitPattern) }
    /// A position in pixels in fixed point.
    @inline(__always) static func position(_ pixels: Double) -> Int32 { rounded(pixels * 65536) }

    /// The pixels of bounds, as far as fixed point has room for them.
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
