// The shader viewer: uniforms, textures, includes, line numbers, and reloading.

import DemoKit
import Foundation
import Raster
import Shading
import TestSupport
import Testing

/// A separate folder for one test.
private final class Folder {
    let path: String
    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("demos-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    deinit { try? FileManager.default.removeItem(atPath: path) }
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String {
        let file = path + "/" + name
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}

/// Returns the colour in the middle of a 16 × 8 picture.
private func color(_ text: String, time: Double = 0, textures: [ShaderViewer.TextureFile] = [], defines: [ShaderDefine] = [],
                   extra: [String: String] = [:]) throws -> SIMD4<UInt8> {
    let folder = try Folder()
    for (name, text) in extra { try folder.write(name, text) }
    let device = Device(.reference)
    let viewer = try ShaderViewer(device: device, path: folder.write("test.frag", text), textures: textures, defines: defines)
    return try HeadlessDriver(device: device, size: PixelSize(width: 16, height: 8), samples: 1).render(viewer, time: time)[8, 4]
}

@Test("Shadertoy's uniforms have their values")
func shadertoyUniforms() throws {
    let pixel = try color("""
        void mainImage(out vec4 c, in vec2 p) {
            bool ok = iResolution == vec3(16.0, 8.0, 1.0) && iTime == 2.5 && iTimeDelta > 0.0 && iFrame == 150 && iFrameRate == 60.0;
            ok = ok && iMouse == vec4(0.0) && iDate.x == 2000.0 && iDate.w == 2.5 && iSampleRate == 44100.0;
            ok = ok && iChannelTime[3] == 2.5 && iChannelResolution[0] == vec3(256.0, 256.0, 1.0) && p == gl_FragCoord.xy;
            c = ok ? vec4(0.0, 1.0, 0.0, 0.0) : vec4(1.0, 0.0, 0.0, 0.0);
        }
        """, time: 2.5)
    #expect(pixel == [0, 255, 0, 255])
}

@Test("plain files get the uniforms that they declare, in the old dialect and the new")
func plainUniforms() throws {
    let old = try color("""
        #ifdef GL_ES
        precision mediump float;
        #endif
        uniform vec2 u_resolution;
        uniform float u_time;
        varying vec2 v_texcoord;
        void main() { gl_FragColor = vec4(u_resolution / vec2(16.0, 8.0) * 0.2, u_time, 1.0) * step(0.4, v_texcoord.x); }
        """, time: 1)
    #expect(old == [51, 51, 255, 255])
    let new = try color("""
        #version 330
        uniform vec3 u_resolution; uniform float u_time; uniform int u_frame; uniform vec4 u_date;
        out vec4 result;
        void main() { result = u_resolution.z == 1.0 && u_frame == 60 && u_date.y == 0.0 && u_time == 1.0 ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }
        """, time: 1)
    #expect(new == [0, 255, 0, 255])
}

@Test("a Shadertoy file may declare uniforms itself, and its version")
func ownUniforms() throws {
    let text = "uniform float iTime;\nuniform sampler2D iChannel0, iChannel1;\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(iTime, 0.0, 0.0, 1.0); }"
    #expect(try color(text, time: 1) == [255, 0, 0, 255])
    #expect(try color("#version 330 core\n" + text, time: 1) == [255, 0, 0, 255])
}

@Test("diagnostics give the line number in the file, not in the completed shader")
func diagnosticLines() throws {
    for head in ["", "#version 330\n"] {
        let lines = head.isEmpty ? 0 : 1
        let error = #expect(throws: ShaderError.self) {
            _ = try color(head + "// a comment\n\nvoid mainImage(out vec4 c, in vec2 p) {\n    c = vec4(colour, 1.0);\n}\n")
        }
        let first = try #require(error?.diagnostics.first)
        #expect(first.file.hasSuffix("test.frag"))
        #expect(first.line == 4 + lines)
        #expect(first.sourceLine.contains("vec4(colour, 1.0)"))
    }
}

@Test("includes are relative to the file, or to the included file")
func includes() throws {
    let folder = try Folder()
    try FileManager.default.createDirectory(atPath: folder.path + "/lib", withIntermediateDirectories: true)
    try folder.write("lib/red.glsl", "#include \"one.glsl\"\nvec4 red() { return vec4(one(), 0.0, 0.0, 1.0); }\n")
    try folder.write("lib/one.glsl", "float one() { return 1.0; }\n")
    let file = try folder.write("main.frag", "#include \"lib/red.glsl\"\nvoid mainImage(out vec4 c, in vec2 p) { c = red(); }\n")
    let device = Device(.reference)
    let image = try HeadlessDriver(device: device, size: PixelSize(width: 8, height: 8), samples: 1).render(ShaderViewer(device: device, path: file), time: 0)
    #expect(image[4, 4] == [255, 0, 0, 255])
}

@Test("definitions reach the file")
func defines() throws {
    #expect(try color("void mainImage(out vec4 c, in vec2 p) { c = vec4(SHADE, 0.0, 0.0, 1.0); }", defines: [ShaderDefine("SHADE", "0.2")]) == [51, 0, 0, 255])
}

@Test("textures are assigned to channels in order, or to the sampler that the option names")
func textures() throws {
    let folder = try Folder()
    func picture(_ name: String, _ pixel: [UInt8]) throws -> String {
        let file = folder.path + "/" + name
        try Image(width: 2, height: 3, bytes: (0..<6).flatMap { _ in pixel }).writePNG(to: file)
        return file
    }
    let red = try picture("red.png", [255, 0, 0, 255]), green = try picture("green.png", [0, 255, 0, 255])
    let toy = try color("void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, vec2(0.5)) * step(1.5, iChannelResolution[1].x); }",
                        textures: [.init(name: nil, path: red), .init(name: nil, path: green)])
    #expect(toy == [0, 255, 0, 255])
    let plain = try color("""
        #version 330
        uniform sampler2D picture; uniform vec2 pictureResolution; uniform sampler2D u_tex0; out vec4 c;
        void main() { c = pictureResolution == vec2(2, 3) ? texture(picture, vec2(0.5)) + texture(u_tex0, vec2(0.5)) : vec4(0); }
        """, textures: [.init(name: nil, path: red), .init(name: "picture", path: green)])
    #expect(plain == [255, 255, 0, 255])
}

@Test("a changed file is loaded again, and a broken file keeps the last picture")
func liveReload() throws {
    let folder = try Folder()
    func text(_ red: String) -> String { "void mainImage(out vec4 c, in vec2 p) { c = vec4(\(red), 0.0, 0.0, 1.0); }" }
    let file = try folder.write("live.frag", text("0.2"))
    let device = Device(.reference)
    let viewer = try ShaderViewer(device: device, path: file)
    let driver = try HeadlessDriver(device: device, size: PixelSize(width: 4, height: 4), samples: 1)
    func redAfter(_ new: String) throws -> UInt8 {
        try folder.write("live.frag", new)
        Thread.sleep(forTimeInterval: 0.3)
        viewer.update()
        return try driver.render(viewer, time: 0)[2, 2].x
    }
    #expect(try redAfter(text("0.4")) == 102)
    #expect(try redAfter(text("nothing")) == 102)
    #expect(try redAfter(text("0.6")) == 153)
}

@Test("the picture is the same whether it is drawn in strips or at once")
func strips() throws {
    let device = Device(.reference)
    let viewer = try ShaderViewer(device: device, path: "voronoi")
    let size = PixelSize(width: 40, height: 30)
    let strips = try HeadlessDriver(device: device, size: size, samples: 1).render(viewer, time: 1)
    let target = try device.makeFramebuffer(width: size.width, height: size.height)
    var encoder = device.makeCommandEncoder()
    try viewer.draw(Frame(target: target, time: 1), into: &encoder)
    try device.submit(encoder)
    #expect(try PictureComparison.difference("strips", expected: strips, actual: target.readImage()) == nil)
}

@Test("a file without a version may use the old lookups with its own output") func oldLookupsInNewFiles() throws {
    #expect(try color("uniform sampler2D u_tex0;\nout vec4 c;\nvoid main() { c = vec4(texture2D(u_tex0, vec2(0.5)).a, 0.2, 0.0, 1.0); }") == [255, 51, 0, 255])
}

@Test("old Shadertoy names, GLSL Sandbox's uniforms and glslViewer's varyings are defined")
func otherTools() throws {
    #expect(try color("void mainImage(out vec4 c, in vec2 p) { c = vec4(iGlobalTime, 0.0, 0.0, 1.0); }", time: 1) == [255, 0, 0, 255])
    #expect(try color("uniform float time; uniform vec2 resolution; varying vec2 surfacePosition;\nvoid main() { gl_FragColor = vec4(time, resolution.x / 16.0, abs(surfacePosition.x) < 0.1 ? 1.0 : 0.0, 1.0); }", time: 1) == [255, 255, 255, 255])
    #expect(try color("varying vec4 v_color; varying vec3 v_normal;\nvoid main() { gl_FragColor = vec4(v_normal.z, v_color.y, 0.0, 1.0); }") == [255, 255, 0, 255])
}

@Test("backbuffer is the previous frame, with alpha: also for parts, frames drawn again and other sizes")
func backbuffer() throws {
    let folder = try Folder(), device = Device(.reference)
    // Red counts frames; green shows the previous frame's alpha, which is half of red.
    let file = try folder.write("count.frag", """
        uniform sampler2D backbuffer; uniform vec2 resolution; uniform vec3 backbufferResolution;
        void main() {
            vec4 last = texture2D(backbuffer, gl_FragCoord.xy / resolution);
            gl_FragColor = vec4(last.r + 10.0 / 255.0, last.a, backbufferResolution.x / 255.0, (last.r * 255.0 + 10.0) / 510.0);
        }
        """)
    func viewer() throws -> ShaderViewer { try ShaderViewer(device: device, path: file) }
    let first = try viewer()
    #expect(first.unset == [] && first.remembersFrames && !first.drawsInStrips)
    let driver = try HeadlessDriver(device: device, size: PixelSize(width: 8, height: 4), samples: 1)
    func frame(_ number: Int, _ viewer: ShaderViewer, delta: Double = 0.1, _ driver: HeadlessDriver? = nil) throws -> SIMD4<UInt8> {
        try (driver ?? HeadlessDriver(device: device, size: PixelSize(width: 8, height: 4),
                                      samples: 1)).render(viewer, time: Double(number) / 10, delta: number == 0 ? 0 : delta, number: number)[4, 2]
    }
    #expect(try (0..<4).map { try frame($0, first, driver) } == [[10, 0, 8, 255], [20, 5, 8, 255], [30, 10, 8, 255], [40, 15, 8, 255]])
    #expect(try frame(3, first, driver) == [40, 15, 8, 255], "drawn again")
    #expect(try frame(4, first, delta: 0, driver) == [40, 15, 8, 255], "while time stands")
    #expect(try frame(0, first, driver) == [10, 0, 8, 255], "the first frame has none before it")
    let wide = try HeadlessDriver(device: device, size: PixelSize(width: 16, height: 8), samples: 4)
    #expect(try frame(1, first, wide).x == 20, "a window may have grown")
    // A partial run has the same frames as the whole sequence.
    func sequence(_ range: FrameRange?, _ name: String) throws -> [Image] {
        let file = try PictureFile(folder.path + "/\(name).png")
        let written = try driver.write(viewer(), to: file, time: 0, sequence: HeadlessDriver.Sequence(frames: 5, range: range, fps: 10))
        return try written.pictures.map { try Image(contentsOf: $0.file) }
    }
    let whole = try sequence(nil, "whole")
    #expect(whole.map { $0[4, 2].x } == [10, 20, 30, 40, 50])
    #expect(try sequence(FrameRange(first: 4, last: 5), "part") == Array(whole[3...]))
}

@Test("a Shadertoy channel that is looked up with directions is a cube map")
func cubeChannels() throws {
    #expect(try color("void mainImage(out vec4 c, in vec2 p) { c = vec4(texture(iChannel1, vec3(0.0, 1.0, 0.0)).b > 0.0, texture(iChannel0, vec2(0.5)).r > 0.0, 0.0, 1.0); }") == [255, 255, 0, 255])
    #expect(try color("void mainImage(out vec4 c, in vec2 p) { c = vec4(texture(iChannel0, vec2(0.5)).r > 0.0, textureLod(iChannel1, vec3(0.0, 1.0, 0.0), 0.0).b > 0.0, 0.0, 1.0); }") == [255, 255, 0, 255])
    #expect(try color("""
        #define AT(d) texture(iChannel2, d).b
        float sky(samplerCube map) { return texture(map, vec3(0.0, 1.0, 0.0)).b; }
        void mainImage(out vec4 c, in vec2 p) { c = vec4(AT(vec3(0.0, 1.0, 0.0)) > 0.0, sky(iChannel3) > 0.0, texture(iChannel1, p).r >= 0.0, 1.0); }
        """) == [255, 255, 255, 255])
    let error = #expect(throws: ShaderError.self) { _ = try color("uniform samplerCube sky;\nvoid main() { gl_FragColor = texture2D(sky, vec2(0.5)); }") }
    #expect(error?.diagnostics.first?.message.contains("'sky' is a samplerCube: textureCube(sky, …) takes a direction of three components") == true,
            "\(String(describing: error))")
}

@Test("unset uniforms are reported, values can be given, and wrong values are errors")
func unsetUniforms() throws {
    let folder = try Folder(), device = Device(.reference)
    let file = try folder.write("own.frag", """
        #version 330
        uniform float level; uniform vec3 tint; uniform float kept = 0.5; uniform float u_time; uniform sampler2D photo, noiseMap; uniform samplerCube room; out vec4 c;
        void main() { c = vec4(level, tint.y, kept * u_time * texture(photo, vec2(0.5)).r * texture(noiseMap, vec2(0.5)).r * texture(room, vec3(1.0)).r, 1.0); }
        """)
    let viewer = try ShaderViewer(device: device, path: file)
    #expect(Set(viewer.unset) == [
        "uniform 'level' has no value and is zero; set it with --uniform level=…", "uniform 'tint' has no value and is zero; set it with --uniform tint=…",
        "sampler 'photo' reads built-in brick; set its picture with --texture photo=FILE.",
        "sampler 'noiseMap' reads built-in noise; set its picture with --texture noiseMap=FILE.",
        "sampler 'room' reads a built-in sky.",
    ])
    try viewer.set("level", [1])
    try viewer.set("tint", [0, 0.2, 0])
    #expect(!viewer.unset.contains { $0.hasPrefix("uniform") })
    let pixel = try HeadlessDriver(device: device, size: PixelSize(width: 8, height: 8), samples: 1).render(viewer, time: 1)[4, 4]
    #expect(pixel.x == 255 && pixel.y == 51 && pixel.z > 0, "the built-in pictures are not black")
    #expect(RasterError.thrown { try viewer.set("levle",
                                                [1]) }?.description == "--uniform levle is not a uniform that '\(file)' reads; did you mean 'level'? [unknownUniform]")
    #expect(RasterError.thrown { try viewer.set("tint", [1]) }?.description == "--uniform tint has 1 number, but the uniform has 3; give 3 [uniformTypeMismatch]")
}

@Test("uniforms of every type accept values: whole numbers, matrices, arrays, members of structures")
func uniformTypes() throws {
    let folder = try Folder(), device = Device(.reference)
    let file = try folder.write("types.frag", """
        #version 330
        struct Lamp { vec3 tint; float level; };
        uniform ivec3 steps; uniform uint mask; uniform bvec2 flags; uniform mat2 turn; uniform float weights[3]; uniform Lamp lamps[2]; out vec4 c;
        void main() {
            bool ok = steps == ivec3(1, -2, 3) && mask == 4000000000u && flags == bvec2(false, true) && turn == mat2(1.0, 2.0, 3.0, 4.0);
            ok = ok && weights[0] == 0.5 && weights[1] == 0.25 && weights[2] == 2.0 && lamps[1].tint == vec3(1.0, 2.0, 3.0);
            c = ok ? vec4(0.0, 1.0, 0.0, 1.0) : vec4(1.0, 0.0, 0.0, 1.0);
        }
        """)
    let viewer = try ShaderViewer(device: device, path: file)
    let values: [(String, [Double])] = [("steps", [1, -2, 3]), ("mask", [4_000_000_000]), ("flags", [0, 1]), ("turn", [1, 2, 3, 4]),
                                        ("weights", [0.5, 0.25, 2]), ("lamps[1].tint", [1, 2, 3])]
    #expect(viewer.unset.count == values.count, "\(viewer.unset)")
    for (name, numbers) in values { try viewer.set(name, numbers) }
    #expect(viewer.unset == [])
    #expect(try HeadlessDriver(device: device, size: PixelSize(width: 4, height: 4), samples: 1).render(viewer, time: 0)[2, 2] == [0, 255, 0, 255])
    #expect(RasterError.thrown { try viewer.set("mask", [-1]) }?.description == "--uniform mask has -1, but the uniform needs whole numbers; give numbers from 0 to 4294967295 [uniformTypeMismatch]")
    #expect(RasterError.thrown { try viewer.set("weights",
                                                [1]) }?.description == "--uniform weights has 1 number, but the uniform has 3; give 3 [uniformTypeMismatch]")
}

@Test("includes are searched in the given folders, after the file's own")
func includeFolders() throws {
    let folder = try Folder(), library = try Folder(), device = Device(.reference)
    try library.write("red.glsl", "const float red = 1.0;\n")
    let file = try folder.write("main.frag", "#include \"red.glsl\"\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(red, 0.0, 0.0, 1.0); }\n")
    func red() throws -> UInt8 {
        try HeadlessDriver(device: device, size: PixelSize(width: 4, height: 4),
                           samples: 1).render(ShaderViewer(device: device, path: file, folders: [library.path]), time: 0)[2, 2].x
    }
    #expect(try red() == 255)
    try folder.write("red.glsl", "const float red = 0.2;\n")
    #expect(try red() == 51)
}

@Test("if a file compiles in no dialect, the reported error is of the dialect in which compiling got furthest") func furthestDialect() throws {
    // In GLSL ES 3.00, fragment shaders have no default precision for floats, so compiling stops early. As desktop GLSL, the same file
    // compiles up to the mistake, so the error should name the mistake.
    let error = #expect(throws: ShaderError.self) { _ = try color("precision mediump float;\nout vec4 c;\nvoid main() {\n    c = vec4(oops);\n}\n") }
    let first = try #require(error?.diagnostics.first { $0.severity == .error })
    #expect(first.line == 4 && first.message.contains("oops"), "\(first)")
}

@Test("an error is shown over the last good picture until it is corrected") func problemIsShown() throws {
    let folder = try Folder(), file = try folder.write("live.frag", "void mainImage(out vec4 c, in vec2 p) { c = vec4(1.0); }")
    let viewer = try ShaderViewer(device: Device(.reference), path: file)
    #expect(viewer.problem == nil)
    for (text, isWrong) in [("void mainImage(out vec4 c, in vec2 p) { c = wrong; }", true),
                            ("void mainImage(out vec4 c, in vec2 p) { c = vec4(0.5); }", false)] {
        try folder.write("live.frag", text)
        Thread.sleep(forTimeInterval: 0.3)
        viewer.update()
        #expect(viewer.problem?.contains("wrong") == (isWrong ? true : nil))
    }
}

@Test("the first channel is noise for files that compute random numbers, and a picture for other files")
func firstChannel() throws {
    let folder = try Folder(), device = Device(.reference)
    func told(_ text: String) throws -> String {
        let viewer = try ShaderViewer(device: device, path: try folder.write("\(UUID().uuidString).frag", text))
        #expect(viewer.unset.count == 1)
        return viewer.unset.first ?? ""
    }
    let show = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }"
    #expect(try told(show + "// no noise").contains("built-in brick"))
    for name in ["noise", "snoise3", "hash21", "fbm", "Random"] {
        #expect(try told("float \(name)(vec2 p) { return texture(iChannel0, p).x; }\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(\(name)(p)); }").contains("built-in noise"), "\(name)")
    }
    #expect(try told("void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / 256.0); }").contains("built-in noise"))
    // For a sampler other than iChannel0, only the sampler's name determines whether the sampler reads noise or a picture.
    #expect(try told("uniform sampler2D noiseMap; void mainImage(out vec4 c, in vec2 p) { c = texture(noiseMap, p); }").contains("built-in noise"))
    #expect(try told("float noise() { return 0.0; }\nvoid mainImage(out vec4 c, in vec2 p) { c = texture(iChannel1, p) * noise(); }").contains("built-in brick"))
}

@Test("an error in an included file is reported with that file and its line") func includedMistake() throws {
    let error = #expect(throws: ShaderError.self) {
        _ = try color("uniform float u_time;\n#include \"inc.glsl\"\nvoid main() { gl_FragColor = vec4(f() + u_time); }\n",
                      extra: ["inc.glsl": "float f() { return missing; }\n"])
    }
    let first = try #require(error?.diagnostics.first { $0.severity == .error })
    #expect(first.file.hasSuffix("inc.glsl") && first.line == 1 && first.message.contains("missing"), "\(first)")
}

@Test("a semicolon after an include is ignored") func includeWithSemicolon() throws {
    #expect(try color("#include \"one.glsl\";\nvoid main() { gl_FragColor = vec4(one()); }\n",
                      extra: ["one.glsl": "float one() { return 1.0; }\n"]) == [255, 255, 255, 255])
}

@Test("braces around initial values are accepted, as in newer tools") func braces() throws {
    #expect(try color("const vec3[2] samples = { vec3(1, 0, 0), vec3(0, 1, 0) };\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(samples[int(p.x) / 8], 1); }") == [0, 255, 0, 255])
}

@Test("a file with mainImage and its own main need not declare Shadertoy's uniforms",
      arguments: ["", "#version 300 es\nprecision highp float;\n", "#version 330\n"])
func ownMain(head: String) throws {
    #expect(try color(head + """
        void mainImage(out vec4 c, in vec2 p) { c = vec4(p / iResolution.xy, iTime, 1.0); }
        out vec4 o;
        void main() { mainImage(o, gl_FragCoord.xy); }
        """, time: 1) == [135, 112, 255, 255])
}

@Test("varyings under the names of other tools get values", arguments: [
    ("varying vec2 vTexCoord;", "vTexCoord"), ("varying vec4 vertTexCoord, vertColor;", "vertTexCoord.xy * vertColor.w"),
    ("#ifdef GL_ES\nprecision mediump float;\n#endif\nvarying vec2 vTextureCoord;", "vTextureCoord"), ("varying highp vec3 other, v_uv;", "v_uv.xy"),
])
func varyings(declaration: String, coordinate: String) throws {
    #expect(try color("\(declaration)\nvoid main() { gl_FragColor = vec4(\(coordinate), 0.0, 1.0); }") == [135, 112, 0, 255])
    // An input without a known meaning is zero, and is reported.
    let folder = try Folder(), file = try folder.write("speed.frag", "varying vec2 speed;\nvoid main() { gl_FragColor = vec4(speed, 0.0, 1.0); }")
    #expect(try ShaderViewer(device: Device(.reference), path: file).unset == ["the input 'speed' has no meaning that is known here, and is zero."])
}
