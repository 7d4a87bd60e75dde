// The code on the pages about physics, and the pictures of these pages.

import Canvas
import Raster
import Scenes2D

/// A scene with a rope. The rope's button was hit half a second ago, and is then dragged.
struct RopeSample {
    let world: PhysicsWorld
    let rope: Rope
    let button: HangingButton

    init() throws {
        let world = try PhysicsWorld(gravity: Point(0, 9.81))
        let rope = try Rope(in: world)
        let button = try HangingButton(on: rope)
        try button.body.strike(Point(3 * button.body.mass, 0))
        world.advance(to: 0.6)
        self.world = world
        self.rope = rope
        self.button = button
    }
    func drag() throws -> Bool {
        try button.press(at: button.body.position)
        try button.drag(to: Point(470, 330))
        world.advance(to: 1.4)
        let wasPressed = try button.release()
        return wasPressed
    }
    /// Draws the part of the scene that contains the hanging objects.
    func draw(into canvas: inout Canvas) {
        canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, 280), [Color(hex: 0xF4EEE4), Color(hex: 0xD5CBBB)])))
        canvas.translate(-240, -165)
        rope.draw(into: &canvas)
        button.draw(into: &canvas)
    }
    func look(into canvas: inout Canvas) throws {
        var xray = PhysicsXray()
        xray.isOn = true
        xray.crossFade = 0.6
        xray.font = try Font(named: "DejaVu Sans")
        xray.legendCorner = Point(250, 275)
        try xray.draw(world, into: &canvas)
    }
}

func dropShapesSample() throws -> DropShapes {
    let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 360, height: 220))
    try scene.begin(at: Point(60, 40))
    try scene.extend(to: Point(110, 50))
    try scene.extend(to: Point(80, 90))
    try scene.end()
    scene.advance(to: 2)
    func curve(_ turns: Double, _ point: (Double) -> Point) -> [Point] {
        (0...40).map { i in
            let turn = AffineTransform.rotation(2 * .pi * turns * Double(i) / 40), p = point(Double(i) / 40)
            return Point(p.x + turn.a * 36, p.y + turn.b * 36)
        }
    }
    let bowl = curve(0.5) { _ in Point(200, 100) }
    scene.kind = .exact
    try scene.add(line: bowl)
    try scene.add(line: curve(1) { Point(290, 60 + 30 * $0 * (1 - $0)) })
    scene.advance(to: 4)
    try scene.add(line: curve(2) { Point(190 + 30 * $0, 60) })
    scene.kind = .hull
    try scene.add(line: curve(1) { Point(80 + 40 * $0 * (1 - $0), 60) })
    scene.advance(to: 9)
    return scene
}

/// Makes a shape on a spring: code from the page about falling lines.
func springSample() throws -> (world: PhysicsWorld, spring: PhysicsJoint) {
    let scene = try DropShapes(bounds: Rectangle(x: 0, y: 0, width: 360, height: 220))
    guard let shape = try scene.add(line: [Point(60, 40), Point(110, 50), Point(80, 90)]) else {
        throw PhysicsError(.degenerateShape, "a line", "is a point", remedy: "draw a longer one")
    }
    let spring = try scene.world.connect(nil, at: Point(80, 0), shape.body, at: Point(80, 40), frequency: 1, dampingRatio: 0.05)
    scene.advance(to: 3)
    return (scene.world, spring)
}

func vineSample(into canvas: inout Canvas) throws {
    canvas.fillEverything(with: .gradient(.linear(from: Point(0, 0), to: Point(0, 220), [Color(hex: 0xFFFDF5), Color(hex: 0xE0ECE0)])))
    var vine = Vine(seed: 4)
    try vine.begin(at: Point(10, 150), time: 0)
    for i in 1...40 {
        let x = Double(i) / 40
        try vine.extend(to: Point(10 + 330 * x, 150 - 110 * x * (2 - x)), time: 2 * x)
    }
    vine.style.leaf = .natural
    vine.draw(into: &canvas, at: 2.4)
    vine.style.leaf = .circle
    canvas.translate(0, 65)
    vine.draw(into: &canvas, at: 2.4)
}
