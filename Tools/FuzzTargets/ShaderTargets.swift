// Shader targets: GLSL text and SPIR-V words.

import Corpus
import Shading

enum ShaderTargets {
    /// The limits of the fuzz targets are far below the standard limits, because many fast inputs find more defects than one input that
    /// takes seconds.
    private static let options: ShaderCompileOptions = {
        var limits = ShaderLimits()
        limits.instructions = 20_000
        limits.tokensPerStatement = 5_000
        return ShaderCompileOptions(limits: limits)
    }()

    private static let vertexStage: SPIRVProgram = {
        try! GLSLCompiler.compile(
            vertex: ShaderSource(text: Corpus.dense.vertex, name: "vertex"),
            fragment: ShaderSource(text: "#version 330\nout vec4 color; void main() { color = vec4(1.0); }", name: "fragment"))
    }()

    // MARK: SPIR-V

    /// Treats the words as a fragment stage, which is linked with a valid vertex stage.
    static func words(_ bytes: [UInt8]) {
        var program = vertexStage
        let words = bytes.withUnsafeBytes { buffer in
            (0 ..< buffer.count / 4).map { buffer.loadUnaligned(fromByteOffset: 4 * $0, as: UInt32.self) }
        }
        guard let fragment = try? SPIRVStage(words, stage: .fragment, lines: program.fragment.lines) else { return }
        program.fragment = fragment
        _ = try? ShaderCompiler.link(program)
    }

    static func wordSeeds() throws -> [[UInt8]] {
        try textSeeds.filter { $0.hasPrefix("#version 330\n") }.map { text in
            let program = try GLSLCompiler.compile(vertex: ShaderSource(text: Corpus.dense.vertex, name: "vertex"),
                                                   fragment: ShaderSource(text: text, name: "fragment"))
            return program.fragment.words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
        }
    }

    // MARK: GLSL

