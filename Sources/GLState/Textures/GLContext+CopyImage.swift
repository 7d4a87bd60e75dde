// GLContext+CopyImage: copies of texels between images (OpenGL ES 3.2 §16.2.2, EXT_copy_image, ARB_copy_image).

import Raster

extension GLContext {
    package func glCopyImageSubData(_ srcName: GLuint, _ srcTarget: GLenum, _ srcLevel: GLint, _ srcX: GLint, _ srcY: GLint, _ srcZ: GLint,
                                    _ dstName: GLuint, _ dstTarget: GLenum, _ dstLevel: GLint, _ dstX: GLint, _ dstY: GLint, _ dstZ: GLint,
                                    _ srcWidth: GLsizei, _ srcHeight: GLsizei, _ srcDepth: GLsizei) throws(GLError) {
        guard version.hasES3 else { throw .invalidOperation("OpenGL ES 2.0 has no copies between images") }
        guard srcWidth >= 0, srcHeight >= 0, srcDepth >= 0 else { throw .invalidValue("a size of the region is negative") }
        let source = try copiedImage(srcName, srcTarget, srcLevel, "source"), destination = try copiedImage(dstName, dstTarget, dstLevel, "destination")
        guard source.format.isCopied(to: destination.format) else {
            throw .invalidOperation("texels of format \(source.format.internalFormat.hexadecimal) cannot be copied to format"
                                    + " \(destination.format.internalFormat.hexadecimal)")
        }
        guard source.samples == destination.samples else { throw .invalidOperation("the images have different numbers of samples") }
        let from = ImageBox(x: Int(srcX), y: Int(srcY), z: Int(srcZ), width: Int(srcWidth), height: Int(srcHeight), depth: Int(srcDepth))
        var to = ImageBox(x: Int(dstX), y: Int(dstY), z: Int(dstZ), width: from.width, height: from.height, depth: from.depth)
        if source.format.compressed == nil || destination.format.compressed == nil {
            to.width = (from.width + source.blockWidth - 1) / source.blockWidth * destination.blockWidth
            to.height = (from.height + source.blockHeight - 1) / source.blockHeight * destination.blockHeight
        }
        try source.check(from)
        try destination.check(to)
        // The last block of a row or column may reach beyond the edge of the image, so the box is cut at the edge.
        to.width = min(to.width, destination.width - to.x)
        to.height = min(to.height, destination.height - to.y)
        guard from.width > 0, from.height > 0, from.depth > 0 else { return }
        for slice in 0..<from.depth { try copy(source, from, from.z + slice, to: destination, to, to.z + slice) }
    }

    /// Copies a box of one slice.
    private func copy(_ source: CopiedImage, _ from: ImageBox, _ slice: Int, to destination: CopiedImage, _ to: ImageBox, _ otherSlice: Int) throws(GLError) {
        let read = source.slice(slice), written = destination.slice(otherSlice)
        guard let texels = read.image, let target = written.image else { return }
        if source.format.compressed == nil, destination.format.compressed == nil, source.format.hiddenAlpha == destination.format.hiddenAlpha {
            read.mark(commands)
            written.mark(commands)
            let region = TextureRegion(x: from.x, y: from.y, z: texels.slice, width: from.width, height: from.height)
            return commands.append(.copyTexture(CopyTextureCommand(source: texels.texture, sourceLevel: texels.level, sourceRegion: region,
                                                                   destination: target.texture, destinationLevel: target.level, destinationX: to.x,
                                                                   destinationY: to.y, destinationZ: target.slice, function: "glCopyImageSubData")))
        }
        read.finish()
        written.finish()
        let elements = try source.read(from, slice)
        try destination.write(elements, to, otherSlice)
    }

    private func copiedImage(_ name: GLuint, _ target: GLenum, _ level: GLint, _ role: String) throws(GLError) -> CopiedImage {
        if target == GL_RENDERBUFFER {
            guard name != 0, let renderbuffer = share.renderbuffers[name] else { throw .invalidValue("the \(role) \(name) is no renderbuffer") }
            guard level == 0 else { throw .invalidValue("a renderbuffer has only level 0") }
            guard let format = renderbuffer.format, renderbuffer.image != nil else { throw .invalidOperation("the \(role) renderbuffer has no image") }
            return CopiedImage(object: .renderbuffer(renderbuffer), level: 0, format: format, width: renderbuffer.width, height: renderbuffer.height, depth: 1,
                               samples: renderbuffer.samples)
        }
        guard let kind = TextureKind(target: target, version), kind != .buffer else { throw .invalidEnum("the target of the \(role)", target) }
        guard name != 0, let texture = share.textures[name] else { throw .invalidValue("the \(role) \(name) is no texture") }
        guard texture.kind == kind else { throw .invalidEnum("the target of texture \(name)", target) }
        guard texture.isComplete else { throw .invalidOperation("the \(role) texture is incomplete") }
        try checkLevel(kind, level)
        guard let image = texture.image(level: Int(level)), image.texture != nil else { throw .invalidValue("the \(role) texture has no level \(level)") }
        return CopiedImage(object: .texture(texture), level: Int(level), format: image.format, width: image.width, height: image.height,
                           depth: kind == .cube ? 6 : image.depth, samples: image.samples)
    }
}

