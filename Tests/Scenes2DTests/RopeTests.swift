import Canvas
import Raster
import Scenes2D
import Testing

private func length(_ p: Point) -> Double { (p * p).sum().squareRoot() }

@Suite struct RopeTests {
    @Test("A rope of 15 links hangs in its frame, at the places that the page about ropes gives") func numbers() throws {
        let world = try PhysicsWorld(), rope = try Rope(in: world)
        #expect(rope.frame == Rectangle(x: 350, y: 180, width: 5, height: 200) && rope.links.count == 15)
        #expect(abs(rope.linkHeight - 13.33) < 0.01)
        for (i, link) in rope.links.enumerated() {
            #expect(length(link.position - Point(352.5, 180 + (Double(i) + 0.5) * 200 / 15)) < 1e-9)
            guard case .polygon(let corners)? = link.shapes.first else {
                Issue.record("a link is a box")
                return
            }
            #expect(corners.map(\.x).max()! - corners.map(\.x).min()! == 10 && abs(corners.map(\.y).max()! - corners.map(\.y).min()! - 200.0 / 15) < 1e-9)
        }
        #expect(world.joints.count == 15 && world.joints.allSatisfy { $0.kind == .pin })
        // The first link is attached at its centre; each further link is attached at the end of the link above.
        for (i, joint) in world.joints.enumerated() {
            let expected = i == 0 ? rope.links[0].position : Point(352.5, 180 + Double(i) * 200 / 15)
            #expect(try length(#require(joint.state).secondPoint - expected) < 1e-3)
        }
        #expect(rope.attachmentLink === rope.links[14])
        #expect(rope.path.elements.count == 16 && length(rope.end - Point(352.5, 380)) < 1e-9)
    }

    @Test("A swinging rope does not come apart, and comes to rest below its nail") func swings() throws {
        let world = try PhysicsWorld(), rope = try Rope(in: world), button = try HangingButton(on: rope)
        try button.body.strike(Point(4 * button.body.mass, 0))
        var furthest = 0.0
        while world.time < 6 {
            world.step()
            for joint in world.joints {
                let state = try #require(joint.state)
                #expect(length(state.firstPoint - state.secondPoint) < 0.6)
            }
            #expect(length(rope.links[0].position - Point(352.5, 180 + 100.0 / 15)) < 0.6)
            furthest = max(furthest, rope.end.x)
        }
        #expect(furthest > 400)
        world.advance(to: 60)
        #expect(!world.isAwake && length(rope.end - Point(352.5, 380)) < 4)
    }

    @Test("A hanging button is drawn at the rope's end, for every length and number of links, swinging and dragged", arguments: [2, 3, 5, 15, 30],
          [20.0, 200, 600])
    func ends(segments: Int, height: Double) throws {
        let world = try PhysicsWorld(), rope = try Rope(in: world, frame: Rectangle(x: 350, y: 20, width: 5, height: height), segments: segments)
        let button = try HangingButton(on: rope), size = button.size
        /// Returns the middle of the button's upper side at the current time.
        func top() -> Point { button.body.transform.apply(Point(352.5, 20 + height)) }
        func lastPoint() throws -> Point {
            guard case .line(let point)? = rope.path.elements.last else { throw PhysicsError(.invalidShape, "a rope", "has no end", remedy: "draw one") }
            return point
        }
        #expect(try length(lastPoint() - top()) < 0.01 && length(lastPoint() - rope.end) < 0.01)
        try button.body.strike(Point(2 * button.body.mass, 0))
        for step in 0..<240 {
            world.step()
            #expect(try length(lastPoint() - top()) < 0.1, "step \(step)")
            if step == 80 { try button.press(at: button.body.position) }
            if step > 80, step < 200 { try button.drag(to: Point(352.5 + Double(step) * 2, 20 + height * 0.7)) }
            if step == 200 { try button.release() }
        }
        // In the drawing, too, there is no gap between the wall and the button.
        let device = Device(.jit), target = try device.makeFramebuffer(width: 900, height: 760)
        var canvas = Canvas(), encoder = device.makeCommandEncoder()
        rope.style.shadow = nil
        rope.draw(into: &canvas)
        button.draw(into: &canvas)
        try CanvasRenderer(device: device).draw(canvas, into: &encoder, target: target, scale: 1, clear: .white)
        try device.submit(encoder)
        let picture = try target.readImage(), end = top(), last = rope.attachmentLink.position
        for i in 0...20 {
            let place = last + (end - last) * (Double(i) / 20), (x, y) = (Int(place.x.rounded(.down)), Int(place.y.rounded(.down)))
            guard x >= 0, y >= 0, x < 900, y < 760 else { continue }
            #expect(picture[x, y] != SIMD4(255, 255, 255, 255), "nothing is drawn at \(place), above a button of \(size.height) points")
        }
    }

    @Test("A button is pressed if the pointer stays, and dragged if it moves; the rope follows") func button() throws {
        let world = try PhysicsWorld(), rope = try Rope(in: world), button = try HangingButton(on: rope)
        #expect(try !button.press(at: Point(0, 0)) && !button.release() && button.tapCount == 0)
        #expect(try button.press(at: Point(360, 400)) && button.isPressed)
        #expect(try !button.press(at: Point(360, 400)))
        world.advance(to: 0.1)
        #expect(try button.release() && button.tapCount == 1 && world.joints.allSatisfy { $0.kind == .pin })
        #expect(try button.press(at: button.body.position))
        try button.drag(to: Point(500, 330))
        #expect(!button.isPressed)
        world.advance(to: 3)
        #expect(length(button.body.position - Point(500, 330)) < 40 && rope.end.x > 420)
        #expect(throws: PhysicsError.self) { try button.drag(to: Point(.nan, 0)) }
        #expect(try !button.release() && button.tapCount == 1)
    }

    @Test("Invalid ropes are refused, and leave nothing behind") func refused() throws {
        let world = try PhysicsWorld()
        for frame in [Rectangle(x: 0, y: 0, width: 5, height: 0), Rectangle(x: .nan, y: 0, width: 5, height: 200),
                      Rectangle(x: 0, y: 0, width: 5, height: .infinity)] {
            #expect(throws: PhysicsError.self) { try Rope(in: world, frame: frame) }
        }
        for segments in [0, 1, 201, .max] { #expect(throws: PhysicsError.self) { try Rope(in: world, segments: segments) } }
        #expect(throws: PhysicsError.self) { try Rope(in: world, frame: Rectangle(x: 0, y: 0, width: 5, height: 1), segments: 200) }
        #expect(throws: PhysicsError.self) { try Rope(in: world, linkWidth: .nan) }
        #expect(world.bodies.isEmpty && world.joints.isEmpty)
    }
}
