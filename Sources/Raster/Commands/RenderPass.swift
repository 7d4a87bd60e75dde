import Shading

/// The draws of one pass, which `CommandEncoder.render` records. A setting stays in force until the application changes the setting. A new
/// pass has OpenGL's default state: the viewport is the whole target, there is no scissor, and blend colour and stencil references are
/// zero. A pass cannot be copied, because the draws recorded in a copy would be lost.
public struct RenderPass: ~Copyable {
    /// The images that the pass draws to.
    public let target: Framebuffer
    /// The pass's name in error messages.
    public let label: String
    private var operations: [PassOperation] = []
    package private(set) var recordingError: RasterError?

    private var pipeline: Pipeline? { didSet { settings = nil } }
    private var vertexBuffers: [VertexBufferBinding?] = [] { didSet { settings = nil } }
    private var uniforms = UniformWords()
    private var resources = ResourceBindings(uniformBuffers: [], textures: [], storageBuffers: [], images: [])
    private var viewport: Viewport { didSet { settings = nil } }
    private var scissor: PixelRect? { didSet { settings = nil } }
    private var blendColor = SIMD4<Float>.zero { didSet { settings = nil } }
    private var stencilReferenceFront: UInt8 = 0 { didSet { settings = nil } }
    private var stencilReferenceBack: UInt8 = 0 { didSet { settings = nil } }
    private var query: OcclusionQuery? { didSet { settings = nil } }
    private var feedback: TransformFeedback? { didSet { settings = nil } }
    private var primitiveQuery: PrimitiveQuery? { didSet { settings = nil } }
    private var attributes = AttributeValues() { didSet { settings = nil } }
    /// See `PassSettings.isRobust`.
    package var isRobust: Bool { didSet { settings = nil } }
    /// The settings of the last draw; nil if a setting has changed since then.
    private var settings: PassSettings?
    private var conditions: [RenderPassCommand.ConditionChange] = []
    /// The pipeline for whose attributes `attributes` was resolved; nil if values have changed since then.
    private var attributesPipeline: Pipeline?
    private var drawCount = 0
    private var hasIndirectDraws = false
    private var writesMemory = false
    /// The bindings of the programs that the pass used before the current program.
    private var parked: [ProgramBindings] = []
    /// The notes for validation mode; nil if validation mode is off.
    private let notes: PassNotes?

    init(target: Framebuffer, label: String, notes: PassNotes?, isRobust: Bool) {
        self.target = target; self.label = label; self.notes = notes; self.isRobust = isRobust
        viewport = Viewport(width: Float(target.width), height: Float(target.height))
    }

    private mutating func fail(_ code: RasterError.Code, _ subject: String, _ problem: String, remedy: String) {
        refuse(RasterError(code, subject, problem, remedy: remedy))
    }
    private mutating func refuse(_ error: RasterError) { recordingError = recordingError ?? error.at("before draw \(drawCount) of \(label)") }
    private mutating func requirePipeline(for what: @autoclosure () -> String) -> Pipeline? {
        if pipeline == nil { fail(.missingPipeline, what(), "was set before any pipeline", remedy: "call setPipeline first") }
        return pipeline
    }

