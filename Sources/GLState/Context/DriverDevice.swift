import Host
import Raster

/// The Raster device of all contexts of a display, and the lock that a call holds. Contexts of one display can share textures through
/// EGL images, so they use one device; only one thread at a time is inside it.
package final class DriverDevice: Sendable {
    package let lock = Lock(())
    // Only the thread that holds the lock uses the device.
    nonisolated(unsafe) package let device: Device

    package init(kind: Device.Kind = .jit) {
        var options = Device.Options()
        options.robustAccess = true
        device = Device(kind, options: options)
    }
    /// - Parameter device: A device with the option `robustAccess`.
    package init(device: Device) { self.device = device }
}
