// EGLFunctions+Devices: the driver's only device, which is the processor (EGL_EXT_device_base, EGL_EXT_platform_device).

import CDriver

enum DeviceFunctions {
    /// The handle of the device. Only the address matters; nothing is stored at the address.
    nonisolated(unsafe) static let device: EGLDeviceEXT = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    static let queryDevices: @convention(c) (EGLint, UnsafeMutablePointer<EGLDeviceEXT?>?, UnsafeMutablePointer<EGLint>?) -> EGLBoolean = {
        limit, devices, count in
        perform("eglQueryDevicesEXT") { _ throws(EGLError) in
            guard let count else { throw .badParameter("the address of the count is NULL") }
            guard let devices else { return count.pointee = 1 }
            guard limit > 0 else { throw .badParameter("the number of devices must be positive") }
            devices[0] = device
            count.pointee = 1
        }
    }
    static let queryDeviceAttrib: @convention(c) (EGLDeviceEXT?, EGLint, UnsafeMutablePointer<EGLAttrib>?) -> EGLBoolean = { handle, attribute, _ in
        perform("eglQueryDeviceAttribEXT") { _ throws(EGLError) in
            try check(handle)
            throw .badAttribute(attribute)
        }
    }
    static let queryDeviceString: @convention(c) (EGLDeviceEXT?, EGLint) -> UnsafePointer<CChar>? = { handle, name in
        perform("eglQueryDeviceStringEXT", nil) { _ throws(EGLError) in
            try check(handle)
            switch name {
            case EGL_EXTENSIONS: return DriverStrings.deviceExtensions
            case EGL_VENDOR, EGL_RENDERER_EXT: return DriverStrings.vendor
            default: throw .badParameter("\(EGLError.hexadecimal(name)) is the name of no string of a device")
            }
        }
    }
    static let queryDisplayAttrib: @convention(c) (EGLDisplay?, EGLint, UnsafeMutablePointer<EGLAttrib>?) -> EGLBoolean = { handle, attribute, value in
        perform("eglQueryDisplayAttribEXT") { state throws(EGLError) in
            _ = try state.initializedDisplay(handle)
            guard attribute == EGL_DEVICE_EXT else { throw .badAttribute(attribute) }
            value?.pointee = Int(bitPattern: device)
        }
    }
    private static func check(_ handle: EGLDeviceEXT?) throws(EGLError) {
        guard handle == device else { throw EGLError(EGL_BAD_DEVICE_EXT, "the handle is no device") }
    }
}
