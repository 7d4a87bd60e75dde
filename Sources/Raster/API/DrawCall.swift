// DrawCall: a draw with its state and its vertices, indices, uniforms, textures and other resources.

package struct VertexBufferBinding {
    package var buffer: Buffer
    package var offset: Int
    package init(buffer: Buffer, offset: Int) { self.buffer = buffer; self.offset = offset }
}
package struct IndexBinding {
    package var buffer: Buffer
    package var type: IndexType
    package var offset: Int
    package init(buffer: Buffer, type: IndexType, offset: Int) { self.buffer = buffer; self.type = type; self.offset = offset }
}
package struct UniformBufferBinding {
    package var buffer: Buffer
    package var offset: Int
    package var byteCount: Int
    package init(buffer: Buffer, offset: Int, byteCount: Int) { self.buffer = buffer; self.offset = offset; self.byteCount = byteCount }
}
package struct TextureBinding {
    package var view: TextureView
    package var sampler: Sampler
    package init(_ view: TextureView, sampler: Sampler) { self.view = view; self.sampler = sampler }
    package var texture: Texture { view.texture }
    /// The mip levels that the shader may read.
    package var levels: ClosedRange<Int> { view.levels }
}

/// The place of a draw's arguments in a buffer.
package struct IndirectArguments {
    package var buffer: Buffer
    package var offset: Int
    package var drawCount: Int
    /// The number of bytes from the arguments of one draw to the arguments of the next draw.
    package var stride: Int
    /// Returns the number of bytes of one draw's arguments. Without indices, the arguments are vertex count, instance count, first vertex
    /// and base instance. With indices, the arguments are index count, instance count, first index, base vertex and base instance. Each
    /// number has 32 bits.
    package static func byteCount(isIndexed: Bool) -> Int { isIndexed ? 20 : 16 }
}

/// The place in a buffer from which the arguments of a draw or dispatch (its vertex, instance or work group counts) were read, for
/// captures.
package struct ReadArguments {
    package var buffer: Buffer
    package var offset: Int
    package init(buffer: Buffer, offset: Int) { self.buffer = buffer; self.offset = offset }
}

/// The source location of a call in the application that uses Raster.
package struct CallSite {
    package var file: StaticString
    package var line: UInt
    /// The functions of the host process that were on the call stack at the call, the innermost first; nil if the names of these
    /// functions were not requested.
    package var callers: [String]?
    package init(file: StaticString, line: UInt, callers: [String]? = nil) { self.file = file; self.line = line; self.callers = callers }
}

/// One draw, with all state and resources on which its results depend. A DrawCall never changes. DrawCall is a class, because a copy of a
/// structure would change the reference counts of all its parts, and a frame may have thousands of draws.
package final class DrawCall {
    /// The settings of the pass when the draw was recorded. Draws between which no setting changed share one object.
    package let settings: PassSettings
    package let primitive: PrimitiveType
    package let first: Int
    package let count: Int
    package let instanceCount: Int
    package let baseVertex: Int
    package let baseInstance: Int
    package let indices: IndexBinding?
    /// The words of the default uniform block.
    package let uniforms: [UInt32]
    package let label: String
    /// The source location at which the application recorded the draw.
    package let site: CallSite
    /// The place of the draw's arguments in a buffer; nil if the application stated the arguments. The device reads the arguments before a
    /// renderer executes the draw. In the draw that the renderer executes, `indirect` is nil.
    package let indirect: IndirectArguments?
    /// The place in a buffer from which the draw's arguments were read; nil if the application stated the arguments.
    package let arguments: ReadArguments?
    /// The transform feedback object that wrote the vertices to draw, and that determines the number of vertices; nil if the application
    /// stated the number of vertices. The device reads the number before a renderer executes the draw. In the draw that the renderer
    /// executes, `countedFeedback` is nil.
    package let countedFeedback: TransformFeedback?
    /// Whether the draw's vertex count or instance count is not yet known when the draw is recorded, because a buffer or transform feedback
    /// gives this count.
    package var hasLateNumbers: Bool { indirect != nil || countedFeedback != nil }

    package init(settings: PassSettings, primitive: PrimitiveType, first: Int, count: Int, instanceCount: Int, baseVertex: Int, baseInstance: Int,
                 indices: IndexBinding?, uniforms: [UInt32], label: String, site: CallSite, indirect: IndirectArguments? = nil,
                 countedFeedback: TransformFeedback? = nil, arguments: ReadArguments? = nil) {
        self.settings = settings; self.primitive = primitive; self.first = first; self.count = count; self.instanceCount = instanceCount
        self.baseVertex = baseVertex; self.baseInstance = baseInstance; self.indices = indices; self.uniforms = uniforms
        self.label = label; self.site = site; self.indirect = indirect; self.countedFeedback = countedFeedback; self.arguments = arguments
    }
    /// Returns the same draw with other vertices and instances. In the result, the numbers of vertices and instances do not come from a
    /// buffer or transform feedback.
    /// - Parameters:
    ///   - isRobust: Whether the result is certainly robust. If false, the result is robust if this draw is.
    ///   - arguments: The place in a buffer from which the numbers were read; nil for the draw's own `arguments`.
    func with(first: Int, count: Int, instanceCount: Int, baseVertex: Int, baseInstance: Int, isRobust: Bool = false,
              arguments: ReadArguments? = nil) -> DrawCall {
        DrawCall(settings: isRobust ? settings.madeRobust() : settings, primitive: primitive, first: first, count: count, instanceCount: instanceCount,
                 baseVertex: baseVertex, baseInstance: baseInstance, indices: indices, uniforms: uniforms, label: label, site: site,
                 arguments: arguments ?? self.arguments)
    }
    /// Returns the same draw without its queries and transform feedback. `pipeline`, `count` and `scissor`, if given, replace the pipeline,
    /// the number of vertices and the scissor of the draw. `pipeline` must have the program of the draw's own pipeline.
    package func with(pipeline: Pipeline? = nil, count: Int? = nil, scissor: PixelRect? = nil) -> DrawCall {
        DrawCall(settings: settings.withoutQueries(pipeline: pipeline, scissor: scissor), primitive: primitive, first: first,
                 count: count ?? self.count, instanceCount: instanceCount, baseVertex: baseVertex, baseInstance: baseInstance, indices: indices,
                 uniforms: uniforms, label: label, site: site, arguments: arguments)
    }
}

