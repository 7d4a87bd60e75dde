// DrawPlan: the kernels of a draw, and the records that the kernels read. Kernels and records are determined once, before the ranges of the
// draw's primitives are processed.

import Kernel
import Memory
import Shading
import Synchronization

/// The conformance is `@unchecked` because the compiler cannot know that workers only read a filled plan. Workers report results through
/// the plan's atomic variables. The plan retains the draw call, which retains the resources that the records point to.
package final class DrawPlan: @unchecked Sendable {
    let call: DrawCall
    /// The draw's number in its pass.
    package let number: Int
    let target: Framebuffer
    package let primitives: PrimitiveSource
    /// The primitives that the geometry shader reads and emits; nil without a geometry shader.
    let geometry: GeometryLayout?
    /// The places to which transform feedback writes the draw's primitives; nil if there is no transform feedback, or if room is reserved
    /// for each range separately (`countsFeedback`).
    let feedback: FeedbackRun?
    /// Whether room for the primitives of a range is reserved in the buffers of transform feedback only when these primitives are known. If
    /// true, ranges must be processed one after another.
    let countsFeedback: Bool
    let kernels: DrawKernels
    // All threads need the following values very often. These values are copies of values of the call and of the kernels. Reading a value
    // through the call or the kernels would change the reference counts of these objects each time, which costs time.
    private let coverage: TileCoverage
    package let recordStride: Int
    let layers: PrimitiveLayer
    let indices: IndexReader?
    let first: Int, baseVertex: Int
    /// `context` and the following properties up to `attributes` are addresses within one piece of memory. This memory holds all records of
    /// the draw, the draw's uniforms, and the attribute values that the draw sets.
    private(set) var context: UnsafeMutablePointer<DrawContext>!
    private(set) var transform: UnsafeMutablePointer<TransformRecord>!
    private(set) var setup: UnsafeMutablePointer<SetupRecord>!
    private var textures: UnsafeMutableRawPointer!
    private var storageBlocks: UnsafeMutableRawPointer!
    private var images: UnsafeMutableRawPointer!
    private var uniforms: UnsafeMutableRawPointer!
    /// The attribute values that the draw itself sets, four words for each fetch; empty if the draw sets no attribute value.
    private var attributes: UnsafeMutableRawPointer!
    /// The memory of the kernels' records, if the plan owns this memory; nil if the caller of `fill(_:memory:)` lends the memory.
    private var ownMemory: Allocation?
    private let stepLimit: Int
    /// The number of samples that passed all tests, if a query counts them.
    let passedSamples = Atomic<UInt64>(0)
    /// The number of primitives that the geometry shader emitted; 0 without a geometry shader.
    let emittedPrimitives = Atomic<UInt64>(0)
    /// The loop that ran too long; −1 if no loop ran too long. If a loop ran too long, bits 0 and 1 are the index of the stage in `stages`,
    /// and the higher bits are the index of the loop's end.
    private let failure = Atomic<Int>(-1)

    /// Plans a draw. This initialiser reserves room for the draw's primitives in the buffers of transform feedback, so draws must be
    /// planned in their order.
    /// - Parameter countsFeedback: Whether room is reserved later, range by range, because a geometry shader determines how many primitives
    ///   this draw or an earlier draw of the pass has.
    package init(call: DrawCall, number: Int, target: Framebuffer, stepLimit: Int, kernels: DrawKernels, countsFeedback: Bool = false) {
        self.call = call; self.number = number; self.target = target; self.kernels = kernels
        coverage = kernels.coverage; recordStride = kernels.recordStride
        layers = PrimitiveLayer(call.pipeline.program.linked, target)
        indices = call.indices.map(IndexReader.init)
        first = call.first; baseVertex = call.baseVertex
        primitives = PrimitiveSource(call: call)
        geometry = call.pipeline.program.linked.geometry?.geometryLayout
        self.countsFeedback = countsFeedback
        feedback = countsFeedback ? nil : FeedbackRun.begin(call, primitiveCount: primitives.count)
        self.stepLimit = stepLimit
    }
    deinit { ownMemory?.free() }

    /// The maximum number of primitives that a geometry shader may emit for one primitive that it reads, at least 1. Without a geometry
    /// shader, the number is 1.
    package var drawnPerPrimitive: Int {
        geometry.map { $0.invocationCount * max(1, $0.maximumVertexCount - $0.output.cornerCount + 1) } ?? 1
    }
    /// The minimum number of primitives in a range. With a geometry shader, the primitives of a range have at least 32 invocations. So even
    /// a kernel of 16 lanes runs at least two groups of invocations in which all lanes are in use.
    package var fewestPrimitives: Int { geometry.map { (32 + $0.invocationCount - 1) / $0.invocationCount } ?? 1 }

    /// Writes the records for the kernels. The memory of the records belongs to the plan. This function must be called once, by any
    /// thread, before the kernels run.
    package func fill() {
        fill { byteCount in
            let memory = Allocation(byteCount: byteCount, alignment: 64, name: "DrawPlan.ownMemory")
            ownMemory = memory
            return memory.base
        }
    }
    /// Writes the records into memory that the caller lends for as long as the kernels run.
    /// - Parameter settings: The settings of the draw whose records were written before. If this draw has the same settings, the function
    ///   copies these settings.
    func fill(_ settings: DrawRecordCache? = nil, memory: (_ byteCount: Int) -> UnsafeMutableRawPointer) {
        var byteCount = 0
        func part(_ size: Int) -> Int {
            defer { byteCount += (size + 63) & ~63 }
            return byteCount
        }
        let contextPart = part(DrawContext.byteCount(blockCount: kernels.blockCount, fetchCount: kernels.fetchCount))
        let transformPart = part(MemoryLayout<TransformRecord>.size), setupPart = part(MemoryLayout<SetupRecord>.size)
        let texturesPart = part(TextureRecord.stride * max(1, call.textures.count))
        let storagePart = part(MemoryLayout<StorageBlockRecord>.stride * call.storageBuffers.count)
        let imagesPart = part(MemoryLayout<ImageUnitRecord>.stride * call.images.count)
        let uniformsPart = part(4 * max(1, call.uniforms.count)), attributesPart = part(16 * call.attributes.words.count)
        let base = memory(byteCount)
        context = (base + contextPart).assumingMemoryBound(to: DrawContext.self)
        transform = (base + transformPart).assumingMemoryBound(to: TransformRecord.self)
        setup = (base + setupPart).assumingMemoryBound(to: SetupRecord.self)
        textures = base + texturesPart
        storageBlocks = base + storagePart
        images = base + imagesPart
        uniforms = base + uniformsPart
        attributes = base + attributesPart
        for (number, words) in call.attributes.words.enumerated() {
            attributes.storeBytes(of: words ?? .zero, toByteOffset: 16 * number, as: SIMD4<UInt32>.self)
        }
        uniforms.storeBytes(of: 0, as: UInt32.self)
        call.uniforms.withUnsafeBytes { if let from = $0.baseAddress { uniforms.copyMemory(from: from, byteCount: $0.count) } }
        if let settings, settings.copy(to: base, of: self) { return putAddresses() }
        for (i, binding) in call.textures.enumerated() { TextureRecord.write(binding, to: textures + TextureRecord.stride * i) }
        StorageBlockRecord.write(call.storageBuffers, empty: base, to: storageBlocks)
        ImageUnitRecord.write(call.images, to: images)
        let viewport = ViewportTransform(call.viewport)
        context.initialize(to: makeContext(viewport))
        fillUniformBlocks()
        fillVertexStreams()
        transform.initialize(to: TransformRecord(viewport, call))
        setup.initialize(to: SetupRecord(PrimitiveBuilder.polygonBounds(call: call, target: target, transform: viewport)))
        // The copy ends at byte `uniformsPart`. So the copy contains neither the uniforms nor the values of attributes, which come last.
        settings?.keep(base, byteCount: uniformsPart, of: self)
    }
    /// Writes the addresses that point into the plan's own memory. Copied settings have the addresses of another plan.
    private func putAddresses() {
        context.pointee.textures = UnsafeRawPointer(textures)
        context.pointee.storageBlocks = UnsafeRawPointer(storageBlocks)
        context.pointee.images = UnsafeRawPointer(images)
        if kernels.blockCount > 0 { uniformBlocks.pointee.base = UnsafeRawPointer(uniforms) }
        fillGivenAttributes()
    }

    var hasFailed: Bool { failure.load(ordering: .relaxed) >= 0 }
    private static let stages: [ShaderStage] = [.vertex, .geometry, .fragment]
    func fail(_ stage: ShaderStage, loopEnd: Int) {
        _ = failure.compareExchange(expected: -1, desired: loopEnd << 2 | Self.stages.firstIndex(of: stage)!, ordering: .relaxed)
    }
    var failedLoop: (stage: ShaderStage, loopEnd: Int)? {
        let value = failure.load(ordering: .relaxed)
        return value < 0 ? nil : (Self.stages[value & 3], value >> 2)
    }

    /// Draws the primitives of the given bins in order. All bins belong to one tile of a layer.
    func draw(_ bins: UnsafeBufferPointer<TileBin>, layer: Int, _ pixels: InclusivePixelBounds, _ depthBounds: UnsafeMutablePointer<DepthBounds>,
              report: UnsafeMutablePointer<KernelReport>) {
        if hasFailed || bins.isEmpty { return }
        report.initialize(to: KernelReport())
        declareAccess(bins, layer: layer, pixels)
        if layer == 0 {
            coverage.draw(context, bins, pixels, depthBounds, report: report)
        } else {
            withContext(ofLayer: layer) { coverage.draw($0, bins, pixels, depthBounds, report: report) }
        }
        let result = report.pointee
        if result.passedSamples != 0 { passedSamples.add(result.passedSamples, ordering: .relaxed) }
        if result.failedLoop >= 0 { fail(.fragment, loopEnd: Int(result.failedLoop)) }
    }

    /// Calls `body` with a copy of the context. The images of the copy begin at the texels of the given layer.
    private func withContext(ofLayer layer: Int, _ body: (UnsafePointer<DrawContext>) -> Void) {
        withTemporaryMemory(byteCount: contextByteCount, alignment: 64, name: "the context of a layer") { memory in
            memory.copyMemory(from: context, byteCount: contextByteCount)
            let copy = memory.assumingMemoryBound(to: DrawContext.self)
            copy.pointee.depth.move(to: layer)
            copy.pointee.stencil.move(to: layer)
            copy.pointee.colors.0.move(to: layer); copy.pointee.colors.1.move(to: layer)
            copy.pointee.colors.2.move(to: layer); copy.pointee.colors.3.move(to: layer)
            copy.pointee.colors.4.move(to: layer); copy.pointee.colors.5.move(to: layer)
            copy.pointee.colors.6.move(to: layer); copy.pointee.colors.7.move(to: layer)
            body(copy)
        }
    }

    private func makeContext(_ viewport: ViewportTransform) -> DrawContext {
        func image(_ location: Int) -> ImageRecord { ImageRecord(location < target.color.count ? target.color[location] : nil) }
        return DrawContext(
            stepLimit: Int32(clamping: stepLimit), depthMinimum: viewport.depthMinimum, depthMaximum: viewport.depthMaximum,
            stencilReferenceFront: UInt32(call.stencilReferenceFront), stencilReferenceBack: UInt32(call.stencilReferenceBack),
            blendRed: call.blendColor.x, blendGreen: call.blendColor.y, blendBlue: call.blendColor.z, blendAlpha: call.blendColor.w,
            sRGBDecode: UnsafeRawPointer(SRGBTables.shared.decode), sRGBEncode: UnsafeRawPointer(SRGBTables.shared.encode),
            textures: UnsafeRawPointer(textures), colors: (image(0), image(1), image(2), image(3), image(4), image(5), image(6), image(7)),
            depth: ImageRecord(target.depth), stencil: ImageRecord(target.stencil),
            storageBlocks: UnsafeRawPointer(storageBlocks), images: UnsafeRawPointer(images))
    }

    private var uniformBlocks: UnsafeMutablePointer<UniformBlockRecord> {
        (UnsafeMutableRawPointer(context) + DrawContext.uniformBlocks).assumingMemoryBound(to: UniformBlockRecord.self)
    }

    private func fillUniformBlocks() {
        UniformBlockRecord.write(call, uniforms: uniforms, wordCount: call.uniforms.count, count: kernels.blockCount, to: uniformBlocks)
    }

    private var vertexStreams: UnsafeMutablePointer<VertexStreamRecord> {
        (UnsafeMutableRawPointer(context) + DrawContext.vertexStreams(blockCount: kernels.blockCount)).assumingMemoryBound(to: VertexStreamRecord.self)
    }
    private func fillGivenAttributes() {
        for (number, words) in call.attributes.words.enumerated() where words != nil {
            (vertexStreams + number).initialize(to: VertexStreamRecord(base: UnsafeRawPointer(attributes + 16 * number), count: 1, stride: 0))
        }
    }

    private func fillVertexStreams() {
        fillGivenAttributes()
        let streams = vertexStreams
        for (number, fetch) in call.pipeline.fetch.enumerated() {
            guard case .buffer(let slot, let attributeOffset, let format) = fetch.source else { continue }
            let stride = call.pipeline.vertexLayout.buffers[slot].stride
            guard slot < call.vertexBuffers.count, let binding = call.vertexBuffers[slot] else {
                preconditionFailure("validation lets a draw pass that has no buffer to read")
            }
            let first = binding.offset + attributeOffset
            let room = binding.buffer.byteCount - first - format.byteCount
            let count = room < 0 ? 0 : stride == 0 ? Int(UInt32.max) : room / stride + 1
            (streams + number).initialize(to: VertexStreamRecord(base: UnsafeRawPointer(binding.buffer.base + min(first, binding.buffer.byteCount)),
                                                                 count: UInt32(clamping: count), stride: Int32(clamping: stride)))
        }
    }
}

