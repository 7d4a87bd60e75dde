// TextureLoader: makes textures from pictures, with GLKit's options, defaults and filters.
//
// Coordinates: without `originBottomLeft`, the picture's top row is at t = 0, as in GLKit. With `originBottomLeft`, the bottom row is at t
// = 0, so the picture appears upright on a surface whose t grows upwards. Stored values are used without conversion. If a file has a colour
// profile, the profile is not applied, and `TextureInfo.warnings` says so.
//
// Options in combination:
// - `applyPremultiplication` without an alpha channel, and `grayscaleAsAlpha` on a picture that is not one grey channel, have no
//   effect, as in GLKit.
// - `sRGB` with `grayscaleAsAlpha` on a grey picture is an error, because alpha is never encoded as sRGB. With `sRGB` alone, Raster
//   converts a grey picture to three equal sRGB channels, while GLKit refuses the picture.
// - `sRGB` with `applyPremultiplication` multiplies in linear light, so a shader reads colour times alpha.
// - `sRGB` rounds 16-bit channels to 8 bits, while GLKit refuses 16-bit pictures. Without `sRGB`, 16-bit channels keep their 16
//   bits.
//
// All errors are `RasterError`s with the name of the file or the name given in the call: `fileNotReadable`, `invalidImage`
// (damaged, or not six square faces of one size), `invalidSize` (no pixels, or more than `Device.maximumTextureSize` a side),
// `invalidArgument` (options that exclude each other), `unsupported` (a kind of JPEG or HDR that is not read, or a URL that is not a
// file URL), `outOfMemory`.
// Pictures that are being decoded count as memory of the device, see `Device.Options.memoryLimit`.

public import FoundationEssentials
public import Raster

/// Makes textures from pictures for one device, with GLKit's options, defaults and filters. The synchronous functions do all work
/// on the calling thread. The async functions read and decode on other threads, then make the texture on the caller's actor. Call
/// the async functions from the actor that owns the device.
public struct TextureLoader {
    /// Options for converting pictures to textures: GLKit's options, all of which are off by default.
    public struct Options: Sendable, Hashable {
        /// Whether to multiply colours by alpha.
        public var applyPremultiplication: Bool
        /// Whether to make all mip levels. For a cube map, the levels of every face are made. The filter between levels is linear.
        public var generateMipmaps: Bool
        /// Whether to put the picture's bottom row at t = 0, instead of its top row.
        public var originBottomLeft: Bool
        /// Whether to convert a picture of one grey channel to alpha, with black colour.
        public var grayscaleAsAlpha: Bool
        /// Whether to make an sRGB texture, whose colours shaders read as linear light.
        public var sRGB: Bool

        /// Creates options; all are off by default.
        public init(applyPremultiplication: Bool = false, generateMipmaps: Bool = false, originBottomLeft: Bool = false,
                    grayscaleAsAlpha: Bool = false, sRGB: Bool = false) {
            self.applyPremultiplication = applyPremultiplication; self.generateMipmaps = generateMipmaps
            self.originBottomLeft = originBottomLeft; self.grayscaleAsAlpha = grayscaleAsAlpha; self.sRGB = sRGB
        }
    }
    /// The device that owns the textures.
    public let device: Device

    /// Creates a loader for `device`. The device is the only state of the loader.
    public init(device: Device) { self.device = device }

    /// Makes a 2D texture from a picture file.
    public func texture(withContentsOfFile path: String, options: Options = Options()) throws -> TextureInfo {
        try texture(.file(path), options)
    }
    /// Makes a 2D texture from a picture file, which is given by its file URL.
    public func texture(withContentsOf url: URL, options: Options = Options()) throws -> TextureInfo {
        try texture(TextureSource(url), options)
    }
    /// Makes a 2D texture from the bytes of a picture file. In errors, the file is called `name`.
    public func texture(withContentsOf bytes: [UInt8], options: Options = Options(), name: String = "image in memory") throws -> TextureInfo {
        try texture(.bytes(bytes, name: name), options)
    }
    /// Makes a 2D texture from an image. In errors, the image is called `name`.
    public func texture(with image: Image, options: Options = Options(), name: String = "image") throws -> TextureInfo {
        try texture(.image(image, name: name), options)
    }

