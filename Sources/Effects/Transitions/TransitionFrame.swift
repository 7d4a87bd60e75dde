public import Raster

/// The pictures, the target and the settings of a frame of a transition.
public struct TransitionFrame {
    /// The picture that disappears: a 2D texture whose t grows upwards.
    public var source: Texture
    /// The picture that appears.
    public var destination: Texture
    /// The target of the drawing. The target's width and height determine how both pictures are cropped.
    public var target: Framebuffer
    /// The progress of the transition, 0…1.
    public var progress: Double
    /// The seed of all random numbers in the frame.
    public var seed: UInt64
    /// How a picture is fitted if its proportions differ from the target's.
    public var resize: ResizeMode

    /// Creates the description of a frame. If the pictures have the target's size, the frame at progress 0 equals the source byte for byte,
    /// and the frame at progress 1 equals the destination.
    public init(source: Texture, destination: Texture, target: Framebuffer, progress: Double, seed: UInt64 = 1, resize: ResizeMode = .cover) {
        self.source = source; self.destination = destination; self.target = target
        self.progress = progress; self.seed = seed; self.resize = resize
    }

    /// The width of the target divided by its height.
    public var ratio: Float { Float(target.width) / Float(target.height) }

    func validate(for transition: some Transition) throws(RasterError) {
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

/// How a picture is fitted into a frame whose proportions differ from the picture's. Only the mode `stretch` distorts the picture.
public enum ResizeMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// The picture fills the frame; the excess is cut off.
    case cover
    /// The whole picture is visible; the pixels of its edges are repeated in the rest of the frame.
    case contain
    /// The picture is distorted to the frame's proportions.
    case stretch

    /// Returns two factors, for x and y. The factors convert a position in the frame, relative to the frame's middle, to a position in the
    /// picture, relative to the picture's middle. `ratio` is the frame's width divided by its height, and `picture` is the picture's width
    /// divided by its height.
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
