// The picture on the module's page. With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the test writes the picture instead of
// comparing it.

import Foundation
import Raster
import ShaderProjects
import TestSupport
import Testing

@Test("the project on the page is drawn with the bits of the stored picture") func documentationPicture() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Sources/ShaderProjects/ShaderProjects.docc/Resources/ink.png").path
    let device = Device(), project = try ShaderProject(contentsOf: root.appendingPathComponent("Shaders/projects/ink").path)
    #expect(project.notes == [] && project.passes.map(\.name) == ["Buffer A", "Image"])
    let drawn = try play(ShaderPlayer(device: device, project: project), frames: 541, width: 480, height: 270, on: device)
    if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
    #expect(try PictureComparison.difference("ink", expected: Image(contentsOf: path), actual: drawn) == nil, "RECORD_DOCUMENTATION=1 draws it anew")
}
