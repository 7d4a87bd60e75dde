import CSystemGL
import Glibc
import Raster

/// A Device whose commands are played on the system's OpenGL instead of in software. An oracle for tests and a
/// peer for benchmarks; also a way to see a program of Raster's on a graphics card.
public enum SystemGL {
    /// Settings of the device.
    public struct Options: Sendable, Hashable {
        /// Looks for errors after every draw instead of after every command, so that a report names the draw.
        public var checksEveryDraw = true
        /// The defaults.
        public init() {}
    }

    /// A device on the system's OpenGL (4.3 or newer), without a window. Throws `systemUnavailable` where there is none.
    ///
    /// Differences from the software device: loops in shaders are not limited; what the driver refuses is thrown as
    /// `unsupported`; multisampled stencil cannot be read back.
    public static func makeDevice(_ options: Options = Options()) throws -> Device {
        Device(renderer: try OpenGLRenderer(options: options))
    }

    /// Asks Mesa's software renderer for a level of detail per pixel and filtering in floats, instead of its quicker ways.
    /// It looks once in a process: call this before everything else. Other drivers take no notice.
    public static func preferAccuracy() { setenv("GALLIVM_PERF", "no_quad_lod,no_aos_sampling", 0) }

    /// Why there is no OpenGL to play on; nil when there is.
    public static let unavailableReason: String? = {
        do {
            let thread = GLThread(name: "OpenGL probe")
            defer { thread.stop() }
            try thread.perform { try EGLContext().destroy() }
            return nil
        } catch {
            return (error as? RasterError)?.description ?? "\(error)"
        }
    }()
}
