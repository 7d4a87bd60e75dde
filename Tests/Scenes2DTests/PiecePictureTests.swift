// The pictures of the pages about the colour picker, the arrow and the emitter, and the results of their code.
//
// With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the tests write the pictures instead of comparing them.

import Canvas
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite("Pages of pieces") struct PiecePictureTests {
    @Test("the library draws every picture as it is stored, on both renderers, and the file is small", arguments: PieceSamples.pictures)
    func documentationPicture(name: String) throws {
        let path = packageFolder.appendingPathComponent("Sources/demos/Scenes2D/Scenes2D.docc/Resources/\(name).png").path
        let drawn = try PieceSamples.draw(name, on: Device()).converted(to: .rgb8)
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max <= 60 * 1024, "\(name) is too large")
        #expect(try PictureComparison.difference(name, expected: Image.read(from: path), actual: drawn) == nil, "scripts/make-doc-pictures draws it anew")
        let reference = try PieceSamples.draw(name, on: Device(.reference)).converted(to: .rgb8)
        #expect(try PictureComparison.difference(name, expected: drawn, actual: reference) == nil)
    }

    @Test("texts and errors are as the page says")
    func texts() throws {
        #expect(try PieceSamples.texts() == ["#47ADF5", "UIColor(red: 0.278, green: 0.678, blue: 0.961, alpha: 1)", "rgb(71 173 245)", nil])
        #expect(PieceSamples.mistake() == "colour 'rgb(255, 122)', character 13: has 2 components; give 3, and alpha after a slash, or after a comma if commas separate them [syntax]")
    }

    @Test("a colour is typed, and an arrow connects two rectangles, as the pages say")
    func typedAndConnected() {
        let typed = PieceSamples.typed(), arrow = PieceSamples.connected()
        #expect(typed.mistake != nil && typed.isColor && typed.color.nearestBytes == SIMD4(255, 99, 71, 255))
        #expect(arrow.leftTip == Point(148, 40) && arrow.rightTip == Point(252, 160))
    }
}
