// ImageFormat+PixelFormat: finds the PixelFormat that corresponds to the format of an image variable in a shader.

import Shading

extension ImageFormat {
    /// The format of the texels that an image variable with this ImageFormat reads and writes.
    package var pixelFormat: PixelFormat {
        switch self {
        case .rgba32Float: .rgba32Float
        case .rg32Float: .rg32Float
        case .r32Float: .r32Float
        case .rgba16Float: .rgba16Float
        case .rg16Float: .rg16Float
        case .r16Float: .r16Float
        case .rg11b10Float: .rg11b10Float
        case .rgba16: .rgba16
        case .rgb10a2: .rgb10a2
        case .rgba8: .rgba8
        case .rg16: .rg16
        case .rg8: .rg8
        case .r16: .r16
        case .r8: .r8
        case .rgba16Signed: .rgba16Snorm
        case .rgba8Signed: .rgba8Snorm
        case .rg16Signed: .rg16Snorm
        case .rg8Signed: .rg8Snorm
        case .r16Signed: .r16Snorm
        case .r8Signed: .r8Snorm
        case .rgba32Int: .rgba32Int
        case .rgba16Int: .rgba16Int
        case .rgba8Int: .rgba8Int
        case .rg32Int: .rg32Int
        case .rg16Int: .rg16Int
        case .rg8Int: .rg8Int
        case .r32Int: .r32Int
        case .r16Int: .r16Int
        case .r8Int: .r8Int
        case .rgba32Uint: .rgba32Uint
        case .rgba16Uint: .rgba16Uint
        case .rgb10a2Uint: .rgb10a2Uint
        case .rgba8Uint: .rgba8Uint
        case .rg32Uint: .rg32Uint
        case .rg16Uint: .rg16Uint
        case .rg8Uint: .rg8Uint
        case .r32Uint: .r32Uint
        case .r16Uint: .r16Uint
        case .r8Uint: .r8Uint
        }
    }
}

extension PixelFormat {
    /// Whether shaders can use texels of this format through an image variable (OpenGL 4.3, table 8.26).
    public var isImageFormat: Bool { Self.imageFormats.contains(self) }
    private static let imageFormats = Set(ImageFormat.allCases.map(\.pixelFormat))
    /// The type of the numbers that shaders read from texels of this format.
    package var scalarType: ScalarType {
        switch kind {
        case .int: .int
        case .uint, .stencil: .uint
        default: .float
        }
    }
}

extension ImageBinding {
    /// The shape that shaders see: the shape of one layer if `layer` is given, else the shape of the whole level. A texture without layers
    /// counts as one layer.
    package var dimension: TextureDimension {
        let whole = TextureView(texture).dimension
        if layer == nil { return whole }
        return switch whole {
        case .d1, .d1Array: .d1
        case .d2Multisample, .d2MultisampleArray: .d2Multisample
        case .buffer: .buffer
        default: .d2
        }
    }
}
