import CDriver
import EGLDriver
import GLState

/// A configuration of a screen (a GLXFBConfig, GLX 1.4 §3.3.3). The handle of a configuration is the object's address.
final class GLXConfig {
    let config: DriverConfig
    let screen: Int32
    let isDoubleBuffered: Bool

    init(_ config: DriverConfig, screen: Int32, isDoubleBuffered: Bool) {
        self.config = config; self.screen = screen; self.isDoubleBuffered = isDoubleBuffered
    }
    var handle: UnsafeMutableRawPointer { ObjectTable.handle(of: self) }

    /// Returns the value of an attribute (glXGetFBConfigAttrib, GLX 1.4 table 3.1); nil if there is no such attribute.
    func value(_ attribute: Int32) -> Int32? {
        let format = config.format
        return switch attribute {
        case GLX.bufferSize: Int32(format.red + format.green + format.blue + format.alpha)
        case GLX.redSize: Int32(format.red)
        case GLX.greenSize: Int32(format.green)
        case GLX.blueSize: Int32(format.blue)
        case GLX.alphaSize: Int32(format.alpha)
        case GLX.depthSize: Int32(format.depth)
        case GLX.stencilSize: Int32(format.stencil)
        case GLX.samples: Int32(format.samples)
        case GLX.sampleBuffers: format.samples > 0 ? 1 : 0
        case GLX.doubleBuffer: isDoubleBuffered ? 1 : 0
        case GLX.level, GLX.stereo, GLX.auxBuffers, GLX.accumRedSize, GLX.accumGreenSize, GLX.accumBlueSize, GLX.accumAlphaSize, GLX.visualSelectGroup,
             GLX.sRGBCapable, GLX.transparentIndexValue, GLX.transparentRedValue, GLX.transparentGreenValue, GLX.transparentBlueValue,
             GLX.transparentAlphaValue: 0
        case GLX.configCaveat, GLX.transparentType: GLX.none
        case GLX.visualType: GLX.trueColor
        case GLX.visualID: config.visual
        case GLX.screen: screen
        case GLX.configID: config.id
        case GLX.renderType: GLX.rgbaBit
        case GLX.drawableType: GLX.windowBit | GLX.pixmapBit | (isDoubleBuffered ? GLX.pbufferBit : 0)
        case GLX.xRenderable: 1
        case GLX.maxPbufferWidth, GLX.maxPbufferHeight: DriverConfig.largestPbufferSize
        case GLX.maxPbufferPixels: DriverConfig.largestPbufferSize * DriverConfig.largestPbufferSize
        default: nil
        }
    }

    /// Returns the configurations of a screen. Each configuration has its own visual if the screen has enough visuals. Visuals that are left
    /// over belong to the first configuration of their depth. The first configuration of the root window's depth also has the visual of the
    /// root window, because most programs use this visual.
    static func all(_ windows: X11Windows, screen: Int32) -> [GLXConfig] {
        var configs: [GLXConfig] = []
        for (depth, alphas) in [(24, [0, 8]), (32, [8])] {
            let visuals = windows.visualNumbers(depth: depth)
            guard let first = visuals.first else { continue }
            var rest = visuals.dropFirst()
            for (samples, isDoubleBuffered) in [(0, true), (0, false), (4, true), (4, false), (8, true)] {
                for alpha in alphas {
                    for (depthBits, stencilBits) in [(24, 8), (24, 0), (0, 0)] {
                        var format = SurfaceFormat()
                        format.alpha = alpha; format.depth = depthBits; format.stencil = stencilBits; format.samples = samples
                        let isFirst = configs.last?.config.blendsWindow != (depth == 32)
                        let number = isFirst ? first : rest.popFirst() ?? first
                        let visual = WindowVisual(id: Int32(bitPattern: number), type: 4, hasAlpha: depth == 32, allowsUnusedAlpha: depth == 24)
                        let types = EGL_WINDOW_BIT | EGL_PIXMAP_BIT | EGL_PBUFFER_BIT
                        let config = DriverConfig(id: Int32(configs.count + 1), format: format, surfaceTypes: types, visual: visual)
                        configs.append(GLXConfig(config, screen: screen, isDoubleBuffered: isDoubleBuffered))
                    }
                }
            }
        }
        return configs
    }
}
