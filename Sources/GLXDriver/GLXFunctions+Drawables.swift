// GLXFunctions+Drawables: windows, pixmaps, pbuffers, and swaps (GLX 1.4 §3.3.4 to §3.3.6, §3.3.8 to §3.3.10).

import CDriver
import EGLDriver
import GLState

extension GLXState {
    /// Returns the surface of a drawable that is made current with a context. If the program made the drawable as a window with Xlib, the
    /// window gets a new surface with the context's configuration.
    mutating func surface(_ drawable: RasterXID, _ address: Display?, _ context: DriverContext, _ current: inout EGLState) throws(GLXError) -> DriverSurface {
        let display = try display(address)
        if let known = display.drawables[drawable] {
            if known.kind != .xWindow || context.config?.isCompatible(with: known.config.config) != false { return known.surface }
            if let user = known.surface.context, user !== context && user !== current.current {
                throw GLXError(.badAccess, "the window is current on another thread", resource: drawable)
            }
        }
        let number = Int32(truncatingIfNeeded: context.display.attributes.first?.value ?? 0)
        let screen = try screen(number, address, &current)
        guard let config = screen.configs.first(where: { $0.config.id == context.config?.id }) ?? screen.configs.first else { throw .badDrawable(drawable) }
        let surface = try GLXError.rethrowing(drawable) { () throws(EGLError) in
            let window = try screen.windows.window(Handle(bitPattern: drawable), hasAlpha: config.config.blendsWindow)
            return try DriverSurface(screen.display.driver, config.config, config.isDoubleBuffered ? .window : .singleBufferedWindow, window)
        }
        display.removeLostWindows()
        display.drawables[drawable] = GLXDrawable(.xWindow, surface, config)
        return surface
    }
    mutating func drawable(_ number: RasterXID, _ address: Display?) throws(GLXError) -> GLXDrawable {
        guard let drawable = try display(address).drawables[number] else { throw .badDrawable(number) }
        return drawable
    }
}

extension GLXDisplay {
    /// Removes the entries of windows that the program has destroyed. Xlib does not notify the driver when a window is destroyed.
    func removeLostWindows() {
        drawables = drawables.filter { _, drawable in
            if drawable.kind != .xWindow || drawable.surface.context != nil { return true }
            do throws(EGLError) { return try drawable.surface.window?.size() != nil } catch { return false }
        }
    }
}

enum DrawableFunctions {
    // MARK: Creation

