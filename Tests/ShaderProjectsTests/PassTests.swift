// Passes of glslViewer, ISF and libretro: order, sizes, persistence, parameters.

import Raster
import ShaderProjects
import Shading
import TestSupport
import Testing

@Suite struct PassTests {
    // MARK: glslViewer

    @Test("glslViewer's buffers, double buffers and postprocessing are passes of one file") func glslViewerPasses() throws {
        let folder = try ProjectFolder(["x.frag": """
            uniform sampler2D u_buffer0;
            uniform sampler2D u_doubleBuffer0; // 32x8
            uniform sampler2D u_scene;
            uniform vec2 u_resolution, u_doubleBuffer0Resolution;
            void main() {
                vec2 st = gl_FragCoord.xy / u_resolution;
            #if defined(BUFFER_0)
                gl_FragColor = vec4(0.2, u_resolution.x / 255.0, 0.0, 1.0);
            #elif defined(DOUBLE_BUFFER_0)
                gl_FragColor = vec4(texture2D(u_doubleBuffer0, st).r + 10.0 / 255.0, u_resolution.x / 255.0, 0.0, 1.0);
            #elif defined(POSTPROCESSING)
                gl_FragColor = texture2D(u_scene, st) + vec4(0.0, 0.0, 0.2, 0.0);
            #else
                gl_FragColor = vec4(texture2D(u_doubleBuffer0, st).rg, texture2D(u_buffer0, st).r, u_doubleBuffer0Resolution.x);
            #endif
            }
            """])
        #expect(try folder.project("x.frag").passes.map(\.name) == ["BUFFER_0", "DOUBLE_BUFFER_0", "main", "POSTPROCESSING"])
        #expect(try (1...3).map { try folder.color("x.frag", frames: $0) } == [[10, 32, 102, 255], [20, 32, 102, 255], [30, 32, 102, 255]])
    }

    @Test("a buffer that copies another buffer keeps the last frame for it") func pingPong() throws {
        let folder = try ProjectFolder(["x.frag": """
            uniform sampler2D u_buffer0, u_buffer1; uniform vec2 u_resolution;
            void main() {
                vec2 st = gl_FragCoord.xy / u_resolution;
            #ifdef BUFFER_0
                gl_FragColor = texture2D(u_buffer1, st) + vec4(10.0 / 255.0);
            #elif defined( BUFFER_1 )
                gl_FragColor = texture2D(u_buffer0, st);
            #else
                gl_FragColor = texture2D(u_buffer1, st);
            #endif
            }
            """])
        #expect(try (1...3).map { try folder.color("x.frag", frames: $0).x } == [10, 20, 30])
    }

    @Test("a backbuffer beside buffers is the last picture") func backbuffer() throws {
        let folder = try ProjectFolder(["x.frag": """
            uniform sampler2D backbuffer, u_buffer0; uniform vec2 u_resolution;
            void main() {
            #ifdef BUFFER_0
                gl_FragColor = vec4(10.0 / 255.0);
            #else
                gl_FragColor = texture2D(backbuffer, gl_FragCoord.xy / u_resolution) + texture2D(u_buffer0, vec2(0.5));
            #endif
            }
            """])
        #expect(try (1...3).map { try folder.color("x.frag", frames: $0).x } == [10, 20, 30])
    }

    // MARK: ISF

    private func isf(_ head: String, _ body: String) throws -> ProjectFolder { try ProjectFolder(["x.fs": "/*\(head)*/\n\(body)"]) }