/// A copy of the memory that a worker last wrote for a draw, without the uniforms and the values of attributes. Draws that differ only in these
/// values have the same settings.
final class DrawRecordCache {
    private let memory = RawStorage("DrawRecordCache.memory")
    private var byteCount = 0
    /// The draw that the settings belong to. One object holds the parts of the draw, so a worker counts only one reference, not one
    /// reference for each part.
    private final class Owner {
        let call: DrawCall, target: Framebuffer, kernels: DrawKernels
        init(_ plan: DrawPlan) { call = plan.call; target = plan.target; kernels = plan.kernels }
    }
    /// The parts of the draw whose settings are in the memory; nil if the settings may have changed since then.
    private var known: Owner?

    /// Forgets the settings and the resources to which the settings refer. Call this function before resources may change.
    func forget() { known = nil }

    /// Copies the settings to `base` if `plan` has the same settings. Returns true if the settings were copied.
    func copy(to base: UnsafeMutableRawPointer, of plan: DrawPlan) -> Bool {
        guard let known, known.target === plan.target, known.kernels === plan.kernels, known.call.hasSettings(of: plan.call) else { return false }
        base.copyMemory(from: memory.base, byteCount: byteCount)
        return true
    }
    func keep(_ base: UnsafeMutableRawPointer, byteCount: Int, of plan: DrawPlan) {
        memory.reserve(byteCount: byteCount)
        memory.base.copyMemory(from: base, byteCount: byteCount)
        self.byteCount = byteCount
        known = Owner(plan)
    }
}

