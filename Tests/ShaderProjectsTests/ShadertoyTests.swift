// Shadertoy: folders, exports, directives, buffers, cube maps, keyboard and sound.

import Foundation
import Raster
import ShaderProjects
import Shading
import TestSupport
import Testing

/// Counts frames in red, in steps of 10.
private let counter = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy) + vec4(10.0 / 255.0, 0.0, 0.0, 0.0); }\n"
private let show = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }\n"

@Suite struct ShadertoyTests {
    @Test("a buffer that reads itself counts frames, and the image sees this frame's count", arguments: [
        ("Image.glsl", "Buffer A.glsl"), ("image.glsl", "buffer-a.glsl"), ("image.frag", "BufferA.frag"), ("main.glsl", "Buf A.glsl"),
        ("clouds_image.glsl", "clouds_buf_a.glsl"), ("image.glsl", "buffer0.glsl"),
    ])
    func folders(image: String, buffer: String) throws {
        let folder = try ProjectFolder([image: show, buffer: counter])
        #expect(try (1...4).map { try folder.color(frames: $0).x } == [10, 20, 30, 40])
    }

    @Test("Common stands before every pass, also before a pass that includes it itself") func common() throws {
        let common = "float level() { return 0.2; }\n"
        for head in ["", "#include \"common.glsl\"\n"] {
            let folder = try ProjectFolder(["common.glsl": common,
                                            "image.glsl": head + "void mainImage(out vec4 c, in vec2 p) { c = vec4(level(), 1.0, 0.0, 0.0); }"])
            #expect(try folder.color() == [51, 255, 0, 255])
        }
    }

    @Test("buffers are drawn in the order A, B, C, D: a buffer sees earlier buffers of this frame and later ones of the last")
    func order() throws {
        // Buffer A copies buffer B, which holds the number of the frame. The image shows both buffers.
        let folder = try ProjectFolder([
            "BufferA.glsl": show, "BufferB.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(float(iFrame) * 10.0 / 255.0); }",
            "Image.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(texture(iChannel0, p / iResolution.xy).r, texture(iChannel1, p / iResolution.xy).r, 0.0, 1.0); }",
            "config.json": "{\"BufferA\": {\"iChannel0\": \"BufferB\"}, \"Image\": {\"iChannel0\": \"BufferA\", \"iChannel1\": {\"buffer\": \"BufferB\"}}}",
        ])
        #expect(try folder.color(frames: 4) == [20, 30, 0, 255])
        #expect(try folder.project().notes == [])
    }

    @Test("comments name channels; without any word, the sentence says what was taken") func comments() throws {
        let second = "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.0, 1.0, 0.0, 1.0); }\n"
        let first = "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0, 0.0, 0.0, 1.0); }\n"
        #expect(try ProjectFolder(["BufferA.glsl": first, "BufferB.glsl": second, "Image.glsl": "// iChannel0: Buffer A\n" + show]).color() == [255, 0, 0, 255])
        let open = try ProjectFolder(["BufferA.glsl": first, "BufferB.glsl": second, "Image.glsl": show])
        #expect(try open.color() == [0, 255, 0, 255])
        #expect(try open.project().notes == ["Image: no file says what the channels are, so iChannel0 reads Buffer B."])
    }

    private func export(_ passes: String) -> String { "{\"ver\": \"0.1\", \"info\": {\"name\": \"x\"}, \"renderpass\": [\(passes)]}" }
    private func pass(_ type: String, _ name: String, _ code: String, inputs: String = "", output: String) -> String {
        let code = code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "{\"type\": \"\(type)\", \"name\": \"\(name)\", \"code\": \"\(code)\", \"inputs\": [\(inputs)], \"outputs\": [{\"id\": \"\(output)\", \"channel\": 0}]}"
    }
    private func input(_ id: String, channel: Int = 0, type: String = "buffer", filter: String = "linear", wrap: String = "clamp") -> String {
        "{\"id\": \"\(id)\", \"filepath\": \"/media/x.png\", \"type\": \"\(type)\", \"channel\": \(channel), \"sampler\": {\"filter\": \"\(filter)\", \"wrap\": \"\(wrap)\", \"vflip\": \"true\"}}"
    }

    @Test("an export's passes are wired by the numbers of their outputs, in any order of the list", arguments: [false, true])
    func exports(isNested: Bool) throws {
        let text = export([pass("image", "Image", show, inputs: input("7"), output: "1"), pass("common", "Common", "#define STEP 10.0\n", output: ""),
                           pass("buffer", "Buffer B", "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy) + vec4(STEP / 255.0); }", inputs: input("7"), output: "7"),
                           pass("sound", "Sound", "vec2 mainSound(int s, float t) { return vec2(0.0); }", output: "9")].joined(separator: ", "))
        let folder = try ProjectFolder(["toy.json": isNested ? "{\"Shader\": \(text)}" : text])
        #expect(try folder.color("toy.json", frames: 3) == [30, 30, 30, 255])
        let project = try folder.project("toy.json")
        #expect(project.passes.map(\.name) == ["Buffer B", "Image"] && project.notes == ["the sound pass is heard only in a file; --sound FILE.wav writes it."])
    }

