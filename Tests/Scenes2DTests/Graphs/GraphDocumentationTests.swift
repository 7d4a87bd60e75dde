// The picture on the page about graphs, drawn by both renderers. If RECORD_DOCUMENTATION=1 is in the environment, the test writes
// the picture instead of comparing it.

import Canvas
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Test("the sample draws the picture of the page about graphs, with both renderers, and the file is small")
func graphDocumentationPicture() throws {
    func picture(_ kind: Device.Kind) throws -> Image {
        var canvas = Canvas()
        try graphSample(into: &canvas)
        return try CanvasRenderer(device: Device(kind)).image(of: canvas, width: 720, height: 380, background: Color(hex: 0xF2F4F8)).converted(to: .rgb8)
    }
    let path = packageFolder.appendingPathComponent("Sources/demos/Scenes2D/Scenes2D.docc/Resources/graph-tides.png").path, drawn = try picture(.jit)
    if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? .max <= 160 * 1024)
    #expect(try PictureComparison.difference("graph-tides", expected: Image.read(from: path), actual: drawn) == nil, "scripts/make-doc-pictures draws it anew")
    #expect(try PictureComparison.difference("graph-tides", expected: picture(.reference), actual: drawn) == nil)
}
