import Canvas
import Raster
import SeededRandom
import Testing

@Suite("Glyphs that share pictures") struct GlyphDrawingTests {
    private let stage: Stage, font: Font
    init() throws {
        stage = try Stage()
        font = try Font(named: "DejaVu Sans")
    }

    private func glyphs(_ count: Int, _ place: (Int) -> Point) -> [GlyphRun.Glyph] {
        let letters = Array("fjAV/rTy.Wg".unicodeScalars)
        return (0..<count).map { GlyphRun.Glyph(id: font.glyph(for: letters[$0 % letters.count]) ?? 0, position: place($0)) }
    }

    @Test("a run of many glyphs has the same bits as separately drawn glyphs", arguments: [BlendMode.sourceOver, .plus, .difference])
    func oneByOne(mode: BlendMode) throws {
        var random = SeededGenerator(state: 3)
        // The runs: a line of letters that touch, crowded letters, single letters far apart, and large letters. Some runs extend
        // over several groups of 256 glyphs.
        let runs = [glyphs(300) { Point(Double($0 % 50) * 3.7, Double($0 / 50) * 14.3 + 12) }, glyphs(60) { _ in random.point(0...180) },
                    glyphs(9) { Point(Double($0) * 20, 90) }]
        for (glyphs, size) in [(runs[0], 13.0), (runs[1], 13), (runs[1], 70), (runs[2], 100), (runs[2], 127)] {
            func pixels(_ runs: [GlyphRun]) throws -> Pixels {
                try stage.pixels(width: 180, height: 100, over: Color(0.2, 0.7, 0.4)) { canvas in
                    canvas.blendMode = mode
                    canvas.translate(3.3, -0.7)
                    for run in runs { canvas.draw(run, with: .color(Color(0.9, 0.1, 0.2, 0.6))) }
                }
            }
            let joined = try pixels([GlyphRun(font: font, size: size, glyphs: glyphs)])
            // In the blend mode `difference`, every glyph of a run is blended with the backdrop as it was before the run, so overlapping
            // glyphs of one run differ from separately drawn glyphs.
            if mode != .difference { #expect(joined == (try pixels(glyphs.map { GlyphRun(font: font, size: size, glyphs: [$0]) })), "size \(size)") }
            // The same glyphs in new storage give the same bits.
            #expect(try pixels([GlyphRun(font: font, size: size, glyphs: glyphs.map { $0 })]) == joined)
        }
    }
    @Test("text in tiles, and beyond the edge, has the bits of the whole picture") func tiles() throws {
        var canvas = Canvas()
        canvas.draw(GlyphRun(font: font, size: 17, glyphs: glyphs(80) { Point(Double($0 % 20) * 7.2 - 9, Double($0 / 20) * 21.6 + 4) }), with: .color(.black))
        let whole = try stage.pixels(canvas, width: 120, height: 80)
        for (x, y) in [(0, 0), (31, 5), (77, 40)] {
            let tile = try stage.pixels(canvas, width: 40, height: 40, origin: (x, y))
            for row in 0..<40 { for column in 0..<40 { #expect(tile[column, row] == whole[x + column, y + row], "(\(x + column), \(y + row))") } }
        }
    }
    @Test("text that scrolls by whole pixels is drawn from existing glyph pictures") func scrolling() throws {
        let run = GlyphRun(font: font, size: 12, glyphs: glyphs(40) { Point(Double($0) * 8, 20) })
        func pixels(_ shift: Double) throws -> Pixels {
            try stage.pixels(width: 200, height: 60) { canvas in
                canvas.translate(0, shift)
                canvas.draw(run, with: .color(.black))
            }
        }
        let first = try pixels(0.25), later = try pixels(17.25)
        for y in 0..<40 { for x in 0..<200 { #expect(first[x, y] == later[x, y + 17]) } }
    }
    @Test("a glyph far outside of the range of pixel coordinates is skipped") func farAway() throws {
        let pixels = try stage.pixels { canvas in
            canvas.draw(GlyphRun(font: font, size: 20, glyphs: glyphs(8) {
                [Point(5, 30), Point(1e9, 0), Point(-1e300, 4), Point(0, 3e7), Point(16_777_217, 0), Point(9e6, 30), Point(8_388_605, 30), Point(30, 30)][$0]
            }), with: .color(.black))
        }
        let near = try stage.pixels { canvas in
            canvas.draw(GlyphRun(font: font, size: 20,
                                 glyphs: [glyphs(1) { _ in Point(5, 30) }[0], GlyphRun.Glyph(id: glyphs(8) { _ in .zero }[7].id, position: Point(30, 30))]),
                        with: .color(.black))
        }
        #expect(pixels == near)
    }
}
