public import Raster

/// What fills a shape.
public enum Paint: Sendable, Hashable {
    /// One colour.
    case color(Color)
    /// A gradient.
    case gradient(Gradient)
    /// A picture, repeated or not.
    case pattern(ImagePattern)
}

/// Colours between stops, along a line, from a circle to a circle, or around a point. Points are in the user space in which the shape is drawn. Colours are
/// interpolated premultiplied, as HTML's canvas and Cairo do not tell apart for opaque stops.
///
/// Offsets are computed for each pixel in Floats, counted from the pixel where the gradient begins: colours are right to 1/255 within ten thousand of its own lengths, wherever
/// on the canvas it lies up to eight million pixels from the origin.
public struct Gradient: Sendable, Hashable {
    /// A colour at an offset.
    public struct Stop: Sendable, Hashable {
        /// 0 at the gradient's start, 1 at its end. Offsets rise; one that does not is taken as its predecessor's.
        public var offset: Double
        /// The colour there.
        public var color: Color
        /// A stop.
        public init(_ offset: Double, _ color: Color) { self.offset = offset; self.color = color }
    }
    /// The shape along which offsets are measured.
    public enum Geometry: Sendable, Hashable {
        /// From a point to a point.
        case linear(from: Point, to: Point)
        /// From a circle to a circle, as HTML's createRadialGradient.
        case radial(startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double)
        /// Clockwise around a point from an angle in radians, as HTML's createConicGradient.
        case conic(center: Point, startAngle: Double)
    }
    /// What is drawn before the first and after the last stop.
    public enum Spread: String, Sendable, Hashable, CaseIterable {
        /// The outermost colours go on.
        case pad
        /// The gradient begins anew.
        case `repeat`
        /// The gradient runs back and forth.
        case reflect
        /// Nothing is drawn.
        case none
    }
    /// The shape along which offsets are measured.
    public var geometry: Geometry
    /// At least one; a gradient without stops draws nothing.
    public var stops: [Stop]
    /// What is drawn before the first and after the last stop.
    public var spread: Spread
    /// A gradient.
    public init(_ geometry: Geometry, stops: [Stop], spread: Spread = .pad) { self.geometry = geometry; self.stops = stops; self.spread = spread }
    /// A linear gradient of evenly spaced colours.
    public static func linear(from: Point, to: Point, _ colors: [Color], spread: Spread = .pad) -> Gradient {
        let last = Double(max(colors.count - 1, 1))
        return Gradient(.linear(from: from, to: to), stops: colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }, spread: spread)
    }
    /// A gradient of evenly spaced colours from a point outwards.
    public static func radial(center: Point, radius: Double, _ colors: [Color], spread: Spread = .pad) -> Gradient {
        let last = Double(max(colors.count - 1, 1))
        return Gradient(.radial(startCenter: center, startRadius: 0, endCenter: center, endRadius: radius),
                        stops: colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }, spread: spread)
    }
}

/// A picture as paint. The image's upper left corner lies at the origin of `transform`, a pixel is a point there.
public struct ImagePattern: Sendable, Hashable {
    /// What is drawn beyond the image's edges.
    public enum Tiling: String, Sendable, Hashable, CaseIterable {
        /// Nothing.
        case none
        /// The outermost pixels go on.
        case pad
        /// The image again.
        case `repeat`
        /// The image, mirrored by turns.
        case reflect
    }
    /// The picture, straight alpha.
    public var image: Image
    /// From the image's pixels to user space.
    public var transform: AffineTransform
    /// What is drawn beyond the image's edges.
    public var tiling: Tiling
    /// Whether neighbouring pixels are mixed (bilinear), or the nearest is taken.
    public var isSmooth: Bool
    /// A pattern.
    public init(_ image: Image, transform: AffineTransform = .identity, tiling: Tiling = .repeat, isSmooth: Bool = true) {
        self.image = image; self.transform = transform; self.tiling = tiling; self.isSmooth = isSmooth
    }
}