/// One of the two images of a copy: a level of a texture, or a renderbuffer. The slices of such an image are layers, depth slices or faces.
private struct CopiedImage {
    var object: FramebufferAttachment.Object
    var level: Int
    var format: GLFormat
    var width: Int, height: Int, depth: Int
    var samples: Int

    var blockWidth: Int { format.compressed?.blockWidth ?? 1 }
    var blockHeight: Int { format.compressed?.blockHeight ?? 1 }

    /// Checks that a box lies in the image, and that the box consists of whole blocks.
    func check(_ box: ImageBox) throws(GLError) {
        func isInside(_ start: Int, _ count: Int, _ size: Int, _ block: Int) -> Bool {
            start >= 0 && start % block == 0 && start + count <= (size + block - 1) / block * block && (count % block == 0 || start + count == size)
        }
        guard isInside(box.x, box.width, width, blockWidth), isInside(box.y, box.height, height, blockHeight), isInside(box.z, box.depth, depth, 1) else {
            throw .invalidValue("the region of \(box.width)×\(box.height)×\(box.depth) texels at (\(box.x), \(box.y), \(box.z)) does not lie in the image of"
                                + " \(width)×\(height)×\(depth) texels, or it cuts blocks")
        }
    }
    func slice(_ number: Int) -> FramebufferAttachment {
        guard case .texture(let texture) = object else {
            guard case .renderbuffer(let renderbuffer) = object else { fatalError("there are two kinds of objects") }
            return FramebufferAttachment(renderbuffer)
        }
        let isCube = texture.kind == .cube
        return FramebufferAttachment(texture, target: isCube ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + GLenum(number) : texture.target, level: level,
                                     layer: isCube ? 0 : number)
    }

    // MARK: Elements: texels or blocks, as the program sees their bytes. A row of multisampled pixels has a row of elements for each sample

    func read(_ box: ImageBox, _ slice: Int) throws(GLError) -> [UInt8] {
        if format.compressed != nil {
            guard case .texture(let texture) = object, let blocks = texture.blocks(level: level, face: texture.kind == .cube ? slice : 0) else {
                throw .invalidOperation("the blocks of the image are not known: it shows an image of EGL")
            }
            return blocks.read(ImageBox(x: box.x, y: box.y, z: texture.kind == .cube ? 0 : slice, width: box.width, height: box.height))
        }
        guard let image = self.slice(slice).image else { return [] }
        let size = format.bytesPerElement, stored = format.pixelFormat.bytesPerTexel, planes = max(1, samples)
        var result = [UInt8](repeating: 0, count: box.width * box.height * planes * size)
        try GLError.rethrowing {
            try image.texture.prepareForHostAccess()
            result.withUnsafeMutableBytes { result in
                for row in 0..<(box.height * planes) {
                    let texels = image.texture.storage.address(level: image.level, slice: image.slice, x: box.x, y: box.y + row / planes,
                                                               sample: row % planes)
                    for column in 0..<box.width {
                        (result.baseAddress! + (row * box.width + column) * size).copyMemory(from: texels + column * stored, byteCount: size)
                    }
                }
            }
        }
        return result
    }
    func write(_ elements: [UInt8], _ box: ImageBox, _ slice: Int) throws(GLError) {
        if let compressed = format.compressed {
            guard case .texture(let texture) = object else { return }
            let isCube = texture.kind == .cube
            let place = ImageBox(x: box.x, y: box.y, z: isCube ? 0 : slice, width: box.width, height: box.height)
            let result = elements.withUnsafeBytes { bytes in
                Result { () throws(GLError) in try texture.replaceCompressed(place, level: level, face: isCube ? slice : 0, bytes, compressed) }
            }
            return try result.get()
        }
        guard let image = self.slice(slice).image else { return }
        let size = format.bytesPerElement, stored = format.pixelFormat.bytesPerTexel, alpha = format.hiddenAlpha, planes = max(1, samples)
        try GLError.rethrowing {
            try image.texture.changeTexels { storage in
                elements.withUnsafeBytes { elements in
                    for row in 0..<(box.height * planes) {
                        let texels = storage.address(level: image.level, slice: image.slice, x: box.x, y: box.y + row / planes, sample: row % planes)
                        for column in 0..<box.width {
                            let texel = texels + column * stored
                            texel.copyMemory(from: elements.baseAddress! + (row * box.width + column) * size, byteCount: size)
                            for (i, byte) in alpha.enumerated() { texel.storeBytes(of: byte, toByteOffset: size + i, as: UInt8.self) }
                        }
                    }
                }
            }
        }
    }
}
