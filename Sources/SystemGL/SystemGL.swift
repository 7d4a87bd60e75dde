import CSystemGL
import Glibc
import Raster

/// Provides a Device whose commands run on the system's OpenGL instead of in software. Tests compare the device's pictures with
/// Raster's pictures, benchmarks compare the speed, and programs can draw on a graphics card.
public enum SystemGL {
    /// Settings of the device.
    public struct Options: Sendable, Hashable {
        /// Whether OpenGL is asked for errors after every draw instead of after every command of Raster. If true, an error names the draw
        /// that caused the error.
        public var checksEveryDraw = true
        /// Creates settings with the default values.
        public init() {}
    }

    /// Returns a device on the system's OpenGL (4.3 or newer), without a window. Throws `systemUnavailable` if the system has no usable OpenGL.
    ///
    /// Differences from the software device: loops in shaders are not limited; commands that the driver refuses throw
    /// `unsupported`; multisampled stencil cannot be read back.
    public static func makeDevice(_ options: Options = Options()) throws -> Device {
        Device(renderer: try OpenGLRenderer(options: options))
    }

    /// Makes Mesa's software renderer compute a level of detail per pixel and filter in floats, instead of using its faster
    /// methods. Mesa reads this setting only once in a process, so call this function before OpenGL is used. Drivers other than
    /// Mesa's ignore this setting.
    public static func preferAccuracy() { setenv("GALLIVM_PERF", "no_quad_lod,no_aos_sampling", 0) }

    /// The reason why no usable OpenGL was found; nil if OpenGL is usable.
    public static let unavailableReason: String? = {
        do {
            let thread = try GLThread(name: "OpenGL probe")
            defer { thread.stop() }
            try thread.perform { try EGLContext().destroy() }
            return nil
        } catch {
            return (error as? RasterError)?.description ?? "\(error)"
        }
    }()
}
