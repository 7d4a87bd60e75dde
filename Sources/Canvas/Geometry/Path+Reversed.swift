extension Path {
    /// Returns the path in the opposite direction, with the last subpath first. Closed subpaths keep their start point.
    public func reversed() -> Path {
        var result = Path()
        var end = elements.count
        for begin in elements.indices.reversed() where beginsSubpath(begin) {
            result.appendReversed(elements[begin..<end], from: pointBefore(begin))
            end = begin
        }
        return result
    }
    /// Returns true for a `move`, and for the element after a `close`.
    private func beginsSubpath(_ index: Int) -> Bool {
        if case .move = elements[index] { return true }
        return elements[index - 1] == .close
    }
    /// Returns the start of a subpath without a `move`: the start of the previous subpath, which is closed.
    private func pointBefore(_ index: Int) -> Point {
        for element in elements[...index].reversed() {
            if case .move(let to) = element { return to }
        }
        return Point(0, 0)
    }
    private mutating func appendReversed(_ subpath: ArraySlice<Element>, from start: Point) {
        var points = [start], reversed: [Element] = []
        for element in subpath { if let end = element.end { if case .move = element {} else { points.append(end) } } }
        var index = points.count - 1
        let isClosed = subpath.last == .close
        if isClosed {
            elements.append(.move(to: start))
            if points[index] != start { elements.append(.line(to: points[index])) }
        } else {
            elements.append(.move(to: points[index]))
        }
        for element in subpath.reversed() {
            switch element {
            case .move, .close: continue
            case .line: reversed.append(.line(to: points[index - 1]))
            case .quadratic(let control, _): reversed.append(.quadratic(control: control, to: points[index - 1]))
            case .cubic(let control1, let control2, _): reversed.append(.cubic(control1: control2, control2: control1, to: points[index - 1]))
            }
            index -= 1
        }
        // The `close` below draws the last line, so this line is removed.
        if isClosed, reversed.count > 1, case .line = reversed[reversed.count - 1] { reversed.removeLast() }
        elements += reversed
        if isClosed { elements.append(.close) }
    }
}