    @Test("an error in an export names the pass and its line") func exportedMistake() throws {
        let folder = try ProjectFolder(["toy.json": export([pass("image", "Image", show, output: "1"),
                                                            pass("buffer", "Buffer A", "// a\nvoid mainImage(out vec4 c, in vec2 p) {\n    c = wrong;\n}\n",
                                                                 output: "2")].joined(separator: ", "))])
        let error = #expect(throws: ShaderError.self) { _ = try folder.color("toy.json") }
        let first = try #require(error?.diagnostics.first)
        #expect(first.file.hasSuffix("toy.json (Buffer A)") && first.line == 3 && first.message.contains("wrong"), "\(first)")
    }

    @Test("a macro mainImage does not change the call of the host; passes that an export lists twice count once") func oddTexts() throws {
        let macro =
            "#define mainImage(o, p) mainImage0(out vec4 c, in vec2 q); void mainImage(out vec4 c, in vec2 q) { mainImage0(c, q); } void mainImage0(o, p)\n"
        let folder = try ProjectFolder(["common.glsl": macro, "image.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.0, 1.0, 0.0, 1.0); }"])
        #expect(try folder.color() == [0, 255, 0, 255])
        let twice = pass("common", "Common", "float one() { return 1.0; }\n", output: "")
        let toy = export([twice, pass("image", "Image", "void mainImage(out vec4 c, in vec2 p) { c = vec4(one()); }", output: "1"),
                          twice].joined(separator: ", "))
        #expect(try ProjectFolder(["toy.json": toy]).color("toy.json") == [255, 255, 255, 255])
    }

    @Test("uniforms that a text declares only for other tools are the host's here") func declarationsForOthers() throws {
        let folder = try ProjectFolder([
            "common.glsl": "#ifndef HW_PERFORMANCE\nuniform float iTime;\nuniform sampler2D iChannel0;\n#endif\nfloat level() { return iTime + texture(iChannel0, vec2(0.5)).r; }\n",
            "image.glsl": "// iChannel0: keyboard\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(level(), 1.0, iTime, 1.0); }",
        ])
        #expect(try folder.color() == [0, 255, 0, 255])
    }

    @Test("exports that are no projects are errors with a reason", arguments: [
        ("{", "line 1"), ("[]", "renderpass"), ("{\"renderpass\": []}", "renderpass"),
        ("{\"renderpass\": [{\"type\": \"sound\", \"code\": \"\"}]}", "no pass that draws"),
        ("{\"renderpass\": [{\"type\": \"common\"}]}", "no pass that draws"), ("", "line 1"), ("{\"renderpass\": 3}", "renderpass"),
        ("{\"renderpass\": [\n\n{\"type\": oops}]}", "line 3"), (String(repeating: "[", count: 100_000), "nested"),
    ])
    func damagedExports(text: String, word: String) throws {
        let folder = try ProjectFolder(["toy.json": text])
        let error = RasterError.thrown { _ = try folder.project("toy.json") }
        #expect(error?.code == .invalidArgument && "\(error.map { "\($0)" } ?? "")".contains(word), "\(String(describing: error))")
    }

    @Test("directives of editors name channels, filters, keyboards and uniforms") func directives() throws {
        let folder = try ProjectFolder([
            "image.frag": """
                #iChannel0 "file://buffer.frag"
                #iChannel1 "self"
                #iChannel0::MinFilter "Nearest"
                #iUniform float gain = 0.5 in { 0.0, 2.0 } step 0.25
                #iUniform color3 tint = color3(1.0, 0.5, 0.0)
                #iKeyboard
                #include "half.glsl"
                void mainImage(out vec4 c, in vec2 p) {
                    c = vec4(texture(iChannel0, p / iResolution.xy).r, gain * half_of(1.0), isKeyDown(Key_A) ? 1.0 : tint.y, 1.0);
                }
                """,
            "half.glsl": "float half_of(float x) { return x * 0.5; }\n", "buffer.frag": "#iChannel0 \"self\"\n" + counter,
        ])
        #expect(try folder.color("image.frag", frames: 2) == [20, 64, 128, 255])
        let project = try folder.project("image.frag")
        let gain = try #require(project.parameters.first { $0.name == "gain" })
        #expect(gain.initial == [0.5] && gain.minimum == [0] && gain.maximum == [2] && gain.step == 0.25)
        #expect(project.parameters.first { $0.name == "tint" }?.kind == .color(count: 3))
        #expect(try folder.color("image.frag", values: ["gain": [2]]).y == 255)
    }

