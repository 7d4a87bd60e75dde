// Project targets: reading the files of shader projects. The shaders are not compiled.

import ShaderProjects

enum ProjectTargets {
    /// The first byte of the input selects one of these file names; the extension selects the reader.
    private static let names = ["fuzz.json", "fuzz.fs", "fuzz.glsl", "fuzz.glslp", "fuzz.frag", "fuzz.wav", "fuzz.pde"]

    static func file(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        _ = try? ShaderProject.read(Array(bytes.dropFirst()), name: names[Int(first) % names.count])
    }

    private static let wave: [UInt8] = Array("RIFF\u{2C}\u{0}\u{0}\u{0}WAVEfmt \u{10}\u{0}\u{0}\u{0}\u{1}\u{0}\u{1}\u{0}".utf8)
        + [0x44, 0x1F, 0, 0, 0x88, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [8, 0, 0, 0, 0, 16, 0, 32, 0, 64, 0, 96]
    private static let texts: [(kind: UInt8, text: String)] = [
        (0, """
            {"renderpass": [{"type": "image", "name": "Image", "code": "void mainImage(out vec4 c, in vec2 p) {}", "outputs": [{"id": "1"}],
            "inputs": [{"id": "2", "channel": 0, "ctype": "buffer", "sampler": {"filter": "mipmap", "wrap": "repeat", "vflip": "true"}}]},
            {"type": "buffer", "name": "Buffer A", "code": "", "outputs": [{"id": 2}], "inputs": []}]}
            """),
        (1, """
            /*{"ISFVSN": "2", "INPUTS": [{"NAME": "a", "TYPE": "float", "MIN": 0, "MAX": [1], "DEFAULT": 0.5}, {"NAME": "i", "TYPE": "image"}],
            "PASSES": [{"TARGET": "b", "WIDTH": "floor($WIDTH / (2.0 + $a))", "PERSISTENT": true}, {}], "IMPORTED": {"p": {"PATH": "p.png"}}}*/
            void main() { gl_FragColor = IMG_THIS_PIXEL(b); }
            """),
        (2, "#pragma parameter GAIN \"Gain\" 1.0 0.0 2.0 0.1\n#if defined(VERTEX)\nvoid main() {}\n#elif defined(FRAGMENT)\nvoid main() {}\n#endif\n"),
        (3, "shaders = 1\nshader0 = \"fuzz.glslp\"\nscale_type0 = absolute\nscale0 = 3.5\ntextures = \"A;B\"\nA = a.png\nwrap_mode0 = repeat\n"),
        (4, """
            #iChannel0 "self"
            #iUniform float gain = 0.5 in { 0.0, 2.0 } step 0.25
            layout(location = 1) flat in ivec2 cell[2], other; uniform float u; // [0, 1]
            void mainImage(out vec4 c, in vec2 p) { c = vec4(gain); }
            """),
        (4, """
            in Surface { vec2 uv; flat vec3 vNormal[2]; } v; uniform Frame { mat3 m[2]; };
            #if defined(PYRAMID_0)
            #elif defined(FLOOD_2)
            #elif defined(SCENE_BUFFER_1)
            #elif defined(BACKGROUND)
            #endif
            #include "fuzz.frag"
            void main() {}
            """),
        (6, "PShader blur;\nvoid setup() { blur.set(\"sigma\", 5.0f); blur.set(\"tint\", 1, 0.5, -2); blur.set(\"size\", width); }\n"),
        (4, "varying vec2 vTextureCoord; uniform sampler2D uSampler;\n${PERLIN}\nconst int N = ${COUNT};\nvoid main() { float d = __DIST__; }\n"),
        (4, "uniform sampler2D u_buffer0; // 32x16\n#if defined(BUFFER_0)\n#elif defined(DOUBLE_BUFFER_3)\n#endif\nvoid main() {}\n"),
    ]
    static var seeds: [[UInt8]] { texts.map { [$0.kind] + Array($0.text.utf8) } + [[5] + wave] }
}
