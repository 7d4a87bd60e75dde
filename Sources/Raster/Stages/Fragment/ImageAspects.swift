// ImageAspects: a set of the aspects colour, depth and stencil.

/// The aspects of a framebuffer that a draw writes.
struct ImageAspects: OptionSet {
    let rawValue: UInt8
    static let color = ImageAspects(rawValue: 1), depth = ImageAspects(rawValue: 2), stencil = ImageAspects(rawValue: 4)
}
