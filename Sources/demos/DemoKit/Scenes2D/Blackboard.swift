// Blackboard: the background of the demo drop-shapes, a board in a wooden frame. The top rail of the frame has room for a legend.

import Canvas
import Raster
import Scenes2D

struct Blackboard {
    /// The area of the whole picture, in points.
    let bounds: Rectangle
    /// The rectangle of the board inside of the frame.
    let room: Rectangle

    /// Colours of chalk.
    static let chalks: [Color] = [0xFFE27A, 0xFF9EB5, 0x8FD3FF, 0xA8E6A1, 0xFFB877, 0xD3B8FF, 0xF4F6F0].map { Color(hex: $0) }
    static let slate = Color(hex: 0x2C463E)
    private static let side = 16.0, tray = 30.0
    /// The free margin around the legend.
    private static let legendMargin = 3.0

    /// - Parameter legend: The size of the legend in the top rail.
    init(bounds: Rectangle, legend: Size) {
        self.bounds = bounds
        let top = min(max(26, legend.height + 2 * Blackboard.legendMargin), bounds.height / 3)
        room = Rectangle(x: bounds.x + Blackboard.side, y: bounds.y + top, width: max(bounds.width - 2 * Blackboard.side, 10),
                         height: max(bounds.height - top - Blackboard.tray, 10))
    }
    /// Returns the upper left corner of a legend of the given size. The legend is in the middle of the top rail.
    func legendCorner(_ size: Size) -> Point { Point(bounds.center.x - size.width / 2, (bounds.minY + room.minY - size.height) / 2) }
    /// Returns the maximum width of a legend.
    static func legendWidth(_ width: Double) -> Double { max(width - 2 * side, 60) }

    /// Returns a line style in the colour of the given chalk.
    static func style(_ number: Int, width: Double) -> DropShapes.Style {
        let chalk = chalks[number % chalks.count]
        var style = DropShapes.Style()
        style.color = chalk
        style.fill = chalk.withAlpha(0.26)
        style.backing = slate.blended(with: chalk, 0.2)
        style.margin = 4
        style.shadow = Shadow(offset: Point(2, 4), blur: 6, color: Color(white: 0, alpha: 0.35))
        style.background = nil
        style.width = width
        return style
    }

