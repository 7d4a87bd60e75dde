// glslViewer's passes: double buffers, pyramids, floods, and the pictures around a model.

import Raster
import ShaderProjects
import Shading
import Testing

@Suite struct SceneTests {
    private func folder(_ text: String, vertex: String? = nil) throws -> ProjectFolder {
        try ProjectFolder(["x.frag": "uniform vec2 u_resolution;\n" + text].merging(vertex.map { ["x.vert": $0] } ?? [:]) { $1 })
    }

    @Test("a double buffer reads its own last frame, and a buffer after it reads the new one") func doubleBuffer() throws {
        let folder = try folder("""
            uniform sampler2D u_doubleBuffer0, u_buffer3;
            void main() {
            #if defined(DOUBLE_BUFFER_0)
                gl_FragColor = texture2D(u_doubleBuffer0, vec2(0.5)) + vec4(10.0 / 255.0, 0.0, 0.0, 1.0);
            #elif defined(BUFFER_3)
                gl_FragColor = texture2D(u_doubleBuffer0, vec2(0.5)).grba;
            #else
                gl_FragColor = texture2D(u_doubleBuffer0, vec2(0.5)) + texture2D(u_buffer3, vec2(0.5));
            #endif
            }
            """)
        #expect(try folder.project("x.frag").passes.map(\.name) == ["BUFFER_3", "DOUBLE_BUFFER_0", "main"])
        // BUFFER_3 is drawn before the double buffer, as in glslViewer, so BUFFER_3 reads the double buffer of the previous frame.
        #expect(try (1...3).map { try folder.color("x.frag", frames: $0) } == [[10, 0, 0, 255], [20, 10, 0, 255], [30, 20, 0, 255]])
    }

    @Test("a pyramid fills the transparent part of a picture with the colour of its seeds",
          arguments: [("PYRAMID_0", "u_pyramid0"), ("CONVOLUTION_PYRAMID_0", "u_convolutionPyramid0"), ("CONVOLUTION_PYRAMID_0", "u_pyramid0"),
                      ("CONVOLUTION_PYRAMID", "u_convolutionPyramid")])
    func pyramid(condition: String, sampler: String) throws {
        let folder = try folder("""
            uniform sampler2D \(sampler);
            void main() {
            #ifdef \(condition)
                gl_FragColor = length(gl_FragCoord.xy - vec2(3.5, 5.5)) < 1.2 ? vec4(1.0, 0.4, 0.2, 1.0) : vec4(0.0);
            #else
                gl_FragColor = vec4(texture2D(\(sampler), gl_FragCoord.xy / u_resolution).rgb, 1.0);
            #endif
            }
            """)
        let picture = try folder.picture("x.frag", width: 32, height: 16)
        for (x, y) in [(0, 0), (31, 0), (16, 8), (31, 15)] {
            let color = picture[x, y]
            #expect(color.x >= 253 && abs(Int(color.y) - 102) <= 2 && abs(Int(color.z) - 51) <= 2, "\(x) \(y): \(color)")
        }
    }

    @Test("a pyramid's own algorithm is told the step, its depth and both pictures") func pyramidSteps() throws {
        let folder = try folder("""
            uniform sampler2D u_pyramid0, u_pyramidTex0, u_pyramidTex1;
            uniform int u_pyramidDepth, u_pyramidTotalDepth; uniform bool u_pyramidUpscaling; uniform vec2 u_pixel;
            void main() {
            #if defined(PYRAMID_0)
                gl_FragColor = vec4(0.0, 0.0, 0.0, 1.0);
            #elif defined(PYRAMID_ALGORITHM)
                vec2 place = gl_FragCoord.xy / u_resolution;
                float last = u_pyramidUpscaling ? texture2D(u_pyramidTex1, place).r : texture2D(u_pyramidTex0, place).r;
                // The place has the size of the picture, which halves once per depth.
                bool isRight = u_resolution.x == 32.0 * pow(0.5, float(u_pyramidDepth) + (u_pyramidUpscaling ? 0.0 : 1.0)) && u_pixel.x == 1.0 / u_resolution.x;
                gl_FragColor = vec4(last + 1.0 / 255.0, isRight ? 1.0 : 0.0, float(u_pyramidTotalDepth) / 255.0, 1.0);
            #else
                gl_FragColor = texture2D(u_pyramid0, gl_FragCoord.xy / u_resolution);
            #endif
            }
            """)
        // The pyramid halves 16 pixels to 8, 4 and 2, and enlarges the picture to 16 pixels again: six steps.
        #expect(try folder.picture("x.frag", width: 32, height: 16)[5, 5] == [6, 255, 3, 255])
        #expect(try folder.picture("x.frag", width: 1, height: 1).width == 1)
    }

