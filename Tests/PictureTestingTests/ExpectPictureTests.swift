// The messages of tests with an expected picture and of tests with an unexpected picture.

import Foundation
import FrameCapture
import PictureTesting
import Raster
import Testing

/// A folder for one test, deleted when the test ends.
private final class Folder {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)").path
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// Returns the texts of the issues that an expectation records.
private func issues(_ body: () -> Void) -> [String] {
    nonisolated(unsafe) var texts: [String] = []
    withKnownIssue(isIntermittent: true) {
        body()
    } matching: { issue in
        texts.append("\(issue)")
        return true
    }
    return texts
}

@Suite("Expected pictures") struct ExpectPictureTests {
    private let device = Device(.jit)
    private func target(_ width: Int = 16, _ height: Int = 8) throws -> Framebuffer {
        try device.makeFramebuffer(width: width, height: height, label: "picture")
    }
    /// Returns a frame with a dark background and a square of four pixels. The upper left pixel of the square is at column 4 and
    /// row 2, counted from the top.
    private func frame(_ paint: SIMD4<Float>, capturing: Bool = true) throws -> DrawnFrame {
        let target = try target()
        let program = try device.makeProgram(vertex: "in vec2 position; void main() { gl_Position = vec4(position, 0.0, 1.0); }",
                                             fragment: "uniform vec4 paint; out vec4 pixel; void main() { pixel = paint; }", label: "flat")
        let pipeline = try device.makePipeline(program: program, vertexLayout: VertexLayout(stride: 8, VertexAttribute("position", .float2)))
        let corners = try device.makeBuffer([Float]([-0.5, 0, -0.25, 0, -0.5, 0.5, -0.25, 0.5]))
        return try DrawnFrame(target, on: device, label: "square", capturing: capturing) { encoder in
            encoder.render(to: target, clear: .color(0, 0, 0.2), label: "main") { pass in
                pass.setPipeline(pipeline)
                pass.setVertexBuffer(corners)
                pass.setUniform("paint", paint)
                pass.draw(.triangleStrip, count: 4, label: "square")
            }
        }
    }

    @Test("the same picture passes and leaves nothing behind") func same() throws {
        let folder = try Folder(), golden = folder.file("square.png"), drawn = try frame(SIMD4(1, 0, 0, 1))
        try drawn.picture.writePNG(to: golden)
        #expect(expectPicture(drawn, matches: golden))
        #expect(expectPicture(drawn.picture, matches: golden))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["square.png"])
    }

