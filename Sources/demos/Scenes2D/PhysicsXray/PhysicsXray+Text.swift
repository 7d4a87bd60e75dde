import Canvas
import Raster

extension PhysicsXray {
    /// Returns a force's strength with three digits: "2.50 N", "12.5 N", "3.40 kN", "48.0 mN".
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

    /// A number and its place.
    struct Number {
        var text: TextLayout
        var place: Rectangle
        /// A line from the arrow's tip to the number; nil if the number touches the tip.
        var leader: (from: Point, to: Point)?
        var opacity: Double
    }
    /// Returns the numbers for arrows of forces. Each number is near the tip of its arrow and covers no other mark. Strong forces
    /// get their positions first, then weak forces, and gravity last. A number without a free position is left out, for example in
    /// a chain of small bodies.
    func numbers(of forces: [Force], besides marks: XrayMarks, font: Font) throws(CanvasError) -> [Number] {
        var numbers: [Number] = [], marks = marks
        for force in forces where length(of: force) >= PhysicsXray.shortestArrow { marks.lines.append((force.point, tip(of: force))) }
        let order = forces.enumerated().sorted {
            let (a, b) = ($0.element, $1.element)
            return (a.kind == .gravity ? 1 : 0, -a.magnitude, $0.offset) < (b.kind == .gravity ? 1 : 0, -b.magnitude, $1.offset)
        }
        for (_, force) in order where length(of: force) >= PhysicsXray.shortestArrow {
            let text = try TextLayout(PhysicsXray.text(newtons: force.magnitude), font: font, size: 9, paint: .color(colors.ink))
            let size = Size(width: text.bounds.width + 6, height: 13), tip = tip(of: force)
            guard let (place, leader) = PhysicsXray.place(size, from: tip, along: force.newtons / force.magnitude, besides: marks) else { continue }
            marks.boxes.append(place)
            if let leader { marks.lines.append(leader) }
            numbers.append(Number(text: text, place: place, leader: leader, opacity: force.opacity))
        }
        return numbers
    }
    /// Returns a free position beyond the tip, or around the tip at one of two larger distances. The number's box touches the tip, or a
    /// thin line leads from the tip to the box.
    private static func place(_ size: Size, from tip: Point, along way: Point, besides marks: XrayMarks) -> (Rectangle, leader: (from: Point, to: Point)?)? {
        for (gap, turns) in [(3.0, [0.0, 1, -1, 2, -2]), (12, [0, 1, -1, 2, -2, 3, -3, 4]), (26, [0, 1, -1, 2, -2, 3, -3, 4])] {
            for turn in turns {
                let way = AffineTransform.rotation(turn * .pi / 4).applyToOffset(way)
                let center = tip + way * (gap + abs(way.x) * size.width / 2 + abs(way.y) * size.height / 2)
                let place = Rectangle(x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width, height: size.height)
                guard marks.isFree(place) else { continue }
                return (place, gap > 3 ? (tip + way * 2, tip + way * gap) : nil)
            }
        }
        return nil
    }
    func drawNumbers(of forces: [Force], besides marks: XrayMarks, font: Font, into canvas: inout Canvas) throws(CanvasError) {
        for number in try numbers(of: forces, besides: marks, font: font) {
            canvas.saved { canvas in
                canvas.alpha *= number.opacity
                if let leader = number.leader {
                    canvas.stroke(.lines([leader.from, leader.to]), with: .color(colors.ink.withAlpha(0.6)), style: StrokeStyle(width: 0.75))
                }
                canvas.fill(.rounded(number.place, radius: 3), with: .color(colors.backdrop.withAlpha(0.7)))
                canvas.draw(number.text, at: Point(number.place.minX + 3, number.place.center.y - number.text.bounds.height / 2))
            }
        }
    }

    // MARK: Legend

