extension Path {
    /// Returns the transformed path.
    public func transformed(by transform: AffineTransform) -> Path {
        var path = Path()
        path.elements = elements.map { $0.mapped { transform.apply($0) } }
        return path
    }
    /// Transforms the path in place.
    public mutating func apply(_ transform: AffineTransform) { self = transformed(by: transform) }

    /// The smallest rectangle that contains all lines and curves. The bounds are nil if the path has no lines or curves, or if a
    /// coordinate is not finite or too large.
    public var bounds: Rectangle? { bounds(isTight: true) }
    /// The smallest rectangle that contains all points, including control points. `controlBounds` is computed faster than `bounds`, but may
    /// be larger. The value is nil in the same cases as `bounds`.
    public var controlBounds: Rectangle? { bounds(isTight: false) }

    private func bounds(isTight: Bool) -> Rectangle? {
        guard elements.allSatisfy(\.isComputable) else { return nil }
        var low = Point(.infinity, .infinity), high = -low
        func add(_ point: Point) {
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        for (start, element) in segments {
            add(start)
            guard isTight else {
                for point in element.points { add(point) }
                continue
            }
            if let end = element.end { add(end) }
            switch element {
            case .quadratic(let control, let to):
                let curve = QuadraticCurve(start, control, to)
                for axis in 0...1 {
                    let t = -curve.b[axis] / (2 * curve.a[axis])
                    if t > 0 && t < 1 { add(curve.point(at: t)) }
                }
            case .cubic(let control1, let control2, let to):
                let curve = CubicCurve(start, control1, control2, to)
                for axis in 0...1 { for t in curve.turningPoints(axis: axis) { add(curve.point(at: t)) } }
            case .move, .line, .close:
                break
            }
        }
        return low.x <= high.x ? Rectangle(low, high) : nil
    }

    /// The lines and curves of the path, each with its start point. `close` appears as a line if the length of this line is above 0.
    var segments: PathSegments { PathSegments(elements: elements) }
}

/// An iterator over the lines and curves of a path.
struct PathSegments: Sequence, IteratorProtocol {
    private var rest: IndexingIterator<[Path.Element]>
    private var start = Point(0, 0), current = Point(0, 0)
    init(elements: [Path.Element]) { rest = elements.makeIterator() }

    mutating func next() -> (start: Point, element: Path.Element)? {
        while let element = rest.next() {
            let from = current
            switch element {
            case .move(let to):
                (start, current) = (to, to)
            case .close:
                current = start
                if from != start { return (from, .line(to: start)) }
            case .line(let to), .quadratic(_, let to), .cubic(_, _, let to):
                current = to
                return (from, element)
            }
        }
        return nil
    }
}

extension Path.Element {
    /// Returns the element with each point mapped.
    func mapped(_ map: (Point) -> Point) -> Path.Element {
        switch self {
        case .move(let to): .move(to: map(to))
        case .line(let to): .line(to: map(to))
        case .quadratic(let control, let to): .quadratic(control: map(control), to: map(to))
        case .cubic(let control1, let control2, let to): .cubic(control1: map(control1), control2: map(control2), to: map(to))
        case .close: .close
        }
    }
}

extension CubicCurve {
    /// Returns the parameters between 0 and 1, in rising order, at which the curve reverses its direction along an axis.
    func turningPoints(axis: Int) -> [Double] {
        // Solves 3a·t² + 2b·t + c = 0. The formula for the first root avoids a difference of nearly equal numbers. The second root is
        // computed from the first root.
        let (a, b, c) = (3 * a[axis], b[axis], c[axis])
        let discriminant = b * b - a * c
        guard discriminant >= 0 else { return [] }
        let q = -(b + (b < 0 ? -discriminant.squareRoot() : discriminant.squareRoot()))
        return [q / a, c / q].filter { $0 > 0 && $0 < 1 }.sorted()
    }
}