    @Test("a difference names its first pixel, the draw that made it, and files that show it") func difference() throws {
        let folder = try Folder(), golden = folder.file("square.png")
        try frame(SIMD4(1, 0, 0, 1)).picture.writePNG(to: golden)
        let drawn = try frame(SIMD4(0, 1, 0, 1))
        let texts = issues { #expect(!expectPicture(drawn, matches: golden)) }
        let text = try #require(texts.first)
        #expect(texts.count == 1)
        #expect(text.contains("4 of 128 pixels differ, by 255 steps at most, first at x 4, row 2 from the top: [255, 0, 0, 255] expected, [0, 255, 0, 255] drawn"))
        #expect(text.contains("because draw @0 (main/square"))
        let files = text.matches(of: /\/[^ ;\n]*\.(png|rcap)/).map { String($0.output.0) }
        let picture = try Image.read(from: #require(files.first { $0.hasSuffix(".png") && $0 != golden }))
        #expect(picture.width == 3 * 16 + 4 && picture.height == 8)
        let expected = try Image.read(from: golden).converted(to: .rgba8)
        for y in 0..<8 {
            for x in 0..<16 {
                // The middle picture of the file shows equal pixels in black, and pixels with a large difference in white.
                let isSquare = (4..<6).contains(x) && (2..<4).contains(y)
                #expect(picture[x, y] == expected[x, y] && picture[36 + x, y] == drawn.picture[x, y], "(\(x), \(y))")
                #expect(picture[18 + x, y] == (isSquare ? SIMD4(255, 255, 255, 255) : SIMD4(0, 0, 0, 255)), "(\(x), \(y))")
            }
        }
        let capture = try Capture(contentsOf: #require(files.first { $0.hasSuffix(".rcap") }))
        #expect(capture.frames.first?.draws.map(\.name) == ["main/square"])
        for file in files where file != golden { try? FileManager.default.removeItem(atPath: file) }
    }

    @Test("for a difference without a capture, the message says why the draw is unknown") func withoutCapture() throws {
        let folder = try Folder(), golden = folder.file("square.png")
        try frame(SIMD4(1, 0, 0, 1)).picture.writePNG(to: golden)
        let drawn = try frame(SIMD4(0, 1, 0, 1), capturing: false)
        let texts = issues { expectPicture(drawn, matches: golden) }
        #expect(texts.first?.contains("no explanation: the frame was drawn with capturing: false") == true)
    }

    @Test("a tolerance allows its number of steps and pixels") func tolerance() throws {
        let folder = try Folder(), golden = folder.file("square.png")
        let expected = try frame(SIMD4(1, 0, 0, 1)).picture
        try expected.writePNG(to: golden)
        var near = expected
        for x in 0..<3 { near[x, 0] = SIMD4(2, 0, 51, 255) }
        #expect(expectPicture(near, matches: golden, within: .steps(2)))
        #expect(expectPicture(near, matches: golden, within: PictureTolerance(steps: 1, pixels: 3)))
        #expect(issues { expectPicture(near, matches: golden, within: .steps(1)) }.count == 1)
        #expect(issues { expectPicture(near, matches: golden, within: PictureTolerance(steps: 1, pixels: 2)) }.count == 1)
    }

    @Test("a missing file, a file of another size and a file that is no picture have their own messages") func missing() throws {
        let folder = try Folder(), drawn = try frame(SIMD4(1, 0, 0, 1))
        #expect(issues { expectPicture(drawn, matches: folder.file("none.png")) }.first?.contains("none.png is missing") == true)
        try Image(width: 3, height: 2).writePNG(to: folder.file("small.png"))
        #expect(issues { expectPicture(drawn, matches: folder.file("small.png")) }.first?.contains("3×2 rgba8 expected, 16×8 rgba8 drawn") == true)
        try Data("no picture".utf8).write(to: URL(fileURLWithPath: folder.file("text.png")))
        #expect(issues { expectPicture(drawn, matches: folder.file("text.png")) }.first?.contains("cannot be compared") == true)
    }

    @Test("a relative path starts at the folder of the test's source") func relative() throws {
        let folder = try Folder(), drawn = try frame(SIMD4(1, 0, 0, 1))
        try drawn.picture.writePNG(to: folder.file("square.png"))
        #expect(expectPicture(drawn, matches: "square.png", sourceFile: folder.file("Test.swift")))
    }

    @Test("a frame that cannot be drawn throws its own error and leaves no capture on the device") func failing() throws {
        let target = try target()
        #expect(throws: RasterError.self) {
            _ = try DrawnFrame(target, on: device) { encoder in encoder.render(to: target) { $0.draw(count: 3) } }
        }
        #expect(!device.isCapturing)
    }

    @Test("channels of 16 bits are compared in 16-bit steps") func sixteenBits() throws {
        let expected = Image(width: 1, height: 1, format: .gray16, bytes: [0x00, 0x80]),
            actual = Image(width: 1, height: 1, format: .gray16, bytes: [0x03, 0x80])
        let difference = try #require(PictureDifference(expected: expected, actual: actual))
        #expect(difference.first?.expected == [32768] && difference.first?.actual == [32771] && difference.largestStep == 3)
        #expect(PictureDifference(expected: expected, actual: actual, within: .steps(3)) == nil)
    }
}
