// Drawn shapes at rest: no shape covers another shape or a wall, and no shape begins inside of another shape. The tests measure the
// drawn shapes, not the simulated bodies.

import Canvas
import Raster
import Scenes2D
import SeededRandom
import Testing

@Suite("Shapes at rest") struct RestingShapesTests {
    struct Case: Sendable, CustomStringConvertible {
        var kind: DropShapes.BodyKind
        var seed: UInt64
        var room: Rectangle
        var width: Double
        var count: Int
        var description: String { "\(kind), seed \(seed), room \(room.width) by \(room.height), strokes of \(width), \(count) lines" }
    }
    private static let rooms = [Rectangle(x: 12, y: 12, width: 420, height: 260), Rectangle(x: 8, y: 8, width: 240, height: 420)]
    static let cases = DropShapes.BodyKind.allCases.flatMap { kind in
        rooms.enumerated().flatMap { number, room in
            [Case(kind: kind, seed: UInt64(2 * number), room: room, width: 3, count: 9),
             Case(kind: kind, seed: UInt64(2 * number + 1), room: room, width: 7, count: 12)]
        }
    }
    /// Returns the line of a shape. The shape's number selects a ring, a star, a spiral, a wave, a triangle, a C, a straight line
    /// or a scribble, in turn.
    private static func line(_ number: Int, in room: Rectangle, _ random: inout SeededGenerator) -> [Point] {
        let size = Double.random(in: 18...34, using: &random), turn = AffineTransform.rotation(.random(in: 0...6.2, using: &random))
        let middle = Point(.random(in: room.minX...room.maxX, using: &random), .random(in: room.minY...room.maxY, using: &random))
        func polar(_ count: Int, _ turns: Double, _ radius: (Double) -> Double) -> [Point] {
            (0...count).map { i in
                let angle = 2 * .pi * turns * Double(i) / Double(count)
                return AffineTransform.rotation(angle).applyToOffset(Point(radius(angle), 0))
            }
        }
        let outline: [Point] = switch number % 8 {
        case 0: polar(40, 1) { _ in 1 }
        case 1: polar(80, 1) { 0.72 + 0.28 * PortableMath.cosine(5 * $0) }
        case 2: polar(60, 1.9) { 0.25 + 0.075 * $0 }
        case 3: (0...40).map { Point(0.06 * Double($0) - 1.2, 0.45 * PortableMath.sine(0.175 * Double($0))) }
        case 4: [Point(-0.9, -0.8), Point(1, -0.5), Point(0.1, 1), Point(-0.85, -0.75)]
        case 5: polar(36, 0.7) { _ in 0.9 }
        case 6: [Point(-1, 0), Point(1, 0.1)]
        default: (0..<14).map { _ in Point(.random(in: -1...1, using: &random), .random(in: -1...1, using: &random)) }
        }
        return outline.map { middle + turn.applyToOffset($0 * size) }
    }
    private static func scene(_ test: Case) throws -> DropShapes {
        let scene = try DropShapes(bounds: test.room)
        scene.kind = test.kind
        (scene.style.color, scene.style.fill, scene.style.backing, scene.style.background) = (.white, .white, .white, nil)
        scene.style.width = test.width
        var random = SeededGenerator(state: test.seed)
        for number in 0..<test.count {
            // A full room refuses more shapes.
            do { try scene.add(line: line(number, in: test.room, &random)) } catch { #expect(error.code == .noRoom) }
            scene.advance(to: Double(number + 1) * 0.7)
        }
        return scene
    }
    /// Returns a shape's coverage of each pixel, 0 to 1, in a picture that contains the room and a border of the same size.
    private static func coverage(_ shape: DropShapes.Shape, _ room: Rectangle, scale: Double, _ renderer: CanvasRenderer,
                                 _ target: Framebuffer) throws -> [Double] {
        var canvas = Canvas(), encoder = renderer.device.makeCommandEncoder()
        shape.draw(into: &canvas)
        try renderer.draw(canvas, into: &encoder, target: target, scale: scale, clear: .black)
        try renderer.device.submit(encoder)
        let image = try target.readImage()
        return (0..<image.width * image.height).map { Double(image.bytes[4 * $0]) / 255 }
    }

    @Test("a drawn shape overlaps no other shape and no wall by more than half a square point, and lies still", arguments: cases)
    func rest(test: Case) throws {
        let scene = try RestingShapesTests.scene(test)
        scene.advance(to: 40)
        #expect(scene.shapes.count >= test.count * 2 / 3)
        for shape in scene.shapes { #expect((shape.body.velocity * shape.body.velocity).sum() < 4, "it moves by \(shape.body.velocity)") }
        let scale = 2.0, width = Int((test.room.maxX + test.room.x) * scale), height = Int((test.room.maxY + test.room.y) * scale)
        let device = Device(.jit), renderer = try CanvasRenderer(device: device), target = try device.makeFramebuffer(width: width, height: height)
        let all = try scene.shapes.map { try RestingShapesTests.coverage($0, test.room, scale: scale, renderer, target) }
        for (number, cover) in all.enumerated() {
            var outside = 0.0
            for y in 0..<height {
                for x in 0..<width where cover[y * width + x] > 0 {
                    let place = Point(Double(x) + 0.5, Double(y) + 0.5) / scale
                    if !test.room.contains(place) { outside += cover[y * width + x] }
                }
            }
            #expect(outside / (scale * scale) < 0.5, "shape \(number) covers \(outside / (scale * scale)) square points of the walls")
            for other in 0..<number {
                // If two shapes touch in a pixel but do not overlap, their coverages add up to 1 at most.
                let both = zip(cover, all[other]).reduce(0) { $0 + max(0, $1.0 + $1.1 - 1) } / (scale * scale)
                #expect(both < 0.5, "shapes \(other) and \(number) overlap by \(both) square points")
            }
        }
    }

    @Test("a stroke lies inside of its body; the distance to the body's edge is the skin", arguments: DropShapes.BodyKind.allCases, [1.0, 3, 8])
    func inside(kind: DropShapes.BodyKind, width: Double) throws {
        let room = Rectangle(x: 0, y: 0, width: 800, height: 600), scene = try DropShapes(bounds: room)
        scene.kind = kind
        scene.style.width = width
        var random = SeededGenerator(state: 9)
        for number in 0..<8 {
            let points = RestingShapesTests.line(number, in: room, &random), shape = try #require(try scene.add(line: points))
            for element in shape.path.elements {
                guard case .move(let point) = element else { if case .line(let point) = element { check(point) }; continue }
                check(point)
            }
            func check(_ point: Point) {
                for i in 0..<16 {
                    let way = AffineTransform.rotation(Double(i) * .pi / 8).applyToOffset(Point(width / 2 - 0.75 * scene.world.skin, 0))
                    // Convex parts that are too thin for the simulation (thinner than half a skin) are left out, so the body may have
                    // gaps of up to skin / 2 between its parts and, for a closed line, along its outline. Because of such gaps, it
                    // suffices that the body contains one of five nearby points.
                    let isInside = [Point(0, 0), Point(0.25, 0), Point(-0.25, 0), Point(0, 0.25), Point(0, -0.25)].contains {
                        shape.body.contains(shape.body.transform.apply(point + way + $0))
                    }
                    #expect(isInside, "line \(number) at \(point), by \(way)")
                }
            }
        }
    }

    @Test("no body begins inside of another body or a wall, wherever its line is drawn; a full room refuses another body and does not change",
          arguments: DropShapes.BodyKind.allCases)
    func room(kind: DropShapes.BodyKind) throws {
        let room = Rectangle(x: 0, y: 0, width: 300, height: 220), scene = try DropShapes(bounds: room)
        scene.kind = kind
        scene.style.width = 4
        var refusals = 0, random = SeededGenerator(state: 3)
        for number in 0..<60 {
            // Lines with an even number are all drawn at the same place. Lines with an odd number are drawn anywhere in the room.
            let points = RestingShapesTests.line(number, in: number % 2 == 0 ? Rectangle(x: 100, y: 80, width: 1, height: 1) : room, &random),
                count = scene.world.bodies.count
            do {
                let shape = try #require(try scene.add(line: points))
                #expect(!shape.body.overlapsAnother && room.inset(dx: -0.5, dy: -0.5).union(shape.body.bounds) == room.inset(dx: -0.5, dy: -0.5),
                        "line \(number)")
            } catch let error as PhysicsError {
                #expect(error.code == .noRoom && scene.world.bodies.count == count)
                refusals += 1
            }
        }
        #expect(scene.shapes.count > 8 && refusals > 10, "\(scene.shapes.count) bodies")
        // In a smaller room, the shapes are moved into the room.
        try scene.removeAll()
        for number in 0..<6 { try scene.add(line: RestingShapesTests.line(number, in: room, &random)) }
        try scene.setBounds(Rectangle(x: 20, y: 10, width: 230, height: 200))
        for shape in scene.shapes { #expect(!shape.body.overlapsAnother && scene.bounds.inset(dx: -0.5, dy: -0.5).contains(shape.body.position)) }
    }
}
