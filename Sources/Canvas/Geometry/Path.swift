/// Lines and curves that can be filled and stroked: UIBezierPath, CGPath and SVG's path data as a value.
///
/// A path is a list of subpaths; `move` begins one. A path that begins without `move` begins at its first point.
public struct Path: Sendable, Hashable {
    /// One step of a path. Points are in user space.
    public enum Element: Sendable, Hashable {
        /// Begins a subpath.
        case move(to: Point)
        /// A straight line from the current point.
        case line(to: Point)
        /// A quadratic Bézier curve from the current point.
        case quadratic(control: Point, to: Point)
        /// A cubic Bézier curve from the current point.
        case cubic(control1: Point, control2: Point, to: Point)
        /// A straight line back to where the subpath began, with a join there.
        case close
    }
    /// The steps, in the order in which they are drawn. The first is a `move`.
    public internal(set) var elements: [Element] = []

    /// A path without elements.
    public init() {}
    /// A path of these elements. Where the first is no `move`, the path begins at its first point.
    public init(_ elements: [Element]) {
        let rest = elements.drop { $0 == .close }
        switch rest.first {
        case nil, .move: self.elements = Array(rest)
        case .line(let to): self.elements = [.move(to: to)] + rest.dropFirst()
        case let first?: self.elements = [.move(to: first.points[0])] + rest
        }
    }

    /// Whether nothing was added yet.
    public var isEmpty: Bool { elements.isEmpty }
    /// Begins a subpath at a point.
    public mutating func move(to point: Point) { elements.append(.move(to: point)) }
    /// A straight line from the current point; from the point itself where there is none.
    public mutating func line(to point: Point) {
        elements.append(elements.isEmpty ? .move(to: point) : .line(to: point))
    }
    /// A quadratic Bézier curve from the current point; where there is none, from the control point.
    public mutating func quadratic(to end: Point, control: Point) {
        if elements.isEmpty { move(to: control) }
        elements.append(.quadratic(control: control, to: end))
    }
    /// A cubic Bézier curve from the current point; where there is none, from the first control point.
    public mutating func cubic(to end: Point, control1: Point, control2: Point) {
        if elements.isEmpty { move(to: control1) }
        elements.append(.cubic(control1: control1, control2: control2, to: end))
    }
    /// Closes the subpath with a straight line and a join.
    public mutating func close() {
        if let last = elements.last, last != .close { elements.append(.close) }
    }
    /// Adds the elements of another path.
    public mutating func append(_ other: Path) { elements += other.elements }
}

/// Which points count as inside of a path whose subpaths cross or nest.
public enum FillRule: String, Sendable, Hashable, CaseIterable, Codable {
    /// Inside where the path winds around the point, in either direction, a number of times other than zero.
    case nonZero
    /// Inside where a ray from the point crosses the path an odd number of times.
    case evenOdd
}
