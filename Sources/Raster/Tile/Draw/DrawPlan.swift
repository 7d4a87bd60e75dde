// DrawPlan: everything that is resolved once for a draw, before its ranges are processed: its kernels, and the records that they read.

import Kernel
import Memory
import Shading
import Synchronization

/// All workers read it, and report through its atomics. It retains the draw call, which retains the resources that the records point to.
package final class DrawPlan: @unchecked Sendable {
    let call: DrawCall
    /// The draw's number in its pass.
    package let number: Int
    let target: Framebuffer
    package let primitives: PrimitiveSource
    let kernels: DrawKernels
    // Chunks and tiles need these all the time, on all threads. They are copied here because reading them from the call would count
    // references to it.
    private let coverage: TileCoverage
    package let recordStride: Int
    let indices: IndexReader?
    let first: Int, baseVertex: Int
    /// Addresses within one piece of memory, which has a DrawContext, a TransformRecord, a SetupRecord, TextureRecords and the uniforms.
    private(set) var context: UnsafeMutableRawPointer!
    private(set) var transform: UnsafeMutableRawPointer!
    private(set) var setup: UnsafeMutableRawPointer!
    private var textures: UnsafeMutableRawPointer!
    private var uniforms: UnsafeMutableRawPointer!
    /// That memory, if no chunk lends its own.
    private var ownMemory: Allocation?
    private let stepLimit: Int
    /// Samples that passed all tests, where a query counts them.
    let passedSamples = Atomic<UInt64>(0)
    /// −1 while all is well. After a loop ran too long: its `end` in bits 1…, and its stage in bit 0 (1: fragment).
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

    /// Writes the records that the kernels read into memory of its own. Any thread may call it, once, before the kernels run.
    package func fill() {
        fill { byteCount in
            let memory = Allocation(byteCount: byteCount, alignment: 64, name: "DrawPlan.ownMemory")
            ownMemory = memory
            return memory.base
        }
    }
    /// Writes the records into memory that the caller lends for as long as the kernels run.
    /// - Parameter settings: those of the draw that was filled before, to be copied where they are the same.
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
    /// Writes the addresses within the memory itself, which settings copied from elsewhere do not have.
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

    /// Draws the primitives of these bins, which belong to one tile, in order.
    func draw(_ bins: UnsafeBufferPointer<TileBin>, _ pixels: PixelBounds, report: UnsafeMutableRawPointer) {
        if hasFailed || bins.isEmpty { return }
        report.storeBytes(of: -1, toByteOffset: KernelReport.failedLoop, as: Int32.self)
        report.storeBytes(of: 0, toByteOffset: KernelReport.passedSamples, as: UInt64.self)
        declareAccess(bins, pixels)
        coverage.draw(context, bins, pixels, report: report)
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
