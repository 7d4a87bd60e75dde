// HangingLamp: a lamp with a shade on its own rope.

import Canvas
import Raster
import Scenes2D

final class HangingLamp {
    let rope: Rope
    let body: PhysicsBody
    private let center: Point
    private static let size = Size(width: 58, height: 40)

    init(in world: PhysicsWorld, frame: Rectangle) throws {
        rope = try Rope(in: world, frame: frame, segments: 12, linkWidth: 6)
        rope.style.color = Color(hex: 0x24272D)
        rope.style.highlight = Color(white: 1, alpha: 0.25)
        rope.style.shadow = nil
        body = try rope.attach(size: HangingLamp.size)
        center = body.position
    }
    /// The position of the light.
    var bulb: Point { body.transform.apply(center + Point(0, HangingLamp.size.height / 2)) }

    /// - Parameter color: The colour of the light; nil to draw the lamp switched off.
    func draw(color: Color?, into canvas: inout Canvas) {
        if let color {
            // A glow in the air around the bulb.
            let glow = [color.withAlpha(0.5), color.withAlpha(0.13), color.withAlpha(0)]
            canvas.saved { canvas in
                canvas.blendMode = .plus
                let reach = 150.0
                canvas.fill(HangingLamp.disc(bulb, reach), with: .gradient(.radial(center: bulb, radius: reach, glow)))
            }
        }
        rope.draw(into: &canvas)
        canvas.saved { canvas in
            canvas.concatenate(body.transform)
            canvas.translate(center.x, center.y)
            let (w, h) = (HangingLamp.size.width, HangingLamp.size.height)
            let bulb = Point(0, h / 2 - 3)
            canvas.fill(HangingLamp.disc(bulb, 10),
                        with: color.map { Paint.gradient(.radial(center: bulb, radius: 10, [.white, .white, $0])) } ?? Paint.color(Color(hex: 0x8A8D92)))
            var shade = Path()
            shade.move(to: Point(-7, -h / 2))
            shade.line(to: Point(7, -h / 2))
            shade.cubic(to: Point(w / 2, h / 2 - 2), control1: Point(10, -h / 2 + 14), control2: Point(w / 2 - 2, -2))
            shade.line(to: Point(-w / 2, h / 2 - 2))
            shade.cubic(to: Point(-7, -h / 2), control1: Point(-w / 2 + 2, -2), control2: Point(-10, -h / 2 + 14))
            shade.close()
            canvas.fill(shade, with: .gradient(.linear(from: Point(-w / 2, 0), to: Point(w / 2, 0),
                                                       [Color(hex: 0x16382F), Color(hex: 0x3E8F78), Color(hex: 0x1F5A4A), Color(hex: 0x0E2620)])))
            canvas.stroke(shade, with: .color(Color(0.03, 0.1, 0.08, 0.8)), style: StrokeStyle(width: 1.2, join: .round))
            // The knob in the middle of the shade's upper side hides the end of the rope at every angle.
            let knob = Point(0, -h / 2), steel = [Color(hex: 0xE4E8EE), Color(hex: 0x7A808A), Color(hex: 0x33373D)]
            canvas.fill(HangingLamp.disc(knob, 5.5), with: .gradient(.radial(center: knob + Point(-1.5, -2), radius: 7, steel)))
            if let color {
                var rim = Path()
                rim.move(to: Point(-w / 2 + 1, h / 2 - 2))
                rim.line(to: Point(w / 2 - 1, h / 2 - 2))
                canvas.stroke(rim, with: .color(color), style: StrokeStyle(width: 2.4, cap: .round))
            }
        }
    }
    static func disc(_ center: Point, _ radius: Double) -> Path {
        var path = Path()
        for i in 0..<48 { path.line(to: center + AffineTransform.rotation(Double(i) * .pi / 24).applyToOffset(Point(radius, 0))) }
        path.close()
        return path
    }
}
