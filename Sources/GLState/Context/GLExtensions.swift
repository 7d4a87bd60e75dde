/// The extensions of the driver. From the names of the extensions, a program learns which functions and constants it may use.
package enum GLExtensions {
    package static func names(_ version: GLVersion) -> [String] {
        version.isDesktop ? desktop : version.hasES31 ? both + es3 + es31 : version.hasES3 ? both + es3 : (both + es2).sorted()
    }

    private static let both = [
        "GL_ANGLE_instanced_arrays", "GL_EXT_blend_minmax", "GL_EXT_color_buffer_half_float", "GL_EXT_discard_framebuffer",
        "GL_EXT_draw_elements_base_vertex", "GL_EXT_instanced_arrays", "GL_EXT_map_buffer_range", "GL_EXT_read_format_bgra", "GL_EXT_robustness",
        "GL_EXT_sRGB", "GL_EXT_sRGB_write_control", "GL_EXT_texture_border_clamp", "GL_EXT_texture_compression_bptc",
        "GL_EXT_texture_compression_rgtc", "GL_EXT_texture_compression_s3tc", "GL_EXT_texture_compression_s3tc_srgb",
        "GL_EXT_texture_filter_anisotropic", "GL_EXT_texture_format_BGRA8888", "GL_EXT_texture_mirror_clamp_to_edge", "GL_EXT_texture_rg",
        "GL_EXT_texture_storage", "GL_EXT_texture_type_2_10_10_10_REV", "GL_EXT_unpack_subimage", "GL_KHR_debug",
        "GL_KHR_robust_buffer_access_behavior", "GL_KHR_robustness", "GL_KHR_texture_compression_astc_ldr", "GL_NV_pack_subimage", "GL_OES_EGL_image",
        "GL_OES_EGL_sync", "GL_OES_compressed_ETC1_RGB8_texture", "GL_OES_depth24", "GL_OES_depth_texture", "GL_OES_draw_elements_base_vertex",
        "GL_OES_element_index_uint", "GL_OES_fbo_render_mipmap", "GL_OES_mapbuffer", "GL_OES_packed_depth_stencil", "GL_OES_rgb8_rgba8",
        "GL_OES_surfaceless_context", "GL_OES_texture_border_clamp", "GL_OES_texture_float", "GL_OES_texture_float_linear",
        "GL_OES_texture_half_float", "GL_OES_texture_half_float_linear", "GL_OES_texture_npot", "GL_OES_vertex_array_object",
        "GL_OES_vertex_half_float",
    ]
    private static let es2 = [
        "GL_EXT_draw_buffers", "GL_EXT_occlusion_query_boolean", "GL_EXT_shader_texture_lod", "GL_OES_required_internalformat",
        "GL_OES_standard_derivatives",
    ]
    private static let es3 = [
        "GL_EXT_color_buffer_float", "GL_EXT_copy_image", "GL_EXT_draw_buffers_indexed", "GL_EXT_texture_norm16", "GL_OES_copy_image",
        "GL_OES_draw_buffers_indexed",
    ]
    private static let es31 = [
        "GL_EXT_geometry_point_size", "GL_EXT_geometry_shader", "GL_EXT_gpu_shader5", "GL_EXT_multi_draw_indirect", "GL_EXT_primitive_bounding_box",
        "GL_EXT_separate_shader_objects", "GL_EXT_shader_implicit_conversions", "GL_EXT_shader_io_blocks", "GL_EXT_texture_buffer",
        "GL_EXT_texture_cube_map_array", "GL_OES_geometry_point_size", "GL_OES_geometry_shader", "GL_OES_gpu_shader5",
        "GL_OES_primitive_bounding_box", "GL_OES_sample_shading", "GL_OES_sample_variables", "GL_OES_shader_image_atomic",
        "GL_OES_shader_io_blocks", "GL_OES_shader_multisample_interpolation", "GL_OES_texture_buffer", "GL_OES_texture_cube_map_array",
        "GL_OES_texture_stencil8", "GL_OES_texture_storage_multisample_2d_array",
    ]
}
