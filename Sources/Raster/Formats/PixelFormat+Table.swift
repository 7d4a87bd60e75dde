// The table of pixel formats. Each format has one row. The row determines the format's sizes, its codecs in Swift and in kernels,
// and its OpenGL names.
//
// A row has the number of bytes per texel, the place and encoding of each channel, and OpenGL's constants (OpenGL 3.3, tables 3.12
// and 3.13; texel types: tables 3.2 and 3.5). To add a format, add a case to PixelFormat and its row here.

extension PixelFormat {
    /// The format's row. The row determines every property of the format.
    @inline(__always)
    package var layout: TexelLayout { Self.rows[ordinal] }

    /// All rows, in the order of the cases. A row is read for every texel, so an unsafe pointer avoids Swift's checks. The memory of the
    /// rows is made once and never freed.
    nonisolated(unsafe) private static let rows: UnsafePointer<TexelLayout> = {
        let rows = UnsafeMutablePointer<TexelLayout>.allocate(capacity: allCases.count)
        for (number, format) in allCases.enumerated() {
            precondition(format.ordinal == number, "an enumeration without payload counts its cases in their order")
            (rows + number).initialize(to: format.row)
        }
        return UnsafePointer(rows)
    }()
    @inline(__always)
    private var ordinal: Int { Int(unsafeBitCast(self, to: UInt8.self)) }

    private var row: TexelLayout {
        switch self {
        case .r8: .plain(1, 8, .unorm, 0x8229, .unsignedByte)
        case .rg8: .plain(2, 8, .unorm, 0x822B, .unsignedByte)
        case .rgb8: .plain(3, 8, .unorm, 0x8051, .unsignedByte)
        case .rgba8: .plain(4, 8, .unorm, 0x8058, .unsignedByte)
        case .r16: .plain(1, 16, .unorm, 0x822A, .unsignedShort)
        case .rg16: .plain(2, 16, .unorm, 0x822C, .unsignedShort)
        case .rgba16: .plain(4, 16, .unorm, 0x805B, .unsignedShort)
        case .r8Snorm: .plain(1, 8, .snorm, 0x8F94, .byte, isColorRenderable: false)
        case .rg8Snorm: .plain(2, 8, .snorm, 0x8F95, .byte, isColorRenderable: false)
        case .rgb8Snorm: .plain(3, 8, .snorm, 0x8F96, .byte, isColorRenderable: false)
        case .rgba8Snorm: .plain(4, 8, .snorm, 0x8F97, .byte, isColorRenderable: false)
        case .r16Snorm: .plain(1, 16, .snorm, 0x8F98, .short, isColorRenderable: false)
        case .rg16Snorm: .plain(2, 16, .snorm, 0x8F99, .short, isColorRenderable: false)
        case .rgba16Snorm: .plain(4, 16, .snorm, 0x8F9B, .short, isColorRenderable: false)
        case .srgb8: .plain(3, 8, .sRGB, 0x8C41, .unsignedByte, isColorRenderable: false)
        case .srgb8Alpha8: .plain(4, 8, .sRGB, 0x8C43, .unsignedByte)
        case .r16Float: .plain(1, 16, .float, 0x822D, .halfFloat)
        case .rg16Float: .plain(2, 16, .float, 0x822F, .halfFloat)
        case .rgb16Float: .plain(3, 16, .float, 0x881B, .halfFloat)
        case .rgba16Float: .plain(4, 16, .float, 0x881A, .halfFloat)
        case .r32Float: .plain(1, 32, .float, 0x822E, .float)
        case .rg32Float: .plain(2, 32, .float, 0x8230, .float)
        case .rgb32Float: .plain(3, 32, .float, 0x8815, .float)
        case .rgba32Float: .plain(4, 32, .float, 0x8814, .float)
        case .r8Int: .plain(1, 8, .int, 0x8231, .byte)
        case .rg8Int: .plain(2, 8, .int, 0x8237, .byte)
        case .rgba8Int: .plain(4, 8, .int, 0x8D8E, .byte)
        case .r8Uint: .plain(1, 8, .uint, 0x8232, .unsignedByte)
        case .rg8Uint: .plain(2, 8, .uint, 0x8238, .unsignedByte)
        case .rgba8Uint: .plain(4, 8, .uint, 0x8D7C, .unsignedByte)
        case .r16Int: .plain(1, 16, .int, 0x8233, .short)
        case .rg16Int: .plain(2, 16, .int, 0x8239, .short)
        case .rgba16Int: .plain(4, 16, .int, 0x8D88, .short)
        case .r16Uint: .plain(1, 16, .uint, 0x8234, .unsignedShort)
        case .rg16Uint: .plain(2, 16, .uint, 0x823A, .unsignedShort)
        case .rgba16Uint: .plain(4, 16, .uint, 0x8D76, .unsignedShort)
        case .r32Int: .plain(1, 32, .int, 0x8235, .int)
        case .rg32Int: .plain(2, 32, .int, 0x823B, .int)
        case .rgb32Int: .plain(3, 32, .int, 0x8D83, .int, isColorRenderable: false)
        case .rgba32Int: .plain(4, 32, .int, 0x8D82, .int)
        case .r32Uint: .plain(1, 32, .uint, 0x8236, .unsignedInt)
        case .rg32Uint: .plain(2, 32, .uint, 0x823C, .unsignedInt)
        case .rgb32Uint: .plain(3, 32, .uint, 0x8D71, .unsignedInt, isColorRenderable: false)
        case .rgba32Uint: .plain(4, 32, .uint, 0x8D70, .unsignedInt)
        case .rgb565: .packed(2, [(11, 5), (5, 6), (0, 5)], .unorm, 0x8D62, .unsignedShort565)
        case .rgba4444: .packed(2, [(12, 4), (8, 4), (4, 4), (0, 4)], .unorm, 0x8056, .unsignedShort4444)
        case .rgb5a1: .packed(2, [(11, 5), (6, 5), (1, 5), (0, 1)], .unorm, 0x8057, .unsignedShort5551)
        case .rgb10a2: .packed(4, [(0, 10), (10, 10), (20, 10), (30, 2)], .unorm, 0x8059, .unsignedInt2101010Reversed)
        case .rgb10a2Uint: .packed(4, [(0, 10), (10, 10), (20, 10), (30, 2)], .uint, 0x906F, .unsignedInt2101010Reversed)
        case .rg11b10Float: .packed(4, [(0, 11), (11, 11), (22, 10)], .float, 0x8C3A, .unsignedInt101111FloatReversed)
        case .rgb9e5: .packed(4, [(0, 9), (9, 9), (18, 9)], .sharedExponent, 0x8C3D, .unsignedInt5999Reversed, isColorRenderable: false)
        case .depth16: .depthStencil(2, depth: (16, .unorm), 0x81A5, .unsignedShort)
        case .depth24: .depthStencil(4, depth: (24, .unorm), 0x81A6, .unsignedInt)
        case .depth32Float: .depthStencil(4, depth: (32, .float), 0x8CAC, .float)
        case .depth24Stencil8: .depthStencil(4, depth: (24, .unorm), stencilBit: 24, 0x88F0, .unsignedInt248)
        case .depth32FloatStencil8: .depthStencil(8, depth: (32, .float), stencilBit: 32, 0x8CAD, .float32UnsignedInt248Reversed)
        case .stencil8: .depthStencil(1, stencilBit: 0, 0x8D48, .unsignedByte)
        }
    }

