import Raster

/// One image of a texture: a level, or one face of a level of a cube (OpenGL ES 3.0.6 §3.8.3).
package struct TextureImage {
    package var format: GLFormat
    /// The internal format that the program passed: sized, or unsized such as GL_RGBA.
    package var internalFormat: GLenum
    package var width: Int, height: Int
    /// The number of slices of a three-dimensional image or of layers of an array; 1 for other images. Each face of an array of cubes is a layer.
    package var depth: Int
    /// The number of samples of each texel of a multisampled texture; 0 for other textures.
    var samples = 0
    var hasFixedSampleLocations = true
    /// The texture that contains the texels; nil if the image has no texels.
    package var texture: Texture?
    /// The level of `texture` in which the texels lie.
    package var textureLevel = 0
    /// The slice of `texture` that contains the image's first slice: a cube's face, or the slice that an EGL image shows.
    package var textureSlice = 0

    package init(format: GLFormat, internalFormat: GLenum, width: Int, height: Int, depth: Int = 1) {
        self.format = format; self.internalFormat = internalFormat
        self.width = width; self.height = height; self.depth = depth
    }
    /// Makes an image with the format of another image and a different size.
    init(_ other: TextureImage, width: Int, height: Int, depth: Int) {
        self = other
        self.width = width; self.height = height; self.depth = depth
    }

    /// Returns the number of levels down to a level of one texel, if this image is the first level.
    func fullLevelCount(_ type: TextureType) -> Int {
        TextureDescriptor.fullMipLevelCount(width: width, height: height, depth: type == .d3 ? depth : 1)
    }
    /// Returns the size of a later level, if this image is the first level (§3.8.10).
    func size(_ type: TextureType, reducedBy levels: Int) -> (Int, Int, Int) {
        (max(1, width >> levels), max(1, height >> levels), type == .d3 ? max(1, depth >> levels) : depth)
    }
    /// Whether the program gave an unsized internal format.
    package var isUnsized: Bool { internalFormat != format.internalFormat }
}

extension Texture {
    /// Copies texels of a level to a level of another texture. The other texture must have the same format. The texels keep their place in the level.
    func copyTexels(_ region: TextureRegion, level: Int, to other: Texture, level otherLevel: Int, z: Int) throws {
        try access.held(name) {
            try prepareForHostAccess()
            try other.prepareForHostAccess()
            TextureCopy.execute(CopyTextureCommand(source: self, sourceLevel: level, sourceRegion: region, destination: other, destinationLevel: otherLevel,
                                                   destinationX: region.x, destinationY: region.y, destinationZ: z))
        }
    }
    /// Calls `body`, which may write texels of `storage`.
    func changeTexels(_ body: (TexelStorage) -> Void) throws {
        try access.held(name) {
            try prepareForHostAccess()
            defer { hostVersion &+= 1 }
            body(storage)
        }
    }
}
