import Raster

/// The result for one sample of a pixel in an event that wrote, or might have written, the sample.
public enum PixelFate: Sendable, Hashable {
    /// The sample was written to the attachments that the write masks allow.
    case written
    /// The sample passed all tests, but the write masks prevent changes to all attachments.
    case writeMasked
    /// A clear wrote the sample.
    case cleared
    /// A copy or blit into the image wrote the sample, or may have written the sample.
    case transferred
    /// A shader stored the pixel into an image with imageStore or an atomic operation.
    case stored
    /// The primitive would cover the sample, but a test or another limit prevented the draw from writing the sample.
    case lost(PipelineLoss)

    /// The fate as one word for scripts, such as "depthFailed".
    public var name: String {
        switch self {
        case .written: "written"
        case .writeMasked: "writeMasked"
        case .cleared: "cleared"
        case .transferred: "transferred"
        case .stored: "stored"
        case .lost(let loss): loss.rawValue
        }
    }

    /// The predicate of a sentence about a draw, such as "fails the depth test".
    public var sentence: String { sentence(in: .raster) }
    /// Returns the predicate of a sentence about a draw, in the given vocabulary.
    public func sentence(in words: Vocabulary) -> String {
        switch self {
        case .written: "is written"
        case .writeMasked: "passes all tests, but \(words.writeMasks) block all channels"
        case .cleared: "is cleared"
        case .transferred: "is copied"
        case .stored: "is stored into an image"
        case .lost(.rasterizerDiscarded): "is dropped by \(words.rasterizerDiscard(of: "the"))"
        case .lost(.nearClipped): "is clipped by the near plane"
        case .lost(.farClipped): "is clipped by the far plane"
        case .lost(.clippedByShader): "is clipped by the shader's gl_ClipDistance"
        case .lost(.viewportClipped): "lies outside of \(words.viewport(of: "the", nil))"
        case .lost(.culled): "is culled because of its primitive's visible side"
        case .lost(.scissorClipped): "lies outside of \(words.scissor(of: "the", nil))"
        case .lost(.layerMissing): "has a gl_Layer that the target does not have"
        case .lost(.sampleMasked): "is masked by \(words.sampleMask(of: "the"))"
        case .lost(.stencilFailed): "fails the stencil test"
        case .lost(.depthFailed): "fails the depth test"
        case .lost(.discarded): "is discarded by its shader"
        case .lost(.maskedByShader): "is masked by the shader's \(words.shaderMask(or: "its alpha", nil))"
        // The other kinds of loss concern primitives that cover no pixel, so these kinds occur in no pixel's history.
        case .lost(let loss): DrawLoss.pipeline(loss).sentence(isPlural: false, in: words)
        }
    }

    /// The fate as text for a table, such as "depth failed".
    package var title: String { name.words }

    /// Returns a clause with the reason why a draw does not change a pixel, such as "its primitive 3 fails the depth test".
    /// - Parameters:
    ///   - subject: The subject of the sentence, such as "its primitive 3".
    ///   - isPlural: Whether the subject is plural.
    ///   - isOfSeveral: Whether the primitives belong to several draws.
    ///   - event: The last event with this fate; nil if the reason concerns several draws.
    ///   - words: The vocabulary in which the text names states.
    func reason(_ subject: String, isPlural: Bool, isOfSeveral: Bool = false, _ event: PixelEvent? = nil, in words: Vocabulary = .raster) -> String {
        let verb = isPlural ? "are" : "is", its = isOfSeveral ? "their" : "its"
        return switch self {
        case .written, .cleared, .transferred, .stored: "\(subject) \(verb) written"
        case .writeMasked: "\(subject) \(isPlural ? "pass" : "passes") all tests, but \(words.writeMasks) block all channels"
        case .lost(.rasterizerDiscarded): "\(subject) \(verb) dropped by \(words.rasterizerDiscard(of: its))"
        case .lost(.nearClipped): "\(subject) \(verb) clipped there by the near plane"
        case .lost(.farClipped): "\(subject) \(verb) clipped there by the far plane"
        case .lost(.clippedByShader): "\(subject) \(verb) clipped there by the vertex shader's gl_ClipDistance"
        case .lost(.viewportClipped): "the pixel lies outside of \(words.viewport(of: its, event?.settings))"
        case .lost(.culled):
            "\(subject) \(verb) culled" + words.culling(event?.settings)
                + (isPlural ? "" : (event?.isFrontFacing.map { $0 ? ", because it shows its front" : ", because it shows its back" } ?? ""))
        case .lost(.scissorClipped): "the pixel lies outside of \(words.scissor(of: its, event?.settings))"
        case .lost(.sampleMasked): "\(words.sampleMask(of: its)) excludes the sample"
        case .lost(.stencilFailed): "\(subject) \(isPlural ? "fail" : "fails") \(words.stencilTest(event?.stencilCompare))"
        case .lost(.depthFailed): "\(subject) \(isPlural ? "fail" : "fails") \(words.depthTest(event?.depthCompare))"
        case .lost(.discarded): "\(subject) \(verb) discarded by \(its) fragment shader"
        case .lost(.maskedByShader): "\(its) fragment shader's \(words.shaderMask(or: "alpha", event?.settings)) excludes the sample"
        case .lost(let loss): "\(subject) \(DrawLoss.pipeline(loss).sentence(isPlural: isPlural, in: words, event?.settings))"
        }
    }
}
