// SetupPrimitive: a point, line or triangle in window space. The coefficients of a SetupPrimitive determine the covered samples and the
// attributes at these samples. TriangleRules has the rules for triangles, which both renderers use. PrimitiveRecord (in SetupKernel) is the
// same primitive in the memory that kernels and Swift share.
//
// Coverage: the primitive is a convex polygon of 3 or 4 half planes in 1/256 pixel, evaluated exactly in 64-bit integers. A sample on an
// edge belongs to the primitive if the primitive owns the edge. Polygons own their left and bottom edges (y up), so a sample on a common
// edge of two adjoining polygons belongs to exactly one polygon. Row 0 in memory is the bottom row. In a picture with row 0 at the top,
// this rule for edges is the top-left rule, which OpenGL implementations use, too. For lines, ties are resolved in the same direction:
// OpenGL 3.3 §3.5.1 moves positions by (−ε, −ε²). Attributes: planes v(x, y) = fma(dvdx, x − x0, fma(dvdy, y − y0, v0)) in Float. (x0, y0)
// is the first vertex, in pixels relative to pixel centres. Perspective-correct values are interpolated as v/w, and divided by 1/w for each
// sample.

import Shading

/// One half plane. Points with a·x + b·y + c ≥ 0 are inside, in fixed-point coordinates.
struct EdgeFunction {
    var a: Int
    var b: Int
    var c: Int

    init(a: Int, b: Int, c: Int) { self.a = a; self.b = b; self.c = c }
    /// Makes the half plane to the left of the line that runs from (x0, y0) to (x1, y1).
    init(fromX x0: Int, _ y0: Int, toX x1: Int, _ y1: Int, owned: Bool) {
        a = y0 - y1
        b = x1 - x0
        c = -(a * x0 + b * y0) - (owned ? 0 : 1)
    }
    /// Makes an edge of a polygon wound counter-clockwise. Left edges run down, and bottom edges run to the right.
    init(polygonEdgeFromX x0: Int, _ y0: Int, toX x1: Int, _ y1: Int) {
        self.init(fromX: x0, y0, toX: x1, y1, owned: TriangleRules.isOwned(a: y0 - y1, b: x1 - x0))
    }
    func value(_ x: Int, _ y: Int) -> Int { a * x + b * y + c }
}

/// A value at the first vertex, and the changes of the value per pixel along x and y.
struct AttributePlane: BitwiseCopyable {
    var value: Float
    var dx: Float
    var dy: Float
    static func constant(_ value: Float) -> AttributePlane { AttributePlane(value: value, dx: 0, dy: 0) }
}

package struct SetupPrimitive {
    /// The three edges of a triangle, or the four edges of a point or line.
    var edges: (EdgeFunction, EdgeFunction, EdgeFunction, EdgeFunction?)
    /// The pixels that may be covered.
    var bounds: InclusivePixelBounds
    /// The origin of the planes in pixels, relative to pixel centres.
    var originX: Float
    var originY: Float
    var depth: AttributePlane
    /// The plane of 1/w.
    var inverseW: AttributePlane
    /// One plane for each varying component. The plane gives the value divided by w (smooth), the value itself (noPerspective), or raw bits
    /// without slopes (flat).
    var attributes: [AttributePlane]
    var isFrontFacing: Bool
    var primitiveID: Int
    /// The window position of a point's centre, and the point's size in pixels. Lines and triangles have size 0.
    var pointX: Float = 0
    var pointY: Float = 0
    var pointSize: Float = 0
}

// MARK: Rules for triangles
//
// The rules for the pixels that a triangle may cover, for the owner of an edge between two triangles, and for the change of values over a
// triangle. Each rule is written once. Both renderers apply the rule to numbers in Swift. The kernels of the tile renderer apply the rule
// to lanes.

/// Rules in fixed point. Positions are in 1/256 pixel relative to pixel centres, y up.
enum TriangleRules {
    /// Returns the maximum distance, along x or y, between a sample and the centre of its pixel.
    /// - Parameter coverageCount: See `RasterState.coverageCount`.
    static func reach(coverageCount: Int) -> Int32 {
        Int32(SamplePositions.positions(coverageCount).reduce(0) { max($0, abs($1.x), abs($1.y)) })
    }

    /// Returns the first pixel that may have a sample at or after a position.
    @inline(__always)
    static func firstPixel<Number: RuleInteger>(_ position: Number, reach: Int32) -> Number {
        (position - position.constant(reach) + position.constant(255)).dividedByPower(8)
    }
    /// Returns the last pixel that may have a sample at or before a position.
    @inline(__always)
    static func lastPixel<Number: RuleInteger>(_ position: Number, reach: Int32) -> Number {
        (position + position.constant(reach)).dividedByPower(8)
    }

    /// Returns whether a polygon wound counter-clockwise owns the points on its edge. The polygon owns left edges, which run down, and
    /// bottom edges, which run to the right.
    /// - Parameters:
    ///   - a: The coefficient a of EdgeFunction.
    ///   - b: The coefficient b of EdgeFunction.
    @inline(__always)
    static func isOwned<Number: RuleInteger>(a: Number, b: Number) -> Number.Truth {
        let zero = a.constant(0)
        return Number.either(Number.isGreater(a, zero), Number.both(Number.isEqual(a, zero), Number.isGreater(b, zero)))
    }
}

/// Computes the slopes of values that are given at a triangle's corners.
struct TriangleGradient<Number: RuleFloat> {
    /// The vectors from the first corner to the second corner and to the third corner, in pixels.
    let x1: Number, y1: Number, x2: Number, y2: Number
    /// 65536 divided by twice the signed area in units of (1/256 pixel)².
    let inverseArea: Number

    /// Returns the change of a value per pixel along x and y.
    @inline(__always)
    func slopes(_ va: Number, _ vb: Number, _ vc: Number) -> (dx: Number, dy: Number) {
        let d1 = vb - va, d2 = vc - va
        return ((d1 * y2 - d2 * y1) * inverseArea, (d2 * x1 - d1 * x2) * inverseArea)
    }
}

extension TriangleGradient<Float> {
    init(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex) {
        self.init(x1: Float(b.x - a.x) / 256, y1: Float(b.y - a.y) / 256, x2: Float(c.x - a.x) / 256, y2: Float(c.y - a.y) / 256,
                  inverseArea: 65536 / Float(PrimitiveBuilder.area(a, b, c)))
    }
}
