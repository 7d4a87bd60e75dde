import Raster

extension Path {
    /// The point at which the next element begins: the end of the last element, or after `close` the start of the closed subpath.
    /// `currentPoint` is nil if the path is empty.
    public var currentPoint: Point? {
        guard let last = elements.last else { return nil }
        if let end = last.end { return end }
        for element in elements.reversed() {
            if case .move(let to) = element { return to }
        }
        return nil
    }

    /// Adds a part of a circle. If there is a current point, a straight line leads from the current point to the start of the arc.
    /// - Parameters:
    ///   - center: The circle's centre.
    ///   - radius: The radius, in points; with a negative radius the arc begins on the opposite side.
    ///   - startAngle: The angle at which the arc begins, in radians from the x axis; positive angles turn clockwise on the screen.
    ///   - endAngle: The angle at which the arc ends.
    ///   - clockwise: The direction on the screen. If the angles differ by a full turn or more in this direction, the result is the
    ///     whole circle; otherwise angles count modulo a turn, as in HTML.
    public mutating func arc(center: Point, radius: Double, startAngle: Double, endAngle: Double, clockwise: Bool = true) {
        arc(center: center, radii: Size(width: radius, height: radius), startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }
    /// Adds a part of an ellipse, as HTML's `ellipse`. If there is a current point, a straight line leads from the current point
    /// to the start of the arc.
    /// - Parameters:
    ///   - center: The ellipse's centre.
    ///   - radii: The half axes of the ellipse, in points.
    ///   - rotation: The rotation of the ellipse, in radians, clockwise on the screen.
    ///   - startAngle: The angle at which the arc begins, in radians, measured on the unit circle before the circle is stretched to the
    ///     ellipse.
    ///   - endAngle: The angle at which the arc ends.
    ///   - clockwise: The direction on the screen. If the angles differ by a full turn or more in this direction, the result is the
    ///     whole ellipse; otherwise angles count modulo a turn.
    public mutating func arc(center: Point, radii: Size, rotation: Double = 0, startAngle: Double, endAngle: Double, clockwise: Bool = true) {
        let frame = AffineTransform.rotation(rotation)
        let u = frame.applyToOffset(Point(radii.width, 0)), v = frame.applyToOffset(Point(0, radii.height))
        var sweep = clockwise ? endAngle - startAngle : startAngle - endAngle
        if !(sweep >= 2 * .pi) {
            sweep = sweep.truncatingRemainder(dividingBy: 2 * .pi)
            if sweep < 0 { sweep += 2 * .pi }
        } else {
            sweep = 2 * .pi
        }
        let (cosine, sine) = (PortableMath.cosine(startAngle), PortableMath.sine(startAngle))
        let from = u * cosine + v * sine, ahead = (v * cosine - u * sine) * (clockwise ? 1 : -1)
        line(to: center + from)
        appendArc(center, from, ahead, sweep, to: sweep == 2 * .pi ? center + from : nil)
    }
    /// Adds a straight line and an arc that round the corner between the current point, `tangent1End` and `tangent2End`, as HTML's
    /// `arcTo` and Core Graphics' `addArc(tangent1End:tangent2End:radius:)`. The arc ends on the line to `tangent2End`. If the
    /// corner cannot be rounded, adds only a line to the corner.
    public mutating func arc(tangent1End corner: Point, tangent2End end: Point, radius: Double) {
        guard let start = currentPoint else { return move(to: corner) }
        let first = start - corner, second = end - corner, lengths = first.length * second.length
        guard lengths > 0, radius > 0 else { return line(to: corner) }
        let a = first / first.length, b = second / second.length, cosine = a.dot(b), sine = abs(a.cross(b))
        guard sine > 1e-12 else { return line(to: corner) }
        // The tangents have this length, measured from the corner. At the end of each tangent, the direction to the centre is perpendicular to the tangent.
        let reach = radius * (1 + cosine) / sine
        let from = corner + a * reach, to = corner + b * reach
        let side = a.cross(b) > 0 ? a.turned : -a.turned, center = from + side * radius
        if from != start { line(to: from) }
        appendArc(center, from - center, a * -radius, .pi - PortableMath.arctangent(sine, cosine), to: to)
    }

    /// Adds cubics along center + from·cos(t) + ahead·sin(t) for t from 0 to `sweep`; each cubic covers at most an eighth of a turn. If `end`
    /// is not nil, the last cubic ends at `end`, which is more exact than the computed end point.
    mutating func appendArc(_ center: Point, _ from: Point, _ ahead: Point, _ sweep: Double, to end: Point?) {
        // For angles that are not finite, the first point already has coordinates that are not finite; `validate` reports such coordinates.
        guard sweep.isFinite else { return }
        let count = (sweep / (.pi / 4) - 1e-9).rounded(.up)
        guard count > 0 else { return }
        let step = sweep / count, reach = 4 / 3 * PortableMath.tangent(step / 4)
        var position = from, tangent = ahead
        for i in 1...Int(count) {
            let angle = Double(i) * step, cosine = PortableMath.cosine(angle), sine = PortableMath.sine(angle)
            let next = from * cosine + ahead * sine, nextTangent = ahead * cosine - from * sine
            let to = i == Int(count) ? end ?? center + next : center + next
            elements.append(.cubic(control1: center + position + tangent * reach, control2: center + next - nextTangent * reach, to: to))
            (position, tangent) = (next, nextTangent)
        }
    }
    /// Adds an arc in the form of SVG's path data (SVG 2, appendix B.2.4). Radii that are too small are enlarged; a radius of 0
    /// makes a line.
    mutating func svgArc(to end: Point, radii: Size, degrees: Double, isLarge: Bool, isClockwise: Bool) {
        guard let start = currentPoint, start != end else { return }
        var (rx, ry) = (abs(radii.width), abs(radii.height))
        guard rx > 0, ry > 0 else { return line(to: end) }
        let frame = AffineTransform.rotation(degrees.truncatingRemainder(dividingBy: 360) * (.pi / 180))
        let axis = frame.applyToOffset(Point(1, 0)), other = axis.turned
        // Half of the offset from end to start, in the ellipse's axes, scaled so that both radii are 1.
        let half = (start - end) / 2
        var p = Point(half.dot(axis) / rx, half.dot(other) / ry)
        let reach = p.length
        if reach > 1 {
            rx *= reach; ry *= reach
            p /= reach
        }
        let distance = max(1 / p.lengthSquared - 1, 0).squareRoot() * (isLarge == isClockwise ? -1 : 1)
        let center = Point(p.y, -p.x) * distance
        let from = p - center, to = -p - center
        let u = axis * rx, v = other * ry, direction = isClockwise ? 1.0 : -1.0
        var sweep = PortableMath.arctangent(from.cross(to), from.dot(to)) * direction
        if sweep < 0 { sweep += 2 * .pi }
        let origin = (start + end) / 2 + u * center.x + v * center.y
        appendArc(origin, u * from.x + v * from.y, (v * from.x - u * from.y) * direction, sweep, to: end)
    }
}
