// BuiltinInput: the inputs that a stage gets from the pipeline and not from the preceding stage.

/// A value that the pipeline provides to a stage.
public enum BuiltinInput: Int32, Sendable, Hashable, CaseIterable {
    /// gl_VertexID: the index of the vertex (vertex stage, int).
    case vertexID
    /// gl_InstanceID: the index of the instance, beginning with 0 (vertex stage, int).
    case instanceID
    /// gl_BaseVertex: the number that is added to each vertex index (vertex stage, int).
    case baseVertex
    /// gl_BaseInstance: the base instance of the draw, which is added to the instance's index to find instanced attributes (vertex
    /// stage, int).
    case baseInstance
    /// gl_DrawID: the index of the draw within a multi-draw (vertex stage, int).
    case drawID
    /// gl_FragCoord.x: the distance from the window's left edge in pixels (fragment stage, float).
    case fragCoordX
    /// gl_FragCoord.y: the distance from the window's bottom edge in pixels (fragment stage, float).
    case fragCoordY
    /// gl_FragCoord.z: depth, 0…1 (fragment stage, float).
    case fragCoordZ
    /// gl_FragCoord.w: 1 / w in clip space (fragment stage, float).
    case fragCoordW
    /// gl_FrontFacing: whether the primitive is front-facing (fragment stage, bool).
    case frontFacing
    /// gl_PointCoord.x: 0…1 from the left of a point (fragment stage, float).
    case pointCoordX
    /// gl_PointCoord.y: 0…1 from the top of a point (fragment stage, float).
    case pointCoordY
    /// In the fragment stage, gl_PrimitiveID (int): the number that the geometry shader gave to the primitive; without a geometry shader,
    /// the index of the primitive in its draw. In the geometry stage, gl_PrimitiveIDIn (int): the index of the primitive that the shader
    /// reads.
    case primitiveID
    /// gl_SampleID: the index of the sample (fragment stage, int).
    case sampleID
    /// gl_SamplePosition.x: 0…1 within the pixel, from the left (fragment stage, float).
    case samplePositionX
    /// gl_SamplePosition.y: 0…1 within the pixel, from the bottom (fragment stage, float).
    case samplePositionY
    /// gl_HelperInvocation: whether the lane is a helper, which runs only for its neighbours' derivatives (fragment stage, bool).
    case helperInvocation
    /// gl_Layer: the index of the layer in the render target (fragment stage, int).
    case layer
    /// gl_NumSamples: the number of samples per pixel of the target (fragment stage, int).
    case sampleCount
    /// gl_SampleMaskIn[0]: the samples of the pixel that the primitive covers, with one bit for each sample (fragment stage, int). If the
    /// shader runs once per sample, only the bit of the sample for which the shader runs is set.
    case sampleMask
    /// gl_NumWorkGroups.x, .y and .z: the number of work groups of the dispatch (compute stage, uint).
    case workGroupCountX, workGroupCountY, workGroupCountZ
    /// gl_WorkGroupID.x, .y and .z: the position of the work group in the dispatch (compute stage, uint).
    case workGroupX, workGroupY, workGroupZ
    /// gl_LocalInvocationID.x, .y and .z: the position of the invocation in its work group (compute stage, uint). gl_GlobalInvocationID and
    /// gl_LocalInvocationIndex are computed from these values.
    case localInvocationX, localInvocationY, localInvocationZ
    /// gl_InvocationID: the index of the invocation among the invocations for one primitive (geometry stage, int).
    case invocationID

    /// Returns the input along `axis` (x, y or z), given the input `first` along x.
    static func along(_ axis: Int32, from first: BuiltinInput) -> BuiltinInput { BuiltinInput(rawValue: first.rawValue + axis) ?? first }
}