// MARK: Settings

extension DrawCall {
    package var pipeline: Pipeline { settings.pipeline }
    /// The vertex buffers, indexed by slot.
    package var vertexBuffers: [VertexBufferBinding?] { settings.vertexBuffers }
    /// The buffers of the uniform blocks. The index of a buffer in this list is the number of its block minus 1, because block 0 is the
    /// default block.
    package var uniformBuffers: [UniformBufferBinding?] { settings.resources.uniformBuffers }
    /// The textures, indexed by texture unit.
    package var textures: [TextureBinding?] { settings.resources.textures }
    /// The buffers of the storage blocks, in the order of `ProgramInterface.storageBlocks`; empty if the program has no storage blocks.
    package var storageBuffers: [StorageBufferBinding?] { settings.resources.storageBuffers }
    /// The images, indexed by image unit; empty if the program has no image variables.
    package var images: [ImageBinding?] { settings.resources.images }
    package var viewport: Viewport { settings.viewport }
    package var scissor: PixelRect? { settings.scissor }
    package var blendColor: SIMD4<Float> { settings.blendColor }
    package var stencilReferenceFront: UInt8 { settings.stencilReferenceFront }
    package var stencilReferenceBack: UInt8 { settings.stencilReferenceBack }
    package var query: OcclusionQuery? { settings.query }
    package var feedback: TransformFeedback? { settings.feedback }
    package var primitiveQuery: PrimitiveQuery? { settings.primitiveQuery }
    /// The values that the pass has set for attributes without a buffer.
    package var attributes: AttributeValues { settings.attributes }
    /// Whether the draw may have vertex buffers that are too short, and whether the type of its indices may differ from the type with
    /// which the index buffer was filled. When the draw is recorded, this property gets the value of the device's option `robustAccess`.
    package var isRobust: Bool { settings.isRobust }
}

// MARK: Comparison
//
// If parts of two draws are equal, renderers do the work for these parts once. The following functions find equal parts of two draws.

extension DrawCall {
    /// Whether both draws certainly read the same elements of the same buffers. If the result is false, the draws may still read the same
    /// elements.
    func readsSame(as other: DrawCall?) -> Bool {
        guard let other, first == other.first, count == other.count, instanceCount == other.instanceCount, baseInstance == other.baseInstance,
              indices?.buffer === other.indices?.buffer, indices?.type == other.indices?.type, indices?.offset == other.indices?.offset else { return false }
        if settings === other.settings { return true }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
            && Self.areShared(storageBuffers, other.storageBuffers)
    }

    /// Whether everything in the draws is certainly equal except primitive type, vertices, indices, number of instances, uniform values, query,
    /// label and values of attributes. If the result is false, the draws may still be equal in this way.
    func hasSettings(of other: DrawCall) -> Bool {
        guard baseVertex == other.baseVertex, baseInstance == other.baseInstance, uniforms.count == other.uniforms.count else { return false }
        if settings === other.settings { return true }
        guard pipeline === other.pipeline, viewport == other.viewport, scissor == other.scissor, blendColor == other.blendColor,
              stencilReferenceFront == other.stencilReferenceFront, stencilReferenceBack == other.stencilReferenceBack else { return false }
        return Self.areShared(vertexBuffers, other.vertexBuffers) && Self.areShared(uniformBuffers, other.uniformBuffers)
            && Self.areShared(textures, other.textures) && Self.areShared(storageBuffers, other.storageBuffers)
            && Self.areShared(images, other.images) && attributes.words.count == other.attributes.words.count
    }

    /// Whether two arrays share their memory. Draws share an array until one of its elements is set.
    private static func areShared<Element>(_ a: [Element], _ b: [Element]) -> Bool {
        a.count == b.count && a.withUnsafeBufferPointer { a in b.withUnsafeBufferPointer { b in a.isEmpty || a.baseAddress == b.baseAddress } }
    }

    /// Whether both draws have the same views of the same textures bound, with the same samplers.
    package func hasTextures(of other: DrawCall?) -> Bool {
        guard let other else { return false }
        if settings === other.settings { return true }
        guard textures.count == other.textures.count else { return false }
        return Self.areShared(textures, other.textures) || zip(textures, other.textures).allSatisfy { a, b in
            a?.view == b?.view && a?.sampler == b?.sampler
        }
    }
    /// Whether both draws certainly have the same image units. If the result is false, the image units may still be equal.
    func hasImages(of other: DrawCall) -> Bool { Self.areShared(images, other.images) }
}
