// The shader demo as a player: its clock, the frames that it replays before a picture, dropped files, keys, and the option that
// names the host of a file.

import DemoKit
import Foundation
import Raster
import ShaderProjects
import TestSupport
import Testing

@Suite struct ShaderPlayingTests {
    private let counter =
        "// iChannel0: Buffer A\nvoid mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy) + vec4(1.0 / 255.0, 0.0, 0.0, 0.0); }\n"
    private let show = "// iChannel0: Buffer A\nvoid mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy) + vec4(0.0, float(iFrame) / 255.0, 0.0, 1.0); }\n"

    /// Makes a folder with these files, calls `body` with the folder's path, and removes the folder.
    private func withFolder<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("playing-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        for (name, text) in files { try text.write(toFile: path + "/" + name, atomically: true, encoding: .utf8) }
        return try body(path)
    }

    @Test("without changes the shader's time is the window's; speed, pause, jumps and loops change it") func clock() {
        var clock = PlayerClock()
        #expect(clock.time(atFrame: 2.5) == 2.5)
        clock.setSpeed(0.5)
        #expect(clock.time(atFrame: 3.5) == 3)
        clock.setPlaying(false)
        #expect(clock.time(atFrame: 9) == 3)
        clock.seek(to: 1)
        #expect(clock.takeJump() && !clock.takeJump())
        #expect(clock.time(atFrame: 10) == 1)
        clock.setPlaying(true)
        #expect(clock.time(atFrame: 11) == 1.5)
        clock.loopEnd = 2
        #expect(clock.time(atFrame: 12) == 0 && clock.takeJump())
        #expect(clock.time(atFrame: 13) == 0.5)
        clock.seek(to: -4)
        #expect(clock.time(atFrame: 13) == 0)
    }

