// Numbers as pictures: integers, depth, stencil and floats outside of 0…1, in the library and in framescope image.

import Foundation
import FrameCapture
import Raster
import Testing

/// The range of values that a picture shows, for comparisons.
private struct Shown: Equatable {
    var name: String, black: Double, full: Double
    init(name: String, black: Double, full: Double) { self.name = name; self.black = black; self.full = full }
    init(_ range: DisplayedImage.ChannelRange) { self.init(name: range.name, black: range.black, full: range.full) }
}

@Suite("Numbers as pictures") struct DisplayTests {
    static let width = 16, height = 8
    /// A captured frame with one full-screen draw into images of the given formats.
    private struct Shot {
        let file = TemporaryFile()
        let capture: Capture
        var frame: CapturedFrame { capture.frames[0] }
        var draw: CapturedDraw { capture.frames[0].draws[0] }

        init(_ body: String, outputs: String = "out vec4 pixel;", color: [PixelFormat] = [.rgba8], depth: PixelFormat? = nil,
             configure: (inout RasterState) -> Void = { _ in }) throws {
            let device = Device(.reference), target = try device.makeFramebuffer(width: width, height: height, color: color, depth: depth, label: "target")
            let program = try device.makeProgram(vertex: "void main() { gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0.5, 1); }",
                                                 fragment: "\(outputs) void main() { ivec2 p = ivec2(gl_FragCoord.xy); \(body) }")
            var state = RasterState()
            configure(&state)
            let pipeline = try device.makePipeline(program: program, vertexLayout: .none, state: state)
            try device.captureNextFrame(to: file.path)
            var frame = device.makeCommandEncoder()
            let none: [ClearColor?] = color.map { $0.kind == .int ? .int(.zero) : $0.kind == .uint ? .uint(.zero) : .float(.zero) }
            frame.render(to: target, clear: ClearValues(colors: none, depth: depth == nil ? nil : 1, stencil: depth?.hasStencil == true ? 0 : nil),
                         label: "pass") { pass in
                pass.setPipeline(pipeline)
                pass.setStencilReference(7)
                pass.draw(count: 3)
            }
            try device.submit(frame)
            capture = try Capture(contentsOf: file.path)
        }
        func shown(_ attachment: AttachmentName? = nil, _ display: ImageDisplay = .automatic) throws -> DisplayedImage {
            let replayer = try Replayer(frame, of: capture, on: Device(.jit))
            try replayer.run()
            return try replayer.picture(attachment, of: draw, as: display)
        }
    }
    private func gray(_ image: Image, _ x: Int, _ y: Int) -> Int {
        let i = y * image.width + x
        return image.format == .gray16 ? Int(image.bytes[2 * i]) | Int(image.bytes[2 * i + 1]) << 8 : Int(image.bytes[i])
    }

    @Test("each object number has its own colour, and 0 is black", arguments: [PixelFormat.r8Uint, .r32Uint, .r32Int])
    func objects(format: PixelFormat) throws {
        let isSigned = format.kind == .int
        let shot = try Shot("pixel = \(isSigned ? "" : "u")int(p.x < 4 ? 0 : p.x < 12 ? 3 : 77);", outputs: "out \(isSigned ? "int" : "uint") pixel;", color: [format]),
            shown = try shot.shown()
        #expect(shown.hashedCount == 3 && shown.ranges.isEmpty && shown.picture.format == .rgba8)
        let colors = [0, 5, 13].map { shown.picture[$0, 3] }
        #expect(colors[0] == SIMD4(0, 0, 0, 255) && Set(colors).count == 3 && shown.picture[11, 7] == colors[1])
        // The colour of a number does not depend on the frame: in another frame, the same number has the same colour.
        let other = try Shot("pixel = \(isSigned ? "" : "u")int(p.y < 2 ? 77 : 3);", outputs: "out \(isSigned ? "int" : "uint") pixel;", color: [format])
        #expect(try other.shown().picture[0, 7] == colors[2])
        #expect(try shot.shown(nil, ImageDisplay(integers: .range)).ranges.map(Shown.init) == [Shown(name: "red", black: 0, full: 77)])
    }