    @Test("ISF's inputs are uniforms with defaults, ranges and labels") func isfInputs() throws {
        let folder = try isf("""
            {
              "ISFVSN": "2", // the version
              "INPUTS": [
                {"NAME": "level", "TYPE": "float", "DEFAULT": 0.2, "MIN": 0.0, "MAX": 2.0, "LABEL": "Level"},
                {"NAME": "tint", "TYPE": "color", "DEFAULT": [0.0, 1.0, 0.0, 1.0]}, {"NAME": "on", "TYPE": "bool", "DEFAULT": 1},
                {"NAME": "place", "TYPE": "point2D", "DEFAULT": [3, 4]}, {"NAME": "mode", "TYPE": "long", "VALUES": [2, 5], "LABELS": ["two", "five"], "DEFAULT": 5},
                {"NAME": "flash", "TYPE": "event"},
              ],
            }
            """, "void main() { gl_FragColor = vec4(level, tint.g, on && place == vec2(3.0, 4.0) && mode == 5 && !flash && PASSINDEX == 0 && RENDERSIZE == vec2(16.0, 8.0) ? 1.0 : 0.0, 1.0); }")
        #expect(try folder.color("x.fs") == [51, 255, 255, 255])
        #expect(try folder.color("x.fs", values: ["level": [1], "mode": [2]]) == [255, 255, 0, 255])
        let parameters = try folder.project("x.fs").parameters
        #expect(parameters.first { $0.name == "level" }?.label == "Level" && parameters.first { $0.name == "level" }?.maximum == [2])
        #expect(parameters.first { $0.name == "mode" }?.kind == .choice(values: [2, 5], labels: ["two", "five"]))
        #expect(parameters.first { $0.name == "flash" }?.kind == .event)
    }

    @Test("an event is true in the frame in which it happens") func isfEvent() throws {
        let folder = try isf("{\"INPUTS\": [{\"NAME\": \"flash\", \"TYPE\": \"event\"}]}", "void main() { gl_FragColor = vec4(flash ? 1.0 : 0.0); }")
        let device = Device(.reference), player = try ShaderPlayer(device: device, project: folder.project("x.fs"))
        let target = try device.makeFramebuffer(width: 4, height: 4)
        for events in [[], ["flash"], []] as [Set<String>] {
            var moment = ShaderMoment(time: 0), encoder = device.makeCommandEncoder()
            moment.events = events
            try player.draw(moment, to: target, into: &encoder)
            try device.submit(encoder)
            #expect(try target.readImage()[1, 1].x == (events.isEmpty ? 0 : 255))
        }
    }

    @Test("ISF's persistent buffers count frames in floats, and pass sizes are expressions") func isfPasses() throws {
        let folder = try isf("""
            {"INPUTS": [{"NAME": "part", "TYPE": "float", "DEFAULT": 4.0}],
             "PASSES": [{"TARGET": "count", "PERSISTENT": true, "FLOAT": true, "WIDTH": "max(floor($WIDTH / $part), 1.0)", "HEIGHT": "$HEIGHT*2"}, {}]}
            """, """
            void main() {
                if (PASSINDEX == 0) { gl_FragColor = IMG_THIS_PIXEL(count) + vec4(100.0); }
                else { gl_FragColor = vec4(IMG_NORM_PIXEL(count, isf_FragNormCoord).r / 2550.0, IMG_SIZE(count) / 255.0, 1.0); }
            }
            """)
        #expect(try (1...3).map { try folder.color("x.fs", frames: $0) } == [[10, 4, 16, 255], [20, 4, 16, 255], [30, 4, 16, 255]])
        #expect(try folder.color("x.fs", values: ["part": [8]]).y == 2)
    }

    @Test("version 1 lists persistent buffers apart; its vertex shader calls vv_vertShaderInit") func isfFirstVersion() throws {
        let folder = try isf("{\"PERSISTENT_BUFFERS\": [\"kept\"], \"PASSES\": [{\"TARGET\": \"kept\"}, {}]}",
                             "varying vec2 twice;\nvoid main() { if (PASSINDEX == 0) gl_FragColor = IMG_THIS_PIXEL(kept) + vec4(10.0 / 255.0); else gl_FragColor = vec4(IMG_THIS_PIXEL(kept).r, twice.x / 2.0, vv_FragNormCoord.x, 1.0); }")
        try folder.write("x.vs", Array("varying vec2 twice;\nvoid main() { vv_vertShaderInit(); twice = vv_FragNormCoord * 2.0; }\n".utf8))
        #expect(try folder.color("x.fs", frames: 3) == [30, 135, 135, 255])
    }

    @Test("a mistake in ISF's head has the line of the file; a mistake in a size is quoted") func isfMistakes() throws {
        let head = RasterError.thrown {
            _ = try ProjectFolder(["x.fs": "\n/*{\n\"ISFVSN\": \"2\",\n\"INPUTS\": [ oops ]\n}*/\nvoid main() {}"]).project("x.fs")
        }
        #expect(head?.code == .invalidArgument && "\(head.map { "\($0)" } ?? "")".contains("line 4"), "\(String(describing: head))")
        for size in ["floor(", "1 +", "max(1)", "a b", "2 ** 3", String(repeating: "(", count: 300), String(repeating: "1+", count: 5000) + "1"] {
            let error = RasterError.thrown {
                _ = try isf("{\"PASSES\": [{\"TARGET\": \"a\", \"WIDTH\": \"\(size)\"}, {}]}", "void main() { gl_FragColor = vec4(1.0); }").project("x.fs")
            }
            #expect(error?.code == .invalidArgument, "\(size.prefix(20))")
        }
    }

