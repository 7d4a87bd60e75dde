// FlatTransitions: pictures that rotate, shrink and grow in the plane of the view. The unit of lengths is the view's height.

public import Raster

/// The source rotates and shrinks to nothing over the destination.
public final class ScaleRotateTransition: Transition {
    public let device: Device
    public let name = "scale-rotate"
    /// Whether the rotation is clockwise.
    public var isClockwise: Bool
    public var duration: Double { 3.5 }
    /// The speed of the rotation in radians per second, if the transition runs in its default duration.
    private static let speed = 2.0

    /// Creates a transition that shrinks and rotates the source.
    public init(device: Device, clockwise: Bool = false) { self.device = device; isClockwise = clockwise }

    package static func surfaces(progress: Double, ratio: Float, isClockwise: Bool) -> [Surface] {
        let rest = Float(1 - progress), angle = Float(speed * 3.5 * progress) * (isClockwise ? -1 : 1)
        var picture = Surface(.source)
        picture.addRectangle(from: SIMD2(-ratio / 2, -0.5), to: SIMD2(ratio / 2, 0.5), .rotationZ(angle) * .scale(rest * rest))
        return [picture]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try TransitionSurfaces.of(device).draw(frame, background: .picture(.destination),
                                               Self.surfaces(progress: frame.progress, ratio: frame.ratio, isClockwise: isClockwise),
                                               projection: flatProjection(ratio: frame.ratio), into: &encoder, label: name)
    }
}

/// A thumbnail of the destination grows out of a rectangle of the source until the thumbnail fills the view. After that, the destination's
/// toolbar falls in at the top and bounces. The reversed transition moves the toolbar out, and the view shrinks to its thumbnail.
public final class ZoomFromRectangleTransition: Transition {
    public let device: Device
    public let name = "zoom"
    /// The lower left corner and the size of the thumbnail, as fractions of the view's width and height, y upwards.
    public let rectangle: (x: Float, y: Float, width: Float, height: Float)
    /// The height of the toolbar at the top of the destination, as a fraction of the destination's height, at most 0.9; 0 if the destination
    /// has no toolbar.
    public let toolbar: Float
    public var duration: Double { 1.4 }

    /// The fraction of the transition's time during which the thumbnail grows.
    private static let growth = 0.65

    /// Creates a transition that zooms out of a rectangle.
    /// - Throws: `invalidArgument` for a rectangle that is empty or extends beyond the view, or for a toolbar that takes more than 0.9 of
    ///   the destination's height.
    public init(device: Device, rectangle: (x: Float, y: Float, width: Float, height: Float) = (0.08, 0.12, 0.26, 0.26),
                toolbar: Float = 0.12) throws(RasterError) {
        let r = rectangle
        guard r.x >= 0, r.y >= 0, r.width > 0, r.height > 0, r.x + r.width <= 1, r.y + r.height <= 1 else {
            throw RasterError(.invalidArgument, "rectangle", at: "transition 'zoom'", "is \(r.width)×\(r.height) at \(r.x), \(r.y)",
                              remedy: "use a rectangle within 0…1")
        }
        guard toolbar >= 0, toolbar <= 0.9 else {
            throw RasterError(.invalidArgument, "toolbar", at: "transition 'zoom'", "is \(toolbar)", remedy: "use 0 to 0.9")
        }
        self.device = device; self.rectangle = rectangle; self.toolbar = toolbar
    }

    package func surfaces(progress: Double, ratio: Float) -> [Surface] {
        let zoom = toolbar > 0 ? Float(Easing.cubicInOut(progress / Self.growth)) : Float(Easing.cubicInOut(progress))
        func between(_ a: Float, _ b: Float) -> Float { a + (b - a) * zoom }
        let top = 1 - toolbar
        let low = SIMD2(between(rectangle.x, 0), between(rectangle.y, 0)), size = SIMD2(between(rectangle.width, 1), between(rectangle.height, top))
        // The content of the destination is the destination without its toolbar. The thumbnail shows the middle of the content,
        // cropped to the thumbnail's proportions.
        let thumbnail = size.x * ratio / size.y, content = ratio / top
        let share = SIMD2(min(thumbnail / content, 1), min(content / thumbnail, 1))
        let middle = SIMD2<Float>(0.5, top / 2), half = share * SIMD2<Float>(0.5, top / 2)
        let toView = Matrix4.translation(-ratio / 2, -0.5, 0) * .scale(ratio, 1, 1)
        var surface = Surface(.destination)
        surface.addRectangle(from: low, to: low + size, uv: (middle - half, middle + half), toView)
        if toolbar > 0, progress > Self.growth {
            let height = 1 + toolbar - toolbar * Float(Easing.bounceOut((progress - Self.growth) / (1 - Self.growth)))
            surface.addRectangle(from: SIMD2(0, height - toolbar), to: SIMD2(1, height), uv: (SIMD2(0, top), SIMD2(1, 1)), toView)
        }
        return [surface]
    }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try TransitionSurfaces.of(device).draw(frame, background: .picture(.source), surfaces(progress: frame.progress, ratio: frame.ratio),
                                               projection: flatProjection(ratio: frame.ratio), into: &encoder, label: name)
    }
}

/// Returns the matrix from the view's plane to clip space. The visible part of the plane has the height 1 and, as its width, the
/// view's ratio. The plane's visible part is centred at the origin.
private func flatProjection(ratio: Float) -> Matrix4 { .ortho(left: -ratio / 2, right: ratio / 2, bottom: -0.5, top: 0.5) }