    @Test("increasing numbers are shown exactly, as grey levels over their range")
    func growing() throws {
        let shot = try Shot("pixel = 1000000000u + uint(p.x);", outputs: "out uint pixel;", color: [.r32Uint]), shown = try shot.shown()
        #expect(shown.hashedCount == nil && shown.ranges.map(Shown.init) == [Shown(name: "red", black: 1_000_000_000, full: 1_000_000_015)])
        #expect((0..<16).allSatisfy { abs(gray(shown.picture, $0, 2) - $0 * 4369) <= 1 })
        #expect(shown.explanation == ["red: 1000000000 is black, 1000000015 is white."])
        let given = try shot.shown(nil, ImageDisplay(range: .numbers(from: 1_000_000_005, to: 1_000_000_010)))
        #expect(gray(given.picture, 2, 2) == 0 && gray(given.picture, 12, 2) == 65535 && given.outsideCount == 10 * 8)
        // With a reversed range, small numbers are bright.
        #expect(try gray(shot.shown(nil, ImageDisplay(range: .numbers(from: 1_000_000_015, to: 1_000_000_000))).picture, 0, 0) == 65535)
    }

    @Test("each channel of several integers has its own range, and can be shown alone")
    func channels() throws {
        let shot = try Shot("pixel = uvec2(p.x * 1000, p.y + 5);", outputs: "out uvec2 pixel;", color: [.rg32Uint]), shown = try shot.shown()
        #expect(shown.ranges.map(Shown.init) == [Shown(name: "red", black: 0, full: 15000), Shown(name: "green", black: 5, full: 12)])
        #expect(shown.picture[15, 0] == SIMD4(255, 255, 0, 255) && shown.picture[0, 7] == SIMD4(0, 0, 0, 255))
        let green = try shot.shown(nil, ImageDisplay(integers: .range, channel: .green))
        #expect(green.ranges.map(\.name) == ["green"] && gray(green.picture, 3, 0) == 65535 && gray(green.picture, 3, 7) == 0)
    }

    @Test("depth is shown from the nearest to the farthest drawn value, not from 0 to the cleared 1")
    func depth() throws {
        let shot = try Shot("if (p.x < 4) discard; gl_FragDepth = 0.98 + float(p.x) * 0.001; pixel = vec4(1);", depth: .depth32Float, configure: { $0.depth = .always })
        let shown = try shot.shown(.depth), range = try #require(shown.ranges.first)
        #expect(range.name == "depth" && abs(range.black - 0.984) < 1e-6 && abs(range.full - 0.995) < 1e-6)
        #expect(gray(shown.picture, 0, 0) == 65535 && gray(shown.picture, 4, 0) == 0 && abs(gray(shown.picture, 9, 0) - 65535 * 5 / 11) < 40)
        let standard = try shot.shown(.depth, ImageDisplay(range: .standard))
        #expect(gray(standard.picture, 4, 0) > 64000 && standard.ranges.map(Shown.init) == [Shown(name: "depth", black: 0, full: 1)])
        // A cleared buffer without draws has a single value.
        let empty = try Shot("pixel = vec4(1); discard;", depth: .depth32Float, configure: { $0.depth = .always }).shown(.depth)
        #expect(empty.explanation == ["depth is 1 everywhere, shown at half brightness."])
    }