    /// Selects the pipeline of the following draws. Each program keeps its uniforms, uniform buffers and textures for the whole pass. At
    /// first, the uniforms of a program have the default values from the shader, or zero, and no buffers or textures are bound.
    public mutating func setPipeline(_ new: Pipeline) {
        if pipeline === new { return }
        if pipeline?.program !== new.program { switchProgram(to: new.program) }
        pipeline = new
    }
    /// The uniforms and resources of one program in a pass.
    private struct ProgramBindings {
        var program: Program
        var uniforms: UniformWords
        var resources: ResourceBindings
    }
    private mutating func switchProgram(to new: Program) {
        let left = pipeline.map { ProgramBindings(program: $0.program, uniforms: uniforms, resources: resources) }
        if let place = parked.firstIndex(where: { $0.program === new }) {
            uniforms = parked[place].uniforms
            resources = parked[place].resources
            if let left { parked[place] = left } else { parked.remove(at: place) }
        } else {
            uniforms = UniformWords(new.table)
            resources = new.table.noResources
            if let left { parked.append(left) }
        }
    }
    /// Sets a pipeline, its uniforms and its textures at once. Effects call this function, because effects keep these values ready. The
    /// arrays are shared, not copied, and must have the sizes that the program expects.
    package mutating func setPrepared(_ new: Pipeline, uniforms newUniforms: [UInt32], textures newTextures: [TextureBinding?]) {
        if pipeline?.program !== new.program { switchProgram(to: new.program) }
        pipeline = new; uniforms.words = newUniforms; resources.textures = newTextures
        notes?.didPrepare(new.program)
    }
    /// Binds all storage blocks and images at once. The arrays must have the sizes that the program expects.
    package mutating func setPrepared(storageBuffers: [StorageBufferBinding?], images: [ImageBinding?]) {
        resources.storageBuffers = storageBuffers
        resources.images = images
        settings = nil
    }
    /// Binds `buffer` to a slot of the vertex layout, 0…63. The first element begins at byte `offset`, 0 to 4 GiB.
    public mutating func setVertexBuffer(_ buffer: Buffer, slot: Int = 0, offset: Int = 0) {
        guard slot >= 0, slot < VertexLayout.maximumSlotCount, (0...Device.maximumBufferByteCount).contains(offset) else {
            return fail(.invalidArgument, buffer.name, "cannot be bound at slot \(slot), offset \(offset)",
                        remedy: "use slots 0…\(VertexLayout.maximumSlotCount - 1) and offsets of 0 to 4 GiB")
        }
        if slot < vertexBuffers.count, let known = vertexBuffers[slot], known.buffer === buffer, known.offset == offset { return }
        while vertexBuffers.count <= slot { vertexBuffers.append(nil) }
        vertexBuffers[slot] = VertexBufferBinding(buffer: buffer, offset: offset)
    }
    /// Sets the value of a vertex attribute. The value applies to draws whose pipeline takes the attribute from no buffer. The value
    /// replaces the layout's constant, also for pipelines that are set later (glVertexAttrib). A new value needs no compilation.
    /// - Parameters:
    ///   - name: The name in GLSL, with an index for a column of a matrix or an element of an array: `m[0]`. An attribute that a
    ///     program lacks is ignored, as in a layout.
    ///   - value: The components. An attribute with fewer components takes the first components of the value.
    public mutating func setAttribute(_ name: String, _ value: AttributeValue) {
        attributes.named[name] = value
        attributesPipeline = nil
    }
    /// Sets the value of a vertex attribute to four floats; see `setAttribute(_:_:)`.
    public mutating func setAttribute(_ name: String, _ x: Float, _ y: Float = 0, _ z: Float = 0, _ w: Float = 1) {
        setAttribute(name, .float(SIMD4(x, y, z, w)))
    }
    /// Replaces the values of all attributes.
    package mutating func setAttributes(_ values: [String: AttributeValue]) {
        attributes.named = values
        attributesPipeline = nil
    }
    /// Sets a uniform of the default block. The name has OpenGL's form: `mvp`, `lights[0].position`, `weights` (the whole array) or
    /// `weights[2]` (from element 2 on). The pipeline must be set before its uniforms. `submit` throws an error for an unknown name or a
    /// wrong type.
    ///
    /// Numbers, and lists of numbers for vectors and matrices, convert to the uniform's type: `setUniform("tint", [1, 0.5, 0])`.
    @specialized(where Value == Float)
    @specialized(where Value == Int32)
    @specialized(where Value == SIMD2<Float>)
    @specialized(where Value == SIMD3<Float>)
    @specialized(where Value == SIMD4<Float>)
    @specialized(where Value == [Float])
    @specialized(where Value == [SIMD4<Float>])
    public mutating func setUniform<Value: UniformValue>(_ name: String, _ value: Value) { setValue(name, value) }
    @inline(__always)
    private mutating func setValue<Value: UniformValue>(_ name: String, _ value: Value) {
        guard let pipeline = requirePipeline(for: "uniform '\(name)'") else { return }
        if uniforms.writeAgain(value, to: name) { return }
        do {
            try uniforms.write(value, to: name, of: pipeline.program.table)
            notes?.didSet(name, of: pipeline.program)
        } catch { refuse(error) }
    }
    /// Sets a uniform to a matrix. Because this overload states the type of the value, the short form
    /// `setUniform("model", .translation(0, 1, 0))` compiles.
    @_documentation(visibility: internal)
    public mutating func setUniform(_ name: String, _ matrix: Matrix4) { setValue(name, matrix) }
    /// Binds bytes of `buffer` to a uniform block. `name` is the block's name in GLSL, not the name of its instance.
    /// - Parameters:
    ///   - name: The block's name.
    ///   - buffer: The buffer that holds the block's bytes.
    ///   - offset: The block's first byte, a multiple of 4.
    ///   - byteCount: The number of bytes that the block may read; nil for all bytes from `offset` to the end of the buffer.
    public mutating func setUniformBuffer(_ name: String, _ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) {
        bind("uniform block '\(name)'") { (r, table) throws(RasterError) in
            try r.setUniformBuffer(name, buffer, offset: offset, byteCount: byteCount, of: table)
        }
    }
    /// - Parameter body: Changes the bindings, and returns whether they differ from the bindings before.
    private mutating func bind(_ what: @autoclosure () -> String, _ body: (inout ResourceBindings, ProgramTable) throws(RasterError) -> Bool) {
        guard let pipeline = requirePipeline(for: what()) else { return }
        do { if try body(&resources, pipeline.program.table) { settings = nil } } catch { refuse(error) }
    }
    /// Binds bytes of `buffer` to a storage block, which shaders read and write. `name` is the block's name in GLSL, not the name of its
    /// instance. Draws and dispatches read the results of the commands before them. The order in which the fragments of a draw write is not
    /// defined, but all atomic operations take effect, even if several fragments use the same word.
    /// - Parameters:
    ///   - name: The block's name.
    ///   - buffer: The buffer that holds the block's bytes. The pass must not use the same bytes as vertices, indices or uniforms.
    ///   - offset: The block's first byte, a multiple of 4.
    ///   - byteCount: The number of bytes that the block may use; nil for all bytes from `offset` to the end of the buffer.
    public mutating func setStorageBuffer(_ name: String, _ buffer: Buffer, offset: Int = 0, byteCount: Int? = nil) {
        bind("storage block '\(name)'") { (r, table) throws(RasterError) in
            try r.setStorageBuffer(name, buffer, offset: offset, byteCount: byteCount, of: table)
        }
    }
    /// Binds a level of a texture to an image uniform: `name`, or `name[i]` for element i of an array. Shaders read and write the texels of
    /// the level without filtering (glBindImageTexture). In GLSL, a multisampled texture is an `image2DMS` or `image2DMSArray`, and a
    /// buffer texture is an `imageBuffer`: the writes of shaders change the buffer.
    ///
    /// A draw reads the results of the draws before it. For this purpose, a pass is divided between two draws if the results could depend
    /// on the order in which the two draws use the image. Each part of a divided pass loads and stores the images of the pass. Two kinds of
    /// draws stay together: draws whose shaders use only the texel at `ivec2(gl_FragCoord.xy)` of an image, and draws that only combine
    /// words by one atomic function without using the function's results.
    /// - Parameters:
    ///   - name: The image's name in GLSL.
    ///   - texture: The texture. The pass must not draw to the level, or sample it.
    ///   - level: The mip level.
    ///   - layer: The layer, slice or face that shaders see as a 2D image, or as a 1D image of a 1D array; nil for the whole level in
    ///     the texture's own shape.
    ///   - format: The format in which shaders read and write the texels; nil for the texture's format. Texels of both formats must have
    ///     the same size.
    public mutating func setImage(_ name: String, _ texture: Texture, level: Int = 0, layer: Int? = nil, format: PixelFormat? = nil) {
        let binding = ImageBinding(texture: texture, level: level, layer: layer, format: format)
        bind("image '\(name)'") { (r, table) throws(RasterError) in try r.setImage(name, binding, of: table) }
    }
    /// Binds a texture to a sampler uniform: `name`, or `name[i]` for element i of an array.
    /// - Parameters:
    ///   - name: The sampler's name in GLSL.
    ///   - texture: The texture. The texture's type and the kind of its format must match the GLSL sampler.
    ///   - sampler: How the texture is read.
    ///   - levels: The mip levels that may be read; nil for all levels. By limiting the levels, a pass can read one level of a
    ///     texture and draw to another level.
    public mutating func setTexture(_ name: String, _ texture: Texture, _ sampler: Sampler = .linear, levels: ClosedRange<Int>? = nil) {
        setTexture(name, TextureView(texture, levels: levels), sampler)
    }
    /// Binds a view of a texture to a sampler uniform: `name`, or `name[i]` for element i of an array.
    /// - Parameters:
    ///   - name: The sampler's name in GLSL.
    ///   - view: The texture, its levels and the order of its channels. The view's type and the kind of the texture's format must match the
    ///     GLSL sampler.
    ///   - sampler: How the texture is read.
    public mutating func setTexture(_ name: String, _ view: TextureView, _ sampler: Sampler = .linear) {
        bind("sampler '\(name)'") { (r, table) throws(RasterError) in try r.setTexture(name, view, sampler, of: table) }
    }
    /// Sets the rectangle of the target to which clip space is mapped, and the depth range (glViewport, glDepthRange).
    public mutating func setViewport(_ new: Viewport) {
        if new != viewport { viewport = new }
    }
    /// Limits draws and clears to a rectangle (glScissor); nil for the whole target.
    public mutating func setScissor(_ new: PixelRect?) {
        if new != scissor { scissor = new }
    }
    /// Sets the colour of the blend factors `constantColor` and `constantAlpha` (glBlendColor).
    public mutating func setBlendColor(_ r: Float, _ g: Float, _ b: Float, _ a: Float) { blendColor = .init(r, g, b, a) }
    /// Sets the reference value of the stencil test for both sides.
    public mutating func setStencilReference(_ value: UInt8) { setStencilReference(front: value, back: value) }
    /// Sets the reference values of the stencil test for front-facing and back-facing triangles.
    public mutating func setStencilReference(front: UInt8, back: UInt8) { stencilReferenceFront = front; stencilReferenceBack = back }
    /// Sets the query that counts the samples of the following draws. Counting ends when another query or nil is set.
    public mutating func setOcclusionQuery(_ new: OcclusionQuery?) { query = new }
    /// Sets the object that receives the outputs of the geometry shader, or of the vertex shader in programs without a geometry shader, in
    /// the following draws; nil pauses the writing. The pass must not read buffers into which its transform feedback writes.
    public mutating func setTransformFeedback(_ new: TransformFeedback?) { feedback = new }
    /// Sets the query that counts the primitives of the following draws. Counting ends when another query or nil is set.
    public mutating func setPrimitiveQuery(_ new: PrimitiveQuery?) { primitiveQuery = new }
    /// Sets a condition for the following draws and clears: these draws and clears have an effect only if a query has counted a sample
    /// (glBeginConditionalRender, OpenGL 3.3 §2.15). nil ends the condition. The clear at the beginning of the pass has no condition.
    ///
    /// The condition is evaluated when the pass begins, with the samples of earlier passes and earlier submits. OpenGL's modes of waiting
    /// make no difference, because the earlier passes are already complete. `submit` throws an error if a draw of this pass counts samples
    /// with the same query.
    /// - Parameters:
    ///   - query: The query whose count determines whether the condition is met.
    ///   - inverted: Whether to draw only if the query has counted no sample (GL_QUERY_WAIT_INVERTED).
    public mutating func setRenderCondition(_ query: OcclusionQuery?, inverted: Bool = false) {
        if query == nil && conditions.isEmpty { return }
        let condition = query.map { RenderCondition(query: $0, isInverted: inverted) }
        conditions.append(RenderPassCommand.ConditionChange(operation: operations.count, condition: condition))
    }

