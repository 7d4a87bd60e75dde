// KernelAccess: declares to the sanitizers which memory kernels read and write. Sanitizers observe only code that the Swift compiler made.
//
// `make sanitize` compiles with RASTER_SANITIZER. Then the memory that a kernel uses is declared before each call of the kernel.
// The thread sanitizer finds two workers in one tile, or a chunk that is filled while tiles read it. The address sanitizer finds
// memory that was freed. Without RASTER_SANITIZER these functions are empty and cost nothing.

#if RASTER_SANITIZER
import CLLVM
#endif

enum KernelAccess {
    @inline(__always)
    static func reads(_ start: UnsafeRawPointer, byteCount: Int) {
        #if RASTER_SANITIZER
        RasterKernelReads(start, byteCount)
        #endif
    }
    @inline(__always)
    static func writes(_ start: UnsafeMutableRawPointer, byteCount: Int) {
        #if RASTER_SANITIZER
        RasterKernelWrites(start, byteCount)
        #endif
    }
}

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

extension DispatchPlan {
    /// Declares the memory that a kernel uses to run work groups. Work groups on several threads may write one buffer or image if their
    /// shader does so. This is no error, so the memory is declared as read, not as written. The sanitizers then still find memory that was
    /// freed, and writes of the host while the groups run.
    /// - Parameter words: The memory that the invocations of a work group share, which belongs to one thread.
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
