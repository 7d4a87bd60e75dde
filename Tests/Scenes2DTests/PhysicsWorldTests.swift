import Canvas
import Foundation
import Scenes2D
import SeededRandom
import Testing

private func length(_ p: Point) -> Double { (p * p).sum().squareRoot() }

@Suite struct PhysicsWorldTests {
    @Test("A body falls by Newton's law, and lands on the floor") func fall() throws {
        let world = try PhysicsWorld(gravity: Point(0, 7), pointsPerMeter: 32)
        try world.addBody([.edge(Point(-1000, 400), Point(1000, 400))], isFixed: true)
        let ball = try world.addBody([.circle(center: Point(50, 100), radius: 10)])
        world.advance(to: 1)
        // With the semi-implicit Euler method and 120 steps per second, a body falls by g·t²/2 + g·t/240 in t seconds.
        #expect(abs(ball.position.y - 100 - 32 * (3.5 + 7.0 / 240)) < 0.01 && abs(ball.position.x - 50) < 1e-3)
        #expect(abs(ball.velocity.y - 7 * 32) < 0.01)
        world.advance(to: 6)
        #expect(abs(ball.position.y - 390) < 0.5 && !world.isAwake)
        #expect(world.contacts.count == 1)
        #expect(abs(length(world.contacts[0].normal) - 1) < 1e-5 && abs(world.contacts[0].point.y - 400) < 0.5)
    }

    @Test("A pendulum keeps its length and its energy, and has the period of its formula") func pendulum() throws {
        let world = try PhysicsWorld(gravity: Point(0, 9.81), pointsPerMeter: 100)
        let bob = try world.addBody([.circle(center: Point(10, 199.7498), radius: 5)])
        try world.connect(nil, at: Point(0, 0), bob, at: Point(10, 199.7498))
        // Returns the energy, computed as if the bob were at the exact length of the pendulum, because the library allows the joint
        // half a centimetre of play.
        func energy() -> Double { length(bob.velocity) * length(bob.velocity) / 2 - 981 * 200 * bob.position.y / length(bob.position) }
        let first = energy()
        var crossings: [Double] = [], side = bob.position.x
        while world.time < 12 {
            world.step()
            #expect(abs(length(bob.position) - 200) < 0.7)
            // The tolerance is a fraction of the difference between the energies at the lowest point and at the start.
            #expect(abs(energy() - first) < 0.15 * 981 * 0.25 + 10)
            if side * bob.position.x < 0 { crossings.append(world.time) }
            side = bob.position.x
        }
        let period = 2 * (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1)
        #expect(abs(period - 2 * .pi * (2 / 9.81).squareRoot()) < 0.02)
    }

