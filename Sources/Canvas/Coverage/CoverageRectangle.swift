/// A rectangle with sides along the axes, the most frequently drawn shape. A rectangle needs no scan conversion. A rectangle whose edges
/// lie on pixel borders needs no mask either.
struct CoverageRectangle {
    /// The sides of the rectangle, in fixed point.
    private var left, top, right, bottom: Int

    /// Creates the rectangle of a shape; nil if the shape is not a rectangle with sides along the axes.
    init?(_ lines: Polylines, _ transform: AffineTransform) {
        guard lines.points.count == 4, lines.starts.count == 1 else { return nil }
        let far = Double(FixedPoint.farthest)
        var xs = SIMD4<Int32>.zero, ys = SIMD4<Int32>.zero
        for index in 0..<4 {
            let point = transform.apply(lines.points[index])
            guard point.x.isFinite, point.y.isFinite else { return nil }
            xs[index] = FixedPoint.position(min(max(point.x, -far), far))
            ys[index] = FixedPoint.position(min(max(point.y, -far), far))
        }
        guard (xs[0] == xs[3] && xs[1] == xs[2] && ys[0] == ys[1] && ys[2] == ys[3])
              || (xs[0] == xs[1] && xs[2] == xs[3] && ys[0] == ys[3] && ys[1] == ys[2]) else { return nil }
        (left, right) = (Int(xs.min()), Int(xs.max()))
        (top, bottom) = (Int(ys.min()), Int(ys.max()))
    }

    func append(within bounds: CoverageBounds, to coverage: inout Coverage) {
        let pixels = FixedPoint.held(bounds)
        let columns = max(left >> 16, pixels.columns.lowerBound)..<max(min((right + 0xFFFF) >> 16, pixels.columns.upperBound), left >> 16,
                                                                       pixels.columns.lowerBound)
        let rows = max(top >> 16, pixels.rows.lowerBound)..<max(min((bottom + 0xFFFF) >> 16, pixels.rows.upperBound), top >> 16, pixels.rows.lowerBound)
        guard !columns.isEmpty, !rows.isEmpty, left < right, top < bottom else { return }
        // Only the rows and columns at the edges of the rectangle can be partly covered; `whole` has the rows and columns between these
        // edges.
        let whole = (rows: ((top + 0xFFFF) >> 16)..<max(bottom >> 16, (top + 0xFFFF) >> 16),
                     columns: ((left + 0xFFFF) >> 16)..<max(right >> 16, (left + 0xFFFF) >> 16))
        let isSmall = columns.count <= 16 && rows.count <= 16
        if isSmall && !(whole.rows.contains(rows) && whole.columns.contains(columns)) { return appendMask(columns, rows, &coverage) }
        let inner = (rows: rows.clamped(to: whole.rows), columns: columns.clamped(to: whole.columns))
        guard !inner.rows.isEmpty, !inner.columns.isEmpty else { return appendMask(columns, rows, &coverage) }
        appendMask(columns, rows.lowerBound..<inner.rows.lowerBound, &coverage)
        appendMask(columns.lowerBound..<inner.columns.lowerBound, inner.rows, &coverage)
        coverage.pieces.append(CoveragePiece(x: Int32(inner.columns.lowerBound), y: Int32(inner.rows.lowerBound), width: Int32(inner.columns.count),
                                             height: Int32(inner.rows.count)))
        appendMask(inner.columns.upperBound..<columns.upperBound, inner.rows, &coverage)
        appendMask(columns, inner.rows.upperBound..<rows.upperBound, &coverage)
    }
    private func appendMask(_ columns: Range<Int>, _ rows: Range<Int>, _ coverage: inout Coverage) {
        if columns.isEmpty || rows.isEmpty { return }
        coverage.pieces.append(CoveragePiece(x: Int32(columns.lowerBound), y: Int32(rows.lowerBound), width: Int32(columns.count), height: Int32(rows.count),
                                             maskOffset: Int32(coverage.mask.count)))
        for y in rows {
            let height = min(bottom, (y + 1) << 16) - max(top, y << 16)
            for x in columns {
                let width = min(right, (x + 1) << 16) - max(left, x << 16)
                coverage.mask.append(UInt8(truncatingIfNeeded: (width * height * 255 + 1 << 31) >> 32))
            }
        }
    }
}

extension Range where Bound == Int {
    fileprivate func contains(_ other: Range<Int>) -> Bool { lowerBound <= other.lowerBound && upperBound >= other.upperBound }
}
