// Framebuffer+Validation: checks that images can be attached together.

extension Device {
    func validatedFramebuffer(color: [Attachment?], depth: Attachment?, stencil: Attachment?, encodesSRGB: Bool,
                              label: String) throws(RasterError) -> Framebuffer {
        let subject = label.isEmpty ? "framebuffer" : "framebuffer '\(label)'"
        guard color.count <= 8 else {
            throw RasterError(.incompleteFramebuffer, subject, "has \(color.count) colour attachments", remedy: "use at most 8")
        }
        let all = color.enumerated().compactMap { i, a in a.map { ("colour \(i)", $0) } }
            + [("depth", depth), ("stencil", stencil)].compactMap { name, a in a.map { (name, $0) } }
        guard let (_, first) = all.first else {
            throw RasterError(.incompleteFramebuffer, subject, "has no attachments", remedy: "attach an image, or give the size of a framebuffer without images")
        }
        func size(_ a: Attachment) -> (Int, Int) {
            let l = a.texture.storage.levels[a.level]
            return (l.width, l.height)
        }
        for (name, a) in all {
            guard a.texture.owner === self else { throw RasterError.wrongDevice(a.texture.name) }
            guard a.texture.source == nil else {
                throw RasterError(.incompleteFramebuffer, subject, at: "\(name) attachment", "is the buffer texture \(a.texture.name)",
                                  remedy: "use another texture")
            }
            guard a.texture.storage.levels.indices.contains(a.level), a.slice >= 0, a.slice < a.texture.storage.levels[a.level].slices else {
                throw RasterError(.incompleteFramebuffer, subject, at: "\(name) attachment",
                                  "names level \(a.level), slice \(a.slice), which \(a.texture.name) does not have",
                                  remedy: "use a level and slice of the texture")
            }
            let format = a.texture.format
            let fits = name == "depth" ? format.hasDepth : name == "stencil" ? format.hasStencil : format.isColorRenderable
            guard fits else {
                throw RasterError(.incompleteFramebuffer, subject, at: "\(name) attachment", "has format \(format)",
                                  remedy: "use a \(name == "depth" || name == "stencil" ? name : "colour-renderable") format")
            }
        }
        for (name, a) in all where a.isLayered != first.isLayered {
            throw RasterError(.attachmentMismatch, subject, at: "\(name) attachment",
                              a.isLayered ? "is layered, but other attachments are not" : "is not layered, but other attachments are",
                              remedy: "make all attachments with Attachment(layersOf:), or none")
        }
        for (name, a) in all where a.texture.descriptor.samples != first.texture.descriptor.samples {
            throw RasterError(.attachmentMismatch, subject, at: "\(name) attachment",
                              "has \(a.texture.descriptor.samples) samples, not \(first.texture.descriptor.samples)",
                              remedy: "give all attachments one sample count")
        }
        if let depth, let stencil, depth.texture.format.hasStencil, !depth.isSameImage(as: stencil) {
            throw RasterError(.attachmentMismatch, subject, at: "stencil attachment", "differs from the depth attachment, whose format has stencil too",
                              remedy: "use the same image for both, or formats with one aspect")
        }
        let sizes = all.map { size($0.1) }
        return Framebuffer(width: sizes.map(\.0).min() ?? 0, height: sizes.map(\.1).min() ?? 0, samples: first.texture.descriptor.samples,
                           layerCount: all.map(\.1.slices.count).min() ?? 1,
                           color: color, depth: depth, stencil: stencil, encodesSRGB: encodesSRGB, label: label, device: self)
    }

    /// Returns a framebuffer without images. The function checks that the size and the sample count obey the limits of textures.
    func validatedFramebuffer(width: Int, height: Int, samples: Int, label: String) throws(RasterError) -> Framebuffer {
        do { try TextureDescriptor(format: .rgba8, width: width, height: height, samples: samples).validate() } catch {
            var named = error
            named.subject = label.isEmpty ? "framebuffer" : "framebuffer '\(label)'"
            throw named
        }
        return Framebuffer(width: width, height: height, samples: samples, color: [], depth: nil, stencil: nil, encodesSRGB: true, label: label, device: self)
    }
}
