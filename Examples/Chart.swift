import Canvas
import Raster

/// A chart on a card: gradients, a curve, soft shadows and text, drawn by Canvas.
@main struct Chart {
    static func main() throws {
        let device = Device()
        let renderer = try CanvasRenderer(device: device)
        let picture = try renderer.image(of: draw(), width: 480, height: 300, background: Color(hex: 0xE8EDF3))
        try picture.writePNG(to: "chart.png")
        print("The picture is chart.png.")
    }

    static func draw() throws -> Canvas {
        let hours: [Double] = [12, 11, 10, 12, 15, 19, 22, 23, 21, 18, 15, 13]
        let card = Rectangle(x: 20, y: 20, width: 440, height: 260)
        let font = try Font(named: "DejaVu Sans")
        func place(_ hour: Int) -> Point { Point(56 + Double(hour) * 34, 240 - (hours[hour] - 8) * 9) }

        var canvas = Canvas()
        canvas.saved { canvas in
            canvas.shadows = [Shadow(offset: Point(0, 6), blur: 18, color: Color(white: 0, alpha: 0.25))]
            canvas.fill(Path(roundedRectangle: card, cornerRadius: 16), with: .color(.white))
        }
        var curve = Path()
        curve.move(to: place(0))
        for hour in 1..<hours.count {
            let from = place(hour - 1), to = place(hour), middle = (from.x + to.x) / 2
            curve.cubic(to: to, control1: Point(middle, from.y), control2: Point(middle, to.y))
        }
        var area = curve
        area.line(to: Point(place(hours.count - 1).x, 248))
        area.line(to: Point(place(0).x, 248))
        area.close()
        let warm = Color(hex: 0xF58A42), fade = [Color(hex: 0xF58A42, alpha: 0.5), Color(hex: 0xF58A42, alpha: 0)]
        canvas.fill(area, with: .gradient(.linear(from: Point(0, 90), to: Point(0, 248), fade)))
        canvas.stroke(curve, with: .color(warm), style: StrokeStyle(width: 4, cap: .round, join: .round))
        for hour in stride(from: 0, to: hours.count, by: 2) {
            canvas.fill(Path(circleAt: place(hour), radius: 5), with: .color(.white))
            canvas.stroke(Path(circleAt: place(hour), radius: 5), with: .color(warm), style: StrokeStyle(width: 2.5))
            try canvas.draw(text: "\(2 * hour):00", at: Point(place(hour).x - 14, 266), font: font, size: 11, paint: .color(Color(hex: 0x6B7A8C)))
        }
        try canvas.draw(text: "Temperature", at: Point(44, 56), font: font, size: 20, paint: .color(Color(hex: 0x22303F)))
        try canvas.draw(text: "highest 23 °C at 14:00", at: Point(44, 78), font: font, size: 13, paint: .color(Color(hex: 0x6B7A8C)))
        return canvas
    }
}
