// Hosts: the signs by which Raster recognises each host's files, and the values that these files expect.

import Raster
import ShaderProjects
import Shading
import Testing

@Suite struct HostTests {
    private func host(_ text: String, _ defines: Set<String> = []) -> ShaderHost { ShaderHost.detected(in: ShaderText(text, defines: defines)) }

    @Test("a file with mainImage and no main is Shadertoy's, whatever its comments say") func comments() {
        #expect(host("void mainImage(out vec4 c, in vec2 p) {}") == .shadertoy)
        #expect(host("// void main() {}\n/* void main() */ void mainImage( out vec4 c, in vec2 p ) {}") == .shadertoy)
        #expect(host("void mainImage(out vec4 c, in vec2 p) {} void main() {}") == .plain)
        #expect(host("/*/ void mainImage(out vec4 c, in vec2 p) {} /*/ void main() {}") == .plain)
        #expect(host("") == .plain)
    }

    @Test("mainImage together with another tool's main is Shadertoy's, after evaluating the conditions") func conditions() {
        let both = "void mainImage(out vec4 c, in vec2 p) {}\n#ifdef OTHER_TOOL\nvoid main() {}\n#endif\n"
        #expect(host(both) == .shadertoy && host(both, ["OTHER_TOOL"]) == .plain)
        #expect(host("#define OTHER_TOOL\n" + both) == .plain)
        #expect(host("#if defined(OTHER_TOOL)\nvoid main() {}\n#else\nvoid mainImage(out vec4 c, in vec2 p) {}\n#endif") == .shadertoy)
        #expect(host("#if !defined(OTHER_TOOL)\nvoid main() {}\n#else\nvoid mainImage(out vec4 c, in vec2 p) {}\n#endif") == .plain)
        #expect(host("#endif\n#else\n#if 0\nvoid main() {}\n#elif\n#endif\nvoid mainImage(out vec4 c, in vec2 p) {}") == .shadertoy)
        #expect(host("#ifdef A\nvoid main() {}\n#elif defined(B)\nvoid main() {}\n#else\nvoid mainImage(out vec4 c, in vec2 p) {}\n#endif") == .shadertoy)
    }

