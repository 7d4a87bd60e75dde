// Flattening: replaces curves by straight lines at equal steps of the curve's parameter. The distance between a polynomial curve
// and its chord is at most 1/8 · (parameter step)² · (largest second derivative). The control points bound the second derivative,
// so the number of lines is known in advance.
//
// There are two kinds of flattening. In the first kind, the ends of all lines lie on the curve. In the second kind, the lines lie astride of
// the curve: the points at which two lines meet lie as far outside of the bend as the middles of the lines lie inside. Flattening astride
// needs fewer lines for the same distance, and the enclosed area is closer to the area of the curve.

/// A receiver of flattened lines, subpath by subpath.
protocol LineSink {
    /// Begins a subpath.
    mutating func begin(at point: Point)
    /// Adds a line from the last point, which may equal `point`. `isSmooth` is true if the path has no corner at the last point.
    mutating func line(to point: Point, isSmooth: Bool) throws(CanvasError)
    /// Ends the subpath. If the subpath is closed, the line to its first point is implied. `isSmooth` is true if the subpath's end
    /// and start meet without a corner.
    mutating func end(isClosed: Bool, isSmooth: Bool) throws(CanvasError)
}

extension Path {
    /// - Parameter isAstride: true if lines may lie astride of curves; false if all ends of lines must lie on the path.
    func flatten<Sink: LineSink>(tolerance: Double, isAstride: Bool = false, into sink: inout Sink) throws(CanvasError) {
        guard tolerance > 0, tolerance.isFinite else {
            throw CanvasError(.invalidArgument, "the tolerance \(tolerance)", "is not a distance above 0", remedy: "give a finite scale and tolerance")
        }
        try validate()
        var start = Point(0, 0), current = start, isOpen = false, count = elements.count
        // The directions at the start of the subpath and at the end of the last element; zero if a direction does not exist.
        var first = Point(0, 0), last = first
        for element in elements {
            if case .move(let to) = element {
                if isOpen { try sink.end(isClosed: false, isSmooth: false) }
                (start, current, isOpen) = (to, to, true)
                (first, last) = (Point(0, 0), Point(0, 0))
                sink.begin(at: to)
                continue
            }
            if element == .close {
                if isOpen { try sink.end(isClosed: true, isSmooth: current == start && last.continues(first)) }
                isOpen = false
                continue
            }
            if !isOpen {
                // After `close`, the next subpath begins at the start of the closed subpath.
                sink.begin(at: start)
                (current, isOpen) = (start, true)
                (first, last) = (Point(0, 0), Point(0, 0))
            }
            let direction = element.startDirection(from: current), isSmooth = last.continues(direction)
            if first == Point(0, 0) { first = direction }
            switch element {
            case .line(let to):
                try sink.line(to: to, isSmooth: isSmooth)
            case .quadratic(let control, let to):
                try QuadraticCurve(current, control, to).addLines(tolerance: tolerance, isAstride, count: &count, isSmooth, to: &sink)
            case .cubic(let control1, let control2, let to):
                try CubicCurve(current, control1, control2, to).addLines(tolerance: tolerance, isAstride, count: &count, isSmooth, to: &sink)
            case .move, .close:
                break
            }
            let end = element.endDirection(from: current)
            if end != Point(0, 0) { last = end }
            current = element.end ?? current
        }
        if isOpen { try sink.end(isClosed: false, isSmooth: false) }
    }
}

extension Path.Element {
    /// Returns the direction at the start of the element, as an offset of any length; zero if the element is a point.
    func startDirection(from current: Point) -> Point {
        switch self {
        case .line(let to), .move(let to): return to - current
        case .quadratic(let control, let to): return control != current ? control - current : to - current
        case .cubic(let control1, let control2, let to):
            return control1 != current ? control1 - current : control2 != current ? control2 - current : to - current
        case .close: return Point(0, 0)
        }
    }
    /// Returns the direction at the end of the element, as an offset of any length; zero if the element is a point.
    func endDirection(from current: Point) -> Point {
        switch self {
        case .line(let to), .move(let to): return to - current
        case .quadratic(let control, let to): return control != to ? to - control : to - current
        case .cubic(let control1, let control2, let to):
            return control2 != to ? to - control2 : control1 != to ? to - control1 : to - current
        case .close: return Point(0, 0)
        }
    }
}

