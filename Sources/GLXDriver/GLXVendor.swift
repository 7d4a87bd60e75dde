// GLXVendor: gives libGLX the driver's functions.

import CDriver
import EGLDriver
import GLEntries

@_cdecl("RasterGLXFillImports")
public func fillGLXImports(_ imports: UnsafeMutablePointer<RasterGLXImports>) {
    RasterDriver.releasesContextsOfEndedThreads()
    RasterXlibAtClose { display in
        guard let display else { return }
        perform("XCloseDisplay", GLXRequest.none, nil, ()) { glx, current throws(GLXError) in glx.close(display, &current) }
    }
    imports.pointee.isScreenSupported = { display, screen in
        perform("isScreenSupported", GLXRequest.none, nil, 0) { glx, current throws(GLXError) in
            try glx.screen(screen, display, &current).configs.isEmpty ? 0 : 1
        }
    }
    imports.pointee.getProcAddress = { name in
        guard let name else { return nil }
        let text = String(cString: name)
        return UnsafeMutableRawPointer(mutating: GLXFunctionTable.addresses[text] ?? GLEntries.address(text))
    }
    imports.pointee.getDispatchAddress = { name in
        name?.withMemoryRebound(to: CChar.self, capacity: 1) { RasterGLXDispatchAddress($0) }
    }
    imports.pointee.setDispatchIndex = { name, index in
        name?.withMemoryRebound(to: CChar.self, capacity: 1) { RasterGLXSetDispatchIndex($0, index) }
    }
}

/// The driver's GLX functions, by name. libGLX itself contains the functions that need no driver, for example glXGetCurrentContext.
enum GLXFunctionTable {
    nonisolated(unsafe) static let addresses: [String: UnsafeRawPointer] = [
        "glXChooseVisual": address(ConfigFunctions.chooseVisual),
        "glXGetConfig": address(ConfigFunctions.getConfig),
        "glXGetFBConfigs": address(ConfigFunctions.getFBConfigs),
        "glXChooseFBConfig": address(ConfigFunctions.chooseFBConfig),
        "glXGetFBConfigAttrib": address(ConfigFunctions.getFBConfigAttrib),
        "glXGetVisualFromFBConfig": address(ConfigFunctions.getVisualFromFBConfig),
        "glXChooseFBConfigSGIX": address(ConfigFunctions.chooseFBConfig),
        "glXGetFBConfigAttribSGIX": address(ConfigFunctions.getFBConfigAttrib),
        "glXGetVisualFromFBConfigSGIX": address(ConfigFunctions.getVisualFromFBConfig),
        "glXGetFBConfigFromVisualSGIX": address(ConfigFunctions.getFBConfigFromVisual),
        "glXQueryExtensionsString": address(ConfigFunctions.queryExtensionsString),
        "glXQueryServerString": address(ConfigFunctions.queryServerString),
        "glXGetClientString": address(ConfigFunctions.getClientString),
        "glXUseXFont": address(ConfigFunctions.useXFont),

        "glXCreateContext": address(ContextFunctions.createContext),
        "glXCreateNewContext": address(ContextFunctions.createNewContext),
        "glXCreateContextAttribsARB": address(ContextFunctions.createContextAttribs),
        "glXCreateContextWithConfigSGIX": address(ContextFunctions.createNewContext),
        "glXDestroyContext": address(ContextFunctions.destroyContext),
        "glXCopyContext": address(ContextFunctions.copyContext),
        "glXIsDirect": address(ContextFunctions.isDirect),
        "glXQueryContext": address(ContextFunctions.queryContext),
        "glXMakeCurrent": address(ContextFunctions.makeCurrent),
        "glXMakeContextCurrent": address(ContextFunctions.makeContextCurrent),
        "glXWaitGL": address(ContextFunctions.waitGL),
        "glXWaitX": address(ContextFunctions.waitX),

        "glXCreateWindow": address(DrawableFunctions.createWindow),
        "glXCreatePixmap": address(DrawableFunctions.createPixmap),
        "glXCreateGLXPixmap": address(DrawableFunctions.createGLXPixmap),
        "glXCreateGLXPixmapWithConfigSGIX": address(DrawableFunctions.createPixmapWithConfig),
        "glXCreatePbuffer": address(DrawableFunctions.createPbuffer),
        "glXDestroyWindow": address(DrawableFunctions.destroyWindow),
        "glXDestroyPixmap": address(DrawableFunctions.destroyPixmap),
        "glXDestroyGLXPixmap": address(DrawableFunctions.destroyPixmap),
        "glXDestroyPbuffer": address(DrawableFunctions.destroyPbuffer),
        "glXQueryDrawable": address(DrawableFunctions.queryDrawable),
        "glXSelectEvent": address(DrawableFunctions.selectEvent),
        "glXGetSelectedEvent": address(DrawableFunctions.getSelectedEvent),
        "glXSwapBuffers": address(DrawableFunctions.swapBuffers),
        "glXSwapIntervalEXT": address(DrawableFunctions.swapInterval),
        "glXSwapIntervalMESA": address(DrawableFunctions.swapIntervalMESA),
        "glXGetSwapIntervalMESA": address(DrawableFunctions.getSwapIntervalMESA),
        "glXSwapIntervalSGI": address(DrawableFunctions.swapIntervalSGI),
    ]
    /// Returns the address of a function with C's calling convention.
    private static func address<Function>(_ function: Function) -> UnsafeRawPointer { unsafeBitCast(function, to: UnsafeRawPointer.self) }
}
