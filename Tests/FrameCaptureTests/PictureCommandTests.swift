// Runs framescope image and framescope mesh as a user does.

import Foundation
import FrameCapture
import Raster
import Testing

@Suite("framescope image and mesh") struct PictureCommandTests {
    private let file = TemporaryFile()
    private let scene = TrianglesByHand(seed: 11)

    init() throws { _ = try scene.capture(to: file) }

    @Test("an overlay is written as a picture with its legend, as a table of numbers, or as JSON", arguments: Overlay.allCases)
    func overlays(overlay: Overlay) throws {
        let picture = TemporaryFile(".png"), numbers = TemporaryFile(".csv")
        let drawn = try framescope("image", file.path, "@3", "--overlay", overlay.rawValue, "-o", picture.path)
        if overlay == .stencil || overlay == .clearDraw || overlay == .clearPass {
            #expect(drawn.status == 0)
        } else {
            #expect(drawn.status == 0 && drawn.output.contains(overlay.title), "\(drawn)")
        }
        let image = try Image.read(from: picture.path)
        #expect(image.width == TrianglesByHand.width && image.height == TrianglesByHand.height)
        let table = try framescope("image", file.path, "@3", "--overlay", overlay.rawValue, "--json", "-o", numbers.path)
        if overlay.isPicture {
            #expect(table.status == 2 && !table.errors.isEmpty)
            return
        }
        let lines = String(decoding: try numbers.bytes, as: UTF8.self).split(separator: "\n")
        #expect(table.status == 0 && lines.count == 16 && lines.allSatisfy { $0.split(separator: ",").count == 32 })
        let json = try #require(table.json as? [String: Any])
        #expect((json["rows"] as? [[Any]])?.count == 16 && json["isProven"] as? Bool == true)
        if overlay == .overdraw {
            #expect(json["total"] as? Double == scene.counts(of: 3...3).written.reduce(0, +))
        }
    }

    @Test("a legend is below the picture that it explains, in the picture's colours", arguments: [Overlay.overdraw, .wireframe, .depth, .cost])
    func legend(overlay: Overlay) throws {
        let plain = TemporaryFile(".png"), explained = TemporaryFile(".png")
        #expect(try framescope("image", file.path, "@3", "--overlay", overlay.rawValue, "--scope", "frame", "-o", plain.path).status == 0)
        #expect(try framescope("image", file.path, "@3", "--overlay", overlay.rawValue, "--scope", "frame", "--legend", "-o", explained.path).status == 0)
        let a = try Image.read(from: plain.path).converted(to: .rgba8), b = try Image.read(from: explained.path).converted(to: .rgba8)
        #expect(b.width == 360 && b.height > a.height + 40)
        #expect((0..<a.height).allSatisfy { y in (0..<a.width).allSatisfy { a[$0, y] == b[$0, y] } })
        // The legend has a square of 14 pixels for each colour.
        let capture = try Capture(contentsOf: file.path), frame = capture.frames[0]
        let colors = try capture.overlay(overlay, of: frame.draw(3), in: frame, scope: .frame, on: Device(.reference)).scale.legend
        #expect(!colors.isEmpty)
        for entry in colors {
            let count = (a.height..<b.height).reduce(0) { count, y in
                count + (0..<b.width).count { b[$0, y] == SIMD4(entry.color.x, entry.color.y, entry.color.z, 255) }
            }
            #expect(count >= 150, "\(entry.meaning): \(count)")
        }
        for arguments in [["--overlay", "clear-draw"], [], ["--only"]] {
            #expect(try run(["image", file.path, "@0", "--legend", "-o", plain.path] + arguments).status == 2)
        }
        #expect(try framescope("image", file.path, "@0", "--overlay", "depth", "--legend", "-o", "/tmp/never.csv").status == 2)
    }

