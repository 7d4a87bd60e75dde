// Inputs: the user's pictures and videos, earlier frames, the values of sketches, and source texts as editors and templates write
// them.

import Raster
import ShaderProjects
import Shading
import Testing

@Suite struct InputTests {
    /// Returns a picture with red rows at the top and a blue column at the left.
    private func flag(width: Int = 16, height: Int = 8) -> Image {
        var image = Image(width: width, height: height)
        for y in 0..<height { for x in 0..<width { image[x, y] = [4 * y < height ? 255 : 0, 0, x < width / 16 ? 255 : 0, 255] } }
        return image
    }

    @Test("a picture for a named sampler is upright for hosts that count rows from the top and from the bottom", arguments: [
        "varying vec2 vTextureCoord; uniform sampler2D uSampler, other; void main() { gl_FragColor = texture2D(other, vTextureCoord) + 0.0 * texture2D(uSampler, vTextureCoord); }",
        "uniform sampler2D other; uniform float u_time; uniform vec2 u_resolution; void main() { gl_FragColor = texture2D(other, gl_FragCoord.xy / u_resolution) + u_time * 0.0; }",
    ])
    func named(text: String) throws {
        let folder = try ProjectFolder(["x.frag": text]), device = Device(.reference)
        let player = try ShaderPlayer(device: device, project: folder.project("x.frag"))
        player.add(flag(), named: "flag")
        player.contents["other"] = .stored("flag")
        let picture = try play(player, frames: 1, on: device)
        #expect(picture[8, 0] == [255, 0, 0, 255] && picture[8, 7] == [0, 0, 0, 255] && picture[0, 7] == [0, 0, 255, 255])
    }

