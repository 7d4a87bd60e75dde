public import Raster

/// The paint of a fill or a stroke: one colour, a gradient or a picture.
public enum Paint: Sendable, Hashable {
    /// One colour.
    case color(Color)
    /// A gradient.
    case gradient(Gradient)
    /// A picture, repeated or not.
    case pattern(ImagePattern)
}

/// A transition between colours along a line, from a circle to a circle, or around a point. Points are in the user space of the drawn
/// shape. Colours are premultiplied before the interpolation. If all stops are opaque, a gradient has the same colours as in HTML's canvas
/// and in Cairo.
///
/// For each pixel, the offset is computed in Floats, from the pixel's position relative to a pixel near the gradient's start. Colours are
/// exact to 1/255 up to ten thousand gradient lengths away, at any position up to eight million pixels from the canvas's origin.
public struct Gradient: Sendable, Hashable {
    /// A colour at an offset.
    public struct Stop: Sendable, Hashable {
        /// The offset is 0 at the gradient's start and 1 at its end. Offsets must not fall: an offset that is lower
        /// than the previous stop's offset is raised to the previous stop's offset.
        public var offset: Double
        /// The colour at the offset.
        public var color: Color
        /// Creates a stop.
        public init(_ offset: Double, _ color: Color) { self.offset = offset; self.color = color }
    }
    /// The shape along which offsets are measured.
    public enum Geometry: Sendable, Hashable {
        /// Offsets are measured along a line, from a point to a point.
        case linear(from: Point, to: Point)
        /// Offsets are measured from a circle to a circle, as in HTML's createRadialGradient.
        case radial(startCenter: Point, startRadius: Double, endCenter: Point, endRadius: Double)
        /// Offsets are measured clockwise around a point, starting at an angle in radians, as in HTML's createConicGradient.
        case conic(center: Point, startAngle: Double)
    }
    /// The treatment of offsets before the first and after the last stop.
    public enum Spread: String, Sendable, Hashable, CaseIterable {
        /// The outermost colours continue.
        case pad
        /// The gradient repeats.
        case `repeat`
        /// The gradient repeats; every second repetition is mirrored.
        case reflect
        /// Nothing is drawn.
        case none
    }
    /// The shape along which offsets are measured.
    public var geometry: Geometry
    /// The stops. A gradient without stops draws nothing.
    public var stops: [Stop]
    /// The treatment of offsets before the first and after the last stop.
    public var spread: Spread
    /// Creates a gradient.
    public init(_ geometry: Geometry, stops: [Stop], spread: Spread = .pad) { self.geometry = geometry; self.stops = stops; self.spread = spread }
    /// Returns a linear gradient of evenly spaced colours.
    public static func linear(from: Point, to: Point, _ colors: [Color], spread: Spread = .pad) -> Gradient {
        let last = Double(max(colors.count - 1, 1))
        return Gradient(.linear(from: from, to: to), stops: colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }, spread: spread)
    }
    /// Returns a gradient of evenly spaced colours from a point outwards.
    public static func radial(center: Point, radius: Double, _ colors: [Color], spread: Spread = .pad) -> Gradient {
        let last = Double(max(colors.count - 1, 1))
        return Gradient(.radial(startCenter: center, startRadius: 0, endCenter: center, endRadius: radius),
                        stops: colors.enumerated().map { Stop(Double($0.offset) / last, $0.element) }, spread: spread)
    }
}

/// A picture as paint. The upper left corner of the image lies at the origin of `transform`; one pixel is one point in that space.
public struct ImagePattern: Sendable, Hashable {
    /// The treatment of the area beyond the image's edges.
    public enum Tiling: String, Sendable, Hashable, CaseIterable {
        /// Draws nothing.
        case none
        /// The outermost pixels continue.
        case pad
        /// The image repeats.
        case `repeat`
        /// The image repeats; every second repetition is mirrored.
        case reflect
    }
    /// The picture, with straight alpha.
    public var image: Image
    /// The transform from the image's pixels to user space.
    public var transform: AffineTransform
    /// The treatment of the area beyond the image's edges.
    public var tiling: Tiling
    /// True to interpolate between neighbouring pixels (bilinear); false to take the nearest pixel.
    public var isSmooth: Bool
    /// Creates a pattern.
    public init(_ image: Image, transform: AffineTransform = .identity, tiling: Tiling = .repeat, isSmooth: Bool = true) {
        self.image = image; self.transform = transform; self.tiling = tiling; self.isSmooth = isSmooth
    }
}
