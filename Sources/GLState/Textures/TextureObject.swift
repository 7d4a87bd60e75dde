import Raster

/// A texture object (OpenGL ES 3.0.6 §3.8). A program may specify images of any sizes and formats, but draws can read only complete
/// textures. Each image lies in a level of one of Raster's textures; images that fit together lie in the same texture.
package final class TextureObject {
    package let name: GLuint
    package var label = ""
    package let kind: TextureKind
    /// The target with which the texture was first bound.
    package var target: GLenum { kind.target }
    package var type: TextureType { kind.type }
    /// The pending commands that use the texels.
    package var use: PendingUse {
        get { shared?.use ?? ownUse }
        set { if let shared { shared.use = newValue } else { ownUse = newValue } }
    }
    private var ownUse = PendingUse()
    /// Notes that the pending commands use the texels. Each draw calls this function, because this function is faster than a change of `use`.
    func markUse(_ commands: PendingCommands) {
        if let shared { shared.use.mark(commands) } else { ownUse.mark(commands) }
    }
    /// The texels of a texture with the target GL_TEXTURE_BUFFER; nil if the texture has another target or no buffer. A texture with this
    /// target has no images.
    var bufferTexels: BufferTexture?
    /// The blocks of compressed images that the program has given, by face and level.
    private var knownBlocks: [ImagePlace: CompressedBlocks] = [:]
    private struct ImagePlace: Hashable { var level: Int, face: Int }

    /// The images by face and level. Only cubes have more than one face; layers and slices belong to one image.
    private var images: [[TextureImage?]]
    /// The texture in which new images are placed if they fit; nil if there is no such texture yet. The mip levels of this texture contain
    /// the images of consecutive levels of the texture object.
    private var chain: Chain?
    /// The number of levels, if glTexStorage has fixed this number; nil if the program can still change the number.
    package private(set) var immutableLevelCount: Int?
    /// The EGL image whose texels the texture shows; nil if the texture shares its texels with no other object. If the texture gets a new
    /// image, these texels stay unchanged.
    private var shared: EGLImageSource?
    var isShared: Bool { shared != nil }
    /// A number that grows when an image gets another size, format or place. If the number has changed, framebuffers must look up their
    /// attached images again.
    package private(set) var version = 0

    package var parameters = TextureParameters() { didSet { if parameters != oldValue { bindingCache = nil } } }
    /// The binding that the last draw used; nil if no draw has used the texture since its last change.
    var bindingCache: BindingCache?

    private struct Chain {
        var texture: Texture
        /// The level of the texture object that lies in level 0 of `texture`.
        var first: Int
        var levels: Range<Int> { first..<(first + texture.descriptor.mipLevels) }
    }

    package init(name: GLuint, kind: TextureKind) {
        self.name = name; self.kind = kind
        images = Array(repeating: Array(repeating: nil, count: GLLimits.textureLevels), count: kind == .cube ? 6 : 1)
        if kind == .rectangle { parameters.sampler = .ofRectangles }
    }

    /// The textures in which the images lie. The list may contain a texture more than once.
    var textures: [Texture] { bufferTexels.map { [$0.made?.texture].compactMap { $0 } } ?? images.joined().compactMap { $0?.texture } }

    package var faceCount: Int { images.count }
    package var isImmutable: Bool { immutableLevelCount != nil }
    /// Returns the image of a level and face; nil if the program has not defined this image.
    package func image(level: Int, face: Int = 0) -> TextureImage? {
        images.indices.contains(face) && images[face].indices.contains(level) ? images[face][level] : nil
    }
    /// Returns the texels of one layer, slice or face of a level, as a framebuffer's attachment; nil if the level has no texels.
    package func attachment(level: Int, layer: Int = 0) -> Attachment? {
        guard let image = image(level: level, face: type == .cube ? layer : 0), let texture = image.texture else { return nil }
        let slice = type == .cube ? 0 : layer
        return (0..<image.depth).contains(slice) ? Attachment(texture, level: image.textureLevel, slice: image.textureSlice + slice) : nil
    }

    /// Returns all layers, slices or faces of a level as a layered attachment; nil if the images do not exist or do not all lie in one texture.
    func layeredAttachment(level: Int) -> Attachment? {
        guard let image = image(level: level), let texture = image.texture else { return nil }
        let lieTogether = images.indices.allSatisfy { face in
            guard let other = images[face][level] else { return false }
            return other.texture === texture && other.textureLevel == image.textureLevel && other.textureSlice == face
        }
        let layerCount = type == .cube ? faceCount : image.depth
        return lieTogether && texture.storage.levels[image.textureLevel].slices == layerCount ? Attachment(layersOf: texture, level: image.textureLevel) : nil
    }
    /// If the faces of a level have the same size and format, moves the faces to one texture.
    func gatherFaces(level: Int, on device: Device) throws(GLError) {
        guard type == .cube, layeredAttachment(level: level) == nil, let first = image(level: level), first.texture != nil, images.allSatisfy({ face in
            guard let image = face[level], image.texture != nil else { return false }
            return image.width == first.width && image.height == first.height && image.format.internalFormat == first.format.internalFormat
        }) else { return }
        _ = try consolidate(level...level, keepsTexels: true, on: device)
    }

    /// Returns the blocks of a compressed image; nil if the image is not compressed, or shows an image of EGL.
    func blocks(level: Int, face: Int = 0) -> CompressedBlocks? {
        let place = ImagePlace(level: level, face: face)
        if let known = knownBlocks[place] { return known }
        guard shared == nil, let image = image(level: level, face: face), let compressed = image.format.compressed else { return nil }
        let made = CompressedBlocks(compressed, width: image.width, height: image.height, depth: image.depth)
        knownBlocks[place] = made
        return made
    }

    private func changed() {
        version += 1
        bindingCache = nil
    }

    // MARK: Places of images

    /// Gives a level and face a new image. The new image's texels are undefined, so the new image may use the memory of the old image's
    /// texels.
    package func define(_ image: TextureImage, level: Int, face: Int = 0, on device: Device) throws(GLError) {
        var image = image
        image.texture = nil
        image.textureSlice = type == .cube ? face : 0
        knownBlocks[ImagePlace(level: level, face: face)] = nil
        guard image.width > 0, image.height > 0, image.depth > 0 else {
            images[face][level] = image
            return changed()
        }
        if shared != nil {
            chain = nil
            shared = nil
        }
        // A pending draw may still read the old texels. If no other image lies in the old texture, making a new texture is faster than
        // waiting for the draw. So the texture object stops using the old texture.
        if let chain, faceCount == 1, use.isPending, chain.texture.descriptor.mipLevels == 1, fits(image, level, in: chain) {
            self.chain = nil
            ownUse = PendingUse()
        }
        if let chain, !fits(image, level, in: chain), let larger = try extended(chain, for: image, level: level, on: device) { self.chain = larger }
        if let chain, fits(image, level, in: chain) {
            image.texture = chain.texture
            image.textureLevel = level - chain.first
        } else {
            let texture = try Self.makeTexture(type, image, levels: 1, on: device)
            image.texture = texture
            image.textureLevel = 0
            // Images of other levels stay in the textures in which they lie. A new chain begins with the lowest level, because programs
            // usually specify this level first.
            if chain.map({ level <= $0.first || !isUsed($0) }) ?? true { chain = Chain(texture: texture, first: level) }
        }
        images[face][level] = image
        changed()
    }

    /// Gives a multisampled texture its only image.
    func defineMultisampled(_ image: TextureImage, isImmutable: Bool, on device: Device) throws(GLError) {
        var image = image
        if image.width > 0 && image.height > 0 && image.depth > 0 {
            let descriptor = TextureDescriptor(type: type, format: image.format.pixelFormat, width: image.width, height: image.height, depth: image.depth,
                                               samples: image.samples)
            image.texture = try GLError.rethrowing { try device.makeTexture(descriptor) }
        }
        images[0][0] = image
        if isImmutable { immutableLevelCount = 1 }
        changed()
    }

    /// Gives the texture all its images at once (glTexStorage2D, glTexStorage3D).
    package func defineAll(_ image: TextureImage, levelCount: Int, on device: Device) throws(GLError) {
        let texture = try Self.makeTexture(type, image, levels: levelCount, on: device)
        for face in images.indices {
            for level in images[face].indices { images[face][level] = level < levelCount ? Self.image(image, texture, level, face) : nil }
        }
        chain = Chain(texture: texture, first: 0)
        shared = nil
        knownBlocks = [:]
        immutableLevelCount = levelCount
        changed()
    }

    /// Makes the texture show the texels of an image of EGL (glEGLImageTargetTexture2DOES).
    package func show(_ source: EGLImageSource) {
        for level in images[0].indices { images[0][level] = nil }
        knownBlocks = [:]
        var image = TextureImage(format: source.format, internalFormat: source.format.internalFormat, width: source.width, height: source.height)
        image.texture = source.texture
        image.textureLevel = source.attachment.level; image.textureSlice = source.attachment.slice
        images[0][0] = image
        chain = nil
        shared = source
        changed()
    }
    /// Makes an EGL image from one layer, slice or face of a level; nil if the level has no texels.
    package func makeImageSource(level: Int, layer: Int) -> EGLImageSource? {
        guard let attachment = attachment(level: level, layer: layer), let image = image(level: level, face: type == .cube ? layer : 0) else { return nil }
        let source = EGLImageSource(attachment, format: image.format, width: image.width, height: image.height)
        source.use = use
        shared = source
        return source
    }

    private static func image(_ base: TextureImage, _ texture: Texture, _ level: Int, _ face: Int) -> TextureImage {
        let size = texture.region(ofLevel: level)
        var image = base
        image.width = size.width; image.height = size.height
        image.depth = texture.descriptor.type == .cube ? 1 : size.depth
        image.texture = texture; image.textureLevel = level
        image.textureSlice = texture.descriptor.type == .cube ? face : 0
        return image
    }
    private static func makeTexture(_ type: TextureType, _ image: TextureImage, levels: Int, on device: Device) throws(GLError) -> Texture {
        let descriptor = TextureDescriptor(type: type, format: image.format.pixelFormat, width: image.width, height: image.height,
                                           depth: type == .cubeArray ? image.depth / 6 : image.depth, mipLevels: levels)
        return try GLError.rethrowing { try device.makeTexture(descriptor) }
    }

    /// Returns the depth of an image of level 0. The faces of an array of cubes are layers.
    private static func depth(_ texture: Texture) -> Int { texture.descriptor.type == .cubeArray ? 6 * texture.descriptor.depth : texture.descriptor.depth }

    /// Returns whether the image has the format that all images of the chain have, and the size of its level in the chain.
    private func fits(_ image: TextureImage, _ level: Int, in chain: Chain) -> Bool {
        guard chain.texture.format == image.format.pixelFormat, chain.levels.contains(level) else { return false }
        let size = chain.texture.region(ofLevel: level - chain.first)
        return size.width == image.width && size.height == image.height && (type == .cube || size.depth == image.depth)
    }
    private func isUsed(_ chain: Chain) -> Bool { images.contains { $0.contains { $0?.texture === chain.texture } } }

    /// Returns a chain with all mip levels. The chain has places for the new image and for the images of the present chain. Returns nil if
    /// the images do not fit together.
    private func extended(_ chain: Chain, for image: TextureImage, level: Int, on device: Device) throws(GLError) -> Chain? {
        let first = min(chain.first, level)
        var base = image
        if level > chain.first {
            base.width = chain.texture.width; base.height = chain.texture.height; base.depth = Self.depth(chain.texture)
        }
        let count = base.fullLevelCount(type)
        guard level != chain.first, chain.texture.format == image.format.pixelFormat,
              max(chain.levels.upperBound, level + 1) - first <= count else { return nil }
        let other = level > chain.first ? image : TextureImage(image, width: chain.texture.width, height: chain.texture.height,
                                                                depth: Self.depth(chain.texture))
        guard base.size(type, reducedBy: max(level, chain.first) - first) == (other.width, other.height, other.depth) else { return nil }
        let texture = try Self.makeTexture(type, base, levels: count, on: device)
        try moveImages(to: texture, first: first) { $0.texture === chain.texture }
        return Chain(texture: texture, first: first)
    }

    /// Copies the texels of the chosen images into a texture. The texture then contains these images.
    private func moveImages(to texture: Texture, first: Int, _ isChosen: (TextureImage) -> Bool) throws(GLError) {
        for face in images.indices {
            for level in images[face].indices {
                guard var image = images[face][level], isChosen(image) else { continue }
                try copy(image, to: texture, level: level - first, face: face)
                image.texture = texture
                image.textureLevel = level - first
                images[face][level] = image
            }
        }
    }
    private func copy(_ image: TextureImage, to texture: Texture, level: Int, face: Int) throws(GLError) {
        guard let old = image.texture else { return }
        use.finish()
        let region = TextureRegion(z: image.textureSlice, width: image.width, height: image.height, depth: image.depth)
        try GLError.rethrowing { try old.copyTexels(region, level: image.textureLevel, to: texture, level: level, z: face) }
    }

    /// Moves the levels to one texture, which has exactly these levels. The images of the first level must be defined and of equal size; if
    /// another level has no image that fits, this level gets a new image.
    /// - Parameter keepsTexels: Whether the levels above the first are defined and keep their texels.
    func consolidate(_ levels: ClosedRange<Int>, keepsTexels: Bool, on device: Device) throws(GLError) -> Texture? {
        guard let base = images[0][levels.lowerBound] else { return nil }
        let texture: Texture
        if let chain, chain.levels == Range(levels), images.allSatisfy({ $0[levels.lowerBound]?.texture === chain.texture }),
           !keepsTexels || images.allSatisfy({ $0[levels].allSatisfy { $0?.texture === chain.texture } }) {
            texture = chain.texture
        } else {
            texture = try Self.makeTexture(type, base, levels: levels.count, on: device)
            for face in images.indices {
                for level in keepsTexels ? levels : levels.lowerBound...levels.lowerBound {
                    if let image = images[face][level] { try copy(image, to: texture, level: level - levels.lowerBound, face: face) }
                }
            }
            chain = Chain(texture: texture, first: levels.lowerBound)
            shared = nil
        }
        for face in images.indices {
            for level in levels { images[face][level] = Self.image(base, texture, level - levels.lowerBound, face) }
        }
        changed()
        return texture
    }
}
