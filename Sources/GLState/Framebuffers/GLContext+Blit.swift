import Raster

// Copies between framebuffers (OpenGL ES 3.0.6 §4.3.3).

extension GLContext {
    package func glBlitFramebuffer(_ srcX0: GLint, _ srcY0: GLint, _ srcX1: GLint, _ srcY1: GLint, _ dstX0: GLint, _ dstY0: GLint, _ dstX1: GLint,
                                   _ dstY1: GLint, _ mask: GLbitfield, _ filter: GLenum) throws(GLError) {
        guard mask & ~(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) == 0 else {
            throw .invalidValue("the mask \(mask.hexadecimal) names other buffers than colour, depth and stencil")
        }
        guard filter == GL_NEAREST || filter == GL_LINEAR else { throw .invalidEnum("filter", filter) }
        guard filter == GL_NEAREST || mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) == 0 else {
            throw .invalidOperation("depth and stencil cannot be filtered")
        }
        try checkFramebuffer(reads: true)
        try checkFramebuffer(reads: false)
        let source = (x0: Int(srcX0), y0: Int(srcY0), x1: Int(srcX1), y1: Int(srcY1))
        let destination = (x0: Int(dstX0), y0: Int(dstY0), x1: Int(dstX1), y1: Int(dstY1))
        // Raster's blits do not take coordinates outside of the range `places`.
        let places: ClosedRange<GLint> = -(1 << 30)...(1 << 30)
        guard [srcX0, srcY0, srcX1, srcY1, dstX0, dstY0, dstX1, dstY1].allSatisfy({ places.contains($0) }) else {
            throw .invalidValue("a corner is more than 2³⁰ pixels away")
        }
        guard drawSamples == 0 else { throw .invalidOperation("the framebuffer that is drawn is multisampled") }
        let readSamples = readFramebuffer?.samples ?? (readSurface?.attachments?.color.samples ?? 1) - 1
        // In desktop OpenGL, only the sizes of the rectangles must be equal, not their positions (OpenGL 3.3 §4.3.2).
        let areEqual = version.isES ? source == destination
            : source.x1 - source.x0 == destination.x1 - destination.x0 && source.y1 - source.y0 == destination.y1 - destination.y0
        guard readSamples == 0 || areEqual else {
            throw .invalidOperation("the framebuffer that is read is multisampled, and the rectangles differ")
        }
        // A buffer that one of the two framebuffers lacks is not copied.
        var colors: [(FramebufferImage, FramebufferImage)] = []
        if mask & GL_COLOR_BUFFER_BIT != 0, let read = readColor {
            for drawn in drawColors {
                try checkColors(read, drawn, filter)
                colors.append((read, drawn))
            }
        }
        typealias Pair = (FramebufferImage, FramebufferImage)
        func pair(_ bit: GLbitfield, _ read: FramebufferImage?, _ drawn: FramebufferImage?, _ name: String) throws(GLError) -> Pair? {
            guard mask & bit != 0, let read, let drawn else { return nil }
            guard read.format === drawn.format else { throw .invalidOperation("the \(name) formats differ") }
            guard !read.image.isSameImage(as: drawn.image) else { throw .invalidOperation("a \(name) image cannot be copied to itself") }
            return (read, drawn)
        }
        let depth = try pair(GL_DEPTH_BUFFER_BIT, readDepth, drawDepth, "depth")
        let stencil = try pair(GL_STENCIL_BUFFER_BIT, readStencil, drawStencil, "stencil")

        let scissor = state.isScissorEnabled ? state.scissor : nil
        guard let blit = FramebufferBlit(source, destination, filter: filter == GL_LINEAR ? .linear : .nearest, scissor: scissor) else { return }
        for (read, drawn) in colors { blit.record(read, drawn, .all, encodesSRGB: state.desktop.isSRGBEnabled, commands) }
        if let depth, let stencil, depth.0.image.isSameImage(as: stencil.0.image), depth.1.image.isSameImage(as: stencil.1.image) {
            return blit.record(depth.0, depth.1, .all, commands)
        }
        if let depth { blit.record(depth.0, depth.1, .depth, commands) }
        if let stencil { blit.record(stencil.0, stencil.1, .stencil, commands) }
    }

    private func checkColors(_ read: FramebufferImage, _ drawn: FramebufferImage, _ filter: GLenum) throws(GLError) {
        func numbers(_ image: FramebufferImage) -> PixelFormat.ChannelKind? { image.format.isInteger ? image.format.pixelFormat.kind : nil }
        guard numbers(read) == numbers(drawn) else { throw .invalidOperation("integers of one kind are copied to numbers of another kind") }
        guard filter == GL_NEAREST || !read.format.isInteger else { throw .invalidOperation("integers cannot be filtered") }
        guard !read.isMultisampled || read.format === drawn.format else { throw .invalidOperation("the formats differ, and one image is multisampled") }
        guard !read.image.isSameImage(as: drawn.image) else { throw .invalidOperation("an image cannot be copied to itself") }
    }
}

/// The rectangles and the filter of a copy between two images.
struct FramebufferBlit {
    typealias Corners = (x0: Int, y0: Int, x1: Int, y1: Int)
    private let source: Corners, destination: Corners
    private let filter: FilterMode
    private let scissor: PixelRect?

    /// Returns nil if the copy writes nothing.
    init?(_ source: Corners, _ destination: Corners, filter: FilterMode, scissor: PixelRect?) {
        guard source.x0 != source.x1, source.y0 != source.y1, destination.x0 != destination.x1, destination.y0 != destination.y1 else { return nil }
        let limit = GLLimits.textureSize, inside = scissor?.clipped(width: limit, height: limit)
        if let inside, inside.width == 0 || inside.height == 0 { return nil }
        self.source = source; self.destination = destination; self.filter = filter; self.scissor = inside
    }

    /// Records a copy of a part of the texels.
    func record(_ read: FramebufferImage, _ drawn: FramebufferImage, _ aspect: BlitAspect, encodesSRGB: Bool = true, _ commands: PendingCommands) {
        read.mark(commands)
        drawn.mark(commands)
        commands.append(.blit(BlitCommand(source: read.image, sourceCorners: source, destination: drawn.image, destinationCorners: destination,
                                          filter: read.isMultisampled ? .nearest : filter, scissor: scissor, aspect: aspect, encodesSRGB: encodesSRGB,
                                          function: "glBlitFramebuffer")))
    }
}