    /// Compiles the text as a fragment shader, or as a vertex shader if the text contains gl_Position. A plain shader of the same GLSL
    /// dialect is the other stage. Returns whether the text compiles. A text that links must also compile alone.
    static func text(_ bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes, as: UTF8.self)
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        let version = lines.first.map { $0.hasPrefix("#version") ? $0 + "\n" : "" } ?? ""
        let source = ShaderSource(text: text, name: "input")
        let writesPosition = text.contains("gl_Position")
        let isOld = ["100", "110", "120"].contains { version.hasPrefix("#version " + $0) }
        let plain = writesPosition ? "void main() {}\n"
            : (isOld ? "varying vec4 p; varying vec2 v;\n" : "out vec4 p; flat out int n; out vec2 v;\n") + "void main() { gl_Position = vec4(0.0); }\n"
        let other = ShaderSource(text: version + plain, name: "plain")
        let alone = Result { () throws(ShaderError) in try ShaderCompiler.compile(source, as: writesPosition ? .vertex : .fragment, options: options) }
        do {
            _ = try ShaderCompiler.link(vertex: writesPosition ? source : other, fragment: writesPosition ? other : source, options: options)
            if case .failure(let error) = alone { preconditionFailure("a text links, but does not compile alone: \(error)") }
            return true
        } catch {
            precondition(error.diagnostics.contains { $0.severity == .error }, "a refusal without an error")
            return false
        }
    }

    static let textSeeds = [
        Corpus.dense.fragment,
        """
        #version 330
        uniform samplerCubeShadow s; uniform sampler2DArray a; uniform isampler3D i; in vec4 p; out vec4 color;
        void main() {
            ivec4 x = texelFetch(i, ivec3(p.xyz), 1);
            color = vec4(texture(s, p)) + textureLod(a, p.xyz, 2.0) + textureGrad(a, p.xyz, dFdx(p.xy), dFdy(p.xy)) + vec4(x << 2u);
            color.xy += textureOffset(a, p.xyz, ivec2(1, -2)).zw; gl_FragDepth = p.z;
        }
        """,
        """
        #version 330
        in vec4 p; flat in int n; out vec4 color;
        struct A { float x[3]; mat2x3 m; }; struct B { A a[2]; ivec2 i; };
        vec2 g(out int k, in vec2 v, inout B b) { k = b.i.x; b.a[k].x[1] = v.y; return v.yx; }
        void main() {
            B b, c; b.i = ivec2(n, 1); int k; vec2 v = g(k, p.xy, b); c = b; if (b == c) v *= mat2(1.0, 2.0, 3.0, 4.0);
            int z = 0; do { if (z == 3) break; z++; } while (z < n); while (true) { if (z-- < 0) break; else continue; }
            float s = n > 2 ? sin(v.x) : pow(v.y, 2.0); c.a[n].m[1][z & 1] = s; uint u = uint(n) % 5u;
            color = vec4(v, c.a[1].m[0].x, float(u) + mod(s, 2.0) + float(bool(n) ^^ true));
        }
        """,
        "#version 330\nout vec4 color;\n#define F(a, b) a ## b\n#define G(x) F(x, 1)\n#if defined(F) && G(1) > 2 || !__LINE__\nfloat x1 = 2.;\n#else\nfloat y;\n#endif\nvoid main() { color = vec4(G(x)); }\n",
        "precision mediump float;\nin vec2 v; uniform sampler2D t;\nvoid main() { gl_FragColor = texture(t, v) * gl_FragCoord; }\n",
        "#version 100\nprecision mediump float;\nvarying vec2 v; uniform sampler2D t; uniform samplerCube c;\nvoid main() { for (int i = 0; i < 3; i++) gl_FragData[0] += texture2D(t, v, 1.0) + textureCube(c, vec3(v, 1.0)); }\n",
        "#version 120\nuniform sampler2DShadow s;\nvoid main() { gl_FragColor = shadow2D(s, gl_TexCoord[0].xyz) * gl_FragCoord; }\n",
        "#version 120\nattribute vec4 a; varying vec3 v;\nvoid main() { gl_Position = a * 2.0; v = a.xyz; gl_FrontColor = a; gl_PointSize = 2.0; }\n",
        "#version 300 es\nprecision highp float; precision highp int;\nlayout(location = 0) out vec4 c; in vec2 v; uniform highp usampler2D u;\nvoid main() { uvec4 x = texelFetch(u, ivec2(v), 0); c = vec4(x) + vec4(unpackHalf2x16(x.x), floatBitsToInt(v)); }\n",
        "#version 450\nlayout(location = 0, index = 0) out vec4 c; layout(binding = 1) uniform sampler2D t; layout(early_fragment_tests) in;\nlayout(std140, binding = 2) uniform B { layout(offset = 16) vec4 x; mat3 m[2]; };\nvoid main() { float a[2][3] = float[2][3](float[](1., 2., 3.), float[](4., 5., 6.)); c = x * fma(a[1][2], 2., m[1][2].x) + textureGather(t, x.xy, 1) + vec4(bitfieldExtract(3, 1, 2), findMSB(7u), a[0][1], ldexp(1., 2)); }\n",
    ]

    /// Words of GLSL, for mutations.
    static let words = """
        void float int uint bool vec2 vec3 vec4 ivec2 ivec3 ivec4 uvec2 uvec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 mat2x3 mat4x2 double dvec3 \
        sampler2D sampler3D samplerCube sampler2DShadow sampler2DArray isampler2D usampler3D sampler1D sampler2DRect sampler2DMS samplerBuffer \
        samplerCubeArray image2D atomic_uint in out inout uniform const attribute varying buffer shared coherent readonly flat smooth \
        noperspective centroid sample invariant precise layout location binding offset std140 std430 row_major highp mediump lowp precision \
        struct if else for while do switch case default break continue return discard true false subroutine patch \
        gl_FragCoord gl_FragColor gl_FragData gl_FragDepth gl_Position gl_PointSize gl_VertexID gl_ClipDistance gl_PerVertex gl_SampleMask \
        gl_TexCoord gl_Color gl_FrontColor gl_Vertex gl_DepthRange gl_in gl_MaxDrawBuffers gl_LightSource gl_ModelViewMatrix \
        texture textureLod textureGrad textureProj textureOffset textureSize texelFetch textureGather texture2D textureCube texture2DLod \
        shadow2D texture3D texture1D texture2DRect texture2DProj textureQueryLod textureQueryLevels imageLoad imageStore imageAtomicAdd \
        atomicCounter barrier memoryBarrier interpolateAtOffset dFdx fwidth sin pow mix clamp smoothstep mod modf frexp ldexp inverse \
        transpose determinant outerProduct matrixCompMult length dot cross normalize reflect any all not lessThan equal bitCount \
        uaddCarry umulExtended bitfieldInsert packHalf2x16 packUnorm4x8 floatBitsToInt isnan noise1 ftransform EmitVertex \
        main x y p n s a b c f g color .xyzw .rgba .stpq .x .y .length() [0] [2] [] [1][2] [-1] ( ) { } ; , = == != < > <= >= + - * / % << >> \
        & | ^ && || ^^ ! ~ ? : ++ -- += -= *= /= %= <<= &= 0 1 2 3u 1.0 0. 1e9 1e-40 0x7fffffff 2147483648 4294967295u 1.0lf 0xffffffffu \
        #define #if #ifdef #else #endif #undef #extension #line #pragma #error #include #elif defined ## __LINE__ __VERSION__ GL_ES \
        GL_ARB_gpu_shader5 GL_EXT_gpu_shader4 GL_OES_standard_derivatives : enable require
        """.split(separator: " ").map { Array($0.utf8) }
}
