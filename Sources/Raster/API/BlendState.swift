/// The equation that combines two weighted colours: the fragment's (source) and the target's (destination; OpenGL 3.3 §4.1.7). The
/// equations `min` and `max` ignore the weights.
public enum BlendEquation: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// Source plus destination (GL_FUNC_ADD).
    case add
    /// Source minus destination (GL_FUNC_SUBTRACT).
    case subtract
    /// Destination minus source (GL_FUNC_REVERSE_SUBTRACT).
    case reverseSubtract
    /// The smaller value in each channel (GL_MIN).
    case min
    /// The larger value in each channel (GL_MAX).
    case max
}

/// The factor that multiplies a colour before blending (OpenGL 3.3 table 4.2). The source is the fragment's output with index
/// 0. The second source is the output with index 1. The destination is the pixel. The constant is the pass's blend colour.
public enum BlendFactor: UInt8, Sendable, Hashable, CaseIterable, Codable {
    /// The number 0 (GL_ZERO).
    case zero
    /// The number 1 (GL_ONE).
    case one
    /// The source's colour, channel by channel (GL_SRC_COLOR).
    case sourceColor
    /// 1 minus the source's colour (GL_ONE_MINUS_SRC_COLOR).
    case oneMinusSourceColor
    /// The destination's colour, channel by channel (GL_DST_COLOR).
    case destinationColor
    /// 1 minus the destination's colour (GL_ONE_MINUS_DST_COLOR).
    case oneMinusDestinationColor
    /// The source's alpha (GL_SRC_ALPHA).
    case sourceAlpha
    /// 1 minus the source's alpha (GL_ONE_MINUS_SRC_ALPHA).
    case oneMinusSourceAlpha
    /// The destination's alpha, which is 1 in a format without alpha (GL_DST_ALPHA).
    case destinationAlpha
    /// 1 minus the destination's alpha (GL_ONE_MINUS_DST_ALPHA).
    case oneMinusDestinationAlpha
    /// The colour of `RenderPass.setBlendColor`, channel by channel (GL_CONSTANT_COLOR).
    case constantColor
    /// 1 minus the colour of `RenderPass.setBlendColor` (GL_ONE_MINUS_CONSTANT_COLOR).
    case oneMinusConstantColor
    /// The alpha of `RenderPass.setBlendColor` (GL_CONSTANT_ALPHA).
    case constantAlpha
    /// 1 minus the alpha of `RenderPass.setBlendColor` (GL_ONE_MINUS_CONSTANT_ALPHA).
    case oneMinusConstantAlpha
    /// For red, green and blue, the smaller of the source's alpha and 1 minus the destination's alpha. For alpha, the number 1
    /// (GL_SRC_ALPHA_SATURATE).
    case sourceAlphaSaturated
    /// The second source's colour (GL_SRC1_COLOR).
    case source1Color
    /// 1 minus the second source's colour (GL_ONE_MINUS_SRC1_COLOR).
    case oneMinusSource1Color
    /// The second source's alpha (GL_SRC1_ALPHA).
    case source1Alpha
    /// 1 minus the second source's alpha (GL_ONE_MINUS_SRC1_ALPHA).
    case oneMinusSource1Alpha
    /// Whether the factor is computed from the second source. A program that is drawn with a factor of the second source must have an
    /// output with `layout(index = 1)`.
    public var usesSecondSource: Bool { rawValue >= BlendFactor.source1Color.rawValue }
}

/// Blending of one colour target (OpenGL 3.3 §4.1.7).
public struct BlendState: Sendable, Hashable, Codable {
    /// How red, green and blue are combined.
    public var colorEquation: BlendEquation
    /// The weight of the fragment's red, green and blue.
    public var colorSource: BlendFactor
    /// The weight of the pixel's red, green and blue.
    public var colorDestination: BlendFactor
    /// How alpha is combined.
    public var alphaEquation: BlendEquation
    /// The weight of the fragment's alpha.
    public var alphaSource: BlendFactor
    /// The weight of the pixel's alpha.
    public var alphaDestination: BlendFactor
    /// Blends colour and alpha separately (glBlendFuncSeparate, glBlendEquationSeparate).
    public init(colorEquation: BlendEquation = .add, colorSource: BlendFactor, colorDestination: BlendFactor,
                alphaEquation: BlendEquation, alphaSource: BlendFactor, alphaDestination: BlendFactor) {
        self.colorEquation = colorEquation; self.colorSource = colorSource; self.colorDestination = colorDestination
        self.alphaEquation = alphaEquation; self.alphaSource = alphaSource; self.alphaDestination = alphaDestination
    }
    /// Blends colour and alpha in the same way (glBlendFunc, glBlendEquation).
    public init(equation: BlendEquation = .add, source: BlendFactor, destination: BlendFactor) {
        self.init(colorEquation: equation, colorSource: source, colorDestination: destination,
                  alphaEquation: equation, alphaSource: source, alphaDestination: destination)
    }
    /// Blends the fragment over the pixel by its alpha, for colours that are not premultiplied. The pixel's alpha becomes the part of the
    /// pixel that the fragment and the earlier fragments cover together.
    public static let alpha = BlendState(colorSource: .sourceAlpha, colorDestination: .oneMinusSourceAlpha,
                                         alphaEquation: .add, alphaSource: .one, alphaDestination: .oneMinusSourceAlpha)
    /// Blends the fragment over the pixel by its alpha, for premultiplied colours: colours that are already multiplied by their
    /// alpha.
    public static let premultiplied = BlendState(source: .one, destination: .oneMinusSourceAlpha)
    /// Adds the fragment to the pixel, like light.
    public static let additive = BlendState(source: .one, destination: .one)
    /// Multiplies the pixel by the fragment, like coloured glass.
    public static let multiply = BlendState(source: .destinationColor, destination: .zero)
}

/// The channels of a colour attachment that a draw writes. All other channels keep their values (glColorMask).
public struct ColorWriteMask: OptionSet, Sendable, Hashable, Codable {
    /// Bits 0 to 3: red, green, blue, alpha.
    public let rawValue: UInt8
    /// Makes the set of the channels whose bits are set.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The red channel.
    public static let red = ColorWriteMask(rawValue: 1)
    /// The green channel.
    public static let green = ColorWriteMask(rawValue: 2)
    /// The blue channel.
    public static let blue = ColorWriteMask(rawValue: 4)
    /// The alpha channel.
    public static let alpha = ColorWriteMask(rawValue: 8)
    /// Every channel, the default.
    public static let all: ColorWriteMask = [.red, .green, .blue, .alpha]
    /// No channel: the draw leaves the attachment as it is.
    public static let none: ColorWriteMask = []
    /// Whether the set contains channel `channel`, 0 to 3.
    func contains(channel: Int) -> Bool { rawValue & 1 << UInt8(channel) != 0 }
}

/// How a draw writes one colour attachment: the blending, and the channels that change.
public struct ColorTargetState: Sendable, Hashable, Codable {
    /// How fragments are blended with the pixels; nil if fragments replace the pixels.
    public var blend: BlendState?
    /// The channels that are written.
    public var writeMask: ColorWriteMask
    /// Makes the settings of an attachment. By default, fragments replace the pixels in all channels.
    public init(blend: BlendState? = nil, writeMask: ColorWriteMask = .all) { self.blend = blend; self.writeMask = writeMask }
}
