// DeviceReference: how everything that a device makes remembers the device.

/// The device that made a resource. A resource does not keep its device: the program does, and a device that goes takes nothing with it
/// that a resource still needs.
struct DeviceReference {
    /// nil once the device is gone.
    private(set) weak var remembered: Device?
    init(_ device: Device) { remembered = device }

    /// Traps once the device is gone: every resource's `device` says so.
    var device: Device {
        guard let remembered else { preconditionFailure("a device is gone while what it made is asked for it") }
        return remembered
    }
}
