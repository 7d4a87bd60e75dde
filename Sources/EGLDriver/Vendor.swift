// Vendor: gives libEGL the driver's functions and strings.

import CDriver
import GLEntries
import Glibc

@_cdecl("RasterEGLFillImports")
public func fillImports(_ imports: UnsafeMutablePointer<RasterEGLImports>) {
    RasterDriver.releasesContextsOfEndedThreads()
    imports.pointee.getPlatformDisplay = DisplayFunctions.getPlatformDisplay
    imports.pointee.getSupportsAPI = { $0 == EGL_OPENGL_ES_API || $0 == EGL_OPENGL_API ? EGLBoolean(EGL_TRUE) : EGLBoolean(EGL_FALSE) }
    // libglvnd asks for only one string: the extensions of the platforms.
    imports.pointee.getVendorString = { $0 == 0 ? DriverStrings.vendorPlatformExtensions : nil }
    imports.pointee.getProcAddress = { name in
        guard let name else { return nil }
        let text = String(cString: name)
        return UnsafeMutableRawPointer(mutating: EGLFunctionTable.addresses[text] ?? GLEntries.address(text))
    }
    imports.pointee.getDispatchAddress = { name in name.flatMap { RasterEGLDispatchAddress($0) } }
    imports.pointee.setDispatchIndex = { name, index in
        if let name { RasterEGLSetDispatchIndex(name, index) }
    }
}

/// The driver's EGL functions, by name.
enum EGLFunctionTable {
    nonisolated(unsafe) static let addresses: [String: UnsafeRawPointer] = [
        "eglInitialize": address(DisplayFunctions.initialize),
        "eglTerminate": address(DisplayFunctions.terminate),
        "eglQueryString": address(DisplayFunctions.queryString),
        "eglGetConfigs": address(DisplayFunctions.getConfigs),
        "eglChooseConfig": address(DisplayFunctions.chooseConfig),
        "eglGetConfigAttrib": address(DisplayFunctions.getConfigAttrib),
        "eglGetError": address(DisplayFunctions.getError),
        "eglBindAPI": address(DisplayFunctions.bindAPI),

        "eglCreatePbufferSurface": address(SurfaceFunctions.createPbufferSurface),
        "eglCreateWindowSurface": address(SurfaceFunctions.createWindowSurface),
        "eglCreatePlatformWindowSurface": address(SurfaceFunctions.createPlatformWindowSurface),
        "eglCreatePlatformWindowSurfaceEXT": address(SurfaceFunctions.createPlatformWindowSurfaceEXT),
        "eglCreatePixmapSurface": address(SurfaceFunctions.createPixmapSurface),
        "eglCreatePlatformPixmapSurface": address(SurfaceFunctions.createPlatformPixmapSurface),
        "eglCreatePlatformPixmapSurfaceEXT": address(SurfaceFunctions.createPlatformPixmapSurfaceEXT),
        "eglCreatePbufferFromClientBuffer": address(SurfaceFunctions.createPbufferFromClientBuffer),
        "eglDestroySurface": address(SurfaceFunctions.destroySurface),
        "eglQuerySurface": address(SurfaceFunctions.querySurface),
        "eglSurfaceAttrib": address(SurfaceFunctions.surfaceAttrib),
        "eglBindTexImage": address(SurfaceFunctions.bindTexImage),
        "eglReleaseTexImage": address(SurfaceFunctions.releaseTexImage),
        "eglSwapBuffers": address(SurfaceFunctions.swapBuffers),
        "eglSwapBuffersWithDamageKHR": address(SurfaceFunctions.swapBuffersWithDamage),
        "eglSwapBuffersWithDamageEXT": address(SurfaceFunctions.swapBuffersWithDamage),
        "eglSwapInterval": address(SurfaceFunctions.swapInterval),
        "eglCopyBuffers": address(SurfaceFunctions.copyBuffers),

        "eglCreateContext": address(ContextFunctions.createContext),
        "eglDestroyContext": address(ContextFunctions.destroyContext),
        "eglQueryContext": address(ContextFunctions.queryContext),
        "eglMakeCurrent": address(ContextFunctions.makeCurrent),
        "eglReleaseThread": address(ContextFunctions.releaseThread),
        "eglWaitClient": address(ContextFunctions.waitClient),
        "eglWaitGL": address(ContextFunctions.waitClient),
        "eglWaitNative": address(ContextFunctions.waitNative),

        "eglDebugMessageControlKHR": address(DebugFunctions.debugMessageControl),
        "eglLabelObjectKHR": address(DebugFunctions.labelObject),

        "eglQueryDevicesEXT": address(DeviceFunctions.queryDevices),
        "eglQueryDeviceAttribEXT": address(DeviceFunctions.queryDeviceAttrib),
        "eglQueryDeviceStringEXT": address(DeviceFunctions.queryDeviceString),
        "eglQueryDisplayAttribEXT": address(DeviceFunctions.queryDisplayAttrib),
        "eglQueryDisplayAttribKHR": address(DeviceFunctions.queryDisplayAttrib),

        "eglCreateSync": address(SyncFunctions.createSync),
        "eglCreateSyncKHR": address(SyncFunctions.createSyncKHR),
        "eglDestroySync": address(SyncFunctions.destroySync),
        "eglDestroySyncKHR": address(SyncFunctions.destroySync),
        "eglClientWaitSync": address(SyncFunctions.clientWaitSync),
        "eglClientWaitSyncKHR": address(SyncFunctions.clientWaitSync),
        "eglWaitSync": address(SyncFunctions.waitSync),
        "eglWaitSyncKHR": address(SyncFunctions.waitSync),
        "eglGetSyncAttrib": address(SyncFunctions.getSyncAttrib),
        "eglGetSyncAttribKHR": address(SyncFunctions.getSyncAttribKHR),

        "eglCreateImage": address(ImageFunctions.createImage),
        "eglCreateImageKHR": address(ImageFunctions.createImageKHR),
        "eglDestroyImage": address(ImageFunctions.destroyImage),
        "eglDestroyImageKHR": address(ImageFunctions.destroyImage),
    ]
    /// Returns the address of a function with C's calling convention.
    private static func address<Function>(_ function: Function) -> UnsafeRawPointer { unsafeBitCast(function, to: UnsafeRawPointer.self) }
}
