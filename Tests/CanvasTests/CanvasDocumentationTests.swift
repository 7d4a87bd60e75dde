// Checks that the library draws the pictures of Canvas's pages. The code of the pages is compiled in these tests.
// DocumentationTests check that no code of the pages is missing here, and that the links of the pages have targets.
//
// With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the tests write the pictures instead of comparing them.

import Canvas
import DocumentationSamples
import Foundation
import Raster
import TestSupport
import Testing

private let catalogue = packageFolder.appendingPathComponent("Sources/Canvas/Canvas.docc")

@Suite("Documentation of Canvas") struct CanvasDocumentationTests {
    @Test("the library draws every picture as it is stored, and the file is small", arguments: CanvasPictures.all)
    func documentationPicture(name: String) throws {
        let path = catalogue.appendingPathComponent("Resources/\(name).png").path
        let drawn = try CanvasPictures(device: Device()).draw(name).converted(to: .rgb8)
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max <= 200 * 1024, "\(name) is too large")
        #expect(try PictureComparison.difference(name, expected: Image.read(from: path), actual: drawn) == nil, "scripts/make-doc-pictures draws it anew")
    }

    @Test("the page's first code draws its shape") func first() throws {
        let device = Device(), target = try device.makeFramebuffer(width: 640, height: 220)
        var encoder = device.makeCommandEncoder()
        let gradient = Gradient.linear(from: Point(0, 0), to: Point(320, 0), [.black, .black])
        let picture = try CanvasPictures.begin(Rectangle(x: 10, y: 10, width: 300, height: 90), gradient, on: device, into: &encoder, target: target)
        try device.submit(encoder)
        #expect(picture[160, 50] == SIMD4(0, 0, 0, 255) && picture[2, 2] == SIMD4(repeating: 255))
        #expect(try target.color[0]?.texture.readImage()[320, 100] == SIMD4(0, 0, 0, 255))
    }

    @Test("all of the catalogue's pictures are drawn here") func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: catalogue.appendingPathComponent("Resources").path)
        #expect(Set(files) == Set(CanvasPictures.all.map { "\($0).png" }))
    }
}
