extension Path {
    /// Coordinates must lie within ±1e100, so that squares and products of a few coordinates are finite.
    public static let largestCoordinate = 1e100
    /// The maximum number of elements of a path that can be drawn or measured: 4,194,304. Longer paths are refused with
    /// `CanvasError.Code.limitExceeded`.
    public static let largestElementCount = 1 << 22
    /// The maximum number of points after flattening and stroking: 16,777,216, which take 256 MiB.
    static let largestPointCount = 1 << 24

    /// Throws if the path cannot be processed: it has too many elements, or coordinates that are not finite or too large. The error
    /// names the first element that cannot be processed.
    public func validate() throws(CanvasError) {
        guard elements.count <= Path.largestElementCount else {
            throw CanvasError(.limitExceeded, "the path", "has \(elements.count) elements, more than \(Path.largestElementCount)",
                              remedy: "split it into several paths")
        }
        for index in elements.indices where !elements[index].isComputable { throw Path.coordinateError(at: index, elements[index]) }
    }
    private static func coordinateError(at index: Int, _ element: Element) -> CanvasError {
        let numbers = element.points.flatMap { [$0.x, $0.y] }
        let number = numbers.first { !(abs($0) <= largestCoordinate) } ?? .nan
        return CanvasError(.invalidCoordinate, "element \(index) (\(element.name)) of the path", "has the coordinate \(number)",
                           remedy: "give finite numbers between -1e100 and 1e100")
    }
    static func pointLimitError() -> CanvasError {
        CanvasError(.limitExceeded, "the path", "becomes more than \(largestPointCount) straight lines",
                    remedy: "split it, or draw it at a smaller scale or with fewer round joins")
    }
}

extension Path.Element {
    /// The points of the element, control points included, in order.
    var points: [Point] {
        switch self {
        case .move(let to), .line(let to): [to]
        case .quadratic(let control, let to): [control, to]
        case .cubic(let control1, let control2, let to): [control1, control2, to]
        case .close: []
        }
    }
    /// The end point of the element; nil for `close`.
    var end: Point? {
        switch self {
        case .move(let to), .line(let to), .quadratic(_, let to), .cubic(_, _, let to): to
        case .close: nil
        }
    }
    var name: String {
        switch self {
        case .move: "move"
        case .line: "line"
        case .quadratic: "quadratic"
        case .cubic: "cubic"
        case .close: "close"
        }
    }
    /// True if all coordinates are finite and in range. (NaN fails every comparison.)
    var isComputable: Bool {
        switch self {
        case .move(let to), .line(let to): to.isComputable
        case .quadratic(let control, let to): control.isComputable && to.isComputable
        case .cubic(let control1, let control2, let to): control1.isComputable && control2.isComputable && to.isComputable
        case .close: true
        }
    }
}

extension Point {
    var isComputable: Bool { abs(x) <= Path.largestCoordinate && abs(y) <= Path.largestCoordinate }
    /// The offset, rotated by a quarter turn from x to y.
    var turned: Point { Point(-y, x) }
    func dot(_ other: Point) -> Double { x * other.x + y * other.y }
    /// Returns the cross product: positive if the turn from this offset to `other` has the direction of the turn from the x axis to the y axis.
    func cross(_ other: Point) -> Double { x * other.y - y * other.x }
    var lengthSquared: Double { x * x + y * y }
    var length: Double { lengthSquared.squareRoot() }
}
