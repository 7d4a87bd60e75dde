import Raster

/// A pool of images, masks and vertex buffers that are reused between frames.
///
/// Anything that a recorded encoder still holds is not reused, because the encoder may be submitted later or again. The reference count
/// shows whether an encoder holds an object: an object that only the pool refers to is free.
final class SurfacePool {
    private struct Image {
        var framebuffer: Framebuffer
        let texture: Texture
        var isTaken = false
        var lastFrame = 0
    }
    private struct Mask { var texture: Texture; var lastFrame = 0 }
    private struct Vertices { var buffer: Buffer; var lastFrame = 0 }
    private let device: Device
    private var images: [Image] = []
    private var masks: [Mask] = []
    private var buffers: [Vertices] = []
    private var frame = 0
    /// Objects that were not needed for this number of frames are freed.
    private static let patience = 60
    /// The number of texels in a row of a mask. The bytes of coverage continue from row to row.
    static let maskWidth = 16384

    init(device: Device) { self.device = device }

    /// Begins a frame.
    func begin() {
        frame += 1
        images.removeAll { frame - $0.lastFrame > SurfacePool.patience }
        masks.removeAll { frame - $0.lastFrame > SurfacePool.patience }
        buffers.removeAll { frame - $0.lastFrame > SurfacePool.patience }
    }
    /// Ends the frame. Images that the frame's encoder does not hold become free.
    func end() { for i in images.indices { images[i].isTaken = false } }

    /// Returns an image for a box of pixels, to be cleared before the first draw.
    func surface(_ box: PixelBox, format: PixelFormat, label: String) throws -> Surface {
        let width = max(1, box.width), height = max(1, box.height)
        var best: Int?
        for i in images.indices where !images[i].isTaken && images[i].texture.format == format {
            let w = images[i].texture.width, h = images[i].texture.height
            guard w >= width, h >= height, w * h <= 4 * (width + 64) * (height + 64), isKnownUniquelyReferenced(&images[i].framebuffer) else { continue }
            if let best, images[best].texture.width * images[best].texture.height <= w * h { continue }
            best = i
        }
        if best == nil {
            func rounded(_ side: Int) -> Int { min((side + 63) & ~63, max(side, Device.maximumTextureSize)) }
            let texture = try device.makeTexture(TextureDescriptor(format: format, width: rounded(width), height: rounded(height), label: label))
            images.append(Image(framebuffer: try device.makeFramebuffer(color: [Attachment(texture)], label: label), texture: texture))
            best = images.count - 1
        }
        guard let best else { preconditionFailure("an image was found or made") }
        images[best].isTaken = true
        images[best].lastFrame = frame
        return Surface(framebuffer: images[best].framebuffer, texture: images[best].texture, box: box, clear: .zero)
    }
    /// Returns a texture with room for this number of bytes, row after row.
    /// - Throws: `CanvasError` if no texture is large enough, or the errors of the device.
    func mask(byteCount: Int) throws -> Texture {
        let rows = max(16, (byteCount + SurfacePool.maskWidth - 1) / SurfacePool.maskWidth)
        guard rows <= Device.maximumTextureSize else {
            throw CanvasError(.limitExceeded, "the canvas", "has overlapping shapes that need \(byteCount) bytes of coverage at once", remedy: "draw them in several frames, or smaller")
        }
        var found: Int?
        for i in masks.indices where masks[i].lastFrame != frame && masks[i].texture.height >= rows && masks[i].texture.height <= 8 * rows
            && isKnownUniquelyReferenced(&masks[i].texture) { found = i; break }
        if found == nil {
            let height = min(rows.nextPowerOfTwo, Device.maximumTextureSize)
            let texture = try device.makeTexture(TextureDescriptor(format: .r8, width: SurfacePool.maskWidth, height: height, label: "canvas coverage"))
            masks.append(Mask(texture: texture))
            found = masks.count - 1
        }
        guard let found else { preconditionFailure("a mask was found or made") }
        masks[found].lastFrame = frame
        return masks[found].texture
    }

    /// Returns a buffer with room for this number of bytes.
    func vertices(byteCount: Int) throws -> Buffer {
        for i in buffers.indices where buffers[i].lastFrame != frame && buffers[i].buffer.byteCount >= byteCount
            && isKnownUniquelyReferenced(&buffers[i].buffer) {
            buffers[i].lastFrame = frame
            return buffers[i].buffer
        }
        let buffer = try device.makeBuffer(byteCount: max(65536, byteCount.nextPowerOfTwo), label: "canvas pieces")
        buffers.append(Vertices(buffer: buffer, lastFrame: frame))
        return buffer
    }
}

extension Int {
    /// The smallest power of two that is not less than this number; 1 for numbers below 1. The number must be at most 2⁶⁰.
    fileprivate var nextPowerOfTwo: Int { self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount) }
}
