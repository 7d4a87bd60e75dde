import Raster

/// The framebuffers for one size and one set of formats.
struct ViewDrawable {
    /// The framebuffer to which frames are drawn.
    let target: Framebuffer
    /// The target's colours with one sample per pixel. If the target has one sample per pixel, `resolved` is the target itself.
    let resolved: Framebuffer
    /// The picture for windows and files, in the format rgba8 or srgb8Alpha8. If `resolved` already has this format, `displayed` is
    /// `resolved` itself.
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
