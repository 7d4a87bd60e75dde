// GLXFunctions+Contexts: the functions that make contexts, and that make a context current (GLX 1.4 §3.3.7, §3.4.3, GLX_ARB_create_context
// and related extensions).

import CDriver
import EGLDriver
import GLState

enum ContextFunctions {
    // MARK: Creation

    static let createContext: @convention(c) (Display?, Handle?, Handle?, Int32) -> Handle? = { display, visual, share, _ in
        perform("glXCreateContext", GLXRequest.createContext, display, nil) { glx, current throws(GLXError) in
            try make(ConfigFunctions.config(visual: visual, display, &glx, &current), [], share, display, &glx)
        }
    }
    static let createNewContext: @convention(c) (Display?, Handle?, Int32, Handle?, Int32) -> Handle? = { display, config, type, share, _ in
        perform("glXCreateNewContext", GLXRequest.createNewContext, display, nil) { glx, current throws(GLXError) in
            let config = try glx.config(config, display, &current)
            guard type == GLX.rgbaType else { throw GLXError(.badMatch, "the driver has no contexts with colour indices") }
            return try make(config, [], share, display, &glx)
        }
    }
    static let createContextAttribs: @convention(c) (Display?, Handle?, Handle?, Int32, UnsafePointer<Int32>?) -> Handle? = { display, config, share, _, list in
        perform("glXCreateContextAttribsARB", GLXRequest.createContextAttribs, display, nil) { glx, current throws(GLXError) in
            var pairs: [(name: Int32, value: Int32)] = [], list = list
            while let pair = list, pair[0] != 0 {
                pairs.append((pair[0], pair[1]))
                list = pair + 2
            }
            if config == nil {
                // If a context works with drawables of all configurations, no configuration names the screen, so the program gives the screen
                // as an attribute (GLX_EXT_no_config_context).
                guard let number = pairs.first(where: { $0.name == GLX.screen })?.value else { throw .badConfig }
                return try make((nil, glx.screen(number, display, &current)), pairs, share, display, &glx)
            }
            let (found, screen) = try glx.config(config, display, &current)
            return try make((found, screen), pairs, share, display, &glx)
        }
    }
    private static func make(_ place: (config: GLXConfig?, screen: GLXScreen), _ pairs: [(name: Int32, value: Int32)], _ share: Handle?, _ display: Display?,
                             _ glx: inout GLXState) throws(GLXError) -> Handle {
        let attributes = try Self.attributes(pairs, isForAnyConfig: place.config == nil)
        let shared = share == nil ? nil : try glx.context(share)
        if let shared, shared.gl.notifiesOfResets != attributes.losesContextOnReset {
            throw GLXError(.badMatch, "contexts that share objects must have the same strategy of reset notification")
        }
        let context = DriverContext(display: place.screen.display, config: place.config?.config, attributes: attributes, share: shared?.gl.share)
        return try glx.display(display).contexts.add(context)
    }
    private static func make(_ place: (config: GLXConfig, screen: GLXScreen), _ pairs: [(name: Int32, value: Int32)], _ share: Handle?, _ display: Display?,
                             _ glx: inout GLXState) throws(GLXError) -> Handle {
        try make((Optional(place.config), place.screen), pairs, share, display, &glx)
    }

    /// Translates the attributes of GLX_ARB_create_context to the attributes of EGL_KHR_create_context, which have the same meaning.
    private static func attributes(_ pairs: [(name: Int32, value: Int32)], isForAnyConfig: Bool) throws(GLXError) -> ContextAttributes {
        var translated: [(name: EGLint, value: Int)] = [(EGL_CONTEXT_MAJOR_VERSION, 1)], isES = false
        for (name, value) in pairs {
            switch name {
            case GLX.contextMajorVersion: translated.append((EGL_CONTEXT_MAJOR_VERSION, Int(value)))
            case GLX.contextMinorVersion: translated.append((EGL_CONTEXT_MINOR_VERSION, Int(value)))
            // The flags have the same bits in GLX and EGL, so the value is passed on unchanged.
            case GLX.contextFlags: translated.append((EGL_CONTEXT_FLAGS_KHR, Int(value)))
            case GLX.contextProfileMask:
                switch value {
                case GLX.coreProfileBit: translated.append((EGL_CONTEXT_OPENGL_PROFILE_MASK, Int(EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT)))
                case GLX.compatibilityProfileBit: translated.append((EGL_CONTEXT_OPENGL_PROFILE_MASK, Int(EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT)))
                case GLX.esProfileBit: isES = true
                default: throw GLXError(.badProfile, "the mask must have one of the bits of the profiles")
                }
            case GLX.resetNotificationStrategy:
                switch value {
                case GLX.noResetNotification: break
                case GLX.loseContextOnReset: translated.append((EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, Int(EGL_LOSE_CONTEXT_ON_RESET)))
                default: throw GLXError(.badValue, "there is no such strategy of reset notification")
                }
            case GLX.renderType:
                guard value == GLX.rgbaType else { throw GLXError(.badMatch, "the driver has no contexts with colour indices") }
            case GLX.screen: break
            default: throw GLXError(.badValue, "0x\(String(name, radix: 16)) is no attribute of contexts")
            }
        }
        let list = AttributeList(pairs: translated)
        do throws(EGLError) { return try ContextAttributes(list, isES: isES, isForAnyConfig: isForAnyConfig) } catch {
            // EGL_BAD_MATCH and EGL_BAD_CONFIG mean that the program asked for a version that does not exist, or that the driver does not
            // offer.
            if error.code == EGL_BAD_MATCH || error.code == EGL_BAD_CONFIG { throw GLXError(.badFBConfig, error.reason) }
            throw GLXError(error, resource: 0)
        }
    }

