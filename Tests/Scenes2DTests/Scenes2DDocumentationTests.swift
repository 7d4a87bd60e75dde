// The pictures on the pages of Scenes2D, drawn by both renderers. If RECORD_DOCUMENTATION=1 is in the environment, the tests write
// the pictures instead of comparing them.

import Canvas
import Foundation
import Raster
import Scenes2D
import TestSupport
import Testing

@Suite struct Scenes2DDocumentationTests {
    struct Picture: Sendable, CustomStringConvertible {
        let name: String
        var width = 360, height = 220
        let draw: @Sendable (inout Canvas) throws -> Void
        var description: String { name }
        var path: String { packageFolder.appendingPathComponent("Sources/demos/Scenes2D/Scenes2D.docc/Resources/\(name).png").path }

        func image(_ kind: Device.Kind) throws -> Image {
            let device = Device(kind), target = try device.makeFramebuffer(width: 2 * width, height: 2 * height, color: [.rgba8])
            var canvas = Canvas(), encoder = device.makeCommandEncoder()
            try draw(&canvas)
            try CanvasRenderer(device: device).draw(canvas, into: &encoder, target: target, scale: 2, clear: .white)
            try device.submit(encoder)
            return try target.readImage().converted(to: .rgb8)
        }
    }
    static let all = [
        Picture(name: "rope", height: 280) { try RopeSample().draw(into: &$0) },
        Picture(name: "physics-xray", height: 280) { canvas in
            let sample = try RopeSample()
            #expect(try !sample.drag())
            // The picture shows the rope during a drag.
            try sample.button.press(at: sample.button.body.position)
            try sample.button.drag(to: sample.button.body.position + Point(60, -30))
            sample.world.advance(to: 1.5)
            sample.draw(into: &canvas)
            try sample.look(into: &canvas)
        },
        Picture(name: "drop-shapes") { try dropShapesSample().draw(into: &$0) },
        Picture(name: "vine") { try vineSample(into: &$0) },
        Picture(name: "fractals") { try fractalPicture(into: &$0) },
        Picture(name: "rule-editor", height: 236) { try ruleEditorSample(into: &$0) },
    ]
    @Test("the sample draws every picture as it is stored, with both renderers, and the file is small", arguments: all)
    func documentationPicture(picture: Picture) throws {
        let drawn = try picture.image(.jit)
        if ProcessInfo.processInfo.environment["RECORD_DOCUMENTATION"] != nil { try drawn.writePNG(to: picture.path) }
        #expect(try FileManager.default.attributesOfItem(atPath: picture.path)[.size] as? Int ?? .max <= 160 * 1024, "\(picture.name) is too large")
        #expect(try PictureComparison.difference(picture.name, expected: Image.read(from: picture.path), actual: drawn) == nil,
                "scripts/make-doc-pictures draws it anew")
        #expect(try PictureComparison.difference(picture.name, expected: picture.image(.reference), actual: drawn) == nil)
    }

    @Test("the page's shape hangs on its spring, and does not fall") func spring() throws {
        let (world, spring) = try springSample()
        #expect(spring.kind == .spring && world.isAwake && spring.second.position.y < 110)
    }
}
