// framescope view, drawn into a file without a window: the chosen pixel is magnified in the middle, and every page has content.

import Foundation
import FrameCapture
import FrameViewing
import Raster
import Testing

@Suite("framescope view") struct ViewCommandTests {
    private let file = TemporaryFile()
    private let picture: Image

    init() throws {
        let fixture = try Fixture(Device(.reference))
        try fixture.device.captureNextFrame(to: file.path)
        try fixture.device.submit(fixture.record().encoder)
        picture = try fixture.picture.readImage()
    }
    private func view(_ arguments: String...) throws -> Image {
        let output = TemporaryFile(".png")
        let result = try run(["view", file.path] + arguments + ["--png", output.path])
        #expect(result.status == 0 && result.output == output.path + "\n" && result.errors.isEmpty, "\(result)")
        return try Image.read(from: output.path)
    }

    @Test("the requested pixel is in the middle, in its colour, with a grid around it")
    func pixel() throws {
        let frame = try Capture(contentsOf: file.path), replayer = try Replayer(frame.frames[0], of: frame, on: Device(.reference))
        try replayer.run(through: 1)
        let attachment = try replayer.image(of: frame.frames[0].draws[1])
        for (x, y) in [(24, 16), (3, 30), (47, 0)] {
            let image = try view("@1", "--pixel", "\(x),\(y)", "--zoom", "16", "--size", "1000x600")
            // The middle of the stage lies on an edge of the pixel, so the colour is read next to the middle.
            let stage = ViewLayout(width: 1000, height: 600).stage, middle = (x: Int(stage.x + stage.width / 2), y: Int(stage.y + stage.height / 2) - 1)
            let shown = image[middle.x, middle.y], expected = attachment[x, y]
            #expect(SIMD3(shown.x, shown.y, shown.z) == SIMD3(expected.x, expected.y, expected.z), "(\(x), \(y))")
            // The chosen pixel has a yellow edge.
            #expect((1...10).contains { image[middle.x + $0, middle.y].x == 255 && image[middle.x + $0, middle.y].y == 217 })
        }
    }

    @Test("every page, overlay and stage gives a different picture")
    func views() throws {
        var pictures: [[UInt8]] = []
        for arguments in [["--page", "state"], ["--page", "changes"], ["--pixel", "20,16"], ["--page", "trace", "--pixel", "20,16"], ["--stage", "mesh-in"],
                          ["--stage", "mesh-out"], ["--only"],
                          ["--overlay", "overdraw"], ["--overlay", "wireframe"], ["--page", "shaders"], ["--page", "textures"], ["--page", "buffers"],
                          ["--table", "vertices"],
                          ["--buffer", "0"], ["--texture", "0"], ["--texture", "0,1"], ["--channels", "r"], ["--channels", "a"], ["--range", "0,0.5"],
                          ["--range", "auto"], ["--keys"], ["--scale", "1.5"]] {
            let output = TemporaryFile(".png"), result = try run(["view", file.path, "@1", "--size", "900x500"] + arguments + ["--png", output.path])
            #expect(result.status == 0, "\(arguments): \(result)")
            let bytes = try Image.read(from: output.path).bytes
            #expect(!pictures.contains(bytes), "\(arguments)")
            pictures.append(bytes)
        }
        let first = try view("@0"), last = try view()
        #expect(first != last && first.width == 1280 && first.height == 720)
    }

    @Test("a replacement shader is used for drawing")
    func shader() throws {
        let shader = TemporaryFile(".frag")
        try shader.write(Array("#version 330\nout vec4 pixel; void main() { pixel = vec4(0, 1, 1, 1); }".utf8))
        let image = try view("@1", "--shader", "1=\(shader.path)", "--pixel", "24,16", "--zoom", "16", "--size", "1000x600")
        let stage = ViewLayout(width: 1000, height: 600).stage
        #expect(image[Int(stage.x + stage.width / 2), Int(stage.y + stage.height / 2) - 1] == SIMD4(0, 255, 255, 255))
    }

    @Test("a missing layer of a texture is reported once, with the existing layers")
    func missingLayer() throws {
        let result = try run(["view", file.path, "--texture", "0,0,99", "--png", "/tmp/never.png"])
        #expect(result.status == 2 && result.errors.hasPrefix("framescope: layer 99 of ")
                && result.errors.hasSuffix("texture #0 does not exist; its only layer is 0 [invalidArgument]\n"), "\(result)")
        let level = try run(["view", file.path, "--texture", "0,99", "--png", "/tmp/never.png"])
        #expect(level.status == 2 && level.errors.hasPrefix("framescope: level 99 of texture #0 does not exist; its "), "\(level)")
    }

    @Test("a reversed range and a step beyond the trace are refused, with the allowed values")
    func limits() throws {
        func errors(_ arguments: String...) throws -> String {
            let result = try run(["view", file.path, "@1"] + arguments + ["--png", "/tmp/never.png"])
            #expect(result.status == 2 && result.output.isEmpty, "\(result)")
            return result.errors
        }
        #expect(try errors("--range", "5,1").contains("such as 1.0,5.0, not 5.0,1.0"))
        #expect(try errors("--step=-1", "--pixel", "24,16").contains("0 or more"))
        #expect(try errors("--step", "3").contains("--pixel"))
        let beyond = try errors("--page", "trace", "--pixel", "24,16", "--step", "99999")
        #expect(beyond.hasPrefix("framescope: step 99999 is not in the trace of draw @1 at pixel (24, 16); use 0 to "), "\(beyond)")
        let last = try #require(Int(beyond.split(separator: " ").dropLast().last ?? ""))
        _ = try view("@1", "--page", "trace", "--pixel", "24,16", "--step", "\(last)")
    }

    @Test("invalid requests give status 2 and a reason")
    func refusals() throws {
        for arguments in [["@7"], ["--pixel", "99,0"], ["--pixel", "9"], ["--zoom", "0"], ["--size", "10x10"], ["--only", "--overlay", "nan"],
                          ["--overlay", "depth", "--frame", "4"], ["--texture", "99"], ["--texture", "0,99"],
                          ["--buffer", "-1"], ["--buffer", "99"], ["--channels", "xyz"], ["--channels", ""], ["--range", "1"], ["--range", "nan,1"],
                          ["--scale", "0"], ["--table", "nothing"]] {
            let result = try run(["view", file.path] + arguments + ["--png", "/tmp/never.png"])
            #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty, "\(arguments): \(result)")
        }
        #expect(try framescope("view", "--help").output.contains("framescope view frame.rcap"))
    }
}
