/// The source of each component of a lookup's result (GL_TEXTURE_SWIZZLE_R to GL_TEXTURE_SWIZZLE_A, OpenGL 3.3 §3.8.16).
///
/// The swizzle applies to the results of all lookups: filtered lookups, fetches, comparisons and border colours. `textureGather` reads the
/// channel that the swizzle names for the chosen component. A format's missing channels count as 0, missing alpha as 1.
public struct TextureSwizzle: Sendable, Hashable, Codable {
    /// A channel of the texture, or a constant.
    public enum Source: UInt8, Sendable, Hashable, CaseIterable, Codable {
        /// The texture's red channel, the depth, or the outcome of a comparison (GL_RED).
        case red
        /// The texture's green channel (GL_GREEN).
        case green
        /// The texture's blue channel (GL_BLUE).
        case blue
        /// The texture's alpha channel (GL_ALPHA).
        case alpha
        /// The number 0 (GL_ZERO).
        case zero
        /// The number 1, an integer for integer formats (GL_ONE).
        case one
    }
    /// The source of the result's first component.
    public var red: Source
    /// The source of the result's second component.
    public var green: Source
    /// The source of the result's third component.
    public var blue: Source
    /// The source of the result's fourth component.
    public var alpha: Source

    /// By default each component has its own channel as its source.
    public init(red: Source = .red, green: Source = .green, blue: Source = .blue, alpha: Source = .alpha) {
        self.red = red; self.green = green; self.blue = blue; self.alpha = alpha
    }
    /// Each component has its own channel as its source.
    public static let identity = TextureSwizzle()
    /// Red in the three colours and an alpha of 1: a texture of one channel looks grey, as with GL_LUMINANCE.
    public static let luminance = TextureSwizzle(red: .red, green: .red, blue: .red, alpha: .one)

    /// The source of component 0…3.
    package subscript(component: Int) -> Source {
        switch component {
        case 0: red
        case 1: green
        case 2: blue
        default: alpha
        }
    }
}

/// How a draw sees a texture: the type, the mip levels and layers, and the order of the channels (glTextureView, GL_TEXTURE_BASE_LEVEL,
/// GL_TEXTURE_SWIZZLE_RGBA). A view is a value that refers to the texture's texels; the view holds no copy of the texels.
///
/// A layer of an array or a face of a cube can be read as a 2D texture. Faces can be read as the layers of an array, six square layers as a
/// cube, and a multiple of six square layers as an array of cubes. In the same way, a row of a 1D array can be read as a 1D texture, and a
/// 1D texture can be read as an array of one row. Slices of one mip level of a 3D texture can be read as a 2D texture or as the layers of
/// an array. `submit` throws `invalidArgument` for a view that does not fit its texture.
public struct TextureView: Equatable {
    /// The texture that the view shows.
    public var texture: Texture
    /// The type of texture that shaders see.
    public var type: TextureType
    /// The mip levels that may be read. The first of these levels is the view's level 0.
    public var levels: ClosedRange<Int>
    /// The layers or faces that may be read. The first of these layers is the view's layer 0. A view as 2D has one layer, and a view as a
    /// cube has six layers. If a 3D texture is viewed as 3D, `layers` contains all slices.
    public var layers: Range<Int>
    /// The source of each component of a lookup's result.
    public var swizzle: TextureSwizzle
    /// Whether lookups read the stencil of a format with depth and stencil, as an unsigned integer (GL_DEPTH_STENCIL_TEXTURE_MODE, OpenGL
    /// 4.3). If false, lookups read the depth.
    public var readsStencil: Bool

    /// - Parameters:
    ///   - texture: The texture that the view shows.
    ///   - type: The type of texture that shaders see; nil for the texture's own type.
    ///   - levels: The mip levels that may be read; nil for all levels.
    ///   - layers: The layers, faces or slices that may be read; nil for all layers, faces or slices.
    ///   - swizzle: The source of each component of a lookup's result.
    ///   - readsStencil: Whether lookups read the stencil of a format with depth and stencil.
    public init(_ texture: Texture, as type: TextureType? = nil, levels: ClosedRange<Int>? = nil, layers: Range<Int>? = nil,
                swizzle: TextureSwizzle = .identity, readsStencil: Bool = false) {
        self.texture = texture
        self.type = type ?? texture.descriptor.type
        self.levels = levels ?? 0...(texture.descriptor.mipLevels - 1)
        self.layers = layers ?? 0..<texture.descriptor.slices
        self.swizzle = swizzle
        self.readsStencil = readsStencil
    }

    /// Whether both views show the same texture in the same way.
    public static func == (a: TextureView, b: TextureView) -> Bool {
        a.texture === b.texture && a.type == b.type && a.levels == b.levels && a.layers == b.layers && a.swizzle == b.swizzle
            && a.readsStencil == b.readsStencil
    }

    /// Whether the view shows all layers as the texture's own type.
    package var hasOwnShape: Bool { type == texture.descriptor.type && layers == 0..<texture.descriptor.slices }

    /// Throws if the texture lacks some of the view's levels or layers, or if these layers cannot be read as a texture of the view's type.
    func validate(_ subject: String) throws(RasterError) {
        let descriptor = texture.descriptor
        guard levels.lowerBound >= 0, levels.upperBound < descriptor.mipLevels else {
            throw RasterError(.incompleteTexture, subject, "reads levels \(levels), but \(texture.name) has \(descriptor.mipLevels)",
                              remedy: "use levels of the texture")
        }
        guard !readsStencil || descriptor.format.hasStencil else {
            throw RasterError(.samplerTypeMismatch, subject, "reads the stencil of \(texture.name), whose format is \(descriptor.format)",
                              remedy: "use a format with stencil")
        }
        if hasOwnShape { return }
        func refuse(_ problem: String, remedy: String) -> RasterError { RasterError(.invalidArgument, subject, problem, remedy: remedy) }
        guard descriptor.type.canBeSeen(as: type), !type.isCube || descriptor.samples == 1, descriptor.type != .d3 || levels.count == 1 else {
            throw refuse("sees \(texture.name) of type \(descriptor.type) as \(type) with levels \(levels) and slices \(layers)",
                         remedy: descriptor.type == .d3 ? "read 3D textures whole and as 3D, or slices of one level as .d2 or .d2Array" : "use another type")
        }
        let slices = texture.storage.levels[levels.lowerBound].slices
        guard layers.lowerBound >= 0, layers.upperBound <= slices, !layers.isEmpty else {
            throw refuse("reads layers \(layers), but \(texture.name) has \(slices)", remedy: "use layers of the texture")
        }
        let isRight = switch type {
        case .d2, .d1: layers.count == 1
        case .cube: layers.count == 6
        case .cubeArray: layers.count % 6 == 0
        default: true
        }
        guard isRight, !type.isCube || descriptor.width == descriptor.height else {
            throw refuse("sees \(layers.count) layers of \(descriptor.width)×\(descriptor.height) texels as \(type)",
                         remedy: type.isCube ? "give six square layers for each cube" : "give one layer")
        }
    }
}

extension TextureType {
    /// Whether a view can show layers of a texture of this type as another type (OpenGL 4.3 table 8.21, and slices of 3D textures).
    fileprivate func canBeSeen(as type: TextureType) -> Bool {
        switch self {
        case .d2, .d2Array, .cube, .cubeArray: [.d2, .d2Array, .cube, .cubeArray].contains(type)
        case .d3: type == .d2 || type == .d2Array
        case .d1, .d1Array: type == .d1 || type == .d1Array
        case .rectangle, .buffer: false
        }
    }
}