    @Test("ISF's filters see a picture as large as the output") func fitted() throws {
        let folder = try ProjectFolder(["x.fs": """
            /*{"INPUTS": [{"NAME": "inputImage", "TYPE": "image"}]}*/
            void main() { gl_FragColor = IMG_PIXEL(inputImage, gl_FragCoord.xy); }
            """])
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: folder.project("x.fs"))
        player.add(flag(width: 64, height: 32), named: "flag")
        player.input = .stored("flag")
        let picture = try play(player, frames: 1, on: device)
        #expect(picture[8, 0] == [255, 0, 0, 255] && picture[8, 4] == [0, 0, 0, 255] && picture[0, 4] == [0, 0, 255, 255])
    }
    @Test("the second picture of an ISF transition is another one, and the project names both") func transition() throws {
        let folder = try ProjectFolder(["x.fs": """
            /*{"INPUTS": [{"NAME": "startImage", "TYPE": "image"}, {"NAME": "endImage", "TYPE": "image"}]}*/
            void main() { gl_FragColor = abs(IMG_THIS_PIXEL(startImage) - IMG_THIS_PIXEL(endImage)) + vec4(0.0, 0.0, 0.0, 1.0); }
            """])
        var options = ShaderPlayer.Options()
        options.standIns.input = { _ in Image(width: 1, height: 1, bytes: [255, 0, 0, 255]) }
        options.standIns.picture = { Image(width: 1, height: 1, bytes: [0, 255, 0, 255]) }
        let project = try folder.project("x.fs"), device = Device(.reference), player = try ShaderPlayer(device: device, project: project, options: options)
        #expect(project.inputNames == ["startImage", "endImage"] && player.unset.count == 2)
        #expect(try play(player, frames: 1, on: device)[8, 4] == [255, 255, 0, 255])
    }

    @Test("a video is the picture that a filter changes, and a preset reads its earlier frames") func history() throws {
        let folder = try ProjectFolder(["x.glsl": """
            #if defined(VERTEX)
            attribute vec4 VertexCoord; void main() { gl_Position = VertexCoord; }
            #elif defined(FRAGMENT)
            uniform sampler2D Texture, PrevTexture, Prev1Texture, Prev6Texture;
            void main() { gl_FragColor = vec4(texture2D(Texture, vec2(0.5)).r, texture2D(PrevTexture, vec2(0.5)).r, texture2D(Prev1Texture, vec2(0.5)).r + texture2D(Prev6Texture, vec2(0.5)).r, 1.0); }
            #endif
            """])
        for number in 0..<12 {
            try Image(width: 2, height: 2, bytes: (0..<4).flatMap { _ in [UInt8(10 * number), 0, 0, 255] })
                .writePNG(to: folder.path + "/f\(number < 10 ? "0" : "")\(number).png")
        }
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: folder.project("x.glsl"))
        player.input = .video(path: folder.path + "/f00.png")
        #expect(player.readsInput && player.moves)
        let target = try device.makeFramebuffer(width: 4, height: 4)
        func color(_ time: Double, _ number: Int) throws -> SIMD4<UInt8> {
            var encoder = device.makeCommandEncoder()
            try player.draw(ShaderMoment(time: time, delta: 1.0 / 30, number: number), to: target, into: &encoder)
            try device.submit(encoder)
            return try target.readImage()[1, 1]
        }
        #expect(try color(9.0 / 30, 0) == [90, 80, 70 + 20, 255])
        #expect(try color(10.0 / 30, 1) == [100, 90, 80 + 30, 255])
        #expect(try color(0, 2) == [0, 0, 0, 255])
        player.input = nil
        #expect(!player.moves)
    }

    @Test("all pictures of a preset's last pass are upright: the input, its earlier frames and the pass's own last picture") func feedback() throws {
        let head = """
            #if defined(VERTEX)
            attribute vec4 VertexCoord; attribute vec4 TexCoord, PrevTexCoord; varying vec2 place, before;
            void main() { gl_Position = VertexCoord; place = TexCoord.xy; before = PrevTexCoord.xy; }
            #elif defined(FRAGMENT)
            varying vec2 place, before; uniform sampler2D Texture, PrevTexture, PassFeedback0Texture;

            """
        let folder = try ProjectFolder([
            "p.glslp": "shaders = 1\nshader0 = x.glsl\n", "q.glslp": "#reference \"p.glslp\"\nshader0 = y.glsl\n",
            "x.glsl": head + "void main() { gl_FragColor = vec4(texture2D(Texture, place).r, texture2D(PrevTexture, before).r, 0.0, 1.0); }\n#endif\n",
            // Adds a tenth of the input to the last picture.
            "y.glsl": head + "void main() { gl_FragColor = vec4(0.1 * texture2D(Texture, place).r + texture2D(PassFeedback0Texture, place).r, 0.0, 0.0, 1.0); }\n#endif\n",
        ])
        var options = ShaderPlayer.Options()
        // The input is a picture of the size of the output. The upper half of the input is red.
        options.standIns.input = { _ in
            Image(width: 16, height: 8, bytes: (0..<8).flatMap { y in (0..<16).flatMap { _ in [y < 4 ? 255 : 0, 0, 0, 255] as [UInt8] } })
        }
        let device = Device(.reference)
        func picture(_ name: String, frames: Int) throws -> Image {
            try play(ShaderPlayer(device: device, project: folder.project(name), options: options), frames: frames, on: device)
        }
        let plain = try picture("p.glslp", frames: 1), fed = try picture("q.glslp", frames: 4)
        #expect(plain[8, 0] == [255, 255, 0, 255] && plain[8, 7] == [0, 0, 0, 255])
        // A tenth of 255 is rounded to 26 in each frame.
        #expect(fed[8, 0] == [104, 0, 0, 255] && fed[8, 7] == [0, 0, 0, 255], "\(fed[8, 0]) \(fed[8, 7])")
    }

    @Test("interface blocks are fed by the names and types of their members", arguments: [
        ("in Surface { vec2 uv; vec3 normal; } v;", "vec4(v.uv, v.normal.z, 1.0)"), ("in Surface { vec2 uv; vec3 normal; };", "vec4(uv, normal.z, 1.0)"),
        ("in Surface { vec2 uv, other_st; flat vec3 vNormal[2]; } v;", "vec4(v.uv.x, v.other_st.y, v.vNormal[1].z, 1.0)"),
        ("layout(location = 2) in Surface { layout(location = 3) vec2 uv; vec3 normal; } v;\nuniform Settings { vec4 gain; } s;", "vec4(v.uv, v.normal.z, 1.0) + s.gain"),
    ])
    func blocks(declaration: String, value: String) throws {
        let color = try ProjectFolder(["x.frag": "#version 430\n\(declaration)\nout vec4 o;\nvoid main() { o = \(value); }"]).color("x.frag")
        #expect(color == [135, 112, 255, 255], "\(color)")
    }
    @Test("uniform blocks get the values of loose uniforms, and their own members can be set") func uniformBlocks() throws {
        let folder = try ProjectFolder(["x.frag": """
            #version 330
            layout(std140) uniform Frame { vec2 u_resolution; int u_frame; mat3x2 shape; float gains[2]; } frame;
            uniform Other { bool u_flag; vec3 u_tint; };
            out vec4 o;
            void main() {
                bool ok = frame.u_resolution == vec2(16.0, 8.0) && frame.u_frame == 2 && frame.shape == mat3x2(1, 2, 3, 4, 5, 6) && frame.gains[1] == 0.5 && u_flag;
                o = vec4(ok ? 1.0 : 0.0, u_tint.z, 0.0, 1.0);
            }
            """])
        let values: [String: [Double]] = ["shape": [1, 2, 3, 4, 5, 6], "gains": [0, 0.5], "u_flag": [1]]
        #expect(try folder.color("x.frag", frames: 3, values: values) == [255, 0, 0, 255])
        let unset = try ShaderPlayer(device: Device(.reference), project: folder.project("x.frag")).unset
        #expect(unset.contains("uniform 'u_tint' has no value and is zero; set it with --uniform u_tint=…"), "\(unset)")
    }
    @Test("the members of a block without a meaning are reported by their names") func unknownMember() throws {
        let folder = try ProjectFolder(["x.frag": "#version 330\nin Surface { vec2 uv; float speed; } v; out vec4 o;\nvoid main() { o = vec4(v.uv, v.speed, 1.0); }"])
        let player = try ShaderPlayer(device: Device(.reference), project: folder.project("x.frag"))
        #expect(player.unset == ["the input 'speed' has no meaning that is known here, and is zero."])
    }

    @Test("texts with the line ends of other systems are read like all others", arguments: ["\n", "\r\n", "\r"]) func lineEnds(end: String) throws {
        let lines = ["#version 110", "#pragma parameter GAIN \"gain\" 1.0 0.0 2.0 0.1", "#if defined(VERTEX)", "attribute vec4 VertexCoord;",
                     "void main() { gl_Position = VertexCoord; }", "#elif defined(FRAGMENT)", "uniform float GAIN; // a comment",
                     "void main() { gl_FragColor = vec4(GAIN, 0.0, 0.0, 1.0); }", "#endif", ""]
        let folder = try ProjectFolder(["x.glsl": lines.joined(separator: end)])
        #expect(try folder.color("x.glsl") == [255, 0, 0, 255])
        try folder.write("x.glsl", Array(lines.map { $0.replacing("vec4(GAIN,", with: "vec4(oops,") }.joined(separator: end).utf8))
        let error = #expect(throws: ShaderError.self) { _ = try folder.color("x.glsl") }
        #expect(error?.diagnostics.first?.line == 8)
        let code = "void mainImage(out vec4 c, in vec2 p) {\(end)#ifdef HW_PERFORMANCE\(end) c = vec4(1.0);\(end)#endif\(end)}"
        #expect(try ShaderProject(source: ShaderSource(text: code, name: "memory")).host == .shadertoy)
    }

    @Test("a uniform that only a macro names is declared") func macros() throws {
        let folder = try ProjectFolder(["x.glsl": "// ghostty\n#define TINT vec4(iCursorColor, 1.0)\nvoid mainImage(out vec4 c, in vec2 p) { c = TINT + 0.0 * iCurrentCursor; }"])
        #expect(try folder.color("x.glsl").x > 150)
    }
    @Test("words that the dialect reserves may be names, as the file's own compiler allowed", arguments: ["filter", "sample", "input", "active"])
    func reservedWords(word: String) throws {
        let text = "vec3 \(word)(vec3 x) { return x; }\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(\(word)(vec3(1.0)), 1.0); }"
        #expect(try ProjectFolder(["x.frag": text]).color("x.frag") == [255, 255, 255, 255])
    }

    @Test("a Processing sketch gives its numbers to the uniforms, and its vertex shader and model to the picture") func sketch() throws {
        let folder = try ProjectFolder([
            "Toon/Toon.pde": "PShader toon;\nvoid setup() { toon = loadShader(\"ToonFrag.glsl\", \"ToonVert.glsl\"); toon.set(\"gain\", 0.5f); toon.set( \"tint\" , 1, 0.2, 0.4 );\n// toon.set(\"gain\", 9.0);\ntoon.set(\"size\", float(width)); }",
            "Toon/data/ToonFrag.glsl": "varying vec3 vertNormal; uniform float gain; uniform vec3 tint; void main() { gl_FragColor = vec4(tint * gain * (vertNormal.z + 2.0) / (vertNormal.z + 2.0), 1.0); }",
            "Toon/data/ToonVert.glsl": "uniform mat4 transform; attribute vec4 vertex; attribute vec3 normal; varying vec3 vertNormal; void main() { gl_Position = transform * vertex; vertNormal = normal; }",
        ])
        let project = try folder.project("Toon/data/ToonFrag.glsl")
        #expect(project.host == .processing && project.isForMesh && project.passes[0].vertex?.name.hasSuffix("ToonVert.glsl") == true)
        #expect(project.parameters.map(\.name) == ["gain", "tint"] && project.parameters[1].initial == [1, 0.2, 0.4])
        #expect(try folder.color("Toon/data/ToonFrag.glsl") == [128, 26, 51, 255])
    }

    @Test("a filter's placeholders are files beside it, macros, or numbers that are reported") func placeholders() throws {
        let folder = try ProjectFolder(["x.frag": """
            varying vec2 vTextureCoord; uniform sampler2D uSampler;
            ${PERLIN}
            const int COUNT = ${MAX_COLORS};
            const float DIST = __DIST__;
            void main() { gl_FragColor = vec4(float(COUNT) / 255.0, DIST / 255.0, perlin(), 1.0) + 0.0 * texture2D(uSampler, vTextureCoord); }
            """, "perlin.frag": "float perlin() { return 1.0; }\n"])
        #expect(try folder.color("x.frag") == [8, 8, 255, 255])
        #expect(try folder.project("x.frag").notes.map { $0.contains("--define") } == [true, true])
        var options = ShaderProject.Options(), playing = ShaderPlayer.Options()
        options.defines = ["MAX_COLORS"]
        playing.defines = [ShaderDefine("MAX_COLORS", "3")]
        let device = Device(.reference), project = try ShaderProject(contentsOf: folder.path + "/x.frag", options: options)
        #expect(try play(ShaderPlayer(device: device, project: project, options: playing), frames: 1, on: device)[8, 4] == [3, 8, 255, 255])
    }

    @Test("a folder's image pass may be called shader") func shaderFile() throws {
        let folder = try ProjectFolder(["shader.glsl": "// iChannel0: buffer-a\nvoid mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, vec2(0.5)); }",
                                        "buffer-a.glsl": "void mainImage(out vec4 c, in vec2 p) { c = vec4(0.0, 1.0, 0.0, 1.0); }"])
        #expect(try folder.color() == [0, 255, 0, 255])
    }

    @Test("complaints about the dialect do not hide a mistake") func dialectComplaints() throws {
        let folder = try ProjectFolder(["x.frag": "varying vec2 v_texcoord;\nuniform sampler2D tex;\nvoid main() {\n    float x = missing;\n    vec4 c = texture2D(tex, v_texcoord);\n    gl_FragColor = c + x;\n}\n"])
        let error = #expect(throws: ShaderError.self) { _ = try folder.color("x.frag") }
        #expect(error?.diagnostics.first?.line == 4 && error?.diagnostics.first?.message.contains("missing") == true, "\(String(describing: error))")
    }
    @Test("an error in a file that an included file includes is told there, in the dialect that got furthest") func nestedErrors() throws {
        let folder = try ProjectFolder(["x.frag": "uniform float u_time;\nvarying vec2 v_texcoord;\n#include \"a.glsl\"\nvoid main() { gl_FragColor = vec4(a()); }",
                                        "a.glsl": "#include \"b.glsl\"\nfloat a() { return b(); }\n", "b.glsl": "float b() {\n    return missing;\n}\n"])
        let error = #expect(throws: ShaderError.self) { _ = try folder.color("x.frag") }
        let first = try #require(error?.diagnostics.first)
        #expect(first.file.hasSuffix("b.glsl") && first.line == 2 && first.message.contains("missing"), "\(first)")
    }
}
