import Canvas
import SeededRandom
import Testing

/// The coverage of a part of the plane, one byte per pixel.
struct CoveragePicture: Equatable {
    var width: Int, height: Int
    var bytes: [UInt8]
    subscript(x: Int, y: Int) -> Int { Int(bytes[y * width + x]) }

    init(_ lines: Polylines, _ transform: AffineTransform = .identity, rule: FillRule = .nonZero, within bounds: CoverageBounds) {
        var rasterizer = CoverageRasterizer()
        self.init(lines, transform, rule: rule, within: bounds, by: &rasterizer)
    }
    init(_ lines: Polylines, _ transform: AffineTransform = .identity, rule: FillRule = .nonZero, turn: Int32 = 0, within bounds: CoverageBounds,
         by rasterizer: inout CoverageRasterizer) {
        var coverage = Coverage()
        // The mask is not empty before the call, because the rasterizer must append to the mask and keep its contents.
        coverage.mask = [7, 7, 7]
        rasterizer.rasterize(lines, transform: transform, rule: rule, turn: turn, within: bounds, into: &coverage)
        (width, height) = (bounds.width, bounds.height)
        bytes = [UInt8](repeating: 0, count: width * height)
        var isTaken = [Bool](repeating: false, count: width * height)
        for piece in coverage.pieces {
            let x = Int(piece.x) - bounds.x, y = Int(piece.y) - bounds.y
            guard x >= 0, y >= 0, piece.width > 0, piece.height > 0, x + Int(piece.width) <= width, y + Int(piece.height) <= height else {
                Issue.record("the piece \(piece) lies outside of \(bounds)")
                continue
            }
            for row in 0..<Int(piece.height) {
                for column in 0..<Int(piece.width) {
                    let pixel = (y + row) * width + x + column
                    if isTaken[pixel] { Issue.record("two pieces cover the pixel \(x + column), \(y + row)") }
                    isTaken[pixel] = true
                    bytes[pixel] = piece.maskOffset < 0 ? 255 : coverage.mask[Int(piece.maskOffset) + row * Int(piece.width) + column]
                }
            }
        }
    }
}

extension Polylines {
    init(_ polygons: [Point]...) { self.init(polygons) }
    init(_ polygons: [[Point]]) {
        self.init()
        for polygon in polygons {
            starts.append(points.count)
            isClosed.append(true)
            points += polygon
        }
    }
    static func rectangle(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Point] {
        [Point(left, top), Point(right, top), Point(right, bottom), Point(left, bottom)]
    }
}

/// Computes areas by methods other than scan conversion.
enum AreaOracle {
    /// Returns the area of a polygon in one pixel. The polygon must not cross itself. The polygon is cut at the pixel's four sides
    /// (Sutherland and Hodgman), and the shoelace formula gives the area of the remaining polygon.
    static func area(_ polygon: [Point], x: Int, y: Int) -> Double {
        func cut(_ points: [Point], _ distance: (Point) -> Double) -> [Point] {
            var kept: [Point] = []
            for (index, end) in points.enumerated() {
                let start = points[index == 0 ? points.count - 1 : index - 1]
                let (a, b) = (distance(start), distance(end))
                if (a >= 0) != (b >= 0) { kept.append(start + (end - start) * (a / (a - b))) }
                if b >= 0 { kept.append(end) }
            }
            return kept
        }
        var rest = cut(polygon) { $0.x - Double(x) }
        rest = cut(rest) { Double(x + 1) - $0.x }
        rest = cut(rest) { $0.y - Double(y) }
        rest = cut(rest) { Double(y + 1) - $0.y }
        var sum = 0.0
        for (index, b) in rest.enumerated() {
            let a = rest[index == 0 ? rest.count - 1 : index - 1]
            sum += (a.x - Double(x)) * (b.y - Double(y)) - (b.x - Double(x)) * (a.y - Double(y))
        }
        return abs(sum) / 2
    }
    /// Returns the areas in all pixels, for any polygons: sums of spans with exact ends, along `lines` horizontal lines in each row
    /// of pixels.
    static func areas(_ polygons: [[Point]], _ rule: FillRule, width: Int, height: Int, lines: Int) -> [Double] {
        var areas = [Double](repeating: 0, count: width * height)
        for line in 0..<height * lines {
            let y = (Double(line) + 0.5) / Double(lines)
            var crossings: [(x: Double, winding: Int)] = []
            for polygon in polygons {
                for (index, b) in polygon.enumerated() {
                    let a = polygon[index == 0 ? polygon.count - 1 : index - 1]
                    if (a.y <= y) != (b.y <= y) { crossings.append((a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? 1 : -1)) }
                }
            }
            crossings.sort { $0.x < $1.x }
            var winding = 0
            for (crossing, next) in zip(crossings, crossings.dropFirst()) {
                winding += crossing.winding
                guard rule == .nonZero ? winding != 0 : winding % 2 != 0 else { continue }
                let from = min(max(crossing.x, 0), Double(width)), to = min(max(next.x, 0), Double(width))
                guard from < to else { continue }
                for x in Int(from)...min(Int(to), width - 1) {
                    areas[line / lines * width + x] += max(0, min(to, Double(x + 1)) - max(from, Double(x))) / Double(lines)
                }
            }
        }
        return areas
    }
}

extension SeededGenerator {
    mutating func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &self) }
    mutating func point(_ range: ClosedRange<Double>) -> Point { Point(number(range), number(range)) }
}
