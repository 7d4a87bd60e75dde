// DeviceReference: how everything that a device makes remembers the device.

/// The device that made a resource. A resource does not keep its device: the program does, and a device that goes takes nothing with it
/// that a resource still needs.
struct DeviceReference {
    /// nil once the device is gone.
    private(set) weak var remembered: Device?
    init(_ device: Device) { remembered = device }

    /// The device of the resource that errors call `name`. Every resource's `device` asks here; throws once the device is gone.
    func device(of name: String) throws(RasterError) -> Device {
        guard let remembered else {
            throw RasterError(.wrongDevice, name, "has lost its device", remedy: "keep the device as long as its objects are used")
        }
        return remembered
    }
}