    static let createWindow: @convention(c) (Display?, Handle?, RasterXID, UnsafePointer<Int32>?) -> RasterXID = { display, config, window, _ in
        perform("glXCreateWindow", GLXRequest.createWindow, display, 0) { glx, current throws(GLXError) in
            let (config, screen) = try glx.config(config, display, &current)
            let native = try native(.badWindow, window) { () throws(EGLError) in
                try screen.windows.window(Handle(bitPattern: window), hasAlpha: config.config.blendsWindow)
            }
            guard config.config.fits(native) else { throw GLXError(.badMatch, "the window's depth is not the configuration's", resource: window) }
            return try add(.window, screen, config, display, &glx) { () throws(EGLError) in
                try DriverSurface(screen.display.driver, config.config, config.isDoubleBuffered ? .window : .singleBufferedWindow, native)
            }
        }
    }
    static let createPixmap: @convention(c) (Display?, Handle?, RasterXID, UnsafePointer<Int32>?) -> RasterXID = { display, config, pixmap, _ in
        perform("glXCreatePixmap", GLXRequest.createPixmap, display, 0) { glx, current throws(GLXError) in
            try makePixmap(glx.config(config, display, &current), pixmap, display, &glx)
        }
    }
    static let createPixmapWithConfig: @convention(c) (Display?, Handle?, RasterXID) -> RasterXID = { createPixmap($0, $1, $2, nil) }
    static let createGLXPixmap: @convention(c) (Display?, Handle?, RasterXID) -> RasterXID = { display, visual, pixmap in
        perform("glXCreateGLXPixmap", GLXRequest.createGLXPixmap, display, 0) { glx, current throws(GLXError) in
            try makePixmap(ConfigFunctions.config(visual: visual, display, &glx, &current), pixmap, display, &glx)
        }
    }
    private static func makePixmap(_ place: (config: GLXConfig, screen: GLXScreen), _ pixmap: RasterXID, _ display: Display?,
                                   _ glx: inout GLXState) throws(GLXError) -> RasterXID {
        let (config, screen) = place
        let native = try native(.badPixmap, pixmap) { () throws(EGLError) in try screen.windows.pixmap(UInt(pixmap)) }
        guard config.config.fits(native) else { throw GLXError(.badMatch, "the pixmap's depth is not the configuration's", resource: pixmap) }
        return try add(.pixmap, screen, config, display, &glx) { () throws(EGLError) in
            try DriverSurface(screen.display.driver, config.config, .pixmap, native)
        }
    }
    static let createPbuffer: @convention(c) (Display?, Handle?, UnsafePointer<Int32>?) -> RasterXID = { display, config, list in
        perform("glXCreatePbuffer", GLXRequest.createPbuffer, display, 0) { glx, current throws(GLXError) in
            let (config, screen) = try glx.config(config, display, &current)
            var width: Int32 = 0, height: Int32 = 0, attributes: [Int32: UInt32] = [:], list = list
            while let pair = list, pair[0] != 0 {
                switch pair[0] {
                case GLX.pbufferWidth: width = pair[1]
                case GLX.pbufferHeight: height = pair[1]
                case GLX.preservedContents, GLX.largestPbuffer: attributes[pair[0]] = pair[1] == 0 ? 0 : 1
                default: throw GLXError(.badValue, "0x\(String(pair[0], radix: 16)) is no attribute of pbuffers")
                }
                list = pair + 2
            }
            guard config.isDoubleBuffered else { throw GLXError(.badMatch, "the configuration is not for pbuffers") }
            guard width >= 0 && height >= 0 else { throw GLXError(.badValue, "a size of the pbuffer is negative") }
            let limit = DriverConfig.largestPbufferSize
            guard attributes[GLX.largestPbuffer] == 1 || max(width, height) <= limit else {
                throw GLXError(.badAlloc, "a pbuffer has at most \(limit)×\(limit) pixels, not \(width)×\(height)")
            }
            let number = try add(.pbuffer, screen, config, display, &glx) { () throws(EGLError) in
                try DriverSurface(screen.display.driver, config.config, width: Int(min(width, limit)), height: Int(min(height, limit)))
            }
            try glx.drawable(number, display).attributes = attributes
            return number
        }
    }
    /// Calls `open`, which opens a window or a pixmap of the server. An error that `open` throws becomes an error of GLX with the given code.
    private static func native(_ code: GLXError.Code, _ number: RasterXID,
                               _ open: () throws(EGLError) -> any NativeWindow) throws(GLXError) -> any NativeWindow {
        do throws(EGLError) { return try open() } catch { throw GLXError(code, error.reason, resource: number) }
    }
    /// Makes a drawable, and gives it a new number.
    private static func add(_ kind: GLXDrawable.Kind, _ screen: GLXScreen, _ config: GLXConfig, _ display: Display?, _ glx: inout GLXState,
                            _ make: () throws(EGLError) -> DriverSurface) throws(GLXError) -> RasterXID {
        guard let number = screen.windows.newNumber() else { throw GLXError(.badAlloc, "the display is closed") }
        let surface = try GLXError.rethrowing(0, make)
        try glx.display(display).drawables[RasterXID(number)] = GLXDrawable(kind, surface, config)
        return RasterXID(number)
    }

    // MARK: Destruction. A drawable that is current lives until it is no longer current.

    static let destroyWindow: @convention(c) (Display?, RasterXID) -> Void = { display, window in
        perform("glXDestroyWindow", GLXRequest.destroyWindow, display, ()) { glx, _ throws(GLXError) in
            try remove(window, .window, GLXError(.badGLXWindow, "there is no such GLXWindow", resource: window), display, &glx)
        }
    }
    static let destroyPixmap: @convention(c) (Display?, RasterXID) -> Void = { display, pixmap in
        perform("glXDestroyPixmap", GLXRequest.destroyPixmap, display, ()) { glx, _ throws(GLXError) in
            try remove(pixmap, .pixmap, GLXError(.badGLXPixmap, "there is no such GLXPixmap", resource: pixmap), display, &glx)
        }
    }
    static let destroyPbuffer: @convention(c) (Display?, RasterXID) -> Void = { display, pbuffer in
        perform("glXDestroyPbuffer", GLXRequest.destroyPbuffer, display, ()) { glx, _ throws(GLXError) in
            try remove(pbuffer, .pbuffer, GLXError(.badPbuffer, "there is no such pbuffer", resource: pbuffer), display, &glx)
        }
    }
    private static func remove(_ number: RasterXID, _ kind: GLXDrawable.Kind, _ error: GLXError, _ display: Display?, _ glx: inout GLXState) throws(GLXError) {
        let display = try glx.display(display)
        guard let drawable = display.drawables[number], drawable.kind == kind else { throw error }
        display.drawables[number] = nil
    }

