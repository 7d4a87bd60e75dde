// DrawCall: a draw with everything it depends on: its state and its vertices, indices, uniforms and textures.

package struct VertexBufferBinding { package var buffer: Buffer; package var offset: Int }
package struct IndexBinding { package var buffer: Buffer; package var type: IndexType; package var offset: Int }
package struct UniformBufferBinding { package var buffer: Buffer; package var offset: Int; package var byteCount: Int }
package struct TextureBinding {
    package var view: TextureView
    package var sampler: Sampler
    package init(_ view: TextureView, sampler: Sampler) { self.view = view; self.sampler = sampler }
    package var texture: Texture { view.texture }
    /// The mip levels that the shader may read.
    package var levels: ClosedRange<Int> { view.levels }
}

/// The source location of a call in the program that uses Raster.
package struct CallSite {
    package var file: StaticString
    package var line: UInt
    package init(file: StaticString, line: UInt) { self.file = file; self.line = line }
}

/// One draw with everything it depends on. A DrawCall never changes. DrawCall is a class: copying a structure with so many
/// references would change many reference counts, for each of thousands of draws.
package final class DrawCall {
    package let pipeline: Pipeline
    package let primitive: PrimitiveType
    package let first: Int
    package let count: Int
    package let instanceCount: Int
    package let baseVertex: Int
    package let baseInstance: Int
    package let indices: IndexBinding?
    /// The vertex buffers, indexed by slot.
    package let vertexBuffers: [VertexBufferBinding?]
    /// The words of the default uniform block.
    package let uniforms: [UInt32]
    /// The buffers of the uniform blocks. The index is the number of the block minus 1, because block 0 is the default block.
    package let uniformBuffers: [UniformBufferBinding?]
    /// The textures, indexed by texture unit.
    package let textures: [TextureBinding?]
    package let viewport: Viewport
    package let scissor: PixelRect?
    package let blendColor: SIMD4<Float>
    package let stencilReferenceFront: UInt8
    package let stencilReferenceBack: UInt8
    package let query: OcclusionQuery?
    package let feedback: TransformFeedback?
    package let primitiveQuery: PrimitiveQuery?
    package let label: String
    /// Where the draw was recorded.
    package let site: CallSite

    package init(pipeline: Pipeline, primitive: PrimitiveType, first: Int, count: Int, instanceCount: Int, baseVertex: Int, baseInstance: Int,
                 indices: IndexBinding?, vertexBuffers: [VertexBufferBinding?], uniforms: [UInt32], uniformBuffers: [UniformBufferBinding?],
                 textures: [TextureBinding?], viewport: Viewport, scissor: PixelRect?, blendColor: SIMD4<Float>, stencilReferenceFront: UInt8,
                 stencilReferenceBack: UInt8, query: OcclusionQuery?, feedback: TransformFeedback?, primitiveQuery: PrimitiveQuery?, label: String,
                 site: CallSite) {
        self.pipeline = pipeline; self.primitive = primitive; self.first = first; self.count = count; self.instanceCount = instanceCount
        self.baseVertex = baseVertex; self.baseInstance = baseInstance; self.indices = indices; self.vertexBuffers = vertexBuffers
        self.uniforms = uniforms; self.uniformBuffers = uniformBuffers; self.textures = textures; self.viewport = viewport
        self.scissor = scissor; self.blendColor = blendColor; self.stencilReferenceFront = stencilReferenceFront
        self.stencilReferenceBack = stencilReferenceBack; self.query = query; self.feedback = feedback
        self.primitiveQuery = primitiveQuery; self.label = label; self.site = site
    }
    /// Returns the same draw without its queries and transform feedback. `pipeline`, `count` and `scissor`, if given, replace the pipeline, the number of
    /// vertices and the scissor of the draw. `pipeline` must have the same program.
    package func with(pipeline: Pipeline? = nil, count: Int? = nil, scissor: PixelRect? = nil) -> DrawCall {
        DrawCall(pipeline: pipeline ?? self.pipeline, primitive: primitive, first: first, count: count ?? self.count,
                 instanceCount: instanceCount, baseVertex: baseVertex, baseInstance: baseInstance, indices: indices,
                 vertexBuffers: vertexBuffers, uniforms: uniforms, uniformBuffers: uniformBuffers,
                 textures: textures, viewport: viewport, scissor: scissor ?? self.scissor, blendColor: blendColor,
                 stencilReferenceFront: stencilReferenceFront, stencilReferenceBack: stencilReferenceBack, query: nil, feedback: nil,
                 primitiveQuery: nil, label: label, site: site)
    }
}
