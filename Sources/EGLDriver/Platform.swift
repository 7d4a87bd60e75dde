import CDriver
import Glibc

/// The platforms on which displays exist.
enum Platform {
    static let extensions = [
        "EGL_EXT_platform_base", "EGL_EXT_platform_device", "EGL_EXT_platform_wayland", "EGL_EXT_platform_x11", "EGL_EXT_platform_xcb",
        "EGL_KHR_platform_wayland", "EGL_KHR_platform_x11", "EGL_MESA_platform_surfaceless",
    ].joined(separator: " ")

    /// Returns the platform of a display; nil if the platform belongs to another driver.
    static func find(_ platform: EGLenum, _ native: UnsafeMutableRawPointer?) throws(EGLError) -> EGLenum? {
        switch Int32(bitPattern: platform) {
        case EGL_NONE: return byEnvironment
        case EGL_PLATFORM_SURFACELESS_MESA:
            guard native == nil else { throw .badParameter("a display without a window system must be EGL_DEFAULT_DISPLAY") }
            return platform
        case EGL_PLATFORM_DEVICE_EXT:
            guard native == DeviceFunctions.device else { throw .badParameter("the native display is no device of the driver") }
            return platform
        case EGL_PLATFORM_WAYLAND_KHR, EGL_PLATFORM_X11_KHR, EGL_PLATFORM_XCB_EXT: return platform
        default: return nil
        }
    }
    /// The platform of EGL_DEFAULT_DISPLAY: the platform that the environment variable EGL_PLATFORM names. If the variable names no known
    /// platform, the platform is the window system that is running; without a window system, the platform is `surfaceless`.
    private static var byEnvironment: EGLenum? {
        switch getenv("EGL_PLATFORM").map({ String(cString: $0) }) {
        case "surfaceless": EGLenum(EGL_PLATFORM_SURFACELESS_MESA)
        case "wayland": EGLenum(EGL_PLATFORM_WAYLAND_KHR)
        case "x11": EGLenum(EGL_PLATFORM_X11_KHR)
        default:
            if getenv("WAYLAND_DISPLAY") != nil { EGLenum(EGL_PLATFORM_WAYLAND_KHR) }
            else if getenv("DISPLAY") != nil { EGLenum(EGL_PLATFORM_X11_KHR) }
            else { EGLenum(EGL_PLATFORM_SURFACELESS_MESA) }
        }
    }
    /// Checks the attributes of a display, and returns them.
    static func attributes(_ list: AttributeList, _ platform: EGLenum) throws(EGLError) -> [(name: Int, value: Int)] {
        let allowed = switch Int32(bitPattern: platform) {
        case EGL_PLATFORM_X11_KHR: EGL_PLATFORM_X11_SCREEN_KHR
        case EGL_PLATFORM_XCB_EXT: EGL_PLATFORM_XCB_SCREEN_EXT
        default: EGL_NONE
        }
        for (name, _) in list.pairs where name != allowed { throw .badAttribute(name) }
        return list.pairs.map { (Int($0.name), $0.value) }
    }
    /// Connects to the window system of a display. Returns nil if the display has no window system.
    static func makeWindows(of display: DriverDisplay) throws(EGLError) -> (any WindowSystem)? {
        switch Int32(bitPattern: display.platform) {
        case EGL_PLATFORM_WAYLAND_KHR: try WaylandWindows(display)
        case EGL_PLATFORM_X11_KHR, EGL_PLATFORM_XCB_EXT: try X11Windows(display)
        default: nil
        }
    }
}
