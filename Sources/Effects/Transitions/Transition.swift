public import Raster

/// A transition from one picture to another: at progress 0 the frame is the source, at 1 the destination, byte for byte.
///
/// A conforming type makes the frames in between, in `drawBetween(_:into:)`. Callers use `draw(_:into:)`, which checks the frame
/// and draws both ends. A frame depends only on its `TransitionFrame`, so frames can be drawn in any order and at any rate.
public protocol Transition: AnyObject {
    /// A short name for people, such as `page-curl`.
    var name: String { get }
    /// The device that the transition draws with.
    var device: Device { get }
    /// The default duration in seconds; above 0.
    var duration: Double { get }
    /// The default relation of progress to time.
    var easing: Easing { get }
    /// Whether the target must have a depth attachment.
    var needsDepth: Bool { get }
    /// Records a frame whose progress lies between 0 and 1, both excluded. Only `draw(_:into:)` calls it.
    func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws
}

extension Transition {
    /// One second.
    public var duration: Double { 1 }
    /// Constant speed.
    public var easing: Easing { .linear }
    /// false: most transitions need no depth.
    public var needsDepth: Bool { false }

    /// Records the frame: a plain copy of the source at progress 0, of the destination at 1, and the transition's own drawing in
    /// between. Draws all pixels of the target.
    /// - Throws: `RasterError` for a progress or a picture that cannot be drawn, or the transition's errors; then nothing is
    ///   recorded.
    public func draw(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        try frame.validate(for: self)
        if frame.progress > 0 && frame.progress < 1 { return try drawBetween(frame, into: &encoder) }
        let surfaces = TransitionSurfaces.of(device)
        try surfaces.draw(frame, background: .picture(frame.progress <= 0 ? .source : .destination), [], into: &encoder, label: "\(name), at rest")
    }

    /// The opposite transition: its source is this transition's destination.
    public var reversed: ReversedTransition { ReversedTransition(self) }
}

/// The pictures, the target and the settings of a frame of a transition.
public struct TransitionFrame {
    /// The picture that disappears: a 2D texture, t upwards.
    public var source: Texture
    /// The picture that appears.
    public var destination: Texture
    /// The target of the drawing. Its width and height determine how both pictures are cropped.
    public var target: Framebuffer
    /// The progress of the transition, 0…1.
    public var progress: Double
    /// The seed of all random numbers in the frame.
    public var seed: UInt64
    /// How pictures are fitted whose proportions differ from the target's.
    public var resize: ResizeMode

    /// A frame. At both ends it equals the pictures byte for byte, if they have the target's size.
    public init(source: Texture, destination: Texture, target: Framebuffer, progress: Double, seed: UInt64 = 1, resize: ResizeMode = .cover) {
        self.source = source; self.destination = destination; self.target = target
        self.progress = progress; self.seed = seed; self.resize = resize
    }

    /// Width of the target divided by its height.
    public var ratio: Float { Float(target.width) / Float(target.height) }

    fileprivate func validate(for transition: some Transition) throws(RasterError) {
        func refuse(_ code: RasterError.Code, _ subject: String, _ problem: String, _ remedy: String) -> RasterError {
            RasterError(code, subject, at: "transition '\(transition.name)'", problem, remedy: remedy)
        }
        guard progress >= 0, progress <= 1 else { throw refuse(.invalidArgument, "progress", "is \(progress)", "use 0 to 1") }
        for (role, texture) in [("source", source), ("destination", destination)] {
            guard texture.descriptor.type == .d2, texture.descriptor.samples == 1, texture.format.isColor, !texture.format.isInteger else {
                throw refuse(.samplerTypeMismatch, "\(role) picture", "is not a single-sampled 2D texture of a colour format", "give such a texture")
            }
        }
        guard target.color.first.flatMap({ $0 }) != nil else { throw refuse(.incompleteFramebuffer, "target", "has no colours", "give it a colour attachment") }
        guard !transition.needsDepth || target.depth != nil else {
            throw refuse(.incompleteFramebuffer, "target", "has no depth attachment, which this transition needs", "make it with a depth attachment")
        }
    }
}

/// How a picture is fitted into a frame of other proportions. Only `stretch` distorts the picture.
public enum ResizeMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// The picture fills the frame; the excess is cut off.
    case cover
    /// The whole picture is visible; the pixels of its edges are repeated beside it.
    case contain
    /// The picture is distorted to the frame's proportions.
    case stretch

    /// The factor for offsets from the middle, from the frame's coordinates to the picture's. The parameters are the frame's and
    /// the picture's ratio of width to height.
    public func scale(frame ratio: Float, picture: Float) -> SIMD2<Float> {
        switch self {
        case .cover: SIMD2(min(ratio / picture, 1), min(picture / ratio, 1))
        case .contain: SIMD2(max(ratio / picture, 1), max(picture / ratio, 1))
        case .stretch: SIMD2(1, 1)
        }
    }
    func scale(frame ratio: Float, _ texture: Texture) -> SIMD2<Float> {
        scale(frame: ratio, picture: Float(texture.width) / Float(texture.height))
    }
}

/// The direction in which something moves, or from which it comes.
public enum TransitionDirection: String, Sendable, Hashable, CaseIterable, Codable {
    /// To the left.
    case left
    /// To the right.
    case right
    /// Upwards.
    case up
    /// Downwards.
    case down

    /// The unit vector, y upwards.
    public var vector: SIMD2<Float> {
        switch self {
        case .left: SIMD2(-1, 0)
        case .right: SIMD2(1, 0)
        case .up: SIMD2(0, 1)
        case .down: SIMD2(0, -1)
        }
    }
    var isHorizontal: Bool { self == .left || self == .right }
    /// 1 to the right and upwards, −1 to the left and downwards.
    var sign: Float { self == .right || self == .up ? 1 : -1 }
}

/// A transition that runs backwards: its frame at p is the frame of `forward` at 1 − p with source and destination exchanged.
public final class ReversedTransition: Transition {
    /// The transition that is run backwards.
    public let forward: any Transition
    /// Runs another transition backwards. Three reversals equal one, so that repeated reversals do not make longer chains.
    public init(_ forward: any Transition) {
        if let reversed = forward as? ReversedTransition, let original = reversed.forward as? ReversedTransition { self.forward = original.forward } else { self.forward = forward }
    }

    public var name: String { "\(forward.name), reversed" }
    public var device: Device { forward.device }
    public var duration: Double { forward.duration }
    public var easing: Easing { forward.easing.mirrored }
    public var needsDepth: Bool { forward.needsDepth }
    public func drawBetween(_ frame: TransitionFrame, into encoder: inout CommandEncoder) throws {
        var other = frame
        other.source = frame.destination
        other.destination = frame.source
        other.progress = 1 - frame.progress
        try forward.draw(other, into: &encoder)
    }
}
