/// A path flattened to straight lines, in the path's own space. Filling treats each polyline as closed.
package struct Polylines: Sendable, Hashable {
    /// The points of all polylines, one after the other. Neighbouring points differ.
    package var points: [Point] = []
    /// The index of each polyline's first point.
    package var starts: [Int] = []
    /// For each polyline: true if its end was joined to its start. Only stroking uses this array.
    package var isClosed: [Bool] = []

    /// Creates an empty list.
    package init() {}
    /// The number of polylines.
    package var count: Int { starts.count }
    /// Returns the indices in `points` of a polyline's points.
    package func range(of polyline: Int) -> Range<Int> {
        starts[polyline]..<(polyline + 1 < starts.count ? starts[polyline + 1] : points.count)
    }
}

extension Path {
    /// Returns the path as straight lines. The distance of the lines from the path is at most the larger of two values: `tolerance`, in the
    /// path's units, and 2⁻²⁴ of a curve's extent.
    ///
    /// The same path and tolerance give the same bits on every machine. Lone points are left out, because lone points have no inside.
    /// - Parameter isAstride: true if lines may lie astride of curves, which needs fewer lines; false if all ends of lines must lie on the
    ///   path.
    package func polylines(tolerance: Double, isAstride: Bool = false) throws(CanvasError) -> Polylines {
        var sink = PolylineSink()
        sink.lines.points.reserveCapacity(elements.count)
        try flatten(tolerance: tolerance, isAstride: isAstride, into: &sink)
        return sink.lines
    }
    /// Returns the path with its curves replaced by straight lines. The distance of the lines from the path is at most the larger of two
    /// values: `tolerance`, in the path's units, and 2⁻²⁴ of a curve's extent.
    /// - Throws: `CanvasError` if a coordinate is not finite, if the tolerance is not above 0, or if there are too many lines.
    public func flattened(tolerance: Double) throws(CanvasError) -> Path {
        var sink = FlatPathSink()
        try flatten(tolerance: tolerance, into: &sink)
        return Path(sink.elements)
    }
}

private struct PolylineSink: LineSink {
    var lines = Polylines()
    mutating func begin(at point: Point) {
        lines.starts.append(lines.points.count)
        lines.points.append(point)
    }
    mutating func line(to point: Point, isSmooth: Bool) {
        if point != lines.points[lines.points.count - 1] { lines.points.append(point) }
    }
    mutating func end(isClosed: Bool, isSmooth: Bool) {
        let start = lines.starts[lines.starts.count - 1]
        if lines.points.count > start + 1, lines.points[lines.points.count - 1] == lines.points[start] { lines.points.removeLast() }
        if lines.points.count == start + 1 {
            lines.points.removeLast()
            lines.starts.removeLast()
        } else {
            lines.isClosed.append(isClosed)
        }
    }
}

private struct FlatPathSink: LineSink {
    var elements: [Path.Element] = []
    mutating func begin(at point: Point) { elements.append(.move(to: point)) }
    mutating func line(to point: Point, isSmooth: Bool) { elements.append(.line(to: point)) }
    mutating func end(isClosed: Bool, isSmooth: Bool) { if isClosed { elements.append(.close) } }
}
