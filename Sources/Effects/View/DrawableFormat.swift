import Raster

/// The format of a view's colours, with GLKit's names.
public enum ViewDrawableColorFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// Red, green, blue and alpha with 8 bits each.
    case rgba8888
    /// Red, green and blue with 5, 6 and 5 bits; no alpha.
    case rgb565
    /// 8 bits per channel, encoded as sRGB. In the format `srgba8888`, shaders write linear light, and blending happens in linear light.
    case srgba8888

    var pixelFormat: PixelFormat {
        switch self {
        case .rgba8888: .rgba8
        case .rgb565: .rgb565
        case .srgba8888: .srgb8Alpha8
        }
    }
}

/// The depth buffer of a view.
public enum ViewDrawableDepthFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// No depth buffer.
    case formatNone
    /// 16 bits per pixel. If the view also has a stencil buffer, the depth has 24 bits, because depth and stencil then share one texel of
    /// 32 bits.
    case format16
    /// 24 bits per pixel.
    case format24
}

/// The stencil buffer of a view: none, or 8 bits.
public enum ViewDrawableStencilFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// No stencil buffer.
    case formatNone
    /// 8 bits per pixel.
    case format8
}

/// The number of samples per pixel of a view.
public enum ViewDrawableMultisample: String, Sendable, Hashable, CaseIterable, Codable {
    /// One sample per pixel.
    case multisampleNone
    /// 4 samples per pixel, which are averaged before the picture is displayed or read.
    case multisample4X

    var samples: Int { self == .multisample4X ? 4 : 1 }
}
