import Raster

/// An image of a texture or of a renderbuffer, or all layers of a texture's level, attached to a framebuffer object (OpenGL ES 3.0.6 §4.4.2,
/// OpenGL 3.3 §4.4.7).
package struct FramebufferAttachment {
    package enum Object { case texture(TextureObject), renderbuffer(RenderbufferObject) }
    package var object: Object
    /// The target that glFramebufferTexture2D received; the texture's own target for glFramebufferTextureLayer; 0 for a renderbuffer.
    package var textureTarget: GLenum = 0
    package var level = 0
    /// The slice of a three-dimensional texture or the layer of an array.
    package var layer = 0
    /// Whether all layers, slices or faces of the level are attached.
    package private(set) var isLayered = false

    package init(_ renderbuffer: RenderbufferObject) { object = .renderbuffer(renderbuffer) }
    package init(_ texture: TextureObject, target: GLenum, level: Int, layer: Int = 0) {
        object = .texture(texture); textureTarget = target; self.level = level; self.layer = layer
    }

    /// Makes an attachment of all layers of a level.
    package init(layersOf texture: TextureObject, level: Int) {
        self.init(texture, target: texture.target, level: level)
        isLayered = true
    }

    package var texture: TextureObject? {
        if case .texture(let texture) = object { texture } else { nil }
    }
    package var renderbuffer: RenderbufferObject? {
        if case .renderbuffer(let renderbuffer) = object { renderbuffer } else { nil }
    }
    /// The index of the cube face, from 0; 0 for other textures.
    package var face: Int { Self.face(of: textureTarget) }
    static func face(of target: GLenum) -> Int { cubeFaces.contains(target) ? Int(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X) : 0 }
    package static let cubeFaces = GL_TEXTURE_CUBE_MAP_POSITIVE_X...GL_TEXTURE_CUBE_MAP_NEGATIVE_Z

    /// The attached image in Raster; nil if the texture or renderbuffer has no image at this place now.
    package var image: Attachment? {
        switch object {
        case .texture(let texture) where isLayered: texture.layeredAttachment(level: level)
        case .texture(let texture): texture.attachment(level: level, layer: texture.kind == .cube ? face : layer)
        case .renderbuffer(let renderbuffer): renderbuffer.image
        }
    }
    package var format: GLFormat? {
        switch object {
        case .texture(let texture): texture.image(level: level, face: face)?.format
        case .renderbuffer(let renderbuffer): renderbuffer.format
        }
    }
    /// Whether the image has the unsized format that GL_EXT_texture_type_2_10_10_10_REV adds. Images of this format cannot be drawn.
    package var isUnsizedRGB10A2: Bool {
        guard let image = texture?.image(level: level, face: face) else { return false }
        return image.isUnsized && image.format.internalFormat == GL_RGB10_A2
    }
    /// The version of the attached object. If this number has changed, `image` and `format` may have changed too.
    package var imageVersion: Int {
        switch object {
        case .texture(let texture): texture.version
        case .renderbuffer(let renderbuffer): renderbuffer.imageVersion
        }
    }
    /// Notes that the pending commands use the image.
    package func mark(_ commands: PendingCommands) {
        switch object {
        case .texture(let texture): texture.use.mark(commands)
        case .renderbuffer(let renderbuffer): renderbuffer.use.mark(commands)
        }
    }
    /// Runs the pending commands that use the image.
    package func finish() {
        switch object {
        case .texture(let texture): texture.use.finish()
        case .renderbuffer(let renderbuffer): renderbuffer.use.finish()
        }
    }
    package func isSameImage(as other: FramebufferAttachment) -> Bool {
        let isSameObject = switch (object, other.object) {
        case (.texture(let a), .texture(let b)): a === b
        case (.renderbuffer(let a), .renderbuffer(let b)): a === b
        default: false
        }
        return isSameObject && face == other.face && level == other.level && layer == other.layer && isLayered == other.isLayered
    }
}

extension Attachment {
    /// The size of the image in pixels.
    package var size: (width: Int, height: Int) {
        let level = texture.storage.levels[level]
        return (level.width, level.height)
    }
    package var samples: Int { texture.descriptor.samples }
}
