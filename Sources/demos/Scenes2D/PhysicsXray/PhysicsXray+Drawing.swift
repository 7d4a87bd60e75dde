import Canvas
import Raster

extension PhysicsXray {
    /// The style of the lines for edges and fixed bodies, which no body can pass.
    private var boundary: StrokeStyle { StrokeStyle(width: 2.5 * lineWidth, dashes: [8, 5]) }

    func draw(_ body: PhysicsBody, _ color: Color, into canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.concatenate(body.transform)
            for shape in body.shapes {
                switch shape {
                case .polygon(let corners):
                    let path = Path.lines(corners, closed: true)
                    canvas.fill(path, with: .color(color.withAlpha(0.14)))
                    canvas.stroke(path, with: .color(color), style: body.isFixed ? boundary : StrokeStyle(width: lineWidth, join: .round))
                case .circle(let center, let radius):
                    canvas.fill(.disc(center, radius: radius), with: .color(color.withAlpha(0.14)))
                    canvas.stroke(.disc(center, radius: radius), with: .color(color), style: body.isFixed ? boundary : StrokeStyle(width: lineWidth))
                case .edge(let start, let end):
                    canvas.stroke(.lines([start, end]), with: .color(color), style: boundary)
                }
            }
        }
        guard !body.isFixed else { return }
        // The centre of mass, and a line that shows the body's rotation.
        let turn = AffineTransform.rotation(body.angle)
        canvas.stroke(.lines([body.position, body.position + turn.applyToOffset(Point(7, 0))]), with: .color(color), style: StrokeStyle(width: lineWidth))
        canvas.fill(.disc(body.position, radius: 1.8), with: .color(color))
    }

    func draw(_ joint: PhysicsJoint, into canvas: inout Canvas) {
        guard let state = joint.state else { return }
        let color = joint.kind.isSpringy ? colors.springyJoint : colors.rigidJoint
        if joint.kind.isSpringy {
            canvas.stroke(.lines(PhysicsXray.coil(from: state.firstPoint, to: state.secondPoint)), with: .color(color),
                          style: StrokeStyle(width: lineWidth, join: .round))
        } else if joint.kind == .rod {
            canvas.stroke(.lines([state.firstPoint, state.secondPoint]), with: .color(color), style: StrokeStyle(width: 2 * lineWidth, cap: .round))
        }
        for point in joint.kind == .pin ? [state.secondPoint] : [state.firstPoint, state.secondPoint] {
            drawEnd(at: point, color, into: &canvas)
        }
    }
    /// Draws a ring where a joint holds a body.
    func drawEnd(at point: Point, _ color: Color, into canvas: inout Canvas) {
        canvas.fill(.disc(point, radius: 2.6), with: .color(colors.backdrop))
        canvas.stroke(.disc(point, radius: 2.6), with: .color(color), style: StrokeStyle(width: lineWidth))
    }
    /// Returns a spring as a zigzag line with eight teeth.
    static func coil(from start: Point, to end: Point) -> [Point] {
        let along = end - start, length = (along * along).sum().squareRoot()
        guard length > 1 else { return [start, end] }
        let side = Point(-along.y, along.x) * (min(5, length / 4) / length)
        let teeth = (0..<8).map { (i: Int) -> Point in
            let share = 0.15 + 0.7 * (Double(i) + 0.5) / 8
            return start + along * share + (i % 2 == 0 ? side : -side)
        }
        return [start] + teeth + [end]
    }

    /// Draws a spot, and a line in the direction in which the bodies push each other apart.
    func drawContact(at point: Point, normal: Point, reach: Double = 9, into canvas: inout Canvas) {
        canvas.fill(.disc(point, radius: 6), with: .color(colors.contact.withAlpha(0.3)))
        canvas.fill(.disc(point, radius: 2.6), with: .color(colors.contact))
        canvas.stroke(.lines([point - normal * reach, point + normal * reach]), with: .color(colors.contact), style: StrokeStyle(width: lineWidth))
    }

    /// Returns the length of a force's arrow, in points.
    func length(of force: Force) -> Double {
        guard force.weight > 0 else { return 0 }
        return min(weightLength * force.magnitude / force.weight, 4 * weightLength)
    }
    func draw(_ force: Force, into canvas: inout Canvas) {
        let length = length(of: force)
        guard length >= PhysicsXray.shortestArrow else { return }
        canvas.saved { canvas in
            canvas.alpha *= force.opacity
            drawArrow(force.kind, from: force.point, to: tip(of: force), into: &canvas)
        }
    }
    /// The minimum length of an arrow; a shorter arrow would consist only of its head.
    static let shortestArrow = 3.0
    func tip(of force: Force) -> Point { force.magnitude > 0 ? force.point + force.newtons * (length(of: force) / force.magnitude) : force.point }
    func color(of kind: Force.Kind) -> Color {
        switch kind {
        case .gravity: colors.gravity
        case .push: colors.push
        case .snap: colors.snap
        }
    }
    /// Draws an arrow: thin for gravity, thick for pushes, dashed with an open head for snaps.
    func drawArrow(_ kind: Force.Kind, from start: Point, to tip: Point, into canvas: inout Canvas) {
        let way = tip - start, length = (way * way).sum().squareRoot(), along = way / length, side = Point(-along.y, along.x)
        let paint = Paint.color(color(of: kind)), head = min(kind == .push ? 10 : 8, length * 0.6), neck = tip - along * head, wide = side * (head * 0.45)
        switch kind {
        case .gravity, .push:
            canvas.stroke(.lines([start, neck]), with: paint, style: StrokeStyle(width: (kind == .push ? 2.6 : 1.2) * lineWidth, cap: .round))
            canvas.fill(.lines([tip, neck + wide, neck - wide], closed: true), with: paint)
        case .snap:
            canvas.stroke(.lines([start, tip]), with: paint, style: StrokeStyle(width: 1.4 * lineWidth, cap: .round, dashes: [4, 4]))
            canvas.stroke(.lines([neck + wide, tip, neck - wide]), with: paint, style: StrokeStyle(width: 1.4 * lineWidth, cap: .round, join: .round))
        }
    }
}
