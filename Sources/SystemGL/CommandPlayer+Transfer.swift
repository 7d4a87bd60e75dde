// CommandPlayer+Transfer: copies, blits and mipmaps between images.

import CSystemGL
import Raster

extension CommandPlayer {
    func play(_ copy: CopyTextureCommand) throws(RasterError) {
        let region = copy.sourceRegion
        guard region.width > 0, region.height > 0, region.depth > 0 else { return }
        // OpenGL does not define copies between overlapping regions, or between formats that OpenGL stores differently. So if the regions
        // overlap or the formats differ, the copy goes through Raster's memory.
        guard copy.source.format == copy.destination.format, !overlaps(copy) else { return try copyOnHost(copy) }
        let source = try resources.twin(of: copy.source), destination = try resources.twin(of: copy.destination)
        for (twin, texture) in [(source, copy.source), (destination, copy.destination)] {
            resources.bind(twin, TextureView(texture))
        }
        gl.copyImageSubData(source.name, source.target, GLint(copy.sourceLevel), GLint(region.x), GLint(region.y), GLint(region.z),
                            destination.name, destination.target, GLint(copy.destinationLevel), GLint(copy.destinationX),
                            GLint(copy.destinationY), GLint(copy.destinationZ), GLsizei(region.width), GLsizei(region.height), GLsizei(region.depth))
        copy.destination.hostIsStale = true
    }

    private func overlaps(_ copy: CopyTextureCommand) -> Bool {
        guard copy.source === copy.destination, copy.sourceLevel == copy.destinationLevel else { return false }
        let r = copy.sourceRegion
        return abs(r.x - copy.destinationX) < r.width && abs(r.y - copy.destinationY) < r.height && abs(r.z - copy.destinationZ) < r.depth
    }

    /// Copies through Raster's memory: all texels of the region are read before the first texel is written.
    private func copyOnHost(_ copy: CopyTextureCommand) throws(RasterError) {
        for texture in [copy.source, copy.destination] where texture.hostIsStale {
            try resources.readBack(texture)
            texture.hostIsStale = false
        }
        let region = copy.sourceRegion
        let source = copy.source.storage, destination = copy.destination.storage
        let rowBytes = region.width * source.bytesPerTexel
        var texels: [UInt8] = []
        texels.reserveCapacity(rowBytes * region.height * region.depth)
        for z in 0..<region.depth {
            for y in 0..<region.height {
                let row = source.address(level: copy.sourceLevel, slice: region.z + z, x: region.x, y: region.y + y)
                texels.append(contentsOf: UnsafeRawBufferPointer(start: row, count: rowBytes))
            }
        }
        texels.withUnsafeBytes { bytes in
            for z in 0..<region.depth {
                for y in 0..<region.height {
                    destination.address(level: copy.destinationLevel, slice: copy.destinationZ + z, x: copy.destinationX, y: copy.destinationY + y)
                        .copyMemory(from: bytes.baseAddress! + (z * region.height + y) * rowBytes, byteCount: rowBytes)
                }
            }
        }
        copy.destination.hostVersion &+= 1
    }

    func play(_ blit: BlitCommand) throws(RasterError) {
        _ = try resources.twin(of: blit.source.texture)
        _ = try resources.twin(of: blit.destination.texture)
        if let scissor = blit.scissor {
            gl.enable(GLenum(GL_SCISSOR_TEST))
            setScissor(scissor)
        } else {
            gl.disable(GLenum(GL_SCISSOR_TEST))
        }
        resources.bindScratch(blit.source, to: GLenum(GL_READ_FRAMEBUFFER))
        resources.bindScratch(blit.destination, to: GLenum(GL_DRAW_FRAMEBUFFER))
        let format = blit.source.texture.format
        var mask: GLbitfield = 0
        if format.isColor { mask |= GLbitfield(GL_COLOR_BUFFER_BIT) }
        if format.hasDepth && blit.aspect != .stencil { mask |= GLbitfield(GL_DEPTH_BUFFER_BIT) }
        if format.hasStencil && blit.aspect != .depth { mask |= GLbitfield(GL_STENCIL_BUFFER_BIT) }
        if !blit.encodesSRGB { gl.disable(GLenum(GL_FRAMEBUFFER_SRGB)) }
        defer { gl.enable(GLenum(GL_FRAMEBUFFER_SRGB)) }
        let s = blit.sourceCorners, d = blit.destinationCorners
        gl.blitFramebuffer(GLint(s.x0), GLint(s.y0), GLint(s.x1), GLint(s.y1), GLint(d.x0), GLint(d.y0), GLint(d.x1), GLint(d.y1),
                           mask, GLenum(blit.filter.glFilter))
        blit.destination.texture.hostIsStale = true
    }

    func generateMipmaps(_ texture: Texture) throws(RasterError) {
        let twin = try resources.twin(of: texture)
        resources.bind(twin, TextureView(texture))
        gl.generateMipmap(twin.target)
        texture.hostIsStale = true
    }
}
