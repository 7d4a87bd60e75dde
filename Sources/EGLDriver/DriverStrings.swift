import CDriver
import Glibc

/// The strings of eglQueryString (EGL 1.5 §3.3). The strings keep their addresses as long as the process lives.
enum DriverStrings {
    nonisolated(unsafe) static let vendor = permanent("Raster")
    nonisolated(unsafe) static let version = permanent("1.5 Raster")
    nonisolated(unsafe) static let clientAPIs = permanent("OpenGL_ES OpenGL")
    /// Extensions that do not depend on a display. libEGL adds its own extensions to this list.
    nonisolated(unsafe) static let clientExtensions = permanent(
        "EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration EGL_EXT_device_query \(Platform.extensions)")
    nonisolated(unsafe) static let vendorPlatformExtensions = permanent(Platform.extensions)

    nonisolated(unsafe) static let deviceExtensions = permanent("EGL_EXT_device_query_name EGL_MESA_device_software")

    static func displayExtensions(_ display: DriverDisplay) -> UnsafePointer<CChar> { allDisplays }
    nonisolated(unsafe) private static let allDisplays = permanent([
        "EGL_EXT_buffer_age", "EGL_EXT_create_context_robustness", "EGL_EXT_swap_buffers_with_damage", "EGL_KHR_create_context",
        "EGL_KHR_fence_sync", "EGL_KHR_get_all_proc_addresses", "EGL_KHR_gl_colorspace", "EGL_KHR_gl_renderbuffer_image", "EGL_KHR_gl_texture_2D_image",
        "EGL_KHR_gl_texture_3D_image", "EGL_KHR_gl_texture_cubemap_image", "EGL_KHR_image_base", "EGL_KHR_no_config_context",
        "EGL_KHR_surfaceless_context", "EGL_KHR_swap_buffers_with_damage", "EGL_KHR_wait_sync",
    ].joined(separator: " "))

    private static func permanent(_ text: String) -> UnsafePointer<CChar> {
        // If the system has no memory, strdup fails, and the empty string is used.
        UnsafePointer(strdup(text)) ?? empty
    }
    nonisolated(unsafe) private static let empty = UnsafePointer(UnsafeMutablePointer<CChar>.allocate(capacity: 1))
}
