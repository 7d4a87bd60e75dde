/// The constants of GLX 1.4 and of the extensions that the driver offers. The constants are not taken from Xlib's header, because that
/// header includes OpenGL's header, whose names GLState defines too.
enum GLX {
    // Attributes of glXChooseVisual and glXGetConfig.
    static let useGL: Int32 = 1, bufferSize: Int32 = 2, level: Int32 = 3, rgba: Int32 = 4, doubleBuffer: Int32 = 5, stereo: Int32 = 6
    static let auxBuffers: Int32 = 7, redSize: Int32 = 8, greenSize: Int32 = 9, blueSize: Int32 = 10, alphaSize: Int32 = 11
    static let depthSize: Int32 = 12, stencilSize: Int32 = 13, accumRedSize: Int32 = 14, accumGreenSize: Int32 = 15, accumBlueSize: Int32 = 16
    static let accumAlphaSize: Int32 = 17

    // Attributes of configurations.
    static let configCaveat: Int32 = 0x20, visualType: Int32 = 0x22, transparentType: Int32 = 0x23, transparentIndexValue: Int32 = 0x24
    static let transparentRedValue: Int32 = 0x25, transparentGreenValue: Int32 = 0x26, transparentBlueValue: Int32 = 0x27
    static let transparentAlphaValue: Int32 = 0x28, visualID: Int32 = 0x800B, screen: Int32 = 0x800C, drawableType: Int32 = 0x8010
    static let renderType: Int32 = 0x8011, xRenderable: Int32 = 0x8012, configID: Int32 = 0x8013, maxPbufferWidth: Int32 = 0x8016
    static let maxPbufferHeight: Int32 = 0x8017, maxPbufferPixels: Int32 = 0x8018, sampleBuffers: Int32 = 100_000, samples: Int32 = 100_001
    static let visualSelectGroup: Int32 = 0x8028, sRGBCapable: Int32 = 0x20B2

    // Attributes of drawables.
    static let preservedContents: Int32 = 0x801B, largestPbuffer: Int32 = 0x801C, width: Int32 = 0x801D, height: Int32 = 0x801E
    static let eventMask: Int32 = 0x801F, pbufferHeight: Int32 = 0x8040, pbufferWidth: Int32 = 0x8041
    static let swapInterval: Int32 = 0x20F1, maxSwapInterval: Int32 = 0x20F2, backBufferAge: Int32 = 0x20F4
    static let pbufferClobberMask: UInt = 0x0800_0000

    // Attributes of contexts.
    static let contextMajorVersion: Int32 = 0x2091, contextMinorVersion: Int32 = 0x2092, contextFlags: Int32 = 0x2094
    static let contextProfileMask: Int32 = 0x9126, contextReleaseBehavior: Int32 = 0x2097, resetNotificationStrategy: Int32 = 0x8256
    static let noResetNotification: Int32 = 0x8261, loseContextOnReset: Int32 = 0x8252, contextNoError: Int32 = 0x31B3
    static let debugBit: Int32 = 1, forwardCompatibleBit: Int32 = 2, robustAccessBit: Int32 = 4
    static let coreProfileBit: Int32 = 1, compatibilityProfileBit: Int32 = 2, esProfileBit: Int32 = 4

    // Values of attributes, and the names of GLX's strings.
    static let none: Int32 = 0x8000, dontCare: Int32 = -1, slowConfig: Int32 = 0x8001, nonConformantConfig: Int32 = 0x800D, trueColor: Int32 = 0x8002
    static let rgbaType: Int32 = 0x8014, rgbaBit: Int32 = 1, windowBit: Int32 = 1, pixmapBit: Int32 = 2, pbufferBit: Int32 = 4
    static let vendor: Int32 = 1, version: Int32 = 2, extensions: Int32 = 3

    // The error codes that glXGetConfig and the functions about configurations return.
    static let badScreen: Int32 = 1, badAttribute: Int32 = 2, badVisual: Int32 = 4, badContext: Int32 = 5, badValue: Int32 = 6
}
