// The extensions that a source may use, and the treatment of #extension directives.
import Shading
import Testing

@Suite("Extensions")
struct ExtensionTests {
    private static let versions = ["100", "300 es", "310 es", "320 es", "110", "120", "130", "140", "150", "330", "400", "420", "450", "460"]

    /// The names of the extensions for which glslang defines a macro in any version.
    private static let names = """
        GL_OES_texture_3D GL_OES_standard_derivatives GL_EXT_frag_depth GL_OES_EGL_image_external GL_EXT_shader_texture_lod GL_EXT_shadow_samplers
        GL_ANDROID_extension_pack_es31a GL_OES_sample_variables GL_OES_shader_multisample_interpolation GL_EXT_geometry_shader GL_EXT_gpu_shader5
        GL_EXT_shader_io_blocks GL_EXT_tessellation_shader GL_EXT_texture_buffer GL_EXT_texture_cube_map_array GL_EXT_YUV_target GL_EXT_blend_func_extended
        GL_NV_shader_noperspective_interpolation GL_ARB_texture_rectangle GL_ARB_shading_language_420pack GL_ARB_texture_gather GL_ARB_gpu_shader5
        GL_ARB_separate_shader_objects GL_ARB_tessellation_shader GL_ARB_enhanced_layouts GL_ARB_texture_multisample GL_ARB_texture_query_lod
        GL_ARB_explicit_attrib_location GL_ARB_explicit_uniform_location GL_ARB_shader_image_load_store GL_ARB_shader_atomic_counters
        GL_ARB_shader_draw_parameters GL_ARB_shader_group_vote GL_ARB_derivative_control GL_ARB_shader_texture_image_samples GL_ARB_viewport_array
        GL_ARB_gpu_shader_int64 GL_ARB_gpu_shader_fp64 GL_ARB_shader_ballot GL_ARB_sparse_texture2 GL_ARB_shader_stencil_export GL_ARB_post_depth_coverage
        GL_ARB_fragment_shader_interlock GL_ARB_uniform_buffer_object GL_ARB_shader_bit_encoding GL_ARB_shading_language_packing GL_ARB_draw_instanced
        GL_ARB_bindless_texture GL_ARB_fragment_coord_conventions GL_ARB_compute_shader GL_ARB_sample_shading GL_EXT_shader_integer_mix
        GL_KHR_blend_equation_advanced GL_KHR_shader_subgroup_basic GL_EXT_ray_tracing GL_NV_mesh_shader GL_EXT_shader_explicit_arithmetic_types GL_SPIRV
        """.split(whereSeparator: \.isWhitespace).map(String.init)

    /// Returns whether the extension's macro is defined, and whether a source may require the extension.
    private func answers(_ name: String, _ version: String) -> (isDefined: Bool, isRequired: Bool) {
        let isDefined = FrontEnd.fragmentErrors("#version \(version)\n#ifndef \(name)\n#error no\n#endif\nvoid main() { }", version: version).isEmpty
        return (isDefined, FrontEnd.fragmentErrors("#version \(version)\n#extension \(name) : require\nvoid main() { }", version: version).isEmpty)
    }

    @Test("a macro is defined exactly if the extension may be required", arguments: versions)
    func macros(version: String) {
        for name in Self.names {
            let (isDefined, isRequired) = answers(name, version)
            #expect(isDefined == isRequired, "\(name) in \(version)")
        }
    }

