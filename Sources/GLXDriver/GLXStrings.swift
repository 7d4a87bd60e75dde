import Glibc

/// The strings of glXQueryServerString, glXGetClientString and glXQueryExtensionsString (GLX 1.4 §3.3.2). The strings exist as long as the process.
enum GLXStrings {
    nonisolated(unsafe) static let vendor = permanent("Raster")
    nonisolated(unsafe) static let version = permanent("1.4 Raster")
    nonisolated(unsafe) static let extensions = permanent([
        "GLX_ARB_create_context", "GLX_ARB_create_context_profile", "GLX_ARB_create_context_robustness", "GLX_ARB_get_proc_address", "GLX_ARB_multisample",
        "GLX_EXT_buffer_age", "GLX_EXT_create_context_es2_profile", "GLX_EXT_create_context_es_profile", "GLX_EXT_no_config_context",
        "GLX_EXT_swap_control", "GLX_EXT_visual_info", "GLX_EXT_visual_rating", "GLX_MESA_swap_control", "GLX_SGIX_fbconfig", "GLX_SGI_swap_control",
    ].joined(separator: " "))

    /// Returns the string with this name; nil if GLX has no such string.
    static func string(_ name: Int32) -> UnsafePointer<CChar>? {
        switch name {
        case GLX.vendor: vendor
        case GLX.version: version
        case GLX.extensions: extensions
        default: nil
        }
    }
    private static func permanent(_ text: String) -> UnsafePointer<CChar>? { strdup(text).map { UnsafePointer($0) } }
}
