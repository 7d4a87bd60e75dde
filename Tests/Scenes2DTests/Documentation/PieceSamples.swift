// PieceSamples: the code and the pictures of the pages about the colour picker, the arrow and the emitter.

import Canvas
import Raster
import Scenes2D

enum PieceSamples {
    static let pictures = ["color-picker", "bezier-arrow", "emitter", "replicator"]

    /// Draws the named picture. Traps if no picture has the given name.
    static func draw(_ name: String, on device: Device) throws -> Image {
        switch name {
        case "color-picker": try picker(on: device)
        case "bezier-arrow": try arrow(on: device)
        case "emitter": try emitter(on: device)
        case "replicator": try replicator(on: device)
        default: preconditionFailure("no page has a picture \(name)")
        }
    }
    private static func picture(_ canvas: Canvas, _ width: Int, _ height: Int, on device: Device) throws -> Image {
        let renderer = try CanvasRenderer(device: device), target = try device.makeFramebuffer(width: width, height: height)
        var encoder = device.makeCommandEncoder()
        try renderer.draw(canvas, into: &encoder, target: target, scale: 1, clear: Color(hex: 0xE3E7EF))
        try device.submit(encoder)
        return try target.readImage()
    }

    static func texts() throws -> [String?] {
        let sky = try Color(text: "hsl(205 90% 62%)")
        let same = try Color(text: "[UIColor colorWithHue:0.5694 saturation:0.711 brightness:0.962 alpha:1]")
        let texts = [sky.text(.hex), sky.text(.swiftUIColor), same.text(.rgb), same.text(.cssName)]
        return texts
    }
    static func mistake() -> String {
        do {
            _ = try Color(text: "rgb(255, 122)")
            return ""
        } catch { return error.description }
    }

    /// Types a colour. Returns the error message about the unfinished text, whether the finished text is a colour, and the colour.
    static func typed() -> (mistake: String?, isColor: Bool, color: Color) {
        var picker = ColorPicker(frame: Rectangle(x: 0, y: 0, width: 336, height: 400))
        picker.beginTyping(in: .text)
        picker.type("hsl(205 90% 62")
        let mistake = picker.typingMistake
        picker.edit { line in line.delete(.start) }
        picker.type("tomato")
        let isColor = picker.commitTyping()
        return (mistake, isColor, picker.color)
    }
    static func connected() -> BezierArrow {
        var arrow = BezierArrow()
        arrow.connect(Rectangle(x: 20, y: 20, width: 120, height: 40), Rectangle(x: 260, y: 140, width: 120, height: 40))
        return arrow
    }

    private static func picker(on device: Device) throws -> Image {
        let press = Point(284, 60), release = Point(250, 84)
        var canvas = Canvas()
        var picker = ColorPicker(frame: Rectangle(x: 24, y: 20, width: 336, height: 400), color: Color(hex: 0x2E8BFF))
        picker.clipboardText = "tomato"
        picker.font = try Font(named: "DejaVu Sans")
        picker.pointerDown(at: press)
        picker.pointerMoved(to: release)
        picker.pointerUp(at: release)
        try picker.draw(on: &canvas)
        return try picture(canvas, 384, 450, on: device)
    }

    private static func arrow(on device: Device) throws -> Image {
        var canvas = Canvas(), places: [Point] = []
        var arrow = BezierArrow()
        arrow.transform = .translation(40, 20)
        arrow.onRelease = { place in places.append(place) }
        arrow.pointerDown(at: Point(330, 150))
        arrow.pointerUp(at: Point(330, 170))
        arrow.draw(on: &canvas)
        precondition(places == [Point(340, 170)])
        return try picture(canvas, 400, 210, on: device)
    }

    private static func emitter(on device: Device) throws -> Image {
        let time = 2.4
        let target = try device.makeFramebuffer(width: 400, height: 225)
        var encoder = device.makeCommandEncoder()
        var emitter = SimpleEmitter()
        emitter.position = Point(200, 112)
        emitter.length = 104
        emitter.particleSize = 14
        emitter.growth = 2.5
        emitter.colorSpan = .stream
        let renderer = try ParticleRenderer(device: device)
        try renderer.prepare(emitter.particles(at: time), into: &encoder)
        encoder.render(to: target, clear: .color(0.02, 0.02, 0.05, 1)) { pass in
            renderer.draw(in: &pass, size: Size(width: 400, height: 225))
        }
        try device.submit(encoder)
        return try target.readImage()
    }

    private static func replicator(on device: Device) throws -> Image {
        let time = 0.3
        var canvas = Canvas()
        var petal = Path()
        petal.move(to: Point(0, 24))
        petal.cubic(to: Point(0, 92), control1: Point(22, 44), control2: Point(22, 82))
        petal.cubic(to: Point(0, 24), control1: Point(-22, 82), control2: Point(-22, 44))
        var layer = ReplicatorLayer()
        layer.instanceCount = 12
        layer.instanceTransform = .rotation(.pi / 6)
        layer.instanceColor = Color(hex: 0xFF5E8A)
        layer.instanceBlueOffset = 0.04
        layer.instanceRedOffset = -0.06
        layer.instanceDelay = 1.0 / 12
        layer.transform = .translation(200, 112)
        try canvas.draw(layer, at: time) { canvas, instance in
            let second = instance.time - instance.time.rounded(.down)
            canvas.fill(petal, with: .color(instance.color.withAlpha(1 - 0.85 * second)))
        }
        return try picture(canvas, 400, 225, on: device)
    }
}
