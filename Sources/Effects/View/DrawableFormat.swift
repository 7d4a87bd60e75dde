import Raster

/// The format of a view's colours, under GLKit's names.
public enum ViewDrawableColorFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// Red, green, blue and alpha in 8 bits each.
    case rgba8888
    /// 5, 6 and 5 bits, no alpha.
    case rgb565
    /// 8 bits a channel, encoded as sRGB: shaders write linear light, and blending happens in linear light.
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
    /// 16 bits; 24 bits together with a stencil buffer, because depth and stencil then share a texel.
    case format16
    /// 24 bits a pixel.
    case format24
}

/// The stencil buffer of a view: none, or 8 bits.
public enum ViewDrawableStencilFormat: String, Sendable, Hashable, CaseIterable, Codable {
    /// No stencil buffer.
    case formatNone
    /// 8 bits a pixel.
    case format8
}

/// The number of samples per pixel of a view.
public enum ViewDrawableMultisample: String, Sendable, Hashable, CaseIterable, Codable {
    /// One sample a pixel.
    case multisampleNone
    /// 4 samples a pixel, averaged before the picture is displayed or read.
    case multisample4X

    var samples: Int { self == .multisample4X ? 4 : 1 }
}

/// The framebuffers for one size and one set of formats.
struct ViewDrawable {
    /// The framebuffer that frames are drawn to.
    let target: Framebuffer
    /// The target's colours with one sample a pixel; the target itself if it has one sample.
    let resolved: Framebuffer
    /// The picture for windows and files, rgba8 or srgb8Alpha8; `resolved` itself if it has that format.
    let displayed: Framebuffer

    init(device: Device, width: Int, height: Int, color: ViewDrawableColorFormat, depth: ViewDrawableDepthFormat,
         stencil: ViewDrawableStencilFormat, multisample: ViewDrawableMultisample) throws {
        let depthStencil: PixelFormat? = switch (depth, stencil) {
        case (.formatNone, .formatNone): nil
        case (.format16, .formatNone): .depth16
        case (.format24, .formatNone): .depth24
        case (.formatNone, .format8): .stencil8
        case (.format16, .format8), (.format24, .format8): .depth24Stencil8
        }
        func make(_ format: PixelFormat, _ depth: PixelFormat?, samples: Int) throws -> Framebuffer {
            try device.makeFramebuffer(width: width, height: height, color: [format], depth: depth, samples: samples, label: "view")
        }
        target = try make(color.pixelFormat, depthStencil, samples: multisample.samples)
        resolved = multisample.samples == 1 ? target : try make(color.pixelFormat, nil, samples: 1)
        displayed = color == .rgb565 ? try make(.rgba8, nil, samples: 1) : resolved
    }

    /// Records the commands that copy the target's colours to `displayed`.
    func recordResolve(into encoder: inout CommandEncoder) {
        if target !== resolved, let from = target.color[0], let to = resolved.color[0] { encoder.resolve(from, to: to) }
        if resolved !== displayed, let from = resolved.color[0], let to = displayed.color[0] {
            let corners = (0, 0, resolved.width, resolved.height)
            encoder.blit(from, from: corners, to: to, in: corners)
        }
    }
}
