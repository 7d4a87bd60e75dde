// DrawPlan: everything resolved about one draw before its chunks are processed: kernels, context memory, set-up state.

import Kernel
import Memory
import Shading
import Synchronization

/// Read by all workers, who report through atomics. What it points to is kept by the call.
package final class DrawPlan: @unchecked Sendable {
    let call: DrawCall
    /// The draw's number in its pass.
    package let number: Int
    let target: Framebuffer
    package let primitives: PrimitiveSource
    let kernels: DrawKernels
    // What chunks and tiles ask for all the time, by itself: copies of the call would count references, on all threads.
    private let coverage: TileCoverage
    package let recordStride: Int
    let indices: IndexReader?
    let first: Int, baseVertex: Int
    /// The parts of one piece of memory: DrawContext, TransformRecord, SetupRecord, TextureRecords, uniforms.
    private(set) var context: UnsafeMutableRawPointer!
    private(set) var transform: UnsafeMutableRawPointer!
    private(set) var setup: UnsafeMutableRawPointer!
    private var textures: UnsafeMutableRawPointer!
    private var uniforms: UnsafeMutableRawPointer!
    /// Where no chunk lends the memory.
    private var ownMemory: Allocation?
    private let stepLimit: Int
    /// Samples that passed all tests, where a query counts them.
    let passedSamples = Atomic<UInt64>(0)
    /// `end` of the loop that ran too long, in bits 1…; bit 0 tells the stage (1: fragment). −1 while all is well.
    private let failure = Atomic<Int>(-1)

    package init(call: DrawCall, number: Int, target: Framebuffer, stepLimit: Int, kernels: DrawKernels) {
        self.call = call; self.number = number; self.target = target; self.kernels = kernels
        coverage = kernels.coverage; recordStride = kernels.recordStride
        indices = call.indices.map(IndexReader.init)
        first = call.first; baseVertex = call.baseVertex
        primitives = PrimitiveSource(call: call)
        self.stepLimit = stepLimit
    }
    deinit { ownMemory?.free() }

    /// Writes what the kernels read, into memory of its own. To be called once, before them, by any thread.
    package func fill() {
        fill { byteCount in
            let memory = Allocation(byteCount: byteCount, alignment: 64, name: "DrawPlan.ownMemory")
            ownMemory = memory
            return memory.base
        }
    }
    /// The same into memory that has to last as long as the kernels run.
    /// - Parameter settings: of the draws that were filled before.
    func fill(_ settings: DrawSettings? = nil, memory: (_ byteCount: Int) -> UnsafeMutableRawPointer) {
        var byteCount = 0
        func part(_ size: Int) -> Int {
            defer { byteCount += (size + 63) & ~63 }
            return byteCount
        }
        let contextPart = part(DrawContext.byteCount(blockCount: kernels.blockCount, fetchCount: kernels.fetchCount))
        let transformPart = part(TransformRecord.byteCount + SetupRecord.byteCount)
        let texturesPart = part(TextureRecord.stride * max(1, call.textures.count))
        let uniformsPart = part(4 * max(1, call.uniforms.count))
        let base = memory(byteCount)
        context = base + contextPart
        transform = base + transformPart
        setup = base + transformPart + TransformRecord.byteCount
        textures = base + texturesPart
        uniforms = base + uniformsPart
        uniforms.storeBytes(of: 0, as: UInt32.self)
        call.uniforms.withUnsafeBytes { if let from = $0.baseAddress { uniforms.copyMemory(from: from, byteCount: $0.count) } }
        if let settings, settings.copy(to: base, of: self) { return putAddresses() }
        for (i, binding) in call.textures.enumerated() { TextureRecord.write(binding, to: textures + TextureRecord.stride * i) }
        let viewport = ViewportTransform(call.viewport)
        fillContext(viewport, blockCount: kernels.blockCount)
        fillTransform(viewport)
        settings?.keep(base, byteCount: uniformsPart, of: self)
    }
    /// What the context has of the memory itself.
    private func putAddresses() {
        context.storeBytes(of: UnsafeRawPointer(textures), toByteOffset: DrawContext.textures, as: UnsafeRawPointer.self)
        if kernels.blockCount > 0 {
            context.storeBytes(of: UnsafeRawPointer(uniforms), toByteOffset: DrawContext.uniformBlocks, as: UnsafeRawPointer.self)
        }
    }

    var hasFailed: Bool { failure.load(ordering: .relaxed) >= 0 }
    func fail(loopEnd: Int, isFragment: Bool) {
        _ = failure.compareExchange(expected: -1, desired: loopEnd << 1 | (isFragment ? 1 : 0), ordering: .relaxed)
    }
    var failedLoop: (loopEnd: Int, isFragment: Bool)? {
        let value = failure.load(ordering: .relaxed)
        return value < 0 ? nil : (value >> 1, value & 1 == 1)
    }

    /// Draws what chunks have for one tile, in their order.
    func draw(_ parts: UnsafeBufferPointer<TileBin>, _ pixels: PixelBounds, report: UnsafeMutableRawPointer) {
        if hasFailed || parts.isEmpty { return }
        report.storeBytes(of: -1, toByteOffset: KernelReport.failedLoop, as: Int32.self)
        report.storeBytes(of: 0, toByteOffset: KernelReport.passedSamples, as: UInt64.self)
        declareAccess(parts, pixels)
        coverage.draw(context, parts, pixels, report: report)
        let passed = report.load(fromByteOffset: KernelReport.passedSamples, as: UInt64.self)
        if passed != 0 { passedSamples.add(passed, ordering: .relaxed) }
        let failed = report.load(fromByteOffset: KernelReport.failedLoop, as: Int32.self)
        if failed >= 0 { fail(loopEnd: Int(failed), isFragment: true) }
    }

    private func fillContext(_ viewport: ViewportTransform, blockCount: Int) {
        func put<T>(_ value: T, _ offset: Int) { context.storeBytes(of: value, toByteOffset: offset, as: T.self) }
        put(Int32(clamping: stepLimit), DrawContext.stepLimit)
        put(viewport.depthMinimum, DrawContext.depthMinimum); put(viewport.depthMaximum, DrawContext.depthMaximum)
        put(UInt32(call.stencilReferenceFront), DrawContext.stencilReferenceFront)
        put(UInt32(call.stencilReferenceBack), DrawContext.stencilReferenceBack)
        for k in 0..<4 { put(call.blendColor[k], DrawContext.blendConstant + 4 * k) }
        put(UnsafeRawPointer(SRGBTables.shared.decode), DrawContext.sRGBDecode)
        put(UnsafeRawPointer(SRGBTables.shared.thresholds), DrawContext.sRGBThresholds)
        putAddresses()
        func image(_ attachment: Attachment?, _ offset: Int) {
            guard let attachment else { return }
            let storage = attachment.texture.storage, level = storage.levels[attachment.level]
            put(UnsafeMutableRawPointer(storage.base + level.offset + attachment.slice * level.bytesPerSlice), offset)
            put(Int64(level.bytesPerRow), offset + 8)
            put(Int64(level.bytesPerPlane), offset + 16)
        }
        for (i, attachment) in target.color.enumerated() { image(attachment, DrawContext.color + 24 * i) }
        image(target.depth, DrawContext.depth)
        image(target.stencil, DrawContext.stencil)
        for block in 0..<blockCount {
            let offset = DrawContext.uniformBlocks + 16 * block
            if block == 0 {
                put(UInt32(call.uniforms.count), offset + 8)
            } else if let binding = call.uniformBuffers[block - 1] {
                put(binding.buffer.base + binding.offset, offset); put(UInt32(clamping: binding.byteCount / 4), offset + 8)
            }
        }
        for (number, fetch) in call.pipeline.fetch.enumerated() {
            guard case .buffer(let slot, let attributeOffset, let format) = fetch.source else { continue }
            let offset = DrawContext.vertexStreams(blockCount: blockCount) + 16 * number
            let stride = call.pipeline.vertexLayout.buffers[slot].stride
            guard slot < call.vertexBuffers.count, let binding = call.vertexBuffers[slot] else {
                preconditionFailure("validation lets a draw pass that has no buffer to read")
            }
            let first = binding.offset + attributeOffset
            let room = binding.buffer.byteCount - first - format.byteCount
            let count = room < 0 ? 0 : stride == 0 ? Int(UInt32.max) : room / stride + 1
            put(binding.buffer.base + min(first, binding.buffer.byteCount), offset)
            put(UInt32(clamping: count), offset + 8); put(Int32(clamping: stride), offset + 12)
        }
    }

    private func fillTransform(_ v: ViewportTransform) {
        func put(_ number: Float, _ offset: Int) { transform.storeBytes(of: number, toByteOffset: offset, as: Float.self) }
        put(v.scaleX, TransformRecord.scaleX); put(v.translateX, TransformRecord.translateX)
        put(v.scaleY, TransformRecord.scaleY); put(v.translateY, TransformRecord.translateY)
        put(v.scaleZ, TransformRecord.scaleZ); put(v.translateZ, TransformRecord.translateZ)
        put(v.guardX, TransformRecord.guardX); put(v.guardY, TransformRecord.guardY)
        put(call.pipeline.state.pointSize, TransformRecord.pointSize)
        transform.storeBytes(of: Int32(truncatingIfNeeded: call.baseVertex), toByteOffset: TransformRecord.baseVertex, as: Int32.self)
        transform.storeBytes(of: Int32(truncatingIfNeeded: call.baseInstance), toByteOffset: TransformRecord.baseInstance, as: Int32.self)
        let b = SetupState.polygonBounds(call: call, target: target, transform: v)
        setup.storeBytes(of: SIMD4<Int32>(truncatingIfNeeded: SIMD4(b.minX, b.minY, b.maxX, b.maxY)), toByteOffset: SetupRecord.bounds, as: SIMD4<Int32>.self)
    }
}
