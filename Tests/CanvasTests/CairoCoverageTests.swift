import Canvas
import Testing

/// Compares the canvas's coverage with Cairo's coverage. Cairo samples 15 lines per pixel. In these tests, Cairo draws at eight times the
/// size, and each pixel is compared with the mean of 64 pixels of Cairo. The mean of these 64 pixels is a coverage from 120 lines per
/// pixel, exact to about 2/255 at nearly level edges.
@Suite struct CairoCoverageTests {
    /// For each feature, the largest allowed difference in units of 1/255. If a bound is larger than the error of sampling 120 lines, a
    /// comment gives the reason.
    static let bounds: [(feature: CairoFeature, largest: Double)] = [
        (.fill, 2.5), (.evenOdd, 2.5), (.transforms, 3), (.caps, 3), (.joins, 3),
        // A larger difference is allowed for wide strokes, because Cairo draws strokes of curves with a round pen that is really a
        // polygon with few corners.
        (.wideStrokes, 4),
        // The end of a dash is perpendicular to a line of the flattened curve. The direction of a line of the flattened curve differs
        // from the curve's direction by up to half of the angle to the next line. At the edge of the stroke, which is four points from
        // the curve, this difference in direction moves the end of a dash by up to a twentieth of a pixel.
        (.dashes, 14),
    ]

    @Test("Each shape covers each pixel as much as in Cairo", arguments: bounds) func coverage(feature: CairoFeature, largest: Double) throws {
        let side = CairoFeature.side, factor = 8
        var rasterizer = CoverageRasterizer(), worst = 0.0, place = "", sum = 0.0, count = 0
        for number in 0..<CairoFeature.drawingsOfEach {
            for command in try feature.drawing(number).commands {
                guard case .draw(let colored) = command else { continue }
                let draw = CanvasDraw(shape: colored.shape, paint: .color(.black), transform: colored.transform, state: colored.state)
                let player = CairoPlayer(width: side * factor, height: side * factor, scale: Double(factor), isMask: true)
                player.play([.draw(draw)])
                #expect(player.failure == nil)
                let theirs = player.mask, bounds = CoverageBounds(x: 0, y: 0, width: side, height: side)
                let ours: CoveragePicture
                switch draw.shape {
                case .fill(let path, let rule):
                    ours = CoveragePicture(try path.polylines(tolerance: 0.002, isAstride: true), draw.transform, rule: rule, within: bounds, by: &rasterizer)
                case .stroke(let path, let style):
                    ours = CoveragePicture(try path.strokeOutline(style, tolerance: 0.002), draw.transform, within: bounds, by: &rasterizer)
                default: continue
                }
                for y in 0..<side {
                    for x in 0..<side {
                        var mean = 0
                        for row in 0..<factor { for column in 0..<factor { mean += Int(theirs[(y * factor + row) * side * factor + x * factor + column]) } }
                        let difference = abs(Double(mean) / Double(factor * factor) - Double(ours[x, y]))
                        sum += difference
                        count += 1
                        if difference > worst { (worst, place) = (difference, "drawing \(number), pixel \(x), \(y)") }
                    }
                }
            }
        }
        print("coverage beside Cairo, \(feature.rawValue): largest difference \((worst * 100).rounded() / 100)/255, mean \((sum / Double(count) * 1000).rounded() / 1000)/255")
        #expect(worst <= largest, "\(place)")
        // Checks that the drawings are not empty.
        #expect(sum > 0)
    }
}
