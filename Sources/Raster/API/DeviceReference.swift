// DeviceReference: a resource's weak reference to its device.

/// A weak reference to the device that made a resource. The application must keep the device alive; resources do not keep their device
/// alive. A resource owns everything that it uses, so a resource may outlive its device.
struct DeviceReference {
    /// The device; nil if the device no longer exists.
    private(set) weak var remembered: Device?
    init(_ device: Device) { remembered = device }

    /// Returns the device. Throws an error about the resource with the name `name` if the device no longer exists. The public property
    /// `device` of every resource calls this function.
    func device(of name: String) throws(RasterError) -> Device {
        guard let remembered else {
            throw RasterError(.wrongDevice, name, "has lost its device", remedy: "keep the device as long as its objects are used")
        }
        return remembered
    }
}
