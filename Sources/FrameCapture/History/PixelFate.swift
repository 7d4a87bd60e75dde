import Raster

/// The fate of one sample of a pixel that an event touched, or could have touched.
public enum PixelFate: String, Sendable, Hashable, CaseIterable {
    /// It was written to the attachments that the write masks allow.
    case written
    /// It passed all tests, and the write masks allow none of the attachments to change.
    case writeMasked
    /// A clear gave it its value.
    case cleared
    /// A copy or blit into the image may have given it its value.
    case transferred
    /// The primitive would be there, but lies in front of the near plane.
    case nearClipped
    /// The primitive would be there, but lies behind the far plane.
    case farClipped
    /// The primitive would be there, but the vertex shader's gl_ClipDistance is negative.
    case clippedByShader
    /// The primitive would be there, but the viewport leaves the pixel out.
    case viewportClipped
    /// The primitive shows a side that is culled.
    case culled
    /// The scissor leaves the pixel out.
    case scissorClipped
    /// `RasterState.sampleMask` has no bit for the sample.
    case sampleMasked
    /// The stencil test failed.
    case stencilFailed
    /// The depth test failed.
    case depthFailed
    /// The shader discarded the fragment.
    case discarded
    /// gl_SampleMask or alpha to coverage left the sample out.
    case maskedByShader

    /// The end of a sentence about a draw: "fails the depth test".
    public var sentence: String {
        switch self {
        case .written: "is written"
        case .writeMasked: "passes all tests, but the write masks let nothing of it through"
        case .cleared: "is cleared"
        case .transferred: "is copied"
        case .nearClipped: "is clipped by the near plane"
        case .farClipped: "is clipped by the far plane"
        case .clippedByShader: "is clipped by the shader's gl_ClipDistance"
        case .viewportClipped: "lies outside of the viewport"
        case .culled: "is culled by the side that its primitive shows"
        case .scissorClipped: "lies outside of the scissor"
        case .sampleMasked: "is masked by the pipeline's sample mask"
        case .stencilFailed: "fails the stencil test"
        case .depthFailed: "fails the depth test"
        case .discarded: "is discarded by its shader"
        case .maskedByShader: "is masked by the shader's gl_SampleMask or its alpha"
        }
    }

    /// The fate in a table: "depth failed".
    package var title: String { rawValue.words }

    /// Why a draw does not change a pixel, in the present tense: "its primitive 3 fails the depth test".
    /// - Parameters:
    ///   - subject: The primitives of which that is said.
    ///   - isPlural: Whether these are several.
    ///   - isOfSeveral: Whether they are of several draws.
    ///   - isFrontFacing: The side that the primitive shows.
    func reason(_ subject: String, isPlural: Bool, isOfSeveral: Bool = false, isFrontFacing: Bool? = nil) -> String {
        let verb = isPlural ? "are" : "is", its = isOfSeveral ? "their" : "its"
        return switch self {
        case .written, .cleared, .transferred: "\(subject) \(verb) written"
        case .writeMasked: "\(subject) \(isPlural ? "pass" : "passes") all tests, but the write masks let nothing through"
        case .nearClipped: "\(subject) \(verb) clipped there by the near plane"
        case .farClipped: "\(subject) \(verb) clipped there by the far plane"
        case .clippedByShader: "\(subject) \(verb) clipped there by the vertex shader's gl_ClipDistance"
        case .viewportClipped: "the pixel lies outside of \(its) viewport"
        case .culled: "\(subject) \(verb) culled" + (isPlural ? "" : (isFrontFacing.map { $0 ? ", as it shows its front" : ", as it shows its back" } ?? ""))
        case .scissorClipped: "the pixel lies outside of \(its) scissor"
        case .sampleMasked: "\(its) pipeline's sample mask leaves the sample out"
        case .stencilFailed: "\(subject) \(isPlural ? "fail" : "fails") the stencil test"
        case .depthFailed: "\(subject) \(isPlural ? "fail" : "fails") the depth test"
        case .discarded: "\(subject) \(verb) discarded by \(its) fragment shader"
        case .maskedByShader: "\(its) fragment shader's gl_SampleMask or alpha leaves the sample out"
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
