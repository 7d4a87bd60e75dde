// GraphSample: the code of the page about graphs.

import Canvas
import Raster
import Scenes2D

func graphSample(into canvas: inout Canvas) throws {
    let start = GraphTime(year: 2026, month: 6, day: 8).seconds
    let rows = (0...24).map { hour in
        let time = GraphTime(seconds: start + Double(hour) * 3600)
        return "2026-06-\(hour < 24 ? "08" : "09")T\(time.clock),\(HarmonicTide.example.height(at: time))"
    }
    let data = try GraphData(csv: Array(("time,height\n" + rows.joined(separator: "\n")).utf8))

    let fonts = try GraphFonts.dejaVu()
    let graph = try Graph(.tides, data: data, width: 680, height: 340, scale: 1.5, fonts: fonts)
    let card = try GraphCard(graph, fonts: fonts, painter: GraphPainter())
    try card.draw(into: &canvas, at: Point(20, 16), time: 4, cornerRadius: 24)
}
