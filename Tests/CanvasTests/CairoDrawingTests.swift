import Canvas
import Raster
import Testing

/// Compares drawings with Cairo's image surface, pixel by pixel.
@Suite struct CairoDrawingTests {
    @Test("Drawings of every feature equal Cairo's", arguments: CairoFeature.allCases) func drawings(feature: CairoFeature) throws {
        let side = CairoFeature.side, stage = try Stage()
        let bounds = feature.bounds
        var worst = 0, place = "", sum = 0, count = 0, outliers = 0
        for number in 0..<CairoFeature.drawingsOfEach {
            let canvas = try feature.drawing(number)
            let player = CairoPlayer(width: side, height: side)
            if feature == .blendModes {
                // The blend modes hue, saturation, colour and luminosity divide by the range of the backdrop's colours. If the range of the
                // backdrop's colours is only a few steps of 1/255, the last bit of the backdrop changes the result visibly. For this
                // reason, Cairo draws over the canvas's pixels, so that the canvas and Cairo have the same backdrop.
                player.replace(with: try stage.pixels(feature.blended(number).backdrop, width: side, height: side).image.bytes)
                player.play(Array(canvas.commands.suffix(1)))
            } else {
                player.play(canvas.commands)
            }
            #expect(player.failure == nil)
            let theirs = player.pixels, ours = try stage.pixels(canvas, width: side, height: side).image.bytes
            for index in theirs.indices {
                let difference = abs(Int(theirs[index]) - Int(ours[index]))
                sum += difference
                count += 1
                if difference > bounds.largest { outliers += 1 }
                if difference > worst {
                    (worst, place) = (difference, "drawing \(number), pixel \(index / 4 % side), \(index / 4 / side), channel \(index % 4)")
                }
            }
        }
        print("drawings beside Cairo, \(feature.rawValue): largest difference \(worst)/255, mean \((Double(sum) / Double(count) * 1000).rounded() / 1000)/255, "
            + "\(outliers) of \(count) channels beyond \(bounds.largest)")
        #expect(outliers <= bounds.outliers, "\(place)")
        // Checks that the mean difference is small.
        #expect(Double(sum) / Double(count) < 0.25)
        #expect(sum > 0)
    }
    @Test("If a blend mode's drawing differs from Cairo's, both follow the W3C's formula, each with its own backdrop and coverage") func blendModes() throws {
        let side = CairoFeature.side, stage = try Stage()
        var worst = 0.0, worstOfCairo = 0.0, worstUnexplained = 0.0, places = ["", "", ""]
        for number in 0..<CairoFeature.drawingsOfEach {
            let blended = CairoFeature.blendModes.blended(number), canvas = try CairoFeature.blendModes.drawing(number)
            var mask = Canvas()
            mask.fill(blended.path, with: .color(.white))
            func ours(_ canvas: Canvas) throws -> [UInt8] { try stage.pixels(canvas, width: side, height: side).image.bytes }
            func cairos(_ canvas: Canvas) -> [UInt8] {
                let player = CairoPlayer(width: side, height: side)
                player.play(canvas.commands)
                return player.pixels
            }
            let (below, covered, drawn) = (try ours(blended.backdrop), try ours(mask), try ours(canvas))
            let (belowCairo, coveredCairo, drawnCairo) = (cairos(blended.backdrop), cairos(mask), cairos(canvas))
            let c = blended.color, source = SIMD4(c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha)
            for pixel in 0..<side * side {
                func formula(_ backdrop: [UInt8], _ coverage: [UInt8]) -> SIMD4<Double> {
                    let i = pixel * 4, b = SIMD4(Double(backdrop[i]), Double(backdrop[i + 1]), Double(backdrop[i + 2]), Double(backdrop[i + 3])) / 255
                    return BlendOracle.result(blended.mode, source: source, backdrop: b, coverage: Double(coverage[i + 3]) / 255) * 255
                }
                let wanted = formula(below, covered), wantedCairo = formula(belowCairo, coveredCairo)
                for channel in 0..<4 {
                    let (a, b) = (Double(drawn[pixel * 4 + channel]), Double(drawnCairo[pixel * 4 + channel]))
                    let place = "\(blended.mode), drawing \(number), pixel \(pixel % side), \(pixel / side), channel \(channel)"
                    if abs(a - wanted[channel]) > worst { (worst, places[0]) = (abs(a - wanted[channel]), place) }
                    if abs(b - wantedCairo[channel]) > worstOfCairo { (worstOfCairo, places[1]) = (abs(b - wantedCairo[channel]), place) }
                    let rest = abs(a - b - (wanted[channel] - wantedCairo[channel]))
                    if rest > worstUnexplained { (worstUnexplained, places[2]) = (rest, place) }
                }
            }
        }
        print("blend modes beside the W3C's formula: the canvas differs by up to \(worst)/255 (\(places[0])), Cairo by \(worstOfCairo)/255 (\(places[1])), unexplained \(worstUnexplained) (\(places[2]))")
        #expect(worst <= 1, "\(places[0])")
        #expect(worstOfCairo <= 3, "\(places[1])")
        #expect(worstUnexplained <= 3, "\(places[2])")
    }
    @Test("At least 300 drawings are compared with Cairo's") func count() {
        #expect(CairoFeature.allCases.count * CairoFeature.drawingsOfEach >= 300)
    }
}

extension CairoFeature {
    /// `largest` is the largest allowed difference in units of 1/255. `outliers` is the number of the 589,824 channels that may
    /// differ by more.
    ///
    /// Cairo samples 15 lines per pixel, so its coverage of a nearly level edge is off by up to 1/15, which is 17/255. If two
    /// nearly level edges meet in a pixel, the error is slightly larger. Inside of shapes, the difference is at most 2/255, because
    /// Cairo rounds colours to bytes after each step.
    var bounds: (largest: Int, outliers: Int) {
        switch self {
        // Cairo's positions are multiples of 1/65536, so Cairo may choose another texel than the canvas if a pixel's centre lies on the
        // border between two texels.
        case .pattern: (24, 8)
        // Cairo intersects clips as polygons. The canvas multiplies the coverages of clips, as Core Graphics and browsers do. If the edges
        // of two clips lie in the same pixel, the two results differ by at most a quarter.
        case .clips: (66, 0)
        default: (24, 0)
        }
    }
}
