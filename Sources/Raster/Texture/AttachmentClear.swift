// AttachmentClear: fills a rectangle of an attachment with one value, in all samples (OpenGL 3.3 §4.2.3).
//
// Promises: the part of the rectangle outside the image is ignored. Depth is clamped to 0…1. A clear of some channels, of stencil bits, or
// of depth alone keeps all other bits of a texel, whatever these bits mean. Every clear therefore has two patterns of the size of a texel:
// the value, and the bits to write. Depth and stencil of one image are written together. The code works row by row on raw memory, because
// clears touch every byte of a frame.

package enum AttachmentClear {
    /// Fills channels of the rectangle with a colour. If the enum case of `value` does not match the format's kind, the bits of
    /// `value` are used unchanged.
    /// - Parameter layer: The layer of the target to clear; 0 if the target is not layered.
    package static func color(_ attachment: Attachment, of target: Framebuffer, layer: Int, _ value: ClearColor, mask: ColorWriteMask, _ rect: PixelRect) {
        let format = target.drawnFormat(attachment), layout = format.layout
        var bits = SIMD4<UInt32>.zero, isWhole = true
        for channel in 0..<layout.channelCount {
            if mask.contains(ColorWriteMask(rawValue: 1 << UInt8(channel))) { bits.insert(layout.channel(channel)) } else { isWhole = false }
        }
        fill(attachment, layer, bits: isWhole ? nil : bits, rect) { PixelCodec.storeTexel(format, $0, value.registers) }
    }

    /// Fills depth, and the bits of `stencilMask` in stencil. If `depth` is nil, depth keeps its contents. If `stencil` is nil, stencil
    /// keeps its contents. An aspect without an attachment is ignored.
    package static func depthAndStencil(of target: Framebuffer, layer: Int, depth: Float?, stencil: UInt8?, stencilMask: UInt8, _ rect: PixelRect) {
        if let attachment = target.depth, let stencilAttachment = target.stencil, attachment.isSameImage(as: stencilAttachment) {
            return fill(attachment, layer, depth, stencil, stencilMask, rect)
        }
        if let attachment = target.depth { fill(attachment, layer, depth, nil, 0, rect) }
        if let attachment = target.stencil { fill(attachment, layer, nil, stencil, stencilMask, rect) }
    }
    private static func fill(_ attachment: Attachment, _ layer: Int, _ depth: Float?, _ stencil: UInt8?, _ stencilMask: UInt8, _ rect: PixelRect) {
        let format = attachment.texture.format, layout = format.layout
        var bits = SIMD4<UInt32>.zero
        if depth != nil, let channel = layout.depth { bits.insert(channel) }
        if stencil != nil, let channel = layout.stencil { bits[channel.word] |= UInt32(stencilMask) << channel.shiftInWord }
        // A format with depth alone has no other bits to keep.
        fill(attachment, layer, bits: depth != nil && layout.stencil == nil ? nil : bits, rect) { texel in
            if let depth { PixelCodec.storeDepthKey(format, texel, PixelCodec.depthKey(format, TexelEncoding.clampedToUnit(depth))) }
            if let stencil { PixelCodec.storeStencil(format, texel, stencil) }
        }
    }

    /// The number of texels that each step of a fill writes.
    private static let patternTexels = 64

    /// Fills bits of all texels of the rectangle.
    /// - Parameters:
    ///   - bits: The bits to write, as little-endian words of a texel; nil for the whole texel.
    ///   - store: Writes a texel with the value. Before the call, the memory of the texel is zero.
    private static func fill(_ attachment: Attachment, _ layer: Int, bits: SIMD4<UInt32>?, _ rect: PixelRect, store: (UnsafeMutableRawPointer) -> Void) {
        if bits == SIMD4.zero { return }
        let size = attachment.texture.format.bytesPerTexel, count = max(1, min(patternTexels, rect.width))
        func repeatFirst(_ texels: UnsafeMutableRawPointer) {
            for i in 1..<max(1, count) { (texels + i * size).copyMemory(from: texels, byteCount: size) }
        }
        withUnsafeTemporaryAllocation(byteCount: 2 * 16 * patternTexels, alignment: 64) { memory in
            guard let values = memory.baseAddress else { return }
            let masks = values + 16 * patternTexels
            values.storeBytes(of: .zero, as: SIMD4<UInt32>.self)
            store(values)
            repeatFirst(values)
            masks.storeBytes(of: bits ?? SIMD4(repeating: .max), as: SIMD4<UInt32>.self)
            if UnsafeRawBufferPointer(start: masks, count: size).allSatisfy({ $0 == 0xFF }) {
                return forEachPiece(attachment, layer, rect) { texels, byteCount in texels.copyMemory(from: values, byteCount: byteCount) }
            }
            repeatFirst(masks)
            forEachPiece(attachment, layer, rect) { texels, byteCount in merge(values, masks, into: texels, byteCount, size) }
        }
    }

    /// In texels of `size` bytes, replaces the bits that are set in `masks` by the bits of `values`. `values` and `masks` are aligned to
    /// vectors.
    private static func merge(_ values: UnsafeRawPointer, _ masks: UnsafeRawPointer, into texels: UnsafeMutableRawPointer, _ byteCount: Int, _ size: Int) {
        typealias Vector = SIMD4<UInt64>
        var value = values.load(as: Vector.self), mask = masks.load(as: Vector.self), i = 0
        while i + MemoryLayout<Vector>.size <= byteCount {
            // If a vector holds whole texels, all vectors of a pattern are equal. In this case, the vectors that were loaded before the
            // loop serve for all texels.
            if MemoryLayout<Vector>.size % size != 0 {
                value = values.load(fromByteOffset: i, as: Vector.self)
                mask = masks.load(fromByteOffset: i, as: Vector.self)
            }
            let old = texels.loadUnaligned(fromByteOffset: i, as: Vector.self)
            texels.storeBytes(of: old ^ (old ^ value) & mask, toByteOffset: i, as: Vector.self)
            i += MemoryLayout<Vector>.size
        }
        while i < byteCount {
            let old = texels.load(fromByteOffset: i, as: UInt8.self), value = values.load(fromByteOffset: i, as: UInt8.self)
            texels.storeBytes(of: old ^ (old ^ value) & masks.load(fromByteOffset: i, as: UInt8.self), toByteOffset: i, as: UInt8.self)
            i += 1
        }
    }

    /// Calls `body` for pieces of at most `patternTexels` texels, row by row and sample plane by sample plane, with the address
    /// of the piece's first texel and the number of bytes.
    private static func forEachPiece(_ attachment: Attachment, _ layer: Int, _ rect: PixelRect, _ body: (UnsafeMutableRawPointer, Int) -> Void) {
        let storage = attachment.texture.storage, size = storage.bytesPerTexel
        let level = storage.levels[attachment.level]
        let x0 = max(0, rect.x), y0 = max(0, rect.y)
        let x1 = min(level.width, rect.x + rect.width), y1 = min(level.height, rect.y + rect.height)
        guard x0 < x1, y0 < y1 else { return }
        for sample in 0..<storage.samples {
            for y in y0..<y1 {
                for x in stride(from: x0, to: x1, by: patternTexels) {
                    body(storage.address(level: attachment.level, slice: attachment.slice + layer, x: x, y: y, sample: sample),
                         size * min(patternTexels, x1 - x))
                }
            }
        }
    }
}

extension SIMD4<UInt32> {
    /// Sets the bits of a channel in the words of a texel.
    fileprivate mutating func insert(_ channel: TexelChannel) { self[channel.word] |= channel.maximum << channel.shiftInWord }
}

extension ClearColor {
    /// The bits of the value's four registers.
    var registers: SIMD4<UInt32> {
        switch self {
        case .float(let v): unsafeBitCast(v, to: SIMD4<UInt32>.self)
        case .int(let v): SIMD4(truncatingIfNeeded: v)
        case .uint(let v): v
        }
    }
}
