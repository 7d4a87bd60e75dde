// WalkScene: a street at dusk for the built-in walk of the demo `frames`, drawn as vectors for any size. The street moves past the
// figure by the distance that the figure has walked.
//
// The unit of lengths in the scene is the figure's height. A point of the canvas is a pixel of the picture.

import Canvas
import Raster

package struct WalkScene {
    package let width: Double
    package let height: Double
    /// The height of the figure in pixels.
    let unit: Double
    /// The distance of the pavement's edge from the picture's top.
    var ground: Double { height * 0.78 }
    /// The height of the picture that contains the figure, in pixels.
    package var figureHeight: Int { max(1, Int((unit * Double(WalkingFigure.extent.y)).rounded())) }

    package init(width: Int, height: Int) {
        (self.width, self.height) = (Double(width), Double(height))
        unit = max(1, min(self.height * 0.56, self.width * 0.78))
    }

    /// Draws the street.
    /// - Parameter walked: The distance in figure heights.
    func draw(walked: Double, into canvas: inout Canvas) {
        let sky = Gradient(.linear(from: Point(0, 0), to: Point(0, ground)), stops: [
            Gradient.Stop(0, Color(hex: 0x1D2256)), Gradient.Stop(0.45, Color(hex: 0x6D4389)), Gradient.Stop(0.78, Color(hex: 0xE8788A)),
            Gradient.Stop(1, Color(hex: 0xFFC07A)),
        ])
        canvas.fillEverything(with: .gradient(sky))
        let sun = Point(width * 0.72, ground - 0.62 * unit), glow = Color(hex: 0xFFE2A8)
        canvas.fill(Path(circleAt: sun, radius: 1.5 * unit),
                    with: .gradient(.radial(center: sun, radius: 1.5 * unit, [glow.withAlpha(0.6), glow.withAlpha(0.16), glow.withAlpha(0)])))
        canvas.fill(Path(circleAt: sun, radius: 0.34 * unit), with: .color(Color(hex: 0xFFEFC9)))
        drawHouses(walked * 0.12, seed: 11, widths: 0.34...0.6, heights: 0.5...0.95, Color(hex: 0x7E4F86), lit: 0.1, into: &canvas)
        drawHouses(walked * 0.35, seed: 23, widths: 0.55...0.95, heights: 0.25...0.62, Color(hex: 0x3C2A58), lit: 0.4, into: &canvas)
        drawLamps(walked, into: &canvas)
        drawPavement(walked, into: &canvas)
    }

    private static func random(_ seed: UInt64, _ number: Int) -> SplitMix64 {
        SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bitPattern: Int64(number)) &* 0xD1B5_4A32_D192_ED03)
    }
    /// Returns the visible objects of a layer after the layer has moved by `gone` figure heights. Neighbouring objects are `step`
    /// figure heights apart. For each object, returns its number and the x coordinate of its left end in the picture.
    private func seen(_ gone: Double, step: Double, around: Double = 0) -> [(number: Int, x: Double)] {
        // In pictures that are thousands of figures wide, the objects would be too small to see.
        guard width / unit / step < 2000, gone.isFinite, abs(gone) < 1e9 else { return [] }
        let first = Int(((gone - around) / step).rounded(.down)), last = Int(((gone + width / unit + around) / step).rounded(.up))
        return (first...max(first, last)).map { ($0, (Double($0) * step - gone) * unit) }
    }

    private func drawHouses(_ gone: Double, seed: UInt64, widths: ClosedRange<Double>, heights: ClosedRange<Double>, _ color: Color, lit: Double,
                            into canvas: inout Canvas) {
        var walls = Path(), windows = Path()
        let step = widths.upperBound * 0.97
        for (number, x) in seen(gone, step: step, around: widths.upperBound) {
            var random = WalkScene.random(seed, number)
            func chance() -> Double { Double(random.floatUnit()) }
            let wide = (widths.lowerBound + (widths.upperBound - widths.lowerBound) * chance()) * unit,
                high = (heights.lowerBound + (heights.upperBound - heights.lowerBound) * chance()) * unit
            let house = Rectangle(x: x, y: ground - high, width: wide, height: high)
            walls.append(Path(rectangle: house))
            if chance() < 0.5 {
                walls.append(Path(polygon: [Point(house.minX - 0.02 * unit, house.minY), Point(house.center.x, house.minY - 0.16 * unit),
                                            Point(house.maxX + 0.02 * unit, house.minY)]))
            }
            let size = 0.055 * unit, columns = max(1, Int(wide / (2.1 * size)) - 1), rows = max(1, Int(high / (2.4 * size)) - 1)
            for row in 0..<rows {
                for column in 0..<columns where chance() < lit {
                    let place = Point(house.x + (Double(column) + 0.75) * wide / (Double(columns) + 0.5),
                                      house.y + (Double(row) + 0.7) * high / (Double(rows) + 0.6))
                    windows.append(Path(rectangle: Rectangle(x: place.x - size / 2, y: place.y - size / 2, width: size, height: size * 1.25)))
                }
            }
        }
        let (top, bottom) = (color.withAlpha(1), color.blended(with: Color(hex: 0xF08A7C), 0.35))
        canvas.fill(walls, with: .gradient(.linear(from: Point(0, ground - heights.upperBound * unit), to: Point(0, ground), [top, bottom])))
        canvas.fill(windows, with: .color(Color(hex: 0xFFDF8E, alpha: 0.85)))
    }
    private func drawLamps(_ gone: Double, into canvas: inout Canvas) {
        for (_, x) in seen(gone, step: 2.4, around: 1) {
            let foot = Point(x, ground), head = Point(x + 0.2 * unit, ground - 1.22 * unit), iron = Color(hex: 0x1E1830)
            var post = Path()
            post.move(to: foot)
            post.line(to: Point(x, ground - 1.1 * unit))
            post.quadratic(to: head, control: Point(x, ground - 1.26 * unit))
            canvas.stroke(post, with: .color(iron), style: StrokeStyle(width: 0.03 * unit, cap: .round))
            canvas.fill(Path(roundedRectangle: Rectangle(x: x - 0.04 * unit, y: ground - 0.16 * unit, width: 0.08 * unit, height: 0.16 * unit),
                             cornerRadius: 0.015 * unit), with: .color(iron))
            let light = Color(hex: 0xFFE6A6), bulb = head + Point(0.02 * unit, 0.05 * unit)
            canvas.fill(Path(circleAt: bulb, radius: 0.55 * unit),
                        with: .gradient(.radial(center: bulb, radius: 0.55 * unit, [light.withAlpha(0.55), light.withAlpha(0.12), light.withAlpha(0)])))
            canvas.fill(Path(circleAt: bulb, radius: 0.05 * unit), with: .color(Color(hex: 0xFFF6DA)))
            canvas.fill(Path(roundedRectangle: Rectangle(x: bulb.x - 0.09 * unit, y: bulb.y - 0.08 * unit, width: 0.18 * unit, height: 0.055 * unit),
                             cornerRadius: 0.025 * unit), with: .color(iron))
        }
    }
    private func drawPavement(_ gone: Double, into canvas: inout Canvas) {
        let area = Rectangle(x: 0, y: ground, width: width, height: height - ground)
        canvas.fill(area, with: .gradient(.linear(from: Point(0, ground), to: Point(0, height), [Color(hex: 0x6B4F72), Color(hex: 0x2A2140)])))
        // The joints between slabs. The joints near the viewer are farther apart than the distant joints.
        var joints = Path()
        let vanishing = Point(width / 2, ground - 0.9 * unit)
        for (_, x) in seen(gone, step: 0.55, around: width / unit) {
            let top = Point(x, ground), way = (top - vanishing) / (ground - vanishing.y)
            joints.append(Path(polygon: [top, vanishing + way * (height - vanishing.y)], isClosed: false))
        }
        for share in [0.16, 0.42, 0.8] {
            let y = ground + (height - ground) * share
            joints.append(Path(polygon: [Point(0, y), Point(width, y)], isClosed: false))
        }
        canvas.saved { canvas in
            canvas.clip(to: area)
            canvas.stroke(joints, with: .color(Color(hex: 0x1A1430, alpha: 0.45)), style: StrokeStyle(width: max(1, 0.008 * unit)))
        }
        canvas.fill(Rectangle(x: 0, y: ground - 0.012 * unit, width: width, height: 0.03 * unit), with: .color(Color(hex: 0xB98A92)))
        // The shadow of the figure.
        let feet = Point(width / 2, ground + 0.065 * unit)
        canvas.saved { canvas in
            canvas.translate(feet.x, feet.y)
            canvas.scale(1, 0.13)
            canvas.fill(Path(circleAt: Point(0, 0), radius: 0.36 * unit),
                        with: .gradient(.radial(center: Point(0, 0), radius: 0.36 * unit, [Color(white: 0, alpha: 0.55), Color(white: 0, alpha: 0)])))
        }
    }
    /// The lower left corner of the figure's picture, in pixels from the frame's bottom left, and the size of that picture.
    package var figurePlace: (origin: SIMD2<Float>, size: SIMD2<Float>) {
        let high = Float(figureHeight), wide = max(1, (high * WalkingFigure.extent.x / WalkingFigure.extent.y).rounded())
        let feet = Float(height - ground - (0.04 + 0.075) * unit)
        return (SIMD2(((Float(width) - wide) / 2).rounded(), feet.rounded()), SIMD2(wide, high))
    }
}
