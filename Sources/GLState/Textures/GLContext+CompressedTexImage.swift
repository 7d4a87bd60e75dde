// GLContext+CompressedTexImage: images of compressed blocks (OpenGL ES 3.0.6 §3.8.6). Raster decodes the blocks as soon as the program
// passes them.

import Raster

extension GLContext {
    package func glCompressedTexImage2D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei, _ border: GLint,
                                        _ imageSize: GLsizei, _ data: UnsafeRawPointer?) throws(GLError) {
        let (texture, face) = try imageTarget(target, dimensions: 2)
        try specifyCompressed(texture, face, level, internalFormat, texture.kind.box(width: width, height: height), border, imageSize, data)
    }
    package func glCompressedTexImage3D(_ target: GLenum, _ level: GLint, _ internalFormat: GLenum, _ width: GLsizei, _ height: GLsizei, _ depth: GLsizei,
                                        _ border: GLint, _ imageSize: GLsizei, _ data: UnsafeRawPointer?) throws(GLError) {
        let texture = try imageTarget(target, dimensions: 3).texture
        let box = ImageBox(width: Int(width), height: Int(height), depth: Int(depth))
        try specifyCompressed(texture, 0, level, internalFormat, box, border, imageSize, data)
    }

    private func specifyCompressed(_ texture: TextureObject, _ face: Int, _ level: GLint, _ internalFormat: GLenum, _ box: ImageBox, _ border: GLint,
                                   _ imageSize: GLsizei, _ data: UnsafeRawPointer?) throws(GLError) {
        guard let format = FormatTable.sized(internalFormat), let compressed = format.compressed, format.isCompressedFormat(version) else {
            throw .invalidEnum("internalformat", internalFormat)
        }
        try checkImageSize(texture.kind, level, box, border)
        try checkCompressedType(format, texture.type)
        try checkByteCount(compressed, box, imageSize)
        try checkMutable(texture)
        let source = try pixelSource(data, byteCount: Int(imageSize), typeSize: 1)
        let image = TextureImage(format: format, internalFormat: internalFormat, width: box.width, height: box.height, depth: box.depth)
        try texture.define(image, level: Int(level), face: face, on: device)
        guard let source else { return }
        try texture.replaceCompressed(box, level: Int(level), face: face, UnsafeRawBufferPointer(start: source, count: Int(imageSize)), compressed)
    }

    package func glCompressedTexSubImage2D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ width: GLsizei, _ height: GLsizei,
                                           _ format: GLenum, _ imageSize: GLsizei, _ data: UnsafeRawPointer?) throws(GLError) {
        let (texture, face) = try imageTarget(target, dimensions: 2)
        try replaceCompressedPart(texture, face, level, texture.kind.box(x: xoffset, y: yoffset, width: width, height: height), format, imageSize, data)
    }
    package func glCompressedTexSubImage3D(_ target: GLenum, _ level: GLint, _ xoffset: GLint, _ yoffset: GLint, _ zoffset: GLint, _ width: GLsizei,
                                           _ height: GLsizei, _ depth: GLsizei, _ format: GLenum, _ imageSize: GLsizei,
                                           _ data: UnsafeRawPointer?) throws(GLError) {
        let texture = try imageTarget(target, dimensions: 3).texture
        let box = ImageBox(x: Int(xoffset), y: Int(yoffset), z: Int(zoffset), width: Int(width), height: Int(height), depth: Int(depth))
        try replaceCompressedPart(texture, 0, level, box, format, imageSize, data)
    }

    private func replaceCompressedPart(_ texture: TextureObject, _ face: Int, _ level: GLint, _ box: ImageBox, _ format: GLenum, _ imageSize: GLsizei,
                                       _ data: UnsafeRawPointer?) throws(GLError) {
        guard let given = FormatTable.sized(format), let compressed = given.compressed, given.isCompressedFormat(version) else {
            throw .invalidEnum("format", format)
        }
        try checkCompressedType(given, texture.type)
        let image = try checkedImage(texture, face, level, box)
        guard image.format === given else { throw .invalidOperation("the image has internal format \(image.internalFormat.hexadecimal)") }
        guard given.allowsCompressedParts else { throw .invalidOperation("parts of ETC1 images cannot be replaced") }
        func isWhole(_ start: Int, _ count: Int, _ block: Int, _ size: Int) -> Bool {
            start % block == 0 && (count % block == 0 || start + count == size)
        }
        guard isWhole(box.x, box.width, compressed.blockWidth, image.width), isWhole(box.y, box.height, compressed.blockHeight, image.height) else {
            throw .invalidOperation("the part cuts blocks of \(compressed.blockWidth)×\(compressed.blockHeight) texels")
        }
        try checkByteCount(compressed, box, imageSize)
        guard let source = try pixelSource(data, byteCount: Int(imageSize), typeSize: 1) else { return }
        try texture.replaceCompressed(box, level: Int(level), face: face, UnsafeRawBufferPointer(start: source, count: Int(imageSize)), compressed)
    }

    /// Checks that images of a texture's type can have the compressed format.
    func checkCompressedType(_ format: GLFormat, _ type: TextureType) throws(GLError) {
        let isAllowed = switch type {
        case .d2, .cube: true
        case .d3: format.allowsCompressed3D
        case .d2Array, .cubeArray: format.allowsCompressedArray
        case .d1, .d1Array, .rectangle, .buffer: false
        }
        guard isAllowed else { throw .invalidOperation("the target has no images of format \(format.internalFormat.hexadecimal)") }
    }
    private func checkByteCount(_ compressed: CompressedFormat, _ box: ImageBox, _ imageSize: GLsizei) throws(GLError) {
        let needed = compressed.byteCount(width: box.width, height: box.height, depth: box.depth)
        guard Int(imageSize) == needed else { throw .invalidValue("the blocks have \(needed) bytes, not \(imageSize)") }
    }
}

extension TextureObject {
    /// Replaces a box of an image by the texels of compressed blocks.
    func replaceCompressed(_ box: ImageBox, level: Int, face: Int, _ blocks: UnsafeRawBufferPointer, _ compressed: CompressedFormat) throws(GLError) {
        guard let image = image(level: level, face: face), let texture = image.texture, !blocks.isEmpty else { return }
        use.finish()
        self.blocks(level: level, face: face)?.replace(box, blocks)
        let region = TextureRegion(x: box.x, y: box.y, z: image.textureSlice + box.z, width: box.width, height: box.height, depth: box.depth)
        try GLError.rethrowing { try texture.upload(compressed: blocks, compressed, region: region, level: image.textureLevel) }
    }
}
