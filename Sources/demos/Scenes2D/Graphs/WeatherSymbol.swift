public import Canvas
import Raster

/// A small picture of the sky, made of paths.
public enum WeatherSymbol: String, Sendable, Hashable, CaseIterable {
    /// A clear day.
    case sun
    /// A clear night.
    case moon
    /// A cloud in front of the Sun.
    case partlyCloudy
    /// A cloud in front of the Moon.
    case cloudyNight
    /// An overcast sky.
    case cloud
    /// A cloud with raindrops.
    case rain

    /// Selects the picture for the weather.
    /// - Parameters:
    ///   - cloud: The cloud cover, 0 to 100.
    ///   - rain: The chance of rain, 0 to 100.
    ///   - isDay: True if the Sun is up.
    public init(cloud: Double, rain: Double, isDay: Bool) {
        if rain >= 45 {
            self = .rain
        } else if cloud >= 75 {
            self = .cloud
        } else if cloud >= 30 {
            self = isDay ? .partlyCloudy : .cloudyNight
        } else {
            self = isDay ? .sun : .moon
        }
    }
    /// Returns the picture, centred on the origin.
    /// - Parameter size: The width and height in the canvas's units.
    public func drawing(size: Double) -> Canvas {
        var canvas = Canvas()
        canvas.scale(size / 32, size / 32)
        switch self {
        case .sun: WeatherSymbol.sun(&canvas, at: Point(0, 0), radius: 6.5)
        case .moon: WeatherSymbol.moon(&canvas, at: Point(0, 0), radius: 9)
        case .partlyCloudy:
            WeatherSymbol.sun(&canvas, at: Point(-4.5, -4.5), radius: 5)
            WeatherSymbol.cloud(&canvas, at: Point(2, 4), color: Color(white: 1))
        case .cloudyNight:
            WeatherSymbol.moon(&canvas, at: Point(-4, -5), radius: 7)
            WeatherSymbol.cloud(&canvas, at: Point(2, 4), color: Color(hex: 0xD9E2F2))
        case .cloud: WeatherSymbol.cloud(&canvas, at: Point(0, 1), color: Color(hex: 0xE6ECF5))
        case .rain:
            for (x, y) in [(-5.0, 8.0), (0, 9.5), (5, 8)] {
                var drop = Path()
                drop.move(to: Point(x + 1, y - 1))
                drop.line(to: Point(x - 1, y + 4))
                canvas.stroke(drop, with: .color(Color(hex: 0x58C4FF)), style: StrokeStyle(width: 2, cap: .round))
            }
            WeatherSymbol.cloud(&canvas, at: Point(0, -2), color: Color(hex: 0xD3DCE9))
        }
        return canvas
    }
    private static func sun(_ canvas: inout Canvas, at center: Point, radius: Double) {
        let color = Paint.color(Color(hex: 0xFFD23F))
        canvas.fill(Path(circleAt: center, radius: radius), with: color)
        for i in 0..<8 {
            let angle = Double(i) * .pi / 4, direction = Point(PortableMath.cosine(angle), PortableMath.sine(angle))
            var ray = Path()
            ray.move(to: center + direction * (radius + 2.5))
            ray.line(to: center + direction * (radius + 5))
            canvas.stroke(ray, with: color, style: StrokeStyle(width: 2, cap: .round))
        }
    }
    private static func moon(_ canvas: inout Canvas, at center: Point, radius: Double) {
        // A crescent between two arcs: from tip to tip along the outer circle, and back along a flatter arc.
        var path = Path()
        let tip = radius * 0.72
        path.move(to: center + Point(tip * 0.35, -radius * 0.94))
        path.cubic(to: center + Point(-radius, 0), control1: center + Point(-tip * 0.55, -radius * 1.02), control2: center + Point(-radius, -radius * 0.56))
        path.cubic(to: center + Point(radius * 0.94, tip * 0.45), control1: center + Point(-radius, radius * 1.25),
                   control2: center + Point(radius * 0.62, radius * 1.32))
        path.cubic(to: center + Point(tip * 0.35, -radius * 0.94), control1: center + Point(-radius * 0.1, radius * 0.72),
                   control2: center + Point(-radius * 0.42, -radius * 0.3))
        path.close()
        canvas.fill(path, with: .color(Color(hex: 0xF3E9C6)))
    }
    private static func cloud(_ canvas: inout Canvas, at center: Point, color: Color) {
        var path = Path(circleAt: center + Point(-5.5, 0.5), radius: 4.5)
        path.append(Path(circleAt: center + Point(0.5, -2.5), radius: 6))
        path.append(Path(circleAt: center + Point(6.5, 1), radius: 4))
        path.append(Path(roundedRectangle: Rectangle(x: center.x - 10, y: center.y - 0.5, width: 20.5, height: 5.5), cornerRadius: 2.75))
        canvas.fill(path, with: .color(color))
    }
}