    @Test("an invalid request for an overlay gives status 2, and the message names the valid ones")
    func refusals() throws {
        for arguments in [["--overlay", "nonsense"], ["--overlay", "nan", "--scope", "pass"], ["--overlay", "nan", "--attachment", "color4"],
                          ["--only", "--overlay", "nan"]] {
            let result = try run(["image", file.path, "@0"] + arguments + ["-o", "/tmp/never.png"])
            #expect(result.status == 2 && result.output.isEmpty && !result.errors.isEmpty, "\(arguments): \(result)")
        }
        #expect(try framescope("image", file.path, "@0", "-o", "/tmp/never.txt").status == 2)
        #expect(try framescope("image", file.path, "@9", "--only", "-o", "/tmp/never.png").errors.contains("use @0 to @5"))
        #expect(try framescope("mesh", file.path, "@0", "--position", "absent", "-o", "/tmp/never.obj").errors.contains("use position"))
        #expect(try framescope("mesh", file.path, "@0", "-o", "/absent/never.obj").status == 2)
    }

    @Test("mesh reports vertices that readers refuse, and attributes that have no place in the file")
    func meshNotes() throws {
        let file = TemporaryFile(), mesh = TemporaryFile(".obj"), device = Device(.reference), target = try device.makeFramebuffer(width: 8, height: 8)
        let program = try device.makeProgram(vertex: "in vec2 position; in float heat; out float shade; void main() { shade = heat; gl_Position = vec4(position, 0.0, 1.0); }",
                                             fragment: "in float shade; out vec4 pixel; void main() { pixel = vec4(shade); }")
        let layout = VertexLayout(stride: 12, VertexAttribute("position", .float2), VertexAttribute("heat", .float1, offset: 8))
        let pipeline = try device.makePipeline(program: program, vertexLayout: layout)
        try device.captureNextFrame(to: file.path)
        var frame = device.makeCommandEncoder()
        try frame.render(to: target, label: "p") { pass in
            pass.setPipeline(pipeline)
            pass.setVertexBuffer(try device.makeBuffer([-1, -1, 0, .nan, -1, 0.5, -1, .infinity, 1] as [Float]))
            pass.draw(count: 3)
        }
        try device.submit(frame)
        let told = try framescope("mesh", file.path, "@0", "--stage", "in", "-o", mesh.path)
        #expect(told.status == 0 && told.errors == "note: 2 vertices have a coordinate that is infinite or not a number, which most readers of OBJ refuse\nnote: OBJ cannot hold heat\n", "\(told)")
        let json = try #require(framescope("mesh", file.path, "@0", "--stage", "in", "-o", mesh.path, "--json").json as? [String: Any])
        #expect(json["oddVertices"] as? Int == 2 && json["omitted"] as? [String] == ["heat"])
        #expect(try framescope("mesh", file.path, "@0", "--stage", "out", "-o", mesh.path).errors.hasPrefix("note: 2 vertices"))
    }

    @Test("a single draw and a mesh are written as separate files")
    func files() throws {
        let picture = TemporaryFile(".png"), mesh = TemporaryFile(".obj")
        #expect(try framescope("image", file.path, "@2", "--only", "-o", picture.path).output == picture.path + "\n")
        let image = try Image.read(from: picture.path), written = scene.counts(of: 2...2).written
        #expect(image.format == .rgba8 && (0..<written.count).allSatisfy { (image.bytes[4 * $0 + 3] == 255) == (written[$0] > 0) })
        let json = try #require(framescope("mesh", file.path, "@2", "--stage", "in", "--json", "-o", mesh.path).json as? [String: Any])
        #expect(json["vertices"] as? Int == 15 && json["primitives"] as? Int == 5)
        let expected = scene.draws[2].triangles.flatMap { t in t.corners.map { "v \(Float($0.x) / 256 - 1) \(Float($0.y) / 128 - 1) \(t.z)" } }
        #expect(String(decoding: try mesh.bytes, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("v ") }.map(String.init) == expected)
        for name in ["image", "mesh"] { #expect(try framescope(name, "--help").output.contains("framescope \(name) frame.rcap")) }
    }
}
