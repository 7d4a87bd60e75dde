// DrawPlan: everything resolved about one draw before its chunks are processed: kernels, context memory, set-up state.

import Kernel
import Shading

/// Read by all workers; the only thing that changes is guarded by atomics in `DrawProgress`.
final class DrawPlan: @unchecked Sendable {
    let call: DrawCall
    let target: Framebuffer
    let primitives: PrimitiveSource
    let frontEnd: VertexColumns
    let recordStride: Int
    let context: UnsafeMutableRawPointer
    let transform: UnsafeMutableRawPointer
    /// Four Int32: pixels that triangles may cover.
    let bounds: UnsafeMutableRawPointer
    let vertex: VertexEntry
    let setup: SetupEntry?
    let fragment: FragmentEntry
    let progress = DrawProgress()
    private let kernels: [Kernel]
    /// TextureRecords; the call keeps the textures.
    private let textures: UnsafeMutableRawPointer
    private let uniforms: UnsafeMutablePointer<UInt32>

    init(call: DrawCall, target: Framebuffer, stepLimit: Int, kernels: DrawKernels) throws(KernelError) {
        self.call = call; self.target = target
        let program = call.pipeline.program.linked
        frontEnd = VertexColumns(layout: VertexRowLayout(program: program))
        recordStride = PrimitiveRecord.stride(varyings: program.interface.varyings.count)
        primitives = PrimitiveSource(call: call)
        vertex = try kernels.vertex.function(VertexKernel.entryName, as: VertexEntry.self)
        setup = try kernels.setup?.function(SetupKernel.entryName, as: SetupEntry.self)
        fragment = try kernels.fragment.function(FragmentKernel.entryName, as: FragmentEntry.self)
        self.kernels = [kernels.vertex, kernels.fragment] + (kernels.setup.map { [$0] } ?? [])
        textures = .allocate(byteCount: TextureRecord.stride * max(1, call.textures.count), alignment: 64)
        for (i, binding) in call.textures.enumerated() { TextureRecord.write(binding, to: textures + TextureRecord.stride * i) }

        let blocks = program.interface.uniformBlocks
        uniforms = .allocate(capacity: max(1, call.uniforms.count))
        uniforms.initialize(from: call.uniforms.isEmpty ? [0] : call.uniforms, count: max(1, call.uniforms.count))
        context = .allocate(byteCount: DrawContext.byteCount(blockCount: blocks.count, fetchCount: call.pipeline.fetch.count), alignment: 64)
        transform = .allocate(byteCount: TransformRecord.byteCount, alignment: 16)
        bounds = .allocate(byteCount: 16, alignment: 16)
        fillContext(stepLimit: stepLimit, blockCount: blocks.count)
        fillTransform()
    }

    deinit { context.deallocate(); transform.deallocate(); bounds.deallocate(); uniforms.deallocate(); textures.deallocate() }

    private func fillContext(stepLimit: Int, blockCount: Int) {
        let viewport = ViewportTransform(call.viewport)
        func put<T>(_ value: T, _ offset: Int) { context.storeBytes(of: value, toByteOffset: offset, as: T.self) }
        put(Int32(clamping: stepLimit), DrawContext.stepLimit)
        put(Int32(target.height - 1), DrawContext.lastRow)
        put(viewport.depthMinimum, DrawContext.depthMinimum); put(viewport.depthMaximum, DrawContext.depthMaximum)
        put(UInt32(call.stencilReferenceFront), DrawContext.stencilReferenceFront)
        put(UInt32(call.stencilReferenceBack), DrawContext.stencilReferenceBack)
        for k in 0..<4 { put(call.blendColor[k], DrawContext.blendConstant + 4 * k) }
        put(UnsafeRawPointer(SRGBTables.shared.decode), DrawContext.sRGBDecode)
        put(UnsafeRawPointer(SRGBTables.shared.thresholds), DrawContext.sRGBThresholds)
        put(UnsafeRawPointer(textures), DrawContext.textures)
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
                put(UnsafeMutableRawPointer(uniforms), offset); put(UInt32(call.uniforms.count), offset + 8)
            } else if let binding = call.uniformBuffers[block - 1] {
                put(binding.buffer.base + binding.offset, offset); put(UInt32(clamping: binding.byteCount / 4), offset + 8)
            }
        }
        for (number, fetch) in call.pipeline.fetch.enumerated() {
            guard case .buffer(let slot, let attributeOffset, let format) = fetch.source else { continue }
            let offset = DrawContext.vertexStreams(blockCount: blockCount) + 16 * number
            let stride = call.pipeline.vertexLayout.buffers[slot].stride
            guard slot < call.vertexBuffers.count, let binding = call.vertexBuffers[slot] else {
                put(UnsafeMutableRawPointer(uniforms), offset); put(UInt32(0), offset + 8); put(Int32(0), offset + 12)
                continue
            }
            let first = binding.offset + attributeOffset
            let room = binding.buffer.byteCount - first - format.byteCount
            let count = room < 0 ? 0 : stride == 0 ? Int(UInt32.max) : room / stride + 1
            put(binding.buffer.base + min(first, binding.buffer.byteCount), offset)
            put(UInt32(clamping: count), offset + 8); put(Int32(clamping: stride), offset + 12)
        }
    }

    private func fillTransform() {
        let v = ViewportTransform(call.viewport)
        let numbers = [v.scaleX, v.translateX, v.scaleY, v.translateY, v.scaleZ, v.translateZ, v.guardX, v.guardY, call.pipeline.state.pointSize]
        for (k, number) in numbers.enumerated() { transform.storeBytes(of: number, toByteOffset: 4 * k, as: Float.self) }
        transform.storeBytes(of: Int32(truncatingIfNeeded: call.baseVertex), toByteOffset: TransformRecord.baseVertex, as: Int32.self)
        transform.storeBytes(of: Int32(truncatingIfNeeded: call.baseInstance), toByteOffset: TransformRecord.baseInstance, as: Int32.self)
        let b = SetupState(call: call, target: target, transform: v).polygonBounds
        for (k, n) in [b.minX, b.minY, b.maxX, b.maxY].enumerated() { bounds.storeBytes(of: Int32(truncatingIfNeeded: n), toByteOffset: 4 * k, as: Int32.self) }
    }
}

/// The compiled code of a draw.
struct DrawKernels {
    var vertex: Kernel
    /// Only for filled triangles without polygon offset.
    var setup: Kernel?
    var fragment: Kernel
}