    @Test("A spring has the requested frequency") func spring() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0))
        let bob = try world.addBody([.circle(center: Point(300, 0), radius: 20)])
        let spring = try world.connect(nil, at: Point(0, 0), bob, at: Point(300, 0), frequency: 2, dampingRatio: 0)
        try bob.setVelocity(Point(200, 0))
        var crossings: [Double] = [], side = 1.0
        while world.time < 4 {
            world.step()
            let offset = bob.position.x - 300
            if offset * side < 0 { crossings.append(world.time) }
            side = offset
        }
        let period = 2 * (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1)
        #expect(abs(period - 0.5) < 0.02)
        #expect(spring.kind == .spring && spring.kind.isSpringy)
    }

    @Test("A wheel turns on a suspension with the requested frequency, and a motor drives it") func wheel() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0)), post = try world.addBody([.box(center: Point(0, -100), width: 20, height: 20)], isFixed: true)
        let wheel = try world.addBody([.circle(center: Point(0, 0), radius: 20)])
        let joint = try world.wheel(post, wheel, at: Point(0, 0), axis: Point(0, 3), frequency: 2, dampingRatio: 0, reach: 50)
        #expect(joint.kind == .wheel && joint.kind.isSpringy && joint.first === post && joint.second === wheel)
        try wheel.setVelocity(Point(0, 200))
        var crossings: [Double] = [], side = 1.0, furthest = 0.0
        while world.time < 4 {
            world.step()
            let offset = wheel.position.y
            if offset * side < 0 { crossings.append(world.time) }
            side = offset
            furthest = max(furthest, abs(offset))
            #expect(abs(wheel.position.x) < 0.5)
        }
        #expect(abs(2 * (crossings[crossings.count - 1] - crossings[0]) / Double(crossings.count - 1) - 0.5) < 0.02 && furthest > 10)
        try wheel.setVelocity(Point(0, 0))
        try joint.setMotor(speed: 6, torque: 1)
        world.advance(to: world.time + 1)
        #expect(abs(wheel.angularVelocity - 6) < 0.1)
        try joint.setMotor(speed: 0, torque: 0)
        world.advance(to: world.time + 1)
        #expect(abs(wheel.angularVelocity - 6) < 0.2, "it rolls on")
        // The suspension has a limited reach, and the wheel moves no further.
        let short = try PhysicsWorld(gravity: Point(0, 0)), loose = try short.addBody([.circle(center: Point(0, 0), radius: 20)])
        try short.wheel(nil, loose, at: Point(0, 0), frequency: 0.5, reach: 15)
        try loose.setVelocity(Point(0, 800))
        for _ in 0..<120 {
            short.step()
            #expect(abs(loose.position.y) < 22)
        }
        for bad in [Double.nan, .infinity, -1, 1e9] {
            #expect(throws: PhysicsError.self) { try world.wheel(post, wheel, at: Point(0, 0), frequency: bad) }
            #expect(throws: PhysicsError.self) { try world.wheel(post, wheel, at: Point(0, 0), reach: bad) }
            #expect(throws: PhysicsError.self) { try joint.setMotor(speed: 0, torque: bad) }
        }
        #expect(throws: PhysicsError.self) { try world.wheel(post, wheel, at: Point(0, 0), axis: Point(0, 0)) }
        #expect(throws: PhysicsError.self) { try world.wheel(wheel, wheel, at: Point(0, 0)) }
        #expect(throws: PhysicsError.self) { try world.pin(nil, wheel, at: Point(0, 0)).setMotor(speed: 1, torque: 1) }
        try world.remove(joint)
        #expect(throws: PhysicsError.self) { try joint.setMotor(speed: 1, torque: 1) }
    }

    @Test("A body returns its bounds, and whether it overlaps another body; skins are included in both") func places() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0), pointsPerMeter: 100)
        #expect(abs(world.skin - 1) < 1e-6)
        let box = try world.addBody([.box(center: Point(50, 50), width: 20, height: 20)]),
            ball = try world.addBody([.circle(center: Point(80, 50), radius: 10)])
        let bounds = box.bounds
        #expect(abs(bounds.minX - 39) < 0.01 && abs(bounds.maxY - 61) < 0.01 && abs(ball.bounds.minX - 70) < 0.01)
        #expect(!box.overlapsAnother && !ball.overlapsAnother)
        try ball.move(to: Point(70.5, 50))
        #expect(box.overlapsAnother && ball.overlapsAnother, "the box's skin reaches the ball")
        try ball.move(to: Point(71.5, 50))
        #expect(!ball.overlapsAnother)
        let walls = try world.addBody(PhysicsShape.walls(around: Rectangle(x: 0, y: 0, width: 200, height: 200)), isFixed: true)
        #expect(!box.overlapsAnother && !walls.overlapsAnother)
        try box.move(to: Point(192, 100))
        #expect(box.overlapsAnother)
        try box.move(to: Point(350, 100))
        #expect(box.overlapsAnother, "a wall is thick")
        try world.remove(box)
        #expect(!box.overlapsAnother && box.bounds.isEmpty)
    }

    @Test("A snap pulls a body to its target, a push moves a body, and a strike gives a body speed") func forces() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0))
        let box = try world.addBody([.box(center: Point(100, 100), width: 20, height: 20)], damping: 0)
        #expect(abs(box.mass - 0.04) < 1e-9)
        try box.setPushes([.init(Point(0.4, 0))])
        world.advance(to: 1)
        // The force gives an acceleration of 10 m/s² (F = m·a) for one second.
        #expect(abs(box.velocity.x - 1000) < 1)
        try box.setPushes([])
        try box.setVelocity(Point(0, 0))
        try box.strike(Point(0, 0.04))
        #expect(abs(box.velocity.y - 100) < 1e-3)
        let snap = try world.snap(box, at: box.position)
        try snap.setTarget(Point(300, 50))
        world.advance(to: 4)
        #expect(length(box.position - Point(300, 50)) < 1)
        try world.remove(snap)
        #expect(snap.state == nil && world.joints.isEmpty)
    }

    @Test("A body's transform maps the drawn shape to the body's place") func transform() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0))
        let bar = try world.addBody([.box(center: Point(50, 50), width: 80, height: 10)])
        #expect(bar.transform.apply(Point(90, 50)) == Point(90, 50))
        try bar.setVelocity(Point(0, 0), angular: .pi / 2)
        world.advance(to: 1)
        #expect(abs(bar.angle - .pi / 2) < 0.01)
        #expect(length(bar.transform.apply(Point(90, 50)) - Point(50, 90)) < 0.5)
        #expect(bar.contains(Point(50, 85)) && !bar.contains(Point(85, 50)))
        #expect(world.body(at: Point(50, 20)) === bar && world.body(at: Point(0, 0)) == nil && world.body(at: Point(.nan, 0)) == nil)
        // The angle is always within one turn.
        world.advance(to: 30)
        #expect(abs(bar.angle) <= .pi + 0.02)
    }

    @Test("Worlds with the same calls move identically, bit for bit, at any frame rate") func same() throws {
        func pile(_ frames: Int) throws -> [Point] {
            let world = try PhysicsWorld(pointsPerMeter: 32)
            try world.addBody(PhysicsShape.room(Rectangle(x: 0, y: 0, width: 300, height: 300)), isFixed: true)
            let bodies = try (0..<20).map { (i: Int) -> PhysicsBody in
                let place = Point(60 + Double(i % 5) * 40, 30 + Double(i / 5) * 50)
                return try world.addBody([.box(center: place, width: 30, height: 20, angle: Double(i)), .circle(center: place + 10, radius: 9)])
            }
            for frame in 0...frames { world.advance(to: 4 * Double(frame) / Double(frames)) }
            #expect(bodies.allSatisfy { Rectangle(x: -1, y: -1, width: 302, height: 302).contains($0.position) })
            return bodies.flatMap { [$0.position, Point($0.angle, $0.angularVelocity)] }
        }
        let expected = try pile(1)
        #expect(try pile(240) == expected)
        #expect(try pile(97) == expected)
    }

    @Test("A world at rest reaches a distant time at once, and a long jump of a moving world also ends") func far() throws {
        let world = try PhysicsWorld()
        let still = try world.addBody([.circle(center: Point(0, 0), radius: 10)], damping: 3)
        try world.setGravity(Point(0, 0))
        world.advance(to: 1e9)
        #expect(world.time == 1e9 && !still.isAwake)
        world.advance(to: .infinity)
        world.advance(to: .nan)
        #expect(world.time == 1e9)
        try still.setPushes([.init(Point(1e6, 0))])
        world.advance(to: 1e9 + 1)
        #expect(still.position.x.isFinite && still.position.x > 0)
    }

    @Test("Damping slows a body by a fraction of its velocity, from the time at which it is set; invalid numbers and removed bodies are refused") func damping() throws {
        let world = try PhysicsWorld(gravity: Point(0, 0)), body = try world.addBody([.circle(center: Point(0, 0), radius: 10)])
        try body.setVelocity(Point(600, 0), angular: 2)
        for damping in [0, 1.5, 0] {
            try body.setDamping(damping)
            let before = body.velocity.x, turning = body.angularVelocity
            for _ in 0..<120 { world.step() }
            #expect(abs(body.velocity.x / before - exp(-damping)) < 0.01 && abs(body.angularVelocity / turning - exp(-damping)) < 0.01)
        }
        for wrong in [-1, 100.5, .nan, .infinity] { #expect(throws: PhysicsError.self) { try body.setDamping(wrong) } }
        try world.remove(body)
        #expect(throws: PhysicsError.self) { try body.setDamping(1) }
    }

    @Test("Removed bodies and joints are refused, and do not change") func removed() throws {
        let world = try PhysicsWorld(), other = try PhysicsWorld()
        let a = try world.addBody([.circle(center: Point(0, 0), radius: 10)]), b = try world.addBody([.circle(center: Point(30, 0), radius: 10)])
        let pin = try world.pin(a, b, at: Point(15, 0))
        #expect(throws: PhysicsError.self) { try other.remove(a) }
        #expect(throws: PhysicsError.self) { try other.pin(nil, a, at: Point(0, 0)) }
        #expect(throws: PhysicsError.self) { try world.pin(a, a, at: Point(0, 0)) }
        try world.remove(a)
        #expect(world.joints.isEmpty && world.bodies.count == 1 && pin.state == nil)
        #expect(throws: PhysicsError.self) { try world.remove(a) }
        #expect(throws: PhysicsError.self) { try world.remove(pin) }
        #expect(throws: PhysicsError.self) { try a.strike(Point(1, 0)) }
        #expect(throws: PhysicsError.self) { try a.setVelocity(Point(1, 0)) }
        #expect(throws: PhysicsError.self) { try world.snap(a, at: Point(0, 0)) }
        #expect(!a.contains(Point(0, 0)) && a.position == Point(0, 0))
        a.wake()
        var lonely: PhysicsBody?
        do {
            let world = try PhysicsWorld()
            lonely = try world.addBody([.circle(center: Point(5, 5), radius: 1)])
        }
        #expect(lonely?.world == nil && lonely?.position == Point(5, 5))
    }

    static let badShapes: [[PhysicsShape]] = [
        [], [.polygon([])], [.polygon([Point(0, 0), Point(10, 0)])], [.polygon([Point(0, 0), Point(10, 0), Point(20, 0)])],
        [.polygon([Point(0, 0), Point(10, 0), Point(5, 0.0001)])], [.polygon([Point(0, 0), Point(10, 0), Point(2, 2), Point(0, 10)])],
        [.polygon([Point(0, 0), Point(10, 10), Point(10, 0), Point(0, 10)])], [.polygon([Point(1, 1), Point(1, 1), Point(1, 1)])],
        [.polygon([Point(0, 0), Point(.nan, 0), Point(0, 9)])], [.polygon([Point(0, 0), Point(.infinity, 0), Point(0, 9)])],
        [.polygon([Point(0, 0), Point(1e308, 0), Point(0, 1e308)])], [.polygon((0..<5000).map { Point(Double($0), Double($0 * $0)) })],
        [.circle(center: Point(0, 0), radius: 0)], [.circle(center: Point(0, 0), radius: -4)], [.circle(center: Point(0, 0), radius: .nan)],
        [.circle(center: Point(0, .nan), radius: 4)], [.circle(center: Point(0, 0), radius: 1e12)], [.edge(Point(0, 0), Point(9, 9))],
        [.polygon([Point(9999, 9999), Point(9999.001, 9999), Point(9999, 9999.001)])],
        [PhysicsShape](repeating: .circle(center: Point(0, 0), radius: 9), count: 20_001),
    ]
    @Test("Shapes that cannot move are refused, and the world continues", arguments: badShapes.indices) func bad(index: Int) throws {
        let world = try PhysicsWorld()
        #expect(throws: PhysicsError.self) { try world.addBody(PhysicsWorldTests.badShapes[index]) }
        #expect(world.bodies.isEmpty)
        try world.addBody([.circle(center: Point(0, 0), radius: 9)])
        world.advance(to: 0.1)
    }
    @Test("Numbers that are not finite or out of range are refused") func numbers() throws {
        for bad in [Double.nan, .infinity, -.infinity, 1e300] {
            #expect(throws: PhysicsError.self) { try PhysicsWorld(gravity: Point(0, bad)) }
            #expect(throws: PhysicsError.self) { try PhysicsWorld(pointsPerMeter: bad) }
            let world = try PhysicsWorld(), body = try world.addBody([.circle(center: Point(0, 0), radius: 9)])
            #expect(throws: PhysicsError.self) { try body.setPushes([.init(Point(bad, 0))]) }
            #expect(throws: PhysicsError.self) { try body.strike(Point(bad, 0)) }
            #expect(throws: PhysicsError.self) { try body.setVelocity(Point(bad, 0)) }
            #expect(throws: PhysicsError.self) { try body.setVelocity(Point(0, 0), angular: bad) }
            #expect(throws: PhysicsError.self) { try world.setGravity(Point(bad, 0)) }
            #expect(throws: PhysicsError.self) { try world.snap(body, at: Point(bad, 0)) }
            #expect(throws: PhysicsError.self) { try world.pin(nil, body, at: Point(bad, 0)) }
            #expect(throws: PhysicsError.self) { try world.connect(nil, at: Point(20, 0), body, at: Point(0, 0), frequency: bad) }
            for material in [PhysicsMaterial(density: bad), PhysicsMaterial(friction: bad), PhysicsMaterial(restitution: bad)] {
                #expect(throws: PhysicsError.self) { try world.addBody([.circle(center: Point(0, 0), radius: 9)], material: material) }
            }
        }
        let world = try PhysicsWorld(), body = try world.addBody([.circle(center: Point(0, 0), radius: 9)])
        #expect(throws: PhysicsError.self) { try world.connect(nil, at: Point(0, 0), body, at: Point(0, 0)) }
        #expect(throws: PhysicsError.self) { try world.connect(nil, at: Point(9, 0), body, at: Point(0, 0), frequency: 0) }
        #expect(throws: PhysicsError.self) { try world.addBody([.circle(center: Point(0, 0), radius: 9)], material: PhysicsMaterial(group: 1 << 40)) }
    }
    @Test("A world takes a thousand bodies and no more") func tooMany() throws {
        let world = try PhysicsWorld(pointsPerMeter: 32)
        for i in 0..<PhysicsWorld.maximumBodies { try world.addBody([.circle(center: Point(Double(i % 40) * 25, Double(i / 40) * 25), radius: 10)]) }
        #expect { try world.addBody([.circle(center: Point(0, 0), radius: 10)]) } throws: { ($0 as? PhysicsError)?.code == .tooManyBodies }
    }

    /// If an assertion of the physics library fails, the library ends the process, so no input may make an assertion fail.
    @Test("Random polygons, thin, tiny, distant and duplicated, are accepted or refused, and move") func fuzz() throws {
        var random = SeededGenerator(state: 11)
        var taken = 0
        for round in 0..<20 {
            let world = try PhysicsWorld(gravity: Point(.random(in: -1000...1000, using: &random), .random(in: -1000...1000, using: &random)),
                                         pointsPerMeter: [1, 10, 32, 100, 10_000][round % 5])
            try world.addBody(PhysicsShape.room(Rectangle(x: -500, y: -500, width: 1000, height: 1000)), isFixed: true)
            for _ in 0..<16 {
                let extent = [1e-6, 0.01, 1, 30, 400, 9000][Int.random(in: 0..<6, using: &random)],
                    far = Double([0, 100, 9900][Int.random(in: 0..<3, using: &random)])
                let flat = [1, 1e-3, 1e-7][Int.random(in: 0..<3, using: &random)]
                let points = (0..<Int.random(in: 3...20, using: &random)).map { _ in
                    Point(.random(in: -extent...extent, using: &random), flat * .random(in: -extent...extent, using: &random)) + far
                }
                let shape: PhysicsShape = .polygon(Bool.random(using: &random) ? (try? ConvexHull.corners(of: points)) ?? points : points)
                let other: PhysicsShape = .circle(center: points[0], radius: extent / 2)
                if let body = try? world.addBody(Bool.random(using: &random) ? [shape] : [shape, other, shape],
                                                 material: PhysicsMaterial(density: [0.001, 1, 10_000][Int.random(in: 0..<3, using: &random)], restitution: 1),
                                                 fastMoving: Bool.random(using: &random), leavesOutSlivers: Bool.random(using: &random)) {
                    taken += 1
                    try? body.setVelocity(Point(.random(in: -1e6...1e6, using: &random), .random(in: -1e6...1e6, using: &random)),
                                          angular: .random(in: -1000...1000, using: &random))
                    try? body.setPushes([.init(Point(.random(in: -1e6...1e6, using: &random), 1e6), at: Bool.random(using: &random) ? nil : Point(100_000, 0))])
                    if let snap = try? world.snap(body, at: body.position + 1, frequency: 30, strength: 10_000) {
                        try? snap.setTarget(Point(100_000, -100_000))
                    }
                    if let last = world.bodies.dropLast().last { _ = try? world.pin(last, body, at: body.position) }
                    if let wheel = try? world.wheel(world.bodies.first, body, at: body.position + 1, axis: Point(1, -1), frequency: 30, reach: 3) {
                        try? wheel.setMotor(speed: -1000, torque: 1e6)
                    }
                    _ = (body.bounds, body.overlapsAnother)
                }
            }
            for _ in 0..<24 { world.step() }
            #expect(world.bodies.allSatisfy { $0.position.x.isFinite && $0.position.y.isFinite && $0.angle.isFinite })
        }
        #expect(taken > 30)
    }
}
