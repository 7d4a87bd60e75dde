// The arrow: its outline, its colours, and dragging its head.

import Canvas
import Raster
import Scenes2D
import SeededRandom
import Testing

@Suite("Bezier arrow") struct BezierArrowTests {
    @Test("the initial numbers are those of the original arrow")
    func numbers() {
        let arrow = BezierArrow()
        #expect(arrow.leftTip == Point(20, 20) && arrow.rightTip == Point(300, 130))
        #expect(arrow.leftHead == Rectangle(x: 20, y: 1, width: 30, height: 38) && arrow.rightHead == Rectangle(x: 270, y: 111, width: 30, height: 38))
        #expect(arrow.upperColor == Color(0.549, 0.627, 0.753) && arrow.fillColor == Color(0.22, 0.267, 0.384))
        #expect(arrow.strokeColor == Color(0.22 * 0.3, 0.267 * 0.3, 0.384 * 0.3))
        #expect(arrow.innerShadow == Shadow(.inner, offset: Point(0.1, 1.1), blur: 2, color: .white))
        #expect(arrow.outerShadow == Shadow(.drop, offset: Point(0.1, 1.1), blur: 2, color: Color(0, 0, 0, 0.243)))
    }

    /// Returns the point and the derivative of a cubic.
    private func cubic(_ p: [Point], _ t: Double) -> (place: Point, way: Point) {
        let s = 1 - t
        let a = p[0] * (s * s * s), b = p[1] * (3 * s * s * t), c = p[2] * (3 * s * t * t), d = p[3] * (t * t * t)
        let e = (p[1] - p[0]) * (3 * s * s), f = (p[2] - p[1]) * (6 * s * t), g = (p[3] - p[2]) * (3 * t * t)
        return (a + b + c + d, e + f + g)
    }

