import Raster

/// How a fragment's premultiplied colour S, weighted by coverage c, meets the pixel D: result = c · (Fa · S + Fb · D) + (1 − c) · D, so that a pixel half covered lies half
/// way between what it was and what the operator makes of it. The pipeline's blending computes that: its source is c · S, its factors are Fa and 1 − c · (1 − Fb).
struct Composite: Hashable {
    /// What the fragment shader gives besides c · S.
    enum Second: String, Hashable {
        /// Nothing.
        case none
        /// c, for operators that leave nothing of D.
        case coverage
        /// c · (1 − alpha of S), for operators that leave of D what S covers.
        case uncovered
        /// c · (alpha of S − S), for the blend mode multiply.
        case absorbed
    }
    var blend: BlendState?
    var second: Second
    /// The blend mode whose formula the fragment shader computes from a copy of what is there, to the final colour; nil where factors are enough.
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

    /// The fragment as it is, for images of numbers.
    static let replace = Composite()

    /// nil where the mode changes nothing.
    init?(_ mode: BlendMode) {
        switch mode {
        case .destination: return nil
        // What is taken away by an opaque colour: `clear` draws with one.
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
        // Separable modes that are sums of products, multiplied out for premultiplied colours.
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
    /// Whether the mode changes pixels inside of the clip that the shape does not cover. As Cairo has it; HTML's canvas counts `source` (its copy) among them too, Core
    /// Graphics none.
    var isUnbounded: Bool {
        switch self {
        case .sourceIn, .sourceOut, .destinationIn, .destinationAtop: true
        default: false
        }
    }
    /// Whether nothing of what was there is left where something is drawn, however transparent that is.
    var isReplacing: Bool { self == .clear || self == .source }
}
