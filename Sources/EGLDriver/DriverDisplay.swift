import CDriver
import GLState
import Glibc

/// A display of EGL, which may be a connection to a window system (EGL 1.5 §3.2). A display lives as long as the process.
package final class DriverDisplay {
    /// The platform of the display, such as EGL_PLATFORM_SURFACELESS_MESA or EGL_PLATFORM_X11_KHR.
    let platform: EGLenum
    /// The native display that the program gave, such as an X11 Display; nil if the program gave no display.
    let nativeDisplay: UnsafeMutableRawPointer?
    package let attributes: [(name: Int, value: Int)]

    private(set) var isInitialized = false
    package private(set) var windows: (any WindowSystem)?
    private(set) var configs = ObjectTable<DriverConfig>()
    private(set) var sortedConfigs: [DriverConfig] = []
    var contexts = ObjectTable<DriverContext>()
    var surfaces = ObjectTable<DriverSurface>()
    var syncs = ObjectTable<DriverSync>()
    var images = ObjectTable<EGLImageSource>()
    private var device: DriverDevice?
    private let makeDevice: () -> DriverDevice

    /// - Parameter makeDevice: Returns the device of the display's contexts; nil if the display gets a device of its own.
    package init(platform: EGLenum, nativeDisplay: UnsafeMutableRawPointer?, attributes: [(name: Int, value: Int)], makeDevice: (() -> DriverDevice)? = nil) {
        self.platform = platform; self.nativeDisplay = nativeDisplay; self.attributes = attributes
        self.makeDevice = makeDevice ?? DriverDevice.chosenByEnvironment
    }

    var handle: EGLDisplay { ObjectTable.handle(of: self) }

    /// The device of the display's contexts and surfaces. The device is made at its first use, because many programs only query the
    /// properties of a display.
    package var driver: DriverDevice {
        if let device { return device }
        let made = makeDevice()
        device = made
        Self.finishFramesAtExit
        return made
    }

    /// Ends the open frames at the end of the process, because a program may end without a last swap. Functions that are registered for the
    /// end of the process run in reverse order. The function that ends the frames is registered after the function that writes the device's
    /// capture, so the frames end before the capture is written.
    private static let finishFramesAtExit: Void = {
        atexit {
            _ = EGLState.lock.withLockIfAvailable { state in
                for display in state.displays.all + state.displaysOfGLX.all { display.finishFrame() }
            }
        }
    }()
    /// If a frame has begun, ends the frame, so that a capture contains the frame. Does nothing while another thread draws.
    private func finishFrame() {
        guard let driver = device else { return }
        _ = driver.lock.withLockIfAvailable { _ in try? driver.device.finishFrame() }
    }

    package func initialize() throws(EGLError) {
        guard !isInitialized else { return }
        let windows = try Platform.makeWindows(of: self)
        self.windows = windows
        sortedConfigs = DriverConfig.all(visuals: windows?.visuals ?? [], hasPixmaps: windows?.hasPixmaps ?? false)
        for config in sortedConfigs { _ = configs.add(config) }
        isInitialized = true
    }
    /// Frees all objects. An object that is current exists until the object is no longer current (EGL 1.5 §3.2).
    package func terminate() {
        contexts.removeAll()
        surfaces.removeAll()
        syncs.removeAll()
        for image in images.all { EGLImageSource.withdraw(image.handle) }
        images.removeAll()
        configs.removeAll()
        sortedConfigs = []
        windows = nil
        finishFrame()
        device = nil
        isInitialized = false
    }

    func config(_ handle: EGLConfig?) throws(EGLError) -> DriverConfig {
        guard let config = configs[handle] else { throw EGLError(EGL_BAD_CONFIG, "the handle is no configuration of the display") }
        return config
    }
    func surface(_ handle: EGLSurface?) throws(EGLError) -> DriverSurface {
        guard let surface = surfaces[handle] else { throw .badSurface }
        return surface
    }
    func context(_ handle: EGLContext?) throws(EGLError) -> DriverContext {
        guard let context = contexts[handle] else { throw .badContext }
        return context
    }
}
