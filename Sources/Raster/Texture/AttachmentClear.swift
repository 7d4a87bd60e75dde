// AttachmentClear: fills a rectangle of an attachment with one value, in all samples (OpenGL 3.3 §4.2.3).
//
// Promises: the part of the rectangle outside the image is ignored. Depth is clamped to 0…1. In combined formats, clearing depth
// keeps stencil, and clearing stencil keeps depth. The code works row by row on raw memory, because clears touch every byte of a
// frame.

package enum AttachmentClear {
    /// Fills the rectangle with a colour. If the enum case of `value` does not match the format's kind, the bits of `value` are used unchanged.
    package static func color(_ attachment: Attachment, _ value: ClearColor, _ rect: PixelRect) {
        whole(attachment, value.registers, rect)
    }

    package static func depth(_ attachment: Attachment, _ value: Float, _ rect: PixelRect) {
        let format = attachment.texture.format
        let depth = TexelEncoding.clampedToUnit(value)
        guard format.hasStencil else { return whole(attachment, SIMD4(depth.bitPattern, 0, 0, 0), rect) }
        let key = PixelCodec.depthKey(format, depth)
        let texel = format.bytesPerTexel
        forEachRow(attachment, rect) { row, width in
            for x in 0..<width { PixelCodec.storeDepthKey(format, row + x * texel, key) }
        }
    }

    package static func stencil(_ attachment: Attachment, _ value: UInt8, _ rect: PixelRect) {
        let format = attachment.texture.format
        guard format.hasDepth else { return whole(attachment, SIMD4(UInt32(value), 0, 0, 0), rect) }
        let texel = format.bytesPerTexel
        forEachRow(attachment, rect) { row, width in
            for x in 0..<width { PixelCodec.storeStencil(format, row + x * texel, value) }
        }
    }

    /// The number of texels that each copy writes.
    private static let patternTexels = 64

    /// Fills whole texels.
    private static func whole(_ attachment: Attachment, _ registers: SIMD4<UInt32>, _ rect: PixelRect) {
        let format = attachment.texture.format
        let size = format.bytesPerTexel
        withUnsafeTemporaryAllocation(byteCount: 16 * patternTexels, alignment: 64) { pattern in
            guard let texels = pattern.baseAddress else { return }
            // A store of depth24 first reads the unused byte of the texel.
            pattern.initializeMemory(as: UInt8.self, repeating: 0)
            PixelCodec.storeTexel(format, texels, registers)
            for i in 1..<max(1, min(patternTexels, rect.width)) { (texels + i * size).copyMemory(from: texels, byteCount: size) }
            forEachRow(attachment, rect) { row, width in
                var x = 0
                while x < width {
                    let count = min(patternTexels, width - x)
                    (row + x * size).copyMemory(from: texels, byteCount: count * size)
                    x += count
                }
            }
        }
    }

    /// Calls `body` for each row of the rectangle, sample plane by sample plane, with the address of the row's first texel and the width.
    private static func forEachRow(_ attachment: Attachment, _ rect: PixelRect, _ body: (UnsafeMutableRawPointer, Int) -> Void) {
        let storage = attachment.texture.storage
        let level = storage.levels[attachment.level]
        let x0 = max(0, rect.x), y0 = max(0, rect.y)
        let x1 = min(level.width, rect.x + rect.width), y1 = min(level.height, rect.y + rect.height)
        guard x0 < x1, y0 < y1 else { return }
        for sample in 0..<storage.samples {
            for y in y0..<y1 {
                body(storage.address(level: attachment.level, slice: attachment.slice, x: x0, y: y, sample: sample), x1 - x0)
            }
        }
    }
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