    @Test("flooding finds the nearest seed of every pixel") func flood() throws {
        let seeds = [(2, 3), (20, 1), (27, 12), (9, 14)]
        let folder = try folder("""
            uniform sampler2D u_flood0;
            void main() {
                vec2 place = gl_FragCoord.xy / u_resolution;
            #ifdef FLOOD_0
                bool isSeed = \(seeds.map { "floor(gl_FragCoord.xy) == vec2(\($0.0), \($0.1))" }.joined(separator: " || "));
                gl_FragColor = isSeed ? vec4(place, 0.0, 1.0) : vec4(0.0);
            #else
                gl_FragColor = vec4(floor(texture2D(u_flood0, place).xy * u_resolution) * 8.0 / 255.0, 0.0, 1.0);
            #endif
            }
            """)
        let picture = try folder.picture("x.frag", width: 32, height: 16)
        for y in 0..<16 {
            for x in 0..<32 {
                func distance(_ seed: (Int, Int)) -> Int { (seed.0 - x) * (seed.0 - x) + (seed.1 - y) * (seed.1 - y) }
                let color = picture[x, 15 - y], found = (Int(color.x) / 8, Int(color.y) / 8)
                #expect(distance(found) == seeds.map(distance).min(), "\(x) \(y): \(found)")
            }
        }
    }

    /// A square in the plane z = 0 that faces the viewer.
    private let square = ShaderMesh(vertices: [(-1, -1), (1, -1), (1, 1), (-1, 1)].flatMap { (x: Float, y: Float) in [x, y, 0, 0, 0, 1, 0, 0] },
                                    indices: [0, 1, 2, 0, 2, 3])
    private func picture(_ folder: ProjectFolder) throws -> Image {
        var options = ShaderPlayer.Options()
        options.mesh = square.fitted()
        let device = Device(.reference)
        return try play(ShaderPlayer(device: device, project: folder.project("x.frag"), options: options), frames: 1, on: device)
    }

    @Test("background, model and postprocessing are one picture, with the file's vertex shader or without", arguments: [true, false])
    func surroundings(hasVertex: Bool) throws {
        let vertex = """
            uniform mat4 u_modelViewProjectionMatrix; attribute vec4 a_position; varying vec4 v_position; varying float v_shade;
            void main() { v_position = a_position; v_shade = 0.2; gl_Position = u_modelViewProjectionMatrix * a_position; }
            """
        let folder = try folder("""
            uniform sampler2D u_scene; varying vec4 v_position; \(hasVertex ? "varying float v_shade;" : "const float v_shade = 0.2;")
            void main() {
            #if defined(BACKGROUND)
                gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0);
            #elif defined(POSTPROCESSING)
                gl_FragColor = texture2D(u_scene, gl_FragCoord.xy / u_resolution).gbra;
            #else
                gl_FragColor = vec4(1.0, v_shade, 0.0, 1.0);
            #endif
            }
            """, vertex: hasVertex ? vertex : nil)
        let project = try folder.project("x.frag")
        #expect(project.isForMesh && project.passes.map(\.name) == ["BACKGROUND", "main", "POSTPROCESSING"])
        #expect(project.passes.map { $0.vertex != nil } == [false, hasVertex, false])
        let picture = try picture(folder)
        #expect(picture[8, 4] == [51, 0, 255, 255] && picture[0, 0] == [0, 255, 0, 255], "\(picture[8, 4]) \(picture[0, 0])")
    }