    @Test("stencil is shown from the smallest to the largest value")
    func stencil() throws {
        let shot = try Shot("if (p.x < 4) discard; pixel = vec4(1);", depth: .depth24Stencil8,
                            configure: { $0.stencil = StencilState(both: StencilFaceState(pass: .replace)) })
        let shown = try shot.shown(.stencil)
        #expect(shown.picture.format == .gray8 && gray(shown.picture, 0, 0) == 0 && gray(shown.picture, 9, 0) == 255
                && shown.ranges.map(Shown.init) == [Shown(name: "stencil", black: 0, full: 7)])
        #expect(try gray(shot.shown(.stencil, ImageDisplay(range: .standard)).picture, 9, 0) == 7)
        #expect(try shot.shown(.stencil, ImageDisplay(integers: .hash)).hashedCount == 2)
    }

    @Test("floats outside of 0…1 are counted, and visible with a range; NaN is black and counted")
    func floats() throws {
        let shot = try Shot("float zero = float(p.x - p.x); pixel = vec4(float(p.x) - 4.0, p.x == 3 ? zero / zero : 0.5, p.x == 5 ? 1.0 / zero : 0.0, 0.25);", color: [.rgba32Float])
        let plain = try shot.shown()
        #expect(plain.ranges.isEmpty && plain.outsideCount == (4 + 11) * 8 && plain.oddCount == 8 && plain.explanation.count == 2)
        let fitted = try shot.shown(nil, ImageDisplay(range: .fitted))
        #expect(fitted.ranges.map(\.black) == [-4, 0.5, 0] && fitted.ranges.map(\.full) == [11, 0.5, 0])
        #expect(fitted.picture[0, 0].x == 0 && fitted.picture[15, 0].x == 255 && fitted.picture[3, 0].y == 0 && fitted.picture[5, 0].z == 255)
        let alpha = try shot.shown(nil, ImageDisplay(channel: .alpha))
        #expect(alpha.picture.format == .gray8 && gray(alpha.picture, 2, 2) == 64)
        let red = try shot.shown(nil, ImageDisplay(range: .numbers(from: 0, to: 10), channel: .red))
        #expect(gray(red.picture, 9, 1) == 32768)
    }

    @Test("a range of 0…1 shows sRGB colours unchanged")
    func sRGB() throws {
        let shot = try Shot("pixel = vec4(float(p.x) / 15.0, 0.2, 0.0, 1.0);", color: [.srgb8Alpha8])
        #expect(try shot.shown().picture == shot.shown(nil, ImageDisplay(range: .numbers(from: 0, to: 1))).picture)
    }

    @Test("requests for a part that the image lacks are refused")
    func refusals() throws {
        let shot = try Shot("pixel = vec4(1);", depth: .depth32Float)
        #expect(throws: RasterError.self) { _ = try shot.shown(.depth, ImageDisplay(channel: .red)) }
        #expect(throws: RasterError.self) { _ = try shot.shown(nil, ImageDisplay(integers: .hash)) }
        #expect(throws: RasterError.self) { _ = try shot.shown(.color(4)) }
        #expect(ImageDisplay.Range("1..1") == nil && ImageDisplay.Range("0..nan") == nil && ImageDisplay.Range("0..inf") == nil
                && ImageDisplay.Range("3") == nil && ImageDisplay.Range("") == nil)
        #expect(ImageDisplay.Range("-1e308..1e308") == nil, "their distance is no number")
        #expect(ImageDisplay.Range("-1.5..2") == .numbers(from: -1.5, to: 2) && ImageDisplay.Range("0...1") == .numbers(from: 0, to: 1)
                && ImageDisplay.Range("auto") == .fitted)
        // Integer images cannot be compared as pictures.
        let integers = try Shot("pixel = 1u;", outputs: "out uint pixel;", color: [.r8Uint]),
            replayer = try Replayer(integers.frame, of: integers.capture, on: Device(.jit))
        try replayer.run()
        let error = #expect(throws: RasterError.self) { _ = try replayer.image(of: integers.draw) }
        #expect(error?.description.contains("framescope image") == true)
    }

    @Test("integers are shown in pictures of all draws, thumbnails, single draws, overlays, results and reports")
    func everywhere() throws {
        let shot = try Shot("if (p.x < 4) discard; pixel = p.x < 12 ? 3u : 77u;", outputs: "out uint pixel;", color: [.r32Uint]), expected = try shot.shown().picture
        var pictures: [Image?] = []
        try shot.capture.pictures(of: shot.frame) { pictures.append($1?.picture) }
        #expect(pictures == [expected])
        #expect(try shot.capture.thumbnails(of: shot.frame, width: 16, height: 8)[0] == expected)
        let (alone, isProven) = try shot.capture.contribution(of: shot.draw, in: shot.frame)
        #expect(isProven && alone[0, 0].w == 0 && alone[6, 0] == expected[6, 0])
        let overlay = try shot.capture.overlay(.overdraw, of: shot.draw, in: shot.frame)
        #expect(overlay.picture[6, 2] != SIMD4(0, 0, 0, 255))
        let replayer = try Replayer(shot.frame, of: shot.capture, on: Device(.jit))
        try replayer.run()
        #expect(try replayer.result() == expected)
        let html = try FrameReport(shot.frame, of: shot.capture).html(on: Device(.reference))
        #expect(html.contains("Each of 3 numbers has its own colour; 0 is black.") && !html.contains("\"thumbnail\":\"\""))
    }

    @Test("framescope image writes integers, ranges and channels, explains how to read them, and can write to standard output")
    func command() throws {
        let shot = try Shot("pixel = uvec2(p.x * 1000, p.y + 5);", outputs: "out uvec2 pixel;", color: [.rg32Uint]), output = TemporaryFile(".png"),
            table = TemporaryFile(".csv")
        let told = try framescope("image", shot.file.path, "@0", "-o", output.path)
        #expect(told.status == 0 && told.output == output.path + "\nred: 0 is black, 15000 is full.\ngreen: 5 is black, 12 is full.\n", "\(told)")
        #expect(try Image.read(from: output.path) == shot.shown().picture)
        let piped = try framescope("image", shot.file.path, "@0", "--channel", "g", "--range", "0..20", "-o", "-")
        #expect(piped.status == 0 && piped.errors == "green: 0 is black, 20 is white.\n" && Array(piped.data.prefix(4)) == [0x89, 0x50, 0x4E, 0x47],
                "\(piped.errors)")
        #expect(try Image.read(bytes: Array(piped.data)) == shot.shown(nil, ImageDisplay(range: .numbers(from: 0, to: 20), channel: .green)).picture)
        let json = try #require(framescope("image", shot.file.path, "@0", "--integers", "hash", "--json", "-o", output.path).json as? [String: Any])
        #expect(json["hashed"] as? Int == 128 && (json["ranges"] as? [Any])?.isEmpty == true)
        #expect(try framescope("image", shot.file.path, "@0", "--channel", "g", "-o", table.path).status == 0)
        #expect(String(decoding: try table.bytes, as: UTF8.self).hasPrefix("12,12,12"))
        for wrong in [["--channel", "x"], ["--range", "2..2"], ["--range", "auto", "--integers", "hash"], ["--json", "-o", "-"],
                      ["--overlay", "cost", "--range", "auto"]] {
            let arguments = ["image", shot.file.path, "@0"] + wrong + (wrong.contains("-o") ? [] : ["-o", output.path])
            #expect(try run(arguments).status == 2, "\(wrong)")
        }
        #expect(try run(["image", shot.file.path, "each", "-o", "-"]).status == 2)
        #expect(try run(["image", shot.file.path, "@0", "--range", "auto", "-o", table.path]).status == 2)
        let replayed = try framescope("replay", shot.file.path, "-o", "-")
        #expect(replayed.status == 0 && replayed.errors.isEmpty && replayed.data.starts(with: [0x89, 0x50]))
        let texture = try framescope("image", shot.file.path, "texture:#0", "--after", "@0", "-o", output.path)
        #expect(texture.status == 0 && texture.output.contains("red: 0 is black"), "\(texture)")
    }
}