    @Test("two files that read each other are two passes") func circles() throws {
        let folder = try ProjectFolder(["a.frag": "#iChannel0 \"file://b.frag\"\n" + show,
                                        "b.frag": "#iChannel0 \"file://a.frag\"\nvoid mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy) + vec4(10.0 / 255.0); }\n"])
        let project = try folder.project("a.frag")
        #expect(project.passes.count == 2)
        // a.frag, the image, copies b.frag and writes alpha 1. b.frag adds 10 in each frame.
        #expect(try folder.color("a.frag", frames: 3) == [30, 30, 30, 255])
    }

    @Test("a cube map pass gets directions, and the image reads it by directions") func cubeMaps() throws {
        let folder = try ProjectFolder([
            "CubeA.glsl": "void mainCubemap(out vec4 c, in vec2 p, in vec3 o, in vec3 d) { c = vec4(d * 0.5 + 0.5, 1.0); }",
            "image.glsl": """
                // iChannel0: Cube A
                void mainImage(out vec4 c, in vec2 p) {
                    vec3 d = normalize(vec3(p / iResolution.xy - 0.5, 0.25) * vec3(4.0, 2.0, 1.0));
                    c = vec4(abs(texture(iChannel0, d).rgb * 2.0 - 1.0 - d) * 100.0, 1.0);
                }
                """,
        ])
        var project = try folder.project()
        project.passes[0].width = .pixels(64)
        let device = Device(.jit)
        let picture = try play(ShaderPlayer(device: device, project: project), frames: 1, on: device)
        // The direction that was written and the direction that is read differ by less than the size of a texel.
        #expect((0..<8).allSatisfy { y in (0..<16).allSatisfy { x in picture[x, y].x < 200 && picture[x, y].y < 200 && picture[x, y].z < 200 } })
    }

