import Canvas
import Raster
import Testing

/// Drawings beside Cairo's image surface, pixel by pixel.
@Suite struct CairoDrawingTests {
    @Test("Drawings of every feature are Cairo's", arguments: CairoFeature.allCases) func drawings(feature: CairoFeature) throws {
        let side = CairoFeature.side, stage = try Stage()
        let bounds = feature.bounds
        var worst = 0, place = "", sum = 0, count = 0, outliers = 0
        for number in 0..<CairoFeature.drawingsOfEach {
            let canvas = feature.drawing(number)
            let player = CairoPlayer(width: side, height: side)
            player.play(canvas.commands)
            #expect(player.failure == nil)
            let theirs = player.pixels, ours = try stage.pixels(canvas, width: side, height: side).image.bytes
            for index in theirs.indices {
                let difference = abs(Int(theirs[index]) - Int(ours[index]))
                sum += difference
                count += 1
                if difference > bounds.largest { outliers += 1 }
                if difference > worst { (worst, place) = (difference, "drawing \(number), pixel \(index / 4 % side), \(index / 4 / side), channel \(index % 4)") }
            }
        }
        print("drawings beside Cairo, \(feature.rawValue): largest difference \(worst)/255, mean \((Double(sum) / Double(count) * 1000).rounded() / 1000)/255, "
            + "\(outliers) of \(count) channels beyond \(bounds.largest)")
        #expect(outliers <= bounds.outliers, "\(place)")
        // On the whole they are the same.
        #expect(Double(sum) / Double(count) < 0.25)
        #expect(sum > 0)
    }
    @Test("At least 300 drawings are compared with Cairo's") func count() {
        #expect(CairoFeature.allCases.count * CairoFeature.drawingsOfEach >= 300)
    }
}

extension CairoFeature {
    /// The largest difference in 1/255, and how many channels may differ by more, of 589,824.
    ///
    /// Cairo counts 15 lines to a pixel: a nearly level edge in a pixel is off by up to 1/15, which is 17/255, where two such edges meet by a little more. Its colours are
    /// bytes at each step. Everything inside of shapes differs by 2/255 at most.
    var bounds: (largest: Int, outliers: Int) {
        switch self {
        // The nearest texel is another one where a pixel's centre lies on the border between two: Cairo's positions are multiples of 1/65536.
        case .pattern: (24, 8)
        // Cairo cuts clips with each other as polygons; the canvas multiplies their coverage, as Core Graphics and browsers do. Where their edges meet in one pixel, that is a
        // quarter of it at most.
        case .clips: (66, 0)
        // The mode saturation divides by the backdrop's saturation: where that is little, as on edges of half transparent shapes, the backdrop's last bits and its coverage
        // decide about the colour. `BlendingTests` compares the modes with their formulas.
        case .blendModes: (24, 400)
        default: (24, 0)
        }
    }
}
