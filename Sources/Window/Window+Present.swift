// Window+Present: copies a framebuffer's texels directly into SDL's locked texture. During this copy, the order of the rows is reversed,
// and the channels are put into the screen's order. Bytes are shown as they are stored, so an sRGB target looks right; alpha is ignored.
//
// The code is unsafe because source and destination are raw memory: the texture storage, and the memory that SDL locks for writing.

import CSDL
import Raster

extension Window {
    /// Shows colour attachment 0 of `framebuffer`, stretched if the framebuffer's size differs from the window's size. Waits for the
    /// screen's next refresh if the system supports this. Throws `unsupported` unless colour attachment 0 is a single-sampled image of the
    /// format `rgba8` or `srgb8Alpha8`, and `systemUnavailable` if SDL cannot show the picture.
    public func present(_ framebuffer: Framebuffer) throws {
        guard let attachment = framebuffer.color.first ?? nil else {
            throw RasterError(.incompleteFramebuffer, "the framebuffer to show", "has no colour 0", remedy: "make it with color: [.rgba8]")
        }
        let format = attachment.texture.format
        guard framebuffer.samples == 1, format == .rgba8 || format == .srgb8Alpha8 else {
            throw RasterError(.unsupported, "the framebuffer to show", "has \(framebuffer.samples) samples of \(format)",
                              remedy: "resolve or blit it to a single-sampled rgba8 framebuffer first")
        }
        try attachment.texture.access.held("the framebuffer to show") {
            try attachment.texture.prepareForHostAccess()
            try upload(attachment, width: framebuffer.width, height: framebuffer.height)
        }
        try repaint()
    }

    private func upload(_ attachment: Attachment, width: Int, height: Int) throws(RasterError) {
        if texture == nil || textureSize != (width, height) {
            if let texture { SDL_DestroyTexture(texture) }
            let format = swapsRedAndBlue ? SDL_PIXELFORMAT_ARGB8888 : SDL_PIXELFORMAT_ABGR8888
            texture = SDL_CreateTexture(renderer, format.rawValue, Int32(SDL_TEXTUREACCESS_STREAMING.rawValue), Int32(width), Int32(height))
            guard texture != nil else { throw failure("cannot show \(width)×\(height) pixels") }
            SDL_SetTextureBlendMode(texture, SDL_BLENDMODE_NONE)
            textureSize = (width, height)
        }
        var pixels: UnsafeMutableRawPointer?
        var pitch: Int32 = 0
        guard SDL_LockTexture(texture, nil, &pixels, &pitch) == 0, let pixels else { throw failure("cannot be drawn to") }
        let storage = attachment.texture.storage
        for row in 0..<height {
            let source = storage.address(level: attachment.level, slice: attachment.slice, x: 0, y: height - 1 - row)
            let target = pixels + row * Int(pitch)
            if swapsRedAndBlue {
                swapRedAndBlue(UnsafePointer(source.assumingMemoryBound(to: UInt32.self)), to: target.assumingMemoryBound(to: UInt32.self), count: width)
            } else {
                target.copyMemory(from: source, byteCount: width * 4)
            }
        }
        SDL_UnlockTexture(texture)
    }

    /// Shows the last picture again, with the notice over it, for example after the window was uncovered.
    func repaint() throws(RasterError) {
        guard texture != nil else { return }
        try drawTexture()
        drawNotice()
        SDL_RenderPresent(renderer)
        needsRepaint = false
        if ScreenLoss.isLost { throw ScreenLoss.error(ofWindow: name) }
    }

    /// Fills the window with the texture: pixel by pixel if the sizes are equal, otherwise with smooth interpolation.
    func drawTexture() throws(RasterError) {
        SDL_SetTextureScaleMode(texture, textureSize == drawableSize() ? SDL_ScaleModeNearest : SDL_ScaleModeLinear)
        SDL_SetRenderDrawColor(renderer, 0, 0, 0, 255)
        SDL_RenderClear(renderer)
        guard SDL_RenderCopy(renderer, texture, nil, nil) == 0 else { throw failure("cannot be drawn to") }
    }
}

/// Converts RGBA bytes to BGRA bytes by swapping the first and the third byte.
private func swapRedAndBlue(_ source: UnsafePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, count: Int) {
    for i in 0..<count {
        let pixel = source[i]
        target[i] = pixel & 0xFF00_FF00 | pixel << 16 & 0x00FF_0000 | pixel >> 16 & 0x0000_00FF
    }
}