    @Test("depth, normals, positions and own buffers of the scene reach the later passes") func sceneBuffers() throws {
        let folder = try folder("""
            #ifdef MODEL_VERTEX_NORMAL
            varying vec3 v_normal;
            #endif
            uniform sampler2D u_sceneDepth, u_sceneNormal, u_scenePosition, u_sceneBuffer1; uniform float u_cameraNearClip, u_cameraFarClip, u_cameraDistance;
            void main() {
                vec2 place = gl_FragCoord.xy / u_resolution;
            #if defined(POSTPROCESSING)
                float depth = texture2D(u_sceneDepth, place).r;
                float distance = u_cameraNearClip * u_cameraFarClip / (u_cameraFarClip - depth * (u_cameraFarClip - u_cameraNearClip));
                float z = -texture2D(u_scenePosition, place).z;
                gl_FragColor = vec4(depth < 1.0 ? step(abs(distance - z), 0.01) : 0.25, texture2D(u_sceneNormal, place).a, texture2D(u_sceneBuffer1, place).r, 1.0);
            #elif defined(SCENE_BUFFER_1)
                gl_FragColor = vec4(0.8);
            #else
                gl_FragColor = vec4(v_normal, 1.0);
            #endif
            }
            """)
        let picture = try picture(folder)
        #expect(picture[8, 4] == [255, 255, 204, 255] && picture[0, 0] == [64, 0, 0, 255], "\(picture[8, 4]) \(picture[0, 0])")
    }

    @Test("only a file's own conditions make it one for a model, and a mesh can be given to any file") func models() throws {
        let library = "#ifdef MODEL_VERTEX_NORMAL\n#define normal() v_normal\n#else\n#define normal() vec3(1.0)\n#endif\n"
        let files = ["x.frag": "uniform float u_time;\n#include \"library.glsl\"\nvoid main() { gl_FragColor = vec4(normal(), 1.0); }", "library.glsl": library]
        let folder = try ProjectFolder(files)
        #expect(try !folder.project("x.frag").isForMesh)
        #expect(try folder.color("x.frag") == [255, 255, 255, 255])
        #expect(try picture(folder)[0, 0] == [0, 0, 0, 255])
    }

    @Test("the light of a white sky is 1 in every direction") func harmonics() throws {
        let folder = try folder("""
            uniform float u_time; uniform vec3 u_SH[9];
            vec3 light(vec3 n) {
                return 0.282095 * u_SH[0] - 0.488603 * u_SH[1] * n.y + 0.488603 * u_SH[2] * n.z - 0.488603 * u_SH[3] * n.x + 1.092548 * u_SH[4] * n.y * n.x
                    - 1.092548 * u_SH[5] * n.y * n.z + 0.315392 * u_SH[6] * (3.0 * n.z * n.z - 1.0) - 1.092548 * u_SH[7] * n.z * n.x
                    + 0.546274 * u_SH[8] * (n.x * n.x - n.y * n.y);
            }
            void main() { gl_FragColor = vec4(light(vec3(1.0, 0.0, 0.0)).r * 0.5, light(normalize(vec3(-1.0, 2.0, 1.0))).g * 0.5, light(vec3(0.0, -1.0, 0.0)).b * 0.5, 1.0) + u_time * 0.0; }
            """)
        var options = ShaderPlayer.Options()
        options.standIns.sky = { (0..<6).map { _ in Image(width: 64, height: 64, bytes: [UInt8](repeating: 255, count: 64 * 64 * 4)) } }
        let device = Device(.reference)
        let color = try play(ShaderPlayer(device: device, project: folder.project("x.frag"), options: options), frames: 1, on: device)[8, 4]
        for k in 0..<3 { #expect(abs(Int(color[k]) - 128) <= 2, "\(color)") }
    }
}
