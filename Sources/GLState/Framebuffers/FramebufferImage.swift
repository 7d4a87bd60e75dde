import Raster

/// An image of the surface or of a framebuffer object, for reads, copies and blits.
package struct FramebufferImage {
    package var image: Attachment
    package var format: GLFormat
    private var owner: Owner

    private enum Owner { case surface(DefaultFramebuffer), attachment(FramebufferAttachment) }

    package init?(_ attachment: FramebufferAttachment?) {
        guard let attachment, let image = attachment.image, let format = attachment.format else { return nil }
        self.image = image; self.format = format; owner = .attachment(attachment)
    }
    package init?(_ image: Attachment?, of surface: DefaultFramebuffer) {
        guard let image, let format = FormatTable.sized(image.texture.format.layout.glInternalFormat) else { return nil }
        self.image = image; self.format = format; owner = .surface(surface)
    }

    package var isMultisampled: Bool { image.samples > 1 }

    /// Notes that the pending commands use the image.
    package func mark(_ commands: PendingCommands) {
        switch owner {
        case .surface(let surface): surface.use.mark(commands)
        case .attachment(let attachment): attachment.mark(commands)
        }
    }
    /// Runs the pending commands that use the image, and updates the host's copy of the texels. After this call the host may read or write
    /// the texels.
    package func finish() throws(GLError) {
        switch owner {
        case .surface(let surface): surface.use.finish()
        case .attachment(let attachment): attachment.finish()
        }
        try GLError.rethrowing { try image.texture.prepareForHostAccess() }
    }
    /// Returns the single-sampled image that contains the averages of the samples. Only surfaces have such an image.
    package func resolved() throws(GLError) -> FramebufferImage {
        guard isMultisampled else { return self }
        guard case .surface(let surface) = owner else { throw .invalidOperation("the framebuffer that is read is multisampled") }
        try GLError.rethrowing { try surface.finish() }
        var resolved = self
        if let color = surface.color { resolved.image = Attachment(color) }
        return resolved
    }
    /// Returns an image whose texels the host may read: this image, or the averages of its samples.
    package func readable() throws(GLError) -> Attachment {
        let image = try resolved()
        try image.finish()
        return image.image
    }
}

extension GLContext {
    /// Returns the images that draws and clears write, and notes that the pending commands use these images.
    /// - Throws: `invalidFramebufferOperation` if the framebuffer is incomplete.
    package func drawTarget() throws(GLError) -> Framebuffer {
        let target = try encodingTarget()
        return state.desktop.isSRGBEnabled ? target : target.withoutSRGB
    }
    /// Returns the images into which draws and clears write. If a format is encoded in sRGB, colours are converted to sRGB when they are written.
    private func encodingTarget() throws(GLError) -> Framebuffer {
        if let drawFramebuffer { return try drawFramebuffer.target(self) }
        guard let surface = drawSurface else { throw .invalidFramebufferOperation(FramebufferStatus.undefined.reason) }
        surface.use.mark(commands)
        return try target(surface)
    }
    /// Notes again that the pending commands use the images into which draws write. The notes of `drawTarget` no longer count if the
    /// commands have run since the call of `drawTarget`.
    package func markDrawTarget() {
        if let drawFramebuffer { drawFramebuffer.mark(commands) } else { drawSurface?.use.mark(commands) }
    }
    private func target(_ surface: DefaultFramebuffer) throws(GLError) -> Framebuffer {
        guard let color = surface.color, let attachments = surface.attachments else {
            // A surface without pixels has no images. Draws go to a framebuffer without images instead, and change nothing.
            let device = device
            return try GLError.rethrowing { try device.makeFramebuffer(width: 1, height: 1, color: []) }
        }
        if let made = surfaceBuffers.target, made.color === color, made.buffer == surfaceBuffers.draw { return made.framebuffer }
        let device = device, colors = surfaceBuffers.draw == GL_NONE ? [] : [attachments.color]
        let target = try GLError.rethrowing {
            colors.isEmpty && attachments.depth == nil && attachments.stencil == nil
                ? try device.makeFramebuffer(width: surface.width, height: surface.height, color: [], samples: attachments.color.samples,
                                             label: DefaultFramebuffer.captureName)
                : try device.makeFramebuffer(color: colors, depth: attachments.depth, stencil: attachments.stencil,
                                             label: DefaultFramebuffer.captureName)
        }
        surfaceBuffers.target = (target, color, surfaceBuffers.draw)
        return target
    }

    /// Returns the status of the framebuffer for draws, or for reads if `reads` is true. The status shows whether the framebuffer is
    /// complete.
    package func framebufferStatus(reads: Bool) throws(GLError) -> FramebufferStatus {
        if let framebuffer = reads ? readFramebuffer : drawFramebuffer { return try framebuffer.status(self) }
        return (reads ? readSurface : drawSurface) == nil ? .undefined : .complete
    }
    /// - Throws: `invalidFramebufferOperation` if the framebuffer for draws or reads is incomplete.
    package func checkFramebuffer(reads: Bool) throws(GLError) {
        let status = try framebufferStatus(reads: reads)
        guard status.isComplete else { throw .invalidFramebufferOperation(status.reason) }
    }

    /// The colour image from which reads and copies take pixels; nil if the framebuffer has no such image.
    package var readColor: FramebufferImage? {
        if let readFramebuffer { return FramebufferImage(readFramebuffer.readAttachment) }
        guard let readSurface, surfaceBuffers.read != GL_NONE else { return nil }
        return FramebufferImage(readSurface.attachments?.color, of: readSurface)
    }
    package var readDepth: FramebufferImage? {
        if let readFramebuffer { return FramebufferImage(readFramebuffer.depth) }
        return readSurface.flatMap { FramebufferImage($0.attachments?.depth, of: $0) }
    }
    package var readStencil: FramebufferImage? {
        if let readFramebuffer { return FramebufferImage(readFramebuffer.stencil) }
        return readSurface.flatMap { FramebufferImage($0.attachments?.stencil, of: $0) }
    }
    /// The colour images that draws write.
    package var drawColors: [FramebufferImage] {
        if let drawFramebuffer {
            return drawFramebuffer.drawnColors.compactMap { FramebufferImage($0) }
        }
        guard let drawSurface, surfaceBuffers.draw != GL_NONE else { return [] }
        return drawSurface.attachments.flatMap { FramebufferImage($0.color, of: drawSurface) }.map { [$0] } ?? []
    }
    package var drawDepth: FramebufferImage? {
        if let drawFramebuffer { return FramebufferImage(drawFramebuffer.depth) }
        return drawSurface.flatMap { FramebufferImage($0.attachments?.depth, of: $0) }
    }
    package var drawStencil: FramebufferImage? {
        if let drawFramebuffer { return FramebufferImage(drawFramebuffer.stencil) }
        return drawSurface.flatMap { FramebufferImage($0.attachments?.stencil, of: $0) }
    }

    /// The number of samples of the framebuffer for draws (GL_SAMPLES); 0 if there is one sample for each pixel.
    package var drawSamples: Int {
        if let drawFramebuffer { return drawFramebuffer.samples }
        let samples = drawSurface?.attachments?.color.samples ?? 1
        return samples > 1 ? samples : 0
    }
}
