// GLXFunctions+Configs: configurations, visuals, strings (GLX 1.4 §3.3.2, §3.3.3, §3.4.1).

import CDriver
import EGLDriver
import Glibc

typealias Display = UnsafeMutableRawPointer
typealias Handle = UnsafeMutableRawPointer

enum ConfigFunctions {
    // MARK: Configurations

    typealias ConfigList = UnsafeMutablePointer<Handle?>

    static let getFBConfigs: @convention(c) (Display?, Int32, UnsafeMutablePointer<Int32>?) -> ConfigList? = { display, screen, count in
        list("glXGetFBConfigs", display, screen, count) { $0.configs }
    }
    static let chooseFBConfig: @convention(c) (Display?, Int32, UnsafePointer<Int32>?, UnsafeMutablePointer<Int32>?) -> ConfigList? = {
        display, screen, attributes, count in
        list("glXChooseFBConfig", display, screen, count) { GLXWishes(configList: attributes)?.choose(from: $0.configs) ?? [] }
    }
    /// Returns configurations in memory that the program must free with XFree. Returns NULL if there are no configurations, or if the screen
    /// does not exist.
    private static func list(_ name: StaticString, _ display: Display?, _ screen: Int32, _ count: UnsafeMutablePointer<Int32>?,
                             _ choose: (GLXScreen) -> [GLXConfig]) -> ConfigList? {
        count?.pointee = 0
        return perform(name, GLXRequest.none, nil, nil) { glx, current throws(GLXError) in
            let configs = choose(try glx.screen(screen, display, &current))
            guard !configs.isEmpty, let memory = malloc(configs.count * MemoryLayout<Handle?>.stride) else { return nil }
            let handles = memory.bindMemory(to: Handle?.self, capacity: configs.count)
            for (i, config) in configs.enumerated() { (handles + i).initialize(to: config.handle) }
            count?.pointee = Int32(configs.count)
            return handles
        }
    }
    static let getFBConfigAttrib: @convention(c) (Display?, Handle?, Int32, UnsafeMutablePointer<Int32>?) -> Int32 = { display, config, attribute, value in
        perform("glXGetFBConfigAttrib", GLXRequest.none, display, GLX.badVisual) { glx, current throws(GLXError) in
            guard let found = try glx.config(config, display, &current).config.value(attribute) else { return GLX.badAttribute }
            value?.pointee = found
            return 0
        }
    }

    // MARK: Visuals

    static let chooseVisual: @convention(c) (Display?, Int32, UnsafePointer<Int32>?) -> Handle? = { display, screen, attributes in
        perform("glXChooseVisual", GLXRequest.none, nil, nil) { glx, current throws(GLXError) in
            let screen = try glx.screen(screen, display, &current)
            guard let wishes = GLXWishes(visualList: attributes), let config = screen.choose(wishes) else { return nil }
            return RasterXlibVisualInfo(display, screen.number, UInt32(bitPattern: config.config.visual))
        }
    }
    static let getVisualFromFBConfig: @convention(c) (Display?, Handle?) -> Handle? = { display, config in
        perform("glXGetVisualFromFBConfig", GLXRequest.none, display, nil) { glx, current throws(GLXError) in
            let config = try glx.config(config, display, &current).config
            return RasterXlibVisualInfo(display, config.screen, UInt32(bitPattern: config.config.visual))
        }
    }
    static let getFBConfigFromVisual: @convention(c) (Display?, Handle?) -> Handle? = { display, visual in
        perform("glXGetFBConfigFromVisualSGIX", GLXRequest.none, nil, nil) { glx, current throws(GLXError) in
            try config(visual: visual, display, &glx, &current).config.handle
        }
    }
    static let getConfig: @convention(c) (Display?, Handle?, Int32, UnsafeMutablePointer<Int32>?) -> Int32 = { display, visual, attribute, value in
        perform("glXGetConfig", GLXRequest.none, nil, GLX.badScreen) { glx, current throws(GLXError) in
            guard let visual else { return GLX.badVisual }
            let config = try glx.screen(RasterXlibVisualScreen(visual), display, &current).config(visual: RasterXlibVisualNumber(visual))
            if attribute == GLX.useGL {
                value?.pointee = config == nil ? 0 : 1
                return 0
            }
            guard let config else { return GLX.badVisual }
            guard let found = attribute == GLX.rgba ? 1 : config.value(attribute) else { return GLX.badAttribute }
            value?.pointee = found
            return 0
        }
    }
    /// Returns the configuration and the screen of a visual. The program passes the visual as an XVisualInfo.
    static func config(visual: Handle?, _ display: Display?, _ glx: inout GLXState, _ current: inout EGLState)
        throws(GLXError) -> (config: GLXConfig, screen: GLXScreen) {
        guard let visual else { throw GLXError(.badValue, "the visual is NULL") }
        let screen = try glx.screen(RasterXlibVisualScreen(visual), display, &current)
        guard let config = screen.config(visual: RasterXlibVisualNumber(visual)) else {
            throw GLXError(.badValue, "the visual 0x\(String(RasterXlibVisualNumber(visual), radix: 16)) is not one of 24 or 32 bits that OpenGL can draw")
        }
        return (config, screen)
    }

    // MARK: Strings

    static let queryExtensionsString: @convention(c) (Display?, Int32) -> UnsafePointer<CChar>? = { _, _ in GLXStrings.extensions }
    static let queryServerString: @convention(c) (Display?, Int32, Int32) -> UnsafePointer<CChar>? = { _, _, name in GLXStrings.string(name) }
    static let getClientString: @convention(c) (Display?, Int32) -> UnsafePointer<CChar>? = { _, name in GLXStrings.string(name) }

    // MARK: Calls that need the fixed functions

    /// Programs call this function to make display lists of a font's glyphs. The function does nothing, because OpenGL 3.3 has no display lists.
    static let useXFont: @convention(c) (RasterXID, Int32, Int32, Int32) -> Void = { _, _, _, _ in
        EGLError.printReason("glXUseXFont does nothing, because Raster has no display lists")
    }
}
