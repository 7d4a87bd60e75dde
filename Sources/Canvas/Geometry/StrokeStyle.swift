/// How a path is stroked: width, ends, corners and dashes, as in Core Graphics, SVG and HTML's canvas.
public struct StrokeStyle: Sendable, Hashable {
    /// The shape of an open end.
    public enum Cap: String, Sendable, Hashable, CaseIterable, Codable {
        /// Ends at the point.
        case butt
        /// A half disc about the point.
        case round
        /// Half the width beyond the point.
        case square
    }
    /// The shape of a corner.
    public enum Join: String, Sendable, Hashable, CaseIterable, Codable {
        /// The outer sides meet in a point, up to the miter limit; beyond it a bevel.
        case miter
        /// A disc about the corner.
        case round
        /// The outer corner is cut off.
        case bevel
    }
    /// In points, at most 1e100; 0 draws a hairline of one pixel at any scale. Negative and not finite widths draw nothing.
    public var width: Double
    /// The shape of open ends.
    public var cap: Cap
    /// The shape of corners.
    public var join: Join
    /// The longest miter as a multiple of the width, at most 1000; a longer one becomes a bevel. Below 1, and for NaN, all are bevels.
    public var miterLimit: Double
    /// Lengths of dashes and gaps by turns, in points along the path, those of hairlines too; an odd count is taken twice. Empty for a solid line. A list with a negative or no positive length draws a solid line.
    public var dashes: [Double]
    /// How far into the dashes each subpath begins, in points; 0 where it is not finite.
    public var dashPhase: Double

    /// A stroke; without arguments one point wide, solid, with butt caps and miter joins up to 10.
    public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dashes: [Double] = [], dashPhase: Double = 0) {
        self.width = width; self.cap = cap; self.join = join; self.miterLimit = miterLimit; self.dashes = dashes; self.dashPhase = dashPhase
    }
}
