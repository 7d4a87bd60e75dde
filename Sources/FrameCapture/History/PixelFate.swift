import Raster

/// What happened to one sample of a pixel in an event that wrote it, or might have.
public enum PixelFate: String, Sendable, Hashable, CaseIterable {
    /// The sample was written to the attachments that the write masks allow.
    case written
    /// The sample passed all tests, but the write masks allow no attachment to change.
    case writeMasked
    /// A clear wrote the sample.
    case cleared
    /// A copy or blit into the image wrote the sample, or may have.
    case transferred
    /// The primitive would cover the sample, but lies in front of the near plane.
    case nearClipped
    /// The primitive would cover the sample, but lies behind the far plane.
    case farClipped
    /// The primitive would cover the sample, but gl_ClipDistance is negative there.
    case clippedByShader
    /// The primitive would cover the sample, but the pixel is outside of the viewport.
    case viewportClipped
    /// The primitive is culled because of its visible side.
    case culled
    /// The pixel is outside of the scissor.
    case scissorClipped
    /// `RasterState.sampleMask` has no bit for the sample.
    case sampleMasked
    /// The stencil test failed.
    case stencilFailed
    /// The depth test failed.
    case depthFailed
    /// The shader discarded the fragment.
    case discarded
    /// gl_SampleMask or alpha to coverage removed the sample.
    case maskedByShader

    /// The fate as the end of a sentence about a draw: "fails the depth test".
    public var sentence: String {
        switch self {
        case .written: "is written"
        case .writeMasked: "passes all tests, but the write masks block all channels"
        case .cleared: "is cleared"
        case .transferred: "is copied"
        case .nearClipped: "is clipped by the near plane"
        case .farClipped: "is clipped by the far plane"
        case .clippedByShader: "is clipped by the shader's gl_ClipDistance"
        case .viewportClipped: "lies outside of the viewport"
        case .culled: "is culled because of its primitive's visible side"
        case .scissorClipped: "lies outside of the scissor"
        case .sampleMasked: "is masked by the pipeline's sample mask"
        case .stencilFailed: "fails the stencil test"
        case .depthFailed: "fails the depth test"
        case .discarded: "is discarded by its shader"
        case .maskedByShader: "is masked by the shader's gl_SampleMask or its alpha"
        }
    }

    /// The fate for a table: "depth failed".
    package var title: String { rawValue.words }

    /// Returns why a draw does not change a pixel, in the present tense: "its primitive 3 fails the depth test".
    /// - Parameters:
    ///   - subject: The primitives, as the subject of the sentence.
    ///   - isPlural: Whether the subject is plural.
    ///   - isOfSeveral: Whether the primitives belong to several draws.
    ///   - isFrontFacing: Whether the primitive is front-facing; nil if that is not known.
    func reason(_ subject: String, isPlural: Bool, isOfSeveral: Bool = false, isFrontFacing: Bool? = nil) -> String {
        let verb = isPlural ? "are" : "is", its = isOfSeveral ? "their" : "its"
        return switch self {
        case .written, .cleared, .transferred: "\(subject) \(verb) written"
        case .writeMasked: "\(subject) \(isPlural ? "pass" : "passes") all tests, but the write masks block all channels"
        case .nearClipped: "\(subject) \(verb) clipped there by the near plane"
        case .farClipped: "\(subject) \(verb) clipped there by the far plane"
        case .clippedByShader: "\(subject) \(verb) clipped there by the vertex shader's gl_ClipDistance"
        case .viewportClipped: "the pixel lies outside of \(its) viewport"
        case .culled: "\(subject) \(verb) culled" + (isPlural ? "" : (isFrontFacing.map { $0 ? ", because it shows its front" : ", because it shows its back" } ?? ""))
        case .scissorClipped: "the pixel lies outside of \(its) scissor"
        case .sampleMasked: "\(its) pipeline's sample mask excludes the sample"
        case .stencilFailed: "\(subject) \(isPlural ? "fail" : "fails") the stencil test"
        case .depthFailed: "\(subject) \(isPlural ? "fail" : "fails") the depth test"
        case .discarded: "\(subject) \(verb) discarded by \(its) fragment shader"
        case .maskedByShader: "\(its) fragment shader's gl_SampleMask or alpha excludes the sample"
        }
    }

    init(_ outcome: ProbedFragment.Outcome) {
        self = switch outcome {
        case .written: .written
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
}
