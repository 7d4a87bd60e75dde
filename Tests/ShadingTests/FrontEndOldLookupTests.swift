import Shading
// texture2D and similar functions in dialects that no longer have these functions.
import Testing

@Suite("Front end: old lookups")
struct FrontEndOldLookupTests {
    static let coreVersions = ["140", "150", "330", "330 core", "400", "410", "420", "430", "440", "450", "460", "460 core"]

    private func fragment(_ body: String, version: String, globals: String = "") -> String {
        let precision = version.hasSuffix("es") ? "precision highp float; precision highp sampler3D; precision highp sampler2DShadow;" : ""
        return """
            #version \(version)
            \(precision) out vec4 c; uniform vec4 u;
            uniform sampler2D s; uniform sampler3D v; uniform samplerCube k; uniform sampler2DShadow d;
            \(globals)
            void main() { \(body) }
            """
    }

    /// An old lookup as shader files write it, and the corresponding function of newer dialects.
    static let lookups = [
        ("texture2D(s, u.xy)", "texture"), ("texture2D(s, u.xy, 1.0)", "texture"), ("texture2DProj(s, u.xyz)", "textureProj"),
        ("texture2DProj(s, u)", "textureProj"), ("texture2DLod(s, u.xy, 1.0)", "textureLod"), ("texture2DLodEXT(s, u.xy, 1.0)", "textureLod"),
        ("texture2DProjLod(s, u, 1.0)", "textureProjLod"), ("texture2DGradARB(s, u.xy, u.zw, u.xy)", "textureGrad"),
        ("texture2DGradEXT(s, u.xy, u.zw, u.xy)", "textureGrad"), ("texture2DProjGradARB(s, u.xyz, u.zw, u.xy)", "textureProjGrad"),
        ("texture3D(v, u.xyz)", "texture"), ("texture3DProj(v, u)", "textureProj"), ("texture3DLod(v, u.xyz, 0.0)", "textureLod"),
        ("textureCube(k, u.xyz)", "texture"), ("textureCubeLod(k, u.xyz, 0.0)", "textureLod"), ("textureCubeLodEXT(k, u.xyz, 0.0)", "textureLod"),
        ("textureCubeGradARB(k, u.xyz, u.xyz, u.xyz)", "textureGrad"), ("shadow2D(d, u.xyz)", "texture"), ("shadow2DProj(d, u)", "textureProj"),
        ("shadow2DLod(d, u.xyz, 0.0)", "textureLod"),
    ]

