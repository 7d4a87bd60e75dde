// Validation+Copies: checks copies and blits between images.

extension Device {
    func validate(_ copy: CopyTextureCommand, at place: String) throws(RasterError) {
        for texture in [copy.source, copy.destination] where texture.owner !== self { throw RasterError.wrongDevice(texture.name) }
        guard copy.source.format.bytesPerTexel == copy.destination.format.bytesPerTexel,
              copy.source.descriptor.samples == copy.destination.descriptor.samples else {
            throw RasterError(.invalidFormat, "copy from \(copy.source.name) to \(copy.destination.name)", at: place, "is between \(copy.source.format) and \(copy.destination.format)",
                              remedy: "use formats of equal size, or blit")
        }
        var region = copy.sourceRegion
        try copy.source.checkRegion(region, level: copy.sourceLevel, at: place)
        region.x = copy.destinationX; region.y = copy.destinationY; region.z = copy.destinationZ
        try copy.destination.checkRegion(region, level: copy.destinationLevel, at: place)
    }

    func validate(_ blit: BlitCommand, at place: String) throws(RasterError) {
        func check(_ a: Attachment, _ c: (x0: Int, y0: Int, x1: Int, y1: Int)) throws(RasterError) {
            guard a.texture.owner === self else { throw RasterError.wrongDevice(a.texture.name) }
            // The difference of corners inside of this range does not overflow.
            guard [c.x0, c.y0, c.x1, c.y1].allSatisfy(PixelRect.places.contains) else {
                throw RasterError(.invalidArgument, "corners (\(c.x0), \(c.y0)) and (\(c.x1), \(c.y1)) of \(a.texture.name)", at: place, "are far away",
                                  remedy: "use places of −2³⁰ to 2³⁰")
            }
            try a.texture.checkRegion(TextureRegion(x: 0, y: 0, z: a.slice, width: 0, height: 0), level: a.level, at: place)
        }
        try check(blit.source, blit.sourceCorners)
        try check(blit.destination, blit.destinationCorners)
        do { try validate(blit.scissor) } catch { throw error.at(place) }
        let s = blit.source.texture, d = blit.destination.texture
        let subject = "blit from \(s.name) to \(d.name)"
        guard d.descriptor.samples == 1 || d.descriptor.samples == s.descriptor.samples else {
            throw RasterError(.unsupported, subject, at: place, "writes a multisampled image", remedy: "blit into a single-sampled one")
        }
        let sameSize = abs(blit.sourceCorners.x1 - blit.sourceCorners.x0) == abs(blit.destinationCorners.x1 - blit.destinationCorners.x0)
            && abs(blit.sourceCorners.y1 - blit.sourceCorners.y0) == abs(blit.destinationCorners.y1 - blit.destinationCorners.y0)
        guard s.descriptor.samples == 1 || sameSize else {
            throw RasterError(.unsupported, subject, at: place, "scales a multisampled image", remedy: "resolve it at its own size first")
        }
        if s.format.isColor != d.format.isColor || (!s.format.isColor && s.format != d.format) {
            throw RasterError(.invalidFormat, subject, at: place, "is between \(s.format) and \(d.format)", remedy: "use one format for both in depth and stencil blits")
        }
        guard blit.aspect == .all || (blit.aspect == .depth ? s.format.hasDepth : s.format.hasStencil) else {
            throw RasterError(.invalidFormat, subject, at: place, "copies \(blit.aspect) of format \(s.format)", remedy: "use .all, or a format with \(blit.aspect)")
        }
        if s.format.isColor && (s.format.isInteger || d.format.isInteger) && s.format.kind != d.format.kind {
            throw RasterError(.invalidFormat, subject, at: place, "is between \(s.format) and \(d.format)", remedy: "blit integer formats to formats of the same kind")
        }
        if blit.filter == .linear && !(s.format.isFilterable && s.format.isColor) {
            throw RasterError(.unsupported, subject, at: place, "filters format \(s.format)", remedy: "use .nearest")
        }
    }
}
