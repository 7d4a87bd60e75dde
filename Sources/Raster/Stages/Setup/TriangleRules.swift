// TriangleRules: the rules for the pixels that a triangle may cover, for the owner of an edge between two triangles, and for the
// change of values over a triangle. Each rule is written once. Both renderers use the scalar half of a rule. The kernels of the
// tile renderer use the kernel half.

import Shading

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

    /// Returns whether a polygon wound counter-clockwise owns the points on its edge. It owns left edges, which run down, and
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
    /// The vectors from the first corner to the second and to the third, in pixels.
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