    @Test("core profiles accept old lookups, with one warning for each name", arguments: coreVersions)
    func inCore(version: String) throws {
        for (lookup, replacement) in Self.lookups {
            let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(version), fragment: fragment("c = \(lookup);\n c += \(lookup);", version: version))
            #expect(program.warnings.count == 1, "\(lookup)")
            let warning = try #require(program.warnings.first)
            #expect(warning.line == 5 && warning.file == "test.frag" && warning.stage == .fragment && warning.severity == .warning)
            #expect(warning.message.contains("'\(lookup.prefix { $0 != "(" })' : ") && warning.message.contains("has \(replacement)() instead"))
        }
    }

    @Test("old lookups equal the new lookups, instruction for instruction", arguments: lookups)
    func sameInstructions(lookup: String, replacement: String) throws {
        func lookups(_ expression: String) throws -> [TextureOperation] {
            try ShaderCompiler.link(vertex: ShaderSource(text: FrontEnd.plainVertex(), name: "a"),
                                    fragment: ShaderSource(text: fragment("c = vec4(\(expression));", version: "330"), name: "b"))
                .fragment.textureOperations.map {
                    // The two programs number their values differently, so these numbers are not compared.
                    var operation = $0
                    operation.coordinate = $0.coordinate.map { _ in 0 }
                    operation.gradientX = $0.gradientX.map { _ in 0 }
                    operation.gradientY = $0.gradientY.map { _ in 0 }
                    (operation.reference, operation.lod) = (min($0.reference, 0), min($0.lod, 0))
                    return operation
                }
        }
        let old = try lookups(lookup), new = try lookups(replacement + lookup.drop { $0 != "(" })
        #expect(old.count == 1)
        #expect(old == new)
    }

    @Test("a source without #version may use old lookups, in both stages")
    func withoutVersion() throws {
        let program = try FrontEnd.compile(
            vertex: "uniform sampler2D s;\nvoid main() { gl_Position = texture2DLod(s, vec2(0.0), 0.0) + texture2D(s, vec2(1.0)); }\n",
            fragment: "uniform sampler2D texture; out vec4 c;\nvoid main() { c = texture2D(texture, vec2(0.0)); }\n")
        #expect(program.warnings.map(\.line) == [2, 2, 2])
    }

    @Test("GLSL ES 3.00 and later versions refuse old lookups, and the error names the new function", arguments: ["300 es", "310 es", "320 es"])
    func inES(version: String) {
        for (lookup, replacement) in Self.lookups {
            let errors = FrontEnd.fragmentErrors(fragment("\nc = \(lookup);", version: version), version: version)
            #expect(errors.first?.line == 6 && errors.first?.file == "test.frag", "\(lookup): \(errors)")
            #expect(errors.first?.message.contains("has \(replacement)() instead") == true, "\(lookup): \(errors)")
        }
    }

    @Test("old lookups in 1D and rectangle textures are replaced", arguments: [
        "texture1D(l, u.x)", "texture1DLod(l, u.x, 0.0)", "shadow1D(m, u.xyz)", "texture1DProj(l, u.xy)", "texture1DArray(a, u.xy)",
        "texture2DRect(r, u.xy)", "texture2DRectProj(r, u.xyz)", "shadow2DRect(q, u.xyz)",
    ])
    func otherShapes(lookup: String) {
        let globals = "uniform sampler1D l; uniform sampler1DShadow m; uniform sampler1DArray a; uniform sampler2DRect r; uniform sampler2DRectShadow q;"
        let errors = FrontEnd.fragmentErrors(fragment("c = \(lookup);", version: "330", globals: globals))
        #expect(errors.isEmpty, "\(errors)")
    }

    @Test("if the shader itself defines a function with such a name, its own function is called", arguments: [
        ("vec4 texture2D(sampler2D s, vec2 p) { return vec4(42.0); }", "c = texture2D(s, u.xy);"),
        ("vec4 texture2D(sampler2D s, vec2 p);", "c = texture2D(s, u.xy); } vec4 texture2D(sampler2D s, vec2 p) { return vec4(42.0);"),
        ("#define texture2D(s, p) vec4(42.0)", "c = texture2D(s, u.xy);"), ("float texture2D = 42.0;", "c = vec4(texture2D);"),
        ("", "float a, texture2D = 42.0; c = vec4(texture2D);"), ("struct S { float texture2D; };", "S a; a.texture2D = 42.0; c = vec4(a.texture2D);"),
        ("vec4 f(vec4 texture2D) { return texture2D * 42.0; }", "c = f(u);"),
    ])
    func own(globals: String, body: String) throws {
        let program = try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: fragment(body, version: "330", globals: globals))
        #expect(program.warnings.isEmpty)
        #expect(FrontEnd.floatConstants(program.fragment).contains(42))
    }

    @Test("the shader's own function hides the lookup from its declaration on, in every overload")
    func hidden() throws {
        let before = "vec4 g() { return texture2D(s, vec2(0.0)); }\nvec4 texture2D(float x) { return vec4(x); }"
        #expect(try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: fragment("c = texture2D(42.0) + g();", version: "330", globals: before))
            .warnings.count == 1)
        let errors = FrontEnd.fragmentErrors(fragment("c = texture2D(s, u.xy);", version: "330", globals: before))
        #expect(errors.first?.message.contains("'texture2D' : no matching overloaded function") == true, "\(errors)")
    }

    @Test("the error of a wrong call uses the shader's name of the function", arguments: [
        ("c = texture2D(k, u.xyz);", "'texture2D' : no matching overloaded function"), ("c = texture2D(s);", "'texture2D' : no matching"),
        ("float texture2D = 1.0; c = texture2D(s, u.xy);", "is a variable here"), ("c = textureCubeProj(k, u);", "no matching overloaded function"),
        ("for (float texture2D = 0.0; texture2D < 1.0; texture2D++) { c = texture2D(s, u.xy); }", "is a variable here"),
    ])
    func wrongCalls(body: String, message: String) {
        let errors = FrontEnd.fragmentErrors(fragment(body, version: "330"))
        #expect(errors.first?.line == 5, "\(errors)")
        #expect(errors.first?.message.contains(message) == true, "\(errors)")
    }

    @Test("no use of an old lookup ends the process", arguments: coreVersions + ["300 es", "320 es"])
    func hostile(version: String) {
        for name in ["texture1D", "texture2D", "texture2DProj", "texture2DLod", "texture3D", "textureCube", "shadow1D", "shadow2D", "texture2DRect",
                     "texture2DGradARB", "shadow2DRectProj", "texture1DProjLod"] {
            for body in ["c = \(name)(s, u.xy);", "\(name);", "c = vec4(\(name)(s, u.xy).x, (\(name))(s, u.xy));", "{ float \(name); } c = \(name)(s, u.xy, 1.0);",
                         "struct T { vec4 \(name); } t; c = t.\(name)(s, u.xy);", "c = s.\(name)(u.xy); c = \(name)\n(s, u.xy);", "return; \(name)(\(name)(s, u.xy));"] {
                // The result is not checked: the compiler must only return.
                let errors = FrontEnd.errors(vertex: FrontEnd.plainVertex(version), fragment: fragment(body, version: version))
                #expect(errors.allSatisfy { !$0.message.contains("_old") && !$0.message.isEmpty }, "\(errors)")
            }
        }
    }
}
