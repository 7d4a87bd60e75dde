extension GLExtensions {
    /// The extensions that OpenGL 3.3 contexts have. OpenGL 3.3 already includes many of these extensions, but programs may still ask for
    /// their names. Some of the extensions belong to later versions.
    static let desktop = [
        "GL_AMD_vertex_shader_layer", "GL_ARB_ES2_compatibility", "GL_ARB_arrays_of_arrays", "GL_ARB_base_instance", "GL_ARB_blend_func_extended",
        "GL_ARB_color_buffer_float", "GL_ARB_compute_shader", "GL_ARB_copy_buffer", "GL_ARB_copy_image", "GL_ARB_depth_buffer_float",
        "GL_ARB_depth_clamp", "GL_ARB_depth_texture", "GL_ARB_draw_buffers", "GL_ARB_draw_elements_base_vertex", "GL_ARB_draw_indirect",
        "GL_ARB_draw_instanced", "GL_ARB_explicit_attrib_location", "GL_ARB_explicit_uniform_location", "GL_ARB_fragment_coord_conventions",
        "GL_ARB_fragment_layer_viewport", "GL_ARB_fragment_shader", "GL_ARB_framebuffer_no_attachments", "GL_ARB_framebuffer_object",
        "GL_ARB_framebuffer_sRGB", "GL_ARB_get_program_binary", "GL_ARB_half_float_pixel", "GL_ARB_half_float_vertex", "GL_ARB_instanced_arrays",
        "GL_ARB_internalformat_query", "GL_ARB_map_buffer_range", "GL_ARB_multi_draw_indirect", "GL_ARB_multisample", "GL_ARB_multitexture",
        "GL_ARB_occlusion_query", "GL_ARB_occlusion_query2", "GL_ARB_pixel_buffer_object", "GL_ARB_point_sprite", "GL_ARB_program_interface_query",
        "GL_ARB_provoking_vertex", "GL_ARB_sample_shading", "GL_ARB_sampler_objects", "GL_ARB_seamless_cube_map", "GL_ARB_separate_shader_objects",
        "GL_ARB_shader_atomic_counters", "GL_ARB_shader_image_load_store", "GL_ARB_shader_image_size", "GL_ARB_shader_objects",
        "GL_ARB_shader_storage_buffer_object", "GL_ARB_shading_language_100", "GL_ARB_shading_language_420pack", "GL_ARB_shadow",
        "GL_ARB_stencil_texturing", "GL_ARB_sync", "GL_ARB_texture_border_clamp", "GL_ARB_texture_buffer_object",
        "GL_ARB_texture_buffer_object_rgb32", "GL_ARB_texture_buffer_range", "GL_ARB_texture_cube_map", "GL_ARB_texture_cube_map_array",
        "GL_ARB_texture_filter_anisotropic", "GL_ARB_texture_float", "GL_ARB_texture_multisample", "GL_ARB_texture_non_power_of_two",
        "GL_ARB_texture_rectangle", "GL_ARB_texture_rg", "GL_ARB_texture_rgb10_a2ui", "GL_ARB_texture_stencil8", "GL_ARB_texture_storage",
        "GL_ARB_texture_storage_multisample", "GL_ARB_texture_swizzle", "GL_ARB_timer_query", "GL_ARB_transform_feedback2",
        "GL_ARB_transform_feedback_instanced", "GL_ARB_uniform_buffer_object", "GL_ARB_vertex_array_bgra", "GL_ARB_vertex_array_object",
        "GL_ARB_vertex_attrib_binding", "GL_ARB_vertex_buffer_object", "GL_ARB_vertex_shader", "GL_ARB_vertex_type_2_10_10_10_rev",
        "GL_EXT_framebuffer_blit", "GL_EXT_framebuffer_multisample", "GL_EXT_framebuffer_object", "GL_EXT_framebuffer_sRGB",
        "GL_EXT_packed_depth_stencil", "GL_EXT_packed_float", "GL_EXT_texture_array", "GL_EXT_texture_compression_s3tc",
        "GL_EXT_texture_filter_anisotropic", "GL_EXT_texture_integer", "GL_EXT_texture_sRGB", "GL_EXT_texture_shared_exponent",
        "GL_EXT_texture_snorm", "GL_EXT_texture_swizzle", "GL_EXT_transform_feedback", "GL_KHR_debug", "GL_KHR_texture_compression_astc_ldr",
        "GL_OES_EGL_image",
    ]
}