    private enum Sample { case body(Color), boundary, rigidJoint, springyJoint, contact, force(Force.Kind) }
    /// The entries of the legend, in order.
    private var rows: [(sample: Sample, name: String)] {
        var rows: [(sample: Sample, name: String)] = []
        if showsBodies { rows += [(.body(colors.body), "moves"), (.body(colors.resting), "rests")] }
        if showsBoundaries { rows.append((.boundary, "boundary")) }
        if showsJoints { rows += [(.rigidJoint, "rigid joint"), (.springyJoint, "springy joint")] }
        if showsContacts { rows.append((.contact, "contact")) }
        if showsForces { rows += [(.force(.gravity), "gravity"), (.force(.push), "push"), (.force(.snap), "snap")] }
        return rows
    }
    private static let rowHeight = 17.0, sampleWidth = 46.0
    /// The position of each entry's sample, from the legend's upper left corner, and the size of the legend.
    private var arrangement: (places: [Point], size: Size) {
        guard let legendWidth else {
            let places = rows.indices.map { Point(10, 6 + Double($0) * PhysicsXray.rowHeight) }
            return (places, Size(width: 122, height: rows.isEmpty ? 0 : Double(rows.count) * PhysicsXray.rowHeight + 12))
        }
        // The entries are placed side by side, in as many lines as needed. The width of a text is estimated from its letters: in
        // this size, a letter is on average at most six and a half points wide.
        var places: [Point] = [], x = 10.0, y = 6.0, widest = 0.0
        for row in rows {
            let width = PhysicsXray.sampleWidth - 10 + 6.5 * Double(row.name.count) + 14
            if x > 10, x + width > legendWidth { (x, y) = (10, y + PhysicsXray.rowHeight) }
            places.append(Point(x, y))
            x += width
            widest = max(widest, x)
        }
        return (places, Size(width: widest, height: rows.isEmpty ? 0 : y + PhysicsXray.rowHeight + 6))
    }
    /// The size of the legend in points. The legend has an entry for each kind of mark that the overlay shows. The entries are one
    /// below the other or, if `legendWidth` is set, side by side.
    public var legendSize: Size { arrangement.size }

    func drawLegend(at corner: Point, font: Font, into canvas: inout Canvas) throws(CanvasError) {
        guard !rows.isEmpty else { return }
        let (places, size) = arrangement, card = Rectangle(x: corner.x, y: corner.y, width: size.width, height: size.height)
        canvas.fill(.rounded(card, radius: 8), with: .color(colors.backdrop.withAlpha(0.82)))
        canvas.stroke(.rounded(card.inset(dx: 0.5, dy: 0.5), radius: 7.5), with: .color(colors.ink.withAlpha(0.25)), style: StrokeStyle(width: 1))
        for (row, place) in zip(rows, places) {
            let left = corner + place + Point(0, PhysicsXray.rowHeight / 2)
            draw(row.sample, at: left, into: &canvas)
            let text = try TextLayout(row.name, font: font, size: 10, paint: .color(colors.ink))
            canvas.draw(text, at: left + Point(36, -text.bounds.height / 2))
        }
    }
    /// Draws a sample of a mark, 28 points wide.
    private func draw(_ sample: Sample, at left: Point, into canvas: inout Canvas) {
        let right = left + Point(28, 0), center = (left + right) / 2
        switch sample {
        case .body(let color):
            let box = Path.rounded(Rectangle(x: left.x + 4, y: left.y - 5, width: 20, height: 10), radius: 1)
            canvas.fill(box, with: .color(color.withAlpha(0.14)))
            canvas.stroke(box, with: .color(color), style: StrokeStyle(width: lineWidth))
        case .boundary: canvas.stroke(.lines([left, right]), with: .color(colors.boundary), style: StrokeStyle(width: 2.5 * lineWidth, dashes: [8, 5]))
        case .rigidJoint:
            canvas.stroke(.lines([left + Point(2, 0), right - Point(2, 0)]), with: .color(colors.rigidJoint),
                          style: StrokeStyle(width: 2 * lineWidth, cap: .round))
            for point in [left + Point(2, 0), right - Point(2, 0)] { drawEnd(at: point, colors.rigidJoint, into: &canvas) }
        case .springyJoint:
            canvas.stroke(.lines(PhysicsXray.coil(from: left, to: right)), with: .color(colors.springyJoint),
                          style: StrokeStyle(width: lineWidth, join: .round))
        case .contact: drawContact(at: center, normal: Point(0, 1), reach: 7, into: &canvas)
        case .force(let kind): drawArrow(kind, from: left, to: right, into: &canvas)
        }
    }
}