    /// Makes a cube map from six files: +X, −X, +Y, −Y, +Z, −Z (right, left, top, bottom, front, back). The files are the faces of GL's
    /// left-handed layout, each as seen from inside the cube.
    public func cubeMap(withContentsOfFiles paths: [String], options: Options = Options()) throws -> TextureInfo {
        try cubeMap(paths.map { .file($0) }, options)
    }
    /// Makes a cube map from six file URLs, in the order +X, −X, +Y, −Y, +Z, −Z.
    public func cubeMap(withContentsOf urls: [URL], options: Options = Options()) throws -> TextureInfo {
        try cubeMap(urls.map { url throws(RasterError) in try TextureSource(url) }, options)
    }
    /// Makes a cube map from six pictures, in the order +X, −X, +Y, −Y, +Z, −Z. In errors, a picture is called `name`, with the name of its
    /// face.
    public func cubeMap(with images: [Image], options: Options = Options(), name: String = "image") throws -> TextureInfo {
        try cubeMap(images.map { .image($0, name: name) }, options)
    }
    /// Makes a cube map from a file with all faces in a column (1:6) or in a row (6:1), in the order +X, −X, +Y, −Y, +Z, −Z.
    public func cubeMap(withContentsOfFile path: String, options: Options = Options()) throws -> TextureInfo {
        try cubeMap(strip: .file(path), options)
    }
    /// Makes a cube map from a file that contains a strip of all faces. The file is given by its file URL.
    public func cubeMap(withContentsOf url: URL, options: Options = Options()) throws -> TextureInfo {
        try cubeMap(strip: TextureSource(url), options)
    }
    /// Makes a cube map from the bytes of a picture file that contains a strip of all faces. In errors, the file is called `name`.
    public func cubeMap(withContentsOf bytes: [UInt8], options: Options = Options(), name: String = "image in memory") throws -> TextureInfo {
        try cubeMap(strip: .bytes(bytes, name: name), options)
    }
    /// Makes a cube map from an image that contains a strip of all faces. In errors, the image is called `name`.
    public func cubeMap(with strip: Image, options: Options = Options(), name: String = "image") throws -> TextureInfo {
        try cubeMap(strip: .image(strip, name: name), options)
    }

    private func texture(_ source: TextureSource, _ options: Options) throws -> TextureInfo {
        try makeTexture(TextureLoader.picture(source, options, device.memory), options, label: source.label)
    }
    private func cubeMap(_ sources: [TextureSource], _ options: Options) throws -> TextureInfo {
        try CubeFaces.requireSix(sources)
        let claims = MemoryClaims(device.memory)
        var pictures: [SourcePicture] = []
        for source in sources { pictures.append(try source.read(claims)) }
        return try makeCubeMap(CubeFaces(pictures, names: sources.map(\.name), options: options, claims), options, label: sources[0].label)
    }
    private func cubeMap(strip: TextureSource, _ options: Options) throws -> TextureInfo {
        let claims = MemoryClaims(device.memory)
        return try makeCubeMap(CubeFaces(strip: strip.read(claims), name: strip.name, options: options, claims), options, label: strip.label)
    }

    /// Reads, decodes and arranges a picture. This function needs no device, so it may run on any thread.
    static func picture(_ source: TextureSource, _ options: Options, _ memory: MemoryBudget) throws(RasterError) -> TexturePicture {
        let claims = MemoryClaims(memory)
        // The upload of a 2D texture puts the picture's bottom row at t = 0. Without `originBottomLeft`, the picture is flipped before the
        // upload, so its top row is at t = 0.
        return try TexturePicture(source.read(claims), name: source.name, options: options, flips: !options.originBottomLeft, claims)
    }

    func makeTexture(_ picture: TexturePicture, _ options: Options, label: String) throws -> TextureInfo {
        let texture = try device.makeTexture(from: picture.image, format: TexturePicture.format(of: [picture], sRGB: options.sRGB),
                                             mipmapped: options.generateMipmaps, label: label)
        return try information(texture, options, hasAlpha: picture.hasAlpha, isAlphaOnly: picture.isAlphaOnly, picture.warnings)
    }
    func makeCubeMap(_ faces: CubeFaces, _ options: Options, label: String) throws -> TextureInfo {
        let texture = try device.makeTexture(cube: faces.pictures.map(\.image), format: TexturePicture.format(of: faces.pictures, sRGB: options.sRGB),
                                             mipmapped: options.generateMipmaps, label: label)
        return try information(texture, options, hasAlpha: faces.hasAlpha, isAlphaOnly: faces.isAlphaOnly, faces.warnings)
    }
    private func information(_ texture: Texture, _ options: Options, hasAlpha: Bool, isAlphaOnly: Bool, _ warnings: [String]) throws -> TextureInfo {
        try TextureInfo(texture: texture, alphaState: !hasAlpha ? .none : options.applyPremultiplication ? .premultiplied : .nonPremultiplied,
                        origin: options.originBottomLeft ? .bottomLeft : .topLeft, isAlphaOnly: isAlphaOnly, warnings: warnings)
    }
}
