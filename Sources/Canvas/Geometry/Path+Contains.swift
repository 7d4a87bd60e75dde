extension Path {
    /// Returns true if a point lies inside the filled path; open subpaths count as closed. The result is exact to the precision
    /// of doubles, for curves too. Returns false if a coordinate of the point or the path is not finite.
    public func contains(_ point: Point, rule: FillRule = .nonZero) -> Bool {
        let winding = winding(around: point)
        return rule == .nonZero ? winding != 0 : !winding.isMultiple(of: 2)
    }
    /// Returns true if a point lies on the stroked path. The stroke's edges are exact to `tolerance`, in points.
    /// - Throws: The same `CanvasError` as drawing the stroke.
    public func strokeContains(_ point: Point, style: StrokeStyle, tolerance: Double = 0.01) throws(CanvasError) -> Bool {
        let outline = try strokeOutline(style, tolerance: tolerance)
        var winding = 0
        for i in 0..<outline.count {
            let range = outline.range(of: i)
            var last = outline.points[range.upperBound - 1]
            for next in outline.points[range] {
                winding += crossing(last, next, point)
                last = next
            }
        }
        return winding != 0
    }

    /// Returns the number of times that the path winds around a point, clockwise on the screen. The number is computed from the path's
    /// crossings of a ray that leads from the point to the right.
    func winding(around point: Point) -> Int {
        guard point.isComputable, elements.allSatisfy(\.isComputable) else { return 0 }
        var winding = 0, start = Point(0, 0), current = start
        for element in elements {
            switch element {
            case .move, .close: winding += crossing(current, start, point)
            case .line(let to): winding += crossing(current, to, point)
            case .quadratic(let control, let to):
                let curve = QuadraticCurve(current, control, to), turn = -curve.b.y / (2 * curve.a.y)
                winding += crossings(current, to, [control], turn > 0 && turn < 1 ? [turn] : [], point) { curve.point(at: $0) }
            case .cubic(let control1, let control2, let to):
                let curve = CubicCurve(current, control1, control2, to)
                winding += crossings(current, to, [control1, control2], curve.turningPoints(axis: 1), point) { curve.point(at: $0) }
            }
            if case .move(let to) = element { start = to }
            current = element.end ?? start
        }
        return winding + crossing(current, start, point)
    }
    private func crossing(_ a: Point, _ b: Point, _ point: Point) -> Int {
        guard (a.y <= point.y) != (b.y <= point.y) else { return 0 }
        let side = (b - a).cross(point - a)
        return a.y < b.y ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
    }
    /// Counts the crossings of a curve. Between two turning points the curve only rises or only falls.
    private func crossings(_ start: Point, _ end: Point, _ controls: [Point], _ turns: [Double], _ point: Point, at position: (Double) -> Point) -> Int {
        let low = controls.reduce(pointwiseMin(start, end), pointwiseMin), high = controls.reduce(pointwiseMax(start, end), pointwiseMax)
        guard low.y <= point.y, high.y >= point.y, high.x > point.x else { return 0 }
        var winding = 0, t0 = 0.0, y0 = start.y
        for t1 in turns + [1] {
            let y1 = t1 == 1 ? end.y : position(t1).y
            if (y0 <= point.y) != (y1 <= point.y) {
                // The bisection ends when no Double lies between the two parameters.
                var (above, below) = (t0, t1), middle = (t0 + t1) / 2
                while middle > above && middle < below {
                    if (position(middle).y <= point.y) == (y0 <= point.y) { above = middle } else { below = middle }
                    middle = (above + below) / 2
                }
                if position(middle).x > point.x { winding += y0 < y1 ? 1 : -1 }
            }
            (t0, y0) = (t1, y1)
        }
        return winding
    }
}
