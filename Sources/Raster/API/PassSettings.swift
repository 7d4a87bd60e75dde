// PassSettings: the settings of a pass that are in force for a draw. Draws share one object until a setting changes, so that recording,
// comparing and freeing thousands of draws does not handle each setting of each draw.

/// The state and the resources that a pass has set: everything on which a draw depends except its vertices, its indices, its instances and
/// the values of its uniforms. A PassSettings object never changes.
package final class PassSettings {
    package let pipeline: Pipeline
    /// The vertex buffers, indexed by slot.
    package let vertexBuffers: [VertexBufferBinding?]
    /// The bindings of the pipeline's program.
    package let resources: ResourceBindings
    package let viewport: Viewport
    package let scissor: PixelRect?
    package let blendColor: SIMD4<Float>
    package let stencilReferenceFront: UInt8
    package let stencilReferenceBack: UInt8
    package let query: OcclusionQuery?
    package let feedback: TransformFeedback?
    package let primitiveQuery: PrimitiveQuery?
    /// The values that the pass has set for attributes without a buffer.
    package let attributes: AttributeValues
    /// Whether a draw may have vertex buffers that are too short, and whether the type of its indices may differ from the type with which
    /// the index buffer was filled. This property has the value of the device's option `robustAccess`.
    package let isRobust: Bool
    /// Whether the program has uniforms that the pass sets itself before each draw.
    let hasBuiltinUniforms: Bool
    /// Whether the program's shaders write buffers or images.
    let writesMemory: Bool

    package init(pipeline: Pipeline, vertexBuffers: [VertexBufferBinding?], resources: ResourceBindings, viewport: Viewport, scissor: PixelRect?,
                 blendColor: SIMD4<Float>, stencilReferenceFront: UInt8, stencilReferenceBack: UInt8, query: OcclusionQuery?,
                 feedback: TransformFeedback?, primitiveQuery: PrimitiveQuery?, attributes: AttributeValues, isRobust: Bool) {
        self.pipeline = pipeline; self.vertexBuffers = vertexBuffers; self.resources = resources; self.viewport = viewport
        self.scissor = scissor; self.blendColor = blendColor; self.stencilReferenceFront = stencilReferenceFront
        self.stencilReferenceBack = stencilReferenceBack; self.query = query; self.feedback = feedback; self.primitiveQuery = primitiveQuery
        self.attributes = attributes; self.isRobust = isRobust
        let program = pipeline.program
        hasBuiltinUniforms = program.targetHeightWord != nil || !program.depthRangeWords.isEmpty
        writesMemory = program.table.memory.writesAny
    }

    /// Returns the same settings without queries and transform feedback. `pipeline` and `scissor`, if given, replace the pipeline and the
    /// scissor. `pipeline` must have the program of the settings' own pipeline.
    func withoutQueries(pipeline: Pipeline?, scissor: PixelRect?) -> PassSettings {
        PassSettings(pipeline: pipeline ?? self.pipeline, vertexBuffers: vertexBuffers, resources: resources, viewport: viewport,
                     scissor: scissor ?? self.scissor, blendColor: blendColor, stencilReferenceFront: stencilReferenceFront,
                     stencilReferenceBack: stencilReferenceBack, query: nil, feedback: nil, primitiveQuery: nil, attributes: attributes,
                     isRobust: isRobust)
    }
    /// Returns the same settings for a robust draw, with other resources.
    func robust(pipeline: Pipeline, vertexBuffers: [VertexBufferBinding?], resources: ResourceBindings) -> PassSettings {
        PassSettings(pipeline: pipeline, vertexBuffers: vertexBuffers, resources: resources, viewport: viewport, scissor: scissor,
                     blendColor: blendColor, stencilReferenceFront: stencilReferenceFront, stencilReferenceBack: stencilReferenceBack,
                     query: query, feedback: feedback, primitiveQuery: primitiveQuery, attributes: attributes, isRobust: true)
    }
    /// Returns the same settings for a robust draw.
    func madeRobust() -> PassSettings { robust(pipeline: pipeline, vertexBuffers: vertexBuffers, resources: resources) }
}
