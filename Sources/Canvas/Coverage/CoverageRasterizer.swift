/// Turns shapes into coverage: for each pixel the area that the shape covers, exactly, to the nearest 1/255.
///
/// Where edges overlap each other or themselves, each part of a pixel counts once (or by turns, under the even-odd rule); so a shape drawn in one go shows no
/// seams between its parts. The bytes of a pixel do not depend on the bounds: a picture drawn in tiles is the same picture. Only additions, multiplications
/// and divisions are used, so that they do not depend on the processor either.
///
/// Keeps its memory from shape to shape. One is used by one thread at a time.
package struct CoverageRasterizer {
    private final class Memory {
        var sweep = CoverageSweep()
        deinit { sweep.free() }
    }
    private let memory = Memory()
    package init() {}

    /// Appends what a shape covers.
    /// - Parameters:
    ///   - lines: The outline; each polyline is taken as closed. One with a coordinate that is not finite is left out.
    ///   - transform: From the outline's space to pixels, y down.
    ///   - rule: Which points lie inside.
    ///   - turn: How the path winds around its inside, in the outline's space; see `Polylines.turn`.
    ///   - bounds: Where coverage is wanted. Pixels beyond ±32000 are never covered.
    ///   - coverage: Where pieces are appended. The mask can hold 2³¹ bytes; it has to be used and emptied before.
    package mutating func rasterize(_ lines: Polylines, transform: AffineTransform, rule: FillRule, turn: Int32 = 0, within bounds: CoverageBounds,
                                     into coverage: inout Coverage) {
        if let rectangle = CoverageRectangle(lines, transform) { return rectangle.append(within: bounds, to: &coverage) }
        // A copy, so that the loops have the addresses at hand; its arrays may have moved when it is put back.
        var sweep = memory.sweep
        if sweep.table.build(lines, transform, bounds) { sweep.run(rule, turn: transform.determinant < 0 ? -turn : turn, into: &coverage) }
        memory.sweep = sweep
    }
}