    @Test("a picture at a later time is drawn after all frames before it, and a part of a sequence has the frames of the whole") func replay() throws {
        try withFolder(["BufferA.glsl": counter, "image.glsl": show]) { path in
            let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 8, height: 4), samples: 1)
            let viewer = try ShaderViewer(device: device, path: path)
            #expect(viewer.remembersFrames && !viewer.drawsInStrips)
            #expect(try driver.render(viewer, time: 0.5)[4, 2] == [31, 30, 0, 255])
            #expect(try driver.render(viewer, time: 0)[4, 2] == [1, 0, 0, 255])
            let file = try PictureFile(path + "/out.png")
            func reds(_ range: FrameRange?) throws -> [UInt8] {
                try driver.write(ShaderViewer(device: device, path: path), to: file, time: 0.1, sequence: .init(frames: 5, range: range, fps: 30)).pictures
                    .map { try Image(contentsOf: $0.file)[4, 2].x }
            }
            let whole = try reds(nil)
            #expect(whole == [7, 8, 9, 10, 11])
            #expect(try reds(FrameRange(first: 3, last: 4)) == [9, 10])
        }
    }

    @Test("jumps replay the frames, and restarts begin again") func jumps() throws {
        var course = PlayedCourse()
        let device = Device(.reference)
        func step(_ number: Int, _ time: Double, jumped: Bool = false, delta: Double = 0.1) throws -> PlayedCourse.Step {
            course.step(to: time, frame: Frame(target: try device.makeFramebuffer(width: 1, height: 1), time: time, delta: delta, number: number),
                        hasJumped: jumped, remembers: true)
        }
        #expect(try step(0, 0, delta: 0) == .init(number: 0, delta: 0))
        #expect(try step(1, 0.1) == .init(number: 1, delta: 0.1))
        #expect(try step(1, 0.1) == .init(number: 1, delta: 0))
        #expect(try step(2, 0.1, delta: 0) == .init(number: 1, delta: 0))
        #expect(try step(3, 0.05, jumped: true) == .init(number: 3, delta: PlayedCourse.step, replay: 0..<3))
        #expect(try step(4, 0.1) == .init(number: 4, delta: 0.1))
        // A jump forward first replays the frames after the last drawn frame. A step by one frame replays no frame.
        let origin = 0.1 - 4 * PlayedCourse.step
        #expect(try step(5, 0.5, jumped: true) == .init(number: 28, delta: PlayedCourse.step, replay: 5..<28, origin: origin))
        let next = try step(6, 0.5 + PlayedCourse.step, jumped: true)
        #expect(next.number == 29 && next.replay == nil && abs(next.time(of: 29) - 0.5 - PlayedCourse.step) < 1e-9)
        #expect(try step(7, 1000, jumped: true) == .init(number: 3600, delta: PlayedCourse.step, replay: 0..<3600, isCut: true))
    }

    @Test("dropped shaders are shown, dropped pictures are channels, and a damaged file keeps the picture") func drops() throws {
        try withFolder(["a.frag": "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }",
                        "b.frag": "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.0, 1.0, 0.0, 1.0); }",
                        "bad.frag": "void mainImage(out vec4 c, in vec2 p) { oops }"]) { path in
            let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 4, height: 4), samples: 1)
            let viewer = try ShaderViewer(device: device, path: path + "/a.frag")
            try Image(width: 1, height: 1, bytes: [255, 0, 0, 255]).writePNG(to: path + "/red.png")
            viewer.drop(path + "/red.png")
            #expect(try driver.render(viewer, time: 0)[1, 1] == [255, 0, 0, 255])
            viewer.drop(path + "/b.frag")
            #expect(try driver.render(viewer, time: 0)[1, 1] == [0, 255, 0, 255] && viewer.problem == nil)
            viewer.drop(path + "/bad.frag")
            #expect(viewer.problem?.contains("oops") == true)
            viewer.drop(path + "/missing.png")
            #expect(viewer.problem?.contains("missing.png") == true)
            #expect(try driver.render(viewer, time: 0)[1, 1] == [0, 255, 0, 255])
        }
    }

    @Test("files without names are the pictures that a filter changes, in their order, and are upright") func inputs() throws {
        try withFolder(["x.fs": """
            /*{"INPUTS": [{"NAME": "startImage", "TYPE": "image"}, {"NAME": "endImage", "TYPE": "image"}]}*/
            void main() { gl_FragColor = isf_FragNormCoord.x < 0.5 ? IMG_THIS_PIXEL(startImage) : IMG_THIS_PIXEL(endImage); }
            """, "x.frag": "varying vec2 vTextureCoord; uniform sampler2D uSampler; void main() { gl_FragColor = texture2D(uSampler, vTextureCoord); }"]) { path in
            try Image(width: 1, height: 2, bytes: [255, 0, 0, 255, 0, 0, 0, 255]).writePNG(to: path + "/red.png")
            try Image(width: 1, height: 2, bytes: [0, 255, 0, 255, 0, 0, 0, 255]).writePNG(to: path + "/green.png")
            let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 8, height: 8), samples: 1)
            let textures = ["red", "green"].map { ShaderViewer.TextureFile(name: nil, path: "\(path)/\($0).png") }
            let fade = try driver.render(ShaderViewer(device: device, path: path + "/x.fs", textures: textures), time: 0)
            #expect(fade[1, 0] == [255, 0, 0, 255] && fade[6, 0] == [0, 255, 0, 255] && fade[6, 7] == [0, 0, 0, 255])
            let filter = try driver.render(ShaderViewer(device: device, path: path + "/x.frag", textures: textures), time: 0)
            #expect(filter[4, 0] == [255, 0, 0, 255] && filter[4, 7] == [0, 0, 0, 255])
        }
    }

    @Test("a file for a model is drawn on a sphere, and a sentence says so; a mesh of the user comes first") func models() throws {
        try withFolder(["x.frag": "#ifdef MODEL_VERTEX_NORMAL\n#endif\nuniform float u_time; void main() { gl_FragColor = vec4(1.0); }"]) { path in
            let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 16, height: 16), samples: 1)
            let viewer = try ShaderViewer(device: device, path: path + "/x.frag")
            let picture = try driver.render(viewer, time: 0)
            #expect(picture[8, 8].x == 255 && picture[0, 0] == [0, 0, 0, 255])
            #expect(viewer.notes.last?.contains("drawn on a sphere") == true, "\(viewer.notes)")
            #expect(try ShaderViewer(device: device, path: path + "/x.frag", mesh: MeshChoice.mesh("box")).notes.count == viewer.notes.count - 1)
        }
    }

    @Test("keys reach shaders by SDL's names: held, pressed in one frame, toggled") func keys() throws {
        try withFolder(["a.frag": """
            #iChannel0 "keyboard"
            void mainImage(out vec4 c, in vec2 p) { c = vec4(texelFetch(iChannel0, ivec2(37, 0), 0).x, texelFetch(iChannel0, ivec2(37, 1), 0).x, texelFetch(iChannel0, ivec2(37, 2), 0).x, 1.0); }
            """]) { path in
            let device = Device(.reference), driver = try HeadlessDriver(device: device, size: PixelSize(width: 4, height: 4), samples: 1)
            let viewer = try ShaderViewer(device: device, path: path + "/a.frag")
            func color() throws -> SIMD4<UInt8> { try driver.render(viewer, time: 0)[1, 1] }
            #expect(try color() == [0, 0, 0, 255])
            viewer.keyChanged("Left", isDown: true)
            #expect(try color() == [255, 255, 255, 255])
            #expect(try color() == [255, 0, 255, 255])
            viewer.keyChanged("Left", isDown: false)
            #expect(try color() == [0, 0, 255, 255])
            viewer.keyChanged("Left", isDown: true)
            #expect(try color() == [255, 255, 0, 255])
        }
    }

    @Test("one line says how a file is read, and an option decides") func summaries() throws {
        try withFolder(["a.frag": "uniform float u_time; void main() { gl_FragColor = vec4(u_time); }"]) { path in
            let device = Device(.reference), file = path + "/a.frag"
            let told = try ShaderViewer(device: device, path: file).notes, decided = try ShaderViewer(device: device, path: file, host: .glslSandbox).notes
            #expect(told == ["glslViewer; GLSL 120."] && decided == ["GLSL Sandbox; GLSL 120."])
        }
    }
}
