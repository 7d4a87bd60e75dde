import Canvas
import Scenes2D
import Testing

@Suite struct PhysicsXrayTests {
    @Test("The cross-fade shows the program alone, both, and the overlay alone") func fade() {
        var xray = PhysicsXray()
        #expect(xray.programOpacity == 1 && xray.overlayOpacity == 0)
        xray.isOn = true
        for (fade, program, overlay) in [(-1.0, 1.0, 0.0), (-0.25, 1, 0.75), (0, 1, 1), (0.5, 0.5, 1), (1, 0, 1), (7, 0, 1), (-7, 1, 0)] {
            xray.crossFade = fade
            #expect(xray.programOpacity == program && xray.overlayOpacity == overlay)
        }
    }
    @Test("Forces follow Newton's laws: gravity, pushes and the force of a snap") func forces() throws {
        let world = try PhysicsWorld(gravity: Point(0, 7)), box = try world.addBody([.box(center: Point(50, 50), width: 20, height: 20)])
        func named(_ kind: PhysicsXray.Force.Kind) -> [PhysicsXray.Force] { PhysicsXray.forces(in: world).filter { $0.kind == kind } }
        #expect(named(.gravity).count == 1 && abs(named(.gravity)[0].magnitude - 7 * box.mass) < 1e-9 && named(.push).isEmpty)
        try box.setPushes([.init(Point(3, -4))])
        #expect(named(.push).count == 1 && named(.push)[0].magnitude == 5 && named(.push)[0].point == box.position)
        try box.setPushes([])
        let snap = try world.snap(box, at: box.position)
        world.advance(to: 5)
        // At rest, the force of the snap equals the weight.
        let force = try #require(named(.snap).first)
        #expect(abs(force.newtons.y + 7 * box.mass) < 0.01 * 7 * box.mass && abs(force.newtons.x) < 1e-3)
        try world.remove(snap)
        try box.strike(Point(0.1, 0))
        #expect(named(.push).count == 1 && named(.push)[0].opacity == 1)
        world.advance(to: 5.25)
        #expect(abs(named(.push)[0].opacity - 0.5) < 0.02)
        world.advance(to: 6)
        #expect(named(.push).isEmpty)
    }
    @Test("With a font, numbers are next to arrows, and the legend has a row for everything shown") func texts() throws {
        let world = try PhysicsWorld(gravity: Point(0, 7)), box = try world.addBody([.box(center: Point(50, 50), width: 20, height: 20)])
        try box.setPushes([.init(Point(3, -4))])
        var xray = PhysicsXray()
        xray.isOn = true
        xray.legendCorner = Point(200, 10)
        func shapes() throws -> [CanvasDraw.Shape] {
            var canvas = Canvas()
            try xray.draw(world, into: &canvas)
            return canvas.commands.compactMap { if case .draw(let draw) = $0 { draw.shape } else { nil } }
        }
        func textCount() throws -> Int { try shapes().count { if case .glyphs = $0 { true } else { false } } }
        #expect(try textCount() == 0)
        xray.font = try Font(named: "DejaVu Sans")
        let whole = xray.legendSize
        #expect(try textCount() == 9 + 2)
        xray.showsNumbers = false
        #expect(try textCount() == 9)
        xray.showsForces = false
        #expect(try textCount() == 6 && xray.legendSize.height < whole.height && xray.legendSize.width == whole.width)
        xray.legendCorner = nil
        #expect(try textCount() == 0)
        // If there is no room for all numbers, some numbers are left out.
        xray.showsForces = true
        xray.showsNumbers = true
        for _ in 0..<60 { _ = try world.addBody([.box(center: Point(50, 50), width: 20, height: 20)]) }
        #expect(try (3..<40).contains(textCount()))
    }
    /// Returns the boxes around numbers. The boxes are rounded rectangles, 13 points high.
    private func numberPlaces(_ xray: PhysicsXray, _ world: PhysicsWorld) throws -> [Rectangle] {
        var canvas = Canvas()
        try xray.draw(world, into: &canvas)
        return canvas.commands.compactMap { command -> Rectangle? in
            guard case .draw(let draw) = command, case .fill(let path, _) = draw.shape, let bounds = path.bounds, abs(bounds.height - 13) < 1e-6,
                  path.elements.count > 8 else { return nil }
            return bounds
        }
    }
    @Test("Numbers and the legend cover no outline, contact, joint or each other, in a crowded scene", arguments: [DropShapes.BodyKind.hull, .exact])
    func covers(kind: DropShapes.BodyKind) throws {
        let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 400, height: 260)), world = scene.world
        scene.kind = kind
        for i in 0..<9 {
            let middle = Point(60 + 90 * Double(i % 4), 60 + 60 * Double(i / 4))
            try scene.add(line: (0...20).map { AffineTransform.rotation(Double($0) * .pi / 10).applyToOffset(Point(16 + 4 * Double(i % 3), 0)) + middle })
        }
        let first = scene.shapes[0].body
        try world.connect(nil, at: Point(first.position.x, 0), first, at: first.position, frequency: 1)
        scene.advance(to: 6)
        var xray = PhysicsXray()
        xray.isOn = true
        xray.font = try Font(named: "DejaVu Sans")
        xray.legendWidth = 380
        xray.legendCorner = Point(10, 10)
        #expect(xray.legendSize.width <= 380 && xray.legendSize.height < 80)
        let legend = Rectangle(x: 10, y: 10, width: xray.legendSize.width, height: xray.legendSize.height), places = try numberPlaces(xray, world)
        #expect(places.count >= 4)
        func meets(_ a: Rectangle, _ b: Rectangle) -> Bool { a.minX < b.maxX && b.minX < a.maxX && a.minY < b.maxY && b.minY < a.maxY }
        for (number, place) in places.enumerated() {
            #expect(!meets(place, legend))
            for other in places[..<number] { #expect(!meets(place, other)) }
            for contact in world.contacts { #expect(!place.inset(dx: -2, dy: -2).contains(contact.point)) }
            for body in scene.shapes.map(\.body) {
                for case .polygon(let corners) in body.shapes {
                    for i in corners.indices {
                        let (a, b) = (body.transform.apply(corners[i]), body.transform.apply(corners[(i + 1) % corners.count]))
                        for k in 0...10 { #expect(!place.inset(dx: 0.1, dy: 0.1).contains(a + (b - a) * (Double(k) / 10))) }
                    }
                }
            }
        }
    }
    @Test("The legend is in the first corner in which no object hangs or swings") func corner() throws {
        let world = try PhysicsWorld(), xray = PhysicsXray(), area = Rectangle(x: 0, y: 0, width: 600, height: 400)
        let size = xray.legendSize
        #expect(xray.freeLegendCorner(in: area, of: world) == Point(600 - size.width - 16, 400 - size.height - 16))
        try world.addBody([.box(center: Point(560, 360), width: 20, height: 20)])
        #expect(xray.freeLegendCorner(in: area, of: world) == Point(600 - size.width - 16, 16))
        for place in [Point(560, 60), Point(40, 360), Point(40, 60)] { try world.addBody([.box(center: place, width: 20, height: 20)]) }
        #expect(xray.freeLegendCorner(in: area, of: world) == Point(600 - size.width - 16, 400 - size.height - 16))
    }
    @Test("The arrows of a push and a snap differ: one is solid, the other dashed") func arrows() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0)), box = try world.addBody([.box(center: Point(50, 50), width: 20, height: 20)])
        var xray = PhysicsXray()
        xray.isOn = true
        func dashedCount() throws -> Int {
            var canvas = Canvas()
            try xray.draw(world, into: &canvas)
            return canvas.commands.count { if case .draw(let draw) = $0, case .stroke(_, let style) = draw.shape { !style.dashes.isEmpty } else { false } }
        }
        try box.setPushes([.init(Point(0.3, 0))])
        world.advance(to: 0.1)
        #expect(try PhysicsXray.forces(in: world).map(\.kind) == [.push] && dashedCount() == 0)
        let snap = try world.snap(box, at: box.position)
        try snap.setTarget(box.position + Point(60, 0))
        world.advance(to: 0.2)
        #expect(try PhysicsXray.forces(in: world).map(\.kind) == [.push, .snap] && dashedCount() == 1)
    }
    @Test("A force is written with three digits and a suitable unit", arguments: [
        (0.0, "0.00 N"), (0.25, "0.25 N"), (1, "1.00 N"), (9.994, "9.99 N"), (9.996, "10.0 N"), (12.54, "12.5 N"), (99.96, "100 N"), (999.4, "999 N"),
        (999.6, "1.00 kN"),
        (3404, "3.40 kN"), (0.048, "48.0 mN"), (0.0004, "0.40 mN"), (-2, "−2.00 N"), (.nan, "? N"), (.infinity, "? N"), (1e300, "over 10¹⁸ N"),
    ]) func numbers(newtons: Double, text: String) { #expect(PhysicsXray.text(newtons: newtons) == text) }
    @Test("The overlay does not change the simulation") func untouched() throws {
        func run(_ look: Bool) throws -> [Point] {
            let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 300, height: 200))
            for i in 0..<5 { try scene.add(line: [Point(30 + 40 * Double(i), 30), Point(60 + 40 * Double(i), 40), Point(40 + 40 * Double(i), 60)]) }
            var xray = PhysicsXray()
            for frame in 0..<200 {
                scene.advance(to: Double(frame) / 60)
                xray.isOn = look && frame % 3 != 0
                var canvas = Canvas()
                try xray.draw(scene.world, into: &canvas)
            }
            return scene.shapes.map(\.body.position)
        }
        #expect(try run(true) == run(false))
    }
}
