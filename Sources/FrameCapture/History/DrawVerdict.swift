import Raster

/// Why nothing, or not all, is seen of a draw.
public enum DrawLoss: String, Sendable, Hashable, CaseIterable {
    /// It has no vertices or indices.
    case noVertices
    /// It has no instances.
    case noInstances
    /// Its vertices make no primitive: they are too few, or primitive restart divides them all.
    case noPrimitives
    /// Primitives with a position that is NaN or infinite.
    case notFinite
    /// Primitives that lie behind the eye: w is not positive at any vertex.
    case behindEye
    /// Primitives without area or length.
    case degenerate
    /// Primitives in front of the near plane.
    case nearClipped
    /// Primitives behind the far plane.
    case farClipped
    /// Primitives that the vertex shader's gl_ClipDistance cuts away.
    case clippedByShader
    /// Primitives outside of the viewport or of the target.
    case viewportClipped
    /// Triangles that show a side that is culled.
    case culled
    /// Primitives outside of the scissor.
    case scissorClipped
    /// Primitives that lie between the samples.
    case coversNothing
    /// Samples for which the pipeline's sample mask has no bit.
    case sampleMasked
    /// Samples that fail the stencil test.
    case stencilFailed
    /// Samples that fail the depth test.
    case depthFailed
    /// Samples that the shader discards.
    case discarded
    /// Samples that gl_SampleMask or alpha to coverage leaves out.
    case maskedByShader
    /// Samples that pass all tests, while the write masks let nothing through.
    case writeMasked
    /// Samples with an alpha of 0, which blending leaves as they were.
    case transparent
    /// Samples that get the bits that they had.
    case unchanged
    /// Samples that later events gave other values.
    case overdrawn
    /// Samples that the frame's result has no use for.
    case notShown

    init(_ outcome: ProbedFragment.Outcome) {
        self = switch outcome {
        // What was written is no loss by itself.
        case .written: .unchanged
        case .sampleMasked: .sampleMasked
        case .stencilFailed: .stencilFailed
        case .depthFailed: .depthFailed
        case .discarded: .discarded
        case .maskedByShader: .maskedByShader
        case .nearClipped: .nearClipped
        case .farClipped: .farClipped
        case .clippedByShader: .clippedByShader
        case .viewportClipped: .viewportClipped
        case .culled: .culled
        case .scissorClipped: .scissorClipped
        }
    }
    init(_ loss: PrimitiveLoss) {
        self = switch loss {
        case .notFinite: .notFinite
        case .behindEye: .behindEye
        case .degenerate: .degenerate
        case .coversNothing: .coversNothing
        case .limited(let outcome): DrawLoss(outcome)
        }
    }
    /// The reason in a table: "depth failed".
    package var title: String { rawValue.words }

    /// The rest of a sentence about one or several things: "lie in front of the near plane".
    func sentence(isPlural: Bool) -> String {
        func verb(_ plural: String, _ singular: String) -> String { isPlural ? plural : singular }
        return switch self {
        case .noVertices: "has no vertices"
        case .noInstances: "has no instances"
        case .noPrimitives: "has vertices that make no primitive"
        case .notFinite: verb("have positions that are NaN or infinite", "has a position that is NaN or infinite")
        case .behindEye: verb("lie behind the eye: no vertex of theirs has a positive w", "lies behind the eye: none of its vertices has a positive w")
        case .degenerate: verb("are degenerate: they have no area or length", "is degenerate: it has no area or length")
        case .nearClipped: verb("lie", "lies") + " in front of the near plane"
        case .farClipped: verb("lie", "lies") + " behind the far plane"
        case .clippedByShader: verb("are", "is") + " clipped by the vertex shader's gl_ClipDistance"
        case .viewportClipped: verb("lie", "lies") + " outside of the viewport"
        case .culled: verb("are culled by the side that they show", "is culled by the side that it shows")
        case .scissorClipped: verb("lie", "lies") + " outside of the scissor"
        case .coversNothing: verb("lie between the samples and cover none", "lies between the samples and covers none")
        case .sampleMasked: verb("are", "is") + " masked by the pipeline's sample mask"
        case .stencilFailed: verb("fail", "fails") + " the stencil test"
        case .depthFailed: verb("fail", "fails") + " the depth test"
        case .discarded: verb("are", "is") + " discarded by the shader"
        case .maskedByShader: verb("are", "is") + " masked by the shader's gl_SampleMask or its alpha"
        case .writeMasked: verb("pass all tests, but the write masks let nothing of them through", "passes all tests, but the write masks let nothing of it through")
        case .transparent: verb("have", "has") + " an alpha of 0, so that blending leaves what was there"
        case .unchanged: verb("get", "gets") + " the value that was there before"
        case .overdrawn: verb("are", "is") + " overdrawn"
        case .notShown: verb("are", "is") + " not in what the frame shows"
        }
    }
}

/// What is seen of a draw in the frame's result, and what became of the rest.
public struct DrawVerdict: Sendable {
    /// A number of things that share a fate.
    public struct Evidence: Sendable, Hashable {
        /// "primitives", "samples", or empty where the draw itself is meant.
        public let unit: String
        /// How many.
        public let count: Int
        /// Of how many.
        public let total: Int
        /// Their fate.
        public let loss: DrawLoss
        /// The draw or event that is the reason, where it is another one: "@7 (main/sky)".
        public let by: String?
    }
    /// The draw.
    public let draw: CapturedDraw
    /// Vertices that were shaded.
    public let vertices: Int
    /// Primitives of all instances.
    public let primitives: Int
    /// Samples that they cover.
    public let samples: Int
    /// Samples that pass all tests.
    public let passed: Int
    /// Samples whose bits it changed in one of its images: the number for the image where it is largest.
    public let changed: Int
    /// Pixels or samples of the frame's result that are others without the draw.
    public let seen: Int
    /// What is lost on the way, in the order of the pipeline.
    public let evidence: [Evidence]

    /// One or two sentences.
    public var sentence: String {
        let subject = "draw @\(draw.number) (\(draw.name), \(draw.site))"
        if seen > 0 { return "\(subject.capitalizedSentence) is seen: without it, \(counted(seen, "sample")) of the frame's result would have \(seen == 1 ? "another value" : "other values")." }
        let nothing = "Nothing is seen of \(subject): "
        if let whole = evidence.first, whole.unit.isEmpty { return nothing + "it \(whole.loss.sentence(isPlural: false))." }
        return nothing + evidence.map { entry in
            let amount = entry.count == entry.total ? (entry.total == 1 ? "its only \(entry.unit.dropLast())" : "all \(entry.total) \(entry.unit)") : "\(entry.count) of \(entry.total) \(entry.unit)"
            return "\(amount) \(entry.loss.sentence(isPlural: entry.count != 1))" + (entry.by.map { " by \($0)" } ?? "")
        }.joined(separator: "; ") + "."
    }
}
