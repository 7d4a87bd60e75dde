// The demos of physics and of the vine: golden images at three times, pointers and keys, and equal compiled pictures.

import DemoKit
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite struct Scenes2DDemoTests {
    static let makers: [(name: String, make: @Sendable (Device) throws -> any Demo)] = [
        ("rope", { try RopeDemo(device: $0) }),
        ("rope-physics", { try RopeDemo(device: $0, physics: 0.7) }),
        ("drop-shapes", { try DropShapesDemo(device: $0) }),
        ("drop-shapes-hull", { try DropShapesDemo(device: $0, kind: .hull, physics: 0) }),
        ("vine", { try VineDemo(device: $0) }),
        ("vine-circle", { try VineDemo(device: $0, leaf: .circle) }),
    ]
    private let size = PixelSize(width: 192, height: 108)

    @Test("each draws its golden images at three times, and the same when compiled", arguments: makers.indices)
    func golden(index: Int) throws {
        let (name, make) = Scenes2DDemoTests.makers[index]
        let reference = Device(.reference), jit = Device(.jit)
        let plain = try (make(reference), HeadlessDriver(device: reference, size: size, samples: 1)),
            compiled = try (make(jit), HeadlessDriver(device: jit, size: size, samples: 1))
        for (number, time) in [0.45, 1.3, 7].enumerated() {
            let picture = try plain.1.render(plain.0, time: time)
            try GoldenImage.expect(picture, equals: "\(name)-\(number + 1)")
            #expect(try PictureComparison.difference("\(name) at \(time)", expected: picture, actual: compiled.1.render(compiled.0, time: time)) == nil)
        }
    }

    @Test("with four samples the picture is the same, except the parts that are not drawn by a canvas", arguments: makers.indices)
    func samples(index: Int) throws {
        let device = Device(.jit), (name, make) = Scenes2DDemoTests.makers[index]
        let one = try HeadlessDriver(device: device, size: size, samples: 1).render(make(device), time: 1.3)
        let four = try HeadlessDriver(device: device, size: size, samples: 4).render(make(device), time: 1.3)
        let difference = zip(one.bytes, four.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        // The mean difference is not 0, because with four samples the wall's edges are smooth, and the lamp's glow is added to a
        // layer instead of the wall.
        #expect(Double(difference) / Double(one.bytes.count) < 2, "\(name)")
    }

    @Test("a picture depends on the time alone, not on earlier frames", arguments: makers.indices)
    func frames(index: Int) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: PixelSize(width: 96, height: 54), samples: 1)
        let (name, make) = Scenes2DDemoTests.makers[index]
        let many = try make(device)
        for frame in 0..<12 { _ = try driver.render(many, time: 2 * Double(frame) / 11 * 0.999) }
        #expect(try PictureComparison.difference(name, expected: driver.render(make(device), time: 2), actual: driver.render(many, time: 2)) == nil)
    }

    @Test("pressing the button switches the lamp, dragging it does not; X shows the physics and hides it again")
    func rope() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: PixelSize(width: 192, height: 108), samples: 1)
        func picture(_ events: (RopeDemo) throws -> Void) throws -> Image {
            let demo = try RopeDemo(device: device)
            _ = try driver.render(demo, time: 0)
            try events(demo)
            return try driver.render(demo, time: 0.1)
        }
        // The button hangs at (352, 402) in a scene of 960 by 540 points. A point is a fifth of a pixel.
        let x: Float = 352 / 5, y: Float = (540 - 402) / 5
        let lit = try picture { _ in }
        let dark = try picture { demo in
            try demo.handle(.pointer(x: x, y: y, pressed: true), at: 0)
            try demo.handle(.pointer(x: x, y: y, pressed: false), at: 0.02)
        }
        func brightness(_ image: Image) -> Int { image.bytes.reduce(0) { $0 + Int($1) } }
        #expect(brightness(dark) < brightness(lit) * 9 / 10)
        let dragged = try picture { demo in
            try demo.handle(.pointer(x: x, y: y, pressed: true), at: 0)
            try demo.handle(.pointer(x: x + 20, y: y + 4, pressed: true), at: 0.01)
            try demo.handle(.pointer(x: x + 20, y: y + 4, pressed: false), at: 0.08)
        }
        #expect(dragged != lit && brightness(dragged) > brightness(lit) * 9 / 10)
        #expect(try picture { demo in for _ in 0..<2 { try demo.handle(.key("x"), at: 0) } } == lit)
        #expect(try picture { try $0.handle(.key("x"), at: 0) } != lit)
    }

    @Test("a line drawn with the pointer in the physics demo falls; a line drawn in the vine demo becomes a vine")
    func drawing() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: PixelSize(width: 96, height: 54), samples: 1)
        func draw(_ demo: any Demo) throws -> (Image, Image) {
            let before = try driver.render(demo, time: 0)
            for i in 0..<12 { try demo.handle(.pointer(x: 20 + Float(i) * 4, y: 40 + Float(i % 3) * 3, pressed: i < 11), at: Double(i) / 60) }
            try demo.handle(.drag(dx: 1, dy: 1, secondary: false), at: 0.3)
            return (before, try driver.render(demo, time: 1.4))
        }
        for (before, after) in [try draw(DropShapesDemo(device: device, lines: 0)), try draw(VineDemo(device: device, script: false))] {
            #expect(before != after)
        }
        let demo = try DropShapesDemo(device: device, lines: 0)
        let (before, _) = try draw(demo)
        for key in "gexgexc" { try demo.handle(.key(key), at: 1.5) }
        try demo.handle(.tap, at: 1.6)
        try demo.handle(.arrow(dx: 1, dy: -1), at: 1.6)
        let difference = try PictureComparison.difference("cleared", expected: before, actual: driver.render(demo, time: 1.7))
        #expect(difference == nil, "\(String(describing: difference))")
    }

    @Test("a narrow frame shows the whole scene") func narrow() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: PixelSize(width: 96, height: 192), samples: 1)
        // The difference of the two pictures is the first line that the demo draws by itself. No body exists yet. The line must not
        // be cut off.
        let board = try driver.render(DropShapesDemo(device: device, springs: false), time: 0),
            image = try driver.render(DropShapesDemo(device: device, springs: false), time: 0.39)
        let line = (0..<96).map { x in (0..<192).count { image[x, $0] != board[x, $0] } }
        #expect(line.reduce(0, +) > 10 && line[..<4].allSatisfy { $0 == 0 } && line[92...].allSatisfy { $0 == 0 })
        // The lamp hangs at three quarters of the picture's width, and lights this part of the picture most.
        let lit = try driver.render(RopeDemo(device: device), time: 0)
        func brightness(_ columns: Range<Int>) -> Int {
            columns.reduce(0) { sum, x in sum + (0..<192).reduce(0) { max($0, Int(lit[x, $1].x) + Int(lit[x, $1].y) + Int(lit[x, $1].z)) } } / columns.count
        }
        #expect(brightness(64..<80) > brightness(0..<16) * 3 / 2 && brightness(64..<80) > brightness(88..<96))
    }

    @Test("late times and unusual sizes are drawn", arguments: makers.indices)
    func odd(index: Int) throws {
        let device = Device(.jit), demo = try Scenes2DDemoTests.makers[index].make(device)
        for (width, height, time) in [(1, 1, 0.1), (300, 2, 1.0), (2, 300, 2.0), (64, 36, 1e6)] {
            _ = try HeadlessDriver(device: device, size: PixelSize(width: width, height: height), samples: 1).render(demo, time: time)
        }
    }

    @Test("sixty lines find room on a wide, a tall and a small board, and stay there, while two shapes bob on springs",
          arguments: [PixelSize(width: 128, height: 72), PixelSize(width: 72, height: 128), PixelSize(width: 96, height: 64)], DropShapes.BodyKind.allCases)
    func many(size: PixelSize, kind: DropShapes.BodyKind) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1),
            demo = try DropShapesDemo(device: device, kind: kind, lines: 60, seed: 4)
        // A body on a spring still moves, because it oscillates around its rest position.
        _ = try driver.render(demo, time: 1)
        let scene = demo.scene, springs = scene.world.joints.filter { $0.kind == .spring }, before = springs.map(\.second.position.y)
        _ = try driver.render(demo, time: 1.4)
        #expect(zip(before, springs.map(\.second.position.y)).allSatisfy { abs($0 - $1) > 1 })
        _ = try driver.render(demo, time: 14)
        let board = scene.bounds.inset(dx: -1, dy: -1)
        #expect(scene.shapes.count >= 56 && springs.count == 2, "\(scene.shapes.count) shapes")
        for shape in scene.shapes { #expect(board.union(shape.body.bounds) == board, "\(shape.body.bounds) in \(scene.bounds)") }
    }

    @Test("S hangs the body under the pointer on a spring and removes the spring again")
    func spring() throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: PixelSize(width: 960, height: 540), samples: 1),
            demo = try DropShapesDemo(device: device, lines: 0)
        _ = try driver.render(demo, time: 0)
        for i in 0...20 { try demo.handle(.pointer(x: 400 + Float(i) * 6, y: 300 + Float(i % 10) * 8, pressed: i < 20), at: 0) }
        let body = try #require(demo.scene.shapes.first).body
        try demo.handle(.pointer(x: Float(body.position.x), y: Float(540 - body.position.y), pressed: false), at: 0.01)
        let place = demo.scene.world.body(at: body.position) === body
        try demo.handle(.key("s"), at: 0.02)
        #expect(demo.scene.world.joints.count == (place ? 1 : 0))
        try demo.handle(.key("s"), at: 0.03)
        #expect(demo.scene.world.joints.isEmpty)
    }

    @Test("the vine that draws itself reaches every part of the picture, wide, tall and square",
          arguments: [PixelSize(width: 192, height: 108), PixelSize(width: 108, height: 192), PixelSize(width: 120, height: 80),
                      PixelSize(width: 252, height: 108)])
    func vineFills(size: PixelSize) throws {
        let device = Device(.jit), driver = try HeadlessDriver(device: device, size: size, samples: 1)
        let vine = try driver.render(VineDemo(device: device), time: 6), paper = try driver.render(VineDemo(device: device, script: false), time: 6)
        let columns = size.width >= size.height ? 5 : 3, rows = size.width >= size.height ? 3 : 5
        for row in 0..<rows {
            for column in 0..<columns {
                let xs = size.width * column / columns..<size.width * (column + 1) / columns, ys = size.height * row / rows..<size.height * (row + 1) / rows
                let ink = ys.reduce(0) { sum, y in sum + xs.count { x in abs(Int(vine[x, y].x) - Int(paper[x, y].x)) > 30 } }
                #expect(ink > xs.count * ys.count / 100, "\(ink) of \(xs.count * ys.count) pixels in column \(column), row \(row)")
            }
        }
    }
}
