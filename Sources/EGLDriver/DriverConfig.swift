import CDriver
import GLState

/// A configuration: the formats that the images of a surface have (EGL 1.5 §3.4).
package final class DriverConfig {
    /// The value of EGL_CONFIG_ID. The configurations of a display are numbered from 1.
    package let id: EGLint
    package let format: SurfaceFormat
    /// The kinds of surfaces that can have the configuration, as bits: EGL_WINDOW_BIT, EGL_PIXMAP_BIT, EGL_PBUFFER_BIT.
    package let surfaceTypes: EGLint
    /// The number that the window system gives to the pixel format; 0 if the configuration is not for windows.
    package let visual: EGLint
    /// The class that the window system gives to `visual`; EGL_NONE if the visual has no class.
    let visualType: EGLint

    package static let largestPbufferSize: EGLint = 8192
    static let clientAPIs = EGL_OPENGL_ES2_BIT | EGL_OPENGL_ES3_BIT | EGL_OPENGL_BIT

    package init(id: EGLint, format: SurfaceFormat, surfaceTypes: EGLint, visual: WindowVisual? = nil) {
        self.id = id; self.format = format; self.surfaceTypes = surfaceTypes; self.visual = visual?.id ?? 0
        visualType = visual?.type ?? EGL_NONE
        blendsWindow = visual?.hasAlpha ?? false
    }

    /// Whether a window of the configuration is translucent: the window system blends the window with the windows behind it.
    package let blendsWindow: Bool
    var colorBits: EGLint { EGLint(format.red + format.green + format.blue + format.alpha) }

    /// Returns the value of an attribute (eglGetConfigAttrib, EGL 1.5 table 3.1); nil if there is no such attribute.
    func value(_ attribute: EGLint) -> EGLint? {
        switch attribute {
        case EGL_BUFFER_SIZE: colorBits
        case EGL_RED_SIZE: EGLint(format.red)
        case EGL_GREEN_SIZE: EGLint(format.green)
        case EGL_BLUE_SIZE: EGLint(format.blue)
        case EGL_ALPHA_SIZE: EGLint(format.alpha)
        case EGL_LUMINANCE_SIZE, EGL_ALPHA_MASK_SIZE: 0
        case EGL_DEPTH_SIZE: EGLint(format.depth)
        case EGL_STENCIL_SIZE: EGLint(format.stencil)
        case EGL_SAMPLES: EGLint(format.samples)
        case EGL_SAMPLE_BUFFERS: format.samples > 0 ? 1 : 0
        case EGL_BIND_TO_TEXTURE_RGB, EGL_BIND_TO_TEXTURE_RGBA, EGL_NATIVE_RENDERABLE: EGL_FALSE
        case EGL_COLOR_BUFFER_TYPE: EGL_RGB_BUFFER
        case EGL_CONFIG_CAVEAT, EGL_TRANSPARENT_TYPE: EGL_NONE
        case EGL_CONFIG_ID: id
        case EGL_CONFORMANT, EGL_RENDERABLE_TYPE: Self.clientAPIs
        case EGL_LEVEL, EGL_TRANSPARENT_RED_VALUE, EGL_TRANSPARENT_GREEN_VALUE, EGL_TRANSPARENT_BLUE_VALUE: 0
        case EGL_MAX_PBUFFER_WIDTH, EGL_MAX_PBUFFER_HEIGHT: Self.largestPbufferSize
        case EGL_MAX_PBUFFER_PIXELS: Self.largestPbufferSize * Self.largestPbufferSize
        case EGL_MIN_SWAP_INTERVAL: 0
        case EGL_MAX_SWAP_INTERVAL: 1
        case EGL_NATIVE_VISUAL_ID: visual
        case EGL_NATIVE_VISUAL_TYPE: visualType
        case EGL_SURFACE_TYPE: surfaceTypes
        default: nil
        }
    }

    /// Returns the configurations of a display. `visuals` are the window system's pixel formats with 8 bits for each channel.
    static func all(visuals: [WindowVisual], hasPixmaps: Bool) -> [DriverConfig] {
        // First come configurations without alpha, then configurations with an alpha that the window system ignores, then configurations
        // for translucent windows.
        var colors: [(red: Int, green: Int, blue: Int, alpha: Int, visual: WindowVisual?)] = []
        for visual in visuals where !visual.hasAlpha {
            colors.append((8, 8, 8, 0, visual))
            if visual.allowsUnusedAlpha { colors.append((8, 8, 8, 8, visual)) }
        }
        for visual in visuals where visual.hasAlpha { colors.append((8, 8, 8, 8, visual)) }
        for (red, green, blue, alpha) in [(8, 8, 8, 8), (8, 8, 8, 0), (5, 6, 5, 0)]
            where !colors.contains(where: { $0.red == red && $0.alpha == alpha }) {
            colors.append((red, green, blue, alpha, nil))
        }
        var configs: [DriverConfig] = []
        for samples in [0, 4, 8] {
            for color in colors {
                for (depth, stencil) in [(24, 8), (24, 0), (0, 0)] {
                    var format = SurfaceFormat()
                    format.red = color.red; format.green = color.green; format.blue = color.blue; format.alpha = color.alpha
                    format.depth = depth; format.stencil = stencil; format.samples = samples
                    let native = color.visual == nil ? 0 : EGL_WINDOW_BIT | (hasPixmaps ? EGL_PIXMAP_BIT : 0)
                    let types = EGL_PBUFFER_BIT | EGL_SWAP_BEHAVIOR_PRESERVED_BIT | native
                    configs.append(DriverConfig(id: EGLint(configs.count + 1), format: format, surfaceTypes: types, visual: color.visual))
                }
            }
        }
        return configs
    }
}

/// A pixel format of a window system.
package struct WindowVisual {
    package var id: EGLint
    package var type: EGLint
    /// Whether windows of this format are translucent: the window system blends such a window with the windows behind it.
    package var hasAlpha: Bool
    /// Whether configurations with alpha may use this format although the window system ignores the alpha of windows with this format.
    package var allowsUnusedAlpha: Bool

    package init(id: EGLint, type: EGLint, hasAlpha: Bool, allowsUnusedAlpha: Bool) {
        self.id = id; self.type = type; self.hasAlpha = hasAlpha; self.allowsUnusedAlpha = allowsUnusedAlpha
    }
}