    @Test("extensions that Raster lacks are advertised in no version", arguments: [
        "GL_ARB_gpu_shader_fp64", "GL_ARB_gpu_shader_int64", "GL_ARB_bindless_texture", "GL_ARB_tessellation_shader",
        "GL_KHR_blend_equation_advanced", "GL_EXT_tessellation_shader", "GL_ARB_viewport_array", "GL_SPIRV",
    ])
    func absent(name: String) {
        for version in Self.versions { #expect(!answers(name, version).isDefined, "\(version)") }
    }

    @Test("enabling an unsupported extension is a warning, disabling it is silent")
    func behaviors() throws {
        func warnings(_ behavior: String) throws -> [String] {
            try FrontEnd.compile(vertex: FrontEnd.plainVertex(), fragment: "#version 330\n#extension GL_ARB_bindless_texture : \(behavior)\nvoid main() { }").warnings.map(\.message)
        }
        for behavior in ["enable", "warn"] { #expect(try warnings(behavior) == ["'#extension' : extension not supported: GL_ARB_bindless_texture"]) }
        #expect(try warnings("disable").isEmpty)
        #expect(FrontEnd.fragmentErrors("#version 330\n#extension all : warn\nvoid main() { }").isEmpty)
    }

    @Test("extensions of storage, counters, images and compute shaders bring their words to versions from before them", arguments: ["140", "330"])
    func storage(version: String) throws {
        let extensions = ["storage_buffer_object", "atomic_counters", "image_load_store", "image_size"].map { "#extension GL_ARB_shader_\($0) : enable\n" }
        let head = "#version \(version)\n" + extensions.joined()
        let body = """
            coherent restrict buffer B { uint values[]; };
            layout(binding = 1, offset = 4) uniform atomic_uint counter;
            writeonly uniform image2D pictures[2];
            uniform int which;
            out vec4 color;
            void main() {
                values[1] = uint(values.length()) + atomicAdd(values[0], 1u) + atomicCounterIncrement(counter);
                imageStore(pictures[which], imageSize(pictures[0]) / 2, vec4(1.0));
                color = vec4(1.0);
            }
            """
        let errors = FrontEnd.fragmentErrors(head + body, version: version)
        #expect(errors.isEmpty, "\(errors)")
        #expect(!FrontEnd.fragmentErrors("#version \(version)\n" + body, version: version).isEmpty)
        let compute = "#version \(version)\n#extension GL_ARB_compute_shader : enable\nlayout(local_size_x = 4) in;\nshared uint sum;\n"
            + "void main() { atomicAdd(sum, gl_LocalInvocationIndex); barrier(); }"
        let linked = try ShaderCompiler.linkCompute(ShaderSource(text: compute, name: "compute"))
        #expect(linked.compute.workGroupSize == SIMD3(4, 1, 1))
    }

    @Test("operations on counters have the names of their extension", arguments: ["140", "330", "430"])
    func counterOperations(version: String) {
        let head = "#version \(version)\n#extension GL_ARB_shader_atomic_counters : enable\n"
        let body = """
            layout(binding = 0) uniform atomic_uint a;
            out vec4 color;
            void main() {
                uint n = atomicCounterAddARB(a, 2u) + atomicCounterSubtractARB(a, 2u) + atomicCounterMinARB(a, 2u) + atomicCounterMaxARB(a, 2u)
                    + atomicCounterAndARB(a, 2u) + atomicCounterOrARB(a, 2u) + atomicCounterXorARB(a, 2u) + atomicCounterExchangeARB(a, 2u)
                    + atomicCounterCompSwapARB(a, 2u, 3u);
                color = vec4(float(n));
            }
            """
        let errors = FrontEnd.fragmentErrors(head + "#extension GL_ARB_shader_atomic_counter_ops : enable\n" + body, version: version)
        #expect(errors.isEmpty, "\(errors)")
        #expect(!FrontEnd.fragmentErrors(head + body, version: version).isEmpty)
    }

    @Test("a sample mask has one element, in every version that has it")
    func sampleMaskLength() {
        for head in ["#version 310 es\n#extension GL_OES_sample_variables : require\nprecision mediump float;", "#version 400"] {
            let loop = "for (int i = 0; i < gl_SampleMask.length(); ++i) gl_SampleMask[i] = gl_SampleMaskIn[gl_SampleMaskIn.length() - 1];"
            let text = head + "\nout vec4 color;\nvoid main() { \(loop) color = vec4(1.0); }"
            let errors = FrontEnd.fragmentErrors(text, version: head.hasPrefix("#version 400") ? "400" : "310 es")
            #expect(errors.isEmpty, "\(errors)")
        }
    }

    @Test("a geometry shader of GLSL ES 3.10 may have blocks of any name but those of the language", arguments: [("Sizes", true), ("sin", false)])
    func geometryBlocks(name: String, isFree: Bool) {
        let text = """
            #version 310 es
            #extension GL_EXT_geometry_shader : require
            layout(points) in; layout(points, max_vertices = 1) out; uniform \(name) { highp vec4 place; } block;
            void main() { gl_Position = block.place; EmitVertex(); }
            """
        #expect(((try? ShaderCompiler.compile(ShaderSource(text: text, name: "blocks"), as: .geometry)) != nil) == isFree)
    }

    @Test("GLSL ES refuses constant indices of sample masks beyond their only element")
    func sampleMaskBounds() {
        let head = "#version 310 es\n#extension GL_OES_sample_variables : require\nprecision mediump float;\nout vec4 color;\n"
        func isAllowed(_ index: String, _ declaration: String = "") -> Bool {
            let body = "void main() { \(declaration) gl_SampleMask[\(index)] = gl_SampleMaskIn[\(index)]; color = vec4(1.0); }"
            return FrontEnd.fragmentErrors(head + body, version: "310 es").isEmpty
        }
        #expect(isAllowed("0") && isAllowed("k", "const highp int k = (gl_MaxSamples - 1) / 32;") && isAllowed("k", "int k = 0;"))
        #expect(!isAllowed("1") && !isAllowed("k", "const int k = 1;") && !isAllowed("k", "const highp int k = -1;"))
    }

    @Test("GL_ARB_texture_query_lod calls the function by its own name")
    func queryLOD() {
        let body = "uniform sampler2D t; out vec4 color; void main() { color = vec4(textureQueryLOD(t, vec2(0.5)), 0.0, 1.0); }"
        #expect(FrontEnd.fragmentErrors("#version 130\n#extension GL_ARB_texture_query_lod : enable\n" + body, version: "130").isEmpty)
        #expect(!FrontEnd.fragmentErrors("#version 130\n" + body, version: "130").isEmpty)
    }

    private struct Older: CustomStringConvertible, Sendable {
        var name: String, version: String, fragment: String
        var description: String { "\(name) in \(version)" }
    }
    private static let olderOnes = [
        Older(name: "GL_MESA_shader_integer_functions", version: "130",
              fragment: "flat in uint n; out vec4 c; void main() { int e; c = vec4(frexp(ldexp(float(bitCount(n)), 2), e), bitfieldReverse(n), e, findMSB(n)); }"),
        Older(name: "GL_ARB_arrays_of_arrays", version: "120", fragment: "uniform float a[2][3]; void main() { gl_FragColor = vec4(a[1][2]); }"),
        Older(name: "GL_EXT_texture_array", version: "110",
              fragment: "uniform sampler2DArray t; uniform sampler1DArrayShadow s; void main() { gl_FragColor = texture2DArray(t, vec3(0.5)) + shadow1DArray(s, vec3(0.5)); }"),
        Older(name: "GL_EXT_texture_array", version: "120", fragment: "uniform sampler1DArray t; void main() { gl_FragColor = texture1DArray(t, gl_TexCoord[0].xy); }"),
        Older(name: "GL_ARB_fragment_coord_conventions", version: "110", fragment: "layout(origin_upper_left) in vec4 gl_FragCoord; void main() { gl_FragColor = gl_FragCoord; }"),
        Older(name: "GL_ARB_enhanced_layouts", version: "140", fragment: "layout(std140) uniform B { layout(offset = 8 + 8) vec4 v; }; out vec4 c; void main() { c = v; }"),
        Older(name: "GL_ARB_texture_query_levels", version: "130",
              fragment: "uniform sampler2D t; void main() { gl_FragColor = gl_TexCoord[0] * float(textureQueryLevels(t)); }"),
        Older(name: "GL_ARB_texture_query_levels", version: "150", fragment: "uniform sampler2D t; out vec4 c; void main() { c = vec4(textureQueryLevels(t)); }"),
        Older(name: "GL_ARB_texture_query_lod", version: "130",
              fragment: "uniform isampler2DArray t; uniform samplerCubeShadow s; void main() { gl_FragColor = vec4(textureQueryLOD(t, gl_TexCoord[0].st), textureQueryLOD(s, vec3(1.0))); }"),
        Older(name: "GL_ARB_explicit_uniform_location", version: "130", fragment: "layout(location = 3) uniform vec4 u; out vec4 c; void main() { c = u; }"),
        Older(name: "GL_AMD_conservative_depth", version: "130",
              fragment: "layout(depth_greater) out float gl_FragDepth; void main() { gl_FragDepth = 0.5; }"),
        Older(name: "GL_ARB_conservative_depth", version: "140",
              fragment: "layout(depth_less) out float gl_FragDepth; void main() { gl_FragDepth = 0.5; }"),
        Older(name: "GL_ARB_shader_storage_buffer_object", version: "120", fragment: "buffer B { vec4 v; }; void main() { gl_FragColor = v; }"),
        Older(name: "GL_ARB_shader_texture_image_samples", version: "150",
              fragment: "uniform sampler2DMS t; out vec4 c; void main() { c = vec4(textureSamples(t)); }"),
    ]

    @Test("an extension brings its words to versions from before them, and without the extension they are unknown", arguments: olderOnes)
    private func older(_ one: Older) {
        func errors(_ extensions: String) -> [ShaderDiagnostic] {
            FrontEnd.fragmentErrors("#version \(one.version)\n\(extensions)\n\(one.fragment)", version: one.version)
        }
        #expect(errors("#extension \(one.name) : require").allSatisfy { $0.phase == .link && $0.message.contains("has no output") }, "\(errors(""))")
        #expect(!errors("").isEmpty)
    }

    @Test("queries of arrays of cubes are there if their extension is", arguments: ["textureQueryLevels(t)", "textureQueryLOD(t, vec3(1.0)).x"])
    func cubeArrays(call: String) {
        let names = ["GL_ARB_texture_query_lod", "GL_ARB_texture_query_levels", "GL_ARB_texture_cube_map_array"]
        let head = "#version 130\n" + names.map { "#extension \($0) : require\n" }.joined()
        #expect(FrontEnd.fragmentErrors(head + "uniform samplerCubeArray t; out vec4 c; void main() { c = vec4(\(call)); }", version: "130") == [])
    }

    @Test("GL_MESA_shader_integer_functions lacks the other functions of GL_ARB_gpu_shader5", arguments: ["fma(1.0, 2.0, 3.0)", "textureGather(t, vec2(0.5)).x"])
    func integerFunctions(call: String) {
        func errors(_ name: String) -> [ShaderDiagnostic] {
            FrontEnd.fragmentErrors("#version 130\n#extension \(name) : require\nuniform sampler2D t; out vec4 c; void main() { c = vec4(\(call)); }", version: "130")
        }
        #expect(errors("GL_ARB_gpu_shader5") == [])
        #expect(!errors("GL_MESA_shader_integer_functions").isEmpty)
    }

    @Test("GL_ARB_compatibility belongs to GLSL 1.40 and to compatibility profiles, and a core shader may ask for it", arguments: [
        ("130", false, false), ("140", true, true), ("150", false, true), ("150 compatibility", true, true), ("330 core", false, true),
        ("460 compatibility", true, true), ("300 es", false, false),
    ])
    func compatibility(version: String, isThere: Bool, mayBeRequired: Bool) {
        let (isDefined, isRequired) = answers("GL_ARB_compatibility", version)
        #expect(isDefined == isThere && isRequired == mayBeRequired)
    }

    @Test("GL_ARB_compatibility gives the rest of a core shader the names of fixed function", arguments: ["150", "330 core", "460"])
    func compatibilityOfCore(version: String) {
        func errors(_ directive: String, _ body: String = "gl_Position = ftransform() + gl_ModelViewMatrix * gl_Vertex;", head: String = "") -> [ShaderDiagnostic] {
            FrontEnd.errors(vertex: "#version \(version)\n\(head)\n\(directive)\nvoid main() { \(body) }", fragment: FrontEnd.plainFragment(version))
        }
        for behavior in ["enable", "require", "warn"] { #expect(errors("#extension GL_ARB_compatibility : \(behavior)") == []) }
        #expect(errors("#extension GL_ARB_compatibility : enable\n#ifndef GL_compatibility_profile\n#error core\n#endif") == [])
        #expect(!errors("#extension GL_ARB_compatibility : disable").isEmpty && !errors("").isEmpty)
        #expect(errors("#extension GL_ARB_compatibility : enable", head: "float x;").first?.message.contains("before the first declaration") == true)
    }

    @Test("GL_AMD_vertex_shader_layer makes gl_Layer a member of gl_PerVertex, which shaders may declare again")
    func layerInBlock() throws {
        let text = "#version 150\n#extension GL_AMD_vertex_shader_layer : enable\nout gl_PerVertex { vec4 gl_Position; int gl_Layer; };\nvoid main() { gl_Layer = 1; gl_Position = vec4(0.0); }"
        let linked = try ShaderCompiler.link(vertex: ShaderSource(text: text, name: "v"),
                                             fragment: ShaderSource(text: FrontEnd.plainFragment("150"), name: "f"))
        #expect(linked.vertex.builtinOutputs.layer != nil)
    }

    @Test("a stage whose extensions need a newer version links with a stage of the core profile", arguments: ["140", "150"])
    func profilesOfStages(version: String) throws {
        let vertex = "#version \(version)\n#extension GL_AMD_vertex_shader_layer : require\nin vec4 a; void main() { gl_Layer = 1; gl_Position = a; }"
        let geometry = "#version 150\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
            + "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"
        let linked = try ShaderCompiler.link(vertex: ShaderSource(text: vertex, name: "v"), geometry: ShaderSource(text: geometry, name: "g"),
                                             fragment: ShaderSource(text: FrontEnd.plainFragment("150"), name: "f"))
        #expect(linked.geometry != nil)
    }

    @Test("the instance number of GL_ARB_draw_instanced is in vertex shaders of GLSL 1.10")
    func instanceNumber() {
        func errors(_ extensions: String) -> [ShaderDiagnostic] {
            FrontEnd.errors(vertex: "#version 110\n\(extensions)\nvoid main() { gl_Position = vec4(float(gl_InstanceIDARB)); }", fragment: FrontEnd.plainFragment("110"))
        }
        #expect(errors("#extension GL_ARB_draw_instanced : require") == [])
        #expect(!errors("").isEmpty)
    }

    @Test("in a version without an extension, the message names the versions that have it", arguments: [
        ("100", "GL_EXT_shader_integer_mix", "#version 300 es and later"), ("120", "GL_ARB_gpu_shader5", "#version 130 and later"),
        ("300 es", "GL_EXT_shader_texture_lod", "#version 100"), ("320 es", "GL_OES_texture_3D", "#version 100"),
    ])
    func remedy(version: String, name: String, remedy: String) {
        let errors = FrontEnd.fragmentErrors("#version \(version)\n#extension \(name) : require\nvoid main() { }", version: version)
        #expect(errors.first?.message.hasSuffix("it exists in \(remedy)") == true, "\(errors)")
    }
}
