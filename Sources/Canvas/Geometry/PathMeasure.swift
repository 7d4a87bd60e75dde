/// A path with lengths that are computed once, to find points, directions and parts of the path by length.
///
/// Lengths are measured over all lines and curves in order, through all subpaths; `close` counts as the line that it draws. The
/// length of a curve is the integral of its speed, exact to 1e-9 of the length, or 1e-6 at cusps.
public struct PathMeasure: Sendable {
    /// A line, or a part of a curve. The part is so short that five samples of the speed give the part's length.
    private struct Piece {
        let start: Double, length: Double, segment: Int, t0: Double, t1: Double
    }
    /// The measured path.
    public let path: Path
    /// The length of all lines and curves, in points.
    public let length: Double
    private let segments: [PathSegment]
    private let pieces: [Piece]

    /// Measures a path.
    /// - Throws: `CanvasError` if a coordinate is not finite or there are too many elements.
    public init(_ path: Path) throws(CanvasError) {
        try path.validate()
        self.path = path
        var segments: [PathSegment] = [], pieces: [Piece] = [], total = 0.0, start = Point(0, 0), current = start
        for (index, element) in path.elements.enumerated() {
            if case .move(let to) = element {
                (start, current) = (to, to)
                continue
            }
            let line = Path.Element.line(to: start)
            let segment = PathSegment(start: current, element: element == .close ? line : element, index: index)
            current = element.end ?? start
            PathMeasure.measure(segment) { t0, t1, length in
                // Pieces of length 0 are left out.
                guard length > 0 else { return }
                pieces.append(Piece(start: total, length: length, segment: segments.count, t0: t0, t1: t1))
                total += length
            }
            segments.append(segment)
            guard pieces.count <= Path.largestPointCount else { throw Path.pointLimitError() }
        }
        self.segments = segments
        self.pieces = pieces
        length = total
    }

    /// Returns the point at the given length from the start, in points; lengths beyond the ends are clamped. Returns nil for a path of length 0.
    public func point(at length: Double) -> Point? {
        locate(length).map { segments[$0.segment].point(at: $0.t) }
    }
    /// Returns the unit direction of the path at the given length from the start. Returns nil for a path of length 0.
    public func tangent(at length: Double) -> Point? {
        guard let (index, t) = locate(length) else { return nil }
        let segment = segments[index], speed = segment.derivative(at: t), size = speed.length
        // If the derivative is 0, the direction to a nearby point of the path is used instead.
        if size > 1e-9 * (segment.end - segment.start).length, size > 0 { return speed / size }
        let near = t < 0.5 ? segment.point(at: t + 1e-3) - segment.point(at: t) : segment.point(at: t) - segment.point(at: t - 1e-3)
        return near.length > 0 ? near / near.length : Point(1, 0)
    }

    /// Returns the part between two fractions of the length, clamped to 0…1. If `from` is greater than `to`, returns the part from `from`
    /// to the end plus the part from the start to `to`. These two parts are joined if the path is one closed subpath. Subpaths that lie
    /// completely within the part stay closed.
    public func trimmed(from: Double, to: Double) -> Path {
        let (from, to) = (max(0, min(from, 1)), max(0, min(to, 1)))
        return trimmed(fromLength: from * length, toLength: to * length)
    }
    /// Returns the part between two lengths from the start, in points, by the same rules as `trimmed(from:to:)`.
    public func trimmed(fromLength: Double, toLength: Double) -> Path {
        let (from, to) = (max(0, min(fromLength, length)), max(0, min(toLength, length)))
        guard from.isFinite, to.isFinite else { return Path() }
        if from <= to { return part(from, to) }
        var result = part(from, length), rest = part(0, to)
        let isOneLoop = path.elements.last == .close && path.elements.count { if case .move = $0 { true } else { $0 == .close } } == 2
        if isOneLoop, !result.isEmpty, !rest.isEmpty { rest.elements.removeFirst() }
        result.append(rest)
        return result
    }

