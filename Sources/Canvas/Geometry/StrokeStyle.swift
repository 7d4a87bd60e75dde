/// The style of a stroke: width, caps, joins and dashes, as in Core Graphics, SVG and HTML's canvas.
public struct StrokeStyle: Sendable, Hashable {
    /// The shape of an open end.
    public enum Cap: String, Sendable, Hashable, CaseIterable, Codable {
        /// The line ends at the point.
        case butt
        /// A half disc around the end point.
        case round
        /// The line extends beyond its end by half of the width.
        case square
    }
    /// The shape of a corner.
    public enum Join: String, Sendable, Hashable, CaseIterable, Codable {
        /// The outer sides meet in a point. Beyond the miter limit, the join is a bevel.
        case miter
        /// A disc around the corner.
        case round
        /// The outer corner is cut off.
        case bevel
    }
    /// The width in points, at most 1e100. 0 draws a hairline of one pixel at any scale. Strokes whose width is negative or not
    /// finite draw nothing.
    public var width: Double
    /// The shape of open ends.
    public var cap: Cap
    /// The shape of corners.
    public var join: Join
    /// The longest miter as a multiple of the width, at most 1000; a longer miter becomes a bevel. If the limit is below 1 or NaN, all miters
    /// become bevels.
    public var miterLimit: Double
    /// Alternating lengths of dashes and gaps, in points along the path; hairlines use the same lengths. A list with an odd number of
    /// lengths is repeated once. An empty list, or a list with a negative length or without a positive length, draws a solid line.
    public var dashes: [Double]
    /// The offset into the dash pattern at which each subpath begins, in points. A phase that is not finite counts as 0.
    public var dashPhase: Double

    /// Creates a style. By default, the stroke is one point wide and solid, has butt caps, and has miter joins up to the limit 10.
    public init(width: Double = 1, cap: Cap = .butt, join: Join = .miter, miterLimit: Double = 10, dashes: [Double] = [], dashPhase: Double = 0) {
        self.width = width; self.cap = cap; self.join = join; self.miterLimit = miterLimit; self.dashes = dashes; self.dashPhase = dashPhase
    }
}
