import Canvas
import Raster
import Testing

@Suite("Text on a canvas") struct TextDrawingTests {
    let stage: Stage
    let font: Font
    init() throws {
        stage = try Stage()
        font = try Font(named: "DejaVu Sans")
    }

    @Test("a glyph at a quarter of a pixel covers the area of its outline at this place") func quarters() throws {
        let glyph = try #require(font.glyph(for: "g"))
        for (x, y) in [(10.0, 40.0), (10.25, 40.5), (12.75, 39.25)] {
            let text = try stage.pixels { $0.draw(GlyphRun(font: font, size: 30, glyphs: [.init(id: glyph, position: Point(x, y))]), with: .color(.white)) }
            let shape = try stage.pixels { canvas in
                canvas.translate(x, y)
                canvas.scale(30, 30)
                canvas.fill(font.outline(of: glyph), with: .color(.white))
            }
            #expect(text == shape)
        }
    }
    @Test("the position of upright text is rounded to quarters of a pixel, rotated text keeps its exact position") func positions() throws {
        let glyph = try #require(font.glyph(for: "a"))
        func drawn(_ x: Double, turned: Double = 0) throws -> Pixels {
            try stage.pixels { canvas in
                canvas.rotate(turned)
                canvas.draw(GlyphRun(font: font, size: 20, glyphs: [.init(id: glyph, position: Point(x, 30))]), with: .color(.white))
            }
        }
        #expect(try drawn(20.1) == drawn(20) && drawn(20.2) == drawn(20.25) && drawn(20) != drawn(20.25))
        #expect(try drawn(20.1, turned: 0.1) != drawn(20, turned: 0.1))
    }
    @Test("a page of text is one draw call of few pieces, and each glyph is rasterized once") func page() throws {
        var canvas = Canvas()
        for line in 0..<8 { try canvas.draw(text: "the quick brown fox", at: Point(2, 10 + 14 * Double(line)), font: font, size: 12) }
        let first = try stage.pixels(canvas, width: 160, height: 128), made = stage.renderer.statistics
        #expect(made.drawCalls == 1 && made.preparedPaths > 0)
        let second = try stage.pixels(canvas, width: 160, height: 128), again = stage.renderer.statistics
        #expect(again.preparedPaths == 0 && first == second)
        // The renderer draws a line of text in a few pieces, which contain several glyphs each. The masks of these pieces together are
        // hardly larger than the line.
        #expect(again.pieces < 8 * 19 / 2 && again.maskBytes < 8 * 130 * 14)
    }
    @Test("text in tiles and under a clip has the same bits as the text drawn at once") func tiles() throws {
        var canvas = Canvas()
        try canvas.draw(text: "Wavy gqy", at: Point(3.3, 30.6), font: font, size: 22, paint: .color(.white))
        let whole = try stage.pixels(canvas, width: 128, height: 64)
        for (x, y) in [(5, 7), (40, 20), (61, -3)] {
            let tile = try stage.pixels(canvas, width: 32, height: 32, origin: (x, y))
            for row in 0..<32 { for column in 0..<32 where y + row >= 0 { #expect(tile[column, row] == whole[x + column, y + row]) } }
        }
        var clipped = Canvas()
        clipped.clip(to: .box(0.5, 0, 200, 100))
        try clipped.draw(text: "Wavy gqy", at: Point(3.3, 30.6), font: font, size: 22, paint: .color(.white))
        #expect(try stage.pixels(clipped, width: 128, height: 64) == whole)
    }
}
