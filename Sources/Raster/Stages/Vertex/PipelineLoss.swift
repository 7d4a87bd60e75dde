/// The reason why a primitive or a sample does not reach the attachments. The cases are in the order of the pipeline.
public enum PipelineLoss: String, Sendable, Hashable, CaseIterable {
    /// A position of the primitive is NaN or infinite.
    case notFinite
    /// The primitive lies behind the eye: no vertex has a positive w.
    case behindEye
    /// The primitive has no area or length.
    case degenerate
    /// `RasterState.rasterizerDiscard` drops all primitives.
    case rasterizerDiscarded
    /// The primitive lies in front of the near plane.
    case nearClipped
    /// The primitive lies behind the far plane.
    case farClipped
    /// One of the distances in gl_ClipDistance is negative in the whole primitive.
    case clippedByShader
    /// The primitive lies outside of the viewport or of the target.
    case viewportClipped
    /// The triangle is culled because of the side that faces the viewer.
    case culled
    /// The primitive lies outside of the scissor.
    case scissorClipped
    /// The layered target has no layer with the number of the primitive's gl_Layer.
    case layerMissing
    /// The primitive covers no sample.
    case coversNothing
    /// The bit for the sample in `RasterState.sampleMask` is not set.
    case sampleMasked
    /// The stencil test failed.
    case stencilFailed
    /// The depth test failed.
    case depthFailed
    /// The shader discarded the fragment.
    case discarded
    /// gl_SampleMask or alpha to coverage removed the sample.
    case maskedByShader
}
