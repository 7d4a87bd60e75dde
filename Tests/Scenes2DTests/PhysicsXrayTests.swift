import Canvas
import Scenes2D
import Testing

@Suite struct PhysicsXrayTests {
    @Test("The cross-fade shows the program alone, both, and the look alone") func fade() {
        var xray = PhysicsXray()
        #expect(xray.programOpacity == 1 && xray.overlayOpacity == 0)
        xray.isOn = true
        for (fade, program, overlay) in [(-1.0, 1.0, 0.0), (-0.25, 1, 0.75), (0, 1, 1), (0.5, 0.5, 1), (1, 0, 1), (7, 0, 1), (-7, 1, 0)] {
            xray.crossFade = fade
            #expect(xray.programOpacity == program && xray.overlayOpacity == overlay)
        }
    }
    @Test("Forces are those of Newton: gravity, pushes and what a snap holds") func forces() throws {
        let world = try PhysicsWorld(gravity: Point(0, 7)), box = try world.addBody([.box(center: Point(50, 50), width: 20, height: 20)])
        func named(_ kind: PhysicsXray.Force.Kind) -> [PhysicsXray.Force] { PhysicsXray.forces(in: world).filter { $0.kind == kind } }
        #expect(named(.gravity).count == 1 && abs(named(.gravity)[0].magnitude - 7 * box.mass) < 1e-9 && named(.push).isEmpty)
        try box.setPushes([.init(Point(3, -4))])
        #expect(named(.push).count == 1 && named(.push)[0].magnitude == 5 && named(.push)[0].point == box.position)
        try box.setPushes([])
        let snap = try world.snap(box, at: box.position)
        world.advance(to: 5)
        // At rest the snap carries the weight.
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
    @Test("Looking changes nothing in the simulation") func untouched() throws {
        func run(_ look: Bool) throws -> [Point] {
            let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 300, height: 200))
            for i in 0..<5 { try scene.add(line: [Point(30 + 40 * Double(i), 30), Point(60 + 40 * Double(i), 40), Point(40 + 40 * Double(i), 60)]) }
            var xray = PhysicsXray()
            for frame in 0..<200 {
                scene.advance(to: Double(frame) / 60)
                xray.isOn = look && frame % 3 != 0
                var canvas = Canvas()
                xray.draw(scene.world, into: &canvas)
            }
            return scene.shapes.map(\.body.position)
        }
        #expect(try run(true) == run(false))
    }
}
