/// Lines and curves to fill or stroke: a value type like UIBezierPath, CGPath and SVG's path data.
///
/// A path is a list of subpaths; `move` begins a subpath. If the first element is not a `move`, the path begins at the first point
/// of this element.
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
        /// A straight line back to the start of the subpath, with a join at the start.
        case close
    }
    /// The steps, in the order in which they are drawn. The first step is a `move`.
    public internal(set) var elements: [Element] = []

    /// Creates a path without elements.
    public init() {}
    /// Creates a path of these elements. If the first element is not a `move`, the path begins at the first point of this element.
    public init(_ elements: [Element]) {
        let rest = elements.drop { $0 == .close }
        switch rest.first {
        case nil, .move: self.elements = Array(rest)
        case .line(let to): self.elements = [.move(to: to)] + rest.dropFirst()
        case let first?: self.elements = [.move(to: first.points[0])] + rest
        }
    }

    /// True if the path has no elements.
    public var isEmpty: Bool { elements.isEmpty }
    /// Begins a subpath at a point.
    public mutating func move(to point: Point) { elements.append(.move(to: point)) }
    /// Adds a straight line from the current point. If the path is empty, begins a subpath at `point` instead.
    public mutating func line(to point: Point) {
        elements.append(elements.isEmpty ? .move(to: point) : .line(to: point))
    }
    /// Adds a quadratic Bézier curve from the current point. In an empty path, the curve begins at the control point.
    public mutating func quadratic(to end: Point, control: Point) {
        if elements.isEmpty { move(to: control) }
        elements.append(.quadratic(control: control, to: end))
    }
    /// Adds a cubic Bézier curve from the current point. In an empty path, the curve begins at the first control point.
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

/// The rule for the inside of a path whose subpaths cross or nest.
public enum FillRule: String, Sendable, Hashable, CaseIterable, Codable {
    /// A point is inside if the path's winding number around this point is not zero.
    case nonZero
    /// A point is inside if a ray from the point crosses the path an odd number of times.
    case evenOdd
}
