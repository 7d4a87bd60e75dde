// ShaderExtensions: the supported extensions of GLSL, and the versions in which they are supported.
//
// glslang advertises all extensions that it can parse, including extensions for stages and kinds of resources that Raster does not have. A
// source may test `#ifdef GL_…` and then use the extension's features. So Raster defines an extension's macro only if Raster supports
// everything that the extension adds to Raster's stages. If the macro is not defined, `#extension … : require` is an error.

enum ShaderExtensions {
    private struct Support {
        /// `desktop` has the versions of desktop GLSL that support the extension, and `es` has the versions of GLSL ES. Each property is
        /// nil if no version of its language supports the extension.
        var desktop: ClosedRange<Int>?
        var es: ClosedRange<Int>?
    }

    private static let latestDesktop = 460, latestES = 320

    private static func desktop(_ first: Int) -> Support { Support(desktop: first...latestDesktop) }
    private static func es(_ first: Int, _ last: Int = latestES) -> Support { Support(es: first...last) }
    private static func both(_ first: Int, es firstES: Int) -> Support { Support(desktop: first...latestDesktop, es: firstES...latestES) }

    /// Extensions that are not passed on to glslang are supported in every version; see `Preprocessor.extensionsAtHome`.
    private static let table: [String: Support] = [
        "GL_AMD_conservative_depth": desktop(130), "GL_AMD_vertex_shader_layer": desktop(130), "GL_ARB_arrays_of_arrays": desktop(120),
        "GL_ARB_compute_shader": desktop(130),
        "GL_ARB_conservative_depth": desktop(130),
        "GL_ARB_derivative_control": desktop(130),
        "GL_ARB_draw_instanced": desktop(110), "GL_ARB_enhanced_layouts": desktop(140), "GL_ARB_explicit_attrib_location": desktop(110),
        "GL_ARB_explicit_uniform_location": desktop(130), "GL_ARB_fragment_coord_conventions": desktop(110),
        "GL_ARB_fragment_layer_viewport": desktop(140), "GL_ARB_gpu_shader5": desktop(130),
        "GL_ARB_sample_shading": desktop(130), "GL_ARB_separate_shader_objects": desktop(110),
        "GL_ARB_shader_atomic_counter_ops": desktop(140), "GL_ARB_shader_atomic_counters": desktop(140), "GL_ARB_shader_bit_encoding": desktop(130),
        "GL_ARB_shader_draw_parameters": desktop(130), "GL_ARB_shader_image_load_store": desktop(130), "GL_ARB_shader_image_size": desktop(130),
        "GL_ARB_shader_precision": desktop(400), "GL_ARB_shader_storage_buffer_object": desktop(120),
        "GL_ARB_shader_texture_image_samples": desktop(150),
        "GL_ARB_shader_texture_lod": desktop(110), "GL_ARB_shading_language_420pack": desktop(120),
        "GL_ARB_shading_language_packing": desktop(130), "GL_ARB_texture_cube_map_array": desktop(130), "GL_ARB_texture_gather": desktop(130),
        "GL_ARB_texture_multisample": desktop(130), "GL_ARB_texture_query_levels": desktop(130), "GL_ARB_texture_query_lod": desktop(130),
        "GL_ARB_texture_rectangle": desktop(110),
        "GL_ARB_uniform_buffer_object": desktop(110), "GL_EXT_blend_func_extended": es(100), "GL_EXT_control_flow_attributes": desktop(110),
        "GL_EXT_demote_to_helper_invocation": desktop(110), "GL_EXT_frag_depth": es(100),
        "GL_EXT_geometry_point_size": es(310), "GL_EXT_geometry_shader": es(310),
        "GL_EXT_gpu_shader5": es(310), "GL_EXT_nonuniform_qualifier": desktop(110), "GL_EXT_null_initializer": both(140, es: 310),
        "GL_EXT_primitive_bounding_box": es(310),
        "GL_EXT_shader_explicit_arithmetic_types_float32": desktop(110), "GL_EXT_shader_explicit_arithmetic_types_int32": desktop(130),
        "GL_EXT_shader_implicit_conversions": es(310), "GL_EXT_shader_integer_mix": both(130, es: 300), "GL_EXT_shader_io_blocks": es(300),
        "GL_EXT_shader_non_constant_global_initializers": both(110, es: 100), "GL_EXT_shader_texture_lod": es(100, 100),
        "GL_EXT_shadow_samplers": es(100, 100), "GL_EXT_terminate_invocation": both(110, es: 100),
        "GL_EXT_texture_array": desktop(110), "GL_EXT_texture_buffer": es(310), "GL_EXT_texture_cube_map_array": es(310),
        "GL_GOOGLE_cpp_style_line_directive": both(110, es: 100),
        "GL_MESA_shader_integer_functions": desktop(130),
        "GL_NV_shader_noperspective_interpolation": es(300), "GL_OES_EGL_image_external": es(100, 100),
        "GL_OES_EGL_image_external_essl3": es(300), "GL_OES_geometry_point_size": es(310), "GL_OES_geometry_shader": es(310), "GL_OES_gpu_shader5": es(310),
        "GL_OES_primitive_bounding_box": es(310), "GL_OES_sample_variables": es(310),
        "GL_OES_shader_image_atomic": es(310),
        "GL_OES_shader_io_blocks": es(300), "GL_OES_shader_multisample_interpolation": es(310), "GL_OES_standard_derivatives": es(100),
        "GL_OES_texture_3D": es(100, 100), "GL_OES_texture_buffer": es(310), "GL_OES_texture_cube_map_array": es(310),
        "GL_OES_texture_storage_multisample_2d_array": es(310),
    ]

    /// Macros whose names begin with `GL_`, although the macros do not belong to extensions.
    static let otherMacros: Set<String> = ["GL_ES", "GL_FRAGMENT_PRECISION_HIGH", "GL_core_profile", "GL_compatibility_profile", "GL_es_profile"]

    private static func versions(_ name: String, _ dialect: GLSLDialect) -> ClosedRange<Int>? {
        dialect.isES ? table[name]?.es : table[name]?.desktop
    }

    static func isSupported(_ name: String, in dialect: GLSLDialect) -> Bool {
        // In GLSL 1.40, GL_ARB_compatibility adds the fixed-function names; in later versions, the compatibility profile has these
        // names (GLSL 1.40, 1.5). In a core shader, the directive `#extension GL_ARB_compatibility` changes the profile to
        // compatibility. Before the directive, the extension counts as unsupported, so its macro is not defined.
        if name == "GL_ARB_compatibility" { return !dialect.isES && (dialect.version == 140 || dialect.profile == .compatibility) }
        return versions(name, dialect)?.contains(dialect.version) ?? false
    }

    /// Returns the error message for an extension that is not supported.
    static func refusal(of name: String, in dialect: GLSLDialect) -> String {
        guard let versions = versions(name, dialect) else { return "extension not supported: \(name)" }
        let isTooOld = dialect.version < versions.lowerBound
        let bound = isTooOld ? versions.lowerBound : versions.upperBound
        return "extension not supported in \(dialect.name): \(name); it exists in #version \(bound)\(dialect.isES && bound > 100 ? " es" : "")"
            + (versions.count == 1 ? "" : isTooOld ? " and later" : " and earlier")
    }
}
