public import Canvas
import Raster

/// The turtle's drawing of a system: an ordered list of marks. A canvas can show all marks, or only the marks up to a moment of the
/// drawing.
public struct FractalDrawing: Sendable {
    /// The system of the drawing.
    public private(set) var system: LSystem
    /// The marks in drawing order.
    public private(set) var marks: [FractalMark] = []
    /// True if the whole word was drawn; false if a deadline ended the drawing.
    public internal(set) var isComplete = false
    /// The generation whose word was drawn. If a limit or a deadline was reached, `generation` is lower than `system.generations`.
    public internal(set) var generation = 0
    /// The lower and the upper corner of the smallest box around the marks, ignoring the widths of lines. The unit is the length of the
    /// first line. `low` and `high` are zero if there are no marks.
    public private(set) var low = SIMD3<Double>(0, 0, 0), high = SIMD3<Double>(0, 0, 0)
    /// The largest `depth` of all marks.
    public private(set) var largestDepth: Int32 = 0

    init(system: LSystem) { self.system = system }
    /// Returns the same marks with the colours of another system.
    func recolored(as other: LSystem) -> FractalDrawing {
        var drawing = self
        drawing.system = other
        return drawing
    }

    mutating func add(_ mark: FractalMark) {
        var reach = SIMD3(repeating: 0.0)
        if case .dot(let radius) = mark.shape { reach = SIMD3(radius, radius, radius) }
        if marks.isEmpty { (low, high) = (mark.to, mark.to) }
        // A curve lies within the bounds of its control points.
        var least = pointwiseMin(mark.from, mark.to - reach), most = pointwiseMax(mark.from, mark.to + reach)
        if case .curve(let control1, let control2) = mark.shape {
            least = pointwiseMin(least, pointwiseMin(control1, control2))
            most = pointwiseMax(most, pointwiseMax(control1, control2))
        }
        low = pointwiseMin(low, least)
        high = pointwiseMax(high, most)
        largestDepth = max(largestDepth, mark.depth)
        marks.append(mark)
    }

    // MARK: Colours

    /// The number of colours interpolated from the palette. Consecutive marks of one colour are stroked together.
    private static let shades = 48
    /// Returns the index of a mark's shade in the palette.
    func shade(of index: Int) -> Int {
        let mark = marks[index], last = Double(system.palette.count - 1)
        switch system.coloring {
        case .order: return Int(Double(index) / Double(max(marks.count, 1)) * Double(Self.shades))
        case .depth: return largestDepth == 0 ? 0 : Int(Double(mark.depth) / Double(largestDepth) * Double(Self.shades - 1))
        case .rules:
            // Beyond the end of the palette, the colours run back to its start, then forward again.
            let turn = max(2 * last, 1), place = mark.color.truncatingRemainder(dividingBy: turn), forward = place < 0 ? place + turn : place
            return Int((min(forward, turn - forward) / max(last, 1) * Double(Self.shades - 1)).rounded())
        }
    }
    /// Returns the colour of a shade.
    func color(ofShade shade: Int) -> Color {
        let palette = system.palette, place = Double(shade) / Double(Self.shades - 1) * Double(palette.count - 1)
        let first = max(0, min(Int(place), palette.count - 1)), second = min(first + 1, palette.count - 1), t = place - Double(first)
        let a = palette[first], b = palette[second]
        return Color(a.red + (b.red - a.red) * t, a.green + (b.green - a.green) * t, a.blue + (b.blue - a.blue) * t, a.alpha + (b.alpha - a.alpha) * t)
    }

    // MARK: Paths

    /// Marks of the same colour and width as one path. Lines are stroked; discs are filled.
    public struct Layer: Sendable {
        /// The path. The unit of its coordinates is the length of the first line.
        public var path: Path
        /// The width of the stroke; nil for discs, which are filled.
        public var width: Double?
        /// The colour of the path.
        public var color: Color
    }
    /// The maximum number of marks of a layer. While a drawing grows, only its last layer changes. The limit keeps this layer small, so
    /// that little is computed again for each frame.
    private static let largestLayer = 2048

