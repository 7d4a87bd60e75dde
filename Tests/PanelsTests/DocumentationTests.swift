// Checks that the code of the page about panels draws the page's picture. The target DocumentationTests checks that this code is on
// the page.
//
// If RECORD_DOCUMENTATION=1 is in the environment, the test writes the picture instead of comparing it.

import DocumentationSamples
import Foundation
import Raster
import TestSupport
import Testing

private let catalogue = packageFolder.appendingPathComponent("Sources/Panels/Panels.docc")

@Test("the page's code draws its picture")
func documentationPicture() throws {
    let path = catalogue.appendingPathComponent("Resources/panel.png").path
    let drawn = try DocumentationPicture.draw(DocumentationPicture.panel, on: Device())
    if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
    #expect(try PictureComparison.difference("panel", expected: Image.read(from: path), actual: drawn) == nil, "RECORD_DOCUMENTATION=1 draws it anew")
}
