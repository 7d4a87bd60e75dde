import Raster

/// A reason why a draw, or a part of the draw, is not visible.
public enum DrawLoss: Sendable, Hashable {
    /// The draw has no vertices or indices.
    case noVertices
    /// The draw has no instances.
    case noInstances
    /// The draw's vertices form no primitive: there are too few vertices, or primitive restart separates them.
    case noPrimitives
    /// Primitives or samples that do not reach the attachments.
    case pipeline(PipelineLoss)
    /// Samples that pass all tests but are not written, because the write masks exclude all channels, depth and stencil.
    case writeMasked
    /// Samples with an alpha of 0, so that blending leaves the stored colour unchanged.
    case transparent
    /// Samples whose new bits equal the stored bits.
    case unchanged
    /// Samples that later events overwrite with other values.
    case overdrawn
    /// Samples that do not influence the frame's result.
    case notShown

    /// The reason as one word for scripts, such as "depthFailed".
    public var name: String {
        switch self {
        case .noVertices: "noVertices"
        case .noInstances: "noInstances"
        case .noPrimitives: "noPrimitives"
        case .pipeline(let loss): loss.rawValue
        case .writeMasked: "writeMasked"
        case .transparent: "transparent"
        case .unchanged: "unchanged"
        case .overdrawn: "overdrawn"
        case .notShown: "notShown"
        }
    }
    /// The reason as text for a table, such as "depth failed".
    package var title: String { name.words }

    /// Returns the predicate of a sentence, in the singular or plural, such as "lie in front of the near plane".
    /// - Parameters:
    ///   - words: The vocabulary in which the sentence names states.
    ///   - settings: The settings of the draw; nil if the settings are not known.
    func sentence(isPlural: Bool, in words: Vocabulary = .raster, _ settings: DrawSettings? = nil) -> String {
        func verb(_ plural: String, _ singular: String) -> String { isPlural ? plural : singular }
        return switch self {
        case .noVertices: "has no vertices"
        case .noInstances: "has no instances"
        case .noPrimitives: "has vertices that make no primitive"
        case .pipeline(.notFinite): verb("have positions that are NaN or infinite", "has a position that is NaN or infinite")
        case .pipeline(.behindEye): verb("lie behind the eye: w is not positive at any of their vertices", "lies behind the eye: none of its vertices has a positive w")
        case .pipeline(.degenerate): verb("are degenerate: they have no area or length", "is degenerate: it has no area or length")
        case .pipeline(.rasterizerDiscarded): verb("are", "is") + " dropped by \(words.rasterizerDiscard(of: "the"))"
        case .pipeline(.nearClipped): verb("lie", "lies") + " in front of the near plane"
        case .pipeline(.farClipped): verb("lie", "lies") + " behind the far plane"
        case .pipeline(.clippedByShader): verb("are", "is") + " clipped by the vertex shader's gl_ClipDistance"
        case .pipeline(.viewportClipped): verb("lie", "lies") + " outside of \(words.viewport(of: "the", settings))"
        case .pipeline(.culled): verb("are", "is") + " culled" + words.culling(settings) + " because of \(verb("their", "its")) visible side"
        case .pipeline(.scissorClipped): verb("lie", "lies") + " outside of \(words.scissor(of: "the", settings))"
        case .pipeline(.layerMissing): verb("have", "has") + " a gl_Layer that the target does not have"
        case .pipeline(.coversNothing): verb("lie between the samples and cover none", "lies between the samples and covers none")
        case .pipeline(.sampleMasked): verb("are", "is") + " masked by \(words.sampleMask(of: "the"))"
        case .pipeline(.stencilFailed): verb("fail", "fails") + " \(words.stencilTest(settings?.stencilCompare))"
        case .pipeline(.depthFailed): verb("fail", "fails") + " \(words.depthTest(settings?.state.depth?.compare))"
        case .pipeline(.discarded): verb("are", "is") + " discarded by the shader"
        case .pipeline(.maskedByShader): verb("are", "is") + " masked by the shader's \(words.shaderMask(or: "its alpha", settings))"
        case .writeMasked: verb("pass", "passes") + " all tests, but \(words.writeMasks) block all channels"
        case .transparent: verb("have", "has") + " an alpha of 0, so that blending changes nothing"
        case .unchanged: verb("get the values that they had before", "gets the value that it had before")
        case .overdrawn: verb("are", "is") + " overdrawn"
        case .notShown: verb("are", "is") + " not in the frame's result"
        }
    }
}

/// The visible part of a draw in the frame's result, and the reasons why the rest is not visible.
public struct DrawVerdict: Sendable {
    /// The number of primitives or samples that were lost for one reason.
    public struct Evidence: Sendable, Hashable {
        /// The kind of lost things: "primitives", "samples" or "changed samples"; empty if the reason concerns the whole draw.
        public let unit: String
        /// The number of lost primitives or samples.
        public let count: Int
        /// The number of all primitives or samples, lost or not.
        public let total: Int
        /// The reason for the loss.
        public let loss: DrawLoss
        /// The other draw or event that caused the loss, such as "@7 (main/sky)"; nil if no other event caused the loss.
        public let by: String?
    }
    /// The draw.
    public let draw: CapturedDraw
    /// The number of shaded vertices.
    public let vertices: Int
    /// The number of primitives in all instances.
    public let primitives: Int
    /// The number of samples that the primitives cover.
    public let samples: Int
    /// The number of samples that pass all tests.
    public let passed: Int
    /// The number of samples whose bits the draw changed, in the image with the most changed samples.
    public let changed: Int
    /// The number of samples of the frame's result that would differ without the draw.
    public let seen: Int
    /// The losses, in the order of the pipeline.
    public let evidence: [Evidence]
    /// `words` is the vocabulary in which `sentence` names states. `settings` has the draw's settings.
    var words = Vocabulary.raster
    var settings: DrawSettings?

    /// The verdict in one or two sentences.
    public var sentence: String {
        let subject = "draw @\(draw.number) (\(draw.name), \(draw.site))"
        if seen > 0 { return "\(subject.capitalizedSentence) is visible: without it, \(counted(seen, "sample")) of the frame's result would have \(seen == 1 ? "another value" : "other values")." }
        let nothing = "\(subject.capitalizedSentence) is not visible: "
        if let whole = evidence.first, whole.unit.isEmpty { return nothing + "it \(whole.loss.sentence(isPlural: false, in: words, settings))." }
        return nothing + evidence.map { entry in
            let amount = entry.count == entry.total ? (entry.total == 1 ? "its only \(entry.unit.dropLast())" : "all \(entry.total) \(entry.unit)")
                : "\(entry.count) of \(entry.total) \(entry.unit)"
            return "\(amount) \(entry.loss.sentence(isPlural: entry.count != 1, in: words, settings))" + (entry.by.map { " by \($0)" } ?? "") + remedy(entry)
        }.joined(separator: "; ") + "."
    }
    private func remedy(_ entry: Evidence) -> String {
        words == .opengl ? entry.loss.openGLRemedies(settings).remedy(isPlural: entry.count != 1, entry.loss.remedyVerb) : ""
    }
}
