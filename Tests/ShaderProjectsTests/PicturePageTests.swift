// The pictures on the module's page. With RECORD_DOCUMENTATION=1 (see scripts/make-doc-pictures), the test writes the pictures instead of
// comparing them.

import Foundation
import Raster
import ShaderProjects
import TestSupport
import Testing

@Test("the projects on the page are drawn with the bits of the stored pictures", arguments: [
    ("ink", "ink", ["Buffer A", "Image"], 541), ("stained-glass", "stained-glass.frag", ["PYRAMID_0", "FLOOD_0", "main"], 121),
])
func documentationPicture(name: String, file: String, passes: [String], frames: Int) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let path = root.appendingPathComponent("Sources/ShaderProjects/ShaderProjects.docc/Resources/\(name).png").path
    let device = Device(), project = try ShaderProject(contentsOf: root.appendingPathComponent("Shaders/projects/\(file)").path)
    #expect(project.notes == [] && project.passes.map(\.name) == passes)
    // If a project remembers nothing from frame to frame, only its last frame is drawn.
    let player = try ShaderPlayer(device: device, project: project), first = player.remembersFrames ? 0 : frames - 1
    let drawn = try play(player, from: first, frames: frames, width: 480, height: 270, on: device)
    if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: path) }
    #expect(try PictureComparison.difference(name, expected: Image(contentsOf: path), actual: drawn) == nil, "RECORD_DOCUMENTATION=1 draws it anew")
}
