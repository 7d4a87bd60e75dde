// PlainShapeTests: all threads prepare the shapes, and then one thread executes the commands in order. The picture must equal a
// picture without this preparation.

import Canvas
import Raster
import SeededRandom
import Testing

@Suite("Shapes prepared by all threads") struct PlainShapeTests {
    /// Returns a canvas with shapes of all modes, fill rules and strokes. Some shapes lie outside of the picture, and some commands
    /// between the shapes cannot be prepared.
    private static func drawing(frame: Int) -> Canvas {
        var canvas = Canvas(), random = SeededGenerator(state: 77)
        for i in 0..<700 {
            let center = random.point(-40...240), radius = random.number(2...15),
                color = Color(random.number(0...1), random.number(0...1), random.number(0...1), random.number(0.2...1))
            canvas.transform = .translation(Double(frame) * 1.25, Double(-frame) * 0.75)
            canvas.blendMode = i % 3 == 0 ? BlendMode.allCases[i / 3 % BlendMode.allCases.count] : .sourceOver
            canvas.alpha = i % 11 == 0 ? 0.4 : 1
            canvas.shadows = i % 67 == 0 ? [Shadow(offset: Point(2, 3), blur: 4, color: .black)] : []
            canvas.saved { canvas in
                if i % 53 == 0 { canvas.clip(to: .disc(center.x, center.y, radius * 0.8)) }
                switch i % 7 {
                case 0: canvas.stroke(.disc(center.x, center.y, radius), with: .color(color), style: StrokeStyle(width: 2))
                case 1: canvas.stroke(.box(center.x, center.y, radius, 9), with: .color(color), style: StrokeStyle(width: 0))
                case 2: canvas.fill(.box(center.x, center.y, radius, radius), with: .color(color))
                case 3 where i % 2 == 0: canvas.layer { $0.fill(.disc(center.x, center.y, radius), with: .color(color)) }
                default:
                    var path = Path.disc(center.x, center.y, radius)
                    path.append(.disc(center.x + 3, center.y, radius))
                    canvas.fill(path, with: .color(color), rule: i % 2 == 0 ? .evenOdd : .nonZero)
                }
            }
        }
        return canvas
    }

    @Test("a frame with known paths has the same bits as a frame with new paths") func knownPaths() throws {
        // All frames draw the same canvas, since a new canvas would have new path objects.
        let first = Self.drawing(frame: 0)
        for threads in [1, 3] {
            let stage = try Stage(threads: threads)
            _ = try stage.pixels(first, width: 200, height: 200, over: .white)
            for frame in 0..<3 {
                var moved = Canvas()
                moved.transform = .translation(Double(frame) * 1.25, Double(-frame) * 0.75)
                moved.draw(first)
                let expected = try Stage(threads: 1).pixels(moved, width: 200, height: 200, over: .white)
                #expect(try stage.pixels(moved, width: 200, height: 200, over: .white) == expected, "frame \(frame), \(threads) threads")
                #expect(stage.renderer.statistics.preparedPaths == 0)
            }
        }
    }

    @Test("earlier frames do not change the picture: paths appear and disappear, and are filled, stroked and scaled in other ways") func history() throws {
        let stage = try Stage(threads: 2)
        var random = SeededGenerator(state: 21)
        func path() -> Path {
            random.number(0...1) < 0.5 ? .disc(random.number(0...60), random.number(0...60), random.number(2...20))
                : .box(random.number(0...50), random.number(0...50), 12, 7)
        }
        let kept = (0..<12).map { _ in path() }
        for frame in 0..<320 {
            var canvas = Canvas()
            // In frames 100 to 249 the first paths are not drawn. The renderer forgets each path that is not drawn for 150 frames, so the
            // renderer forgets the first paths.
            let usesKept = !(100..<250).contains(frame)
            for _ in 0..<Int(random.number(0...40)) {
                // The other paths are new in each frame and are freed after the frame. A later path may get the address of a freed
                // path.
                let shape = usesKept && random.number(0...1) < 0.7 ? kept[Int(random.number(0...11.9))] : path()
                let color = Paint.color(Color(random.number(0...1), random.number(0...1), random.number(0...1), 0.7))
                canvas.transform = .scale([0.5, 0.75, 1, 3][Int(random.number(0...3.9))], 1)
                if random.number(0...1) < 0.5 {
                    canvas.fill(shape, with: color, rule: random.number(0...1) < 0.5 ? .evenOdd : .nonZero)
                } else {
                    let join = StrokeStyle.Join.allCases[Int(random.number(0...2.9))], limit = [1.0, 10][Int(random.number(0...1.9))]
                    canvas.stroke(shape, with: color,
                                  style: StrokeStyle(width: [0, 1, 2.5][Int(random.number(0...2.9))], join: join, miterLimit: limit,
                                                     dashes: random.number(0...1) < 0.2 ? [3, 2] : []))
                }
            }
            let texture = try CanvasRenderer(device: stage.device).texture(of: canvas, width: 64, height: 64)
            #expect(try stage.pixels(canvas) == Pixels(texture.readImage()), "frame \(frame)")
        }
    }

    @Test("a transform that is not finite is an error that names its command, also after many known shapes") func refusal() throws {
        let stage = try Stage(threads: 2), path = Path.disc(9, 9, 5)
        var canvas = Canvas()
        for _ in 0..<300 { canvas.fill(path, with: .color(.black)) }
        _ = try stage.pixels(canvas)
        canvas.transform = .translation(.nan, 0)
        canvas.fill(path, with: .color(.black))
        do {
            _ = try stage.pixels(canvas)
            Issue.record("the canvas was drawn")
        } catch let error as CanvasError {
            #expect(error.code == .invalidCoordinate)
            #expect(error.place == "command 300 of the canvas")
        }
    }

    @Test("memory that a large frame needed is released after some small frames") func memory() throws {
        let stage = try Stage(threads: 2)
        var large = Canvas(), random = SeededGenerator(state: 3)
        for _ in 0..<400 { large.fill(.disc(random.number(0...500), random.number(0...500), 70), with: .color(.black)) }
        _ = try stage.pixels(large, width: 500, height: 500)
        let most = stage.renderer.scratchByteCount
        #expect(most > 2 << 20)
        for _ in 0..<3 { _ = try stage.pixels(large, width: 500, height: 500) }
        for _ in 0..<120 { _ = try stage.pixels(width: 16, height: 16) { $0.fill(.disc(8, 8, 4), with: .color(.black)) } }
        #expect(stage.renderer.scratchByteCount < 1 << 20)
        #expect(try stage.pixels(large, width: 500, height: 500) == Stage(threads: 1).pixels(large, width: 500, height: 500))
        // Checks the memory again after frames with many commands. Each of these commands covers almost no pixels.
        let dot = Path.box(3, 3, 1, 1)
        for _ in 0..<2 { _ = try stage.pixels(width: 16, height: 16) { canvas in for _ in 0..<30_000 { canvas.fill(dot, with: .color(.black)) } } }
        #expect(stage.renderer.scratchByteCount > 2 << 20)
        for _ in 0..<120 { _ = try stage.pixels(width: 16, height: 16) { $0.fill(dot, with: .color(.black)) } }
        #expect(stage.renderer.scratchByteCount < 1 << 20)
    }
}
