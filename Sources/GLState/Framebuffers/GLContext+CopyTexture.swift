import Raster

// Copies from the framebuffer to textures (OpenGL ES 3.0.6 §3.8.5).

extension GLContext {
    package func glCopyTexImage2D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ x: GLint, _ y: GLint, _ width: GLsizei, _ height: GLsizei,
                                  _ border: GLint) throws(GLError) {
        try copyImage(imageTarget(target, dimensions: 2), level, internalFormat, x, y, width, height, border, "glCopyTexImage2D")
    }
    /// Gives a texture a new image, and copies a rectangle of the framebuffer to the image. In a one-dimensional array, each row becomes a layer.
    func copyImage(_ place: (texture: TextureObject, face: Int), _ level: GLint, _ internalFormat: GLenum, _ x: GLint, _ y: GLint, _ width: GLsizei,
                   _ height: GLsizei, _ border: GLint, _ function: StaticString) throws(GLError) {
        let (texture, face) = place
        try checkLevel(texture.kind, level)
        guard width >= 0, height >= 0, width <= GLLimits.textureSize, height <= GLLimits.textureSize else {
            throw .invalidValue("an image of \(width)×\(height) texels is negative or too large")
        }
        guard texture.kind != .d1Array || height <= GLLimits.arrayLayers else { throw .invalidValue("an array cannot have \(height) layers") }
        guard texture.kind != .cube || width == height else { throw .invalidValue("a cube's face of \(width)×\(height) texels is not square") }
        guard border == 0 else { throw .invalidValue("the border is not 0") }
        let source = try copySource(hasDepth: DesktopFormat.image(internalFormat)?.hasDepth == true)
        let format = try CopyFormat.format(internalFormat, from: source.format, version)
        guard !texture.isImmutable else { throw .invalidOperation("the texture has got its images from glTexStorage2D") }
        let box = texture.kind.box(width: width, height: height)
        let image = TextureImage(format: format, internalFormat: internalFormat, width: box.width, height: box.height, depth: box.depth)
        let resolved = try source.resolved()
        try texture.define(image, level: Int(level), face: face, on: device)
        guard width > 0, height > 0 else { return }
        let area = PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
        try copyRows(resolved, area, to: texture, format, level: Int(level), layer: face, 0, 0, function)
    }

    package func glCopyTexSubImage2D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ x: GLint, _ y: GLint, _ width: GLsizei,
                                     _ height: GLsizei) throws(GLError) {
        try copyPart(imageTarget(target, dimensions: 2), level, xoffset, yoffset, 0, x, y, width, height, "glCopyTexSubImage2D")
    }

    package func glCopyTexSubImage3D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ zoffset: GLint, _ x: GLint, _ y: GLint,
                                     _ width: GLsizei, _ height: GLsizei) throws(GLError) {
        try copyPart(imageTarget(target, dimensions: 3), level, xoffset, yoffset, zoffset, x, y, width, height, "glCopyTexSubImage3D")
    }

    func copyPart(_ place: (texture: TextureObject, face: Int), _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ zoffset: GLint, _ x: GLint, _ y: GLint,
                  _ width: GLsizei, _ height: GLsizei, _ function: StaticString) throws(GLError) {
        let (texture, face) = place
        try checkLevel(texture.kind, level)
        guard width >= 0, height >= 0 else { throw .invalidValue("the size \(width)×\(height) of the rectangle is negative") }
        let known = texture.image(level: Int(level), face: face)
        let source = try copySource(hasDepth: known?.format.hasDepth == true)
        guard let image = known else { throw .invalidOperation("the texture has no image at level \(level)") }
        let rows = texture.kind == .d1Array ? image.depth : image.height
        guard xoffset >= 0, yoffset >= 0, zoffset >= 0, Int(xoffset) + Int(width) <= image.width, Int(yoffset) + Int(height) <= rows,
              Int(zoffset) < image.depth else { throw .invalidValue("the rectangle reaches beyond the edges of the texture's image") }
        try CopyFormat.check(source.format, to: image.format, version)
        guard width > 0, height > 0 else { return }
        try copyRows(try source.resolved(), PixelRect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)), to: texture, image.format,
                     level: Int(level), layer: texture.kind == .cube ? face : Int(zoffset), Int(xoffset), Int(yoffset), function)
    }

    /// Returns the colour image from which textures are copied.
    private func copySource(hasDepth: Bool) throws(GLError) -> FramebufferImage {
        try checkFramebuffer(reads: true)
        guard let source = hasDepth && version.isDesktop ? readDepth : readColor else { throw .invalidOperation("no colour image is read") }
        guard !source.isMultisampled || readFramebuffer == nil else { throw .invalidOperation("the framebuffer that is read is multisampled") }
        return source
    }

    /// Copies a rectangle to a place in an image of a texture. In a one-dimensional array, the layers count as rows.
    private func copyRows(_ source: FramebufferImage, _ area: PixelRect, to texture: TextureObject, _ format: GLFormat, level: Int, layer: Int,
                          _ x: Int, _ y: Int, _ function: StaticString) throws(GLError) {
        guard texture.kind == .d1Array else { return try copy(source, area, to: texture, format, level: level, layer: layer, x, y, function) }
        for row in 0..<area.height {
            try copy(source, PixelRect(x: area.x, y: area.y + row, width: area.width, height: 1), to: texture, format, level: level, layer: y + row, x, 0,
                     function)
        }
    }
    /// Copies a rectangle to a place in an image of a texture. If a texel's source lies outside of the framebuffer, OpenGL leaves the texel
    /// undefined. In this driver, a texel without a source keeps its value.
    private func copy(_ source: FramebufferImage, _ area: PixelRect, to texture: TextureObject, _ format: GLFormat, level: Int, layer: Int,
                      _ x: Int, _ y: Int, _ function: StaticString) throws(GLError) {
        guard let image = texture.attachment(level: level, layer: layer) else { return }
        let size = source.image.size, inside = area.clipped(width: size.width, height: size.height)
        guard inside.width > 0, inside.height > 0 else { return }
        let x = x + inside.x - area.x, y = y + inside.y - area.y
        let from = source.image.texture.format, to = image.texture.format
        let isPlain = format.base != .alpha && format.base != .luminanceAlpha
        guard isPlain && (from.withoutSRGB == to.withoutSRGB || !from.isSRGB && !to.isSRGB) else {
            try source.finish()
            texture.use.finish()
            return try copyOnHost(source.image, inside, to: image, format.base, x, y)
        }
        source.mark(commands)
        texture.use.mark(commands)
        if from.withoutSRGB == to.withoutSRGB {
            let region = TextureRegion(x: inside.x, y: inside.y, z: source.image.slice, width: inside.width, height: inside.height)
            commands.append(.copyTexture(CopyTextureCommand(source: source.image.texture, sourceLevel: source.image.level, sourceRegion: region,
                                                            destination: image.texture, destinationLevel: image.level, destinationX: x, destinationY: y,
                                                            destinationZ: image.slice, function: function)))
        } else {
            commands.append(.blit(BlitCommand(
                source: source.image, sourceCorners: (inside.x, inside.y, inside.x + inside.width, inside.y + inside.height), destination: image,
                destinationCorners: (x, y, x + inside.width, y + inside.height), filter: .nearest, scissor: nil,
                function: function)))
        }
    }
    private func copyOnHost(_ source: Attachment, _ area: PixelRect, to image: Attachment, _ base: GLFormat.Base, _ x: Int, _ y: Int) throws(GLError) {
        let from = source.texture.format.withoutSRGB, to = image.texture.format.withoutSRGB
        try GLError.rethrowing {
            try image.texture.changeTexels { storage in
                for row in 0..<area.height {
                    for column in 0..<area.width {
                        var value = PixelCodec.loadTexel(from, source.texture.storage.address(level: source.level, slice: source.slice, x: area.x + column,
                                                                                              y: area.y + row))
                        if base == .alpha { value.x = value.w }
                        if base == .luminanceAlpha { value.y = value.w }
                        PixelCodec.storeTexel(to, storage.address(level: image.level, slice: image.slice, x: x + column, y: y + row), value)
                    }
                }
            }
        }
    }
}