    @Test("the keyboard is a texture of 256×3: held, pressed, toggled") func keyboard() throws {
        let folder = try ProjectFolder(["image.glsl": """
            // iChannel0: keyboard
            void mainImage(out vec4 c, in vec2 p) { c = vec4(texelFetch(iChannel0, ivec2(65, 0), 0).x, texelFetch(iChannel0, ivec2(66, 1), 0).x, texelFetch(iChannel0, ivec2(67, 2), 0).x, 1.0); }
            """])
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: folder.project())
        #expect(player.readsKeyboard)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        func draw(_ held: Set<Int>, _ pressed: Set<Int>, _ toggled: Set<Int>) throws -> SIMD4<UInt8> {
            var moment = ShaderMoment(time: 0)
            (moment.heldKeys, moment.pressedKeys, moment.toggledKeys) = (held, pressed, toggled)
            var encoder = device.makeCommandEncoder()
            try player.draw(moment, to: target, into: &encoder)
            try device.submit(encoder)
            return try target.readImage()[1, 1]
        }
        #expect(try draw([], [], []) == [0, 0, 0, 255])
        #expect(try draw([65], [66], [67]) == [255, 255, 255, 255])
        #expect(try draw([66, 999, -1], [67], [65]) == [0, 0, 0, 255])
    }

    @Test("a sine's spectrum has its maximum at its frequency, and the wave is the sine; without a file there is silence") func sound() throws {
        let rate = 48_000, bin = 64
        // A texel of the spectrum covers 48 kHz / 2048.
        let samples = (0..<rate).map { SIMD2(repeating: Float(0.5 * sin(2 * .pi * Double(bin) * Double($0) / 2048))) }
        let folder = try ProjectFolder(["image.glsl": """
            // iChannel0: tone.wav
            void mainImage(out vec4 c, in vec2 p) { int x = int(p.x) + 56; c = vec4(texelFetch(iChannel0, ivec2(x, 0), 0).x, texelFetch(iChannel0, ivec2(x, 1), 0).x, 0.0, 1.0); }
            """])
        try folder.write("tone.wav", ShaderSound(rate: rate, samples: samples).encoded(as: .wav))
        let row = try folder.picture(frames: 60)
        let levels = (0..<16).map { row[$0, 4].x }
        #expect(levels.max() == levels[8] && levels[8] > 200 && levels[0] < 150, "\(levels)")
        #expect(try ProjectFolder(["image.glsl": """
            // iChannel0: microphone
            void mainImage(out vec4 c, in vec2 p) { c = vec4(texelFetch(iChannel0, ivec2(9, 0), 0).x, texelFetch(iChannel0, ivec2(9, 1), 0).x, 0.0, 1.0); }
            """]).color() == [0, 128, 0, 255])
    }
    @Test("numbered pictures are a video of 30 frames per second, which repeats") func numberedFrames() throws {
        let folder = try ProjectFolder(["image.glsl": show])
        for number in 0..<3 {
            try Image(width: 2, height: 2, bytes: (0..<4).flatMap { _ in [UInt8(50 * number), 0, 0, 255] }).writePNG(to: folder.path + "/f-000\(number).png")
        }
        var project = try folder.project()
        project.passes[0].channels["iChannel0"] = ShaderProject.Channel(.video(path: folder.path + "/f-0000.png"))
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: project)
        #expect(try [1, 2, 3, 5, 7].map { try play(player, frames: $0, on: device)[4, 4].x } == [0, 0, 50, 100, 0])
        #expect(player.moves)
    }

    @Test("a volume is a 3D texture; a damaged volume is an error") func volumes() throws {
        let head = Array("BIN\0".utf8) + [2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]
        let folder = try ProjectFolder(["image.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(texture(iChannel0, vec3(0.25, 0.25, 0.75)).r, 0.0, 0.0, 1.0); }"])
        try folder.write("v.bin", head + [0, 0, 0, 0, 255, 0, 0, 0])
        var project = try folder.project()
        project.passes[0].channels["iChannel0"] = ShaderProject.Channel(.volume(path: folder.path + "/v.bin"), sampler: .nearest)
        let device = Device(.reference)
        #expect(try play(ShaderPlayer(device: device, project: project), frames: 1, on: device)[4, 4].x == 255)
        try folder.write("v.bin", head + [0, 0, 0])
        #expect(RasterError.thrown { _ = try play(ShaderPlayer(device: device, project: project), frames: 1, on: device) }?.code == .invalidImage)
    }

    @Test("both renderers draw the same bits after several frames") func bothRenderers() throws {
        let folder = try ProjectFolder([
            "common.glsl": "float wave(vec2 p, float t) { return 0.5 + 0.5 * sin(p.x * 7.0 + t) * cos(p.y * 5.0 - t); }\n",
            "BufferA.glsl": "void mainImage(out vec4 c, in vec2 p) { vec2 q = p / iResolution.xy; c = mix(texture(iChannel0, q * 0.98 + 0.01), vec4(wave(q, iTime * 9.0), q, 1.0), 0.3); }",
            "BufferB.glsl": "void mainImage(out vec4 c, in vec2 p) { c = textureLod(iChannel0, p / iResolution.xy, 0.0).gbra * 0.9; }",
            "Image.glsl": "// iChannel0: BufferA\n// iChannel1: BufferB\nvoid mainImage(out vec4 c, in vec2 p) { vec2 q = p / iResolution.xy; c = texture(iChannel0, q) * 0.6 + texture(iChannel1, q.yx) * 0.4; }",
        ])
        let (reference, fast) = (try folder.picture(frames: 5, width: 37, height: 23), try folder.picture(frames: 5, width: 37, height: 23, on: Device(.jit)))
        #expect(try PictureComparison.difference("project", expected: reference, actual: fast) == nil)
        #expect(Set(reference.bytes).count > 30)
    }

    @Test("drawing a frame again changes nothing; another size keeps the last frame") func again() throws {
        let folder = try ProjectFolder(["image.glsl": show, "bufferA.glsl": counter])
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: folder.project())
        #expect(player.remembersFrames && !player.drawsInParts)
        func draw(_ number: Int, delta: Double = 0.1, width: Int = 8) throws -> UInt8 {
            let target = try device.makeFramebuffer(width: width, height: 8)
            var encoder = device.makeCommandEncoder()
            try player.draw(ShaderMoment(time: Double(number) / 10, delta: number == 0 ? 0 : delta, number: number), to: target, into: &encoder)
            try device.submit(encoder)
            return try target.readImage()[4, 4].x
        }
        #expect(try [draw(0), draw(1), draw(2)] == [10, 20, 30])
        #expect(try draw(2) == 30)
        #expect(try draw(3, delta: 0) == 30, "the time stands still")
        #expect(try draw(4, width: 13) == 40)
        #expect(try draw(0) == 10)
        player.restart()
        #expect(try draw(5) == 10)
    }
    @Test("pass times are measured without changing the picture") func passTimes() throws {
        let folder = try ProjectFolder(["image.glsl": show, "bufferA.glsl": counter])
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: folder.project())
        player.measures = true
        #expect(try play(player, frames: 3, on: device)[8, 4] == [30, 0, 0, 255])
        #expect(player.passTimes.count == 2 && player.passTimes.allSatisfy { $0 > 0 })
    }
}