    // MARK: Attributes

    static let queryDrawable: @convention(c) (Display?, RasterXID, Int32, UnsafeMutablePointer<UInt32>?) -> Void = { display, drawable, attribute, value in
        perform("glXQueryDrawable", GLXRequest.getDrawableAttributes, display, ()) { glx, current throws(GLXError) in
            let drawable = try glx.drawable(drawable, display), surface = drawable.surface
            switch attribute {
            case GLX.width, GLX.height:
                if surface.context == nil { try GLXError.rethrowing { () throws(EGLError) in try surface.followWindow() } }
                value?.pointee = UInt32(attribute == GLX.width ? surface.images.width : surface.images.height)
            case GLX.preservedContents: value?.pointee = 1
            case GLX.largestPbuffer: value?.pointee = drawable.attributes[attribute] ?? 0
            case GLX.configID: value?.pointee = UInt32(drawable.config.config.id)
            case GLX.eventMask: value?.pointee = UInt32(truncatingIfNeeded: drawable.eventMask)
            case GLX.swapInterval: value?.pointee = UInt32(surface.swapInterval)
            case GLX.maxSwapInterval: value?.pointee = 1
            case GLX.backBufferAge: value?.pointee = surface.context === current.current ? UInt32(surface.age) : 0
            default: throw GLXError(.badValue, "0x\(String(attribute, radix: 16)) is no attribute of drawables")
            }
        }
    }
    /// GLX has only one event that a program can select: the event that a pbuffer has lost its contents. A pbuffer of this driver never
    /// loses its contents, so the driver never sends this event.
    static let selectEvent: @convention(c) (Display?, RasterXID, UInt) -> Void = { display, drawable, mask in
        perform("glXSelectEvent", GLXRequest.changeDrawableAttributes, display, ()) { glx, _ throws(GLXError) in
            let drawable = try glx.drawable(drawable, display)
            guard mask & ~GLX.pbufferClobberMask == 0 else { throw GLXError(.badValue, "the driver sends no such events") }
            drawable.eventMask = mask
        }
    }
    static let getSelectedEvent: @convention(c) (Display?, RasterXID, UnsafeMutablePointer<UInt>?) -> Void = { display, drawable, mask in
        perform("glXGetSelectedEvent", GLXRequest.getDrawableAttributes, display, ()) { glx, _ throws(GLXError) in
            mask?.pointee = try glx.drawable(drawable, display).eventMask
        }
    }

    // MARK: Swaps

    static let swapBuffers: @convention(c) (Display?, RasterXID) -> Void = { display, drawable in
        perform("glXSwapBuffers", GLXRequest.swapBuffers, display, ()) { glx, current throws(GLXError) in
            let surface = try glx.drawable(drawable, display).surface
            do throws(EGLError) {
                if let context = current.current, context.draw === surface { try context.swap() } else { try surface.showAlone() }
            } catch {
                throw error.code == EGL_BAD_NATIVE_WINDOW ? .badDrawable(drawable) : GLXError(error, resource: drawable)
            }
        }
    }
    static let swapInterval: @convention(c) (Display?, RasterXID, Int32) -> Void = { display, drawable, interval in
        perform("glXSwapIntervalEXT", GLXRequest.none, display, ()) { glx, _ throws(GLXError) in
            guard interval >= 0 else { throw GLXError(.badValue, "the interval is negative") }
            try glx.drawable(drawable, display).surface.swapInterval = min(1, Int(interval))
        }
    }
    static let swapIntervalMESA: @convention(c) (UInt32) -> Int32 = { setCurrentInterval(Int(clamping: $0), "glXSwapIntervalMESA") }
    static let swapIntervalSGI: @convention(c) (Int32) -> Int32 = { interval in
        interval <= 0 ? GLX.badValue : setCurrentInterval(Int(interval), "glXSwapIntervalSGI")
    }
    private static func setCurrentInterval(_ interval: Int, _ name: StaticString) -> Int32 {
        perform(name, GLXRequest.none, nil, GLX.badContext) { _, current throws(GLXError) in
            guard let surface = current.current?.draw else { return GLX.badContext }
            surface.swapInterval = min(1, interval)
            return 0
        }
    }
    static let getSwapIntervalMESA: @convention(c) () -> Int32 = {
        perform("glXGetSwapIntervalMESA", GLXRequest.none, nil, 0) { _, current throws(GLXError) in Int32(current.current?.draw?.swapInterval ?? 0) }
    }
}