    /// Returns the marks up to a fraction of the drawing, 0…1, as layers in drawing order. The last line may be drawn in part. The
    /// z coordinate is ignored.
    public func layers(progress: Double = 1) -> [Layer] {
        let end = max(0, min(progress.isNaN ? 0 : progress, 1)) * Double(marks.count), whole = Int(end), part = end - Double(whole)
        var layers: [Layer] = [], count = 0, style: (shade: Int, width: Double?)?, pen: SIMD3<Double>?
        for index in 0..<min(whole + (part > 0 ? 1 : 0), marks.count) {
            let mark = marks[index], shade = shade(of: index)
            var width: Double? = mark.width
            if case .dot = mark.shape { width = nil }
            if style == nil || style!.shade != shade || style!.width != width || count == Self.largestLayer {
                layers.append(Layer(path: Path(), width: width, color: color(ofShade: shade)))
                style = (shade, width)
                (count, pen) = (0, nil)
            }
            count += 1
            let last = layers.count - 1
            func flat(_ p: SIMD3<Double>) -> Point { Point(p.x, p.y) }
            let from = flat(mark.from), to = flat(mark.to), share = index == whole ? part : 1
            if case .dot(let radius) = mark.shape {
                if radius > 0 { layers[last].path.append(Path(circleAt: to, radius: radius * share)) }
                continue
            }
            // A line that continues the last line is joined with that line.
            if pen != mark.from { layers[last].path.move(to: from) }
            switch mark.shape {
            case .curve(let control1, let control2):
                let a = from + (flat(control1) - from) * share, b = flat(control1) + (flat(control2) - flat(control1)) * share,
                    c = flat(control2) + (to - flat(control2)) * share
                let ab = a + (b - a) * share, bc = b + (c - b) * share
                layers[last].path.cubic(to: ab + (bc - ab) * share, control1: a, control2: ab)
            default: layers[last].path.line(to: from + (to - from) * share)
            }
            pen = mark.to
        }
        return layers
    }

    /// Returns the transform that fits the drawing, including its line widths, into the centre of a rectangle.
    public func transform(into rectangle: Rectangle) -> AffineTransform {
        let widest = marks.reduce(0) { max($0, abs($1.width)) }
        let width = high.x - low.x + widest, height = high.y - low.y + widest
        let scale = min(width > 0 ? rectangle.width / width : .infinity, height > 0 ? rectangle.height / height : .infinity)
        let factor = scale.isFinite && scale > 0 ? scale : 1
        return AffineTransform(a: factor, b: 0, c: 0, d: factor, tx: rectangle.center.x - factor * (low.x + high.x) / 2,
                               ty: rectangle.center.y - factor * (low.y + high.y) / 2)
    }

    /// Draws the drawing into a canvas.
    /// - Parameters:
    ///   - canvas: The canvas.
    ///   - rectangle: The rectangle to fit the drawing into, centred.
    ///   - progress: The fraction of the marks to draw, 0…1.
    ///   - widthFactor: The factor that multiplies all widths.
    ///   - hairline: The minimum width of a line in points, which keeps fine drawings visible.
    public func draw(into canvas: inout Canvas, in rectangle: Rectangle, progress: Double = 1, widthFactor: Double = 1, hairline: Double = 0.7) {
        let transform = transform(into: rectangle), least = hairline / transform.a
        canvas.saved { canvas in
            canvas.concatenate(transform)
            for layer in layers(progress: progress) {
                if let width = layer.width {
                    canvas.stroke(layer.path, with: .color(layer.color),
                                  style: StrokeStyle(width: max(abs(width) * widthFactor, least), cap: .round, join: .round))
                } else {
                    canvas.fill(layer.path, with: .color(layer.color))
                }
            }
        }
    }

    /// Returns the drawing and its background as an SVG file of this size in pixels.
    public func svg(width: Int, height: Int, progress: Double = 1) -> String {
        let inset = Double(min(width, height)) * 0.06
        let t = transform(into: Rectangle(x: 0, y: 0, width: Double(width), height: Double(height)).inset(dx: inset, dy: inset)), least = 0.7 / t.a
        func hex(_ color: Color) -> String {
            "#" + [color.red, color.green, color.blue].map { component in
                let text = String(Int((max(0, min(component, 1)) * 255).rounded()), radix: 16)
                return text.count == 1 ? "0" + text : text
            }.joined()
        }
        var lines = ["<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">"]
        lines.append("<title>\(system.name.replacingMarkup)</title>")
        lines.append("<defs><linearGradient id=\"background\" x2=\"0\" y2=\"1\">")
        for (i, color) in system.background.enumerated() {
            lines.append("<stop offset=\"\(Double(i) / Double(max(system.background.count - 1, 1)))\" stop-color=\"\(hex(color))\"/>")
        }
        lines.append("</linearGradient></defs><rect width=\"\(width)\" height=\"\(height)\" fill=\"url(#background)\"/>")
        lines.append("<g transform=\"matrix(\(t.a) \(t.b) \(t.c) \(t.d) \(t.tx) \(t.ty))\" fill=\"none\" stroke-linecap=\"round\" stroke-linejoin=\"round\">")
        for layer in layers(progress: progress) {
            let paint = layer.width.map { "stroke=\"\(hex(layer.color))\" stroke-width=\"\(max(abs($0), least))\"" } ?? "fill=\"\(hex(layer.color))\""
            lines.append("<path \(paint) d=\"\(layer.path.svgPathData)\"/>")
        }
        return (lines + ["</g>", "</svg>", ""]).joined(separator: "\n")
    }
}

extension String {
    /// The text in which the special characters of XML are escaped.
    fileprivate var replacingMarkup: String {
        map { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : String($0) }.joined()
    }
}
