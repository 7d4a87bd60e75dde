import Canvas
import Scenes2D
import SeededRandom
import Testing

@Suite struct DropShapesTests {
    private let room = Rectangle(x: 0, y: 0, width: 400, height: 300)
    /// A line in the shape of the letter C. The line's hull also contains the opening of the C.
    private let letter = (0...40).map { (i: Int) -> Point in AffineTransform.rotation(0.8 + Double(i) * 0.12).apply(Point(50, 0)) + Point(200, 100) }
    private let ring = (0...60).map { (i: Int) -> Point in
        AffineTransform.rotation(Double(i) * .pi / 30).apply(Point(40 + 15 * Double(i % 2), 0)) + Point(120, 80)
    }

    @Test("A line becomes its hull, of at most twelve sides") func hull() throws {
        let scene = try DropShapes(bounds: room)
        #expect(scene.world.gravity == Point(0, 7) && scene.style.width == 3 && scene.style.background == .white)
        let shape = try #require(try scene.add(line: letter))
        #expect(shape.kind == .hull && !shape.isClosed && shape.body.shapes.count == 1)
        guard case .polygon(let corners) = shape.body.shapes[0] else {
            Issue.record("the hull is a polygon")
            return
        }
        #expect(corners.count == 12)
        #expect(shape.body.contains(Point(200, 100)))
    }
    @Test("Exact bodies have the dents and holes that a hull fills") func exact() throws {
        let scene = try DropShapes(bounds: room)
        scene.kind = .exact
        let open = try #require(try scene.add(line: letter)), closed = try #require(try scene.add(line: ring))
        #expect(open.kind == .exact && !open.body.contains(Point(200, 100)) && open.body.contains(letter[7]))
        #expect(closed.isClosed && closed.body.contains(Point(120, 80)) && !closed.body.contains((ring[1] + ring[3]) / 2 + (ring[2] - Point(120, 80)) * 0.3))
        // A line that crosses itself becomes a wire, which has no inside.
        let eight = (0...80).map { (i: Int) -> Point in
            let once = AffineTransform.rotation(Double(i) * .pi / 40), twice = AffineTransform.rotation(Double(i) * .pi / 20)
            return Point(300 + 40 * once.b, 200 + 40 * twice.b)
        }
        let wire = try #require(try scene.add(line: eight))
        #expect(wire.isClosed && !wire.body.contains(Point(320, 200)) && wire.body.contains(eight[5]))
    }
    /// Returns a line that winds around the origin. The line's distance from the origin goes from `inner` to 1.
    private func winding(_ turns: Double, from inner: Double = 1) -> [Point] {
        (0...120).map { (i: Int) -> Point in
            let share = Double(i) / 120
            return AffineTransform.rotation(2 * .pi * turns * share).apply(Point(inner + (1 - inner) * share, 0))
        }
    }
    private let heart = (0...60).map { (i: Int) -> Point in
        // The height of the heart is a sum of the cosines of the angle, of twice the angle and of three times the angle.
        let turns = (1...3).map { (times: Int) -> AffineTransform in AffineTransform.rotation(Double(i * times) * .pi / 30) }
        let sine: Double = turns[0].b, height: Double = -13 * turns[0].a + 5 * turns[1].a + 2 * turns[2].a
        return Point(sine * sine * sine, height / 16)
    }
    @Test("In any size and rotation, rings, hearts and stars that end near their start are closed, but spirals, Cs and Us are not",
          arguments: [10.0, 24, 45, 90, 180, 400])
    func closedOrNot(size: Double) throws {
        // A star is drawn as a single line, which crosses itself.
        let star = [0.0, 2, 4, 1, 3, 0].map { (corner: Double) -> Point in AffineTransform.rotation(corner * 0.4 * .pi).apply(Point(1, 0)) }
        let triangle = [Point(-0.9, -0.8), Point(1, -0.5), Point(0.1, 1), Point(-0.85, -0.75)]
        let wave = (0...20).map { (i: Int) -> Point in Point(Double(i) * 0.1 - 1, 0.3 * AffineTransform.rotation(Double(i) * 0.3).b) }
        let closed: [(String, [Point])] = [
            ("ring", winding(1)), ("ring with a gap", winding(0.94)), ("ring that goes on inwards", winding(1.04, from: 1.08)),
            ("ring that goes on outwards", winding(1.04, from: 0.92)),
            ("flat ring", winding(0.97).map { $0 * Point(1, 0.3) }), ("heart", heart), ("heart with a gap", Array(heart.dropLast(3))), ("triangle", triangle),
            ("star", star),
            ("star with a gap", Array(star.dropLast()) + [Point(0.95, 0.05)]),
        ]
        let open: [(String, [Point])] = [
            ("spiral of the demo", winding(1.9, from: 0.22)), ("spiral from the middle", winding(3, from: 0.02)), ("narrow spiral", winding(2, from: 0.8)),
            ("narrow spiral of less than two turns", winding(1.96, from: 0.75)), ("narrow spiral of more than two turns", winding(2.04, from: 0.75)),
            ("spiral of one turn and a half", winding(1.5, from: 0.5)),
            ("spiral of many turns", winding(6, from: 0.3)), ("spiral inwards", Array(winding(2.97, from: 0.7).reversed())), ("C", winding(0.75)),
            ("narrow C", winding(0.88)), ("wave", wave),
            ("U", [Point(-0.08, -1), Point(-0.08, 0.9), Point(0, 1), Point(0.08, 0.9), Point(0.08, -1)]),
            ("V", [Point(-0.1, -1), Point(-0.05, 0), Point(0, 1), Point(0.1, -1)]),
        ]
        for (lines, expected) in [(closed, true), (open, false)] {
            for (name, line) in lines {
                for angle in [0.0, 0.7, 2.1] {
                    let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 1000, height: 1000)), turn = AffineTransform.rotation(angle)
                    let shape = try #require(try scene.add(line: line.map { Point(500, 500) + turn.apply($0) * (size / 2) }))
                    #expect(shape.isClosed == expected, "\(name), turned by \(angle)")
                }
            }
        }
    }
    @Test("Shapes fall, stay in the room and come to rest", arguments: DropShapes.BodyKind.allCases) func falls(kind: DropShapes.BodyKind) throws {
        let scene = try DropShapes(bounds: room)
        scene.kind = kind
        var starts: [Double] = []
        for i in 0..<6 {
            let shape = try #require(try scene.add(line: (i % 2 == 0 ? letter : ring).map { $0 * 0.6 + Point(Double(i) * 30, 0) }))
            starts.append(shape.body.position.y)
            // Each shape falls before the next shape is drawn.
            scene.advance(to: Double(i + 1) * 1.5)
        }
        for second in 10...16 {
            scene.advance(to: Double(second))
            #expect(scene.shapes.allSatisfy { room.inset(dx: -2, dy: -2).contains($0.body.position) })
        }
        // Rings are hollow, so they pile up higher than their hulls would.
        let ends = scene.shapes.map(\.body.position.y)
        #expect(zip(starts, ends).allSatisfy { $1 > $0 + 20 }, "from \(starts) to \(ends)")
    }
    @Test("Bodies that begin inside of other bodies separate gently, fall, and stay in the room", arguments: DropShapes.BodyKind.allCases, [0, 1, 2, 3])
    func overlapping(kind: DropShapes.BodyKind, way: Int) throws {
        let scene = try DropShapes(bounds: room)
        scene.kind = kind
        var random = SeededGenerator(state: UInt64(way))
        for i in 0..<8 {
            // The bodies begin one above the other just below the ceiling, in a corner, or anywhere in the upper half.
            let corner = [Point(150, 4), Point(4, 4), Point(300, 4),
                          Point(Double.random(in: 0...300, using: &random), Double.random(in: 0...60, using: &random))][way]
            let outline = i % 3 == 2 ? [Point(0, 0), Point(70, 60), Point(0, 62), Point(75, 3)]
                : (i % 2 == 0 ? letter : ring).map { ($0 - (i % 2 == 0 ? Point(150, 50) : Point(65, 25))) * 0.6 }
            let turn = AffineTransform.rotation(Double(i) * 0.4)
            _ = try scene.add(line: outline.map { corner + Point(40, 40) + turn.apply($0 - Point(35, 30)) })
        }
        var before = scene.shapes.map(\.body.position), fastest = 0.0, highest = Double.infinity
        while scene.world.time < 20 {
            scene.world.step()
            let now = scene.shapes.map(\.body.position)
            for (a, b) in zip(before, now) { fastest = max(fastest, ((b - a) * (b - a)).sum().squareRoot()) }
            highest = min(highest, now.map(\.y).min() ?? 0)
            before = now
        }
        // A body that falls through the whole room has a speed of 2.2 points per step at the end. A body that is pushed out of
        // another body must not be much faster.
        #expect(fastest < 4, "\(fastest) points in a step")
        #expect(before.allSatisfy { room.inset(dx: 4, dy: 4).contains($0) })
        #expect(before.allSatisfy { $0.y > 75 }, "\(before)")
    }
    @Test("A pointer draws a line, which becomes a body on release") func pointer() throws {
        let scene = try DropShapes(bounds: room)
        try scene.begin(at: Point(50, 50))
        #expect(try scene.end() == nil && scene.shapes.isEmpty)
        try scene.begin(at: Point(50, 50))
        for i in 0..<100 { try scene.extend(to: Point(50 + Double(i), 50)) }
        try scene.extend(to: Point(9000, -9000))
        #expect(scene.line.count == 101 && scene.line.last == Point(396.5, 3.5))
        #expect(throws: PhysicsError.self) { try scene.extend(to: Point(.nan, 0)) }
        #expect(try scene.end() != nil && scene.line.isEmpty && scene.shapes.count == 1)
        // A line half as large as the room finds no free place next to the other body.
        #expect { try scene.add(line: [Point(-5000, 9000), Point(5000, 9000), Point(5000, -9000)]) } throws: { ($0 as? PhysicsError)?.code == .noRoom }
        try scene.setBounds(Rectangle(x: 0, y: 0, width: 300, height: 300))
        #expect(scene.shapes.allSatisfy { scene.bounds.contains($0.body.position) })
        let straight = try #require(try scene.add(line: [Point(20, 20), Point(90, 20)]))
        #expect(straight.kind == .hull && straight.hull != nil && straight.body.contains(Point(50, 21)))
        try scene.removeAll()
        #expect(scene.shapes.isEmpty && scene.world.bodies.count == 1)
        try scene.setBounds(Rectangle(x: 0, y: 0, width: 100, height: 100))
        #expect(scene.world.bodies.count == 1)
        #expect(throws: PhysicsError.self) { try scene.setBounds(Rectangle(x: 0, y: 0, width: 0, height: 100)) }
    }
    @Test("Lines that are infinite, invalid, or have one point are refused or draw nothing") func bad() throws {
        let scene = try DropShapes(bounds: room)
        #expect(try scene.add(line: []) == nil)
        #expect(try scene.add(line: [Point](repeating: Point(5, 5), count: 1000)) == nil)
        #expect(throws: PhysicsError.self) { try scene.add(line: [Point](repeating: Point(5, 5), count: 1_000_000)) }
        #expect(throws: PhysicsError.self) { try scene.add(line: [Point(0, 0), Point(.infinity, 0)]) }
        scene.style.width = .nan
        #expect(throws: PhysicsError.self) { try scene.add(line: [Point(5, 5), Point(50, 50)]) }
        scene.style.width = 3
        for kind in DropShapes.BodyKind.allCases {
            scene.kind = kind
            // Adds a line of many irregular points, and a line that is shorter than the simulation can represent. The scene may refuse
            // both lines.
            let noise = (0..<20_000).map { (i: Int) -> Point in Point(Double(i * 7919 % 401), Double(i * 104_729 % 299)) }
            _ = try? scene.add(line: noise)
            _ = try? scene.add(line: [Point(5, 5), Point(5.001, 5)])
            scene.advance(to: scene.world.time + 0.2)
        }
    }
}
