// TriangleRules: which pixels a triangle may cover, to which of two neighbours an edge belongs, and how values change over a triangle.
// Once for the reference renderer, for the tile renderer's Swift and for the lanes of its kernels.

import Shading

/// Rules in fixed point: 1/256 pixel, from pixel centres, y up.
enum TriangleRules {
    /// How far samples lie from the centre of their pixel along x or y, at most.
    static func reach(isMultisampled: Bool) -> Int32 {
        isMultisampled ? Int32(SamplePositions.four.reduce(0) { max($0, abs($1.x), abs($1.y)) }) : 0
    }

    /// The first pixel with a sample at or behind a position.
    @inline(__always)
    static func firstPixel<Number: RuleInteger>(_ position: Number, reach: Int32) -> Number {
        (position - position.constant(reach) + position.constant(255)).dividedByPower(8)
    }
    /// The last pixel with a sample at or before a position.
    @inline(__always)
    static func lastPixel<Number: RuleInteger>(_ position: Number, reach: Int32) -> Number {
        (position + position.constant(reach)).dividedByPower(8)
    }

    /// Whether the points on an edge of a polygon wound counter-clockwise are inside: those on left edges, which run down, and on
    /// bottom edges, which run to the right.
    /// - Parameters: a and b are those of EdgeFunction.
    @inline(__always)
    static func isOwned<Number: RuleInteger>(a: Number, b: Number) -> Number.Truth {
        let zero = a.constant(0)
        return Number.either(Number.isGreater(a, zero), Number.both(Number.isEqual(a, zero), Number.isGreater(b, zero)))
    }
}

/// The slopes of a value given at a triangle's corners.
struct TriangleGradient<Number: RuleFloat> {
    /// From the first corner to the second and to the third, in pixels.
    let x1: Number, y1: Number, x2: Number, y2: Number
    /// 65536 over twice the signed area in squares of 1/256 pixel.
    let inverseArea: Number

    /// Change per pixel in x and y.
    @inline(__always)
    func slopes(_ va: Number, _ vb: Number, _ vc: Number) -> (dx: Number, dy: Number) {
        let d1 = vb - va, d2 = vc - va
        return ((d1 * y2 - d2 * y1) * inverseArea, (d2 * x1 - d1 * x2) * inverseArea)
    }
}

extension TriangleGradient<Float> {
    init(_ a: WindowVertex, _ b: WindowVertex, _ c: WindowVertex) {
        self.init(x1: Float(b.x - a.x) / 256, y1: Float(b.y - a.y) / 256, x2: Float(c.x - a.x) / 256, y2: Float(c.y - a.y) / 256,
                  inverseArea: 65536 / Float(SetupState.area(a, b, c)))
    }
}