    @Test("sizes without a value or beyond the limits are clamped",
          arguments: [("$WIDTH / 0", 16), ("unknown * 2", 16), ("-5", 1), ("0.3", 1), ("pow(2, 3)", 8), ("7 % 4 + min(1, 2)", 4)])
    func sizes(formula: String, expected: UInt8) throws {
        let folder = try isf("{\"PASSES\": [{\"TARGET\": \"a\", \"WIDTH\": \"\(formula)\", \"HEIGHT\": \"1\"}, {}]}",
                             "void main() { gl_FragColor = PASSINDEX == 0 ? vec4(0.0) : vec4(IMG_SIZE(a).x / 255.0 + 0.001, 0.0, 0.0, 1.0); }")
        #expect(try folder.color("x.fs").x == expected)
    }

    @Test("passes whose pictures are too large together are refused before any is made") func tooLarge() throws {
        let passes = (0..<5).map { "{\"TARGET\": \"p\($0)\", \"FLOAT\": true, \"WIDTH\": \"16384\", \"HEIGHT\": \"99999999\"}" }.joined(separator: ", ")
        let folder = try isf("{\"PASSES\": [\(passes), {}]}", "void main() { gl_FragColor = IMG_THIS_PIXEL(p0); }")
        #expect(RasterError.thrown { _ = try folder.color("x.fs") }?.code == .outOfMemory)
    }

    // MARK: libretro

    private func stage(_ body: String, _ declarations: String = "") -> String {
        """
        #pragma parameter STEP "Size of a 'step'" 10.0 0.0 100.0 5.0
        #if defined(VERTEX)
        attribute vec4 VertexCoord; attribute vec4 TexCoord; varying vec2 place;
        uniform mat4 MVPMatrix;
        void main() { gl_Position = MVPMatrix * VertexCoord; place = TexCoord.xy; }
        #elif defined(FRAGMENT)
        varying vec2 place; uniform sampler2D Texture; uniform vec2 TextureSize, OutputSize, OrigTextureSize; uniform int FrameCount;
        #ifdef PARAMETER_UNIFORM
        uniform float STEP;
        #else
        #define STEP 0.0
        #endif
        \(declarations)
        void main() { \(body) }
        #endif
        """
    }