extension Point {
    /// Returns true if the directions differ by at most a millionth of a radian.
    func continues(_ other: Point) -> Bool {
        let sine = cross(other), cosine = dot(other)
        return cosine > 0 && abs(sine) <= 1e-6 * cosine
    }
}

/// A curve with a parameter from 0 to 1.
private protocol PolynomialCurve {
    var end: Point { get }
    /// The maximum distance between the curve and its chord: an eighth of the largest second derivative.
    var bend: Double { get }
    func point(at t: Double) -> Point
    func secondDerivative(at t: Double) -> Point
}

extension PolynomialCurve {
    /// - Parameter count: the number of lines of the path so far.
    fileprivate func addLines<Sink: LineSink>(tolerance: Double, _ isAstride: Bool, count: inout Int, _ isSmooth: Bool,
                                              to sink: inout Sink) throws(CanvasError) {
        // A curve becomes at most 4096 lines. The error is then 2⁻²⁴ of the curve's extent: 1/16 of a pixel for a circle of a million pixels.
        let ratio = min(bend / tolerance, 0x1p24)
        let lines = ratio <= 1 ? 1 : Int((isAstride ? FlatCurve.shortening + (ratio / 2).squareRoot() : ratio.squareRoot()).rounded(.up))
        count += lines
        guard count <= Path.largestPointCount else { throw Path.pointLimitError() }
        if isAstride {
            // The first and the last line have one end on the curve, so these two lines are shorter.
            let step = 1 / (Double(lines) - FlatCurve.shortening), outwards = step * step / 16
            for i in 1..<lines {
                let t = (Double(i) - FlatCurve.shortening / 2) * step
                try sink.line(to: point(at: t) - secondDerivative(at: t) * outwards, isSmooth: i > 1 || isSmooth)
            }
        } else {
            for i in 1..<lines { try sink.line(to: point(at: Double(i) / Double(lines)), isSmooth: i > 1 || isSmooth) }
        }
        try sink.line(to: end, isSmooth: lines > 1 || isSmooth)
    }
}
private enum FlatCurve {
    /// For lines astride of the curve: the first and the last line together are shorter than two inner lines by this fraction
    /// of an inner line. The distance of these two lines from the curve is then at most 5/6 of the inner lines' distance.
    static let shortening = 0.4
}

/// A quadratic Bézier curve as a polynomial: (a·t + b)·t + start.
struct QuadraticCurve: PolynomialCurve {
    let a: Point, b: Point, start: Point, control: Point, end: Point
    init(_ start: Point, _ control: Point, _ end: Point) {
        (self.start, self.control, self.end) = (start, control, end)
        a = (start - control) + (end - control)
        b = 2 * (control - start)
    }
    func point(at t: Double) -> Point { (a * t + b) * t + start }
    func derivative(at t: Double) -> Point { a * (2 * t) + b }
    fileprivate func secondDerivative(at t: Double) -> Point { 2 * a }
    fileprivate var bend: Double { a.length / 4 }
}

/// A cubic Bézier curve as a polynomial: ((a·t + b)·t + c)·t + start.
struct CubicCurve: PolynomialCurve {
    let a: Point, b: Point, c: Point, start: Point, control1: Point, control2: Point, end: Point
    init(_ start: Point, _ control1: Point, _ control2: Point, _ end: Point) {
        (self.start, self.control1, self.control2, self.end) = (start, control1, control2, end)
        c = 3 * (control1 - start)
        b = 3 * ((start - control1) + (control2 - control1))
        a = (end - start) + 3 * (control1 - control2)
    }
    func point(at t: Double) -> Point { ((a * t + b) * t + c) * t + start }
    func derivative(at t: Double) -> Point { (a * (3 * t) + b * 2) * t + c }
    fileprivate func secondDerivative(at t: Double) -> Point { a * (6 * t) + b * 2 }
    fileprivate var bend: Double {
        let first = (start - control1) + (control2 - control1), second = (control1 - control2) + (end - control2)
        return max(first.lengthSquared, second.lengthSquared).squareRoot() * 0.75
    }
}
