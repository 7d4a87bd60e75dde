/// Turns shapes into coverage: for each pixel the exact area that the shape covers, rounded to the nearest 1/255.
///
/// Under the nonzero rule, a part of a pixel counts once even where a shape overlaps itself, so a shape drawn in one call shows no seams
/// between its parts. (Under the even-odd rule, overlaps are alternately outside and inside.) The bytes of a pixel do not depend on the
/// bounds: a picture drawn in tiles equals the picture drawn at once. The code only adds, multiplies and divides, so the bytes do not
/// depend on the processor either.
///
/// The rasterizer reuses its memory for each shape. Only one thread at a time may use a rasterizer.
package struct CoverageRasterizer {
    private final class Memory {
        var sweep = CoverageSweep()
        deinit { sweep.free() }
    }
    private let memory = Memory()
    package init() {}

    /// Appends the coverage of a shape.
    /// - Parameters:
    ///   - lines: The outline; each polyline is treated as closed. Polylines with a coordinate that is not finite are skipped.
    ///   - transform: The transform from the outline's space to pixels, y down.
    ///   - rule: The rule by which points lie inside or outside.
    ///   - turn: The winding number of the inside, in the outline's space; see `Polylines.turn`.
    ///   - bounds: The pixels to compute coverage for. Pixels beyond ±32000 are never covered.
    ///   - coverage: The coverage to append to. The mask of `coverage` can hold 2³¹ bytes; the caller must use the mask's bytes and empty
    ///     the mask before the mask overflows.
    package mutating func rasterize(_ lines: Polylines, transform: AffineTransform, rule: FillRule, turn: Int32 = 0, within bounds: CoverageBounds,
                                     into coverage: inout Coverage) {
        if let rectangle = CoverageRectangle(lines, transform) { return rectangle.append(within: bounds, to: &coverage) }
        // The loops work on a local copy, which keeps the array addresses in registers. The loops may reallocate arrays, so the
        // copy is stored back at the end.
        var sweep = memory.sweep
        if sweep.table.build(lines, transform, bounds) { sweep.run(rule, turn: transform.determinant < 0 ? -turn : turn, into: &coverage) }
        memory.sweep = sweep
    }
}