// MARK: Access for sanitizers

extension DrawPlan {
    var contextByteCount: Int { DrawContext.byteCount(blockCount: kernels.blockCount, fetchCount: kernels.fetchCount) }

    /// Declares the memory that a kernel uses to draw the given bins of one tile.
    @inline(__always)
    func declareAccess(_ bins: UnsafeBufferPointer<TileBin>, layer: Int, _ pixels: InclusivePixelBounds) {
        #if RASTER_SANITIZER
        KernelAccess.reads(context, byteCount: contextByteCount)
        for bin in bins {
            for i in 0..<bin.count { KernelAccess.reads(bin.records + Int(bin.indices[i]) * recordStride, byteCount: recordStride) }
        }
        let writes = kernels.writes
        if writes.contains(.color) { for attachment in target.color { if let attachment { declareAccess(attachment.layer(layer), pixels, isWritten: true) } } }
        if let depth = target.depth { declareAccess(depth.layer(layer), pixels, isWritten: writes.contains(.depth)) }
        if let stencil = target.stencil { declareAccess(stencil.layer(layer), pixels, isWritten: writes.contains(.stencil)) }
        #endif
    }

    #if RASTER_SANITIZER
    private func declareAccess(_ attachment: Attachment, _ pixels: InclusivePixelBounds, isWritten: Bool) {
        let storage = attachment.texture.storage, byteCount = (pixels.maxX - pixels.minX + 1) * storage.bytesPerTexel
        for sample in 0..<storage.samples {
            for y in pixels.minY...pixels.maxY {
                let row = storage.address(level: attachment.level, slice: attachment.slice, x: pixels.minX, y: y, sample: sample)
                if isWritten { KernelAccess.writes(row, byteCount: byteCount) } else { KernelAccess.reads(row, byteCount: byteCount) }
            }
        }
    }
    #endif
}