    /// The kind of number that each channel holds.
    public var kind: ChannelKind { layout.kind }
    /// The number of bytes per texel in Raster's memory.
    public var bytesPerTexel: Int { layout.bytesPerTexel }
    /// The number of colour channels, 1…4. Formats of depth or stencil alone count as one channel, and formats of depth with stencil count
    /// as two channels.
    public var channelCount: Int { layout.channelCount }
    /// Whether the colours are encoded in sRGB. Shaders read and write linear light.
    public var isSRGB: Bool { layout.encoding == .sRGB }
    /// The format whose texels have the same bits and no encoding in sRGB; the format itself if its texels are not encoded in sRGB.
    package var withoutSRGB: PixelFormat {
        switch self {
        case .srgb8: .rgb8
        case .srgb8Alpha8: .rgba8
        default: self
        }
    }
    /// Whether shaders read the channels as integers.
    public var isInteger: Bool { kind == .int || kind == .uint }
    /// Whether the format has depth, alone or with stencil.
    public var hasDepth: Bool { kind == .depth || kind == .depthStencil }
    /// Whether the format has stencil, alone or with depth.
    public var hasStencil: Bool { kind == .stencil || kind == .depthStencil }
    /// Whether the format has neither depth nor stencil.
    public var isColor: Bool { !hasDepth && !hasStencil }
    /// Whether the format can be a colour attachment. The result is true for the formats that OpenGL 3.3 requires, and for RGB formats of 8
    /// bits, half floats or floats.
    public var isColorRenderable: Bool { layout.isColorRenderable }
    /// Whether linear filtering and mipmaps are defined for the format. Linear filtering and mipmaps are undefined for integers and
    /// stencil.
    public var isFilterable: Bool { !isInteger && kind != .stencil }
    /// The number of channels if all channels are 8-bit unorm, else 0. Formats with 8-bit unorm channels are filtered and blended
    /// in integers.
    package var byteChannelCount: Int {
        let layout = layout
        return layout.kind == .unorm && layout.encoding == .unorm && layout.channel(0).bits == 8 ? layout.channelCount : 0
    }
    /// Whether the format has fixed-point depth.
    package var hasFixedPointDepth: Bool { layout.depth != nil && layout.encoding == .unorm }
}