    @Test("each host's files are told by their declarations", arguments: [
        ("uniform float u_time; void main() {}", ShaderHost.glslViewer), ("#ifdef BUFFER_0\n#endif\nvoid main() {}", .glslViewer),
        ("uniform float time; void main() {}", .glslSandbox), ("varying vec2 fragTexCoord; void main() {}", .raylib),
        ("in vec4 vertTexCoord; void main() {}", .processing), ("varying vec2 vTextureCoord; uniform sampler2D uSampler; void main() {}", .pixi),
        ("void mainImage(out vec4 c, in vec2 p) { c = iCurrentCursor; }", .ghostty),
        ("in vec2 texcoord; uniform sampler2D tex; vec4 window_shader() {}", .picom),
        ("varying vec2 v_texcoord; uniform sampler2D tex; void main() {}", .hyprshade), ("void main() { gl_FragColor = IMG_THIS_PIXEL(a); }", .isf),
        ("#if defined(VERTEX)\nvoid main() {}\n#elif defined(FRAGMENT)\nvoid main() {}\n#endif", .libretro), ("in vec2 place; void main() {}", .plain),
        ("void mainCubemap(out vec4 c, in vec2 p, in vec3 o, in vec3 d) {}", .shadertoy),
    ])
    func signs(text: String, expected: ShaderHost) { #expect(host(text) == expected) }

    @Test("a version directive is found after comments and not inside them") func versions() {
        func version(_ text: String) -> Dialect? { Dialect(declaredIn: ShaderText.withoutComments(text)) }
        #expect(version("/* #version 120 */\n// x\n#version 300 es\n")?.isES == true)
        #expect(version("#version 100")?.isES == true)
        #expect(version("#version 430 core")?.number == 430)
        #expect(version("#ifdef GL_ES\n#endif\nvoid main() {}") == nil)
    }

    @Test("names of hosts are read in upper and lower case") func names() {
        #expect(ShaderHost(name: "ISF") == .isf && ShaderHost(name: "Shadertoy") == .shadertoy && ShaderHost(name: "glslviewer") == .glslViewer)
        #expect(ShaderHost(name: "PixiJS") == .pixi && ShaderHost(name: "nothing") == nil)
    }

    /// Draws a shader file with the contents `text`. Returns the colours of the lower left pixel (`low`) and of the upper right pixel (`high`).
    private func corners(_ text: String, as host: ShaderHost? = nil) throws -> (low: SIMD4<UInt8>, high: SIMD4<UInt8>) {
        let picture = try ProjectFolder(["x.frag": text]).picture("x.frag", as: host)
        return (picture[0, 7], picture[15, 0])
    }

    @Test("coordinates of each host begin at its own corner", arguments: [
        ("varying vec2 fragTexCoord; varying vec4 fragColor; uniform vec4 colDiffuse; void main() { gl_FragColor = vec4(fragTexCoord, 0.0, 1.0) * fragColor * colDiffuse; }", false),
        ("varying vec4 vertTexCoord; varying vec4 vertColor; void main() { gl_FragColor = vec4(vertTexCoord.xy, 0.0, 1.0) * vertColor; }", false),
        ("varying vec2 vTextureCoord; uniform sampler2D uSampler; uniform vec4 inputSize; void main() { gl_FragColor = vec4(vTextureCoord, inputSize.z - inputSize.z, 1.0); }", true),
        ("#version 330\nin vec2 texcoord; uniform sampler2D tex; vec4 default_post_processing(vec4 c); vec4 window_shader() { return default_post_processing(vec4(texcoord / vec2(16.0, 8.0), 0.0, 1.0)); }", true),
        ("varying vec2 v_texcoord; uniform sampler2D tex; void main() { gl_FragColor = vec4(v_texcoord, 0.0, 1.0); }", true),
        ("in vec2 vUv; out vec4 o; void main() { o = vec4(vUv, 0.0, 1.0); }", false),
    ])
    func places(text: String, isDown: Bool) throws {
        let (low, high) = try corners(text)
        #expect(low == [8, isDown ? 239 : 16, 0, 255] && high == [247, isDown ? 16 : 239, 0, 255], "\(low) \(high)")
    }

    @Test("the picture that a file changes is upright for every host", arguments: [
        "varying vec2 fragTexCoord; uniform sampler2D texture0; void main() { gl_FragColor = texture2D(texture0, fragTexCoord); }",
        "varying vec2 vTextureCoord; uniform sampler2D uSampler; void main() { gl_FragColor = texture2D(uSampler, vTextureCoord); }",
        "#version 330\nin vec2 texcoord; uniform sampler2D tex; vec4 window_shader() { return texelFetch(tex, ivec2(texcoord), 0); }",
        "varying vec2 v_texcoord; uniform sampler2D tex; void main() { gl_FragColor = texture2D(tex, v_texcoord); }",
        "/*{\"INPUTS\": [{\"NAME\": \"inputImage\", \"TYPE\": \"image\"}]}*/\nvoid main() { gl_FragColor = IMG_THIS_PIXEL(inputImage); }",
        "/*{\"ISFVSN\": \"2\", \"INPUTS\": [{\"NAME\": \"inputImage\", \"TYPE\": \"image\"}]}*/\nvoid main() { gl_FragColor = IMG_PIXEL(inputImage, gl_FragCoord.xy); }",
        libretro,
    ])
    func upright(text: String) throws {
        let folder = try ProjectFolder(["x.frag": text]), device = Device(.reference)
        let player = try ShaderPlayer(device: device, project: folder.project("x.frag"))
        // The picture has red rows at the top and a blue column at the left.
        var image = Image(width: 16, height: 8)
        for y in 0..<8 { for x in 0..<16 { image[x, y] = [y < 2 ? 255 : 0, 0, x == 0 ? 255 : 0, 255] } }
        player.add(image, named: "flag")
        player.input = .stored("flag")
        #expect(player.readsInput)
        let picture = try play(player, frames: 1, on: device)
        #expect(picture[8, 0] == [255, 0, 0, 255] && picture[8, 7] == [0, 0, 0, 255] && picture[0, 7] == [0, 0, 255, 255], "\(picture[8, 0]) \(picture[0, 7])")
    }
    private static let libretro = """
        #pragma parameter GAIN "The author's gain" 1.0 0.0 2.0 0.1
        #if defined(VERTEX)
        attribute vec4 VertexCoord; attribute vec4 TexCoord; varying vec2 place; uniform mat4 MVPMatrix;
        void main() { gl_Position = MVPMatrix * VertexCoord; place = TexCoord.xy; }
        #elif defined(FRAGMENT)
        varying vec2 place; uniform sampler2D Texture; uniform float GAIN;
        void main() { gl_FragColor = texture2D(Texture, place) * GAIN; }
        #endif
        """
    @Test("ghostty's files get a terminal, its colours and its cursor") func ghostty() throws {
        let folder = try ProjectFolder(["x.glsl": """
            void mainImage(out vec4 c, in vec2 p) {
                bool ok = iCurrentCursor.z > 0.0 && iCurrentCursor != iPreviousCursor && iBackgroundColor.x < 0.2 && iForegroundColor.x > 0.5 && CURSORSTYLE_BAR == 2 && iPalette[255].r > 0.9;
                vec2 q[2] = { vec2(0.0), vec2(1.0) };
                c = vec4(ok ? q[1].x : 0.0, textureSize(iChannel0, 0) == ivec2(iResolution.xy) ? 1.0 : 0.0, 0.0, 0.5);
            }
            """])
        #expect(try folder.color("x.glsl") == [255, 255, 0, 255])
    }

    @Test("inputs of every type and qualifier are fed by their meaning", arguments: [
        ("in vec3 v_normal;", "v_normal"), ("in vec3 fragNormal;", "fragNormal"), ("layout(location = 3) in vec3 vTangent;", "vTangent.yzx"),
        ("flat in vec3 lightDir;", "lightDir"), ("noperspective in float alpha;", "vec3(0.0, 0.0, alpha)"),
        ("in vec4 vColor[2];", "vec3(0.0, 0.0, vColor[1].w)"),
    ])
    func inputs(declaration: String, value: String) throws {
        #expect(try ProjectFolder(["x.frag": "#version 330\n\(declaration)\nout vec4 o;\nvoid main() { o = vec4(\(value), 1.0); }"]).color("x.frag") == [0, 0, 255, 255])
    }
    @Test("an input without a meaning is zero, and is reported once") func unknownInput() throws {
        let folder = try ProjectFolder(["x.frag": "#version 330\nin vec2 speed; flat in ivec2 cell; flat in uint number; out vec4 o;\nvoid main() { o = vec4(speed, float(cell.x) + float(number), 1.0); }"])
        #expect(try folder.color("x.frag") == [0, 0, 0, 255])
        let player = try ShaderPlayer(device: Device(.reference), project: folder.project("x.frag"))
        #expect(player.unset == ["speed", "cell", "number"].map { "the input '\($0)' has no meaning that is known here, and is zero." })
    }

    @Test("a newer dialect than the declared one is found", arguments: [
        "#version 330\nout vec4 o;\nvoid main() { float x[2] = { 0.0, 1.0 }; o = vec4(x[1], 0.0, 0.0, 1.0); }",
        "out vec4 o;\nvoid main() { float x[2] = { 0.0, 1.0 }; o = vec4(x[1], 0.0, 0.0, 1.0); }",
        "void mainImage(out vec4 c, in vec2 p) { const vec3[2] x = { vec3(0.0), vec3(1.0, 0.0, 0.0) }; c = vec4(x[1], 1.0); }",
    ])
    func dialects(text: String) throws { #expect(try ProjectFolder(["x.frag": text]).color("x.frag") == [255, 0, 0, 255]) }

    @Test("a file is told by its included files, and errors there have their own line") func includes() throws {
        let folder = try ProjectFolder(["x.frag": "#include \"lib/image.glsl\"\n",
                                        "lib/image.glsl": "#include \"one.glsl\"\nvoid mainImage(out vec4 c, in vec2 p) { c = vec4(one()); }\n",
                                        "lib/one.glsl": "float one() { return 1.0; }\n"])
        #expect(try folder.color("x.frag") == [255, 255, 255, 255])
        try folder.write("lib/one.glsl", Array("\n\nfloat one() {\n    return missing;\n}\n".utf8))
        let error = #expect(throws: ShaderError.self) { _ = try folder.color("x.frag") }
        let first = try #require(error?.diagnostics.first)
        #expect(first.file.hasSuffix("lib/one.glsl") && first.line == 4, "\(first)")
    }

    @Test("comments give ranges to uniforms") func commentedRanges() throws {
        let folder = try ProjectFolder(["x.frag": "uniform float u_time;\nuniform float gain; // 0.0, 2.0, 1.0\nuniform vec2 shift; // [-1, 1]\nuniform float other; // the other one\nvoid main() { gl_FragColor = vec4(gain, shift, other + u_time); }"])
        let parameters = try folder.project("x.frag").parameters
        #expect(parameters.map(\.name) == ["gain", "shift"])
        #expect(parameters[0].initial == [1] && parameters[0].maximum == [2] && parameters[1].minimum == [-1, -1])
        #expect(try folder.color("x.frag").x == 255)
    }

    @Test("a filter's gains and sizes have usual values, and a sentence says so; other files' uniforms are zero") func usualValues() throws {
        let folder = try ProjectFolder(["x.frag": """
            varying vec2 vTextureCoord; uniform sampler2D uSampler; uniform vec4 filterArea; uniform float uGamma; uniform vec3 uColor; uniform vec2 uSize;
            void main() { gl_FragColor = vec4(uGamma, uColor.z, uSize.y / 255.0, 1.0) + 0.0 * texture2D(uSampler, vTextureCoord) * filterArea.x; }
            """, "y.frag": "uniform float u_time, gamma; void main() { gl_FragColor = vec4(gamma, u_time, 0.0, 1.0); }"])
        #expect(try folder.color("x.frag") == [255, 255, 8, 255])
        #expect(try folder.color("y.frag") == [0, 0, 0, 255])
        let unset = try ShaderPlayer(device: Device(.reference), project: folder.project("x.frag")).unset
        #expect(unset.contains("uniform 'uGamma' has no value and is 1; set it with --uniform uGamma=…"), "\(unset)")
    }

    @Test("a file with Shadertoy's names that speaks of a terminal is ghostty's") func terminals() throws {
        let text = "void mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, p / iResolution.xy); }"
        #expect(try ProjectFolder(["x.glsl": "// over the terminal\n" + text]).project("x.glsl").host == .ghostty)
        #expect(try ProjectFolder(["ghostty/x.glsl": text]).project("ghostty/x.glsl").host == .ghostty)
        #expect(try ProjectFolder(["x.glsl": text]).project("x.glsl").host == .shadertoy)
        #expect(try ProjectFolder(["x.glsl": "// over the terminal\n" + text]).project("x.glsl", as: .shadertoy).host == .shadertoy)
    }

    @Test("Processing's ppixels is the last frame") func lastPixels() throws {
        let folder = try ProjectFolder(["x.glsl": """
            varying vec4 vertTexCoord; uniform sampler2D ppixels;
            void main() { gl_FragColor = texture2D(ppixels, vertTexCoord.st) + vec4(10.0 / 255.0, 0.0, 0.0, 1.0); }
            """])
        #expect(try (1...3).map { try folder.color("x.glsl", frames: $0).x } == [10, 20, 30])
    }

    @Test("a panorama that is looked up with directions is a cube map") func panorama() throws {
        let folder =
            try ProjectFolder(["image.glsl": "// iChannel0: sky.png\nvoid mainImage(out vec4 c, in vec2 p) { c = texture(iChannel0, vec3(0.0, 1.0, 0.0)); }"])
        var image = Image(width: 16, height: 8)
        for y in 0..<8 { for x in 0..<16 { image[x, y] = y < 4 ? [0, 0, 255, 255] : [90, 60, 30, 255] } }
        try image.writePNG(to: folder.path + "/sky.png")
        #expect(try folder.color() == [0, 0, 255, 255])
    }

    /// A square in the plane z = 0 that faces the viewer.
    private let square = ShaderMesh(vertices: [(-1, -1), (1, -1), (1, 1),
                                               (-1, 1)].flatMap { (x: Float, y: Float) in [x, y, 0, 0, 0, 1, x * 0.5 + 0.5, y * 0.5 + 0.5] },
                                    indices: [0, 1, 2, 0, 2, 3])

    @Test("a mesh is drawn with the vertex shader beside the file, or with one that is made", arguments: [true, false])
    func meshes(hasVertexShader: Bool) throws {
        var files = ["x.frag": "#version 330\nin vec3 v_normal; in vec2 v_texcoord; out vec4 o;\nvoid main() { o = vec4(v_normal.z, v_texcoord.x > 0.3 ? 1.0 : 0.0, 0.0, 1.0); }"]
        if hasVertexShader {
            files["x.vert"] = """
                #version 330
                in vec4 a_position; in vec3 a_normal; in vec2 a_texcoord; uniform mat4 u_modelViewProjectionMatrix; out vec3 v_normal; out vec2 v_texcoord;
                void main() { gl_Position = u_modelViewProjectionMatrix * a_position; v_normal = a_normal; v_texcoord = a_texcoord; }
                """
        }
        let folder = try ProjectFolder(files), device = Device(.reference)
        var options = ShaderPlayer.Options()
        options.mesh = square.fitted()
        let project = try ShaderProject(contentsOf: folder.path + "/x.frag", options: ShaderProject.Options(drawsMesh: true))
        #expect((project.passes[0].vertex != nil) == hasVertexShader)
        let player = try ShaderPlayer(device: device, project: project, options: options)
        #expect(player.moves && player.unset == [])
        let picture = try play(player, frames: 1, on: device)
        #expect(picture[8, 4] == [255, 255, 0, 255] && picture[0, 0] == [0, 0, 0, 255] && picture[15, 7] == [0, 0, 0, 255])
    }

    @Test("attributes of every tool are told by their names, although the word vertex has the letters tex", arguments: [
        ("vertexPosition", "vertexTexCoord", "vertexNormal"), ("vertex", "texCoord", "normal"), ("a_position", "a_texcoord", "a_normal"),
        ("aVertexPosition", "aUV", "aVertexNormal"), ("VertexCoord", "TexCoord", "Normal"),
    ])
    func attributes(position: String, place: String, normal: String) throws {
        let folder = try ProjectFolder(["x.fs": "#version 330\nin vec2 fragTexCoord; in vec3 fragNormal; in float odd; out vec4 o;\nvoid main() { o = vec4(fragNormal.z, fragTexCoord, 1.0); }", "x.vs": """
            #version 330
            in vec3 \(position); in vec2 \(place); in vec3 \(normal); uniform mat4 mvp; out vec2 fragTexCoord; out vec3 fragNormal; out float odd;
            void main() { gl_Position = mvp * vec4(\(position), 1.0); fragTexCoord = \(place); fragNormal = \(normal); odd = 1.0; }
            """])
        let project = try folder.project("x.fs"), device = Device(.reference)
        #expect(project.isForMesh)
        var options = ShaderPlayer.Options()
        options.mesh = square.fitted()
        let middle = try play(ShaderPlayer(device: device, project: project, options: options), frames: 1, on: device)[8, 4]
        #expect(middle.x == 255 && (96...160).contains(middle.y) && (96...160).contains(middle.z), "\(middle)")
        // Without a mesh, the same vertex shader draws a rectangle over the whole picture.
        let corner = try play(ShaderPlayer(device: device, project: project), frames: 1, on: device)[15, 0]
        #expect(corner.x == 255 && corner.y > 240 && corner.z > 230, "\(corner)")
    }

    @Test("the nearer triangle of a mesh is seen, and vertices that are no numbers draw nothing") func depth() throws {
        let folder = try ProjectFolder(["x.frag": "in vec3 v_position; out vec4 o;\nvoid main() { o = vec4(v_position.z > 0.0 ? 1.0 : 0.0, 1.0, 0.0, 1.0); }"])
        let device = Device(.reference)
        func color(_ mesh: ShaderMesh) throws -> SIMD4<UInt8> {
            var options = ShaderPlayer.Options()
            options.mesh = mesh
            return try play(ShaderPlayer(device: device, project: folder.project("x.frag"), options: options), frames: 1, on: device)[8, 4]
        }
        func moved(_ z: Float) -> [Float] { square.vertices.enumerated().map { $0.offset % 8 == 2 ? z : $0.element } }
        for (first, second) in [(0.3, -0.3), (-0.3, 0.3)] as [(Float, Float)] {
            #expect(try color(ShaderMesh(vertices: moved(first) + moved(second),
                                         indices: square.indices + square.indices.map { $0 + 4 })) == [255, 255, 0, 255])
        }
        let nothing = ShaderMesh(vertices: [Float](repeating: .nan, count: 24), indices: [0, 1, 2])
        #expect(try color(nothing.fitted()) == [0, 0, 0, 255])
        #expect(ShaderMesh(vertices: [], indices: []).fitted().vertices == [])
    }

    @Test("inputs may have the names of the vertex shader's own variables") func namesOfInputs() throws {
        #expect(try ProjectFolder(["x.frag": "#version 330\nin vec2 shaderUV; in vec3 normal, position; in vec2 place; out vec4 o;\nvoid main() { o = vec4(normal.z, position.z, shaderUV.x, 1.0) + vec4(place, 0.0, 0.0); }"])
            .color("x.frag") == [255, 0, 135, 255])
    }
}