    func draw(into canvas: inout Canvas) {
        canvas.fillEverything(with: .color(Color(hex: 0x7A4E2D)))
        drawSlate(into: &canvas)
        drawFrame(into: &canvas)
        drawTray(into: &canvas)
    }
    private func drawSlate(into canvas: inout Canvas) {
        canvas.saved { canvas in
            canvas.clip(to: room)
            canvas.fill(room, with: .gradient(.linear(from: Point(0, room.minY), to: Point(0, room.maxY), [Color(hex: 0x36544B), Color(hex: 0x20352F)])))
            let light = Point(room.x + room.width * 0.28, room.y - 30), reach = max(room.width, room.height)
            canvas.fill(room, with: .gradient(.radial(center: light, radius: reach * 0.8, [Color(1, 1, 0.9, 0.16), Color(1, 1, 0.9, 0)])))
            // Pale traces on the board, like the traces of a wet sponge.
            var random = SplitMix64(seed: 5)
            func chance() -> Double { Double(random.floatUnit()) }
            for _ in 0..<9 {
                let center = Point(room.x + room.width * chance(), room.y + room.height * chance()), radius = 60 + 120 * chance()
                canvas.saved { canvas in
                    canvas.translate(center.x, center.y)
                    canvas.rotate(chance() - 0.5)
                    canvas.scale(1.9, 0.55)
                    canvas.fill(Path(circleAt: Point(0, 0), radius: radius),
                                with: .gradient(.radial(center: Point(0, 0), radius: radius, [Color(white: 1, alpha: 0.045), Color(white: 1, alpha: 0)])))
                }
            }
            // A grid of squares, unless the board is so large that the grid would have thousands of squares.
            let step = 36.0
            guard room.width / step < 400, room.height / step < 400 else { return }
            var squares = Path()
            for i in 1..<max(2, Int(room.width / step) + 1) {
                squares.append(Path(polygon: [Point(room.x + Double(i) * step, room.minY), Point(room.x + Double(i) * step, room.maxY)], isClosed: false))
            }
            for i in 1..<max(2, Int(room.height / step) + 1) {
                squares.append(Path(polygon: [Point(room.minX, room.maxY - Double(i) * step), Point(room.maxX, room.maxY - Double(i) * step)], isClosed: false))
            }
            canvas.stroke(squares, with: .color(Color(white: 1, alpha: 0.055)), style: StrokeStyle(width: 1))
        }
    }
    private func drawFrame(into canvas: inout Canvas) {
        // Four rails with mitred corners, lit from above.
        let (o, i) = (bounds, room)
        let outer = [Point(o.minX, o.minY), Point(o.maxX, o.minY), Point(o.maxX, o.maxY), Point(o.minX, o.maxY)]
        let inner = [Point(i.minX, i.minY), Point(i.maxX, i.minY), Point(i.maxX, i.maxY), Point(i.minX, i.maxY)]
        let woods: [(UInt32, UInt32)] = [(0xC08A57, 0x93612F), (0x9A673B, 0x7C4F2B), (0xB27C49, 0x7A4D28), (0xAD7846, 0x8A5A33)]
        for side in 0..<4 {
            let rail = Path(polygon: [outer[side], outer[(side + 1) % 4], inner[(side + 1) % 4], inner[side]])
            let (first, second) = (Color(hex: woods[side].0), Color(hex: woods[side].1)), (a, b) = (outer[side], inner[side])
            canvas.fill(rail, with: .gradient(.linear(from: side % 2 == 0 ? Point(0, a.y) : Point(a.x, 0), to: side % 2 == 0 ? Point(0, b.y) : Point(b.x, 0),
                                                      [first, second])))
        }
        // The board lies lower than its frame, so the frame casts a shadow on the board.
        canvas.saved { canvas in
            canvas.clip(to: room)
            canvas.fill(Rectangle(x: i.x, y: i.y, width: i.width, height: 14),
                        with: .gradient(.linear(from: Point(0, i.minY), to: Point(0, i.minY + 14), [Color(white: 0, alpha: 0.4), Color(white: 0, alpha: 0)])))
            canvas.fill(Rectangle(x: i.x, y: i.y, width: 8, height: i.height),
                        with: .gradient(.linear(from: Point(i.minX, 0), to: Point(i.minX + 8, 0), [Color(white: 0, alpha: 0.28), Color(white: 0, alpha: 0)])))
        }
        canvas.stroke(Path(rectangle: room.inset(dx: -0.75, dy: -0.75)), with: .color(Color(hex: 0x3B2413)), style: StrokeStyle(width: 1.5))
    }
    /// Draws the lower rail, a tray with pieces of chalk.
    private func drawTray(into canvas: inout Canvas) {
        let lip = Rectangle(x: bounds.x, y: room.maxY, width: bounds.width, height: 7)
        canvas.fill(lip, with: .gradient(.linear(from: Point(0, lip.minY), to: Point(0, lip.maxY), [Color(hex: 0xE2B27E), Color(hex: 0xA9743F)])))
        canvas.fill(Rectangle(x: bounds.x, y: lip.maxY, width: bounds.width, height: 5),
                    with: .gradient(.linear(from: Point(0, lip.maxY), to: Point(0, lip.maxY + 5), [Color(white: 0, alpha: 0.3), Color(white: 0, alpha: 0)])))
        for (number, chalk) in Blackboard.chalks.enumerated() {
            let length = number % 3 == 1 ? 26.0 : 38, x = room.minX + 24 + Double(number) * 54
            guard x + length < room.maxX else { break }
            let piece = Path(roundedRectangle: Rectangle(x: x, y: bounds.maxY - 15, width: length, height: 8), cornerRadius: 2.5)
            canvas.saved { canvas in
                canvas.shadows = [Shadow(offset: Point(1, 3), blur: 3, color: Color(white: 0, alpha: 0.45))]
                canvas.fill(piece, with: .color(chalk))
            }
            canvas.fill(Path(roundedRectangle: Rectangle(x: x + 1, y: bounds.maxY - 14.5, width: length - 2, height: 2.5), cornerRadius: 1.2),
                        with: .color(Color(white: 1, alpha: 0.5)))
        }
    }
}

extension Color {
    /// Returns a mixture of this colour and another colour; `share` is the share of the other colour. Both colours are opaque.
    func blended(with other: Color, _ share: Double) -> Color {
        Color(red + (other.red - red) * share, green + (other.green - green) * share, blue + (other.blue - blue) * share)
    }
}
