import Raster

/// The format of a surface's images: the number of bits of each channel, and the number of samples per pixel (the attributes of an EGL
/// configuration).
package struct SurfaceFormat: Sendable, Hashable {
    package var red = 8, green = 8, blue = 8, alpha = 8
    package var depth = 24, stencil = 8
    /// The number of samples; 0 if the surface is not multisampled.
    package var samples = 0
    /// Whether the colours are encoded in sRGB (EGL_GL_COLORSPACE). Only a format with alpha can have this encoding.
    package var isSRGB = false
    package init() {}

    /// The format of the colour image.
    var color: PixelFormat { red == 5 ? .rgb565 : alpha == 0 ? .rgb8 : isSRGB ? .srgb8Alpha8 : .rgba8 }
    /// The format of the image of depth and stencil values; nil if the surface has no such image.
    var depthStencil: PixelFormat? { stencil > 0 ? .depth24Stencil8 : depth > 0 ? .depth24 : nil }
}

/// The images of a surface: the framebuffer with the name 0. EGL makes these images, draws write into the images, and EGL shows `color`
/// after the samples have been resolved.
package final class DefaultFramebuffer {
    package let driver: DriverDevice
    package let format: SurfaceFormat
    package private(set) var width = 0, height = 0
    /// Whether draws write into a back buffer, which becomes visible when the program swaps the buffers (GL_DOUBLEBUFFER).
    package var hasBackBuffer = true
    /// The single-sampled colours, which EGL shows, with rows from the bottom up; nil if the surface has no pixels.
    package private(set) var color: Texture?
    /// The images that draws write; nil if the surface has no pixels.
    package private(set) var attachments: Attachments?
    /// The pending commands that write or read the images.
    package var use = PendingUse() { didSet { isResolved = false } }
    private var isResolved = true

    package struct Attachments {
        /// The colours into which draws write, with the number of samples of the surface's format.
        package var color: Attachment
        package var depth: Attachment?
        package var stencil: Attachment?
    }

    package init(driver: DriverDevice, format: SurfaceFormat, width: Int, height: Int) throws {
        self.driver = driver; self.format = format
        try resize(width: width, height: height)
    }

    /// Replaces the images if the size differs (a window was resized). If the surface is not multisampled, each pixel's colour stays at the
    /// same distance from the window's upper left corner. All other contents are lost, as EGL allows.
    package func resize(width: Int, height: Int) throws {
        if width == self.width && height == self.height { return }
        use.finish()
        var color: Texture?, attachments: Attachments?
        if width > 0 && height > 0 {
            let single = try image(format.color, width, height, samples: 1, "GL_BACK")
            let drawn = format.samples > 0 ? try image(format.color, width, height, samples: format.samples, "GL_BACK, with samples") : single
            let depthStencil = try format.depthStencil.map {
                Attachment(try image($0, width, height, samples: max(1, format.samples), format.stencil > 0 ? "GL_DEPTH and GL_STENCIL" : "GL_DEPTH"))
            }
            if let old = self.color, format.samples == 0 { try keep(old, in: single) }
            color = single
            attachments = Attachments(color: Attachment(drawn), depth: depthStencil, stencil: format.stencil > 0 ? depthStencil : nil)
        }
        self.width = width; self.height = height
        self.color = color; self.attachments = attachments
        isResolved = true
    }
    private func keep(_ old: Texture, in new: Texture) throws {
        let width = min(old.width, new.width), height = min(old.height, new.height)
        var encoder = driver.device.makeCommandEncoder(label: "resize")
        encoder.blit(Attachment(old), from: (0, old.height - height, width, old.height), to: Attachment(new), in: (0, new.height - height, width, new.height))
        try driver.device.submit(encoder)
    }
    /// Replaces the colours. The pixels are rows from the bottom up in the format of `color`. All commands must have run.
    package func replaceColor(_ pixels: [UInt8]) throws {
        guard let color, let attachments else { return }
        try color.replace(bytes: pixels)
        guard format.samples > 0 else { return }
        var encoder = driver.device.makeCommandEncoder(label: "samples")
        encoder.blit(Attachment(color), from: (0, 0, width, height), to: attachments.color, in: (0, 0, width, height))
        try driver.device.submit(encoder)
    }
    private func image(_ format: PixelFormat, _ width: Int, _ height: Int, samples: Int, _ label: String) throws -> Texture {
        try driver.device.makeTexture(TextureDescriptor(format: format, width: width, height: height, samples: samples, label: label))
    }

    /// Runs the pending commands and resolves samples, so that `color` has the finished picture.
    package func finish() throws {
        use.finish()
        guard !isResolved, format.samples > 0, let attachments, let color else { return }
        var encoder = driver.device.makeCommandEncoder(label: "resolve")
        encoder.resolve(attachments.color, to: Attachment(color))
        try driver.device.submit(encoder)
        isResolved = true
    }
}
