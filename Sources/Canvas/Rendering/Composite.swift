import Raster

/// A composition of a fragment's premultiplied colour S, weighted by coverage c, with the stored pixel D: result = c · (Fa · S + Fb
/// · D) + (1 − c) · D. A half covered pixel thus becomes the mean of its old value and the operator's result. The pipeline's
/// blending computes this result with source c · S and the factors Fa and 1 − c · (1 − Fb).
struct Composite: Hashable {
    /// The second output of the fragment shader. The first output is c · S, the colour multiplied by the coverage.
    enum Second: String, Hashable {
        /// No second output.
        case none
        /// The value c, for operators that erase D.
        case coverage
        /// c · (1 − alpha of S), for operators that keep D only where S is opaque.
        case uncovered
        /// c · (alpha of S − S), for the blend mode multiply.
        case absorbed
    }
    var blend: BlendState?
    var second: Second
    /// The blend mode whose formula the fragment shader computes, with a copy of the stored colours; nil if blend factors suffice.
    var formula: BlendMode?

    private init(_ source: BlendFactor, _ destination: BlendFactor, second: Second = .none) {
        blend = BlendState(source: source, destination: destination)
        self.second = second
    }
    private init(color: (BlendFactor, BlendFactor), second: Second = .none) {
        blend = BlendState(colorSource: color.0, colorDestination: color.1, alphaEquation: .add, alphaSource: .one, alphaDestination: .oneMinusSourceAlpha)
        self.second = second
    }
    private init() { second = .none }

    /// Stores the fragment unchanged, for images that hold numbers instead of colours.
    static let replace = Composite()

    /// Creates the composition of a blend mode; nil if the mode changes nothing.
    init?(_ mode: BlendMode) {
        switch mode {
        case .destination: return nil
        // `clear` draws an opaque colour, so `clear` erases in the same way as `destinationOut`.
        case .clear, .destinationOut: self.init(.zero, .oneMinusSourceAlpha)
        case .source: self.init(.one, .oneMinusSource1Alpha, second: .coverage)
        case .sourceOver: self.init(.one, .oneMinusSourceAlpha)
        case .destinationOver: self.init(.oneMinusDestinationAlpha, .one)
        case .sourceIn: self.init(.destinationAlpha, .oneMinusSource1Alpha, second: .coverage)
        case .sourceOut: self.init(.oneMinusDestinationAlpha, .oneMinusSource1Alpha, second: .coverage)
        case .destinationIn: self.init(.zero, .oneMinusSource1Alpha, second: .uncovered)
        case .destinationAtop: self.init(.oneMinusDestinationAlpha, .oneMinusSource1Alpha, second: .uncovered)
        case .sourceAtop: self.init(.destinationAlpha, .oneMinusSourceAlpha)
        case .xor: self.init(.oneMinusDestinationAlpha, .oneMinusSourceAlpha)
        case .plus: self.init(.one, .one)
        // The formulas of these separable modes are sums of products, written here for premultiplied colours.
        case .multiply: self.init(color: (.oneMinusDestinationAlpha, .oneMinusSource1Color), second: .absorbed)
        case .screen: self.init(color: (.one, .oneMinusSourceColor))
        case .exclusion: self.init(color: (.oneMinusDestinationColor, .oneMinusSourceColor))
        case .overlay, .darken, .lighten, .colorDodge, .colorBurn, .hardLight, .softLight, .difference, .hue, .saturation, .color, .luminosity:
            self.init()
            formula = mode
        }
    }
}

extension BlendMode {
    /// True if the mode changes pixels within the clip but outside the shape. A mode that changes pixels outside the shape is called
    /// unbounded. Cairo has the same unbounded modes. In HTML's canvas, `source` (whose name in HTML is `copy`) also changes pixels outside
    /// the shape; in Core Graphics, no mode is unbounded.
    var isUnbounded: Bool {
        switch self {
        case .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
        default: false
        }
    }
    /// True if the drawn colour erases the stored colour completely, even if the drawn colour is transparent.
    var isReplacing: Bool { self == .clear || self == .source }
}
