import Raster

/// Whether a framebuffer can be drawn and read: the value of glCheckFramebufferStatus and its reason (OpenGL ES 3.0.6 §4.4.4,
/// OpenGL ES 2.0.25 §4.4.5).
package struct FramebufferStatus {
    package var code: GLenum
    /// The reason, as a sentence.
    package var reason: String
    package var isComplete: Bool { code == GL_FRAMEBUFFER_COMPLETE }

    package static let complete = FramebufferStatus(code: GL_FRAMEBUFFER_COMPLETE, reason: "the framebuffer is complete")
    package static let undefined = FramebufferStatus(code: GL_FRAMEBUFFER_UNDEFINED, reason: "the context has no surface")

    private init(code: GLenum, reason: String) { self.code = code; self.reason = reason }

    init(of framebuffer: FramebufferObject, version: GLVersion) {
        self = .complete
        var size: (width: Int, height: Int)?, samples: Int?, hasFixedSamples: Bool?, isLayered: Bool?, layeredTarget: GLenum?
        func check(_ attachment: FramebufferAttachment?, _ name: String, isRenderable: (GLFormat) -> Bool) -> FramebufferStatus? {
            guard let attachment else { return nil }
            guard let image = attachment.image, let format = attachment.format else {
                return .incompleteAttachment("the image at the \(name) attachment does not exist")
            }
            guard isRenderable(format), !attachment.isUnsizedRGB10A2 else {
                return .incompleteAttachment("the format of the \(name) attachment cannot be drawn there")
            }
            let imageSize = image.size
            if let size, !version.hasES3, size != imageSize {
                return FramebufferStatus(code: GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS, reason: "the \(name) attachment has another size than the others")
            }
            if let samples, samples != image.samples {
                return FramebufferStatus(code: GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE, reason: "the \(name) attachment has another number of samples")
            }
            // The samples of renderbuffers always have fixed positions (OpenGL ES 3.1 §9.4.2), so `isFixed` is true for an attachment without
            // a texture.
            let isFixed = attachment.texture?.image(level: attachment.level).map { $0.samples == 0 || $0.hasFixedSampleLocations } ?? true
            if let hasFixedSamples, hasFixedSamples != isFixed {
                return FramebufferStatus(code: GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE, reason: "the samples of the \(name) attachment have other places")
            }
            // OpenGL 3.3 §4.4.4: either all attachments are layered, or no attachment is layered. All layered colour attachments belong to
            // textures of the same target.
            if let isLayered, isLayered != attachment.isLayered {
                return .incompleteLayers("some attachments are layered, and the \(name) attachment is \(isLayered ? "not layered" : "layered")")
            }
            isLayered = attachment.isLayered
            if attachment.isLayered, !format.hasDepth, !format.hasStencil {
                if let layeredTarget, layeredTarget != attachment.textureTarget {
                    return .incompleteLayers("the layers of the \(name) attachment belong to a texture of another target")
                }
                layeredTarget = attachment.textureTarget
            }
            size = imageSize; samples = image.samples; hasFixedSamples = isFixed
            return nil
        }
        for (i, attachment) in framebuffer.color.enumerated() {
            if let failed = check(attachment, "colour \(i)", isRenderable: { $0.isColorRenderable(version) }) { self = failed; return }
        }
        if let failed = check(framebuffer.depth, "depth", isRenderable: { $0.hasDepth })
            ?? check(framebuffer.stencil, "stencil", isRenderable: { $0.hasStencil }) { self = failed; return }
        guard size != nil || version.hasES31 && framebuffer.defaults.isUsable else {
            self = FramebufferStatus(code: GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT, reason: "the framebuffer has no image")
            return
        }
        // If depth and stencil are different images, Raster can draw only if neither image contains both depth and stencil. OpenGL ES 3
        // never allows different images for depth and stencil.
        if let depth = framebuffer.depth, let stencil = framebuffer.stencil, !depth.isSameImage(as: stencil),
           version.hasES3 || depth.format?.hasStencil == true || stencil.format?.hasDepth == true {
            self = FramebufferStatus(code: GL_FRAMEBUFFER_UNSUPPORTED, reason: "depth and stencil are different images")
        }
    }
    private static func incompleteLayers(_ reason: String) -> FramebufferStatus {
        FramebufferStatus(code: GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, reason: reason)
    }
    private static func incompleteAttachment(_ reason: String) -> FramebufferStatus {
        FramebufferStatus(code: GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, reason: reason)
    }
}
