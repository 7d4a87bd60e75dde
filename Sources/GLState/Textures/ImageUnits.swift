import Raster

/// An image unit, through which shaders read and write texels without samplers (OpenGL ES 3.1 §8.22).
struct ImageUnit {
    var texture: TextureObject?
    var level = 0
    /// Whether shaders can access all layers of the level. If false, shaders can access only the layer `layer`.
    var isLayered = false
    var layer = 0
    var access = GL_READ_ONLY
    var format: GLenum

    init(_ version: GLVersion) { format = version.isDesktop ? GL_R8 : GL_R32UI }

    /// The formats in which image units can show texels (table 8.27). Desktop OpenGL has further formats (ARB_shader_image_load_store,
    /// table X.2).
    static let formats: Set<GLenum> = [
        GL_RGBA32F, GL_RGBA16F, GL_R32F, GL_RGBA32UI, GL_RGBA16UI, GL_RGBA8UI, GL_R32UI, GL_RGBA32I, GL_RGBA16I, GL_RGBA8I, GL_R32I, GL_RGBA8,
        GL_RGBA8_SNORM,
    ]
    static let desktopFormats: Set<GLenum> = formats.union([
        GL_RG32F, GL_RG16F, GL_R11F_G11F_B10F, GL_R16F, GL_RGB10_A2UI, GL_RG32UI, GL_RG16UI, GL_RG8UI, GL_R16UI, GL_R8UI, GL_RG32I, GL_RG16I, GL_RG8I,
        GL_R16I, GL_R8I, GL_RGBA16, GL_RGB10_A2, GL_RG16, GL_RG8, GL_R16, GL_R8, GL_RGBA16_SNORM, GL_RG16_SNORM, GL_RG8_SNORM, GL_R16_SNORM, GL_R8_SNORM,
    ])
}

extension GLContext {
    package func glBindImageTexture(_ unit: GLuint, _ texture: GLuint, _ level: GLint, _ layered: GLboolean, _ layer: GLint, _ access: GLenum,
                                    _ format: GLenum) throws(GLError) {
        guard Int(unit) < imageUnits.count else { throw .invalidValue("there are \(imageUnits.count) image units") }
        guard level >= 0, layer >= 0 else { throw .invalidValue("the level or the layer is negative") }
        guard [GL_READ_ONLY, GL_WRITE_ONLY_OES, GL_READ_WRITE].contains(access) else { throw .invalidEnum("access", access) }
        guard (version.isDesktop ? ImageUnit.desktopFormats : ImageUnit.formats).contains(format) else {
            throw .invalidValue("image units have no format \(format.hexadecimal)")
        }
        var binding = ImageUnit(version)
        if texture != 0 {
            guard let object = share.textures[texture] else { throw .invalidValue("there is no texture \(texture)") }
            guard version.isDesktop || object.isImmutable || object.kind == .buffer else {
                throw .invalidOperation("the texture has no storage of glTexStorage")
            }
            binding.texture = object
        }
        binding.level = Int(level); binding.isLayered = layered != 0; binding.layer = Int(layer)
        binding.access = access; binding.format = format
        imageUnits[Int(unit)] = binding
    }
    /// Removes a deleted texture from the image units.
    func imageUnitsRelease(_ texture: TextureObject) {
        for unit in imageUnits.indices where imageUnits[unit].texture === texture { imageUnits[unit] = ImageUnit(version) }
    }
}