    static let destroyContext: @convention(c) (Display?, Handle?) -> Void = { display, context in
        perform("glXDestroyContext", GLXRequest.destroyContext, display, ()) { glx, _ throws(GLXError) in
            guard glx.removeContext(context) else { throw .badContext }
        }
    }
    static let copyContext: @convention(c) (Display?, Handle?, Handle?, UInt) -> Void = { display, _, _, _ in
        perform("glXCopyContext", GLXRequest.copyContext, display, ()) { _, _ throws(GLXError) in
            throw GLXError(.badMatch, "the driver does not copy state between contexts")
        }
    }
    static let isDirect: @convention(c) (Display?, Handle?) -> Int32 = { display, context in
        perform("glXIsDirect", GLXRequest.none, display, 0) { glx, _ throws(GLXError) in
            _ = try glx.context(context)
            return 1
        }
    }
    static let queryContext: @convention(c) (Display?, Handle?, Int32, UnsafeMutablePointer<Int32>?) -> Int32 = { display, context, attribute, value in
        perform("glXQueryContext", GLXRequest.queryContext, display, GLX.badContext) { glx, _ throws(GLXError) in
            let context = try glx.context(context)
            switch attribute {
            case GLX.configID: value?.pointee = context.config?.id ?? 0
            case GLX.renderType: value?.pointee = GLX.rgbaType
            case GLX.screen: value?.pointee = Int32(truncatingIfNeeded: context.display.attributes.first?.value ?? 0)
            default: return GLX.badAttribute
            }
            return 0
        }
    }

    // MARK: The current context

    static let makeCurrent: @convention(c) (Display?, RasterXID, Handle?) -> Int32 = { display, drawable, context in
        make(context, display, drawable, drawable, "glXMakeCurrent", GLXRequest.makeCurrent)
    }
    static let makeContextCurrent: @convention(c) (Display?, RasterXID, RasterXID, Handle?) -> Int32 = { display, draw, read, context in
        make(context, display, draw, read, "glXMakeContextCurrent", GLXRequest.makeContextCurrent)
    }
    private static func make(_ context: Handle?, _ display: Display?, _ draw: RasterXID, _ read: RasterXID, _ name: StaticString, _ request: Int32) -> Int32 {
        perform(name, request, display, 0) { glx, current throws(GLXError) in
            if context == nil {
                guard draw == 0 && read == 0 else { throw GLXError(.badMatch, "there are drawables, but no context") }
                current.release()
                return 1
            }
            let context = try glx.context(context)
            guard (draw == 0) == (read == 0) else { throw GLXError(.badMatch, "there is only one of the two drawables") }
            let drawn = draw == 0 ? nil : try glx.surface(draw, display, context, &current)
            let other = read == draw ? drawn : read == 0 ? nil : try glx.surface(read, display, context, &current)
            try GLXError.rethrowing(draw) { () throws(EGLError) in try current.makeCurrent(context, draw: drawn, read: other) }
            return 1
        }
    }

    // MARK: Waiting

    static let waitGL: @convention(c) () -> Void = {
        perform("glXWaitGL", GLXRequest.none, nil, ()) { _, current throws(GLXError) in current.current?.flush() }
    }
    /// Reads the pixels that X and other programs have drawn into a pixmap, so that OpenGL's next commands see these pixels.
    static let waitX: @convention(c) () -> Void = {
        perform("glXWaitX", GLXRequest.none, nil, ()) { _, current throws(GLXError) in
            try GLXError.rethrowing { () throws(EGLError) in try current.current?.draw?.readPixmap() }
        }
    }
}
