// SetupPrimitive: a point, line or triangle in window space, ready to be asked which samples it covers and what its
// attributes are there.
//
// Coverage: a convex polygon of 3 or 4 half planes in 1/256 pixel, evaluated exactly in 64-bit integers. A sample on an
// edge belongs to the primitive when the edge is owned: for polygons the left and bottom edges (y up), so that adjoining
// polygons share no sample and leave none out. In memory, where row 0 is the bottom, that is the top-left rule; OpenGL's
// implementations have it too, and the ties of its lines go the same way (§3.5.1 moves them by (−ε, −ε²)).
// Attributes: planes v(x, y) = fma(dvdx, x − x0, fma(dvdy, y − y0, v0)) in Float, with (x0, y0) the first
// vertex in pixels from pixel centres. Perspective-correct values are interpolated over w and divided per sample.

/// One half plane: inside where a·x + b·y + c ≥ 0, in fixed-point coordinates.
struct EdgeFunction {
    var a: Int
    var b: Int
    var c: Int

    /// Inside lies to the left of the direction from (x0, y0) to (x1, y1).
    init(fromX x0: Int, _ y0: Int, toX x1: Int, _ y1: Int, owned: Bool) {
        a = y0 - y1
        b = x1 - x0
        c = -(a * x0 + b * y0) - (owned ? 0 : 1)
    }
    /// For polygons wound counter-clockwise: left edges run down, bottom edges run right.
    init(polygonEdgeFromX x0: Int, _ y0: Int, toX x1: Int, _ y1: Int) {
        self.init(fromX: x0, y0, toX: x1, y1, owned: TriangleRules.isOwned(a: y0 - y1, b: x1 - x0))
    }
    func value(_ x: Int, _ y: Int) -> Int { a * x + b * y + c }
}

struct AttributePlane {
    var value: Float
    var dx: Float
    var dy: Float
    static func constant(_ value: Float) -> AttributePlane { AttributePlane(value: value, dx: 0, dy: 0) }
}

package struct SetupPrimitive {
    /// 3, or 4 with the fourth in use.
    var edges: (EdgeFunction, EdgeFunction, EdgeFunction, EdgeFunction?)
    /// Pixels that may be covered.
    var bounds: PixelBounds
    /// Origin of the planes: pixels, relative to pixel centres.
    var originX: Float
    var originY: Float
    var depth: AttributePlane
    /// 1/w.
    var inverseW: AttributePlane
    /// One per varying component: value (flat: raw bits, no slope), over w (smooth), or as is (noPerspective).
    var attributes: [AttributePlane]
    var isFrontFacing: Bool
    var primitiveID: Int
    /// Point sprites: window centre and 1/size; size 0 for lines and triangles.
    var pointX: Float = 0
    var pointY: Float = 0
    var pointSize: Float = 0
}
