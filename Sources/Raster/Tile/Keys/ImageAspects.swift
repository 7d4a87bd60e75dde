// ImageAspects: colour, depth and stencil, as a set.

/// What a draw writes of a framebuffer.
struct ImageAspects: OptionSet {
    let rawValue: UInt8
    static let color = ImageAspects(rawValue: 1), depth = ImageAspects(rawValue: 2), stencil = ImageAspects(rawValue: 4)
}