    @Test("a preset's passes have scales, aliases, feedback, modulo and values of parameters") func preset() throws {
        let folder = try ProjectFolder([
            "x.glslp": """
                shaders = "3"
                shader0 = shaders/a.glsl
                scale_type0 = source
                scale0 = 2.0
                alias0 = FIRST
                frame_count_mod0 = 2
                shader1 = shaders/b.glsl # the second
                scale_type_x1 = absolute
                scale_x1 = 5
                scale_type_y1 = viewport
                scale_y1 = 0.5
                float_framebuffer1 = true
                shader2 = shaders/c.glsl
                parameters = "STEP"
                STEP = 20.0
                """,
            "shaders/a.glsl": stage("gl_FragColor = vec4(TextureSize.x / 2550.0, OutputSize.y / 2550.0, float(FrameCount) * 0.2, 1.0);"),
            "shaders/b.glsl": stage("gl_FragColor = texture2D(PassFeedback1Texture, place) + vec4(STEP);", "uniform sampler2D PassFeedback1Texture;"),
            "shaders/c.glsl": stage("gl_FragColor = vec4(texture2D(FIRSTTexture, place).b, texture2D(Texture, place).r / 255.0, FIRSTTextureSize.x == 640.0 && TextureSize.x == 5.0 && PassPrev1TextureSize.y == 4.0 ? 1.0 : 0.0, 1.0);",
                                    "uniform sampler2D FIRSTTexture, PassPrev1Texture; uniform vec2 FIRSTTextureSize, PassPrev1TextureSize;"),
        ])
        // The built-in picture has 320×240 pixels, so the first pass has 640×480.
        #expect(try (1...3).map { try folder.color("x.glslp", frames: $0) } == [[0, 20, 255, 255], [51, 40, 255, 255], [0, 60, 255, 255]])
        #expect(try folder.color("x.glslp", frames: 2, values: ["STEP": [7]]).y == 14)
        let parameter = try #require(try folder.project("x.glslp").parameters.first)
        #expect(parameter.label == "Size of a 'step'" && parameter.initial == [20] && parameter.minimum == [0] && parameter.maximum == [100]
                    && parameter.step == 5)
    }

    @Test("presets refer to presets, and lookup textures are pictures beside them") func references() throws {
        let folder = try ProjectFolder([
            "x.glslp": "#reference \"base/base.glslp\"\nSTEP = 100\n",
            "base/base.glslp": "shaders = 1\nshader0 = a.glsl\ntextures = \"LUT;NONE\"\nLUT = lut.png\nLUT_linear = false\nNONE = missing.png\nSTEP = 50\n",
            "base/a.glsl": stage("gl_FragColor = vec4(STEP / 255.0, texture2D(LUT, vec2(0.5)).g, 0.0, 1.0);", "uniform sampler2D LUT;"),
        ])
        try Image(width: 1, height: 1, bytes: [0, 77, 0, 255]).writePNG(to: folder.path + "/base/lut.png")
        #expect(try folder.color("x.glslp") == [100, 77, 0, 255])
        #expect(try folder.project("x.glslp").notes.contains { $0.contains("missing.png") })
    }

    @Test("presets that are damaged are errors", arguments: [
        ("", "shaders"), ("shaders = 2\nshader0 = a.glsl\n", "shader1"), ("shaders = 100000\n", "shaders"), ("shaders = -1", "shaders"),
        ("shaders = 1\nshader0 = missing.glsl\n", "missing.glsl"), ("shaders = 1\nshader0 = a.glsl\nscale_type0 = source\nscale0 = nan\n", "scale"),
        ("#reference \"x.glslp\"\n", "refers"),
    ])
    func damagedPresets(text: String, word: String) throws {
        let folder = try ProjectFolder(["x.glslp": text, "a.glsl": stage("gl_FragColor = vec4(1.0);")])
        let error = RasterError.thrown { _ = try folder.project("x.glslp") }
        #expect(error.map { "\($0)" }?.contains(word) == true, "\(String(describing: error))")
    }

    @Test("every host's passes have the same bits in both renderers") func bothRenderers() throws {
        let viewer = "uniform sampler2D u_doubleBuffer0; uniform vec2 u_resolution; uniform float u_time;\nvoid main() {\nvec2 st = gl_FragCoord.xy / u_resolution;\n#ifdef DOUBLE_BUFFER_0\ngl_FragColor = texture2D(u_doubleBuffer0, st * 0.97) * 0.9 + vec4(sin(st.x * 9.0 + u_time * 30.0), st, 1.0) * 0.2;\n#else\ngl_FragColor = texture2D(u_doubleBuffer0, st);\n#endif\n}"
        let filter = "/*{\"INPUTS\": [{\"NAME\": \"inputImage\", \"TYPE\": \"image\"}], \"PASSES\": [{\"TARGET\": \"half\", \"WIDTH\": \"$WIDTH/2\", \"PERSISTENT\": true}, {}]}*/\nvoid main() { gl_FragColor = PASSINDEX == 0 ? mix(IMG_THIS_PIXEL(half), IMG_THIS_PIXEL(inputImage), 0.4) : IMG_PIXEL(half, gl_FragCoord.xy * vec2(0.5, 1.0)); }"
        let folder = try ProjectFolder(["v.frag": viewer, "i.fs": filter.replacing("half", with: "part"),
                                        "l.glsl": stage("gl_FragColor = texture2D(Texture, place + 0.01 * sin(place.yx * 20.0)) * (STEP / 9.0);")])
        for name in ["v.frag", "i.fs", "l.glsl"] {
            let reference = try folder.picture(name, frames: 3, width: 33, height: 21),
                fast = try folder.picture(name, frames: 3, width: 33, height: 21, on: Device(.jit))
            #expect(try PictureComparison.difference(name, expected: reference, actual: fast) == nil)
            #expect(Set(reference.bytes).count > 20, "\(name) is not empty")
        }
    }
}