    private func part(_ from: Double, _ to: Double) -> Path {
        if from <= 0 && to >= length { return path }
        var result = Path()
        guard from < to, let first = locate(from, isEnd: false), let last = locate(to, isEnd: true) else { return result }
        var isBegun = false
        for index in first.segment...last.segment {
            let segment = segments[index], element = path.elements[segment.index]
            let t0 = index == first.segment ? first.t : 0, t1 = index == last.segment ? last.t : 1
            guard t0 < t1 else { continue }
            // A new subpath begins after a `move` or a `close`.
            let isFirst = index == 0 || segments[index - 1].index + 1 < segment.index || path.elements[segments[index - 1].index] == .close
            if !isBegun || isFirst { result.move(to: t0 == 0 ? segment.start : segment.point(at: t0)) }
            isBegun = true
            if element == .close, t1 == 1, beganWhole(index, from: first) { result.close() } else { result.elements.append(segment.part(t0, t1)) }
        }
        return result
    }
    /// Returns true if the subpath that ends in this segment begins at or after the start of the part.
    private func beganWhole(_ index: Int, from first: (segment: Int, t: Double)) -> Bool {
        var begin = index
        while begin > 0, segments[begin - 1].index + 1 == segments[begin].index, path.elements[segments[begin - 1].index] != .close { begin -= 1 }
        return first.segment < begin || (first.segment == begin && first.t == 0)
    }

    /// Returns the segment and the parameter at the given length; nil for a path of length 0. At the length where two segments meet,
    /// returns the end of the first segment if `isEnd` is true, otherwise the start of the second segment.
    private func locate(_ length: Double, isEnd: Bool = false) -> (segment: Int, t: Double)? {
        guard let lastPiece = pieces.last else { return nil }
        guard length < self.length else { return (lastPiece.segment, 1) }
        guard length > 0 else { return (pieces[0].segment, 0) }
        var low = 0, high = pieces.count - 1
        while low < high {
            let middle = (low + high + 1) / 2
            if pieces[middle].start < length || (pieces[middle].start == length && !isEnd) { low = middle } else { high = middle - 1 }
        }
        let piece = pieces[low], segment = segments[piece.segment], rest = length - piece.start
        if rest <= 0 { return (piece.segment, piece.t0) }
        if rest >= piece.length { return (piece.segment, piece.t1) }
        if case .line = segment.element { return (piece.segment, rest / piece.length) }
        // The length grows with the parameter, so Newton's method finds the parameter. If a step leaves the interval that still contains
        // the result, bisection replaces the step.
        var (below, above) = (piece.t0, piece.t1), t = piece.t0 + (piece.t1 - piece.t0) * (rest / piece.length)
        for _ in 0..<40 {
            let excess = segment.length(piece.t0, t) - rest
            if excess == 0 { break }
            if excess > 0 { above = t } else { below = t }
            let step = t - excess / segment.derivative(at: t).length
            let next = step > below && step < above ? step : (below + above) / 2
            if abs(next - t) <= 1e-15 { break }
            t = next
        }
        return (piece.segment, t)
    }

    /// Divides a segment into pieces. A piece is divided further until the summed lengths of its halves differ from the piece's own
    /// length by at most 1e-10 of the segment's length.
    private static func measure(_ segment: PathSegment, _ give: (_ t0: Double, _ t1: Double, _ length: Double) -> Void) {
        if case .line(let to) = segment.element { return give(0, 1, (to - segment.start).length) }
        let whole = segment.length(0, 1)
        func divide(_ t0: Double, _ t1: Double, _ length: Double, _ depth: Int) {
            let middle = (t0 + t1) / 2, first = segment.length(t0, middle), second = segment.length(middle, t1)
            // For extremely short segments the relative comparison is meaningless, so pieces of such segments are not divided further.
            if depth == 0 || abs(first + second - length) <= 1e-10 * whole || whole < 1e-150 {
                give(t0, middle, first)
                give(middle, t1, second)
            } else {
                divide(t0, middle, first, depth - 1)
                divide(middle, t1, second, depth - 1)
            }
        }
        divide(0, 1, whole, 16)
    }
}

extension Path {
    /// Returns the length of all lines and curves, in points. Use a `PathMeasure` for more than one query.
    /// - Throws: `CanvasError` if a coordinate is not finite or there are too many elements.
    public func length() throws(CanvasError) -> Double { try PathMeasure(self).length }
    /// Returns the point at the given length from the start; nil for a path of length 0.
    /// - Throws: `CanvasError` if a coordinate is not finite or there are too many elements.
    public func point(atLength length: Double) throws(CanvasError) -> Point? { try PathMeasure(self).point(at: length) }
    /// Returns the unit direction at the given length from the start; nil for a path of length 0.
    /// - Throws: `CanvasError` if a coordinate is not finite or there are too many elements.
    public func tangent(atLength length: Double) throws(CanvasError) -> Point? { try PathMeasure(self).tangent(at: length) }
    /// Returns the part between two fractions of the length; see `PathMeasure.trimmed(from:to:)`.
    /// - Throws: `CanvasError` if a coordinate is not finite or there are too many elements.
    public func trimmed(from: Double, to: Double) throws(CanvasError) -> Path { try PathMeasure(self).trimmed(from: from, to: to) }
}
