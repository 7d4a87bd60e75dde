import Canvas
import DocumentationSamples
import Raster
import Testing

@Suite("The same bits from every renderer") struct SameBitsTests {
    @Test("both renderers draw the same bits, for all numbers of lanes and threads", arguments: CanvasPictures.all) func sameBits(name: String) throws {
        let expected = try CanvasPictures(device: Stage(.jit).device).draw(name, scale: 0.5)
        var options: [(Device.Kind, Int?, Int?)] = [(.jit, 4, 1), (.jit, 8, 2), (.jit, 16, 8)]
        // The reference renderer is slow, so it does not draw the large picture "canvas". The small pictures contain every kind of
        // paint, mode and shadow.
        if name != "canvas" { options.append((.reference, nil, nil)) }
        for (kind, lanes, threads) in options {
            let drawn = try CanvasPictures(device: Stage(kind, lanes: lanes, threads: threads).device).draw(name, scale: 0.5)
            #expect(drawn == expected, "\(kind), \(lanes ?? 0) lanes, \(threads ?? 0) threads")
        }
    }
}
