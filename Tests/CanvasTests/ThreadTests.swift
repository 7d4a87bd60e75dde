import Canvas
import Foundation
import Raster
import SeededRandom
import Synchronization
import Testing

@Suite("The threads of a canvas") struct ThreadTests {
    /// Passes a value that is not Sendable to other threads.
    private struct Smuggled<Value>: @unchecked Sendable { let value: Value }

    /// Returns a canvas with many small shapes, a few shapes large enough for several threads, shadows, clips, layers and text.
    private static func drawing() throws -> Canvas {
        var canvas = Canvas(), random = SeededGenerator(state: 5)
        let font = try Font(named: "DejaVu Sans")
        var scribble = Path()
        scribble.move(to: random.point(0...300))
        for _ in 0..<3000 { scribble.line(to: random.point(-20...320)) }
        canvas.fill(scribble, with: .color(Color(0.2, 0.5, 1, 0.5)), rule: .evenOdd)
        for i in 0..<600 {
            let center = random.point(0...300)
            if i % 90 == 0 { canvas.shadows = [Shadow(offset: Point(3, 4.5), blur: [0, 5, 19][i / 90 % 3], color: Color(0.3, 0, 0, 0.7))] }
            if i % 200 == 100 { canvas.clip(to: .disc(center.x, center.y, 120)) }
            canvas.fill(.disc(center.x, center.y, random.number(2...20)), with: .color(Color(random.number(0...1), random.number(0...1), 0.5, 0.7)))
            canvas.shadows = []
        }
        canvas.layer { $0.stroke(scribble, with: .color(Color(0, 0.3, 0, 0.1)), style: StrokeStyle(width: 1.5)) }
        let letters = "Many threads, one picture".unicodeScalars.compactMap { font.glyph(for: $0) }
        for line in 0..<12 {
            canvas.draw(GlyphRun(font: font, size: 14,
                                 glyphs: letters.enumerated().map { GlyphRun.Glyph(id: $1, position: Point(Double($0) * 9.3, Double(line) * 25.3)) }),
                        with: .color(.black))
        }
        return canvas
    }

    @Test("any number of threads gives the same bits as one thread") func bits() throws {
        let canvas = try Self.drawing()
        let expected = try Stage(threads: 1).pixels(canvas, width: 300, height: 300, over: .white)
        for threads in [2, 3, 5, 16] {
            let stage = try Stage(threads: threads)
            // The canvas is drawn twice. In the second frame the prepared shapes lie at other addresses.
            for _ in 0..<2 { #expect(try stage.pixels(canvas, width: 300, height: 300, over: .white) == expected, "\(threads) threads") }
        }
        #expect(try Stage(.reference).pixels(canvas, width: 300, height: 300, over: .white) == expected)
    }
    @Test("a shape with more pixels than a thread takes at once is drawn whole") func largeShape() throws {
        // Draws a comb of 2,400 × 2,400 pixels. The comb covers a third of each pixel.
        var comb = Path(), canvas = Canvas()
        for x in 0..<2400 { comb.append(.box(Double(x), 0, 1.0 / 3, 2400)) }
        canvas.fill(comb, with: .color(.black))
        let pixels = try Stage(threads: 3).pixels(canvas, width: 2400, height: 2400)
        #expect(pixels.image.bytes.enumerated().allSatisfy { $0.offset % 4 == 3 ? $0.element == 85 : $0.element == 0 })
    }
    @Test("concurrent draws with one renderer are either executed or refused") func crowd() throws {
        let stage = Smuggled(value: try Stage(.reference)), target = Smuggled(value: try stage.value.device.makeFramebuffer(width: 8, height: 8))
        let outcomes = Mutex<[String: Int]>([:]), done = DispatchGroup()
        for _ in 0..<4 {
            done.enter()
            Thread {
                for number in 0..<200 {
                    var canvas = Canvas(), outcome = "served"
                    // Each canvas has new paths.
                    for i in 0..<20 { canvas.fill(.disc(4, 4, Double(number * 20 + i) / 1000), with: .color(.black)) }
                    do {
                        var encoder = stage.value.device.makeCommandEncoder()
                        try stage.value.renderer.draw(canvas, into: &encoder, target: target.value)
                    } catch let error as RasterError where error.code == .deviceInUse {
                        outcome = "refused"
                    } catch {
                        outcome = "\(error)"
                    }
                    outcomes.withLock { $0[outcome, default: 0] += 1 }
                }
                done.leave()
            }.start()
        }
        done.wait()
        let counts = outcomes.withLock { $0 }
        #expect(counts["served", default: 0] > 0)
        #expect(counts["served", default: 0] + counts["refused", default: 0] == 800, "\(counts)")
    }
    @Test("a refused frame does not change the next one") func afterRefusal() throws {
        let stage = try Stage(threads: 2), font = try Font(named: "DejaVu Sans")
        var canvas = Canvas()
        canvas.draw(GlyphRun(font: font, size: 20, glyphs: [GlyphRun.Glyph(id: font.glyph(for: "R") ?? 0, position: Point(10, 40))]), with: .color(.black))
        let expected = try Stage(threads: 2).pixels(canvas)
        var broken = canvas
        broken.fill(Path([.move(to: Point(0, 0)), .line(to: Point(.nan, 1)), .line(to: Point(1, 2))]), with: .color(.black))
        #expect(throws: CanvasError.self) { _ = try stage.pixels(broken) }
        #expect(try stage.pixels(canvas) == expected)
    }
}
