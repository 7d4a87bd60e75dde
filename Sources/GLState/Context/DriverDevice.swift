import Glibc
import Host
import Raster

/// The Raster device of all contexts of a display, and the lock that a call of OpenGL holds. Contexts of one display can share textures
/// through EGL images, so all contexts of a display use the same device. Only one thread at a time uses the device.
package final class DriverDevice: Sendable {
    package let lock = Lock(())
    // Only the thread that holds the lock uses the device.
    nonisolated(unsafe) package let device: Device

    /// - Parameter options: `robustAccess` and `servesOpenGL` are always set. `robustAccess` is needed because OpenGL defines the results
    ///   of draws whose buffers are too short.
    package init(kind: Device.Kind = .jit, options: Device.Options = Device.Options()) {
        var options = options
        options.robustAccess = true
        options.servesOpenGL = true
        device = Device(kind, options: options)
    }
    /// - Parameter device: A device with the option `robustAccess`.
    package init(device: Device) { self.device = device }

    /// Returns the device that environment variables choose. RASTER_REFERENCE=1 chooses the reference renderer. RASTER_LANES (4, 8 or 16) and
    /// RASTER_THREADS choose the lanes and the threads of the tile renderer. All these settings give the same pictures.
    package static func chosenByEnvironment() -> DriverDevice {
        var options = Device.Options()
        options.lanes = number("RASTER_LANES").flatMap { [4, 8, 16].contains($0) ? $0 : nil }
        options.threads = number("RASTER_THREADS").flatMap { (1...256).contains($0) ? $0 : nil }
        return DriverDevice(kind: number("RASTER_REFERENCE") == 1 ? .reference : .jit, options: options)
    }
    private static func number(_ name: String) -> Int? { getenv(name).flatMap { Int(String(cString: $0)) } }
}
