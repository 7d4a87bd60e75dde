import Canvas
import Raster

extension PhysicsXray {
    /// A force's strength with three digits: "2.50 N", "12.5 N", "3.40 kN", "48.0 mN".
    public static func text(newtons: Double) -> String {
        guard newtons.isFinite else { return "? N" }
        let size = abs(newtons), (unit, scaled) = size >= 999.5 ? ("kN", size / 1000) : size >= 0.0995 || size == 0 ? ("N", size) : ("mN", size * 1000)
        let places = scaled < 9.995 ? 2 : scaled < 99.95 ? 1 : 0, power = places == 2 ? 100.0 : places == 1 ? 10 : 1
        guard scaled < 1e15 else { return "over 10¹⁸ N" }
        let digits = String(Int((scaled * power).rounded()))
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        let point = padded.index(padded.endIndex, offsetBy: -places)
        return (newtons < 0 ? "−" : "") + padded[..<point] + (places > 0 ? "." + padded[point...] : "") + " " + unit
    }

    // MARK: Numbers

    /// A number and the place that it takes.
    struct Number {
        var text: TextLayout
        var place: Rectangle
        var opacity: Double
    }
    /// The numbers that have room beside their arrows, where they cover neither each other nor places where forces act, as in a chain of small bodies: of strong
    /// forces before weak ones, and of gravity last.
    func numbers(of forces: [Force], font: Font) throws(CanvasError) -> [Number] {
        var numbers: [Number] = []
        let order = forces.enumerated().sorted {
            let (a, b) = ($0.element, $1.element)
            return (a.kind == .gravity ? 1 : 0, -a.magnitude, $0.offset) < (b.kind == .gravity ? 1 : 0, -b.magnitude, $1.offset)
        }
        for (_, force) in order where length(of: force) >= PhysicsXray.shortestArrow {
            let text = try TextLayout(PhysicsXray.text(newtons: force.magnitude), font: font, size: 9, paint: .color(colors.ink))
            let size = Size(width: text.bounds.width + 6, height: 13), way = force.newtons / force.magnitude
            // Beyond the tip, so far that the box touches it at most.
            let center = tip(of: force) + way * (3 + abs(way.x) * size.width / 2 + abs(way.y) * size.height / 2)
            let place = Rectangle(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
            guard !forces.contains(where: { place.contains($0.point) }), !numbers.contains(where: { $0.place.minX < place.maxX && place.minX < $0.place.maxX && $0.place.minY < place.maxY && place.minY < $0.place.maxY }) else { continue }
            numbers.append(Number(text: text, place: place, opacity: force.opacity))
        }
        return numbers
    }
    func drawNumbers(of forces: [Force], font: Font, into canvas: inout Canvas) throws(CanvasError) {
        for number in try numbers(of: forces, font: font) {
            canvas.saved { canvas in
                canvas.alpha *= number.opacity
                canvas.fill(.rounded(number.place, radius: 3), with: .color(colors.backdrop.withAlpha(0.7)))
                canvas.draw(number.text, at: Point(number.place.minX + 3, number.place.center.y - number.text.bounds.height / 2))
            }
        }
    }

    // MARK: Legend

    private enum Sample { case body(Color), boundary, rigidJoint, springyJoint, contact, force(Force.Kind) }
    /// What is shown, in the order of the legend.
    private var rows: [(sample: Sample, name: String)] {
        var rows: [(sample: Sample, name: String)] = []
        if showsBodies { rows += [(.body(colors.body), "moves"), (.body(colors.resting), "rests")] }
        if showsBoundaries { rows.append((.boundary, "boundary")) }
        if showsJoints { rows += [(.rigidJoint, "rigid joint"), (.springyJoint, "springy joint")] }
        if showsContacts { rows.append((.contact, "contact")) }
        if showsForces { rows += [(.force(.gravity), "gravity"), (.force(.push), "push"), (.force(.snap), "snap")] }
        return rows
    }
    private static let rowHeight = 17.0
    /// The size of the legend in points: a row for all that is shown.
    public var legendSize: Size { Size(width: 122, height: rows.isEmpty ? 0 : Double(rows.count) * PhysicsXray.rowHeight + 12) }

    func drawLegend(at corner: Point, font: Font, into canvas: inout Canvas) throws(CanvasError) {
        guard !rows.isEmpty else { return }
        let card = Rectangle(x: corner.x, y: corner.y, width: legendSize.width, height: legendSize.height)
        canvas.fill(.rounded(card, radius: 8), with: .color(colors.backdrop.withAlpha(0.82)))
        canvas.stroke(.rounded(card.inset(dx: 0.5, dy: 0.5), radius: 7.5), with: .color(colors.ink.withAlpha(0.25)), style: StrokeStyle(width: 1))
        for (i, row) in rows.enumerated() {
            let y = corner.y + 6 + (Double(i) + 0.5) * PhysicsXray.rowHeight
            draw(row.sample, at: Point(corner.x + 10, y), into: &canvas)
            let text = try TextLayout(row.name, font: font, size: 10, paint: .color(colors.ink))
            canvas.draw(text, at: Point(corner.x + 46, y - text.bounds.height / 2))
        }
    }
    /// What the look draws such things with, 28 points wide.
    private func draw(_ sample: Sample, at left: Point, into canvas: inout Canvas) {
        let right = left + Point(28, 0), center = (left + right) / 2
        switch sample {
        case .body(let color):
            let box = Path.rounded(Rectangle(x: left.x + 4, y: left.y - 5, width: 20, height: 10), radius: 1)
            canvas.fill(box, with: .color(color.withAlpha(0.14)))
            canvas.stroke(box, with: .color(color), style: StrokeStyle(width: lineWidth))
        case .boundary: canvas.stroke(.lines([left, right]), with: .color(colors.boundary), style: StrokeStyle(width: 2.5 * lineWidth, dashes: [8, 5]))
        case .rigidJoint:
            canvas.stroke(.lines([left + Point(2, 0), right - Point(2, 0)]), with: .color(colors.rigidJoint), style: StrokeStyle(width: 2 * lineWidth, cap: .round))
            for point in [left + Point(2, 0), right - Point(2, 0)] { drawEnd(at: point, colors.rigidJoint, into: &canvas) }
        case .springyJoint:
            canvas.stroke(.lines(PhysicsXray.coil(from: left, to: right)), with: .color(colors.springyJoint), style: StrokeStyle(width: lineWidth, join: .round))
        case .contact: drawContact(at: center, normal: Point(0, 1), reach: 7, into: &canvas)
        case .force(let kind): drawArrow(kind, from: left, to: right, into: &canvas)
        }
    }
}