    @Test("the outline has two heads and two S-curves, which are level at the heads, as far apart in the middle as at the heads, and point-symmetric about the middle",
          arguments: [130, 20, -90, 400, 20.001])
    func outline(y: Double) throws {
        var arrow = BezierArrow()
        arrow.rightTip.y = y
        let elements = arrow.path.elements
        #expect(elements.count == 11 && elements.last == .close && elements.first == .move(to: Point(20, 20)))
        var points: [Point] = [], curves: [[Point]] = []
        for element in elements {
            switch element {
            case .move(let to), .line(let to): points.append(to)
            case .cubic(let control1, let control2, let to):
                curves.append([points[points.count - 1], control1, control2, to])
                points.append(to)
            case .quadratic, .close: break
            }
        }
        #expect(points.contains(Point(300, y)) && points.contains(Point(50, 1)) && points.contains(Point(270, y + 19)))
        let middle = (arrow.leftTip + arrow.rightTip) / 2
        for point in points { #expect(points.contains { let gap = $0 + point - 2 * middle; return abs(gap.x) < 1e-9 && abs(gap.y) < 1e-9 }) }
        try #require(curves.count == 2)
        for curve in curves {
            #expect(curve[0].y == curve[1].y && curve[2].y == curve[3].y, "level at both ends")
        }
        // In the middle of the arrow, the two sides are parallel, and the distance between them is the shaft's thickness.
        let upper = cubic(curves[0], 0.5), lower = cubic(curves[1], 0.5), length = (upper.way * upper.way).sum().squareRoot()
        let gap = lower.place - upper.place
        #expect(abs((gap.y * upper.way.x - gap.x * upper.way.y) / length - arrow.shaftWidth) < 1e-9)
        #expect(abs(upper.way.x * lower.way.y - upper.way.y * lower.way.x) < 1e-6 * length * length)
    }

    @Test("between close tips, the heads are smaller and the shaft is thinner; the shaft has this thickness in the middle, too",
          arguments: [(68.0, 27.0), (40, 20), (75, 15), (62, 80), (99, 140), (44, 0)])
    func nearTips(way: Double, rise: Double) throws {
        var arrow = BezierArrow()
        arrow.rightTip = arrow.leftTip + Point(way, rise)
        var last = Point(0, 0), curves: [[Point]] = []
        for element in arrow.path.elements {
            switch element {
            case .move(let to), .line(let to): last = to
            case .cubic(let control1, let control2, let to):
                curves.append([last, control1, control2, to])
                last = to
            case .quadratic, .close: break
            }
        }
        try #require(curves.count == 2)
        let upper = cubic(curves[0], 0.5), lower = cubic(curves[1], 0.5), length = (upper.way * upper.way).sum().squareRoot(), gap = lower.place - upper.place
        let size = arrow.leftHead.width / arrow.headSize.width
        #expect(size > 0.2 && size < 1 && arrow.leftHead.maxX < arrow.rightHead.x)
        #expect(abs((gap.y * upper.way.x - gap.x * upper.way.y) / length - arrow.shaftWidth * size) < 1e-9)
    }

    @Test("the right head can be dragged up and down, above and below the left head, but in no other direction")
    func drag() {
        var arrow = BezierArrow()
        let held1 = arrow.pointerDown(at: Point(30, 20))
        let held2 = arrow.pointerDown(at: Point(160, 75))
        let held3 = arrow.pointerDown(at: Point(.nan, 0))
        #expect(!held1 && !held2 && !held3)
        arrow.pointerMoved(to: Point(290, 300))
        #expect(arrow.rightTip == Point(300, 130) && !arrow.isDragging)
        let held4 = arrow.pointerDown(at: Point(290, 135))
        #expect(held4 && arrow.isDragging)
        arrow.pointerMoved(to: Point(100, -45))
        #expect(arrow.rightTip == Point(300, -50), "the tip keeps its distance from the pointer, and its x")
        arrow.pointerMoved(to: Point(0, .nan))
        arrow.pointerMoved(to: Point(0, 255))
        #expect(arrow.rightTip == Point(300, 250))
        arrow.dragRange = 0...200
        arrow.pointerMoved(to: Point(0, 1e9))
        #expect(arrow.rightTip == Point(300, 200))
    }

    @Test("the release handler is called once, with the tip in the parent's space")
    func release() {
        final class Log { var places: [Point] = [] }
        let log = Log()
        var arrow = BezierArrow()
        arrow.transform = .translation(100, 50) * .scale(2)
        arrow.onRelease = { log.places.append($0) }
        arrow.pointerUp(at: Point(1, 1))
        #expect(log.places.isEmpty)
        let tip = arrow.transform.apply(arrow.rightTip)
        let held5 = arrow.pointerDown(at: tip - Point(4, 0))
        #expect(tip == Point(700, 310) && held5)
        arrow.pointerUp(at: tip + Point(-30, -40))
        arrow.pointerUp(at: tip)
        #expect(log.places == [Point(700, 270)] && !arrow.isDragging)
        arrow.transform = .scale(0)
        let held6 = arrow.pointerDown(at: Point(0, 0))
        #expect(!held6, "what is flat cannot be held")
    }

    @Test("the arrow is filled with the gradient and both shadows, and then outlined without shadows")
    func drawing() throws {
        var canvas = Canvas()
        BezierArrow().draw(on: &canvas)
        let draws = canvas.commands.compactMap { if case .draw(let draw) = $0 { draw } else { nil } }
        try #require(draws.count == 2)
        #expect(draws[0].state.shadows.count == 2 && draws[1].state.shadows.isEmpty)
        #expect(draws[0].paint == .gradient(.linear(from: Point(0, 1), to: Point(0, 149), [Color(0.549, 0.627, 0.753), Color(0.22, 0.267, 0.384)])))
        #expect(draws[1].paint == .color(BezierArrow().strokeColor))
    }

    @Test("an arrow between two rectangles starts and ends on the sides that face each other, and covers neither rectangle")
    func connected() throws {
        var random = SeededGenerator(state: 4), across = 0, down = 0
        for _ in 0..<400 {
            func box() -> Rectangle {
                Rectangle(x: .random(in: -300...300, using: &random), y: .random(in: -200...200, using: &random), width: .random(in: 20...160, using: &random),
                          height: .random(in: 20...120, using: &random))
            }
            let (a, b) = (box(), box())
            var arrow = BezierArrow()
            arrow.shaftWidth = .random(in: 1...38, using: &random)
            let before = arrow.path, (gapX, gapY) = (max(b.minX - a.maxX, a.minX - b.maxX), max(b.minY - a.maxY, a.minY - b.maxY))
            guard arrow.connect(a, b) else {
                #expect(max(gapX, gapY) <= 0 && arrow.path == before)
                continue
            }
            if gapX >= gapY { across += 1 } else { down += 1 }
            let drawn = try #require(arrow.path.transformed(by: arrow.transform).bounds)
            for box in [a, b] {
                #expect(!(drawn.minX < box.maxX - 1e-9 && box.minX < drawn.maxX - 1e-9 && drawn.minY < box.maxY - 1e-9 && box.minY < drawn.maxY - 1e-9),
                        "\(a), \(b): \(drawn)")
            }
            // Each tip is close to the middle of a side, outside of the rectangle.
            for tip in [arrow.leftTip, arrow.rightTip].map(arrow.transform.apply) {
                #expect([a, b].contains { box in
                    let distance = max(max(box.minX - tip.x, tip.x - box.maxX), max(box.minY - tip.y, tip.y - box.maxY))
                    return distance >= 0 && distance <= 8.001 && (abs(tip.x - box.center.x) < 1e-9 || abs(tip.y - box.center.y) < 1e-9)
                })
            }
        }
        #expect(across > 50 && down > 50)
        var arrow = BezierArrow()
        let box = Rectangle(x: 0, y: 0, width: 10, height: 10), meets = arrow.connect(box, box),
            isFar = arrow.connect(box, Rectangle(x: .nan, y: 0, width: 1, height: 1))
        #expect(!meets && !isFar && arrow.rightTip == Point(300, 130))
    }
}