    /// Draws the vertices `first`, `first` + 1, … in the order of the buffers.
    /// - Parameters:
    ///   - primitive: How the vertices form primitives.
    ///   - first: The number of the first vertex. `first`, `count`, `instances` and `baseInstance` are 0…2³¹ − 1.
    ///   - count: The number of vertices. `count` · `instances` is at most `Device.maximumVertexCount`.
    ///   - instances: How often the vertices are drawn, with gl_InstanceID 0, 1, ….
    ///   - baseInstance: The first element of attributes that advance with instances: instance i reads element
    ///     `baseInstance` + ⌊i / divisor⌋.
    ///   - label: The draw's name in error messages and captures.
    ///   - file: The source file of the draw, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func draw(_ primitive: PrimitiveType = .triangles, first: Int = 0, count: Int, instances: Int = 1,
                              baseInstance: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        record(primitive, first: first, count: count, instances: instances, baseVertex: 0, baseInstance: baseInstance, indices: nil, label: label,
               site: CallSite(file: file, line: line))
    }
    /// Draws the vertices whose numbers are in `indices`.
    /// - Parameters:
    ///   - indices: The buffer of indices. The indices begin at the buffer's first byte.
    ///   - type: The size of an index. nil means the size of the integers that the buffer was filled with, or 16 bits if the buffer was
    ///     filled with bytes. `submit` throws an error if `type` differs from the size of these integers.
    ///   - primitive: How the vertices form primitives.
    ///   - first: The number of the first index. `first`, `count`, `instances` and `baseInstance` are 0…2³¹ − 1.
    ///   - count: The number of indices. `count` · `instances` is at most `Device.maximumVertexCount`.
    ///   - instances: How often the vertices are drawn, with gl_InstanceID 0, 1, ….
    ///   - baseVertex: Added to each index, −2³¹…2³¹ − 1.
    ///   - baseInstance: The first element of attributes that advance with instances: instance i reads element
    ///     `baseInstance` + ⌊i / divisor⌋.
    ///   - label: The draw's name in error messages and captures.
    ///   - file: The source file of the draw, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func drawIndexed(_ indices: Buffer, type: IndexType? = nil, _ primitive: PrimitiveType = .triangles, first: Int = 0,
                                     count: Int, instances: Int = 1, baseVertex: Int = 0, baseInstance: Int = 0, label: String = "",
                                     file: StaticString = #fileID, line: UInt = #line) {
        record(primitive, first: first, count: count, instances: instances, baseVertex: baseVertex, baseInstance: baseInstance,
               indices: binding(of: indices, type), label: label, site: CallSite(file: file, line: line))
    }
    /// Draws indexed vertices, with index 0 at any byte of the buffer, as OpenGL allows.
    package mutating func drawIndexed(_ indices: IndexBinding, _ primitive: PrimitiveType, first: Int, count: Int, instances: Int = 1, baseVertex: Int = 0,
                                      baseInstance: Int = 0, label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        record(primitive, first: first, count: count, instances: instances, baseVertex: baseVertex, baseInstance: baseInstance,
               indices: indices, label: label, site: CallSite(file: file, line: line))
    }
    /// Draws several ranges of vertices, each as a separate draw (glMultiDrawArrays).
    /// - Parameters:
    ///   - ranges: One range of vertex numbers for each draw. The other parameters mean the same as in `draw`.
    public mutating func multiDraw(_ primitive: PrimitiveType = .triangles, _ ranges: [Range<Int>], instances: Int = 1, label: String = "",
                                   file: StaticString = #fileID, line: UInt = #line) {
        for range in ranges {
            draw(primitive, first: range.lowerBound, count: range.count, instances: instances, label: label, file: file, line: line)
        }
    }
    /// Draws several ranges of indices, each as a separate draw (glMultiDrawElementsBaseVertex).
    /// - Parameters:
    ///   - ranges: One range of positions in the index buffer for each draw. The other parameters mean the same as in `drawIndexed`.
    ///   - baseVertices: The base vertex of each range; 0 for ranges beyond the end of this list.
    public mutating func multiDrawIndexed(_ indices: Buffer, type: IndexType? = nil, _ primitive: PrimitiveType = .triangles, _ ranges: [Range<Int>],
                                          baseVertices: [Int] = [], instances: Int = 1, label: String = "",
                                          file: StaticString = #fileID, line: UInt = #line) {
        for (number, range) in ranges.enumerated() {
            drawIndexed(indices, type: type, primitive, first: range.lowerBound, count: range.count, instances: instances,
                        baseVertex: number < baseVertices.count ? baseVertices[number] : 0, label: label, file: file, line: line)
        }
    }
    /// Draws with arguments that `submit` reads from a buffer (glMultiDrawArraysIndirect). The arguments of a draw are four unsigned
    /// integers of 32 bits: the number of vertices, the number of instances, the first vertex, and the base instance.
    /// - Parameters:
    ///   - arguments: The buffer of arguments. The draw sees updates that the encoder recorded before the draw.
    ///   - offset: The byte at which the arguments of the first draw begin, a multiple of 4.
    ///   - drawCount: The number of draws, 0 to `Device.maximumIndirectDrawCount`.
    ///   - stride: The number of bytes from the arguments of one draw to the arguments of the next draw, a multiple of 4; nil if the
    ///     arguments of all draws follow one another directly.
    ///   - primitive: How the vertices form primitives.
    ///   - label: The name of each draw in error messages and captures.
    ///   - file: The source file of the draw, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func drawIndirect(_ arguments: Buffer, offset: Int = 0, drawCount: Int = 1, stride: Int? = nil, _ primitive: PrimitiveType = .triangles,
                                      label: String = "", file: StaticString = #fileID, line: UInt = #line) {
        let place = IndirectArguments(buffer: arguments, offset: offset, drawCount: drawCount,
                                      stride: stride ?? IndirectArguments.byteCount(isIndexed: false))
        record(primitive, first: 0, count: 0, instances: 1, baseVertex: 0, baseInstance: 0, indices: nil, label: label,
               site: CallSite(file: file, line: line), indirect: place)
    }
    /// Draws indexed vertices with arguments that `submit` reads from a buffer (glMultiDrawElementsIndirect). The arguments of a draw are
    /// five integers of 32 bits: the number of indices, the number of instances, the first index, the base vertex (signed), and the base
    /// instance.
    /// - Parameters:
    ///   - indices: The buffer of indices; index 0 is at its first byte.
    ///   - type: The size of an index, as in `drawIndexed`.
    ///   - arguments: The buffer of arguments. The draw sees updates that the encoder recorded before the draw.
    ///   - offset: The byte at which the arguments of the first draw begin, a multiple of 4.
    ///   - drawCount: The number of draws, 0 to `Device.maximumIndirectDrawCount`.
    ///   - stride: The number of bytes from the arguments of one draw to the arguments of the next draw, a multiple of 4; nil if the
    ///     arguments of all draws follow one another directly.
    ///   - primitive: How the vertices form primitives.
    ///   - label: The name of each draw in error messages and captures.
    ///   - file: The source file of the draw, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func drawIndexedIndirect(_ indices: Buffer, type: IndexType? = nil, arguments: Buffer, offset: Int = 0, drawCount: Int = 1,
                                             stride: Int? = nil, _ primitive: PrimitiveType = .triangles, label: String = "",
                                             file: StaticString = #fileID, line: UInt = #line) {
        let place = IndirectArguments(buffer: arguments, offset: offset, drawCount: drawCount, stride: stride ?? IndirectArguments.byteCount(isIndexed: true))
        record(primitive, first: 0, count: 0, instances: 1, baseVertex: 0, baseInstance: 0, indices: binding(of: indices, type), label: label,
               site: CallSite(file: file, line: line), indirect: place)
    }
    /// Draws as many vertices as an object of transform feedback has written, from vertex 0 on (glDrawTransformFeedbackInstanced, OpenGL 4.3
    /// §13.2.3). The application sets the written buffers as vertex buffers, as for every draw, and need not read the count.
    ///
    /// The count includes all draws that wrote with the object before this pass, in earlier submits too. Draws of this pass must not write
    /// with the object.
    /// - Parameters:
    ///   - feedback: The object.
    ///   - primitive: How the vertices form primitives; nil for the kind of primitives that the object has written.
    ///   - instances: How often the vertices are drawn, with gl_InstanceID 0, 1, ….
    ///   - label: The draw's name in error messages and captures.
    ///   - file: The source file of the draw, for captures and validation reports; by default the caller's.
    ///   - line: The line in `file`; by default the caller's.
    public mutating func draw(writtenBy feedback: TransformFeedback, as primitive: PrimitiveType? = nil, instances: Int = 1, label: String = "",
                              file: StaticString = #fileID, line: UInt = #line) {
        record(primitive ?? feedback.primitive.separate, first: 0, count: 0, instances: instances, baseVertex: 0, baseInstance: 0, indices: nil,
               label: label, site: CallSite(file: file, line: line), countedFeedback: feedback)
    }
    private func binding(of indices: Buffer, _ type: IndexType?) -> IndexBinding {
        let own = indices.elements.flatMap { $0.areBytes ? nil : $0.index }
        return IndexBinding(buffer: indices, type: type ?? own ?? .uint16, offset: 0)
    }
    private mutating func record(_ primitive: PrimitiveType, first: Int, count: Int, instances: Int, baseVertex: Int,
                                 baseInstance: Int, indices: IndexBinding?, label: String, site: CallSite, indirect: IndirectArguments? = nil,
                                 countedFeedback: TransformFeedback? = nil) {
        guard let pipeline = requirePipeline(for: "a draw") else { return }
        let settings = currentSettings(pipeline)
        if settings.hasBuiltinUniforms { writeBuiltinUniforms(pipeline.program) }
        if indirect != nil || countedFeedback != nil { hasIndirectDraws = true }
        notes?.willDraw(with: pipeline.program)
        operations.append(.draw(DrawCall(
            settings: settings, primitive: primitive, first: first, count: count, instanceCount: instances, baseVertex: baseVertex,
            baseInstance: baseInstance, indices: indices, uniforms: uniforms.words, label: label, site: site, indirect: indirect,
            countedFeedback: countedFeedback)))
        drawCount += 1
    }
    /// Returns the settings for a draw. Between draws without a change of a setting, this function does nothing.
    private mutating func currentSettings(_ pipeline: Pipeline) -> PassSettings {
        if let settings { return settings }
        if !attributes.named.isEmpty, attributesPipeline !== pipeline {
            attributes.resolve(for: pipeline)
            attributesPipeline = pipeline
        }
        let made = PassSettings(pipeline: pipeline, vertexBuffers: vertexBuffers, resources: resources, viewport: viewport, scissor: scissor,
                                blendColor: blendColor, stencilReferenceFront: stencilReferenceFront, stencilReferenceBack: stencilReferenceBack,
                                query: query, feedback: feedback, primitiveQuery: primitiveQuery, attributes: attributes, isRobust: isRobust)
        if made.writesMemory || feedback != nil { writesMemory = true }
        settings = made
        return made
    }
    /// Sets gl_DepthRange to the viewport's depth range. Sets the target's height for shaders that count rows from the top.
    private mutating func writeBuiltinUniforms(_ program: Program) {
        if let word = program.targetHeightWord { uniforms.words[word] = Float(target.height).bitPattern }
        guard !program.depthRangeWords.isEmpty else { return }
        let near = min(max(viewport.depthNear, 0), 1), far = min(max(viewport.depthFar, 0), 1)
        for (word, value) in zip(program.depthRangeWords, [near, far, far - near]) {
            if let word { uniforms.words[word] = value.bitPattern }
        }
    }
    /// Clears attachments in the middle of the pass, within the present scissor (glClear, glClearBuffer; OpenGL 3.3 §4.2.3). A nil
    /// value leaves its attachment unchanged.
    /// - Parameters:
    ///   - values: The values to which the attachments are cleared.
    ///   - mask: The channels and stencil bits that are written; by default all. The write masks of pipelines have no effect on
    ///     clears.
    public mutating func clear(_ values: ClearValues, mask: ClearMask = .all) {
        operations.append(.clear(ClearCall(values: values, scissor: scissor, mask: mask)))
    }
    /// Gives a group of draws a name that captures show. A group does not change the picture.
    public mutating func group(_ name: String, _ body: (inout RenderPass) throws -> Void) rethrows {
        operations.append(.pushGroup(name))
        defer { operations.append(.popGroup) }
        try body(&self)
    }

    /// Returns the recorded draws as the command that `CommandEncoder.render` appends. Renderers execute this command.
    /// - Parameter clear: The values to which the pass first clears its images.
    func command(clear: ClearValues) -> RenderPassCommand {
        var command = RenderPassCommand(label: label, target: target, clear: clear, operations: operations)
        if let notes { command.unset = notes.unset }
        command.conditions = conditions
        command.hasIndirectDraws = hasIndirectDraws
        command.writesMemory = writesMemory
        return command
    }
}
