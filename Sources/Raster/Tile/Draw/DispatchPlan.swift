// DispatchPlan: the kernel of a dispatch, and the records that the kernel reads.

import Kernel
import Memory
import Shading
import ShadingKernel
import Synchronization

/// The conformance is `@unchecked` because the compiler cannot know that workers only read a plan. Workers report a failure through the
/// plan's atomic variable.
final class DispatchPlan: @unchecked Sendable {
    let call: DispatchCall
    let kernel: CompiledEntry<ComputeArguments>
    /// The kernel's code as a C function.
    let code: @convention(c) (UnsafeMutableRawPointer) -> Void
    /// The number of batches in a work group. With fibers, each batch has its own call of the kernel. Without fibers, one call runs all
    /// batches in a loop.
    let batchCount: Int
    /// Whether each batch of a work group runs on a fiber, and the size of the fiber's stack.
    let usesFibers: Bool, stackByteCount: Int
    let context: UnsafeMutablePointer<DispatchContext>
    /// The memory of the records, and its size.
    let records: Allocation, recordByteCount: Int
    /// The kernels that own `code`. This reference keeps the code alive.
    private let owner: ComputeKernels
    /// The index of the `end` instruction of a loop that ran too long; −1 if no loop ran too long.
    private let failure = Atomic<Int>(-1)

    var module: ShaderModule { call.program.linked.compute }

    /// - Precondition: The kernel is compiled.
    init(_ call: DispatchCall, _ kernels: ComputeKernels, lanes: Int, stepLimit: Int) {
        let module = call.program.linked.compute
        self.call = call
        owner = kernels
        kernel = kernels.kernel.function(ComputeArguments.entry)!
        code = unsafeBitCast(kernels.kernel.code!, to: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
        batchCount = WorkGroupLanes.batchCount(module, lanes: lanes)
        usesFibers = module.needsFibers(batchSize: WorkGroupLanes.batchSize(module, lanes: lanes))
        stackByteCount = kernels.stackByteCount

        var byteCount = 0
        func part(_ size: Int) -> Int {
            defer { byteCount += (size + 63) & ~63 }
            return byteCount
        }
        let blockCount = call.program.linked.interface.uniformBlocks.count
        let contextPart = part(DispatchContext.byteCount(blockCount: blockCount)), texturesPart = part(TextureRecord.stride * max(1, call.textures.count))
        let storagePart = part(MemoryLayout<StorageBlockRecord>.stride * call.storageBuffers.count)
        let imagesPart = part(MemoryLayout<ImageUnitRecord>.stride * call.images.count), uniformsPart = part(4 * max(1, call.uniforms.count))
        records = Allocation(byteCount: byteCount, alignment: 64, name: "DispatchPlan.records")
        recordByteCount = byteCount
        let base = records.base, uniforms = base + uniformsPart
        uniforms.storeBytes(of: 0, as: UInt32.self)
        call.uniforms.withUnsafeBytes { if let from = $0.baseAddress { uniforms.copyMemory(from: from, byteCount: $0.count) } }
        for (unit, binding) in call.textures.enumerated() { TextureRecord.write(binding, to: base + texturesPart + TextureRecord.stride * unit) }
        StorageBlockRecord.write(call.storageBuffers, empty: base, to: base + storagePart)
        ImageUnitRecord.write(call.images, to: base + imagesPart)
        context = (base + contextPart).assumingMemoryBound(to: DispatchContext.self)
        context.initialize(to: DispatchContext(
            stepLimit: Int32(clamping: stepLimit), groupsX: UInt32(call.groups.x), groupsY: UInt32(call.groups.y), groupsZ: UInt32(call.groups.z),
            sRGBDecode: UnsafeRawPointer(SRGBTables.shared.decode), sRGBEncode: UnsafeRawPointer(SRGBTables.shared.encode),
            textures: UnsafeRawPointer(base + texturesPart), storageBlocks: UnsafeRawPointer(base + storagePart),
            images: UnsafeRawPointer(base + imagesPart)))
        UniformBlockRecord.write(call, uniforms: uniforms, wordCount: call.uniforms.count, count: blockCount,
                                 to: (base + contextPart + DispatchContext.uniformBlocks).assumingMemoryBound(to: UniformBlockRecord.self))
    }
    deinit { records.free() }

    var groupCount: Int { call.groups.x * call.groups.y * call.groups.z }
    /// Whether the work groups must run one after another, because the results may depend on the order in which the groups run.
    var isSequential: Bool { owner.isSequential }

    var failedLoop: Int? {
        let value = failure.load(ordering: .relaxed)
        return value < 0 ? nil : value
    }
    var hasFailed: Bool { failedLoop != nil }
    func fail(loopEnd: Int) { _ = failure.compareExchange(expected: -1, desired: loopEnd, ordering: .relaxed) }
}

// MARK: Access for sanitizers

extension DispatchPlan {
    /// Declares the memory that a kernel uses to run work groups. A shader may let work groups on several threads write to the same buffer
    /// or image. Writes of several threads to one buffer or image are no error, so the memory is declared as read, not as written. The
    /// sanitizers then still find memory that was freed, and writes of the host while the groups run.
    /// - Parameter words: The memory that the invocations of a work group share. This memory belongs to one thread.
    @inline(__always)
    func declareAccess(_ words: UnsafeMutableRawPointer) {
        #if RASTER_SANITIZER
        KernelAccess.reads(records.base, byteCount: recordByteCount)
        KernelAccess.writes(words, byteCount: module.sharedByteCount)
        for case let binding? in call.uniformBuffers { KernelAccess.reads(binding.buffer.base + binding.offset, byteCount: binding.byteCount) }
        for case let binding? in call.storageBuffers { KernelAccess.reads(binding.buffer.base + binding.offset, byteCount: binding.byteCount) }
        for case let binding? in call.images {
            let storage = binding.texture.storage, level = storage.levels[binding.level]
            KernelAccess.reads(storage.base + level.offset, byteCount: level.byteCount)
        }
        #endif
    }
}
